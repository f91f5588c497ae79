package linalg

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Winograd is a variant of Winograd's convolution algorithm: the size of the square output tiles
// and of the square kernels. These sizes determine the matrices A, B and G.
type Winograd struct{ Tile, Kernel int64 }

// window returns the size of an input tile.
func (f Winograd) window() int64 { return f.Tile + f.Kernel - 1 }

// winogradOf returns the variant that the attribute fmr selects.
func winogradOf(fmr ir.Attr) Winograd {
	i, _ := fmr.Int()
	return []Winograd{{2, 3}, {4, 3}, {2, 5}}[i]
}

// transform returns the Spec of a step of the algorithm. The parameters from and to are the ranks
// of the input and the output.
func transform(name, doc, input string, from, to int) ir.Spec {
	return ir.Spec{
		Name:     "linalg.winograd_" + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: input, Type: tensorOfRank(from)}, {Name: "output", Type: tensorOfRank(to)}},
		Results:  []ir.Field{{Name: "result", Type: tensorOfRank(to)}},
		Attrs: []ir.AttrField{{
			Name: "fmr", Doc: "The sizes of the output tiles and of the kernels.",
			Type: constraint.Enum32("allowed 32-bit signless integer cases: 0, 1, 2", "F_2_3", "F_4_3", "F_2_5"),
		}},
		Traits: ir.Pure,
		Format: fmt.Sprintf("attr-dict `fmr` `(` $fmr `)` `ins` `(` $%s `:` type($%[1]s) `)` `outs` `(` $output `:` type($output) `)` `->` type($result)", input),
	}
}

func tensorOfRank(n int) ir.Constraint {
	return ir.Constraint{Text: fmt.Sprintf("%dD tensor of any type values", n), Class: constraint.IsTensor, Accept: func(t ir.Type) bool {
		return ir.IsType[*ir.TensorType](t) && rank(t) == n
	}}
}

// verifyTransform checks the output's shape and element type. input is the name of the input.
func verifyTransform(op *ir.Op, input string, want []int64) error {
	from, to := op.OperandAt(0).Type(), op.OperandAt(1).Type()
	if from.Elem() != to.Elem() {
		return ir.Errorf(op, "failed to verify that all of {%s, output} have same element type", input)
	}
	if got, _ := to.Shape(); !compatible(want, got) {
		return ir.Errorf(op, "the output shape is not expected")
	}
	return verifyResults(op, []*ir.Value{op.OperandAt(1)})
}

// WinogradFilterTransform computes G g Gᵀ for each kernel g: [F,H,W,C] → [α,α,C,F]. α is the size
// of an input tile.
//
//	%r = linalg.winograd_filter_transform fmr(F_4_3) ins(%g : tensor<2x3x3x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
type WinogradFilterTransform struct{ ir.Ref }

// Filter returns the kernels, Output the output operand, and Variant the sizes of the output tiles
// and of the kernels.
func (o WinogradFilterTransform) Filter() *ir.Value { return o.Op.OperandAt(0) }
func (o WinogradFilterTransform) Output() *ir.Value { return o.Op.OperandAt(1) }
func (o WinogradFilterTransform) Variant() Winograd { return winogradOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (WinogradFilterTransform) Spec() ir.Spec {
	return transform("filter_transform", "The product G g Gᵀ for each kernel g.", "filter", 4, 4)
}

// Verify implements ir.Verifier.
func (o WinogradFilterTransform) Verify() error {
	f := o.Variant()
	shape, _ := o.Filter().Type().Shape()
	h, w := shape[1], shape[2]
	switch {
	case h != f.Kernel && h != 1:
		return ir.Errorf(o.Op, "expect filter height either equals to r or 1")
	case w != f.Kernel && w != 1:
		return ir.Errorf(o.Op, "expect filter width either equals to r or 1")
	case h == 1 && w == 1:
		return ir.Errorf(o.Op, "expect either filter height or width equals to r")
	}
	return verifyTransform(o.Op, "filter", []int64{f.tiled(h), f.tiled(w), shape[3], shape[0]})
}

// tiled(n) returns the transformed extent of a kernel dimension of extent n. A dimension of extent
// 1 is not transformed.
func (f Winograd) tiled(n int64) int64 {
	if n == 1 {
		return 1
	}
	return f.window()
}

// WinogradInputTransform computes Bᵀ d B for each tile d of the input: [N,H,W,C] → [α,α,H',W',N,C].
// α is the size of an input tile; H' and W' are the numbers of tiles.
//
//	%r = linalg.winograd_input_transform fmr(F_4_3) ins(%d : tensor<2x14x14x5xf32>) outs(%o : tensor<6x6x3x3x2x5xf32>) -> tensor<6x6x3x3x2x5xf32>
type WinogradInputTransform struct{ ir.Ref }

// Input returns the input, Output the output operand, and Variant the sizes of the output tiles and
// of the kernels.
func (o WinogradInputTransform) Input() *ir.Value  { return o.Op.OperandAt(0) }
func (o WinogradInputTransform) Output() *ir.Value { return o.Op.OperandAt(1) }
func (o WinogradInputTransform) Variant() Winograd { return winogradOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (WinogradInputTransform) Spec() ir.Spec {
	return transform("input_transform", "The product Bᵀ d B for each tile d of the input.", "input", 4, 6)
}

// Verify implements ir.Verifier.
func (o WinogradInputTransform) Verify() error {
	from, _ := o.Input().Type().Shape()
	to, _ := o.Output().Type().Shape()
	want := []int64{0, 0, 0, 0, from[0], from[3]}
	for i := range 2 {
		want[i], want[2+i] = o.Variant().tiles(from[1+i], to[i] != 1)
	}
	return verifyTransform(o.Op, "input", want)
}

// tiles returns the size of an input tile and the number of tiles in an input dimension of extent
// n. The number is ir.Dynamic if n is. If a static dimension is not transformed, tiles have size 1.
func (f Winograd) tiles(n int64, transformed bool) (size, count int64) {
	switch {
	case n == ir.Dynamic:
		return f.window(), ir.Dynamic
	case !transformed:
		return 1, n
	}
	return f.window(), (n - (f.Kernel - 1)) / f.Tile
}

// WinogradOutputTransform computes Aᵀ y A for each tile y of the product of the transformed input
// and kernels: [α,α,H',W',N,F] → [N,H,W,F]. WinogradInputTransform explains the dimensions.
//
//	%r = linalg.winograd_output_transform fmr(F_4_3) ins(%y : tensor<6x6x3x3x2x2xf32>) outs(%o : tensor<2x12x12x2xf32>) -> tensor<2x12x12x2xf32>
type WinogradOutputTransform struct{ ir.Ref }

// Value returns the tiles, Output the output operand, and Variant the sizes of the output tiles and
// of the kernels.
func (o WinogradOutputTransform) Value() *ir.Value  { return o.Op.OperandAt(0) }
func (o WinogradOutputTransform) Output() *ir.Value { return o.Op.OperandAt(1) }
func (o WinogradOutputTransform) Variant() Winograd { return winogradOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (WinogradOutputTransform) Spec() ir.Spec {
	return transform("output_transform", "The value Aᵀ y A for each tile y of the product of the transformed input and kernels.", "value", 6, 4)
}

// Verify implements ir.Verifier.
func (o WinogradOutputTransform) Verify() error {
	f := o.Variant()
	from, _ := o.Value().Type().Shape()
	want := []int64{from[4], 0, 0, from[5]}
	for i, side := range []string{"height", "width"} {
		size, count := from[i], from[2+i]
		switch {
		case size == ir.Dynamic || count == ir.Dynamic:
			want[1+i] = ir.Dynamic
		case size != 1 && size != f.window():
			return ir.Errorf(o.Op, "expect input %s equals to input tile size", side)
		case size == 1:
			want[1+i] = count
		default:
			want[1+i] = f.Tile * count
		}
	}
	return verifyTransform(o.Op, "value", want)
}
