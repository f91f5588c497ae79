package foldscale

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestSigns determines the signs of results. Operand p is positive, x and f can have any sign, and
// zero can be 0 but not negative.
func TestSigns(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), nnvm.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		op                    string
		positive, nonNegative bool
	}{
		{"copy(%p)", true, true},
		{"copy(%x)", false, false},
		{"exp(%x)", false, true},
		{"copy(%f)", false, false},
		{"full_like(%x) {fill_value = 0.5}", true, true},
		{"full_like(%x) {fill_value = 0.0}", false, true},
		{"full_like(%x) {fill_value = -0.5}", false, false},
		{"full_like(%x) {fill_value = 1.0e-60}", false, true}, // 0 in f32
		{"abs(%x)", false, true},
		{"abs(%p)", true, true},
		{"negative(%p)", false, false},
		{"__rdiv_scalar__(%x) {scalar = 1.0}", false, false},
		{"__rdiv_scalar__(%zero) {scalar = 1.0}", false, false}, // -0 is not negative, but 1/-0 is
		{"__rdiv_scalar__(%p) {scalar = 1.0}", false, true},
		{"__rdiv_scalar__(%p) {scalar = -1.0}", false, false},
		{"__mul_scalar__(%zero) {scalar = 0.5}", false, true},
		{"__mul_scalar__(%p) {scalar = 0.5}", false, true}, // the product can round to 0
		{"__mul_scalar__(%p) {scalar = 1.0}", true, true},
		{"__mul_scalar__(%p) {scalar = -2.0}", false, false},
		{"__mul_scalar__(%x) {scalar = 2.0}", false, false},
		{"__div_scalar__(%zero) {scalar = 2.0}", false, true},
		{"__div_scalar__(%p) {scalar = 2.0}", false, true},
		{"__div_scalar__(%p) {scalar = 1.0}", true, true},
		{"elemwise_mul(%p, %p)", false, true},
		{"elemwise_mul(%p, %x)", false, false},
		{"elemwise_add(%p, %p)", true, true},
		{"elemwise_add(%p, %zero)", false, true},
		{"elemwise_add(%p, %x)", false, false},
		{"__add_scalar__(%x) {scalar = 1.0}", false, false},
		{"__add_scalar__(%zero) {scalar = 1.0}", true, true},
		{"__add_scalar__(%zero) {scalar = 1.0e-60}", false, true},
		{"__add_scalar__(%p) {scalar = 0.0}", true, true},
		{"__add_scalar__(%p) {scalar = -1.0}", false, false},
	} {
		in := "(tensor<4xf32>) -> tensor<4xf32>"
		if c.op[:4] == "elem" {
			in = "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"
		}
		text := "func.func @main(%p: tensor<4xf32> {nnvm.positive}, %f: tensor<4xf32> {nnvm.positive = false}, %x: tensor<4xf32>) {\n  %zero = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>\n  %r = nnvm." + c.op + " : " + in + "\n  return\n}"
		m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
		s := signs{f, versions.Of(f.Entry())}
		v := f.Entry().First().Next().Result()
		if p, n := s.positive(v), s.nonNegative(v); p != c.positive || n != c.nonNegative {
			t.Errorf("%s: got positive %t and not negative %t, want %t and %t", c.op, p, n, c.positive, c.nonNegative)
		}
	}
}
