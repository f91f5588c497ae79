package compile_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/kerneltest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// twoParts has one operation on the device "vm" and three operations on the device "faulty". Two of
// the three operations are fused.
const twoParts = `func.func @main(%a: tensor<8x8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %a, %a {cluster.device = "vm"} : tensor<8x8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] {cluster.device = "faulty"} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %n = stablehlo.negate %1 {cluster.device = "faulty"} : tensor<8x8xf32>
  %2 = stablehlo.reduce(%n init: %z) applies stablehlo.add across dimensions = [0] {cluster.device = "faulty"} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}`

// TestFaultEverywhere checks the effects of a device fault in the last kernel, for all
// configurations (see places) and all ways to run a program (see ways), also with 64 concurrent
// runs. The error must name the operation, and the next run of the same program must be correct.
func TestFaultEverywhere(t *testing.T) {
	for _, name := range []string{"vm", "jit", "c"} {
		for _, p := range places("vm", "faulty") {
			t.Run(name+"/"+p.name, func(t *testing.T) {
				device := kerneltest.NewFaults(-1)
				e := p.compiled(t, twoParts, faulty(t, name, device))
				in := randomInputs(e.Inputs())
				want, err := e.Run(t.Context(), in...)
				if err != nil {
					t.Fatal(err)
				}
				last := 1 // the number of the last kernel
				if len(p.options.Devices) == 0 {
					last = 2
				}
				for _, w := range ways() {
					fails := func(int) {
						if _, err := w.run(t.Context(), e, in); !errors.Is(err, kerneltest.ErrLost) {
							t.Errorf("%s: a run with a failing kernel returned %v, expected ErrLost", w.name, err)
						} else {
							p.failedAt(t, w.name, err, "stablehlo.reduce", "test.mlir:6:")
						}
					}
					runs := func(int) {
						if out, err := w.run(t.Context(), e, in); err != nil || !slices.Equal(out[0].Data, want[0].Data) {
							t.Errorf("%s: the next run returned %v, %v", w.name, out, err)
						}
					}
					for _, often := range []func(func(int)){func(f func(int)) { f(0) }, atOnce} {
						device.Lose(last)
						often(fails)
						lostInProfile(t, e, in)
						device.Lose(-1)
						often(runs)
					}
				}
			})
		}
	}
}

// lostInProfile checks the profile of a failed run. It must have at least four records, at least
// two of them with the status NotRun. If an operation has the status OptimizedOut, the operation in
// Record.Host must have been executed, or Record.Host must be 0.
func lostInProfile(t *testing.T, e *compile.Executable, in []*tensor.Tensor) {
	t.Helper()
	var profile backends.Profile
	if _, err := e.Program().(backends.Profiled).RunProfiled(t.Context(), in, &profile); !errors.Is(err, kerneltest.ErrLost) {
		t.Errorf("a profiled run with a failing kernel returned %v, expected ErrLost", err)
	}
	became := map[uint32]backends.Status{0: backends.Executed}
	notRun := 0
	for _, r := range profile.Records {
		became[r.Op] = max(became[r.Op], r.Status)
		if r.Status == backends.NotRun {
			notRun++
		}
	}
	for _, r := range profile.Records {
		if r.Status == backends.OptimizedOut && became[r.Host] != backends.Executed {
			t.Errorf("'%s' is %s, but the operation #%d, which does its work, is %s", r.Name, r.Status, r.Host, became[r.Host])
		}
	}
	if notRun < 2 || len(profile.Records) < 4 {
		t.Errorf("the profile of a failed run is %+v, expected at least 4 records, of which at least 2 are not run", profile.Records)
	}
}

// shapes is a program in which the cluster on ref creates a vector. The cluster fails if the vector
// does not have four elements.
const shapes = `func.func @main(%n: tensor<1xi64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %n, %n {cluster.device = "vm"} : tensor<1xi64>
  %1 = stablehlo.dynamic_iota %0, dim = 0 {cluster.device = "ref"} : (tensor<1xi64>) -> tensor<?xf32>
  %2 = stablehlo.add %1, %x {cluster.device = "ref"} : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}`

// TestShapeEverywhere is like TestFaultEverywhere for an operation that fails because of the shapes
// of its operands. One half of 64 concurrent runs fails, and the other half is correct. Only ref
// supports shapes that are unknown before the run.
func TestShapeEverywhere(t *testing.T) {
	for _, p := range places("vm", "ref") {
		t.Run(p.name, func(t *testing.T) {
			e := p.compiled(t, shapes)
			for _, w := range ways() {
				run := func(n int) {
					in := []*tensor.Tensor{tensor.FromSlice([]int64{1}, []int64{int64(2 + n%2)}), tensor.FromSlice([]int64{4}, []float32{10, 20, 30, float32(n)})}
					out, err := w.run(t.Context(), e, in)
					if n%2 == 1 {
						p.failedAt(t, w.name, err, "stablehlo.add", "test.mlir:4:")
					} else if err != nil || !slices.Equal(tensor.Slice[float32](out[0]), []float32{10, 21, 32, float32(n + 3)}) {
						t.Errorf("%s: a valid run returned %v, %v", w.name, out, err)
					}
				}
				run(1)
				run(0)
				atOnce(run)
				run(0)
			}
		})
	}
}
