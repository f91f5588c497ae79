package decompose

import (
	"context"
	"math"
	"math/bits"
	"math/cmplx"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// mostDense is the longest transform that is computed as one product with a matrix.
const mostDense = 32

// wave has the two parts of a complex tensor. im is nil if the imaginary part is 0.
type wave struct{ re, im *ir.Value }

func (w wave) map1(f func(*ir.Value) *ir.Value) wave {
	if w.im == nil {
		return wave{f(w.re), nil}
	}
	return wave{f(w.re), f(w.im)}
}

// transform writes Fourier transforms of lines. A line has the elements along the last dimension at
// fixed other indices. After ctx ends, constants are zeros, since the result is not used.
type transform struct {
	emit.Emitter
	ctx     context.Context
	elem    ir.Type // the element type of the parts
	inverse bool
}

// fft transforms along the last dimensions of the operand, one dimension after the other.
func fft(ctx context.Context, e emit.Emitter, o stablehlo.Fft) *ir.Value {
	lengths, kind := o.FftLength(), o.FftType()
	t := transform{Emitter: e, ctx: ctx, inverse: kind == "IFFT" || kind == "IRFFT"}
	w := wave{re: o.Operand()}
	if isComplex(o.Operand().Type()) {
		w.re, w.im = split(e, o.Operand())
	}
	t.elem = w.re.Type().Elem()
	rank := len(shapeOf(w.re))
	last, first := rank-1, rank-len(lengths)
	n := lengths[len(lengths)-1]
	if kind == "RFFT" {
		w = t.along(w, last, func(w wave) wave { return t.first(t.line(w), n/2+1) })
		last--
	}
	if kind == "IRFFT" {
		last--
	}
	for d := last; d >= first; d-- {
		w = t.along(w, d, t.line)
	}
	if kind == "IRFFT" {
		return t.line(t.mirrored(w, n)).re
	}
	return join(e, w.re, w.im, o.Op.Result().Type())
}

// along applies f to w with dimension d moved to the end.
func (t transform) along(w wave, d int, f func(wave) wave) wave {
	rank := len(shapeOf(w.re))
	perm := make([]int64, rank)
	for i := range perm {
		perm[i] = int64(i)
	}
	perm[d], perm[rank-1] = perm[rank-1], perm[d]
	turn := func(v *ir.Value) *ir.Value { return t.Transpose(v, perm...) }
	return f(w.map1(turn)).map1(turn)
}

func (t transform) first(w wave, n int64) wave { return t.cut(w, 0, n) }

func (t transform) cut(w wave, from, to int64) wave {
	return w.map1(func(v *ir.Value) *ir.Value {
		limit := slices.Clone(shapeOf(v))
		start := make([]int64, len(limit))
		start[len(start)-1], limit[len(limit)-1] = from, to
		return t.Slice(v, start, limit)
	})
}

// mirrored adds the second half of the spectrum of a real signal of length n.
func (t transform) mirrored(w wave, n int64) wave {
	shape := shapeOf(w.re)
	rank := int64(len(shape))
	m := shape[rank-1]
	if m == n {
		return w
	}
	rest := t.cut(w, 1, n-m+1).map1(func(v *ir.Value) *ir.Value { return stablehlo.NewReverse(t.B, v, rank-1).Op.Result() })
	return wave{t.Concat(rank-1, w.re, rest.re), t.Concat(rank-1, w.im, emit.Unary[stablehlo.Negate](t.Emitter, rest.im))}
}

// line transforms each line. For an inverse transform, it also divides by the length.
func (t transform) line(w wave) wave {
	shape := shapeOf(w.re)
	n := shape[len(shape)-1]
	w = t.sum(w, n)
	if t.inverse {
		w = w.map1(func(v *ir.Value) *ir.Value { return t.Mul(v, t.Fill(v.Type(), 1/float64(n))) })
	}
	return w
}

// turn returns the root of unity e^(-2πi k/n), or e^(2πi k/n) for an inverse transform.
func (t transform) turn(k, n int64) complex128 {
	angle := -2 * math.Pi * float64(k%n) / float64(n)
	if t.inverse {
		angle = -angle
	}
	return cmplx.Rect(1, angle)
}

// constant returns the parts of a constant whose element i is f(i).
func (t transform) constant(f func(i int) complex128, shape ...int64) wave {
	typ := ir.Tensor(t.elem, shape...)
	if t.ctx.Err() != nil {
		return wave{zeros(t.Emitter, typ), zeros(t.Emitter, typ)}
	}
	re, im := tensor.New(t.elem.Kind(), shape...), tensor.New(t.elem.Kind(), shape...)
	each(t.ctx, re.NumElements(), func(i int) {
		z := f(i)
		re.SetFloat(i, real(z))
		im.SetFloat(i, imag(z))
	})
	part := func(v *tensor.Tensor) *ir.Value {
		return stablehlo.NewConstant(t.B, ir.NewDense(typ, v)).Op.Result()
	}
	return wave{part(re), part(im)}
}

// each calls f with the numbers from 0 to n-1 until ctx ends.
func each(ctx context.Context, n int, f func(i int)) {
	const poll = 1 << 14
	for i := range n {
		if i%poll == 0 && ctx.Err() != nil {
			return
		}
		f(i)
	}
}

// bilinear computes f(a, b), where f is linear in both operands, from calls of f on real tensors.
func (t transform) bilinear(a, b wave, f func(x, y *ir.Value) *ir.Value) wave {
	if a.im == nil {
		return wave{f(a.re, b.re), f(a.re, b.im)}
	}
	return wave{t.Sub(f(a.re, b.re), f(a.im, b.im)), t.Add(f(a.re, b.im), f(a.im, b.re))}
}

// scaled multiplies w elementwise by a constant tensor, which is broadcast along the first
// dimensions of w.
func (t transform) scaled(w, by wave) wave {
	return t.bilinear(w, by, func(x, y *ir.Value) *ir.Value { return t.Mul(x, t.Trailing(y, shapeOf(x))) })
}

// sum returns the transform of lines of length n. It does not divide by n for an inverse transform.
// Short lines are multiplied by a matrix. For longer lines, sum uses Cooley and Tukey's algorithm
// with a small factor of n, or Bluestein's convolution if n has no small factor.
func (t transform) sum(w wave, n int64) wave {
	if n <= mostDense {
		m := t.constant(func(i int) complex128 { return t.turn(int64(i)/n*(int64(i)%n), n) }, n, n)
		return t.bilinear(w, m, func(x, y *ir.Value) *ir.Value { return t.Dot(x, y, len(shapeOf(x))-1, 0) })
	}
	p := factor(n)
	if p == 0 {
		return t.convolved(w, n)
	}
	q := n / p
	shape := shapeOf(w.re)
	outer := slices.Clone(shape[:len(shape)-1])
	split := func(a, b int64) func(*ir.Value) *ir.Value {
		return func(v *ir.Value) *ir.Value { return t.Reshape(v, append(slices.Clone(outer), a, b)...) }
	}
	turned := func(v *ir.Value) *ir.Value { return transposed(t.Emitter, v) }
	// x[q j1 + j2] is rearranged to lines over j1, of length p, and transformed to [j2, k1].
	w = t.sum(w.map1(split(p, q)).map1(turned), p)
	w = t.scaled(w, t.constant(func(i int) complex128 { return t.turn(int64(i)/p*(int64(i)%p), n) }, q, p))
	// Then lines over j2 are transformed to [k1, k2], and transposed to [k2, k1]. The element
	// [k2, k1] is X[k1 + p k2].
	w = t.sum(w.map1(turned), q).map1(turned)
	return w.map1(func(v *ir.Value) *ir.Value { return t.Reshape(v, shape...) })
}

// factor returns the largest divisor of n that is at most mostDense, or 0 if this divisor is 1.
func factor(n int64) int64 {
	for p := int64(mostDense); p > 1; p-- {
		if n%p == 0 {
			return p
		}
	}
	return 0
}

// convolved returns the transform by Bluestein's algorithm. Since jk = (j² + k² - (k-j)²)/2, the
// transform is a convolution with a chirp. The convolution is computed by transforms whose length
// is a power of two.
func (t transform) convolved(w wave, n int64) wave {
	m := int64(1) << bits.Len64(uint64(2*n-2))
	chirp := func(k int64) complex128 {
		hi, lo := bits.Mul64(uint64(k), uint64(k))
		return t.turn(int64(bits.Rem64(hi, lo, uint64(2*n))), 2*n)
	}
	w = t.scaled(w, t.constant(func(i int) complex128 { return chirp(int64(i)) }, n))
	w = w.map1(func(v *ir.Value) *ir.Value {
		shape := slices.Clone(shapeOf(v))
		zero, high := make([]int64, len(shape)), make([]int64, len(shape))
		high[len(high)-1] = m - n
		shape[len(shape)-1] = m
		return stablehlo.NewPad(t.B, v, t.Scalar(t.elem, 0), ir.Tensor(t.elem, shape...), zero, high, zero).Op.Result()
	})
	if t.ctx.Err() != nil {
		return w
	}
	spectrum := t.spectrum(m, n, chirp)
	forward, back := transform{t.Emitter, t.ctx, t.elem, false}, transform{t.Emitter, t.ctx, t.elem, true}
	w = forward.scaled(forward.sum(w, m), t.constant(func(i int) complex128 { return spectrum[i] }, m))
	w = t.first(back.line(w), n)
	return t.scaled(w, t.constant(func(i int) complex128 { return chirp(int64(i)) }, n))
}

// spectrum returns the transform of the filter of Bluestein's convolution. The filter has m
// elements, a power of two.
func (t transform) spectrum(m, n int64, chirp func(k int64) complex128) []complex128 {
	if err := hostbytes.Check(uint64(m) * 24); err != nil { // 16 bytes for each element of the filter, and for half as many roots of unity
		panic(err)
	}
	filter := make([]complex128, m)
	each(t.ctx, int(n), func(i int) {
		k := int64(i)
		filter[k] = cmplx.Conj(chirp(k))
		filter[(m-k)%m] = filter[k]
	})
	direct(t.ctx, filter)
	return filter
}

// direct replaces x, whose length is a power of two, by its transform. It runs Cooley and Tukey's
// algorithm in place.
func direct(ctx context.Context, x []complex128) {
	n := len(x)
	shift := bits.LeadingZeros64(uint64(n - 1))
	each(ctx, n, func(i int) {
		if j := int(bits.Reverse64(uint64(i)) >> shift); n > 1 && i < j {
			x[i], x[j] = x[j], x[i]
		}
	})
	roots := make([]complex128, n/2)
	each(ctx, n/2, func(k int) { roots[k] = cmplx.Rect(1, -2*math.Pi*float64(k)/float64(n)) })
	for half := 1; half < n; half *= 2 {
		each(ctx, n/2, func(i int) {
			k := i % half
			j := (i-k)*2 + k
			z := roots[k*(n/2/half)] * x[j+half]
			x[j], x[j+half] = x[j]+z, x[j]-z
		})
	}
}
