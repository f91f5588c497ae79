package jit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// variants are the targets that this machine can run: with all registers, and with so
// few that most values are spilled.
func variants(t testing.TB) []machine {
	m, err := detect()
	if err != nil {
		t.Skip(err)
	}
	list := []machine{{code.Target{}, "avx2"}, {code.Target{MaxRegs: 7}, "avx2, 7 registers"}}
	if m.target.AVX512 {
		list = append(list, machine{code.Target{AVX512: true}, "avx512"}, machine{code.Target{AVX512: true, MaxRegs: 7}, "avx512, 7 registers"})
	}
	return list
}

// openAs opens the backend for a target.
func openAs(t testing.TB, m machine) *backend {
	core, err := backends.NewCore(backends.Config{Device: "jit", Threads: 1}, backends.Info{Name: "jit", Version: version}, &backend{})
	if err != nil {
		t.Fatal(err)
	}
	return &backend{Core: core, machine: m}
}

// programs compiles random programs.
type programs struct {
	registry *ir.Registry
	oracle   backends.Backend
	tested   []*backend
}

func newPrograms(t testing.TB) *programs {
	p := &programs{}
	for _, m := range variants(t) {
		p.tested = append(p.tested, openAs(t, m))
	}
	var err error
	if p.oracle, err = vm.Factory().Open(backends.Config{Device: "vm", Threads: 1}); err != nil {
		t.Fatal(err)
	}
	p.registry = registry(t)
	return p
}

// registry has the dialects of kernels.
func registry(t testing.TB) *ir.Registry {
	r, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect(), mathdialect.Dialect(), memref.Dialect(), scf.Dialect(), vector.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRandomKernels compares random kernels to the vm: nested loops, carried values,
// masks, all types, zero trips, each with all registers and with seven.
func TestRandomKernels(t *testing.T) {
	count := 200
	if os.Getenv("LATHE_SWEEP") != "" {
		count = 100_000
	}
	p := newPrograms(t)
	failed := 0
	for seed := range uint64(count) {
		if !p.check(t, seed) {
			if failed++; failed > 5 {
				t.Fatal("too many failures")
			}
		}
	}
}

// check runs one random program; false where a backend is wrong.
func (p *programs) check(t *testing.T, seed uint64) bool {
	rng := rand.New(rand.NewPCG(seed, 1))
	text := randomProgram(rng)
	inputs := randomInputs(rng)
	want, err := p.run(p.oracle, text, inputs)
	if err != nil {
		t.Errorf("seed %d: vm: %v\n%s", seed, err, text)
		return false
	}
	for _, b := range p.tested {
		got, err := p.run(b, text, inputs)
		if err != nil {
			t.Errorf("seed %d: %s: %v", seed, b.machine.name, err)
			return false
		}
		if where := difference(want, got); where != "" {
			t.Errorf("seed %d: %s: %s", seed, b.machine.name, where)
			return false
		}
	}
	return true
}

func (p *programs) run(b backends.Backend, text string, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	op, err := asm.Parse(p.registry, diag.NewSource("random.mlir", []byte(text)), asm.Options{})
	if err != nil {
		return nil, err
	}
	m, _ := ir.As[ir.Module](op)
	program, err := b.Compile(context.Background(), m, backends.CompileOptions{})
	if err != nil {
		return nil, err
	}
	defer program.Close()
	return program.Run(context.Background(), inputs)
}

// difference names the first element that differs; NaNs are equal.
func difference(want, got []*tensor.Tensor) string {
	for i := range want {
		w, g := want[i], got[i]
		if string(w.Data) == string(g.Data) {
			continue
		}
		for j := range bufferSize {
			if w.Kind.IsFloat() && math.IsNaN(w.Float(j)) && math.IsNaN(g.Float(j)) {
				continue
			}
			size := w.Kind.Size()
			if a, b := w.Data[j*size:(j+1)*size], g.Data[j*size:(j+1)*size]; string(a) != string(b) {
				return fmt.Sprintf("output %s, element %d: %x, want %x", elementTypes[i], j, b, a)
			}
		}
	}
	return ""
}

// randomInputs are tensors with small, large and special values.
func randomInputs(rng *rand.Rand) []*tensor.Tensor {
	var all []*tensor.Tensor
	kinds := []tensor.Kind{tensor.I1, tensor.I8, tensor.I16, tensor.I32, tensor.I64, tensor.Index, tensor.F16, tensor.BF16, tensor.F32, tensor.F64}
	for _, k := range kinds {
		t := tensor.New(k, bufferSize)
		for i := range bufferSize {
			switch {
			case k == tensor.I1:
				t.Data[i] = byte(rng.IntN(2))
			case k.IsFloat() && rng.IntN(3) > 0:
				t.SetFloat(i, float64(rng.IntN(2000)-1000)/8)
			case k.IsFloat() && rng.IntN(3) == 0:
				t.SetFloat(i, pickOf(rng, 0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e-310, -1e-40, 1e38, 65504, 0.1))
			case !k.IsFloat() && rng.IntN(2) == 0:
				t.SetInt(i, int64(rng.IntN(20)-4))
			default:
				for b := range k.Size() {
					t.Data[i*k.Size()+b] = byte(rng.Uint32())
				}
			}
		}
		all = append(all, t)
	}
	return all
}

// TestSeed runs the seed in LATHE_SEED and prints its program.
func TestSeed(t *testing.T) {
	var seed uint64
	if _, err := fmt.Sscan(os.Getenv("LATHE_SEED"), &seed); err != nil {
		t.Skip("LATHE_SEED names no program")
	}
	p := newPrograms(t)
	if !p.check(t, seed) {
		t.Log(strings.TrimSpace(randomProgram(rand.New(rand.NewPCG(seed, 1)))))
	}
}
