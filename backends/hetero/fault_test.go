package hetero_test

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/backends/kerneltest"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// several is a divided program. Its second part has three operations, which are not fused.
const several = `
func.func @main(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @before(%x) on "vm" : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = cluster.launch @middle(%0) on "faulty" : (tensor<4x4xf32>) -> tensor<4xf32>
  %2 = cluster.launch @after(%1) on "last" : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @before(%a: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {cluster.device = "vm"} {
  %0 = stablehlo.add %a, %a : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func private @middle(%a: tensor<4x4xf32>) -> tensor<4xf32> attributes {cluster.device = "faulty"} {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @after(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "last"} {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}`

// TestO11FaultAmongSeveral checks faults in a part of several operations, on vm and c, in each
// mode. The error must name only the operation that failed, no later part may run, and the next run
// without a fault must succeed. O11 is a row in docs/backends.md.
func TestO11FaultAmongSeveral(t *testing.T) {
	loaded := c.Factory(func(path string) (c.Library, error) { return dylib.Open(path) })
	ops := []string{"'stablehlo.dot_general' op", "'stablehlo.reduce' op", "'stablehlo.dot_general' op"}
	for _, f := range []backends.Factory{vm.Factory(), loaded} {
		for _, mode := range modes() {
			t.Run(f.Name+"/"+mode, func(t *testing.T) {
				if _, err := exec.LookPath("gcc"); err != nil && f.Name == "c" {
					t.Skip("backend c needs a C compiler")
				}
				device := kerneltest.NewFaults(-1)
				last := kerneltest.NewFaults(-1)
				late := last.Of(vm.Factory(), "last")
				p := compile(t, several, mode, device.Of(f, "faulty"), late)
				x := []*tensor.Tensor{tensor.FromSlice([]int64{4, 4}, make([]float32, 16))}
				x[0].SetFloat(0, 1)
				want, err := p.Run(context.Background(), x)
				if err != nil {
					t.Fatal(err)
				}
				for i, op := range ops {
					device.Lose(i)
					last.Lose(-1)
					_, err := p.Run(context.Background(), x)
					if !errors.Is(err, kerneltest.ErrLost) || last.Calls() > 0 {
						t.Fatalf("with a fault of kernel %d, the run returned %v; the next part ran %d times", i, err, last.Calls())
					}
					wantsFault(t, err, fmt.Sprintf("three.mlir:%d:", 14+i), fmt.Sprintf("partition 2 (@middle on device 'faulty'): %s failed on device 'faulty': the device is lost", op))
					device.Lose(-1)
					out, err := p.Run(context.Background(), x)
					if err != nil || !slices.Equal(out[0].Data, want[0].Data) {
						t.Fatalf("the next run returned %v, %v", out, err)
					}
				}
			})
		}
	}
}

// wantsFault checks the location and the message of err, which must name a single operation.
func wantsFault(t testing.TB, err error, place, says string) {
	t.Helper()
	all := diag.All(err)
	text := err.Error()
	if len(all) != 1 || all[0].Message != says || !strings.HasPrefix(text, place) || strings.Count(text, "' op") != 1 {
		t.Fatalf("got %d errors: %s, notes %v; expected one at %s:\n%s", len(all), text, all[0].Notes, place, says)
	}
}

// TestO11FusedFault checks that the error of a kernel of fused operations names the last of these
// operations, and that its notes name the others.
func TestO11FusedFault(t *testing.T) {
	text := strings.Replace(several, "  %1 = stablehlo.reduce", "  %t = stablehlo.tanh %0 : tensor<4x4xf32>\n  %e = stablehlo.negate %t : tensor<4x4xf32>\n  %1 = stablehlo.reduce", 1)
	text = strings.Replace(text, "stablehlo.reduce(%0", "stablehlo.reduce(%e", 1)
	device := kerneltest.NewFaults(1)
	late := kerneltest.NewFaults(-1).Of(vm.Factory(), "last")
	p := compile(t, text, "sequential", device.Of(vm.Factory(), "faulty"), late)
	_, err := p.Run(context.Background(), []*tensor.Tensor{tensor.New(tensor.F32, 4, 4)})
	if !errors.Is(err, kerneltest.ErrLost) {
		t.Fatal(err)
	}
	d := diag.All(err)[0]
	notes := ""
	for _, n := range d.Notes {
		notes += n.Message + ";"
	}
	if !strings.Contains(d.Message, "'stablehlo.reduce' op failed") || notes != "'stablehlo.tanh' op was executed in the same step;'stablehlo.negate' op was executed in the same step;" {
		t.Errorf("the error is %s, and its notes %q", d.Message, notes)
	}
}

// TestO11ShapeAmongSeveral checks, in each mode, a part with an operation whose operands have
// incompatible shapes at run time. The error must name only this operation.
func TestO11ShapeAmongSeveral(t *testing.T) {
	const text = `
func.func @main(%n: tensor<1xi64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @twice(%n) on "vm" : (tensor<1xi64>) -> tensor<1xi64>
  %1 = cluster.launch @add(%0, %x) on "ref" : (tensor<1xi64>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @twice(%n: tensor<1xi64>) -> tensor<1xi64> attributes {cluster.device = "vm"} {
  %0 = stablehlo.add %n, %n : tensor<1xi64>
  return %0 : tensor<1xi64>
}
func.func private @add(%n: tensor<1xi64>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "ref"} {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %1 = stablehlo.negate %0 : tensor<?xf32>
  %2 = stablehlo.add %1, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}`
	for _, mode := range modes() {
		p := compile(t, text, mode, ref.Factory())
		run := func(n int64) error {
			_, err := p.Run(context.Background(), []*tensor.Tensor{tensor.FromSlice([]int64{1}, []int64{n}), tensor.New(tensor.F32, 4)})
			return err
		}
		for range 2 {
			err := run(3)
			if err == nil || !strings.HasPrefix(err.Error(), "three.mlir:14:") || !strings.Contains(err.Error(), "partition 2 (@add on device 'ref'): 'stablehlo.add' op ") || strings.Count(err.Error(), "' op ") != 1 {
				t.Fatalf("%s: the error is %v", mode, err)
			}
			if err := run(2); err != nil {
				t.Fatalf("%s: the next run returned %v", mode, err)
			}
		}
	}
}
