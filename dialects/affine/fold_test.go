package affine_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/affine"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestFold(t *testing.T) {
	const values = `%x = "test.x"() : () -> index
%f = "test.f"() : () -> f32
%c3 = arith.constant 3 : index
%c0 = arith.constant 0 : index
`
	for _, c := range []struct{ body, want string }{
		{"affine.apply affine_map<(d0) -> (d0)>(%x)", "%0"},
		{"affine.apply affine_map<(d0)[s0] -> (s0)>(%x)[%c3]", "%1"},
		{"affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%x)[%c3]", "-"},
		{"affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%c3)[%c3]", "9 : index"},
		{"affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%c3)[%c0]", "#ub.poison"},
		{"affine.min affine_map<(d0) -> (d0, 7)>(%c3)", "3 : index"},
		{"affine.max affine_map<(d0) -> (d0, 7)>(%c3)", "7 : index"},
		{"affine.max affine_map<(d0) -> (d0, 7)>(%x)", "-"},
		{"affine.max affine_map<(d0, d1) -> (d0, d1 + 1)>(%x, %c3)", "changed"},
		{"affine.min affine_map<()[s0] -> (s0)>()[%x]", "%0"},
		{"affine.for %i = 4 to 4 iter_args(%a = %f) -> (f32) {\n affine.yield %a : f32\n}", "%0"},
		{"affine.for %i = %c3 to 3 iter_args(%a = %f) -> (f32) {\n affine.yield %a : f32\n}", "%0"},
		{"affine.for %i = 0 to %x iter_args(%a = %f) -> (f32) {\n affine.yield %a : f32\n}", "-"},
		{"affine.for %i = 0 to %c3 iter_args(%a = %f) -> (f32) {\n affine.yield %a : f32\n}", "changed"},
	} {
		if got := irtest.Fold(t, values+"%r = "+c.body, affine.Dialect(), arith.Dialect()); got != c.want {
			t.Errorf("%s\nfolds to %s, want %s", strings.TrimSpace(c.body), got, c.want)
		}
	}
}
