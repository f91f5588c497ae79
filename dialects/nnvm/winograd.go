package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// winogradOps lists convolutions with channels in blocks, convolutions with Winograd-transformed
// kernels, and the operators that transform kernels. The transform maps a kernel k to G·k·Gᵀ. The
// expansion of a convolution recovers k with a left inverse of the matrix G.
func winogradOps() []ir.OpDecl {
	weights := func(f winogradForm) rules {
		return rules{shapes: f.weightShapes, elems: f.weightElems, pattern: OutFusable, expand: f.expandWeight, layout: fixedLayout}
	}
	convolution := func(f winogradForm) rules {
		return rules{shapes: f.shapes, pattern: OutFusable, expand: f.expand, layout: winogradLayout}
	}
	return []ir.OpDecl{
		declare[ConvBlocked](rules{shapes: conv2DShapes, pattern: OutFusable, expand: expandConv, layout: convLayout, grad: gradConv}),
		declare[WinogradWeight](weights(tilesFirst)), declare[WinogradConv](convolution(tilesFirst)),
		declare[NNPackWeight](weights(tilesLast)), declare[NNPackConv](convolution(tilesLast)),
	}
}

// winogradForm is the order of the dimensions of a transformed kernel. In tilesFirst, height and
// width come before the channels. In tilesLast, which NNPACK uses, they come last, and are always
// 8.
type winogradForm bool

const (
	tilesFirst winogradForm = false
	tilesLast  winogradForm = true
)

// tile returns the number of results that one step of the convolution computes in each dimension:
// tile_size or, for NNPACK, 6. A transformed kernel has tile + kernel - 1 elements in each
// dimension.
func (f winogradForm) tile(op *ir.Op) int64 {
	if f == tilesLast {
		return 6
	}
	return intOf(op, "tile_size", 0)
}

// check fails if there is no transform for the sizes of the kernel and the tile.
func (f winogradForm) check(op *ir.Op, kernel []int64) error {
	t := f.tile(op)
	switch {
	case t < 2 || t > 8:
		return ir.Errorf(op, "needs a tile_size between 2 and 8, but has %d", t)
	case slices.ContainsFunc(kernel, func(n int64) bool { return n != ir.Dynamic && (n < 3 || n > 7 || f == tilesLast && n != 3) }):
		return ir.Errorf(op, "has no transform for a kernel of shape %s", Shape(kernel))
	}
	return nil
}

// whole converts the shape of a transformed kernel to the order [O, I, height, width]. The method
// apart is its inverse.
func (f winogradForm) whole(s Shape) Shape {
	if f == tilesLast || len(s) != 4 {
		return s
	}
	return Shape{s[2], s[3], s[0], s[1]}
}

func (f winogradForm) apart(s Shape) Shape { return f.whole(s) }

func (f winogradForm) weightShapes(s *Shapes) error {
	if err := firstOf(s.SetIn(0, rank(4)), s.SetOut(0, rank(4))); err != nil {
		return err
	}
	more := f.tile(s.Op) - 1
	in, out := slices.Clone(s.In[0]), slices.Clone(f.whole(s.Out[0]))
	for d := range in {
		grown := int64(0)
		if d > 1 {
			grown = more
		}
		switch {
		case in[d] != ir.Dynamic:
			out[d] = plus(in[d], grown)
		case out[d] != ir.Dynamic:
			in[d] = minus(out[d], grown)
		}
	}
	return firstOf(f.check(s.Op, in[2:]), s.SetIn(0, in), s.SetOut(0, f.apart(out)))
}

// weightElems infers the result's element type: out_dtype or, by default, that of the operand.
func (f winogradForm) weightElems(e *Elems) error {
	if name := textOf(e.Op, "out_dtype", "same"); name != "same" && name != "-1" {
		return outElem("out_dtype")(e)
	}
	return e.All()
}

func (f winogradForm) expandWeight(x *expansion) []*ir.Value {
	w := x.in[0]
	for range 2 { // each product transforms a dimension and moves it to the end
		w = x.Dot(w, x.matrix(w.Type().Elem(), winogradMatrix(f.tile(x.op), emit.Shape(w)[2])), 2, 1)
	}
	if f == tilesFirst {
		w = x.Transpose(w, 2, 3, 0, 1)
	}
	return one(x.Convert(w, x.out(0).Elem()))
}

func (f winogradForm) shapes(s *Shapes) error {
	if err := biased(s); err != nil {
		return err
	}
	c := convOf(s.Op)
	if c.groups != 1 || slices.ContainsFunc(c.dilations, func(n int64) bool { return n != 1 }) {
		return ir.Errorf(s.Op, "needs one group and no dilation")
	}
	if err := firstOf(f.check(s.Op, c.kernelSize), s.SetIn(1, rank(4))); err != nil {
		return err
	}
	more := f.tile(s.Op) - 1
	kernel := rank(4)
	// If the shape of the data is known, slideShapes infers the original kernel's shape from it.
	// Otherwise, the numbers of channels are those of the transformed kernel.
	if s.In[0] == nil || slices.Contains(s.In[0], ir.Dynamic) {
		w := f.whole(s.In[1])
		kernel = Shape{w[0], w[1], ir.Dynamic, ir.Dynamic}
	}
	inner := &Shapes{Op: s.Op, In: append([]Shape{s.In[0], kernel}, s.In[2:]...), Out: s.Out}
	if err := c.plainKernel().slideShapes(inner); err != nil {
		return err
	}
	s.In[0] = inner.In[0]
	copy(s.In[2:], inner.In[2:])
	o := inner.In[1]
	return s.SetIn(1, f.apart(Shape{o[0], o[1], plus(c.kernelSize[0], more), plus(c.kernelSize[1], more)}))
}

func (f winogradForm) expand(x *expansion) []*ir.Value {
	c, w := convOf(x.op).plainKernel(), x.in[1]
	for i := range 2 {
		back := x.matrix(w.Type().Elem(), leftInverse(winogradMatrix(f.tile(x.op), c.kernelSize[i])))
		d := 0
		if f == tilesLast {
			d = 2
		}
		w = x.Dot(w, back, d, 1)
	}
	return one(x.conv(c, w))
}

func (c conv) plainKernel() conv {
	c.kernel = "OIHW"
	return c
}

func winogradLayout(l *Layouts) error {
	weight := l.In[1]
	if err := convLayout(l); err != nil {
		return err
	}
	l.In[1] = weight
	l.stay(1)
	return nil
}

// matrix creates a constant with the given rows.
func (x *expansion) matrix(elem ir.Type, rows [][]float64) *ir.Value {
	return x.Table(elem, slices.Concat(rows...), int64(len(rows)), int64(len(rows[0])))
}

// winogradPoints[n] lists n points, where n is tile + kernel - 2. The elements of a row or column
// of the kernel are the coefficients of a polynomial. The transform evaluates it at these points.
var winogradPoints = func() [14][]float64 {
	half, two := []float64{0, -1, 1, 0.5, -0.5, 2, -2, -0.25}, []float64{0, -1, 1, 0.5, -2, -0.5}
	join := func(more ...float64) []float64 { return slices.Concat(half, more) }
	return [14][]float64{
		3: two[:3], 4: two[:4], 5: two[:5], 6: two, 7: half[:7], 8: half, 9: join(4), 10: join(0.75, -4./3), 11: join(4, 0.75, -4./3),
		12: join(4, 0.75, -4./3, 0.25), 13: join(4, 0.25, -0.75, 4./3, -4),
	}
}()

// winogradMatrix returns the matrix G. Row i has the powers of point i, divided by the product of
// its differences from all other points. In row 0, the divisor is the absolute value of this
// product. The last row selects the highest coefficient of the polynomial.
func winogradMatrix(tile, kernel int64) [][]float64 {
	points := winogradPoints[tile+kernel-2]
	var rows [][]float64
	for i, p := range points {
		scale := 1.
		for k, q := range points {
			if k != i {
				scale *= p - q
			}
		}
		if i == 0 && scale < 0 {
			scale = -scale
		}
		row, power := make([]float64, kernel), 1.
		for j := range row {
			row[j] = power / scale
			power *= p
		}
		rows = append(rows, row)
	}
	last := make([]float64, kernel)
	last[kernel-1] = 1
	return append(rows, last)
}

// leftInverse returns (mᵀ·m)⁻¹·mᵀ, whose product with m is the identity.
func leftInverse(m [][]float64) [][]float64 {
	n := len(m[0])
	rows := make([][]float64, n) // the augmented matrix [mᵀ·m | mᵀ]
	for i := range rows {
		rows[i] = make([]float64, n+len(m))
		for k, row := range m {
			for j := range row {
				rows[i][j] += row[i] * row[j]
			}
			rows[i][n+k] = row[i]
		}
	}
	for i := range rows { // mᵀ·m is positive definite, so no pivot is 0
		pivot := rows[i][i]
		for j := range rows[i] {
			rows[i][j] /= pivot
		}
		for k := range rows {
			factor := rows[k][i]
			for j := range rows[k] {
				if k != i {
					rows[k][j] -= factor * rows[i][j]
				}
			}
		}
	}
	for i := range rows {
		rows[i] = rows[i][n:]
	}
	return rows
}

// ConvBlocked is a convolution whose channels are in blocks, as its layouts say.
//
//	%r = nnvm._contrib_conv2d_NCHWc(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 1, 1>, layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<1x1x4x4x4xf32>, tensor<2x1x1x1x4x4xf32>) -> tensor<1x2x4x4x4xf32>
type ConvBlocked struct{ ir.Ref }

// Data, Weight and Bias return the operands; Bias may be nil.
func (o ConvBlocked) Data() *ir.Value   { return o.Op.OperandAt(0) }
func (o ConvBlocked) Weight() *ir.Value { return o.Op.OperandAt(1) }
func (o ConvBlocked) Bias() *ir.Value   { return optional(o.Op, 2) }

// Spec implements ir.View.
func (ConvBlocked) Spec() ir.Spec {
	return operator("_contrib_conv2d_NCHWc", "A convolution whose channels are in blocks.", "data weight bias?", "result", convParams()...)
}

// Verify implements ir.Verifier.
func (o ConvBlocked) Verify() error { return verify(o.Op) }

// WinogradWeight transforms a kernel for [WinogradConv].
//
//	%r = nnvm._contrib_conv2d_winograd_weight_transform(%w) {tile_size = 4 : i64} : (tensor<8x4x3x3xf32>) -> tensor<6x6x8x4xf32>
type WinogradWeight struct{ ir.Ref }

// Weight returns the operand.
func (o WinogradWeight) Weight() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (WinogradWeight) Spec() ir.Spec {
	return operator("_contrib_conv2d_winograd_weight_transform", "Transforms a kernel for Winograd's convolution.", "weight", "result", need(intParam("tile_size")))
}

// Verify implements ir.Verifier.
func (o WinogradWeight) Verify() error { return verify(o.Op) }

// WinogradConv is a convolution with a kernel that [WinogradWeight] made.
//
//	%r = nnvm._contrib_conv2d_winograd_without_weight_transform(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 3, 3>, tile_size = 4 : i64} : (tensor<1x4x9x9xf32>, tensor<6x6x8x4xf32>) -> tensor<1x8x7x7xf32>
type WinogradConv struct{ ir.Ref }

// Data, Weight and Bias return the operands; Bias may be nil.
func (o WinogradConv) Data() *ir.Value   { return o.Op.OperandAt(0) }
func (o WinogradConv) Weight() *ir.Value { return o.Op.OperandAt(1) }
func (o WinogradConv) Bias() *ir.Value   { return optional(o.Op, 2) }

// Spec implements ir.View.
func (WinogradConv) Spec() ir.Spec {
	return operator("_contrib_conv2d_winograd_without_weight_transform", "A convolution with a kernel that was transformed.", "data weight bias?", "result",
		append(convParams(), need(intParam("tile_size")))...)
}

// Verify implements ir.Verifier.
func (o WinogradConv) Verify() error { return verify(o.Op) }

// NNPackWeight transforms a kernel of 3 × 3 for [NNPackConv].
//
//	%r = nnvm._contrib_conv2d_winograd_nnpack_weight_transform(%w) {convolution_algorithm = 3 : i64} : (tensor<8x4x3x3xf32>) -> tensor<8x4x8x8xf32>
type NNPackWeight struct{ ir.Ref }

// Weight returns the operand.
func (o NNPackWeight) Weight() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (NNPackWeight) Spec() ir.Spec {
	return operator("_contrib_conv2d_winograd_nnpack_weight_transform", "Transforms a kernel for Winograd's convolution, in the form of NNPACK.", "weight", "result",
		need(intParam("convolution_algorithm")), textParam("out_dtype"))
}

// Verify implements ir.Verifier.
func (o NNPackWeight) Verify() error { return verify(o.Op) }

// NNPackConv is a convolution with a kernel that [NNPackWeight] made.
//
//	%r = nnvm._contrib_conv2d_winograd_nnpack_without_weight_transform(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x9x9xf32>, tensor<8x4x8x8xf32>) -> tensor<1x8x7x7xf32>
type NNPackConv struct{ ir.Ref }

// Data, Weight and Bias return the operands; Bias may be nil.
func (o NNPackConv) Data() *ir.Value   { return o.Op.OperandAt(0) }
func (o NNPackConv) Weight() *ir.Value { return o.Op.OperandAt(1) }
func (o NNPackConv) Bias() *ir.Value   { return optional(o.Op, 2) }

// Spec implements ir.View.
func (NNPackConv) Spec() ir.Spec {
	return operator("_contrib_conv2d_winograd_nnpack_without_weight_transform", "A convolution with a kernel that was transformed in the form of NNPACK.",
		"data weight bias?", "result", convParams()...)
}

// Verify implements ir.Verifier.
func (o NNPackConv) Verify() error { return verify(o.Op) }
