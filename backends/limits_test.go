package backends_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestMostThreads checks that a huge number of threads or streams is an error.
func TestMostThreads(t *testing.T) {
	const many = 2_000_000_000
	for _, f := range []backends.Factory{vm.Factory(), jit.Factory(), ref.Factory(), cFactory()} {
		if _, err := f.Open(backends.Config{Device: f.Name, Threads: many}); err == nil || !strings.Contains(err.Error(), "threads must be at most 4096, but got 2000000000") {
			t.Errorf("%s: %v", f.Name, err)
		}
		b, err := f.Open(backends.Config{Device: f.Name, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{backends.ThreadsProperty, backends.StreamsProperty} {
			p, err := b.Compile(t.Context(), parseText(t, "one.mlir", []byte(one)), backends.CompileOptions{Properties: map[string]any{key: many}})
			if err == nil {
				p.Close()
			}
			if err == nil || !strings.Contains(err.Error(), "a whole number from 0 to 4096") {
				t.Errorf("%s: %s: %v", f.Name, key, err)
			}
		}
	}
}

// TestBitsOfI1 checks on every engine that bytes other than 0 and 1 in inputs of i1 are an error.
func TestBitsOfI1(t *testing.T) {
	const text = `func.func @main(%x: tensor<4xi1>) -> tensor<4xi32> {
  %0 = stablehlo.convert %x : (tensor<4xi1>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}`
	for _, f := range []backends.Factory{vm.Factory(), jit.Factory(), ref.Factory(), cFactory()} {
		t.Run(f.Name, func(t *testing.T) {
			b, err := f.Open(backends.Config{Device: f.Name, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			p, err := b.Compile(t.Context(), parseText(t, "bits.mlir", []byte(text)), backends.CompileOptions{})
			skipWithoutCompiler(t, err)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			in := tensor.New(tensor.I1, 4)
			copy(in.Data, []byte{0, 1, 2, 255})
			if out, err := p.Run(t.Context(), []*tensor.Tensor{in}); err == nil || !strings.Contains(err.Error(), "byte 2 is 2") {
				t.Errorf("got %v, %v, expected an error about byte 2", out, err)
			}
		})
	}
}

// TestBitsOfCalls checks on every engine that a run fails if a target of custom_call returns bytes
// other than 0 and 1 as elements of i1.
func TestBitsOfCalls(t *testing.T) {
	const text = `func.func @main(%x: tensor<4xi1>) -> tensor<4xi32> {
  %0 = stablehlo.custom_call @bits(%x) : (tensor<4xi1>) -> tensor<4xi1>
  %1 = stablehlo.convert %0 : (tensor<4xi1>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}`
	bits := []byte{0, 1, 1, 255}
	target := stablehlo.CallTarget{
		Limit: func(stablehlo.CustomCall) string { return "" },
		Eval: func(context.Context, stablehlo.CustomCall, []*tensor.Tensor) ([]*tensor.Tensor, error) {
			out := tensor.New(tensor.I1, 4)
			copy(out.Data, bits)
			return []*tensor.Tensor{out}, nil
		},
	}
	reg, err := ir.NewRegistry(append(dialects.All(), &ir.Dialect{Name: "bits", Targets: map[string]any{"bits": target}})...)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []backends.Factory{vm.Factory(), jit.Factory(), ref.Factory(), cFactory()} {
		t.Run(f.Name, func(t *testing.T) {
			op, err := asm.Parse(reg, diag.NewSource("bits.mlir", []byte(text)), asm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			b, err := f.Open(backends.Config{Device: f.Name, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			m, _ := ir.As[ir.Module](op)
			p, err := b.Compile(t.Context(), m, backends.CompileOptions{})
			skipWithoutCompiler(t, err)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			in := tensor.New(tensor.I1, 4)
			bits[3] = 255
			if out, err := p.Run(t.Context(), []*tensor.Tensor{in}); err == nil || !strings.Contains(err.Error(), "target @bits returned result #0, which must have only bytes from 0 to 1, since its elements have type 'i1', but byte 3 is 255") {
				t.Errorf("got %v, %v, expected an error about byte 3", out, err)
			}
			bits[3] = 1
			if out, err := p.Run(t.Context(), []*tensor.Tensor{in}); err != nil || out[0].Int(3) != 1 || out[0].Int(0) != 0 {
				t.Errorf("got %v, %v, expected 1 as element 3 and 0 as element 0", out, err)
			}
		})
	}
}
