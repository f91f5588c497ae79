package nnvm_test

import (
	"fmt"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

func TestFlops(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), nnvm.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		op, attrs, lhs, rhs, result string
		want                        float64
	}{
		{"dense", "units = 30 : i64", "10x20xf32", "30x20xf32", "10x30xf32", 2 * 10 * 20 * 30},
		{"dense", "units = 30 : i64", "*xf32", "30x20xf32", "*xf32", 0},
		{"matmul", "", "10x20xf32", "20x30xf32", "10x30xf32", 2 * 10 * 20 * 30},
		{"matmul", "transpose_a = true, transpose_b = true", "30x20x10xf32", "50x40x30xf32", "10x20x40x50xf32", 2 * 30 * 20 * 10 * 50 * 40},
		{"conv2d", "channels = 6 : i64, kernel_size = array<i64: 3, 3>", "1x4x8x8xf32", "6x4x3x3xf32", "1x6x6x6xf32", 2 * 6 * 6 * 6 * 4 * 3 * 3},
		{"conv2d", "channels = 6 : i64, groups = 2 : i64, kernel_size = array<i64: 3, 3>", "1x4x8x8xf32", "6x2x3x3xf32", "1x6x6x6xf32", 2 * 6 * 6 * 6 * 2 * 3 * 3},
		{"conv2d", `channels = 8 : i64, kernel_size = array<i64: 1, 1>, layout = "NCHW4c", kernel_layout = "OIHW4i4o"`,
			"1x1x4x4x4xf32", "2x1x1x1x4x4xf32", "1x2x4x4x4xf32", 2 * 8 * 4 * 4 * 4},
	} {
		text := fmt.Sprintf("func.func @main(%%a: tensor<%[1]s>, %%b: tensor<%[2]s>) {\n  %%r = nnvm.%[3]s(%%a, %%b) {%[4]s} : (tensor<%[1]s>, tensor<%[2]s>) -> tensor<%[5]s>\n  return\n}",
			c.lhs, c.rhs, c.op, c.attrs, c.result)
		m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
		o, ok := ir.Cast[interface{ Flops() float64 }](f.Entry().First())
		if !ok {
			t.Fatalf("%s: the operation has no method Flops", text)
		}
		if got := o.Flops(); got != c.want {
			t.Errorf("%s: got %v, want %v", text, got, c.want)
		}
	}
}
