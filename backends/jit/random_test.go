package jit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// variants returns the targets that this machine can run, except those with instructions for tiles.
// Each target occurs once with all registers, and once with so few registers that most values are
// spilled.
func variants(t testing.TB) []machine {
	m, err := detect(features())
	if err != nil {
		t.Skip(err)
	}
	if m.target.ARM64 {
		few := code.Target{ARM64: true, MaxRegs: 7}
		list := []machine{{code.Target{ARM64: true}, "neon"}, {few, "neon, 7 registers"}}
		if few.Dots = true; m.target.Dots {
			list = append(list, machine{code.Target{ARM64: true, Dots: true}, "sdot"}, machine{few, "sdot, 7 registers"})
		}
		if few.MixedDots = true; m.target.MixedDots {
			list = append(list, machine{code.Target{ARM64: true, Dots: true, MixedDots: true}, "usdot"}, machine{few, "usdot, 7 registers"})
		}
		return list
	}
	list := []machine{{code.Target{}, "avx2"}, {code.Target{MaxRegs: 7}, "avx2, 7 registers"}}
	if m.target.AVX512 {
		list = append(list, machine{code.Target{AVX512: true}, "avx512"}, machine{code.Target{AVX512: true, MaxRegs: 7}, "avx512, 7 registers"})
	}
	if m.target.Dots {
		list = append(list, machine{code.Target{AVX512: true, Dots: true}, "vnni"}, machine{code.Target{AVX512: true, Dots: true, MaxRegs: 7}, "vnni, 7 registers"})
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

// programs compares random programs on the tested backends with vm.
type programs struct {
	registry *ir.Registry
	tested   []*backend
}

func newPrograms(t testing.TB) *programs {
	p := &programs{registry: registry(t)}
	for _, m := range variants(t) {
		p.tested = append(p.tested, openAs(t, m))
	}
	return p
}

// registry returns a registry with the dialects of kernels.
func registry(t testing.TB) *ir.Registry {
	r, err := ir.NewRegistry(kernelop.Dialects()...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRandomKernels compares the results of random kernels with the results of vm. The kernels have
// nested loops, carried values, masks, all types, and loops without iterations.
func TestRandomKernels(t *testing.T) {
	p := newPrograms(t)
	switch {
	case testing.Short(): // for the race detector, which is slow and does not see machine code
		p.checkAll(t, 0, 100)
		return
	case os.Getenv("LATHE_SWEEP") == "":
		p.checkAll(t, 0, 1000)
		return
	}
	const perBlock = 1000
	for block := range uint64(100) {
		t.Run(fmt.Sprint(block), func(t *testing.T) { p.checkAll(t, block*perBlock, (block+1)*perBlock) })
	}
}

// checkAll checks the programs of the seeds in [from, to). It stops after six failures.
func (p *programs) checkAll(t *testing.T, from, to uint64) {
	failed := 0
	for seed := from; seed < to && failed < 6; seed++ {
		if !p.check(t, seed) {
			failed++
		}
	}
}

// check runs one random program. It returns false if the result of a backend is wrong.
func (p *programs) check(t *testing.T, seed uint64) bool {
	rng := rand.New(rand.NewPCG(seed, 1))
	op, err := asm.Parse(p.registry, diag.NewSource("random.mlir", []byte(randomProgram(rng))), asm.Options{})
	if err != nil {
		t.Errorf("seed %d: %v", seed, err)
		return false
	}
	m, _ := ir.As[ir.Module](op)
	program, err := kernel.Read(t.Context(), m)
	if err != nil {
		t.Errorf("seed %d: %v", seed, err)
		return false
	}
	inputs := randomInputs(rng)
	oracle, err := vm.Compile(program.Kernels)
	if err != nil {
		t.Errorf("seed %d: vm: %v", seed, err)
		return false
	}
	want := call(oracle, inputs, 0)
	for _, b := range p.tested {
		where := ""
		made, err := b.encode(t.Context(), program.Kernels, nil)
		if err == nil {
			where, err = compareCall(made, program.Kernels, inputs, want)
		}
		if err != nil || where != "" {
			t.Errorf("seed %d: %s: %s %v", seed, b.machine.name, where, err)
			return false
		}
	}
	return true
}

// compareCall runs machine code, with aligned and with unaligned outputs, and returns the place of
// the first difference from the expected outputs; "" if there is none.
func compareCall(made *object, list []*kernel.Kernel, inputs, want []*tensor.Tensor) (where string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%v", v)
		}
	}()
	ks, err := link(made, list)
	if err != nil {
		return "", err
	}
	defer ks.Close()
	if where := difference(want, call(ks, inputs, 0)); where != "" {
		return where, nil
	}
	return difference(want, call(ks, inputs, 1)), nil
}

// call runs all iterations of the kernel, in two slices, and returns the outputs. The argument
// "after" is the number of elements between a multiple of 64 bytes and the address of each output.
func call(ks backends.Kernels, inputs []*tensor.Tensor, after int) []*tensor.Tensor {
	var buffers []unsafe.Pointer
	var outputs []*tensor.Tensor
	for _, in := range inputs {
		buffers = append(buffers, unsafe.Pointer(&in.Data[0]))
	}
	for _, in := range inputs {
		out, size := tensor.New(in.Kind, bufferSize), in.Kind.Size()
		room := make([]byte, len(out.Data)+128)
		from := int(-uintptr(unsafe.Pointer(&room[0]))%64) + after*size
		out.Data = room[from:][:len(out.Data)]
		outputs = append(outputs, out)
		buffers = append(buffers, unsafe.Pointer(&out.Data[0]))
	}
	ks.Call(0, buffers, 0, 1)
	ks.Call(0, buffers, 1, randomGrid)
	return outputs
}

// difference returns the place of the first element that differs; "" if there is none. All NaNs
// count as equal.
func difference(want, got []*tensor.Tensor) string {
	for i := range want {
		w, g := want[i], got[i]
		if string(w.Data) == string(g.Data) {
			continue
		}
		for j := range w.NumElements() {
			if w.Kind.IsFloat() && math.IsNaN(w.Float(j)) && math.IsNaN(g.Float(j)) {
				continue
			}
			size := w.Kind.Size()
			if a, b := w.Data[j*size:(j+1)*size], g.Data[j*size:(j+1)*size]; string(a) != string(b) {
				return fmt.Sprintf("output #%d of kind %s, element %d: %x, want %x", i, w.Kind, j, b, a)
			}
		}
	}
	return ""
}

// randomInputs returns a tensor of each element type with small, large and special values.
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

// TestSeed checks the program of the seed in LATHE_SEED, and prints the program if the check fails.
func TestSeed(t *testing.T) {
	var seed uint64
	if _, err := fmt.Sscan(os.Getenv("LATHE_SEED"), &seed); err != nil {
		t.Skip("LATHE_SEED is not set to a number")
	}
	p := newPrograms(t)
	if !p.check(t, seed) {
		t.Log(strings.TrimSpace(randomProgram(rand.New(rand.NewPCG(seed, 1)))))
	}
}
