// Package decompose rewrites operations of StableHLO as several simpler operations, so that
// lowering to kernels needs few rules. Matrix decompositions become loops, Fourier transforms
// become products, and collectives on one device disappear.
package decompose

import (
	"context"
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/passes"
)

const passDoc = `replace operations of StableHLO by several simpler ones

Operations with results of dynamic shape are kept, as are most operations with operands of dynamic
shape. All operations that replace an operation get its discardable attributes.`

// Pass returns stablehlo-decompose.
func Pass() passes.Pass {
	return passes.On("stablehlo-decompose", passDoc, func(r *passes.Run, f fn.Func) error {
		if linalg.OnlyOnHost(f) {
			return nil
		}
		return run(r.Ctx, f)
	})
}

// run decomposes operations in the body of f until none can be decomposed. It fails if ctx ends, or
// if an operation is invalid or needs other processes. For example, an operation is invalid if its
// constant shape operand contradicts its type.
func run(ctx context.Context, f fn.Func) error {
	rw := rewrite.New(f.Op.Registry())
	for changed := true; changed; {
		changed = false
		var ops []*ir.Op
		f.Op.Walk(func(op *ir.Op) bool {
			ops = append(ops, op)
			return true
		})
		for _, op := range ops {
			regions := op.NumRegions()
			replaced, err := replace(ctx, rw, op)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			changed = changed || replaced
			if replaced && regions > 0 {
				break // ops may have operations that were erased together with op
			}
		}
	}
	return nil
}

// replace decomposes op if possible, and reports whether it did.
func replace(ctx context.Context, rw *rewrite.Rewriter, op *ir.Op) (bool, error) {
	if !isStatic(op) {
		return false, nil
	}
	rw.Before(op)
	rw.Loc = op.Loc()
	rw.Created = func(made *ir.Op) {
		made.Derive(op)
		for _, a := range op.DiscardableAttrs() {
			made.SetDiscardable(a.Name, a.Attr)
		}
	}
	if x := expander(op); x != nil {
		if why := nn.Invalid(op, x); why != "" {
			return false, ir.Errorf(op, "cannot be lowered to kernels: %s", why)
		}
	}
	e := emit.Emitter{B: &rw.Builder}
	vs := parts(ctx, e, op)
	if vs == nil {
		var err error
		if vs, err = alone(e, op); err != nil {
			return false, err
		}
	}
	if vs == nil {
		v, err := static(e, op)
		if v == nil || err != nil {
			return false, err
		}
		vs = []*ir.Value{v}
	}
	rw.Replace(op, vs...)
	return true, nil
}

func isStatic(op *ir.Op) bool {
	for v := range op.Results() {
		if !v.Type().HasStaticShape() {
			return false
		}
	}
	return op.NumResults() > 0
}

// parts returns the values that replace the results of op, or nil if it has no rule for op.
func parts(ctx context.Context, e emit.Emitter, op *ir.Op) []*ir.Value {
	one := func(v *ir.Value) []*ir.Value { return []*ir.Value{v} }
	if vs := withoutElements(e, op); vs != nil {
		return vs
	}
	dynamic := func(v *ir.Value) bool { return v.Type().IsShaped() && !v.Type().HasStaticShape() }
	if slices.ContainsFunc(op.OperandList(), dynamic) {
		return nil
	}
	if vs := empty(e, op); vs != nil {
		return vs
	}
	switch o := op.View().(type) {
	case stablehlo.TriangularSolve:
		return one(triangularSolve(e, o))
	case stablehlo.Cholesky:
		return one(cholesky(e, o))
	case stablehlo.Fft:
		return one(fft(ctx, e, o))
	case stablehlo.SelectAndScatter:
		return one(selectAndScatter(e, o))
	case stablehlo.BatchNormInference:
		return one(normalized(e, norm{o.Operand(), o.Scale(), o.Offset(), o.Mean(), o.Variance(), o.Epsilon(), o.FeatureIndex()}))
	case stablehlo.BatchNormTraining:
		return batchNorm(e, o)
	case stablehlo.BatchNormGrad:
		return batchNormGrad(e, o)
	case stablehlo.RngBitGenerator:
		return randomBits(e, o)
	case stablehlo.BitcastConvert:
		return bitcast(e, o)
	case stablehlo.Map:
		return lifted(e, o)
	}
	if x := expander(op); x != nil {
		return x.Expand(e.B, op.OperandList())
	}
	return client(e, op)
}

// expander returns op as an Expander if the expansion has operations that this pass replaces, or
// complex numbers, which the next pass replaces. Otherwise it returns nil.
func expander(op *ir.Op) nn.Expander {
	x, ok := nn.ExpanderOf(op)
	if ok && (ir.Is[onednngraph.MaxPoolBackward](op) || ir.Is[nnvm.MaxPool2DGrad](op) || ir.Is[onednngraph.Dropout](op) || hasComplex(op)) {
		return x
	}
	return nil
}

func hasComplex(op *ir.Op) bool {
	return slices.ContainsFunc(append(op.OperandTypes(), op.ResultTypes()...), func(t ir.Type) bool { return ir.IsType[*ir.ComplexType](t.Elem()) })
}

func shapeOf(v *ir.Value) []int64 { return emit.Shape(v) }
