package backends_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
)

// TestO19PassConfig checks the row O19 of the tables in docs/backends.md. It disables lowering
// passes by name, enables a pass, and vetoes a pass for a single operation. On every backend, it
// checks the numbers of kernel calls or steps, and that the results do not change.
func TestO19PassConfig(t *testing.T) {
	const text = `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  %1 = stablehlo.exponential %x : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  %3 = stablehlo.negate %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}`
	m := parseText(t, "chain.mlir", []byte(text))
	var sum uint32
	m.Op.Walk(func(op *ir.Op) bool {
		if ir.Is[stablehlo.Add](op) {
			sum = op.ID()
		}
		return true
	})
	veto := func(pass string, op uint32) bool { return pass == "fusion" && op == sum }
	without := func(passes string) map[string]any { return map[string]any{backends.DisableProperty: passes} }
	enabled := map[string]any{backends.EnableProperty: "cse"}
	for _, f := range []backends.Factory{vm.Factory(), jit.Factory(), cFactory(), ref.Factory(), hetero.Factory()} {
		t.Run(f.Name, func(t *testing.T) {
			var usual *tensor.Tensor
			each := 0 // the number of arith.shli in a kernel with one exponential
			for _, test := range []struct {
				what  string
				o     backends.CompileOptions
				calls int // calls of kernels
				exps  int // exponentials in the kernels, counted by their arith.shli
				steps int // steps of a program of ref, which has a step for each operation
			}{
				{"without options", backends.CompileOptions{}, 1, 1, 4},
				{"without fusion", backends.CompileOptions{Properties: without("fusion")}, 3, 1, 4},
				{"without cse", backends.CompileOptions{Properties: without("cse")}, 1, 2, 4},
				{"without both", backends.CompileOptions{Properties: without("cse,fusion")}, 4, 1, 4},
				{"with cse", backends.CompileOptions{Properties: enabled}, 1, 1, 3},
				{"without options again", backends.CompileOptions{}, 1, 1, 4},
				{"with a veto against the addition", backends.CompileOptions{Veto: veto}, 3, 1, 4},
			} {
				calls, shifts := 0, 0
				test.o.Kernels = func(name, text string) {
					if strings.HasSuffix(name, ".mlir") {
						calls += strings.Count(text, "call @k")
						shifts += strings.Count(text, "arith.shli")
					}
				}
				out, steps := compileAndRun(t, f, m, test.o)
				if usual == nil {
					usual, each = out, shifts
				}
				if f.Name == "ref" {
					calls, shifts, test.calls, test.exps = 0, 0, 0, 0
				} else {
					steps = test.steps
				}
				if calls != test.calls || shifts != each*test.exps || each == 0 && f.Name != "ref" || steps != test.steps || !out.Equal(usual) {
					t.Errorf("%s: got %d calls, %d shifts, %d steps, expected %d, %d, %d; the result is %v", test.what, calls, shifts, steps, test.calls, each*test.exps, test.steps, out)
				}
			}
		})
	}
}

// compileAndRun returns the result of m on the backend of f, and the number of steps in the runtime
// graph of the compiled program. For hetero, all of m is one cluster on vm.
func compileAndRun(t *testing.T, f backends.Factory, m ir.Module, o backends.CompileOptions) (out *tensor.Tensor, steps int) {
	t.Helper()
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), f}, backends.Config{})
	defer r.Close()
	if f.Divided {
		m = onOneDevice(t, r, m)
	}
	b, err := r.Open(device.Named(f.Name))
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Compile(t.Context(), m, o)
	if err != nil && strings.Contains(err.Error(), "needs a C compiler") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	outs, err := p.Run(t.Context(), []*tensor.Tensor{tensor.FromSlice([]int64{4}, []float32{0, 1, 2, -3})})
	if err != nil {
		t.Fatal(err)
	}
	return outs[0], strings.Count(p.(backends.Graphed).RuntimeGraph(), `"lathe.step"`)
}

// onOneDevice returns a copy of m that is divided into a single cluster on vm.
func onOneDevice(t *testing.T, r *backends.Registry, m ir.Module) ir.Module {
	t.Helper()
	devices, err := r.Devices([]string{"vm"})
	if err != nil {
		t.Fatal(err)
	}
	m, _ = ir.As[ir.Module](ir.CloneModule(m.Op))
	err = errors.Join(affinity.Module(t.Context(), m, devices, affinity.Options{}),
		partition.Module(t.Context(), m, partition.Options{Strategy: contract.Strategy{}}), clusteroutline.Module(m, clusteroutline.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}
