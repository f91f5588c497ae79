package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Eval computes the product.
func (o DotGeneral) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return dotGeneral(c, o.Op, o.DotDimensionNumbers(), ts[0], ts[1])
	})
}

// Eval computes the product.
func (o Dot) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		d := &DotDims{LHSContracting: []int64{int64(len(ts[0].Shape) - 1)}, RHSContracting: []int64{0}}
		return dotGeneral(c, o.Op, d, ts[0], ts[1])
	})
}

// dotGeneral sums products over the contracting dimensions in row-major order. Floats narrower than
// f32 are converted to f32 first, and the sums are rounded to the narrower type at the end.
func dotGeneral(c *interp.Context, op *ir.Op, d *DotDims, lhs, rhs *tensor.Tensor) (*tensor.Tensor, error) {
	kind := op.ResultAt(0).Type().Kind()
	if kind == tensor.Invalid {
		return nil, interp.Unsupported(op, "elements of this type")
	}
	a, lfree := dotOperand(c, lhs, d.LHSBatching, d.LHSContracting, false)
	b, rfree := dotOperand(c, rhs, d.RHSBatching, d.RHSContracting, true)
	batch := make([]int64, len(d.LHSBatching))
	for i, n := range d.LHSBatching {
		batch[i] = lhs.Shape[n]
	}
	return contract(c, a, b, slices.Concat(batch, lfree, rfree), kind), nil
}

// contract multiplies tensors of shapes [B, M, K] and [B, K, N]. It returns the products as
// elements of the given kind, in a tensor of the given shape.
func contract(c *interp.Context, a, b *tensor.Tensor, shape []int64, kind tensor.Kind) *tensor.Tensor {
	work := kind
	if narrowFloat(kind) {
		work = tensor.F32
	}
	out := c.New(work, shape...)
	if len(out.Data) == 0 {
		return c.New(kind, shape...)
	}
	a, b = convertTo(c, a, work), convertTo(c, b, work)
	switch work {
	case tensor.F32:
		singleProduct(c, slice[float32](out), slice[float32](a), slice[float32](b), a.Shape, b.Shape)
	case tensor.F64:
		matmuls(c, slice[float64](out), slice[float64](a), slice[float64](b), a.Shape, b.Shape)
	case tensor.C64:
		matmuls(c, slice[complex64](out), slice[complex64](a), slice[complex64](b), a.Shape, b.Shape)
	case tensor.C128:
		matmuls(c, slice[complex128](out), slice[complex128](a), slice[complex128](b), a.Shape, b.Shape)
	case tensor.I1:
		boolProduct(c, out, a, b)
	default:
		intProduct(c, out, a, b)
	}
	return convertTo(c, out, kind)
}

func convertTo(c *interp.Context, t *tensor.Tensor, k tensor.Kind) *tensor.Tensor {
	if t.Kind == k {
		return t
	}
	return inParts(c, []*tensor.Tensor{t}, func(ts []*tensor.Tensor) *tensor.Tensor { return tensor.Convert(ts[0], k) })
}

// blockWork is the approximate number of multiplications between two checks of the context.
const blockWork = 1 << 20

// blocks divides the right operand of a product, a matrix of k rows and n columns, into blocks, and
// calls f for each block. Blocks of the same columns are visited in the order of their rows, so
// each sum is computed in this order. Each block except the last of its columns has a multiple of 4
// rows.
func blocks(c *interp.Context, k, n int, f func(row, rows, col, cols int)) {
	c.Work(8)
	for col := 0; col < n; col += blockWork {
		cols := min(blockWork, n-col)
		step := max(4, blockWork/cols&^3)
		for row := 0; row < k; row += step {
			rows := min(step, k-row)
			c.Work(rows * cols)
			f(row, rows, col, cols)
		}
	}
}

// dotOperand returns t as a tensor of rank 3 with the dimensions [batch, free, contracted], or
// [batch, contracted, free] if last is set. It also returns the extents of the free dimensions.
func dotOperand(c *interp.Context, t *tensor.Tensor, batch, contracted []int64, last bool) (*tensor.Tensor, []int64) {
	var freeDims, free []int64
	for i, n := range t.Shape {
		if d := int64(i); !slices.Contains(batch, d) && !slices.Contains(contracted, d) {
			freeDims, free = append(freeDims, d), append(free, n)
		}
	}
	extent := func(ds []int64) int64 {
		n := int64(1)
		for _, d := range ds {
			n *= t.Shape[d]
		}
		return n
	}
	b, f, k := extent(batch), extent(freeDims), extent(contracted)
	if last {
		return transposed(c, t, slices.Concat(batch, contracted, freeDims)).Reshape([]int64{b, k, f}), free
	}
	return transposed(c, t, slices.Concat(batch, freeDims, contracted)).Reshape([]int64{b, f, k}), free
}

// matmuls computes [B, M, K] × [B, K, N] → [B, M, N].
func matmuls[T anyReal | complex64 | complex128](c *interp.Context, d, a, b []T, as, bs []int64) {
	m, k, n := int(as[1]), int(as[2]), int(bs[2])
	for r := range int(as[0]) * m {
		batch := r / m * k * n
		blocks(c, k, n, func(row, rows, col, cols int) {
			at := r*n + col
			addProducts(d[at:at+cols], a[r*k+row:r*k+row+rows], b[batch+row*n+col:], n)
		})
	}
}

// shortSum is the maximum number of terms of an f32 sum that is rounded after each term.
// StableHLO's test suites expect such results.
const shortSum = 16

// singleProduct multiplies f32 matrices. It computes sums of more than shortSum terms in f64, where
// each product is exact, and rounds each sum once.
func singleProduct(c *interp.Context, d, a, b []float32, as, bs []int64) {
	m, k, n := int(as[1]), int(as[2]), int(bs[2])
	if k <= shortSum {
		matmuls(c, d, a, b, as, bs)
		return
	}
	sums := scratch[float64](n)
	for r := range int(as[0]) * m {
		clear(sums)
		batch := r / m * k * n
		blocks(c, k, n, func(row, rows, col, cols int) {
			out := sums[col : col+cols]
			for p := row; p < row+rows; p++ {
				v, at := float64(a[r*k+p]), batch+p*n+col
				for j, w := range b[at : at+cols] {
					out[j] += v * float64(w)
				}
			}
		})
		for j, v := range sums {
			d[r*n+j] = float32(v)
		}
	}
}

// addProducts adds Σ a[k]·b[k, :] to row, in the order of k. The distance from a row of b to the
// next row is step elements. Processing four rows of b at a time saves three of four loads and
// stores of row. The conversions T(…) prevent Go from fusing a product and a sum into one operation
// with a single rounding.
func addProducts[T anyReal | complex64 | complex128](row, a, b []T, step int) {
	n, k := len(row), 0
	for ; k+4 <= len(a); k += 4 {
		a0, a1, a2, a3 := a[k], a[k+1], a[k+2], a[k+3]
		b0, b1, b2, b3 := b[k*step:k*step+n], b[(k+1)*step:(k+1)*step+n], b[(k+2)*step:(k+2)*step+n], b[(k+3)*step:(k+3)*step+n]
		b1, b2, b3 = b1[:len(b0)], b2[:len(b0)], b3[:len(b0)]
		out := row[:len(b0)]
		for j := range out {
			v := out[j] + T(a0*b0[j])
			v += T(a1 * b1[j])
			v += T(a2 * b2[j])
			out[j] = v + T(a3*b3[j])
		}
	}
	for ; k < len(a); k++ {
		for j, v := range b[k*step : k*step+n] {
			row[j] += T(a[k] * v)
		}
	}
}

// boolProduct multiplies matrices of booleans: a product is an AND, and a sum is an OR.
func boolProduct(c *interp.Context, d, a, b *tensor.Tensor) {
	m, k, n := int(a.Shape[1]), int(a.Shape[2]), int(b.Shape[2])
	for i := range int(a.Shape[0]) * m {
		batch := i / m
		blocks(c, k, n, func(row, rows, col, cols int) {
			out := d.Data[i*n+col : i*n+col+cols]
			for p := row; p < row+rows; p++ {
				if a.Data[i*k+p] == 0 {
					continue
				}
				at := (batch*k+p)*n + col
				for j, v := range b.Data[at : at+cols] {
					out[j] |= v
				}
			}
		})
	}
}

// intProduct multiplies matrices of integers modulo 2ⁿ, where n is the number of bits of an
// integer. It computes in 64 bits, and wraps the sums at the end.
func intProduct(c *interp.Context, d, a, b *tensor.Tensor) {
	x, y := convertTo(c, a, tensor.I64), convertTo(c, b, tensor.I64)
	xs, ys := slice[int64](x), slice[int64](y)
	m, k, n := int(a.Shape[1]), int(a.Shape[2]), int(b.Shape[2])
	row := scratch[int64](n)
	for i := range int(a.Shape[0]) * m {
		clear(row)
		batch := i / m
		blocks(c, k, n, func(first, rows, col, cols int) {
			out := row[col : col+cols]
			for p := first; p < first+rows; p++ {
				v, at := xs[i*k+p], (batch*k+p)*n+col
				for j, w := range ys[at : at+cols] {
					out[j] += v * w
				}
			}
		})
		c.Parts(n, func(from, to int) {
			for j := from; j < to; j++ {
				d.SetBits(i*n+j, uint64(row[j])&(1<<(d.Kind.Bits()-1)<<1-1))
			}
		})
	}
}
