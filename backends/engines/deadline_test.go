package engines_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	embed "github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestDeadline checks that a run ends soon after its deadline, as defined by endsAtDeadline. The
// deadline passes inside an operation or kernel that takes long. Some operations are tested only on
// ref, because the other engines finish them before the deadline. LATHE_SWEEP=1 adds operations
// that move 300 million elements; they need gigabytes of memory.
func TestDeadline(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run with the race detector, which makes runs end late")
	}
	const square, wide = "tensor<4000x4000xf32>", "tensor<8000000xf32>"
	const moved, longest = "tensor<500x500x500xf32>", "tensor<300000000xf32>"
	reg := registry(t)
	body := func(format string, types ...any) string { return fmt.Sprintf(format, types...) }
	divisions := "" // each divides the result of the previous division
	for i := range 100 {
		divisions += fmt.Sprintf("  %%r%d = stablehlo.divide %%r%d, %%a : tensor<f32>\n", i+1, i)
	}
	for _, test := range []struct {
		name, in, out, body string
		onlyRef             bool // compiled kernels end before the deadline
	}{
		{"dot_general", square, square, body("%%r = stablehlo.dot_general %%x, %%x, contracting_dims = [1] x [0] : (%s, %[1]s) -> %[1]s", square), false},
		{"integers", "tensor<4000x4000xi16>", "tensor<4000x4000xi16>", body("%%r = stablehlo.dot_general %%x, %%x, contracting_dims = [1] x [0] : (%s, %[1]s) -> %[1]s", "tensor<4000x4000xi16>"), false},
		{"booleans", "tensor<3000x3000xi1>", "tensor<3000x3000xi1>", body("%%n = stablehlo.not %%x : %s\n%%r = stablehlo.dot_general %%n, %%n, contracting_dims = [1] x [0] : (%[1]s, %[1]s) -> %[1]s", "tensor<3000x3000xi1>"), true},
		{"convolution", "tensor<1x64x100x100xf32>", "tensor<1x64x100x100xf32>", body("%%w = stablehlo.constant dense<1.0> : tensor<64x64x5x5xf32>\n" +
			"%%r = stablehlo.convolution(%%x, %%w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x64x100x100xf32>, tensor<64x64x5x5xf32>) -> tensor<1x64x100x100xf32>"), true},
		{"reduce_window", "tensor<600x600xf32>", "tensor<600x600xf32>", body("%%z = stablehlo.constant dense<0.0> : tensor<f32>\n" +
			"%%r = \"stablehlo.reduce_window\"(%%x, %%z) ({\n^bb0(%%a: tensor<f32>, %%b: tensor<f32>):\n  %%s = stablehlo.add %%a, %%b : tensor<f32>\n  stablehlo.return %%s : tensor<f32>\n}) " +
			"{window_dimensions = array<i64: 9, 9>, padding = dense<4> : tensor<2x2xi64>} : (tensor<600x600xf32>, tensor<f32>) -> tensor<600x600xf32>"), true},
		{"gather", "tensor<2000x2000xf32>", "tensor<2000000x4xf32>", body("%%i = stablehlo.constant dense<3> : tensor<2000000x1xi32>\n" +
			"%%r = \"stablehlo.gather\"(%%x, %%i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<2000x2000xf32>, tensor<2000000x1xi32>) -> tensor<2000000x4xf32>"), true},
		{"scatter", wide, wide, body("%%i = stablehlo.constant dense<3> : tensor<4000000x1xi32>\n%%u = stablehlo.constant dense<1.0> : tensor<4000000xf32>\n"+
			"%%r = \"stablehlo.scatter\"(%%x, %%i, %%u) ({\n^bb0(%%a: tensor<f32>, %%b: tensor<f32>):\n  %%s = stablehlo.add %%a, %%b : tensor<f32>\n  stablehlo.return %%s : tensor<f32>\n}) "+
			"{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (%s, tensor<4000000x1xi32>, tensor<4000000xf32>) -> %[1]s", wide), true},
		{"scatter with 100 divisions for each update", "tensor<4xf32>", "tensor<4xf32>", body("%%i = stablehlo.constant dense<3> : tensor<20000000x1xi8>\n%%u = stablehlo.constant dense<1.0> : tensor<20000000xf32>\n%%r = \"stablehlo.scatter\"(%%x, %%i, %%u) ({\n^bb0(%%a: tensor<f32>, %%r0: tensor<f32>):\n"+
			"%s  stablehlo.return %%r100 : tensor<f32>\n}) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<20000000x1xi8>, tensor<20000000xf32>) -> tensor<4xf32>", divisions), false},
		{"sort", "tensor<4000000xf32>", "tensor<4000000xf32>", body("%%r = \"stablehlo.sort\"(%%x) ({\n^bb0(%%a: tensor<f32>, %%b: tensor<f32>):\n  %%p = stablehlo.compare LT, %%a, %%b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n  stablehlo.return %%p : tensor<i1>\n}) {dimension = 0 : i64} : (%s) -> %[1]s", "tensor<4000000xf32>"), false},
		{"one row of integers", "tensor<1x10000xi8>", "tensor<1x10000xi8>", body("%%w = stablehlo.constant dense<1> : tensor<10000x10000xi8>\n" +
			"%%r = stablehlo.dot_general %%x, %%w, contracting_dims = [1] x [0] : (tensor<1x10000xi8>, tensor<10000x10000xi8>) -> tensor<1x10000xi8>"), true},
		{"ragged_dot", "tensor<1500x1500xf32>", "tensor<1500x1500xf32>", body("%%w = stablehlo.constant dense<1.0> : tensor<2x1500x1500xf32>\n%%n = stablehlo.constant dense<750> : tensor<2xi64>\n" +
			"%%r = \"chlo.ragged_dot\"(%%x, %%w, %%n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<1500x1500xf32>, tensor<2x1500x1500xf32>, tensor<2xi64>) -> tensor<1500x1500xf32>"), true},
		{"top_k", "tensor<30000000xf32>", "tensor<1xf32>", body("%%k:2 = chlo.top_k(%%x, k = 1) : tensor<30000000xf32> -> (tensor<1xf32>, tensor<1xi32>)\n%%r = stablehlo.negate %%k#0 : tensor<1xf32>"), true},
		{"clamp", longest, longest, body("%%r = stablehlo.clamp %%x, %%x, %%x : %s", longest), true},
		{"fft of an even length", "tensor<8388608xcomplex<f32>>", "tensor<8388608xcomplex<f32>>", body("%%r = stablehlo.fft %%x, type = FFT, length = [8388608] : (tensor<8388608xcomplex<f32>>) -> tensor<8388608xcomplex<f32>>"), true},
		{"elementwise", wide, wide, body("%%r = stablehlo.sine %%x : %s", wide), true},
		{"binary", wide, wide, body("%%r = stablehlo.power %%x, %%x : %s", wide), true},
		{"reduce", wide, "tensor<f32>", body("%%z = stablehlo.constant dense<0.0> : tensor<f32>\n%%r = stablehlo.reduce(%%x init: %%z) across dimensions = [0] : (%s, tensor<f32>) -> tensor<f32> reducer(%%a: tensor<f32>, %%b: tensor<f32>) {\n"+
			"  %%s = stablehlo.subtract %%a, %%b : tensor<f32>\n  stablehlo.return %%s : tensor<f32>\n}", wide), true},
		{"cholesky", square, square, body("%%r = stablehlo.cholesky %%x : %s", square), true},
		{"triangular_solve", square, square, body("%%r = \"stablehlo.triangular_solve\"(%%x, %%x) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (%s, %[1]s) -> %[1]s", square), true},
		{"fft", "tensor<1000x1021xcomplex<f32>>", "tensor<1000x1021xcomplex<f32>>", body("%%r = stablehlo.fft %%x, type = FFT, length = [1021] : (tensor<1000x1021xcomplex<f32>>) -> tensor<1000x1021xcomplex<f32>>"), true},
		{"transpose", moved, moved, body("%%r = stablehlo.transpose %%x, dims = [2, 0, 1] : (%s) -> %[1]s", moved), true},
		{"broadcast", "tensor<1xf32>", longest, body("%%r = stablehlo.broadcast_in_dim %%x, dims = [0] : (tensor<1xf32>) -> %s", longest), true},
		{"slice", longest, "tensor<75000000xf32>", body("%%r = stablehlo.slice %%x [0:300000000:4] : (%s) -> tensor<75000000xf32>", longest), true},
		{"pad", longest, "tensor<300000002xf32>", body("%%z = stablehlo.constant dense<1.0> : tensor<f32>\n%%r = stablehlo.pad %%x, %%z, low = [1], high = [1], interior = [0] : (%s, tensor<f32>) -> tensor<300000002xf32>", longest), true},
		{"concatenate", longest, "tensor<600000000xf32>", body("%%r = stablehlo.concatenate %%x, %%x, dim = 0 : (%s, %[1]s) -> tensor<600000000xf32>", longest), true},
		{"bitcast", longest, "tensor<300000000xi32>", body("%%r = stablehlo.bitcast_convert %%x : (%s) -> tensor<300000000xi32>", longest), true},
		{"bitcast to bytes", longest, "tensor<300000000x4xi8>", body("%%r = stablehlo.bitcast_convert %%x : (%s) -> tensor<300000000x4xi8>", longest), true},
		{"reverse", longest, longest, body("%%r = stablehlo.reverse %%x, dims = [0] : %s", longest), true},
		{"iota", "tensor<f32>", longest, body("%%i = stablehlo.iota dim = 0 : %s\n%%b = stablehlo.broadcast_in_dim %%x, dims = [] : (tensor<f32>) -> %[1]s\n%%r = stablehlo.add %%i, %%b : %[1]s", longest), true},
		{"gather of large slices", moved, "tensor<8x125000000xf32>", body("%%i = stablehlo.constant dense<0> : tensor<8x1xi32>\n%%v = stablehlo.reshape %%x : (%s) -> tensor<1x125000000xf32>\n"+
			"%%r = \"stablehlo.gather\"(%%v, %%i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 125000000>} : (tensor<1x125000000xf32>, tensor<8x1xi32>) -> tensor<8x125000000xf32>", moved), true},
		{"update", longest, longest, body("%%i = stablehlo.constant dense<0> : tensor<i32>\n%%u = stablehlo.constant dense<1.0> : tensor<1xf32>\n%%r = stablehlo.dynamic_update_slice %%x, %%u, %%i : (%s, tensor<1xf32>, tensor<i32>) -> %[1]s", longest), true},
		{"select", longest, longest, body("%%p = stablehlo.compare LT, %%x, %%x : (%s, %[1]s) -> tensor<300000000xi1>\n%%r = stablehlo.select %%p, %%x, %%x : tensor<300000000xi1>, %[1]s", longest), true},
	} {
		if strings.Contains(test.body, longest) && os.Getenv("LATHE_SWEEP") == "" {
			continue
		}
		m := parse(t, reg, program("%x: "+test.in, test.body, "%r", test.out))
		for _, name := range []string{"ref", "vm", "c", "jit"} {
			if test.onlyRef && name != "ref" {
				continue
			}
			t.Run(test.name+"/"+name, func(t *testing.T) { checkDeadline(t, m, name) })
		}
	}
}

// checkDeadline runs a program with a deadline of 50 ms.
func checkDeadline(t *testing.T, m ir.Module, engine string) {
	e, err := embed.Module(t.Context(), m, embed.Options{Backend: engine, Backends: allBackends(), Threads: 1})
	if err != nil {
		t.Skip(err)
	}
	defer e.Close()
	shape, _ := e.Inputs()[0].Shape()
	in := tensor.New(e.Inputs()[0].Kind(), shape...)
	endsAtDeadline(t, 50*time.Millisecond, func(ctx context.Context) error {
		_, err := e.Run(ctx, in)
		return err
	})
}

func allBackends() []backends.Factory {
	return append(embed.Backends(), c.Factory(func(path string) (c.Library, error) { return dylib.Open(path) }))
}

// endsAtDeadline calls a function with a deadline, up to five times. One call must end less than
// 0.2 s after the deadline. On a busy machine, it may end up to 4 s late, but must use less than
// 0.2 s of processor time after the deadline.
func endsAtDeadline(t *testing.T, after time.Duration, run func(ctx context.Context) error) {
	const most = 200 * time.Millisecond
	var late, used time.Duration
	for range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		atDeadline := make(chan time.Duration, 1)
		context.AfterFunc(ctx, func() { atDeadline <- irtest.ProcessorTime() })
		err := run(ctx)
		deadline, _ := ctx.Deadline()
		late = time.Since(deadline)
		if !errors.Is(err, context.DeadlineExceeded) {
			cancel()
			t.Fatalf("the call ended %v after its deadline with %v", late, err)
		}
		used = irtest.ProcessorTime() - <-atDeadline
		cancel()
		if late < most || used < most && late < 20*most {
			t.Logf("the call ended %v after the deadline, with %v of processor time", late, used)
			return
		}
	}
	t.Errorf("the call ended %v after its deadline, with %v of processor time", late, used)
}

// TestCompileDeadline checks that a compilation ends soon after its deadline, as defined by
// endsAtDeadline.
func TestCompileDeadline(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run with the race detector, which makes runs end late")
	}
	const line, short = "tensor<2999999xcomplex<f32>>", "tensor<64xf32>" // the number of elements of a line is prime
	sines := "%s0 = stablehlo.sine %x : " + short
	for i := range 400 { // the numbers differ, so that all kernels differ
		sines += fmt.Sprintf("\n%%c%d = stablehlo.constant dense<%[1]d.0> : %[2]s\n%%t%[1]d = stablehlo.add %%s%[3]d, %%c%[1]d : %[2]s\n%%s%[1]d = stablehlo.sine %%t%[1]d : %[2]s", i+1, short, i)
	}
	const parts = "tensor<64xcomplex<f32>>"
	arcs := ""
	for i := range 600 {
		arcs += fmt.Sprintf("%%v%d = chlo.asin %%v%d : %s -> %[3]s\n", i+1, i, parts)
	}
	loop := "%c = stablehlo.constant dense<0.0> : tensor<f32>\n%z:2 = stablehlo.while(%y = %x, %n = %c) : " + short + ", tensor<f32>\ncond {\n  %one = stablehlo.constant dense<1.0> : tensor<f32>\n" +
		"  %p = stablehlo.compare LT, %n, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n} do {\n" +
		strings.Replace(sines, "%x", "%y", 1) + "\n  %one = stablehlo.constant dense<1.0> : tensor<f32>\n  stablehlo.return %s400, %one : " + short + ", tensor<f32>\n}"
	for _, test := range []struct{ name, text string }{
		{"fft", program("%x: "+line, "%r = stablehlo.fft %x, type = FFT, length = [2999999] : ("+line+") -> "+line, "%r", line)},
		{"sines", program("%x: "+short, sines, "%s400", short)},
		{"arcs", program("%v0: "+parts, arcs, "%v600", parts)},
		{"loop", program("%x: "+short, loop, "%z#0", short)},
	} {
		m := parse(t, registry(t), test.text)
		for _, engine := range []string{"vm", "jit", "c"} {
			t.Run(test.name+"/"+engine, func(t *testing.T) {
				endsAtDeadline(t, 100*time.Millisecond, func(ctx context.Context) error {
					_, err := embed.Module(ctx, m, embed.Options{Backend: engine, Backends: allBackends(), Threads: 1})
					return err
				})
			})
		}
	}
}

// TestParts compares the results of ref and vm for functions of large tensors. The tensors are so
// large that the interpreter evaluates the functions in parts.
func TestParts(t *testing.T) {
	const f32, f16 = "tensor<5x10007xf32>", "tensor<5x10007xf16>"
	m := parse(t, registry(t), program("%x: "+f32+", %s: tensor<f32>", "%a = stablehlo.clamp %s, %x, %s : (tensor<f32>, "+f32+", tensor<f32>) -> "+f32+
		"\n%b = stablehlo.tanh %x : "+f32+"\n%c = stablehlo.divide %b, %x : "+f32+"\n%d = stablehlo.convert %c : ("+f32+") -> "+f16, "%a, %c, %d", f32+", "+f32+", "+f16))
	x := tensor.New(tensor.F32, 5, 10007)
	for i := range x.NumElements() {
		x.SetFloat(i, float64(i-20000)/3000)
	}
	compile(t, engines(t)[:2], m).same(t, []*tensor.Tensor{x, tensor.New(tensor.F32)})
}
