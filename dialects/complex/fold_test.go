package complex_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/complex"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestFold(t *testing.T) {
	const values = "%x = \"test.a\"() : () -> complex<f32>\n%y = \"test.b\"() : () -> complex<f32>\n%d = \"test.d\"() : () -> f64\n"
	for _, c := range []struct{ body, want string }{
		{"%c = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>\n%r = complex.re %c : complex<f32>", "1.000000e+00 : f32"},
		{"%c = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>\n%r = complex.im %c : complex<f32>", "2.000000e+00 : f32"},
		{"%a = arith.constant 1.0 : f32\n%b = arith.constant 2.0 : f32\n%c = complex.create %a, %b : complex<f32>\n%r = complex.im %c : complex<f32>", "arith.constant#0"},
		{"%a = complex.re %x : complex<f32>\n%b = complex.im %x : complex<f32>\n%r = complex.create %a, %b : complex<f32>", "test.a#0"},
		{"%a = complex.re %x : complex<f32>\n%b = complex.im %y : complex<f32>\n%r = complex.create %a, %b : complex<f32>", "-"},
		{"%c = complex.constant [0.0 : f32, -0.0 : f32] : complex<f32>\n%r = complex.add %x, %c : complex<f32>", "%0"},
		{"%c = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>\n%r = complex.add %c, %x : complex<f32>", "-"},
		{"%c = complex.constant [0.0 : f32, 1.0 : f32] : complex<f32>\n%r = complex.add %x, %c : complex<f32>", "-"},
		{"%c = complex.sub %x, %y : complex<f32>\n%r = complex.add %c, %y : complex<f32>", "test.a#0"},
		{"%c = complex.sub %x, %y : complex<f32>\n%r = complex.add %y, %c : complex<f32>", "test.a#0"},
		{"%c = complex.sub %x, %y : complex<f32>\n%r = complex.add %x, %c : complex<f32>", "-"},
		{"%c = complex.add %x, %y : complex<f32>\n%r = complex.sub %c, %y : complex<f32>", "test.a#0"},
		{"%c = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>\n%r = complex.mul %x, %c : complex<f32>", "%0"},
		{"%c = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>\n%r = complex.div %x, %c : complex<f32>", "%0"},
		{"%c = complex.constant [2.0 : f32, 0.0 : f32] : complex<f32>\n%r = complex.div %x, %c : complex<f32>", "-"},
		{"%c = complex.exp %x : complex<f32>\n%r = complex.log %c : complex<f32>", "test.a#0"},
		{"%c = complex.log %x : complex<f32>\n%r = complex.exp %c : complex<f32>", "test.a#0"},
		{"%c = complex.neg %x : complex<f32>\n%r = complex.neg %c : complex<f32>", "test.a#0"},
		{"%c = complex.conj %x : complex<f32>\n%r = complex.conj %c : complex<f32>", "test.a#0"},
		{"%c = complex.conj %x : complex<f32>\n%r = complex.neg %c : complex<f32>", "-"},
		{"%r = complex.bitcast %x : complex<f32> to complex<f32>", "%0"},
		{"%c = complex.bitcast %d : f64 to complex<f32>\n%r = complex.bitcast %c : complex<f32> to f64", "test.d#0"},
		{"%c = complex.bitcast %d : f64 to complex<f32>\n%r = complex.bitcast %c : complex<f32> to i64", "-"},
	} {
		if got := irtest.Fold(t, values+c.body, arith.Dialect(), complex.Dialect()); got != c.want {
			t.Errorf("%s\nfolds to %s, want %s", c.body, got, c.want)
		}
	}
}
