package nnvm_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestR34Compiled checks that compiled graphs compute the same results as the interpreter.
func TestR34Compiled(t *testing.T) {
	for _, lines := range [][]string{
		{"%c = conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, use_bias = false}",
			"%b = batch_norm(%c, %gamma, %beta, %mean, %var)", "%r = relu(%b#0)", "%d = dropout(%r)", "%p = max_pool2d(%d#0) {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>}",
			"%g = global_avg_pool2d(%p)", "%f = flatten(%g)", "%y = dense(%f, %fc) {units = 5 : i64, use_bias = false}", "%s = softmax(%y)"},
		{"%a = round(%x)", "%b = trunc(%x)", "%c = erf(%x)", "%d = softrelu(%x)", "%e = logical_not(%a)", "%f = elemwise_mod(%x, %d)", "%g1 = log2(%d)", "%h = log10(%d)", "%i = elemwise_pow(%d, %x)",
			"%s = elemwise_sum(%a, %b, %c, %d, %e, %f, %g1, %h, %i) {num_args = 9 : i64}"},
		{"%a = mean(%x) {axis = array<i64: 1>, keepdims = true}", "%b = broadcast_greater(%x, %a)", "%c = broadcast_less_equal(%x, %a)", "%d = broadcast_mod(%x, %a)", "%e = where(%b, %c, %d)",
			"%f = flip(%e) {axis = 2 : i64}", "%g1 = pad(%f) {pad_value = 2.0, pad_width = array<i64: 0, 0, 0, 0, 1, 2, 0, 1>}", "%h = strided_slice(%g1) {begin = array<i64: 0, 0, -1>, end = array<i64: 2, 4, 0>, stride = array<i64: 1, 2, -3>}", "%z = prod(%h) {axis = array<i64: 1>}"},
		{"%a = argmax(%x) {axis = array<i64: 2, 3>}", "%b = take(%fc, %a) {axis = 0 : i64}", "%c = slice_like(%b, %w) {axis = array<i64: 2>}", "%d = l2_normalize(%c) {axis = array<i64: 2>, eps = 1.0e-05}", "%e = lrn(%d) {size = 3 : i64}"},
		{"%a = argmin(%x) {axis = array<i64: 1>}", "%z = take(%gamma, %a)"},
		{"%t = transpose(%x) {axes = array<i64: 0, 2, 3, 1>}", "%e = sum(%t) {axis = array<i64: 3>}", "%h = tanh(%e)", "%z = __mul_scalar__(%h) {scalar = 0.5}"},
	} {
		f := short(t, "x:2x4x8x8 w:4x4x3x3 gamma:4 beta:4 mean:4 var:4 fc:5x4", lines...)
		rng := rand.New(rand.NewPCG(34, 1))
		var ins []*tensor.Tensor
		for _, a := range f.Entry().Args() {
			shape, _ := a.Type().Shape()
			ins = append(ins, randomTensor(rng, nameOf(a), shape))
		}
		want, err := interp.Run(context.Background(), f.Op, ins)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := ir.As[ir.Module](f.Op.Parent())
		e, err := compile.Module(t.Context(), m, compile.Options{Backend: "vm"})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		got, err := e.Run(t.Context(), ins...)
		if err != nil {
			t.Fatal(err)
		}
		for k := range want {
			for i := range want[k].NumElements() {
				if a, b := got[k].Float(i), want[k].Float(i); !(math.Abs(a-b) <= 1e-5) { // also fails for NaNs
					t.Fatalf("element %d of result %d is %v, but the interpreter returned %v\n%s", i, k, a, b, printed(t, f))
				}
			}
		}
	}
}

// TestR41Forgotten checks that a function with assignments can neither run nor be compiled without
// the pass state-to-values. Otherwise, the change would be lost.
func TestR41Forgotten(t *testing.T) {
	f := read(t, nodes("[2, 0, 0], [3, 0, 0]", "null w shape=(2,) dtype=0", "__add_scalar__ a scalar=1.0 | [0, 0, 0]",
		"_assign s | [0, 0, 1], [1, 0, 0]", "exp e | [0, 0, 1]"))
	infer(t, f)
	if _, err := interp.Run(context.Background(), f.Op, []*tensor.Tensor{filled(1, 2)}); err == nil || !strings.Contains(err.Error(), "unsupported: nnvm._assign") {
		t.Errorf("got error %v, expected one about nnvm._assign", err)
	}
	m, _ := ir.As[ir.Module](f.Op.Parent())
	for _, backend := range []string{"ref", "vm"} {
		if _, err := compile.Module(t.Context(), m, compile.Options{Backend: backend}); err == nil || !strings.Contains(err.Error(), "nnvm._assign") {
			t.Errorf("%s: got error %v, expected one about nnvm._assign", backend, err)
		}
	}
}
