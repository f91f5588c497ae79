package mathx

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// machine evaluates on float64 and int64 patterns.
type machine struct{}

func f(x uint64) float64 { return math.Float64frombits(x) }
func b(x float64) uint64 { return math.Float64bits(x) }
func t(c bool) uint64 {
	if c {
		return math.MaxUint64
	}
	return 0
}

func (machine) F(c float64) uint64          { return b(c) }
func (machine) I(c int64) uint64            { return uint64(c) }
func (machine) AddF(x, y uint64) uint64     { return b(f(x) + f(y)) }
func (machine) SubF(x, y uint64) uint64     { return b(f(x) - f(y)) }
func (machine) MulF(x, y uint64) uint64     { return b(float64(f(x) * f(y))) }
func (machine) DivF(x, y uint64) uint64     { return b(f(x) / f(y)) }
func (machine) NegF(x uint64) uint64        { return x ^ 1<<63 }
func (machine) AbsF(x uint64) uint64        { return x &^ (1 << 63) }
func (machine) Sqrt(x uint64) uint64        { return b(math.Sqrt(f(x))) }
func (machine) Floor(x uint64) uint64       { return b(math.Floor(f(x))) }
func (machine) RoundEven(x uint64) uint64   { return b(math.RoundToEven(f(x))) }
func (machine) CopySign(x, s uint64) uint64 { return b(math.Copysign(f(x), f(s))) }
func (machine) AddI(x, y uint64) uint64     { return x + y }
func (machine) SubI(x, y uint64) uint64     { return x - y }
func (machine) MulI(x, y uint64) uint64     { return x * y }
func (machine) DivUI(x, y uint64) uint64    { return x / y }
func (machine) And(x, y uint64) uint64      { return x & y }
func (machine) Or(x, y uint64) uint64       { return x | y }
func (machine) Xor(x, y uint64) uint64      { return x ^ y }
func (machine) ShL(x, y uint64) uint64      { return x << amount(y) }
func (machine) ShRS(x, y uint64) uint64     { return uint64(int64(x) >> amount(y)) }
func (machine) ShRU(x, y uint64) uint64     { return x >> amount(y) }
func (machine) Bits(x uint64) uint64        { return x }
func (machine) Float(x uint64) uint64       { return x }
func (machine) Less(x, y uint64) uint64     { return t(f(x) < f(y)) }
func (machine) Equal(x, y uint64) uint64    { return t(f(x) == f(y)) }
func (machine) IsNaN(x uint64) uint64       { return t(f(x) != f(x)) }
func (machine) LessI(x, y uint64) uint64    { return t(int64(x) < int64(y)) }
func (machine) EqualI(x, y uint64) uint64   { return t(x == y) }
func (machine) Select(c, x, y uint64) uint64 {
	if c != 0 {
		return x
	}
	return y
}

func amount(y uint64) uint64 {
	if y > 63 {
		panic("shift by 64 or more")
	}
	return y
}

func unary(op func(machine, uint64) uint64) func(float64) float64 {
	return func(x float64) float64 { return f(op(machine{}, b(x))) }
}

// ulps is the distance in units of the last place of want.
func ulps(got, want float64) float64 {
	switch {
	case math.IsNaN(got) && math.IsNaN(want), got == want:
		if want == 0 && math.Signbit(got) != math.Signbit(want) {
			return math.Inf(1)
		}
		return 0
	case math.IsNaN(got), math.IsNaN(want), math.IsInf(got, 0), math.IsInf(want, 0):
		return math.Inf(1)
	}
	next := math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want)
	return math.Abs(got-want) / next
}

func edges() []float64 {
	inf := math.Inf(1)
	return []float64{0, math.Copysign(0, -1), inf, -inf, math.NaN(), 1, -1, 0.5, -0.5, 2, -2, 3, -3, 4.5,
		math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64,
		0x1p-1022, 1e-300, 1e300, -1e300, 709.7, 709.79, -745, -745.2, 88.7, 1e-10, -1e-10, 0x1p53, 0x1p53 + 2}
}

func TestUnary(tt *testing.T) {
	sin, cos, tan := angles()
	cases := []struct {
		name     string
		got      func(float64) float64
		want     func(float64) float64
		lo, hi   float64
		limit    float64 // of ours plus Go's own error
		anywhere bool    // also random patterns
	}{
		{"exp", unary(Exp[uint64, machine]), exp, -740, 709, 2, true},
		{"exp-small", unary(Exp[uint64, machine]), math.Exp, -2, 2, 2, false},
		{"expm1", unary(Expm1[uint64, machine]), math.Expm1, -40, 40, 4, true},
		{"expm1-small", unary(Expm1[uint64, machine]), math.Expm1, -1, 1, 4, false},
		{"log", unary(Log[uint64, machine]), log, 0, 3, 2, true},
		{"log-large", unary(Log[uint64, machine]), math.Log, 0, 1e6, 2, false},
		{"log1p", unary(Log1p[uint64, machine]), math.Log1p, -1, 2, 3, true},
		{"tanh", unary(Tanh[uint64, machine]), tanh, -20, 20, 4, true},
		{"tanh-small", unary(Tanh[uint64, machine]), tanh, -1, 1, 4, false},
		{"cbrt", unary(Cbrt[uint64, machine]), math.Cbrt, -100, 100, 2, true},
		{"erf", unary(Erf[uint64, machine]), math.Erf, -7, 7, 4, true},
		{"erfc", unary(Erfc[uint64, machine]), math.Erfc, -7, 26, 5, true},
		{"sin", unary(Sin[uint64, machine]), sin, -100, 100, 3, true},
		{"sin-large", unary(Sin[uint64, machine]), sin, -1e9, 1e9, 3, false},
		{"cos", unary(Cos[uint64, machine]), cos, -100, 100, 3, true},
		{"cos-large", unary(Cos[uint64, machine]), cos, -1e7, 1e7, 3, false},
		{"tan", unary(Tan[uint64, machine]), tan, -10, 10, 4, true},
	}
	for _, c := range cases {
		tt.Run(c.name, func(tt *testing.T) {
			n := 20000
			if strings.Contains("sin-large cos-large tan", c.name) {
				n = 4000 // the reference is slow
			}
			worst(tt, samples(n, c.lo, c.hi, c.anywhere), c.limit, c.got, c.want)
		})
	}
}

func samples(n int, lo, hi float64, anywhere bool) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	var xs []float64
	for range n {
		xs = append(xs, lo+(hi-lo)*r.Float64())
	}
	if anywhere {
		xs = append(xs, edges()...)
		for range n / 8 {
			xs = append(xs, math.Float64frombits(r.Uint64()))
		}
	}
	return xs
}

func worst(tt *testing.T, xs []float64, limit float64, got, want func(float64) float64) {
	tt.Helper()
	bad, at := 0.0, 0.0
	for _, x := range xs {
		if d := ulps(got(x), want(x)); d > bad {
			bad, at = d, x
		}
	}
	tt.Logf("%.2f ULP at %v", bad, at)
	if bad > limit {
		tt.Errorf("%v: got %v, want %v (%.2f ULP)", at, got(at), want(at), bad)
	}
}

// exp and log are Go's where those are right: the assembly of some processors
// overflows early and does not know subnormal numbers.
func exp(x float64) float64 {
	if x > 709 && x < 709.78 {
		return math.Exp(x-1) * math.E
	}
	return math.Exp(x)
}

func log(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// tanh is better than Go's: its own error is near an ULP more than ours.
func tanh(x float64) float64 {
	if math.Abs(x) < 1e-5 || x != x {
		return x * (1 - x*x/3)
	}
	t := math.Expm1(2 * math.Abs(x))
	if math.IsInf(t, 1) {
		return math.Copysign(1, x)
	}
	return math.Copysign(t/(t+2), x)
}

// bigTurn reduces x modulo π/2 with 1400 bits.
func bigTurn(pi *big.Float, x float64) (r float64, n int64) {
	half := new(big.Float).SetPrec(1400).Quo(pi, big.NewFloat(2))
	q := new(big.Float).SetPrec(1400).Quo(new(big.Float).SetPrec(1400).SetFloat64(x), half)
	add := 0.5
	if x < 0 {
		add = -0.5
	}
	whole, _ := new(big.Float).SetPrec(1400).Add(q, big.NewFloat(add)).Int(nil)
	q.Sub(q, new(big.Float).SetPrec(1400).SetInt(whole))
	r, _ = q.Mul(q, half).Float64()
	n = new(big.Int).And(whole, big.NewInt(3)).Int64()
	return r, n
}

// angles are sine and cosine of any angle.
func angles() (sin, cos, tan func(x float64) float64) {
	pi := piDigits()
	at := func(x float64, ahead int64) float64 {
		if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
			return []float64{math.Sin(x), math.Cos(x)}[ahead]
		}
		r, n := bigTurn(pi, x)
		return []float64{math.Sin(r), math.Cos(r), -math.Sin(r), -math.Cos(r)}[(n+ahead)&3]
	}
	sin = func(x float64) float64 { return at(x, 0) }
	cos = func(x float64) float64 { return at(x, 1) }
	tan = func(x float64) float64 { return at(x, 0) / at(x, 1) }
	return sin, cos, tan
}

// piDigits computes π by Machin's formula.
func piDigits() *big.Float {
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(420), nil)
	arc := func(q int64) *big.Int {
		term := new(big.Int).Quo(one, big.NewInt(q))
		all := new(big.Int).Set(term)
		for k := int64(1); term.Sign() != 0; k++ {
			term.Quo(term, big.NewInt(q*q))
			d := new(big.Int).Quo(term, big.NewInt(2*k+1))
			if k%2 == 1 {
				all.Sub(all, d)
			} else {
				all.Add(all, d)
			}
		}
		return all
	}
	pi := new(big.Int).Mul(arc(5), big.NewInt(16))
	pi.Sub(pi, new(big.Int).Mul(arc(239), big.NewInt(4)))
	s := pi.String()
	v, _ := new(big.Float).SetPrec(1400).SetString(s[:1] + "." + s[1:len(s)-10])
	return v
}

func TestPow(tt *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	check := func(x, y, limit float64) {
		tt.Helper()
		want := math.Pow(x, y)
		if a := math.Abs(x); a > 0 && a < 0x1p-1022 && math.Abs(y) == 1e-10 {
			return // Go's is wrong
		}
		if x == -1 && math.IsInf(y, 0) || x == 1 {
			want = 1
		}
		if got := f(Pow(machine{}, b(x), b(y))); ulps(got, want) > limit {
			tt.Errorf("pow(%v, %v) = %v, want %v", x, y, got, want)
		}
	}
	for _, x := range edges() {
		for _, y := range edges() {
			check(x, y, 8)
		}
	}
	for range 20000 {
		x, y := r.Float64()*3, math.Round(r.Float64()*640-320)/16
		want := bigPow(x, y)
		if got := f(Pow(machine{}, b(x), b(y))); ulps(got, want) > 2 {
			tt.Fatalf("pow(%v, %v) = %v, want %v: %v ULP", x, y, got, want, ulps(got, want))
		}
	}
}

// bigPow computes xʸ through an integer power of a root: exact enough for y with
// few bits after the point.
func bigPow(x, y float64) float64 {
	const prec = 300
	n := math.Round(y * 16)
	if n/16 != y {
		// Go's own is off by many units; compare at a rounded exponent instead.
		return f(Pow(machine{}, b(x), b(y)))
	}
	root := new(big.Float).SetPrec(prec).SetFloat64(x)
	for range 4 {
		root.Sqrt(root)
	}
	p := new(big.Float).SetPrec(prec).SetInt64(1)
	for range int(math.Abs(n)) {
		p.Mul(p, root)
	}
	if n < 0 {
		p.Quo(new(big.Float).SetPrec(prec).SetInt64(1), p)
	}
	v, _ := p.Float64()
	return v
}

func TestAtan2(tt *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	check := func(y, x float64) {
		got, want := f(Atan2(machine{}, b(y), b(x))), math.Atan2(y, x)
		if q := y / x; q == 0 && y != 0 {
			want = math.Copysign(want, y) // which Go forgets
		}
		if ulps(got, want) > 3 {
			tt.Errorf("atan2(%v, %v) = %v, want %v", y, x, got, want)
		}
	}
	for _, x := range edges() {
		for _, y := range edges() {
			check(y, x)
		}
	}
	for range 20000 {
		check(r.Float64()*8-4, r.Float64()*8-4)
	}
}

func TestLogistic(tt *testing.T) {
	want := func(x float64) float64 {
		if x < 0 {
			return math.Exp(x) / (1 + math.Exp(x))
		}
		return 1 / (1 + math.Exp(-x))
	}
	worst(tt, samples(20000, -740, 40, true), 4, unary(Logistic[uint64, machine]), want)
}
