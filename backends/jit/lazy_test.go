package jit

import (
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestLazyKernels checks that the bodies of kernels are in memory only while they are compiled, and
// that the kernels keep the estimates of their work.
func TestLazyKernels(t *testing.T) {
	const text = `
func.func @main(%x: tensor<64xf32>, %y: tensor<64x64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %x, %x : tensor<64xf32>
  %1 = stablehlo.dot %y, %0 : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}`
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("lazy", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	b := openAs(t, machine{name: "AVX2"})
	s, err := b.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	eager, err := host.Lower(t.Context(), m, backends.CompileOptions{}, targetOf(s.Machine), s, func(*host.Lowered) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	lazy, err := host.LowerLazily(t.Context(), m, backends.CompileOptions{}, targetOf(s.Machine), s, func(l *host.Lowered) error {
		_, err := b.encodeLowered(t.Context(), l, nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range lazy.Program.Kernels {
		if want := eager.Program.Kernels[i].Flops(); k.Body != nil || k.Flops() != want || want == 0 {
			t.Errorf("kernel %s has a body: %v; its work is %v operations, expected %v", k.Name, k.Body != nil, k.Flops(), want)
		}
	}
}
