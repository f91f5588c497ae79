package irplace

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/passes/placement"
)

// OfferAlike lets each node that is not pinned run on all devices with the same backend as the
// node's device. It leaves out devices whose allow or deny list refuses the node.
func (g *Func) OfferAlike(m *placement.Model) {
	takes := make([]uint64, g.Len())
	copy(takes, g.Takes)
	for v, op := range g.Ops {
		own := g.Device[v]
		if own == placement.None || int(own) >= len(m.Specs) || cluster.Pinned(op) {
			continue
		}
		for d := range min(64, len(m.Specs)) {
			s := &m.Specs[d]
			if s.Kind() == m.Specs[own].Kind() && s.Refusal(op.Name()) == "" {
				takes[v] |= 1 << d
			}
		}
	}
	h := *g.Graph
	h.Takes = takes
	g.Graph = &h
}
