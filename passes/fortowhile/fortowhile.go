// Package fortowhile converts scf.for to scf.while.
package fortowhile

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Convert SCF for loops to SCF while loops

Every scf.for becomes an scf.while whose first loop-carried value is the counter,
followed by the loop-carried values of the scf.for.`

// Pass returns scf-for-to-while.
func Pass() passes.Pass {
	p := passes.On("scf-for-to-while", doc, run)
	p.Title = "SCFForToWhileLoop"
	return p
}

func run(r *passes.Run, op *ir.Op) error {
	rw := rewrite.New(r.Registry)
	changed := false
	op.WalkPost(func(o *ir.Op) {
		if f, ok := ir.As[scf.For](o); ok {
			convert(rw, f)
			changed = true
		}
	})
	if !changed {
		r.Unchanged()
	}
	return nil
}

func convert(rw *rewrite.Rewriter, f scf.For) {
	carried := append([]*ir.Value{f.LowerBound()}, f.InitArgs()...)
	types := append([]ir.Type{f.LowerBound().Type()}, f.Op.ResultTypes()...)
	less := arith.SLT
	rw.Before(f.Op)
	w := scf.NewWhile(&rw.Builder, types, carried...)
	for _, a := range f.Op.DiscardableAttrs() {
		w.Op.SetDiscardable(a.Name, a.Attr)
	}
	if f.UnsignedCmp() {
		less = arith.ULT
		w.Op.SetDiscardable("unsignedCmp", ir.Unit())
	}
	rw.AtEnd(w.Before())
	more := arith.NewCmpI(&rw.Builder, less, w.Before().Arg(0), f.UpperBound())
	scf.NewCondition(&rw.Builder, more.Op.Result(), w.Before().Args()...)

	rw.AtEnd(w.After())
	next := arith.NewAddI(&rw.Builder, w.After().Arg(0), f.Step())
	end := f.Yield().Op
	rw.MergeBlocks(f.Body(), w.After(), w.After().Args()...)
	again := slices.Concat([]*ir.Value{next.Op.Result()}, end.OperandList())
	rw.Update(end, func() { end.SetOperands(again) })
	rw.Replace(f.Op, w.Op.ResultList()[1:]...)
}
