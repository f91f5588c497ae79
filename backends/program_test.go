package backends_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// long is a program with a long-running grid. Element i of the result is the sum of i, 2i, …,
// 1000i.
const long = `
func.func @main(%o: memref<4000xi64>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 4000 : index
  func.call @k(%o, %lo, %hi) : (memref<4000xi64>, index, index) -> ()
  return
}
func.func private @k(%o: memref<4000xi64>, %lo: index, %hi: index)
    attributes {kernel.grid = 4000 : index, kernel.writes = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1001 : index
  %none = arith.constant 0 : i64
  scf.for %i = %lo to %hi step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %none) -> (i64) {
      %p = arith.muli %i, %j : index
      %q = arith.index_cast %p : index to i64
      %next = arith.addi %sum, %q : i64
      scf.yield %next : i64
    }
    memref.store %s, %o[%i] : memref<4000xi64>
  }
  return
}`

func openLong(t testing.TB, threads int) backends.Program {
	t.Helper()
	b, err := vm.Factory().Open(backends.Config{Device: "vm", Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Compile(context.Background(), parseText(t, "long.mlir", []byte(long)), backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// TestThreads runs one program several times at once, with 1, 2 or 7 threads for each run.
func TestThreads(t *testing.T) {
	for _, threads := range []int{1, 2, 7} {
		p := openLong(t, threads)
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				out, err := p.Run(context.Background(), nil)
				if err != nil {
					t.Error(err)
					return
				}
				for i, v := range tensor.Slice[int64](out[0]) {
					if want := int64(i) * 500500; v != want {
						t.Errorf("%d threads: element %d is %d, expected %d", threads, i, v, want)
						return
					}
				}
			})
		}
		all.Wait()
	}
}

// TestCancel checks that a run fails with the error of its context if the deadline passes, and that
// the next run is complete.
func TestCancel(t *testing.T) {
	p := openLong(t, 2)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err := p.Run(ctx, nil)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("expected an error about the deadline, but the run ended with %v after %v", err, time.Since(begin))
	}
	out, err := p.Run(context.Background(), nil)
	if err != nil || out[0].Int(3999) != 3999*500500 {
		t.Errorf("the next run returned the error %v or a wrong result", err)
	}
}

func TestProfile(t *testing.T) {
	p := openLong(t, 2)
	var profile backends.Profile
	if _, err := p.(backends.Profiled).RunProfiled(context.Background(), nil, &profile); err != nil {
		t.Fatal(err)
	}
	if len(profile.Records) != 1 || profile.Records[0].Exec != "k" || profile.Records[0].Took <= 0 || profile.Sum() > profile.Wall {
		t.Errorf("the profile is %+v, expected one record of kernel k", profile)
	}
}

func TestCheckInputs(t *testing.T) {
	p := compileFile(t, kernelDir+"/transpose.mlir", vm.Factory())
	for _, test := range []struct {
		in      []*tensor.Tensor
		message string
	}{
		{nil, "the function takes 1 inputs, but got 0"},
		{[]*tensor.Tensor{tensor.New(tensor.I16, 40, 24)}, "input #0 must be 'tensor<24x40xi16>', but got 'tensor<40x24xi16>'"},
		{[]*tensor.Tensor{tensor.New(tensor.F32, 24, 40)}, "input #0 must be 'tensor<24x40xi16>', but got 'tensor<24x40xf32>'"},
	} {
		_, err := p.Run(context.Background(), test.in)
		if err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("expected %q, but got %v", test.message, err)
		}
	}
}

// TestBadKernels checks that errors about invalid kernel form have a location.
func TestBadKernels(t *testing.T) {
	for _, test := range []struct{ old, new, message string }{
		{"%c1 iter_args", "%i iter_args", "must have a step that is a positive constant"},
		{"array<i64: 0>", "array<i64>", "writes buffer #0, which 'kernel.writes' does not list"},
		{"kernel.grid = 4000 : index, ", "", "must have 'kernel.host', or 'kernel.grid' with the number of iterations"},
		{"constant 4000", "constant 2000", "must call @k over its whole grid, from 0 to 4000"},
		{"kernel.results = 1 : i64", "kernel.results = 0 : i64", "writes operand #0, an input, which must only be read"},
		{"arith.addi %sum, %q : i64", "ub.poison : i64", "is not part of the kernel form"},
	} {
		m := parseText(t, "bad.mlir", []byte(strings.Replace(long, test.old, test.new, 1)))
		b, _ := vm.Factory().Open(backends.Config{Device: "vm"})
		_, err := b.Compile(context.Background(), m, backends.CompileOptions{})
		if err == nil || !strings.Contains(err.Error(), test.message) || !strings.Contains(err.Error(), "bad.mlir:") {
			t.Errorf("expected %q with a location, but got %v", test.message, err)
		}
	}
}
