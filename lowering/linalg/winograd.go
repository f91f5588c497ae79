package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
	"github.com/lathe-ir/lathe/lowering/winograd"
)

// winograd lowers a convolution to products of transformed tiles. A tile of the result has m×m
// elements, and a tile of the input has a×a elements, where a = m + 2. The elements at the same
// position of all tiles form a tensor, with a row for each tile and a column for each feature. So
// there are a² tensors and a² products.
func (c *converter) winograd(o stablehlo.Convolution, m int64) []*ir.Value {
	if m == 0 {
		return nil
	}
	w := newTiled(c, o, m)
	in, kernels := w.input(), w.kernels()
	var sums []*ir.Value
	for k := range in {
		sums = append(sums, w.product(in[k], kernels[k]))
	}
	return one(w.output(sums))
}

// tiled describes a convolution that is computed by tiles.
type tiled struct {
	*converter
	op            stablehlo.Convolution
	m, a          int64
	n, rows, cols int64 // images, and rows and columns of tiles
	from, to      int64 // numbers of input and output features
	elem          ir.Type
	height, width int64 // the size of the result
}

func newTiled(c *converter, o stablehlo.Convolution, m int64) *tiled {
	d := o.DimensionNumbers()
	out, _ := o.Op.Result().Type().Shape()
	kernel, _ := o.RHS().Type().Shape()
	w := &tiled{
		converter: c, op: o, m: m, a: m + 2,
		n: out[d.OutputBatch], height: out[d.OutputSpatial[0]], width: out[d.OutputSpatial[1]],
		from: kernel[d.KernelInputFeature], to: kernel[d.KernelOutputFeature], elem: o.Op.Result().Type().Elem(),
	}
	w.rows, w.cols = (w.height+m-1)/m, (w.width+m-1)/m
	return w
}

// ordered returns v with its dimensions in the given order.
func (w *tiled) ordered(v *ir.Value, order ...int64) *ir.Value {
	from, _ := v.Type().Shape()
	at := affine.Map{Dims: len(order), Results: make([]affine.Expr, len(order))}
	shape := make([]int64, len(order))
	for i, d := range order {
		shape[i], at.Results[d] = from[d], affine.Dim(i)
	}
	if at.IsIdentity() {
		return v
	}
	return w.moved(v, ir.Tensor(w.elem, shape...), at)
}

// input returns the transformed tiles of the input. Result i·a + j has the elements (i, j) of all
// tiles.
func (w *tiled) input() []*ir.Value {
	d, padding := w.op.DimensionNumbers(), w.op.Padding()
	if len(padding) == 0 {
		padding = make([]int64, 4)
	}
	v := w.ordered(w.value(w.op.LHS()), d.InputBatch, d.InputSpatial[0], d.InputSpatial[1], d.InputFeature)
	t := ir.Tensor(w.elem, w.n, w.rows*w.m+2, w.cols*w.m+2, w.from)
	v = w.padded(v, t, zeroOf(w.b, w.elem), []int64{0, padding[0], padding[2], 0}, make([]int64, 4))
	var r reads
	for k := range w.a * w.a {
		r.values = append(r.values, v)
		r.maps = append(r.maps, affine.Map{Dims: 4, Results: []affine.Expr{affine.Dim(0), w.along(1, k/w.a), w.along(2, k%w.a), affine.Dim(3)}})
	}
	return w.transformed(r, w.a, winograd.Input[*ir.Value](w.m), w.a, w.a/2, ir.Tensor(w.elem, w.n, w.rows, w.cols, w.from))
}

func (w *tiled) along(d int, i int64) affine.Expr {
	return affine.Add(affine.Mul(affine.Dim(d), affine.Const(w.m)), affine.Const(i))
}

// reads has operands and the maps that index them.
type reads struct {
	values []*ir.Value
	maps   []affine.Map
}

// transformed applies f to the columns of the n×n matrix that r reads, and then to its rows. The
// result is a square matrix. Its number of rows is the parameter "results", and each of its
// elements is a tensor of type t. Each nest computes only as many rows as the parameter "rows"
// says. If a nest wrote more tensors, whose elements are often a multiple of a page apart, they
// would compete for the same sets of a cache.
func (w *tiled) transformed(r reads, n int64, f winograd.Transform[*ir.Value], results, rows int64, t ir.Type) (all []*ir.Value) {
	shape, _ := t.Shape()
	for first := int64(0); first < results*results; first += rows * results {
		s := structured.Shape{Ins: r.values, Maps: slices.Clone(r.maps), Reduction: make([]bool, len(shape))}
		for range rows * results {
			s.Outs, s.Maps = append(s.Outs, build.Empty(w.b, t)), append(s.Maps, affine.Identity(len(shape)))
		}
		g := structured.New(w.b, s, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
			return winograd.Square(arithmetic{b, w.elem}, f, int(n), args[:len(r.values)])[first : first+rows*results]
		})
		for op := range g.RegionAt(0).Entry().Backward() { // erase the operations for other rows
			if op.Dead() {
				op.Erase()
			}
		}
		all = append(all, g.ResultList()...)
	}
	return all
}

// kernels returns the transformed weights: for each element of the a×a tile a tensor with a row for
// each input feature and a column for each output feature.
func (w *tiled) kernels() []*ir.Value {
	d := w.op.DimensionNumbers()
	t := ir.Tensor(w.elem, w.from, w.to)
	order := [4]int64{d.KernelSpatial[0], d.KernelSpatial[1], d.KernelInputFeature, d.KernelOutputFeature}
	if constant := emit.Weights(w.op); constant != nil {
		var all []*ir.Value
		for _, v := range winograd.Weights(w.m, constant.Tensor(), order, w.taps()) {
			all = append(all, arith.NewConstant(w.b, ir.NewDense(t, v)).Op.Result())
		}
		return all
	}
	v := w.ordered(w.value(w.op.RHS()), order[:]...)
	var r reads
	for _, tap := range w.taps() {
		r.values = append(r.values, v)
		r.maps = append(r.maps, affine.Map{Dims: 2, Results: []affine.Expr{affine.Const(tap[0]), affine.Const(tap[1]), affine.Dim(0), affine.Dim(1)}})
	}
	return w.transformed(r, 3, winograd.Kernel[*ir.Value](w.m), w.a, 1, t)
}

// taps returns the index of the weight for each position in the 3×3 window.
func (w *tiled) taps() [][2]int64 {
	var all [][2]int64
	reversed := append(w.op.WindowReversal(), 0, 0)
	for i := range int64(3) {
		for j := range int64(3) {
			tap := [2]int64{i, j}
			for k := range tap {
				if reversed[k] != 0 {
					tap[k] = 2 - tap[k]
				}
			}
			all = append(all, tap)
		}
	}
	return all
}

// product multiplies the transformed tiles by the transformed weights for one position in a tile.
func (w *tiled) product(tiles, weights *ir.Value) *ir.Value {
	count := w.n * w.rows * w.cols
	row, term, column := affine.Dim(0), affine.Dim(1), affine.Dim(2)
	maps := []affine.Map{
		{Dims: 3, Results: []affine.Expr{row, term}}, {Dims: 3, Results: []affine.Expr{term, column}}, {Dims: 3, Results: []affine.Expr{row, column}},
	}
	p := product{op: w.op.Op, t: ir.Tensor(w.elem, count, w.to), rhs: weights, lhs: build.Reshape(w.b, tiles, ir.Tensor(w.elem, count, w.from))}
	return w.contract(p, maps, []bool{false, true, false})
}

// output transforms the sums, which are the results of the method product, to tiles of the result,
// and joins the tiles. sums[k] is for position k in a tile.
func (w *tiled) output(sums []*ir.Value) *ir.Value {
	var r reads
	for _, v := range sums {
		r.values = append(r.values, build.Reshape(w.b, v, ir.Tensor(w.elem, w.n, w.rows, 1, w.cols, 1, w.to)))
		r.maps = append(r.maps, affine.Identity(6))
	}
	parts := w.transformed(r, w.a, winograd.Output[*ir.Value](w.m), w.m, w.m, ir.Tensor(w.elem, w.n, w.rows, 1, w.cols, 1, w.to))
	v := build.Empty(w.b, ir.Tensor(w.elem, w.n, w.rows, w.m, w.cols, w.m, w.to))
	for k, part := range parts {
		v = build.InsertSlice(w.b, part, v, []int64{0, 0, int64(k) / w.m, 0, int64(k) % w.m, 0}, ones(6))
	}
	v = build.Reshape(w.b, v, ir.Tensor(w.elem, w.n, w.rows*w.m, w.cols*w.m, w.to))
	if whole := ir.Tensor(w.elem, w.n, w.height, w.width, w.to); v.Type() != whole {
		v = build.ExtractSlice(w.b, v, whole, make([]int64, 4), ones(4))
	}
	d := w.op.DimensionNumbers()
	order := make([]int64, 4)
	for i, at := range []int64{d.OutputBatch, d.OutputSpatial[0], d.OutputSpatial[1], d.OutputFeature} {
		order[at] = int64(i)
	}
	return w.ordered(v, order...)
}

// arithmetic builds the operations of a transform.
type arithmetic struct {
	b    *ir.Builder
	elem ir.Type
}

// Add, Sub, Scale and MulAdd implement winograd.Arithmetic.
func (a arithmetic) Add(x, y *ir.Value) *ir.Value { return arith.NewAddF(a.b, x, y).Op.Result() }
func (a arithmetic) Sub(x, y *ir.Value) *ir.Value { return arith.NewSubF(a.b, x, y).Op.Result() }
func (a arithmetic) Scale(k float64, x *ir.Value) *ir.Value {
	return arith.NewMulF(a.b, a.number(k), x).Op.Result()
}
func (a arithmetic) MulAdd(k float64, x, y *ir.Value) *ir.Value {
	return math.NewFma(a.b, a.number(k), x, y).Op.Result()
}

func (a arithmetic) number(k float64) *ir.Value { return arith.NewFloat(a.b, k, a.elem).Op.Result() }
