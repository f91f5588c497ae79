package contract

import "github.com/lathe-ir/lathe/passes/placement"

// notes are what an attempt decided, kept until it is known which attempt is taken.
type notes struct {
	events []event
	paths  []int32
}

// event is a merge, or a refusal whose path ends at paths[end].
type event struct {
	a, b int32
	end  int32
	kind kind
}

type kind uint8

const (
	merged kind = iota
	refused
	undecided
)

func (n *notes) merged(a, b int32) {
	if n != nil {
		n.events = append(n.events, event{a, b, 0, merged})
	}
}

func (n *notes) refused(a, b int32, why placement.Reason, path []int32, node func(int32) int32) {
	for _, k := range path {
		n.paths = append(n.paths, node(k))
	}
	k := refused
	if why == placement.SearchSpent {
		k = undecided
	}
	n.events = append(n.events, event{a, b, int32(len(n.paths)), k})
}

// replay tells log everything, in the numbers that order gives nodes.
func (n *notes) replay(order []int32, log placement.Logger) {
	if n == nil {
		return
	}
	for i, v := range n.paths {
		n.paths[i] = order[v]
	}
	at := int32(0)
	for _, e := range n.events {
		switch a, b := order[e.a], order[e.b]; e.kind {
		case merged:
			log.Merged(a, b)
		case refused:
			log.Refused(a, b, placement.ClosesCycle, n.paths[at:e.end])
			at = e.end
		case undecided:
			log.Refused(a, b, placement.SearchSpent, nil)
		}
	}
}
