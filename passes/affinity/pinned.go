package affinity

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Pins returns a function that reports the device that an operation of m is pinned to, and the rule
// or attribute that pins it. Pins of nested operations also apply to their parent. The returned
// function must be called before a pass changes the attributes. If the operation is not pinned,
// device is "".
func (o Options) Pins(m ir.Module) func(op *ir.Op) (device, by string) {
	askers := map[*ir.Op]*asker{}
	symbols := ir.NewSymbols(m.Op)
	for _, f := range irplace.Entries(m) {
		a := &asker{f: f, options: o, names: o.Names}
		if a.names == nil {
			a.names = asm.NewNames(f.Op)
		}
		a.insides = newInsides(f, symbols, a.names)
		askers[f.Op] = a
	}
	return func(op *ir.Op) (device, by string) {
		a := askers[op.Parent()]
		if a == nil {
			return "", ""
		}
		if orders := a.orders(&Choice{Op: op}); len(orders) > 0 {
			return orders[0].device, orders[0].by()
		}
		return "", ""
	}
}

// by describes what pins the operation.
func (o *order) by() string {
	text := "attribute " + cluster.DeviceAttr
	switch {
	case o.rule != nil:
		text = "rule '" + o.rule.Text + "'"
	case cluster.Pinned(o.at):
		text = "attribute " + cluster.PinAttr
	}
	if o.words != "" {
		text += " of " + o.words
	}
	return text
}
