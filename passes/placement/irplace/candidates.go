package irplace

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// OfferAlike lets each node that is not pinned and has no list of candidates run on all devices
// with the same backend as the node's device. It leaves out devices whose allow or deny list
// refuses the node or an operation nested in it.
func (g *Func) OfferAlike(m *placement.Model) {
	takes := make([]uint64, g.Len())
	copy(takes, g.Takes)
	for v, op := range g.Ops {
		own := g.Device[v]
		if own == placement.None || int(own) >= len(m.Specs) || cluster.Pinned(op) || len(cluster.Candidates(op)) > 0 {
			continue
		}
		for d := range min(placement.MaxDevices, len(m.Specs)) {
			s := &m.Specs[d]
			if s.Kind() == m.Specs[own].Kind() && s.Refusal(op.Name()) == "" && !g.refusesInside(s, op) {
				takes[v] |= 1 << d
			}
		}
	}
	h := *g.Graph
	h.Takes = takes
	g.Graph = &h
}

// refusesInside reports whether the lists of a device refuse an operation in the regions of op, or
// in functions that op references. The allow list need not have terminators and constants.
func (g *Func) refusesInside(s *placement.Spec, op *ir.Op) (refuses bool) {
	if len(s.Allow)+len(s.Deny) == 0 {
		return false
	}
	seen := map[*ir.Op]bool{}
	var visit func(top *ir.Op)
	visit = func(top *ir.Op) {
		top.Walk(func(o *ir.Op) bool {
			switch {
			case o == top:
			case o.Terminator() || IsConstant(o):
				refuses = refuses || s.Denial(o.Name()) != ""
			default:
				refuses = refuses || s.Refusal(o.Name()) != ""
			}
			ir.SymbolRefs(o, func(r *ir.SymbolRefAttr) {
				if f := g.Symbols.Lookup(r.Root); f != nil && !seen[f] && !refuses {
					seen[f] = true
					visit(f)
				}
			})
			return !refuses
		})
	}
	visit(op)
	return refuses
}
