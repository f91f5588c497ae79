package nnvm

import (
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

// expansion holds an operator during its expansion to StableHLO.
type expansion struct {
	emit.Emitter
	op *ir.Op
	in []*ir.Value
}

func (x *expansion) out(i int) ir.Type { return x.op.ResultAt(i).Type() }

func (x *expansion) shape() []int64 { return emit.Shape(x.op.ResultAt(0)) }

func one(v *ir.Value) []*ir.Value { return []*ir.Value{v} }

// Expand implements nn.Expander.
func (o ruled) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return o.r.expand(&expansion{emit.Emitter{B: b}, o.op, in})
}

// Eval implements interp.Evaler. It runs the expansion.
func (o ruled) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	for v := range o.op.Results() {
		if !v.Type().HasStaticShape() || v.Type().Elem() == Any() {
			return nil, interp.Unsupported(o.op, "the shape or element type of its result '"+v.Type().String()+"' is not known")
		}
	}
	return nn.Eval(c, o.op, in)
}
