package compile_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"sync"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func parse(text string) (ir.Module, error) { return compile.Parse("example.mlir", []byte(text)) }

// doubling compiles a program that computes x + x for a tensor of two elements.
func doubling(o compile.Options) *compile.Executable {
	m, err := parse(`
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}`)
	if err != nil {
		log.Fatal(err)
	}
	exe, err := compile.Module(context.Background(), m, o)
	if err != nil {
		log.Fatal(err)
	}
	return exe
}

// Compile and run a module from its text.
func ExampleModule() {
	m, err := compile.Parse("example.mlir", []byte(`
func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = stablehlo.add %p, %a : tensor<2x2xf32>
  return %s : tensor<2x2xf32>
}`))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	exe, err := compile.Module(ctx, m, compile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer exe.Close()
	a := tensor.FromSlice([]int64{2, 2}, []float32{1, 2, 3, 4})
	b := tensor.FromSlice([]int64{2, 2}, []float32{0, 1, 1, 0})
	out, err := exe.Run(ctx, a, b)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tensor.Format(out[0], 10))
	// Output: tensor<2x2xf32> [[3, 3], [7, 7]]
}

// Build a module with the Go API, without text.
func ExampleModule_build() {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect())
	if err != nil {
		log.Fatal(err)
	}
	vector := ir.Tensor(ir.F32(), 3)
	m := ir.NewModule(reg)
	b := ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	f := fn.New(b, "main", []ir.Type{vector}, []ir.Type{vector})
	b.AtEnd(f.Entry())
	x := f.Entry().Arg(0)
	fn.NewReturn(b, stablehlo.NewReverse(b, x, 0).Op.Result())
	if err := ir.Verify(m.Op); err != nil {
		log.Fatal(err)
	}

	ctx := context.Background()
	exe, err := compile.Module(ctx, m, compile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer exe.Close()
	out, err := exe.Run(ctx, tensor.FromSlice([]int64{3}, []float32{1, 2, 3}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tensor.Format(out[0], 10))
	// Output: tensor<3xf32> [3, 2, 1]
}

// Divide a program among two devices. Here both are devices of one backend.
func ExampleModule_devices() {
	exe := doubling(compile.Options{Devices: []string{"vm.0", "vm.1"}})
	defer exe.Close()
	out, err := exe.Run(context.Background(), tensor.FromSlice([]int64{2}, []float32{1, 2}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tensor.Format(out[0], 10))
	// Output: tensor<2xf32> [2, 4]
}

// Write results to existing tensors. After the first runs, RunInto allocates nothing.
func ExampleExecutable_RunInto() {
	exe := doubling(compile.Options{})
	defer exe.Close()
	ctx := context.Background()
	in := []*tensor.Tensor{tensor.New(tensor.F32, 2)}
	out := []*tensor.Tensor{tensor.New(tensor.F32, 2)}
	for step := range 3 {
		in[0].SetFloat(0, float64(step))
		if err := exe.RunInto(ctx, in, out); err != nil {
			log.Fatal(err)
		}
		fmt.Println(out[0].Float(0))
	}
	// Output:
	// 0
	// 2
	// 4
}

// Run on buffers in the memory of the device. The buffers stay there between runs.
func ExampleExecutable_RunBuffers() {
	exe := doubling(compile.Options{})
	defer exe.Close()
	ctx, mem := context.Background(), exe.Memory()
	a, err := mem.NewBuffer(tensor.F32, 2)
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	b, err := mem.NewBuffer(tensor.F32, 2)
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	if err := a.Write(tensor.FromSlice([]int64{2}, []float32{1, 3})); err != nil {
		log.Fatal(err)
	}
	for range 4 { // each buffer is the input and the output in turn
		if err := exe.RunBuffers(ctx, []backends.Buffer{a}, []backends.Buffer{b}); err != nil {
			log.Fatal(err)
		}
		a, b = b, a
	}
	result := tensor.New(tensor.F32, 2)
	if err := a.Read(result); err != nil {
		log.Fatal(err)
	}
	fmt.Println(tensor.Format(result, 10))
	// Output: tensor<2xf32> [16, 48]
}

// A loop uses each result as the next input. With donation, the loop needs the memory of only two
// tensors for any number of steps.
func ExampleExecutable_RunDonating() {
	exe := doubling(compile.Options{})
	defer exe.Close()
	x := tensor.FromSlice([]int64{2}, []float32{1, 3})
	for range 10 {
		out, err := exe.RunDonating(context.Background(), []*tensor.Tensor{x}, []bool{true})
		if err != nil {
			log.Fatal(err)
		}
		x = out[0]
	}
	fmt.Println(tensor.Format(x, 10))
	// Output: tensor<2xf32> [1024, 3072]
}

// Many goroutines use one executable. With one thread for each run, they don't wait for each other.
func ExampleExecutable_Run_concurrent() {
	exe := doubling(compile.Options{Threads: 1})
	defer exe.Close()
	var wg sync.WaitGroup
	var sums [4]float64
	for i := range sums {
		wg.Go(func() {
			out, err := exe.Run(context.Background(), tensor.FromSlice([]int64{2}, []float32{float32(i), 1}))
			if err != nil {
				log.Fatal(err)
			}
			sums[i] = out[0].Float(0)
		})
	}
	wg.Wait()
	fmt.Println(sums)
	// Output: [0 2 4 6]
}

// Start a run with a request, and wait for the run later.
func ExampleExecutable_NewRequest() {
	exe := doubling(compile.Options{})
	defer exe.Close()
	r := exe.NewRequest()
	defer r.Close()
	ctx := context.Background()
	if err := r.SetInput(0, tensor.FromSlice([]int64{2}, []float32{5, 6})); err != nil {
		log.Fatal(err)
	}
	if err := r.Start(ctx); err != nil {
		log.Fatal(err)
	}
	if err := r.Wait(ctx); err != nil {
		log.Fatal(err)
	}
	out, err := r.Output(0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tensor.Format(out, 10))
	// Output: tensor<2xf32> [10, 12]
}

// Close waits for the runs in progress. Later runs fail with ErrClosed.
func ExampleExecutable_Close() {
	exe := doubling(compile.Options{})
	if err := exe.Close(); err != nil {
		log.Fatal(err)
	}
	_, err := exe.Run(context.Background(), tensor.New(tensor.F32, 2))
	fmt.Println(errors.Is(err, backends.ErrClosed))
	// Output: true
}
