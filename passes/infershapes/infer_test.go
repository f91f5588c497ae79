// In the names of tests, R and a number are a row of the tables in docs/successors.md.

package infershapes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/infershapes"
)

func registry(t *testing.T) *ir.Registry {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), nnvm.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// infer parses a function and infers its types. It returns the types of the arguments, and then of
// the results of all operations.
func infer(t *testing.T, text string) (types []string, err error) {
	t.Helper()
	m, err := asm.Parse(registry(t), diag.NewSource("t.mlir", []byte(text)), asm.Options{})
	if err != nil {
		return nil, err
	}
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	if _, _, err := infershapes.Func(f); err != nil {
		return nil, err
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	for _, a := range f.Entry().Args() {
		types = append(types, short(a.Type()))
	}
	for op := range f.Entry().Ops() {
		for v := range op.Results() {
			types = append(types, short(v.Type()))
		}
	}
	return types, nil
}

func short(t ir.Type) string {
	return strings.TrimSuffix(strings.TrimPrefix(t.String(), "tensor<"), ">")
}

// TestR30 infers shapes forward and backward. Each row has the types of the arguments, the
// operation, and the inferred types of all values, arguments first. "u" is an unknown type.
func TestR30(t *testing.T) {
	for _, c := range []struct{ args, op, want string }{
		{"10x20xf32 *x!nnvm.any *x!nnvm.any", "dense {units = 30 : i64}", "10x20xf32 30x20xf32 30xf32 10x30xf32"},
		{"10x20xf32 20x30xf32", "matmul", "10x20xf32 20x30xf32 10x30xf32"},
		{"20x10xf32 20x30xf32", "matmul {transpose_a = true}", "20x10xf32 20x30xf32 10x30xf32"},
		{"20x10xf32 30x20xf32", "matmul {transpose_a = true, transpose_b = true}", "20x10xf32 30x20xf32 10x30xf32"},
		{"10x20xf32 30x20xf32", "matmul {transpose_b = true}", "10x20xf32 30x20xf32 10x30xf32"},
		{"10x20x30xf32 30x40x50xf32", "matmul", "10x20x30xf32 30x40x50xf32 10x20x40x50xf32"},
		{"30x20x10xf32 50x40x30xf32", "matmul {transpose_a = true, transpose_b = true}", "30x20x10xf32 50x40x30xf32 10x20x40x50xf32"},
		{"10x20xf32 10x30xf32", "concatenate", "10x20xf32 10x30xf32 10x50xf32"},
		{"10x20xf32 10x20xf32", "concatenate {axis = 0 : i64}", "10x20xf32 10x20xf32 20x20xf32"},
		{"10x20xf32", "expand_dims {axis = 1 : i64}", "10x20xf32 10x1x20xf32"},
		{"10x20xf32", "expand_dims {axis = -1 : i64, num_newaxis = 2 : i64}", "10x20xf32 10x20x1x1xf32"},
		{"10x20xf32", "split/2 {indices_or_sections = array<i64: 11>}", "10x20xf32 10x11xf32 10x9xf32"},
		{"10x20xf32", "split/2 {indices_or_sections = 2 : i64}", "10x20xf32 10x10xf32 10x10xf32"},
		{"10x20xf32 u u u u", "batch_norm/3", "10x20xf32 20xf32 20xf32 20xf32 20xf32 10x20xf32 20xf32 20xf32"},
		{"10x20x30x40xf32 u u u u", "batch_norm/3 {axis = 0 : i64}", "10x20x30x40xf32 10xf32 10xf32 10xf32 10xf32 10x20x30x40xf32 10xf32 10xf32"},
		{"10x20x30x40xf32 u u u u", "batch_norm/3 {axis = 1 : i64}", "10x20x30x40xf32 20xf32 20xf32 20xf32 20xf32 10x20x30x40xf32 20xf32 20xf32"},
		{"10x20x30x40xf32 u u u u", "batch_norm/3 {axis = 2 : i64}", "10x20x30x40xf32 30xf32 30xf32 30xf32 30xf32 10x20x30x40xf32 30xf32 30xf32"},
		{"10x20x30x40xf32 u u u u", "batch_norm/3 {axis = 3 : i64}", "10x20x30x40xf32 40xf32 40xf32 40xf32 40xf32 10x20x30x40xf32 40xf32 40xf32"},
		{"10x20x10xf32", "flatten", "10x20x10xf32 10x200xf32"},
		{"1x1x1x10xf32", "squeeze {axis = array<i64: 1, 2>}", "1x1x1x10xf32 1x10xf32"},
		{"1x3x1xf32", "squeeze", "1x3x1xf32 3xf32"},
		{"1x3x1xf32", "squeeze {axis = array<i64: 0>}", "1x3x1xf32 3x1xf32"},
		{"1x3x1xf32", "squeeze {axis = array<i64: 0, 2>}", "1x3x1xf32 3xf32"},
		{"4x10x10x12xf32 u u", "conv2d {channels = 12 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>}", "4x10x10x12xf32 12x10x3x3xf32 12xf32 4x12x10x12xf32"},
		{"4x10x12x4xf32 u", `conv2d {channels = 5 : i64, kernel_size = array<i64: 3, 5>, layout = "NHWC"}`, "4x10x12x4xf32 5x4x3x5xf32 4x8x8x5xf32"},
		{"4x10x12x4xf32 u", `conv2d {channels = 5 : i64, kernel_size = array<i64: 3, 3>, dilation = array<i64: 2, 2>, layout = "NHWC"}`, "4x10x12x4xf32 5x4x3x3xf32 4x6x8x5xf32"},
		{"4x10x12x4xf32 u", `conv2d {channels = 5 : i64, kernel_size = array<i64: 3, 3>, strides = array<i64: 2, 2>, padding = array<i64: 1, 1>, layout = "NHWC"}`, "4x10x12x4xf32 5x4x3x3xf32 4x5x6x5xf32"},
		{"1x32x8x8xf32 u", `conv2d {channels = 32 : i64, groups = 32 : i64, kernel_size = array<i64: 3, 3>}`, "1x32x8x8xf32 32x1x3x3xf32 1x32x6x6xf32"},
		{"1x2x8x8x16xf32 u u", `conv2d {channels = 32 : i64, kernel_size = array<i64: 3, 3>, layout = "NCHW16c", kernel_layout = "OIHW16i16o", out_layout = "NCHW8c"}`, "1x2x8x8x16xf32 2x2x3x3x16x16xf32 4x8xf32 1x4x6x6x8xf32"},
		{"4x10x10x12xf32 u", "conv2d_transpose {channels = 15 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>}", "4x10x10x12xf32 10x15x3x3xf32 4x15x10x12xf32"},
		{"4x10x10x12xf32 u", "conv2d_transpose {channels = 15 : i64, kernel_size = array<i64: 3, 5>, padding = array<i64: 1, 1>}", "4x10x10x12xf32 10x15x3x5xf32 4x15x10x14xf32"},
		{"4x10x10x12xf32 u", "conv2d_transpose {channels = 15 : i64, kernel_size = array<i64: 3, 5>, padding = array<i64: 1, 1>, output_padding = array<i64: 1, 1>}", "4x10x10x12xf32 10x15x3x5xf32 4x15x11x15xf32"},
		{"4x10x10x12xf32 u", `conv2d_transpose {channels = 11 : i64, kernel_size = array<i64: 5, 5>, output_padding = array<i64: 1, 1>, layout = "NHWC"}`, "4x10x10x12xf32 12x11x5x5xf32 4x15x15x11xf32"},
		{"4x10x12x12xf32", "max_pool2d {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1>}", "4x10x12x12xf32 4x10x12x12xf32"},
		{"4x10x12x12xf32", "max_pool2d {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, strides = array<i64: 2, 2>}", "4x10x12x12xf32 4x10x6x6xf32"},
		{"4x10x12x12xf32", "max_pool2d {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, strides = array<i64: 2, 2>, ceil_mode = true}", "4x10x12x12xf32 4x10x7x7xf32"},
		{"4x12x14x10xf32", `max_pool2d {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, strides = array<i64: 2, 2>, layout = "NHWC"}`, "4x12x14x10xf32 4x6x7x10xf32"},
		{"4x10x12x12xf32", "global_max_pool2d", "4x10x12x12xf32 4x10x1x1xf32"},
		{"4x10x12x12xf32", `global_max_pool2d {layout = "NHWC"}`, "4x10x12x12xf32 4x1x1x12xf32"},
		{"1x3x2x2xf32 u", "prelu", "1x3x2x2xf32 3xf32 1x3x2x2xf32"},
		{"1x2x2x3xf32 u", "prelu {axis = 3 : i64}", "1x2x2x3xf32 3xf32 1x2x2x3xf32"},
		{"4x1xf32", "transpose", "4x1xf32 1x4xf32"},
		{"?x1x2x3xf32", "transpose {axes = array<i64: 1, 2, 3, 0>}", "?x1x2x3xf32 1x2x3x?xf32"},
		{"4x1xf32", "broadcast_to {shape = array<i64: 0, 4>}", "4x1xf32 4x4xf32"},
		{"4x1x5xf32", "broadcast_to {shape = array<i64: 0, 4, 5>}", "4x1x5xf32 4x4x5xf32"},
		{"4x1xf32 4xf32", "broadcast_add", "4x1xf32 4xf32 4x4xf32"},
		{"5x1x1xf32 1x4x4xf32", "broadcast_add", "5x1x1xf32 1x4x4xf32 5x4x4xf32"},
		{"6x1x4xf32 5x4xf32", "broadcast_add", "6x1x4xf32 5x4xf32 6x5x4xf32"},
		{"4x5xf32", "sum {axis = array<i64: 1>}", "4x5xf32 4xf32"},
		{"4x5xf32", "sum {axis = array<i64: 1>, keepdims = true}", "4x5xf32 4x1xf32"},
		{"4x5xf32", "sum {axis = array<i64: 0>, keepdims = true}", "4x5xf32 1x5xf32"},
		{"4x5xf32", "sum {axis = array<i64>, keepdims = true}", "4x5xf32 1x1xf32"},
		{"4x5xf32", "sum {axis = array<i64>}", "4x5xf32 1xf32"},
		{"4x5x10xf32", "sum {axis = array<i64: 0, 2>}", "4x5x10xf32 5xf32"},
		{"4x5x10xf32", "sum {axis = array<i64: 0, 2>, keepdims = true}", "4x5x10xf32 1x5x1xf32"},
		// Element types, scalars and empty tensors.
		{"2x4xf32", `cast {dtype = "float64"}`, "2x4xf32 2x4xf64"},
		{"2x4xf32", `cast {dtype = "1"}`, "2x4xf32 2x4xf64"},
		{"2x4x!nnvm.any 2x?xf16", "elemwise_add", "2x4xf16 2x4xf16 2x4xf16"},
		{"f32 f32", "broadcast_add", "f32 f32 f32"},
		{"0xf32", "exp", "0xf32 0xf32"},
		{"0x3xf32", "sum {axis = array<i64: 0>}", "0x3xf32 3xf32"},
		{"u", "exp", "*x!nnvm.any *x!nnvm.any"},
	} {
		got, err := infer(t, function(c.args, c.op))
		if err != nil {
			t.Errorf("%s: %v", c.op, err)
			continue
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s of %s: got\n\t%s\nwant\n\t%s", c.op, c.args, s, c.want)
		}
	}
}

// TestR30Chains infers types in functions in which an operation reads the result of another
// operation, or reads the same value twice.
func TestR30Chains(t *testing.T) {
	for text, want := range map[string]string{
		`func.func @main(%x: tensor<?x3xf32>) {
  %0 = nnvm.matmul(%x, %x) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  return
}`: "3x3xf32 3x3xf32",
		`func.func @main(%x: tensor<10x20xf32>, %g: tensor<*x!nnvm.any>, %b: tensor<*x!nnvm.any>, %m: tensor<*x!nnvm.any>, %v: tensor<*x!nnvm.any>) {
  %0 = nnvm.__rdiv_scalar__(%x) {scalar = 1.0} : (tensor<10x20xf32>) -> tensor<*x!nnvm.any>
  %1:3 = nnvm.batch_norm(%0, %g, %b, %m, %v) : (tensor<*x!nnvm.any>, tensor<*x!nnvm.any>, tensor<*x!nnvm.any>, tensor<*x!nnvm.any>, tensor<*x!nnvm.any>) -> (tensor<*x!nnvm.any>, tensor<*x!nnvm.any>, tensor<*x!nnvm.any>)
  return
}`: "10x20xf32 20xf32 20xf32 20xf32 20xf32 10x20xf32 10x20xf32 20xf32 20xf32",
		`func.func @main(%x: tensor<10x20x10xf32>) {
  %0 = nnvm.flatten(%x) : (tensor<10x20x10xf32>) -> tensor<*x!nnvm.any>
  %1 = nnvm.__mul_scalar__(%0) {scalar = 2.0} : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %2 = nnvm.exp(%1) : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  return
}`: "10x20x10xf32 10x200xf32 10x200xf32 10x200xf32",
	} {
		if got, err := infer(t, text); err != nil || strings.Join(got, " ") != want {
			t.Errorf("got %v and error %v, want %s", got, err, want)
		}
	}
}

// function returns the text of a function with one operation on arguments of the given types. The
// operation is written as "name {params}", or "name/results {params}", followed by "->" and the
// types of its results if known.
func function(args, op string) string {
	op, known, _ := strings.Cut(op, " -> ")
	made := strings.Fields(known)
	var params, names, types, results []string
	for i, a := range strings.Fields(args) {
		if a == "u" {
			a = "*x!nnvm.any"
		}
		names, types = append(names, fmt.Sprintf("%%a%d", i)), append(types, "tensor<"+a+">")
		params = append(params, fmt.Sprintf("%%a%d: tensor<%s>", i, a))
	}
	name, attrs, _ := strings.Cut(op, " ")
	n := 1
	if base, count, ok := strings.Cut(name, "/"); ok {
		name = base
		fmt.Sscan(count, &n)
	}
	for i := range n {
		typ := "*x!nnvm.any"
		if i < len(made) && made[i] != "u" {
			typ = made[i]
		}
		results = append(results, "tensor<"+typ+">")
	}
	return fmt.Sprintf("func.func @main(%s) {\n  %%y:%d = nnvm.%s(%s) %s : (%s) -> (%s)\n  return\n}",
		strings.Join(params, ", "), n, name, strings.Join(names, ", "), attrs, strings.Join(types, ", "), strings.Join(results, ", "))
}

// TestR30Reshape checks 0 and negative numbers in the parameter "shape" of reshape.
func TestR30Reshape(t *testing.T) {
	for _, c := range []struct{ in, to, want string }{
		{"4", "2, 2", "2x2"}, {"2x3x4", "4, 0, 2", "4x3x2"}, {"2x3x4", "2, 0, 0", "2x3x4"},
		{"2x3x4", "6, 1, -1", "6x1x4"}, {"2x3x4", "3, -1, 8", "3x1x8"}, {"2x3x4", "-1", "24"},
		{"2x3x4", "-2", "2x3x4"}, {"2x3x4", "2, -2", "2x3x4"}, {"2x3x4", "-2, 1, 1", "2x3x4x1x1"},
		{"2x3x4", "-3, 4", "6x4"}, {"2x3x4x5", "-3, -3", "6x20"}, {"2x3x4", "0, -3", "2x12"},
		{"2x3x4", "-3, -2", "6x4"}, {"2x3x4", "-4, 1, 2, -2", "1x2x3x4"}, {"2x3x4", "2, -4, -1, 3, -2", "2x1x3x4"},
		{"2x3x4", "5, -1", ""}, {"2x3x4", "7, 3", ""}, {"2x3", "-1, -1", ""}, {"2x3", "-4, 3, 1", ""}, {"2x3", "0, 0, 0", ""}, {"2x3", "-9, 1", ""},
	} {
		got, err := infer(t, function(c.in+"xf32", "reshape {shape = array<i64: "+c.to+">}"))
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%s to %s: got %v, want an error", c.in, c.to, got)
		case c.want != "" && (err != nil || got[1] != c.want+"xf32"):
			t.Errorf("%s to %s: got %v and error %v, want %s", c.in, c.to, got, err, c.want)
		}
	}
}

// TestR30Backward infers operands from results, and reports contradictions.
func TestR30Backward(t *testing.T) {
	got, err := infer(t, `func.func @main(%x: tensor<*x!nnvm.any>, %y: tensor<?x5x!nnvm.any>) -> tensor<3x4xf32> {
  %0 = nnvm.transpose(%x) {axes = array<i64: 1, 0>} : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %1 = nnvm.exp(%0) : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %2 = nnvm.full() {fill_value = 2.0} : () -> tensor<*x!nnvm.any>
  %3 = nnvm.elemwise_mul(%1, %2) : (tensor<*x!nnvm.any>, tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %4 = nnvm.relu(%3) : (tensor<*x!nnvm.any>) -> tensor<3x4xf32>
  return %4 : tensor<3x4xf32>
}`)
	if want := "4x3xf32 ?x5x!nnvm.any 3x4xf32 3x4xf32 3x4xf32 3x4xf32 3x4xf32"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("got %v and error %v, want %s", got, err, want)
	}
	for _, c := range []struct{ args, op, err string }{
		{"2x3xf32 3x2xf32", "elemwise_add", "expected equal shapes"},
		{"2x3xf32 2x3xf64", "elemwise_add", "needs one element type, but has 'f32' and 'f64'"},
		{"2x3xf32 4x2xf32", "broadcast_add", "cannot broadcast shapes [2 3] and [4 2]"},
		{"2x3xf32 4x2xf32", "matmul", "cannot multiply shapes"},
		{"2x3xf32 4x2xf32", "dense {units = 4 : i64}", "needs operand #1 of shape [4 3], but it has shape [4 2]"},
		{"2x3xf32", "transpose {axes = array<i64: 0, 0>}", "not a permutation"},
		{"2x3xf32", "sum {axis = array<i64: 2>}", "has axis 2, but a tensor of rank 2"},
		{"2x3xf32", "split/2 {indices_or_sections = 2 : i64}", "cannot cut an extent of 3 into 2 parts"},
		{"2x3xf32", "squeeze {axis = array<i64: 0>}", "whose extent is not 1"},
		{"1x3x8x8xf32 u", `conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>, layout = "NCHW4q"}`, "'q' appears without 'Q'"},
		{"1x3x8x8xf32 u", `conv2d {channels = 4 : i64, kernel_size = array<i64: 9, 9>}`, "larger than its data"},
		{"2x3xf32", `cast {dtype = "float31"}`, `unknown element type "float31"`},
	} {
		if _, err := infer(t, function(c.args, c.op)); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s of %s: the error is %v, want %q", c.op, c.args, err, c.err)
		}
	}
}

// TestR30MillionChain infers the types in a long chain, forward from the argument and backward from
// the result. [irtest.Million] gives the length of the chain and the time limit.
func TestR30MillionChain(t *testing.T) {
	n, most := irtest.Million()
	for _, forward := range []bool{true, false} {
		known := ir.Tensor(ir.F32(), 2, 3)
		first, last := nnvm.Unknown(), known
		if forward {
			first, last = known, nnvm.Unknown()
		}
		b := ir.NewBuilder(registry(t))
		f := fn.New(b, "main", []ir.Type{first}, []ir.Type{last})
		b.AtEnd(f.Entry())
		v := f.Entry().Arg(0)
		for range n {
			v = ir.OpOf(ir.Create[nnvm.Exp](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{nnvm.Unknown()}})).Result()
		}
		fn.NewReturn(b, v)
		forget := func() {
			for op := range f.Entry().Ops() {
				for r := range op.Results() {
					r.SetType(nnvm.Unknown())
				}
			}
			f.Entry().Arg(0).SetType(first)
			v.SetType(last)
			f.SetFunctionType([]ir.Type{first}, []ir.Type{last})
		}
		irtest.Within(t, most, forget, func() {
			shapes, elems, err := infershapes.Func(f)
			if err != nil || shapes+elems > 0 || v.Type() != known || f.Entry().Arg(0).Type() != known {
				t.Errorf("forward %t: %d shapes and %d types are unknown, or the types differ from the known type; the error is %v", forward, shapes, elems, err)
			}
		})
	}
}
