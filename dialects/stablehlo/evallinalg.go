package stablehlo

import (
	"math"
	"math/cmplx"

	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// matrix is one matrix of a batch. Elements are read and written as complex128, and rounded to the
// kind of t when they are written.
type matrix struct {
	t          *tensor.Tensor
	base       int
	rows, cols int
}

// matrices returns the number of matrices in the batch t, or 0 if t is empty.
func matrices(t *tensor.Tensor) int {
	if t.NumElements() == 0 {
		return 0
	}
	return tensor.NumElements(t.Shape[:len(t.Shape)-2])
}

func matrixOf(t *tensor.Tensor, i int) matrix {
	n := len(t.Shape)
	rows, cols := int(t.Shape[n-2]), int(t.Shape[n-1])
	return matrix{t, i * rows * cols, rows, cols}
}

func (m matrix) at(i, j int) complex128 { return m.t.Complex(m.base + i*m.cols + j) }
func (m matrix) set(i, j int, v complex128) {
	if m.t.Kind.IsComplex() {
		m.t.SetComplex(m.base+i*m.cols+j, v)
		return
	}
	m.t.SetFloat(m.base+i*m.cols+j, real(v))
}

// Eval decomposes each matrix. The unused triangle of the result is 0.
func (o Cholesky) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		out := c.New(ts[0].Kind, ts[0].Shape...)
		for i := range matrices(out) {
			cholesky(c, matrixOf(out, i), matrixOf(ts[0], i), o.Lower())
		}
		return out, nil
	})
}

// cholesky computes the lower triangular matrix l for which l·lᴴ = a. It writes l to out if lower
// is true, and otherwise lᴴ. It reads only the lower triangle of a if lower is true, and otherwise
// only the upper triangle. If a is not positive definite, the result may have NaNs.
func cholesky(c *interp.Context, out, a matrix, lower bool) {
	n := a.rows
	if err := hostbytes.Check(16 * uint64(n) * uint64(n+1) / 2); err != nil {
		panic(err) // a *hostbytes.Lack; tensor.New panics in the same way
	}
	// Each row is allocated when it is computed: clearing the memory of all rows at once would
	// delay the end of a canceled run.
	l := make([][]complex128, n)
	for i := range n {
		c.Work(i)
		li := make([]complex128, i+1)
		l[i] = li
		for j, lj := range l[:i+1] {
			c.Work(4 + 2*j)
			sum := a.at(i, j)
			if !lower {
				sum = cmplx.Conj(a.at(j, i))
			}
			for k := range j {
				sum -= li[k] * cmplx.Conj(lj[k])
			}
			if i == j {
				li[j] = complex(math.Sqrt(real(sum)), 0)
			} else {
				li[j] = sum / lj[j]
			}
		}
		for j, v := range li {
			if lower {
				out.set(i, j, v)
			} else {
				out.set(j, i, cmplx.Conj(v))
			}
		}
	}
}

// Eval solves a system of linear equations for each matrix of the batch.
func (o TriangularSolve) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		out := c.New(ts[1].Kind, ts[1].Shape...)
		for i := range matrices(out) {
			o.solve(c, matrixOf(out, i), matrixOf(ts[0], i), matrixOf(ts[1], i))
		}
		return out, nil
	})
}

// solve solves op(a)·x = b or, if left_side is false, x·op(a) = b, and writes x to out. The
// attribute transpose_a selects op(a): a, its transpose or its adjoint.
func (o TriangularSolve) solve(run *interp.Context, out, a, b matrix) {
	elem, lower := o.triangle(a)
	count, rhs := b.cols, b.at
	if !o.LeftSide() {
		count, rhs = b.rows, func(i, j int) complex128 { return b.at(j, i) }
		inner := elem
		elem, lower = func(i, j int) complex128 { return inner(j, i) }, !lower // since op(a)ᵀ·xᵀ = bᵀ
	}
	n := a.rows
	x := scratch[complex128](n)
	for c := range count {
		for step := range n {
			run.Work(4 + 16*step)
			i := step
			if !lower {
				i = n - 1 - step
			}
			sum := rhs(i, c)
			for k := range step {
				j := k
				if !lower {
					j = n - 1 - k
				}
				sum -= elem(i, j) * x[j]
			}
			if !o.UnitDiagonal() {
				sum /= elem(i, i)
			}
			x[i] = sum
		}
		run.Work(16 * n)
		for i, v := range x {
			if o.LeftSide() {
				out.set(i, c, v)
			} else {
				out.set(c, i, v)
			}
		}
	}
}

// triangle returns the elements of op(a), and whether op(a) is lower triangular.
func (o TriangularSolve) triangle(a matrix) (elem func(i, j int) complex128, lower bool) {
	switch o.TransposeA() {
	case "TRANSPOSE":
		return func(i, j int) complex128 { return a.at(j, i) }, !o.Lower()
	case "ADJOINT":
		return func(i, j int) complex128 { return cmplx.Conj(a.at(j, i)) }, !o.Lower()
	}
	return a.at, o.Lower()
}

// Eval transforms along the last dimensions, one after the other. fft_length has one length for
// each of these dimensions.
func (o Fft) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		t, lengths := ts[0], o.FftLength()
		kind := o.Op.Result().Type().Kind()
		first := len(t.Shape) - len(lengths)
		v := newSpectrum(c, t)
		last := len(t.Shape) - 1
		switch o.FftType() {
		case "FFT", "IFFT":
			for d := last; d >= first; d-- {
				v.transform(d, o.FftType() == "IFFT")
			}
		case "RFFT":
			v.transform(last, false)
			if n := lengths[len(lengths)-1]; n != 0 {
				v.resize(last, n/2+1)
			}
			for d := last - 1; d >= first; d-- {
				v.transform(d, false)
			}
		case "IRFFT":
			for d := first; d < last; d++ {
				v.transform(d, true)
			}
			v.mirror(last, lengths[len(lengths)-1])
			v.transform(last, true)
		default:
			return nil, interp.Unsupported(o.Op, "type "+o.FftType())
		}
		return v.tensor(kind), nil
	})
}

// spectrum is a tensor of complex numbers during a Fourier transform.
type spectrum struct {
	run   *interp.Context
	shape []int64
	data  []complex128
}

func newSpectrum(c *interp.Context, t *tensor.Tensor) *spectrum {
	v := &spectrum{c, append([]int64(nil), t.Shape...), scratch[complex128](t.NumElements())}
	c.Parts(len(v.data), func(from, to int) {
		for i := from; i < to; i++ {
			v.data[i] = t.Complex(i)
		}
	})
	return v
}

func (v *spectrum) tensor(k tensor.Kind) *tensor.Tensor {
	t := v.run.New(k, v.shape...)
	v.run.Parts(len(v.data), func(from, to int) {
		for i, z := range v.data[from:to] {
			if k.IsComplex() {
				t.SetComplex(from+i, z)
			} else {
				t.SetFloat(from+i, real(z))
			}
		}
	})
	return t
}

// lines replaces each line of v along dimension dim by the result of f, which must have n elements.
// The elements of a line have the same index in all dimensions except dim.
func (v *spectrum) lines(dim int, n int64, f func(line []complex128) []complex128) {
	old := v.shape[dim]
	inner := tensor.NumElements(v.shape[dim+1:])
	outer := tensor.NumElements(v.shape[:dim])
	v.shape[dim] = n
	if len(v.data) == 0 || tensor.NumElements(v.shape) == 0 {
		v.data = scratch[complex128](tensor.NumElements(v.shape))
		return
	}
	data := scratch[complex128](outer * int(n) * inner)
	line := scratch[complex128](int(old))
	for o := range outer {
		for i := range inner {
			v.run.Parts(len(line), func(from, to int) {
				for k := from; k < to; k++ {
					line[k] = v.data[(o*int(old)+k)*inner+i]
				}
			})
			made := f(line)
			v.run.Parts(len(made), func(from, to int) {
				for k := from; k < to; k++ {
					data[(o*int(n)+k)*inner+i] = made[k]
				}
			})
		}
	}
	v.data = data
}

func (v *spectrum) transform(dim int, inverse bool) {
	v.lines(dim, v.shape[dim], func(line []complex128) []complex128 { return fourier(v.run, line, inverse) })
}

func (v *spectrum) resize(dim int, n int64) {
	v.lines(dim, n, func(line []complex128) []complex128 { return line[:n] })
}

// mirror extends each line to n elements. It computes the additional elements by the symmetry of
// the Fourier transform of real numbers.
func (v *spectrum) mirror(dim int, n int64) {
	v.lines(dim, n, func(line []complex128) []complex128 {
		full := scratch[complex128](int(n))
		copy(full, line)
		if n > 0 {
			full[0] = complex(real(full[0]), 0)
		}
		for k := len(line); k < len(full); k++ {
			full[k] = cmplx.Conj(line[len(full)-k])
		}
		return full
	})
}

// fourier is the discrete Fourier transform, or its inverse.
func fourier(c *interp.Context, x []complex128, inverse bool) []complex128 {
	y := dft(c, x, inverse)
	if inverse {
		c.Parts(len(y), func(from, to int) {
			for i := from; i < to; i++ {
				y[i] /= complex(float64(len(y)), 0)
			}
		})
	}
	return y
}

// dft is the transform without scaling. If the length of x is even and above 2, dft transforms the
// elements with even and with odd indices separately, and combines the results. For other lengths,
// it computes each result directly, as a sum.
func dft(c *interp.Context, x []complex128, inverse bool) []complex128 {
	n := len(x)
	sign := -2 * math.Pi
	if inverse {
		sign = -sign
	}
	root := func(k int) complex128 { return cmplx.Rect(1, sign*float64(k)/float64(n)) }
	y := scratch[complex128](n)
	if n%2 == 0 && n > 2 {
		even, odd := scratch[complex128](n/2), scratch[complex128](n/2)
		c.Parts(n/2, func(from, to int) {
			for i := from; i < to; i++ {
				even[i], odd[i] = x[2*i], x[2*i+1]
			}
		})
		even, odd = dft(c, even, inverse), dft(c, odd, inverse)
		c.Parts(n/2, func(from, to int) {
			for k := from; k < to; k++ {
				w := root(k) * odd[k]
				y[k], y[k+n/2] = even[k]+w, even[k]-w
			}
		})
		return y
	}
	for k := range y {
		c.Parts(n, func(from, to int) {
			for j := from; j < to; j++ {
				y[k] += x[j] * root(j*k%n)
			}
		})
	}
	return y
}
