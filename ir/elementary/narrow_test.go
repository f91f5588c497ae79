package elementary_test

import (
	"math"
	"testing"

	"github.com/lathe-ir/lathe/ir/elementary"
)

// TestNarrow tests six of the functions that are evaluated in f32, over all exponents, both signs
// and the ends of their ranges. It compares their results with the f64 results of package math.
func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		f     elementary.Function
		of    func(float64) float64
		limit float64
	}{{elementary.Exp, math.Exp, 1.1}, {elementary.Tanh, math.Tanh, 2.9}, {elementary.Log, math.Log, 0.9},
		{elementary.Erf, math.Erf, 2.7}, {elementary.Erfc, math.Erfc, 4}, {elementary.Rsqrt, func(x float64) float64 { return 1 / math.Sqrt(x) }, 1.5}} {
		worst, at := 0.0, float32(0)
		check := func(x float32) {
			got, want := c.f.Float32(x), c.of(float64(x))
			if g, w := math.IsNaN(float64(got)), math.IsNaN(want); g || w {
				if g != w {
					t.Errorf("function %d of %v is %v, expected %v", c.f, x, got, want)
				}
				return
			}
			if d := ulps(got, want); d > worst {
				worst, at = d, x
			}
		}
		for b := uint32(0); b < 0x7f800000; b += 4999 {
			check(math.Float32frombits(b))
			check(math.Float32frombits(b | 1<<31))
		}
		for x := float32(-11); x < 11; x += 1.0 / 4096 {
			check(x)
		}
		for _, x := range []float32{0, 88.72283, 88.72284, 88.8, 89, 90, -87.3, -103.2, -103.97, -103.98, -104.1, 9.01, 9.02, 10, 11, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())} {
			check(x)
		}
		if worst > c.limit {
			t.Errorf("function %d has an error of %.2f ULP at %v, where its result is %v; expected at most %v ULP", c.f, worst, at, c.f.Float32(at), c.limit)
		}
		t.Logf("function %d: the largest error is %.3f ULP, at %v", c.f, worst, at)
	}
	if z := elementary.Tanh.Float32(float32(math.Copysign(0, -1))); math.Float32bits(z) != 1<<31 {
		t.Errorf("tanh of -0 is %v, expected -0", z)
	}
}

// ulps is the distance of the two numbers in units of the last place of the second number as an
// f32.
func ulps(got float32, want float64) float64 {
	if float32(want) == got {
		if math.IsInf(float64(got), 0) {
			return 0
		}
	} else if math.IsInf(float64(got), 0) || math.IsInf(float64(float32(want)), 0) {
		return math.Inf(1)
	}
	_, e := math.Frexp(want)
	if want == 0 {
		e = -149
	}
	return math.Abs(float64(got)-want) / math.Ldexp(1, max(e-24, -149))
}
