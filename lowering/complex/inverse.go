package complex

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/ir"
)

// client computes functions of CHLO.
func (w *wide) client(op *ir.Op, a pair) pair {
	turned := pair{w.neg(a.im), a.re} // i a
	switch op.View().(type) {
	case chlo.Tan:
		return w.tan(a)
	case chlo.Sinh:
		sh, ch := w.sinhcosh(a.re)
		return pair{w.Mul(sh, w.cos(a.im)), w.Mul(ch, w.sin(a.im))}
	case chlo.Cosh:
		sh, ch := w.sinhcosh(a.re)
		return pair{w.Mul(ch, w.cos(a.im)), w.Mul(sh, w.sin(a.im))}
	case chlo.Atanh:
		return w.atanh(a)
	case chlo.Atan:
		t := w.atanh(turned)
		return pair{t.im, w.neg(t.re)}
	case chlo.Asinh:
		return w.asinh(a)
	case chlo.Asin:
		s := w.asinh(turned)
		return pair{s.im, w.neg(s.re)}
	case chlo.Acos:
		s := w.asinh(turned)
		return pair{w.Sub(w.fill(math.Pi/2), s.im), s.re}
	case chlo.Acosh:
		one := w.number(1, 0)
		return w.log(w.add(a, w.mul(w.sqrt(w.add(a, one)), w.sqrt(w.sub(a, one)))))
	}
	return pair{}
}

// atanh is half of log(1 + a) - log(1 - a).
func (w *wide) atanh(a pair) pair {
	d := w.sub(w.log1p(a), w.log1p(pair{w.neg(a.re), w.neg(a.im)}))
	return pair{w.scale(d.re, 0.5), w.scale(d.im, 0.5)}
}

// asinh is log(a + sqrt(a² + 1)) of the number on the right, whose sum does not cancel.
func (w *wide) asinh(a pair) pair {
	left := w.Compare("LT", a.re, w.fill(0))
	b := w.choose(left, pair{w.neg(a.re), w.neg(a.im)}, a)
	l := w.log(w.add(b, w.sqrt(w.add(w.square(b), w.number(1, 0)))))
	return w.choose(left, pair{w.neg(l.re), w.neg(l.im)}, l)
}
