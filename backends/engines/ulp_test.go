package engines_test

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

var update = flag.Bool("update", false, "write the table of docs/numerics.md anew")

// function is an elementary function of StableHLO or CHLO with its reference.
type function struct {
	op     string
	exact  func(x, y *big.Float) *big.Float // the reference for finite operands other than 0
	plain  func(x, y float64) float64       // the reference otherwise, or if exact returns nil
	binary bool
	spread float64 // largest absolute value of random operands
	// Errors are in units of the last place of the result, or of size(x) if it is larger.
	size func(x *big.Float) *big.Float
}

func one(f func(x float64) float64) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

func of(f func(x *big.Float) *big.Float) func(x, y *big.Float) *big.Float {
	return func(x, _ *big.Float) *big.Float { return f(x) }
}

// inside returns a function that returns f(x) for lo < x < hi, and nil for other x.
func inside(lo, hi float64, f func(x *big.Float) *big.Float) func(x, y *big.Float) *big.Float {
	return func(x, _ *big.Float) *big.Float {
		if x.Cmp(number(lo)) <= 0 || x.Cmp(number(hi)) >= 0 {
			return nil
		}
		return f(x)
	}
}

func signed(y, x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return neg(y)
	}
	return y
}

func functions() []function {
	inf := math.Inf(1)
	half := func(x *big.Float) *big.Float { return scaled(x, -1) }
	sinh := func(x *big.Float) *big.Float {
		t := bigExpm1(abs(x))
		return half(signed(add(t, div(t, add(t, number(1)))), x))
	}
	cosh := func(x *big.Float) *big.Float { return half(add(bigExp(x), bigExp(neg(x)))) }
	tanh := func(x *big.Float) *big.Float {
		t := bigExpm1(scaled(abs(x), 1))
		return signed(div(t, add(t, number(2))), x)
	}
	cofactor := func(x *big.Float) (down, up *big.Float) { return sub(number(1), x), add(number(1), x) }
	asin := func(x *big.Float) *big.Float {
		down, up := cofactor(x)
		return bigAtan2(x, root(mul(down, up)))
	}
	acos := func(x *big.Float) *big.Float {
		down, up := cofactor(x)
		return scaled(bigAtan2(root(down), root(up)), 1)
	}
	asinh := func(x *big.Float) *big.Float {
		a := abs(x)
		z := mul(a, a)
		return signed(bigLog1p(add(a, div(z, add(number(1), root(add(number(1), z)))))), x)
	}
	acosh := func(x *big.Float) *big.Float {
		t := sub(x, number(1))
		return bigLog1p(add(t, root(add(scaled(t, 1), mul(t, t)))))
	}
	atanh := func(x *big.Float) *big.Float {
		return half(bigLog1p(div(scaled(x, 1), sub(number(1), x))))
	}
	cbrt := func(x *big.Float) *big.Float {
		return signed(bigExp(div(bigLog(abs(x)), number(3))), x)
	}
	logistic := func(x *big.Float) *big.Float { return div(number(1), add(number(1), bigExp(neg(x)))) }
	return []function{
		{"chlo.acos", inside(-1, 1, acos), one(math.Acos), false, 1, nil},
		{"chlo.acosh", inside(1, inf, acosh), one(math.Acosh), false, 20, nil},
		{"chlo.asin", inside(-1, 1, asin), one(math.Asin), false, 1, nil},
		{"chlo.asinh", of(asinh), one(math.Asinh), false, 5, nil},
		{"chlo.atan", of(bigAtan), one(math.Atan), false, 5, nil},
		{"stablehlo.atan2", bigAtan2, math.Atan2, true, 5, nil},
		{"chlo.atanh", inside(-1, 1, atanh), one(math.Atanh), false, 1, nil},
		{"chlo.bessel_i1e", of(bigBesselI1e), one(plainBesselI1e), false, 30, nil},
		{"stablehlo.cbrt", of(cbrt), one(math.Cbrt), false, 100, nil},
		{"stablehlo.cosine", of(func(x *big.Float) *big.Float { return bigSinCos(x, 1) }), one(math.Cos), false, 100, nil},
		{"chlo.cosh", of(cosh), one(math.Cosh), false, 20, nil},
		{"chlo.digamma", of(bigDigamma), one(plainDigamma), false, 10, reflected(bigDigamma)},
		{"chlo.erf", of(bigErf), one(math.Erf), false, 5, nil},
		{"chlo.erfc", of(bigErfc), one(math.Erfc), false, 10, nil},
		{"chlo.erf_inv", inside(-1, 1, bigErfInv), one(math.Erfinv), false, 1, nil},
		{"stablehlo.exponential", of(bigExp), one(math.Exp), false, 80, nil},
		{"stablehlo.exponential_minus_one", of(bigExpm1), one(math.Expm1), false, 10, nil},
		{"chlo.lgamma", of(bigLgamma), one(plainLgamma), false, 10, reflected(bigLgamma)},
		{"stablehlo.log", inside(0, inf, bigLog), one(math.Log), false, 10, nil},
		{"stablehlo.log_plus_one", inside(-1, inf, bigLog1p), one(math.Log1p), false, 2, nil},
		{"stablehlo.logistic", of(logistic), one(func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }), false, 40, nil},
		{"stablehlo.power", bigPower, math.Pow, true, 20, nil},
		{"stablehlo.rsqrt", inside(0, inf, func(x *big.Float) *big.Float { return div(number(1), root(x)) }),
			one(func(x float64) float64 { return 1 / math.Sqrt(x) }), false, 100, nil},
		{"stablehlo.sine", of(func(x *big.Float) *big.Float { return bigSinCos(x, 0) }), one(math.Sin), false, 100, nil},
		{"chlo.sinh", of(sinh), one(math.Sinh), false, 20, nil},
		{"stablehlo.sqrt", inside(0, inf, root), one(math.Sqrt), false, 100, nil},
		{"stablehlo.tan", of(func(x *big.Float) *big.Float { return div(bigSinCos(x, 0), bigSinCos(x, 1)) }), one(math.Tan), false, 10, nil},
		{"stablehlo.tanh", of(tanh), one(math.Tanh), false, 5, nil},
	}
}

// bigPower returns x to the power of y; nil if x is negative and y is not a whole number.
func bigPower(x, y *big.Float) *big.Float {
	p := bigExp(mul(y, bigLog(abs(x))))
	if x.Sign() > 0 {
		return p
	}
	if !y.IsInt() {
		return nil
	}
	n, _ := y.Int(nil)
	if n.Bit(0) == 1 {
		p = neg(p)
	}
	return p
}

// format is a float type, which has a column in the table of docs/numerics.md.
type format struct {
	name           string
	kind           tensor.Kind
	digits         int // bits of the mantissa, with the implicit leading bit
	least, largest int // exponents of the smallest power of 2, and of the first that overflows
}

func formats() []format {
	return []format{
		{"f64", tensor.F64, 53, -1074, 1024}, {"f32", tensor.F32, 24, -149, 128},
		{"f16", tensor.F16, 11, -24, 16}, {"bf16", tensor.BF16, 8, -133, 128},
	}
}

// ulps returns the distance between got and want in units of the last place. The unit is that of
// want or size, whichever is larger.
func (f format) ulps(got float64, want, size *big.Float) float64 {
	e := f.least
	for _, v := range []*big.Float{want, size} {
		if v.Sign() != 0 {
			e = max(e, v.MantExp(nil)-f.digits)
		}
	}
	g := newFloat()
	switch {
	case got != got:
		return math.Inf(1)
	case math.IsInf(got, 0):
		// Infinity counts as the first power of 2 that overflows.
		g = scaled(number(math.Copysign(1, got)), f.largest)
		if want.MantExp(nil) > f.largest && (want.Sign() < 0) == (got < 0) {
			return 0
		}
	default:
		g.SetFloat64(got)
	}
	d, _ := scaled(sub(g, want), -e).Float64()
	return math.Abs(d)
}

// operands returns the edge values of a type, n random numbers, and n/2 random bit patterns.
func (f format) operands(n int, spread float64, seed uint64) *tensor.Tensor {
	r := rand.New(rand.NewPCG(seed, 7))
	inf, tiny, most := math.Inf(1), math.Ldexp(1, f.least), math.Ldexp(1, f.largest-1)*(2-math.Ldexp(1, 1-f.digits))
	values := []float64{0, math.Copysign(0, -1), inf, -inf, math.NaN(), 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1.5, tiny, -tiny, most, -most,
		math.Ldexp(1, f.least+f.digits-1), math.Ldexp(1.75, f.least+f.digits-2), 1e-5, -1e-5, 0x1p20, 0x1.8p63, math.Pi, math.Pi / 2, 88.7, 709.7, -103, -745,
		1 + math.Ldexp(1, 1-f.digits), 1 - math.Ldexp(1, -f.digits), 0.999, -0.999}
	for range n {
		values = append(values, spread*(2*r.Float64()-1))
	}
	t := tensor.New(f.kind, int64(len(values)+n/2))
	for i := range t.NumElements() {
		if i < len(values) {
			t.SetFloat(i, values[i])
		} else {
			t.SetBits(i, r.Uint64()>>(64-f.kind.Bits()))
		}
	}
	return t
}

// worst returns the largest error of "got", the results of fn(x, y), and says where it occurs.
func (f format) worst(fn function, x, y, got *tensor.Tensor) (worst float64, at string) {
	for i := range x.NumElements() {
		a, b, g := x.Float(i), 1.0, got.Float(i)
		if fn.binary {
			b = y.Float(i)
		}
		d, plain := 0.0, fn.plain(a, b)
		var want *big.Float
		size := number(0)
		if a != 0 && b != 0 && a-a == 0 && b-b == 0 {
			want = fn.exact(number(a), number(b))
			if fn.size != nil {
				size = fn.size(number(a))
			}
		}
		switch {
		case want != nil:
			d = f.ulps(g, want, size)
		case plain-plain == 0 && (plain != 0 || math.Signbit(plain) == math.Signbit(g)):
			d = f.ulps(g, number(plain), size)
		case g != plain && !(g != g && plain != plain) || plain == 0:
			d = math.Inf(1)
		}
		if d > worst || at == "" {
			worst, at = d, fmt.Sprintf("%v, %v: got %v, want %.20g", a, b, g, want)
		}
	}
	return worst, at
}

func elementaryProgram(fs []function, formats []format) string {
	var args, types, body, results []string
	for _, f := range formats {
		t := "tensor<?x" + f.name + ">"
		args = append(args, fmt.Sprintf("%%x_%s: %s, %%y_%[1]s: %s", f.name, t, t))
		for i, fn := range fs {
			in, sig := "%x_"+f.name, t
			if fn.binary {
				in, sig = in+", %y_"+f.name, t+", "+t
			}
			r := fmt.Sprintf("%%r%d_%s", i, f.name)
			body = append(body, fmt.Sprintf("  %s = %q(%s) : (%s) -> %s\n", r, fn.op, in, sig, t))
			results, types = append(results, r), append(types, t)
		}
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s  return %s : %s\n}", strings.Join(args, ", "), strings.Join(types, ", "),
		strings.Join(body, ""), strings.Join(results, ", "), strings.Join(types, ", "))
}

// TestBounds checks that the errors of the elementary functions are within the bounds in
// docs/numerics.md. All engines must return the same bits, so the bounds apply to all engines. The
// test runs ref and vm. If LATHE_SWEEP is set, it runs all engines, with more operands: for functions
// that are computed in f32, one of 31 values. With -update, it uses all values.
func TestBounds(t *testing.T) {
	n, es, stride := 40, engines(t)[:2], uint64(0)
	if os.Getenv("LATHE_SWEEP") != "" {
		n, es, stride = 6000, engines(t), 31
	}
	if *update {
		stride = 1
	}
	page := filepath.Join("..", "..", "docs", "numerics.md")
	stated := readTable(t, page)
	rows := map[string][]float64{}
	reg := registry(t)
	for _, f := range formats() {
		for i, fn := range functions() {
			x, y := f.operands(n, fn.spread, uint64(i)), f.operands(n, fn.spread, uint64(i+1000))
			if fn.binary { // so that edge values are paired with other values
				shuffle(y, uint64(i))
			}
			m := parse(t, reg, strings.ReplaceAll(elementaryProgram([]function{fn}, []format{f}), "?", strconv.Itoa(x.NumElements())))
			p := compile(t, es, m)
			p.same(t, []*tensor.Tensor{x, y})
			got, err := p.programs[0].Run(t.Context(), []*tensor.Tensor{x, y})
			if err != nil {
				t.Fatal(err)
			}
			worst, at := f.worst(fn, x, y, got[0])
			if f.kind == tensor.F32 && worst > 0.6 && stride > 0 {
				if more, place := worstOfF32(t, es[len(es)-1], fn, stride); more > worst {
					worst, at = more, place
				}
			}
			rows[fn.op] = append(rows[fn.op], worst)
			if bound := stated[fn.op+" "+f.name]; !*update && !(worst <= bound) {
				t.Errorf("%s of %s has an error of %.3f ULP, but the bound in the table is %v; the operands are %s", fn.op, f.name, worst, bound, at)
			} else {
				t.Logf("%s %s: %.3f ULP at %s", fn.op, f.name, worst, at)
			}
		}
	}
	if *update {
		writeTable(t, page, rows)
	}
}

func shuffle(x *tensor.Tensor, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 9))
	r.Shuffle(x.NumElements(), func(i, j int) {
		a, b := x.Bits(i), x.Bits(j)
		x.SetBits(i, b)
		x.SetBits(j, a)
	})
}

const tableHead = "| operation | f64 | f32 | f16 | bf16 |\n|---|---|---|---|---|\n"

func readTable(t *testing.T, page string) map[string]float64 {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), tableHead)
	if !ok {
		t.Fatal("no table of bounds in ", page)
	}
	bounds := map[string]float64{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "|\n "), "|")
		if len(cells) != 5 {
			break
		}
		for i, f := range formats() {
			v, err := strconv.ParseFloat(strings.TrimSpace(cells[i+1]), 64)
			if err != nil {
				t.Fatal(err)
			}
			bounds[strings.Trim(cells[0], "` ")+" "+f.name] = v
		}
	}
	return bounds
}

// writeTable writes the measured errors, rounded up, to the table of a page.
func writeTable(t *testing.T, page string, rows map[string][]float64) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(text), tableHead)
	for strings.HasPrefix(rest, "|") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	table := ""
	for _, fn := range functions() {
		table += "| `" + fn.op + "` |"
		for _, v := range rows[fn.op] {
			bound := 0.52
			if v > 0.51 {
				bound = math.Ceil(v*10+0.3) / 10
			}
			table += fmt.Sprintf(" %.2f |", bound)
		}
		table += "\n"
	}
	if err := os.WriteFile(page, []byte(head+tableHead+table+rest), 0o666); err != nil {
		t.Fatal(err)
	}
}
