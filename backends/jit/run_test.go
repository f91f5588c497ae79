package jit

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/jit/arm64"
	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/jit/codemem"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func compileFile(t testing.TB, name string) backends.Program {
	t.Helper()
	m, err := detect(features())
	if err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile(kernelDir + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(registry(t), diag.NewSource(name, text), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	module, _ := ir.As[ir.Module](op)
	p, err := openAs(t, m).Compile(context.Background(), module, backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func inputsOf(p backends.Program) []*tensor.Tensor {
	var in []*tensor.Tensor
	for _, ty := range p.Inputs() {
		shape, _ := ty.Shape()
		x := tensor.New(ty.Kind(), shape...)
		for i := range tensor.NumElements(shape) {
			x.SetFloat(i, float64(i%17)-8)
		}
		in = append(in, x)
	}
	return in
}

// TestConcurrent runs a program from 64 goroutines during garbage collections and CPU profiling.
func TestConcurrent(t *testing.T) {
	p := compileFile(t, "matmul.mlir")
	in := inputsOf(p)
	want, err := p.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	var profile bytes.Buffer
	if pprof.StartCPUProfile(&profile) == nil {
		defer pprof.StopCPUProfile()
	}
	stop := time.Now().Add(300 * time.Millisecond)
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for time.Now().Before(stop) {
				got, err := p.Run(context.Background(), in)
				if err != nil || string(got[0].Data) != string(want[0].Data) {
					t.Errorf("a run failed or gave another result: %v", err)
					return
				}
			}
		})
	}
	for time.Now().Before(stop) {
		runtime.GC()
	}
	wg.Wait()
}

// TestFault checks that a fault in a kernel is an error, and that the next call works.
func TestFault(t *testing.T) {
	if _, err := detect(features()); err != nil {
		t.Skip(err)
	}
	ks, err := link(&object{code: loadFromArgument(), kernels: []entry{{0, 64, 0}}}, []*kernel.Kernel{{Name: "wild", Params: make([]kernel.Param, 1)}})
	if err != nil {
		t.Fatal(err)
	}
	defer ks.Close()
	good := new(uint64)
	for _, bad := range []uintptr{8, 1 << 45} {
		var f *codemem.Fault
		err := ks.TryCall(0, []unsafe.Pointer{*(*unsafe.Pointer)(unsafe.Pointer(&bad))}, 0, 1)
		if !errors.As(err, &f) || !strings.Contains(err.Error(), "kernel wild") {
			t.Errorf("an access to the address %#x returned %v", bad, err)
		}
		if err := ks.TryCall(0, []unsafe.Pointer{unsafe.Pointer(good)}, 0, 1); err != nil {
			t.Error(err)
		}
	}
}

// loadFromArgument returns code that loads the first 8 bytes of the first buffer.
func loadFromArgument() []byte {
	if runtime.GOARCH == "arm64" {
		var a arm64.Assembler
		load := arm64.Inst{Op: arm64.Ldr, Size: 8, R: [4]arm64.Reg{arm64.X0 + 1}, Mem: arm64.At(arm64.X0, 16)}
		a.Emit(load)
		load.Mem = arm64.At(arm64.X0+1, 0)
		a.Emit(load)
		a.Emit(arm64.Inst{Op: arm64.Ret})
		return a.Finish()
	}
	none := [4]amd64.Reg{amd64.None, amd64.None, amd64.None, amd64.None}
	var a amd64.Assembler
	load := amd64.Inst{Op: amd64.Mov, Size: 8, R: none, Mem: amd64.At(amd64.RDI, 16), HasMem: true, Mask: amd64.None}
	load.R[0] = amd64.RAX
	a.Emit(load)
	load.Mem = amd64.At(amd64.RAX, 0)
	a.Emit(load)
	a.Emit(amd64.Inst{Op: amd64.Ret, R: none, Mask: amd64.None})
	return a.Finish()
}

// TestOtherMachine checks that importing machine code for another processor fails.
func TestOtherMachine(t *testing.T) {
	p := compileFile(t, "matmul.mlir")
	var blob bytes.Buffer
	if err := p.(backends.Exporter).Export(&blob); err != nil {
		t.Fatal(err)
	}
	m, _ := detect(features())
	again, err := openAs(t, m).Import(context.Background(), blob.Bytes(), backends.ImportOptions{Registry: registry(t)})
	if err != nil {
		t.Fatal(err)
	}
	in := inputsOf(p)
	want, _ := p.Run(context.Background(), in)
	if got, err := again.Run(context.Background(), in); err != nil || string(got[0].Data) != string(want[0].Data) {
		t.Errorf("the imported program failed or gave another result: %v", err)
	}
	again.Close()
	m.name = "amd64-other"
	if _, err := openAs(t, m).Import(context.Background(), blob.Bytes(), backends.ImportOptions{Registry: registry(t)}); err == nil {
		t.Error("code for another machine was imported")
	}
}

func BenchmarkEncode(b *testing.B) {
	text, err := os.ReadFile(kernelDir + "/matmul.mlir")
	if err != nil {
		b.Fatal(err)
	}
	op, err := asm.Parse(registry(b), diag.NewSource("matmul.mlir", text), asm.Options{})
	if err != nil {
		b.Fatal(err)
	}
	module, _ := ir.As[ir.Module](op)
	program, err := kernel.Read(b.Context(), module)
	if err != nil {
		b.Fatal(err)
	}
	on := openAs(b, machine{code.Target{AVX512: true}, "avx512"})
	for b.Loop() {
		if _, err := on.encode(b.Context(), program.Kernels, nil); err != nil {
			b.Fatal(err)
		}
	}
}
