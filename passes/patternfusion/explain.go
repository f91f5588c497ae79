package patternfusion

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Explain describes each partition with its pattern and operations. With Options.Explain, it adds
// to each partition of a single operation the failed match with the most operations, and why it
// failed.
func (r *Result) Explain(f fn.Func) string {
	place := map[*ir.Op]int{}
	for op := range f.Entry().Ops() {
		place[op] = len(place)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "@%s: %d partitions\n", f.SymName(), len(r.Partitions))
	for _, p := range r.Partitions {
		names := make([]string, len(p.Ops))
		for i, op := range p.Ops {
			names[i] = label(op)
		}
		list := strings.Join(names, ", ")
		if !p.Supported() {
			fmt.Fprintf(&b, "%4d  not supported: %s: %s\n", p.ID, list, p.Unsupported)
		} else {
			fmt.Fprintf(&b, "%4d  %s (kind %s, priority %g): %s\n", p.ID, p.Pattern, p.Kind, p.Priority, list)
		}
		if len(p.Ops) > 1 || r.Nearest == nil {
			continue
		}
		if n := r.Nearest[place[p.Ops[0]]]; n != nil {
			fmt.Fprintf(&b, "      nearest %s, with %d operations: %s\n", n.Pattern.Name, len(n.Ops), n.Reason)
		}
	}
	return b.String()
}

func label(op *ir.Op) string {
	_, kind, _ := strings.Cut(op.Name(), ".")
	return fmt.Sprintf("#%d %s", op.ID(), kind)
}
