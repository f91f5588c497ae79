package jit_test

import (
	"context"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// sums is a program whose result has the same bits on every target.
const sums = `func.func @main(%a: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.add %a, %a : tensor<6xf32>
  return %0 : tensor<6xf32>
}`

// runDefault compiles and runs the program in the constant "sums" without naming a backend. It
// returns the name of the backend that ran the program, and the warnings.
func runDefault(t *testing.T, factories []backends.Factory) (backend string, warnings []string) {
	t.Helper()
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("sums.mlir", []byte(sums)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	e, err := compile.Module(context.Background(), m, compile.Options{
		Backends: factories, Warn: func(err error) { warnings = append(warnings, err.Error()) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	in := tensor.New(tensor.F32, 6)
	for i := range 6 {
		in.SetFloat(i, float64(i))
	}
	out, err := e.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		if got := out[0].Float(i); got != float64(2*i) {
			t.Errorf("element %d is %g", i, got)
		}
	}
	return e.Memory().Device(), warnings
}

// TestFallback compiles a program without naming a backend. jit runs the program if the processor
// has the vector instructions that jit needs. Otherwise vm runs it, with a warning. If jit is not
// one of the backends, vm runs it without a warning.
func TestFallback(t *testing.T) {
	if backend, warnings := runDefault(t, []backends.Factory{vm.Factory(), jit.FactoryWithoutVectors()}); backend != "vm" ||
		len(warnings) != 1 || !strings.Contains(warnings[0], "backend jit can't run here: ") || !strings.Contains(warnings[0], "vm runs the program instead") {
		t.Errorf("without vectors, %s runs the program, with warnings %q", backend, warnings)
	}
	if backend, warnings := runDefault(t, []backends.Factory{vm.Factory()}); backend != "vm" || len(warnings) != 0 {
		t.Errorf("without jit, %s runs the program, with warnings %q", backend, warnings)
	}
	if why := jit.Unable(); why != nil {
		t.Skip(why)
	}
	if backend, warnings := runDefault(t, nil); backend != "jit" || len(warnings) != 0 {
		t.Errorf("%s runs the program, with warnings %q", backend, warnings)
	}
}

// TestNamedUnable checks that compiling a program for jit fails if jit can't run on the machine.
func TestNamedUnable(t *testing.T) {
	r := backends.NewRegistry([]backends.Factory{jit.FactoryWithoutVectors()}, backends.Config{})
	defer r.Close()
	b, err := r.Open(device.Named("jit"))
	if err != nil {
		t.Fatal(err)
	}
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("sums.mlir", []byte(sums)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	lacks := map[string]string{"amd64": "lacks some of AVX2", "arm64": "has no NEON"}[runtime.GOARCH]
	if _, err := b.Compile(context.Background(), m, backends.CompileOptions{}); err == nil || !strings.Contains(err.Error(), lacks) {
		t.Errorf("Compile returned %v", err)
	}
}

// runRefused is an environment variable that TestRefusedMemory sets for the processes that it
// starts. Its value says what the system refuses.
const runRefused = "LATHE_TEST_REFUSED"

func TestMain(m *testing.M) {
	if how := os.Getenv(runRefused); how != "" {
		refuse(how)
	}
	os.Exit(m.Run())
}
