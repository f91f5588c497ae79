package jit

import (
	"encoding/gob"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const emulator = "qemu-aarch64"

// emulated is a process that executes machine code of arm64 in an emulator.
type emulated struct {
	in  *gob.Encoder
	out *gob.Decoder
}

// newEmulated builds testdata/runner for arm64 and starts it in the emulator.
func newEmulated(t *testing.T) *emulated {
	if _, err := exec.LookPath(emulator); err != nil {
		t.Skipf("machine code of arm64 is compiled but not executed here: %v", err)
	}
	runner := filepath.Join(t.TempDir(), "runner")
	build := exec.Command("go", "build", "-o", runner, "./testdata/runner")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(emulator, runner)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return &emulated{gob.NewEncoder(in), gob.NewDecoder(out)}
}

// call runs the first kernel in the emulator and returns the outputs.
func (e *emulated) call(made *object, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	type call struct {
		Code          []byte
		Offset, Block int
		Slices        [][2]int64
		Buffers       [][]byte
	}
	c := call{Code: made.code, Offset: made.kernels[0].offset, Block: made.kernels[0].block, Slices: [][2]int64{{0, 1}, {1, randomGrid}}}
	for _, in := range inputs {
		c.Buffers = append(c.Buffers, in.Data)
	}
	for _, in := range inputs {
		c.Buffers = append(c.Buffers, make([]byte, len(in.Data)))
	}
	if err := e.in.Encode(c); err != nil {
		return nil, err
	}
	var buffers [][]byte
	if err := e.out.Decode(&buffers); err != nil {
		return nil, err
	}
	var outputs []*tensor.Tensor
	for i, in := range inputs {
		out := tensor.New(in.Kind, bufferSize)
		copy(out.Data, buffers[len(inputs)+i])
		outputs = append(outputs, out)
	}
	return outputs, nil
}

// TestEmulated executes random kernels for arm64 in an emulator, and compares the results with the
// results of vm. On arm64, TestRandomKernels runs more kernels without the emulator.
func TestEmulated(t *testing.T) {
	if runtime.GOARCH == "arm64" {
		t.Skip("TestRandomKernels executes the code on this processor")
	}
	e := newEmulated(t)
	r := registry(t)
	var tested []*backend
	for _, target := range []code.Target{{}, {Dots: true}, {Dots: true, MixedDots: true}} {
		target.ARM64 = true
		few := target
		few.MaxRegs = 7
		tested = append(tested, openAs(t, machine{target, "neon"}), openAs(t, machine{few, "neon, 7 registers"}))
	}
	for seed := range uint64(120) {
		rng := rand.New(rand.NewPCG(seed, 3))
		op, err := asm.Parse(r, diag.NewSource("random.mlir", []byte(randomProgram(rng))), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := ir.As[ir.Module](op)
		program, err := kernel.Read(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		oracle, err := vm.Compile(program.Kernels)
		if err != nil {
			t.Fatal(err)
		}
		inputs := randomInputs(rng)
		want := call(oracle, inputs, 0)
		b := tested[seed%uint64(len(tested))]
		made, err := b.encode(t.Context(), program.Kernels, nil)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, err := e.call(made, inputs)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if where := difference(want, got); where != "" {
			t.Errorf("seed %d: %+v: %s", seed, b.machine.target, where)
		}
	}
}
