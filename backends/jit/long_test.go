package jit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestLongKernels runs kernels with short and with long loops, whose bounds are constant or
// computed. A deadline must end a long loop during the call of the kernel.
func TestLongKernels(t *testing.T) {
	const program = `module {
  func.func @main(%%g: memref<1xi64>, %%o: memref<4xi64>) attributes {kernel.host, kernel.results = 1 : i64} {
    %%lo = arith.constant 0 : index
    %%hi = arith.constant 4 : index
    func.call @k(%%g, %%o, %%lo, %%hi) : (memref<1xi64>, memref<4xi64>, index, index) -> ()
    return
  }
  func.func private @k(%%g: memref<1xi64>, %%o: memref<4xi64>, %%lo: index, %%hi: index) attributes {kernel.grid = 4 : index, kernel.writes = array<i64: 1>} {
    %%z = arith.constant 0 : index
    %%one = arith.constant 1 : index
    %%step = arith.constant 16 : index
    %%n = arith.constant %s : index
    %%i1 = arith.constant 1 : i64
    scf.for %%p = %%lo to %%hi step %%one {
      %s
      %%r = scf.for %%i = %%from to %%end step %%one iter_args(%%a = %%i1) -> (i64) {
        %%b = arith.muli %%a, %%a : i64
        scf.yield %%b : i64
      }
      memref.store %%r, %%o[%%p] : memref<4xi64>
    }
    return
  }
}`
	const from = "%from = arith.addi %z, %z : index\n      "
	const part = "%x = memref.load %g[%z] : memref<1xi64>\n      %from = arith.index_cast %x : i64 to index\n      %next = arith.addi %from, %step : index\n      %end = arith.minsi %next, %n : index"
	const negative = "%x = memref.load %g[%z] : memref<1xi64>\n      %far = arith.index_cast %x : i64 to index\n      %neg = arith.subi %z, %far : index\n" +
		"      %m1 = arith.constant -1 : index\n      %from = arith.remui %neg, %m1 : index\n      %end = arith.addi %n, %z : index"
	const all, block = from + "%end = arith.addi %n, %z : index", from + "%next = arith.addi %p, %step : index\n      %end = arith.minsi %next, %n : index"
	for _, c := range []struct {
		n, end string
		long   bool // the deadline must end the run
	}{
		{"1000", all, false},
		{"1000000000000000", all, true},
		{"9223372036854775807", all, true},
		{"1000000000000000", block, false},
		{"1000000000000000", part, false},
		{"1000", negative, true},
		{"1000", from + "%x = memref.load %g[%z] : memref<1xi64>\n      %end = arith.index_cast %x : i64 to index", true},
		{"1000", from + "%x = memref.load %g[%z] : memref<1xi64>\n      %far = arith.index_cast %x : i64 to index\n      %end = arith.minsi %far, %n : index", false},
	} {
		text := fmt.Sprintf(program, c.n, c.end)
		late, err := runLate(t, "jit", text, tensor.FromSlice([]int64{1}, []int64{1 << 60}))
		if errors.Is(err, context.DeadlineExceeded) != c.long || !c.long && err != nil || late > 2*time.Second {
			t.Errorf("%s, %s: the run ended %v after the deadline, with the error %v", c.n, c.end, late, err)
		}
	}
}

// runLate compiles and runs a program with a deadline of 100 ms, and returns how long after the
// deadline the run ends.
func runLate(t *testing.T, backend, text string, inputs ...*tensor.Tensor) (time.Duration, error) {
	t.Helper()
	m, err := compile.Parse("t.mlir", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := compile.Module(t.Context(), m, compile.Options{Backend: backend})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err = e.Run(ctx, inputs...)
	deadline, _ := ctx.Deadline()
	return time.Since(deadline), err
}

// kernelProgram returns a program of one kernel with the given grid, type of the buffer %o, and
// body. The body can also use the values that the kernel defines before it: %lo, %hi, %zero, %one
// and %x.
func kernelProgram(grid int, types, body string) string {
	return fmt.Sprintf(`module {
  func.func @main(%%o: %[2]s) attributes {kernel.host, kernel.results = 1 : i64} {
    %%lo = arith.constant 0 : index
    %%hi = arith.constant %[1]d : index
    func.call @k(%%o, %%lo, %%hi) : (%[2]s, index, index) -> ()
    return
  }
  func.func private @k(%%o: %[2]s, %%lo: index, %%hi: index) attributes {kernel.grid = %[1]d : index, kernel.lanes = 64 : index, kernel.writes = array<i64: 0>} {
    %%zero = arith.constant 0 : index
    %%one = arith.constant 1 : index
    %%x = arith.constant 1.0e300 : f64
    %[3]s
    return
  }
}`, grid, types, body)
}

// TestLongIterations runs kernels in which single iterations of a loop take long: one kernel has
// nested loops, and the other kernel has a slow operation. A deadline must end the run.
func TestLongIterations(t *testing.T) {
	const nested = `scf.for %i = %lo to %hi step %one {
      %s = scf.for %j = %lo to %hi step %one iter_args(%a = %x) -> (f64) {
        %r = scf.for %k = %lo to %hi step %one iter_args(%b = %a) -> (f64) {
          %c = arith.addf %b, %x : f64
          scf.yield %c : f64
        }
        scf.yield %r : f64
      }
      memref.store %s, %o[%i] : memref<100000xf64>
    }`
	const remainder = `%n = arith.constant 100000000 : index
    scf.for %i = %lo to %hi step %one {
      %v = vector.broadcast %x : f64 to vector<64xf64>
      %s = scf.for %j = %zero to %n step %one iter_args(%a = %v) -> (vector<64xf64>) {
        %b = arith.remf %v, %a : vector<64xf64>
        scf.yield %b : vector<64xf64>
      }
      vector.store %s, %o[%zero] : memref<64xf64>, vector<64xf64>
    }`
	for _, text := range []string{kernelProgram(100000, "memref<100000xf64>", nested), kernelProgram(1, "memref<64xf64>", remainder)} {
		if late, err := runLate(t, "jit", text); !errors.Is(err, context.DeadlineExceeded) || late > 2*time.Second {
			t.Errorf("%s\nthe run ended %v after the deadline, with the error %v", text, late, err)
		}
	}
}

// TestLongSlices runs a kernel whose first iterations are short and whose later iterations are
// long. A deadline must end the run, even if the program was exported and imported.
func TestLongSlices(t *testing.T) {
	m, err := compile.Parse("t.mlir", []byte(kernelProgram(1000000, "memref<1000000xf64>", `%first = arith.constant 1000 : index
    %n = arith.constant 5000000 : index
    scf.for %i = %lo to %hi step %one {
      %c = arith.cmpi sgt, %i, %first : index
      %s = scf.if %c -> (f64) {
        %r = scf.for %j = %zero to %n step %one iter_args(%a = %x) -> (f64) {
          %b = arith.divf %x, %a : f64
          scf.yield %b : f64
        }
        scf.yield %r : f64
      } else {
        scf.yield %x : f64
      }
      memref.store %s, %o[%i] : memref<1000000xf64>
    }`)))
	if err != nil {
		t.Fatal(err)
	}
	e, err := compile.Module(t.Context(), m, compile.Options{Backend: "jit", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var exported bytes.Buffer
	if err := e.Program().(backends.Exporter).Export(&exported); err != nil {
		t.Fatal(err)
	}
	r := backends.NewRegistry(compile.Backends(), backends.Config{Threads: 1})
	defer r.Close()
	b, err := r.Open(device.Named("jit"))
	if err != nil {
		t.Fatal(err)
	}
	imported, err := b.(backends.Importer).Import(t.Context(), exported.Bytes(), backends.ImportOptions{Registry: m.Op.Registry()})
	if err != nil {
		t.Fatal(err)
	}
	defer imported.Close()
	for _, p := range []backends.Program{e.Program(), imported} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err := p.Run(ctx, nil)
		deadline, _ := ctx.Deadline()
		if late := time.Since(deadline); !errors.Is(err, context.DeadlineExceeded) || late > 2*time.Second {
			t.Errorf("the run ended %v after the deadline, with the error %v", late, err)
		}
		cancel()
	}
}

// TestOwnLongKernels runs a scatter, which Lathe lowers to a kernel with one iteration of many
// seconds. A deadline must end the run.
func TestOwnLongKernels(t *testing.T) {
	const updates, divisions = 20_000_000, 100
	body := ""
	for i := range divisions {
		body += fmt.Sprintf("    %%r%d = stablehlo.divide %%r%d, %%a : tensor<f32>\n", i+1, i)
	}
	text := fmt.Sprintf(`func.func @main(%%i: tensor<%[1]dx1xi8>) -> tensor<4xf32> {
  %%x = stablehlo.constant dense<3.0> : tensor<4xf32>
  %%one = stablehlo.constant dense<2.0> : tensor<f32>
  %%u = stablehlo.broadcast_in_dim %%one, dims = [] : (tensor<f32>) -> tensor<%[1]dxf32>
  %%0 = "stablehlo.scatter"(%%x, %%i, %%u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%%a: tensor<f32>, %%r0: tensor<f32>):
%[2]s    stablehlo.return %%r%[3]d : tensor<f32>
  }) : (tensor<4xf32>, tensor<%[1]dx1xi8>, tensor<%[1]dxf32>) -> tensor<4xf32>
  return %%0 : tensor<4xf32>
}`, updates, body, divisions)
	late, err := runLate(t, "jit", text, tensor.New(tensor.I8, updates, 1))
	if !errors.Is(err, context.DeadlineExceeded) || late > 2*time.Second {
		t.Errorf("the run ended %v after the deadline, with the error %v", late, err)
	}
}
