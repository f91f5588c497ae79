package infershapes

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `find shapes and element types that a graph leaves open

Each operator says how its shapes hang together, in both directions: what is known of a
result tells about operands too. What stays unknown is counted as a statistic.`

type options struct {
	Complete bool `opt:"complete" help:"fail if a shape or an element type stays unknown"`
}

// Pass returns infer-shapes.
func Pass() passes.Pass {
	p := passes.OnWith("infer-shapes", doc, options{}, func(r *passes.Run, f fn.Func, o options) error {
		if f.IsDeclaration() {
			return nil
		}
		shapes, elems, err := Func(f)
		if err != nil {
			return err
		}
		r.Count("unknown-shapes", shapes)
		r.Count("unknown-types", elems)
		if o.Complete {
			return Complete(f)
		}
		return nil
	})
	p.Provides = []string{passes.Shapes().Name}
	return p
}

func open(v *ir.Value) bool {
	t := v.Type()
	return t.IsShaped() && (!t.HasStaticShape() || t.Elem() == nnvm.Any())
}

// Complete fails on the first operation of which a result is not known.
func Complete(f fn.Func) error {
	for op := range f.Entry().Ops() {
		for v := range op.Results() {
			if open(v) {
				return ir.Errorf(op, "has a result of which the type is not known: '%s'", v.Type())
			}
		}
	}
	return nil
}
