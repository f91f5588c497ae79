package backends_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const (
	one = `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`
	two = `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @p(%x) on "vm.0" : (tensor<4xf32>) -> tensor<4xf32>
  %1 = cluster.launch @p(%0) on "vm.1" : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @p(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`
)

// program compiles text for the device with the given name, with one thread for each run.
func program(t testing.TB, name, text string) backends.Program {
	t.Helper()
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), jit.Factory(), cFactory(), hetero.Factory()}, backends.Config{Threads: 1})
	b, err := r.Open(device.Named(name))
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Compile(context.Background(), parseText(t, "bench.mlir", []byte(text)), backends.CompileOptions{})
	skipWithoutCompiler(t, err)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(); r.Close() })
	return p
}

// BenchmarkCall measures the overhead of a run, with tensors of four elements. A run of the program
// "one" should take less than 3 µs, and a run of the program "two" less than 10 µs more. RunInto
// and requests should allocate nothing.
func BenchmarkCall(b *testing.B) {
	for _, test := range []struct{ name, device, text string }{
		{"vm", "vm", one}, {"jit", "jit", one}, {"c", "c", one}, {"hetero-2", "hetero", two},
	} {
		p := program(b, test.device, test.text)
		x, y := tensor.New(tensor.F32, 4), tensor.New(tensor.F32, 4)
		b.Run(test.name+"/into", func(b *testing.B) {
			b.ReportAllocs()
			in, out := []*tensor.Tensor{x}, []*tensor.Tensor{y}
			begin := irtest.ProcessorTime()
			for b.Loop() {
				if err := p.(backends.IntoRunner).RunInto(context.Background(), in, out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((irtest.ProcessorTime()-begin).Nanoseconds())/float64(b.N), "cpu-ns/op") // excludes other processes
		})
		b.Run(test.name+"/request", func(b *testing.B) {
			b.ReportAllocs()
			r := request.New(p)
			if err := r.SetInput(0, x); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := r.Do(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(test.name+"/run", func(b *testing.B) {
			b.ReportAllocs()
			in := []*tensor.Tensor{x}
			for b.Loop() {
				if _, err := p.Run(context.Background(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestCallAllocations checks that, after the first runs, a run of a request allocates nothing.
func TestCallAllocations(t *testing.T) {
	for _, test := range []struct{ device, text string }{{"vm", one}, {"jit", one}, {"c", one}, {"hetero", two}} {
		r := request.New(program(t, test.device, test.text))
		if err := r.SetInput(0, tensor.New(tensor.F32, 4)); err != nil {
			t.Fatal(err)
		}
		n := testing.AllocsPerRun(200, func() {
			if err := r.Do(context.Background()); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 && !raceDetector {
			t.Errorf("%s: %v allocations in each run, expected none", test.device, n)
		}
	}
}

// thousand returns a program of 1,000 operations. It is compiled to many kernels, since it has 250
// matrix products.
func thousand() string {
	var b strings.Builder
	b.WriteString("func.func @main(%0: tensor<8x16xf32>) -> tensor<8x16xf32> {\n")
	for i := range 250 {
		v := 4 * i
		fmt.Fprintf(&b, "  %%%d = stablehlo.dot_general %%%d, %%w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>\n", v+1, v)
		fmt.Fprintf(&b, "  %%%d = stablehlo.tanh %%%d : tensor<8x16xf32>\n", v+2, v+1)
		fmt.Fprintf(&b, "  %%%d = stablehlo.add %%%d, %%%d : tensor<8x16xf32>\n", v+3, v+2, v)
		fmt.Fprintf(&b, "  %%%d = stablehlo.multiply %%%d, %%%d : tensor<8x16xf32>\n", v+4, v+3, v+2)
	}
	b.WriteString("  return %1000 : tensor<8x16xf32>\n}")
	return strings.Replace(b.String(), "{\n", "{\n  %w = stablehlo.constant dense<0.01> : tensor<16x16xf32>\n", 1)
}

// BenchmarkLoad measures loading a program of 1,000 operations from the cache: computing its key,
// reading the file, and creating the program. It should take less than 20 ms.
func BenchmarkLoad(b *testing.B) {
	for _, name := range []string{"vm", "jit", "c"} {
		b.Run(name, func(b *testing.B) {
			m := parseText(b, "thousand.mlir", []byte(thousand()))
			r := backends.NewRegistry([]backends.Factory{vm.Factory(), jit.Factory(), cFactory()}, backends.Config{Threads: 1})
			defer r.Close()
			on, err := r.Open(device.Named(name))
			if err != nil {
				b.Fatal(err)
			}
			dir := b.TempDir()
			load := func(want bool) {
				p, from, err := cache.Open(dir, cache.Options{}).Compile(context.Background(), on, m, backends.CompileOptions{})
				skipWithoutCompiler(b, err)
				if err != nil || from.Hit != want {
					b.Fatalf("%+v, %v", from, err)
				}
				p.Close()
			}
			load(false)
			for b.Loop() {
				load(true)
			}
		})
	}
}

func BenchmarkImport(b *testing.B) {
	m := parseText(b, "thousand.mlir", []byte(thousand()))
	on, err := vm.Factory().Open(backends.Config{Device: "vm", Threads: 1})
	if err != nil {
		b.Fatal(err)
	}
	p, err := on.Compile(context.Background(), m, backends.CompileOptions{})
	if err != nil {
		b.Fatal(err)
	}
	var blob bytes.Buffer
	if err := p.(backends.Exporter).Export(&blob); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(blob.Len()))
	for b.Loop() {
		q, err := on.(backends.Importer).Import(context.Background(), blob.Bytes(), backends.ImportOptions{Registry: m.Op.Registry()})
		if err != nil {
			b.Fatal(err)
		}
		q.Close()
	}
}

// BenchmarkCallers runs one program from 1 caller and from 64 concurrent callers, with one thread
// for each run. On two idle processors, 64 callers should have at least 1.8 times the throughput of
// one caller.
func BenchmarkCallers(b *testing.B) {
	const text = `
func.func @main(%a: tensor<96x96xf32>, %b: tensor<96x96xf32>) -> tensor<96x96xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<96x96xf32>, tensor<96x96xf32>) -> tensor<96x96xf32>
  return %0 : tensor<96x96xf32>
}`
	p := program(b, "vm", text)
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprint(callers), func(b *testing.B) {
			rs := make([]*request.Request, callers)
			for i := range rs {
				rs[i] = request.New(p)
				for k := range 2 {
					if err := rs[i].SetInput(k, tensor.New(tensor.F32, 96, 96)); err != nil {
						b.Fatal(err)
					}
				}
			}
			begin := irtest.ProcessorTime()
			b.ResetTimer()
			var all sync.WaitGroup
			for i, r := range rs {
				all.Go(func() {
					for range (b.N + callers - 1 - i) / callers {
						if err := r.Do(context.Background()); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric((irtest.ProcessorTime()-begin).Seconds()/b.Elapsed().Seconds(), "processors")
			b.ReportMetric(float64((irtest.ProcessorTime()-begin).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}
