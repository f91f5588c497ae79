package engines_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

type engine struct {
	name string
	backends.Backend
}

// engines opens ref, vm, jit and c, and returns them in this order. It leaves out jit and c if they
// cannot run.
func engines(t testing.TB) []engine {
	t.Helper()
	cFactory := c.Factory(func(path string) (c.Library, error) { return dylib.Open(path) })
	var es []engine
	for _, f := range []backends.Factory{ref.Factory(), vm.Factory(), jit.Factory(), cFactory} {
		b, err := f.Open(backends.Config{Device: f.Name, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		if r, ok := b.(backends.ReadyChecker); ok && r.Ready() != nil {
			t.Logf("the test runs without %s: %v", f.Name, r.Ready())
			continue
		}
		es = append(es, engine{f.Name, b})
	}
	return es
}

// If LATHE_ENGINES or LATHE_SWEEP is set, fast returns es. Otherwise, it returns only ref and vm,
// because backend c takes minutes to compile many programs.
func fast(es []engine) []engine {
	if os.Getenv("LATHE_ENGINES")+os.Getenv("LATHE_SWEEP") == "" {
		return es[:2]
	}
	return es
}

func registry(t testing.TB) *ir.Registry {
	t.Helper()
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	return tool.Registry()
}

func parse(t testing.TB, reg *ir.Registry, text string) ir.Module {
	t.Helper()
	op, err := asm.Parse(reg, diag.NewSource("test.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

// program returns the text of a function @main with the given arguments, body and results.
func program(args, body, results, types string) string {
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s\nreturn %s : %s\n}", args, types, body, results, types)
}

// compiled is a program that is compiled by all engines.
type compiled struct {
	names    []string
	programs []backends.Program
}

func compile(t testing.TB, es []engine, m ir.Module) compiled {
	t.Helper()
	var out compiled
	for _, e := range es {
		p, err := e.Compile(context.Background(), m, backends.CompileOptions{})
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		t.Cleanup(func() { p.Close() })
		out.names, out.programs = append(out.names, e.name), append(out.programs, p)
	}
	return out
}

// run executes the program on all engines. It calls the function differ for every element whose
// bits differ from the bits on the first engine.
func (c compiled) run(t testing.TB, in []*tensor.Tensor, differ func(engine string, result, element int, got, want *tensor.Tensor)) {
	t.Helper()
	var want []*tensor.Tensor
	for i, p := range c.programs {
		got, err := p.Run(context.Background(), in)
		if err != nil {
			t.Fatalf("%s: %v", c.names[i], err)
		}
		if i == 0 {
			want = got
			continue
		}
		for r := range got {
			for e := range got[r].NumElements() {
				if !equalBits(got[r], want[r], e) {
					differ(c.names[i], r, e, got[r], want[r])
				}
			}
		}
	}
}

func equalBits(a, b *tensor.Tensor, i int) bool {
	if a.Kind == tensor.C128 {
		x, y := a.Complex(i), b.Complex(i)
		return math.Float64bits(real(x)) == math.Float64bits(real(y)) && math.Float64bits(imag(x)) == math.Float64bits(imag(y))
	}
	return a.Bits(i) == b.Bits(i)
}

// describe returns the text of element i of x: floats with their bits, and integers as their bits.
func describe(x *tensor.Tensor, i int) string {
	switch {
	case x.Kind.IsComplex():
		return fmt.Sprint(x.Complex(i))
	case x.Kind.IsFloat():
		return fmt.Sprintf("%v (%#x)", x.Float(i), x.Bits(i))
	}
	return fmt.Sprintf("%#x", x.Bits(i))
}

func list(x *tensor.Tensor) string {
	var out []string
	for i := range x.NumElements() {
		out = append(out, describe(x, i))
	}
	return strings.Join(out, ", ")
}

// same runs the program on all engines and fails at the first different element.
func (c compiled) same(t *testing.T, in []*tensor.Tensor) {
	t.Helper()
	c.run(t, in, func(engine string, r, e int, got, want *tensor.Tensor) {
		t.Helper()
		if !t.Failed() {
			var args []string
			for _, v := range in {
				args = append(args, list(v))
			}
			t.Errorf("result %d[%d] is %s on %s, but %s on %s, with the inputs\n%.600s", r, e, describe(got, e), engine, describe(want, e), c.names[0], strings.Join(args, "\n"))
		}
	})
}
