package quant_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestFold(t *testing.T) {
	const values = "!q = !quant.uniform<i8:f32, 2.0>\n!u = !quant.uniform<u8:f32, 2.0>\n" +
		"%q = \"test.q\"() : () -> !q\n%f = \"test.f\"() : () -> f32\n%i = \"test.i\"() : () -> i8\n"
	for _, c := range []struct{ body, want string }{
		{"%a = quant.qcast %f : f32 to !q\n%r = quant.dcast %a : !q to f32", "test.f#0"},
		{"%a = quant.dcast %q : !q to f32\n%r = quant.qcast %a : f32 to !q", "test.q#0"},
		{"%a = quant.dcast %q : !q to f32\n%r = quant.qcast %a : f32 to !u", "-"},
		{"%a = quant.scast %q : !q to i8\n%r = quant.scast %a : i8 to !q", "test.q#0"},
		{"%a = quant.scast %q : !q to i8\n%r = quant.scast %a : i8 to !u", "-"},
		{"%a = quant.scast %i : i8 to !q\n%r = quant.scast %a : !q to i8", "test.i#0"},
		{"%r = quant.dcast %q : !q to f32", "-"},
	} {
		if got := irtest.Fold(t, values+c.body, quant.Dialect()); got != c.want {
			t.Errorf("%s\nfolds to %s, want %s", c.body, got, c.want)
		}
	}
}
