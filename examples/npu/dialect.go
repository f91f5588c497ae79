package main

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

// Dense is the matrix instruction of the NPU: x·w + bias.
//
//	%y = npu.dense %x, %w, %bias : tensor<4x8xf32>, tensor<8x2xf32>, tensor<4x2xf32>
type Dense struct{ ir.Ref }

// X, W and Bias return the operands.
func (o Dense) X() *ir.Value    { return o.Op.OperandAt(0) }
func (o Dense) W() *ir.Value    { return o.Op.OperandAt(1) }
func (o Dense) Bias() *ir.Value { return o.Op.OperandAt(2) }

// Spec implements ir.View. The parser, printer, verifier and documentation use the Spec.
func (Dense) Spec() ir.Spec {
	bias := ir.Constraint{Var: "Bias"}
	return ir.Spec{
		Name:     "npu.dense",
		Doc:      "x·w + bias for matrices x, w and bias.",
		Operands: []ir.Field{{Name: "x"}, {Name: "w"}, {Name: "bias", Type: bias}},
		Results:  []ir.Field{{Name: "result", Type: bias}},
		Traits:   ir.Pure,
		Format:   "$x `,` $w `,` $bias attr-dict `:` type($x) `,` type($w) `,` type($bias)",
	}
}

// Verify implements ir.Verifier. It checks the shapes, because the Spec cannot describe them.
func (o Dense) Verify() error {
	x, w, y := sizes(o.X()), sizes(o.W()), sizes(o.Bias())
	if len(x) != 2 || len(w) != 2 || !slices.Equal(y, []int64{x[0], w[1]}) || x[1] != w[0] {
		return ir.Errorf(o.Op, "needs matrices of n×k, k×m and n×m, but got '%s', '%s' and '%s'", o.X().Type(), o.W().Type(), o.Bias().Type())
	}
	return nil
}

func sizes(v *ir.Value) []int64 { s, _ := v.Type().Shape(); return s }

// Eval implements interp.Evaler. It computes the result.
func (o Dense) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	x, w, y := in[0].(*tensor.Tensor), in[1].(*tensor.Tensor), in[2].(*tensor.Tensor).Clone()
	k, m := int(w.Shape[0]), int(w.Shape[1])
	xs, ws, ys := tensor.Slice[float32](x), tensor.Slice[float32](w), tensor.Slice[float32](y)
	for i := range ys {
		var sum float32
		for j := range k {
			sum += xs[i/m*k+j] * ws[j*m+i%m]
		}
		ys[i] += sum
	}
	return []interp.Value{y}, nil
}

// x·w + bias → dense(x, w, bias), if the sum is the only use of the product
func formDense(op stablehlo.Add, rw *rewrite.Rewriter) bool {
	p, ok := ir.Defining[stablehlo.DotGeneral](op.LHS())
	if !ok || !op.LHS().HasOneUse() || op.RHS().Type().Elem() != ir.F32() {
		return false
	}
	d, x, w := p.DotDimensionNumbers(), p.LHS(), p.RHS()
	if len(sizes(x)) != 2 || len(sizes(w)) != 2 || x.Type().Elem() != ir.F32() || w.Type().Elem() != ir.F32() ||
		len(d.LHSBatching) > 0 || !slices.Equal(d.LHSContracting, []int64{1}) || !slices.Equal(d.RHSContracting, []int64{0}) {
		return false
	}
	dense := ir.Create[Dense](&rw.Builder, ir.Init{Operands: []*ir.Value{x, w, op.RHS()}, Results: []ir.Type{op.RHS().Type()}})
	dense.Op.Derive(p.Op) // so that reports and refusals also name the product
	rw.Replace(op.Op, dense.Op.Result())
	return true
}

// fuse returns the pass that forms the NPU's instructions.
func fuse() passes.Pass {
	return passes.On("npu-fuse", "form npu.dense", func(r *passes.Run, f fn.Func) error {
		_, err := rewrite.Greedy(r.Registry, f.Op, rewrite.NewSet(rewrite.On(formDense)), rewrite.Options{Log: r.Log})
		return err
	})
}
