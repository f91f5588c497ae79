package compile_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestDonation checks that a loop that donates its results uses the memory of only two tensors.
func TestDonation(t *testing.T) {
	ctx := context.Background()
	e, err := compile.Module(ctx, parseText(t, oneOp), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	one := tensor.FromSlice([]int64{8}, []float32{1, 1, 1, 1, 1, 1, 1, 1})
	x := tensor.New(tensor.F32, 8)
	seen := map[*byte]bool{}
	for range 10 {
		seen[&x.Data[0]] = true
		before := x
		out, err := e.RunDonating(ctx, []*tensor.Tensor{x, one}, []bool{true, false})
		if err != nil {
			t.Fatal(err)
		}
		if before.Data != nil {
			t.Fatal("a donated tensor still has its memory")
		}
		if _, err := e.Run(ctx, before, one); err == nil {
			t.Fatal("a donated tensor can be used again")
		}
		x = out[0]
	}
	if len(seen) != 2 || x.Float(0) != 10 {
		t.Errorf("ten steps used %d pieces of memory and computed %v; expected 2 pieces and the result 10", len(seen), x.Float(0))
	}
}

// TestDonationTwice checks that only one of several concurrent runs can take a tensor's memory.
func TestDonationTwice(t *testing.T) {
	ctx := context.Background()
	e, err := compile.Module(ctx, parseText(t, oneOp), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	one := tensor.FromSlice([]int64{8}, []float32{1, 1, 1, 1, 1, 1, 1, 1})
	for range 100 {
		x := tensor.New(tensor.F32, 8)
		var wg sync.WaitGroup
		var succeeded atomic.Int32
		for range 4 {
			wg.Go(func() {
				if _, err := e.RunDonating(ctx, []*tensor.Tensor{x, one}, []bool{true, false}); err == nil {
					succeeded.Add(1)
				}
			})
		}
		wg.Wait()
		if n := succeeded.Load(); n != 1 {
			t.Fatalf("%d of 4 runs took the memory of one tensor", n)
		}
	}
}

// TestDonated checks that Donated returns the inputs that a program marks as donated, also after an
// export, and that RunDonating accepts the result. Marks that contradict the program are errors.
func TestDonated(t *testing.T) {
	const marked = `func.func @main(%%x: tensor<2xf32> {%s}, %%y: tensor<2xf32> {%s}, %%n: tensor<i32> {%s}) -> (tensor<2xf32>, tensor<2xf32>) {
  %%a = stablehlo.add %%x, %%y : tensor<2xf32>
  %%b = stablehlo.subtract %%x, %%y : tensor<2xf32>
  return %%a, %%b : tensor<2xf32>, tensor<2xf32>
}`
	e, err := compile.Module(t.Context(), parseText(t, fmt.Sprintf(marked, "tf.aliasing_output = 1 : i32", "", "jax.buffer_donor = true")), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var file bytes.Buffer
	if err := e.Export(&file); err != nil {
		t.Fatal(err)
	}
	loaded, err := compile.Load(t.Context(), file.Bytes(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer loaded.Close()
	for _, e := range []*compile.Executable{e, loaded} {
		in := randomInputs(e.Inputs())
		if _, err := e.RunDonating(t.Context(), in, e.Donated()); err != nil {
			t.Fatal(err)
		}
		if in[0].Data != nil || in[1].Data == nil || in[2].Data != nil {
			t.Errorf("the donated inputs are %v; want the first and the last", e.Donated())
		}
	}
	for _, c := range [][3]string{
		{"tf.aliasing_output = 2 : i32", "", "argument #0 has tf.aliasing_output = 2 : i32, but the function has 2 results, counted from #0"},
		{"tf.aliasing_output = -1 : i32", "", "argument #0 has tf.aliasing_output = -1 : i32, but the function has 2 results, counted from #0"},
		{"tf.aliasing_output = \"a\"", "", "argument #0 has tf.aliasing_output = \"a\", but the function has 2 results, counted from #0"},
		{"tf.aliasing_output = 0 : i32", "tf.aliasing_output = 0 : i32", "arguments #0 and #1 have the same tf.aliasing_output = 0"},
	} {
		_, err := compile.Module(t.Context(), parseText(t, fmt.Sprintf(marked, c[0], c[1], "")), compile.Options{})
		if err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("the attributes %v give the error %v", c[:2], err)
		}
	}
	_, err = compile.Module(t.Context(), parseText(t, fmt.Sprintf(marked, "", "", "tf.aliasing_output = 0 : i32")), compile.Options{})
	if err == nil || !strings.Contains(err.Error(), "its type is 'tensor<i32>', and the type of the result is 'tensor<2xf32>'") {
		t.Errorf("a result of another type gives the error %v", err)
	}
}

// TestDonatedParts checks that it is an error to donate an input that shares memory with another
// input. The inputs then keep their memory. Later runs must be correct, even after the caller used
// parts of memory that it had donated.
func TestDonatedParts(t *testing.T) {
	everywhere(t, sumAndDifference, func(t *testing.T, e *compile.Executable) {
		whole := tensor.New(tensor.F32, 16).Data
		part := func(from int) *tensor.Tensor {
			return &tensor.Tensor{Kind: tensor.F32, Shape: []int64{4}, Data: whole[from : from+16]}
		}
		for _, donate := range [][]bool{{true, false}, {false, true}, {true, true}} {
			in := []*tensor.Tensor{part(0), part(8)}
			_, err := e.RunDonating(t.Context(), in, donate)
			if err == nil || !strings.Contains(err.Error(), "inputs #0 and #1 share memory") || in[0].Data == nil {
				t.Errorf("RunDonating with the donation flags %v returned %v", donate, err)
			}
		}
		for range 2 { // uses parts of donated memory; only the run after the loop is checked
			if _, err := e.RunDonating(t.Context(), []*tensor.Tensor{part(0), part(16)}, []bool{true, true}); err != nil {
				t.Fatal(err)
			}
			_, _ = e.RunDonating(t.Context(), []*tensor.Tensor{part(8), part(32)}, []bool{false, false})
		}
		one := tensor.FromSlice([]int64{4}, []float32{1, 1, 1, 1})
		out, err := e.RunDonating(t.Context(), []*tensor.Tensor{one, one.Clone()}, []bool{true, true})
		if err != nil || out[0].Float(0) != 2 || out[1].Float(0) != 0 {
			t.Errorf("the next valid run returned %v, %v", out, err)
		}
	})
}

// TestUnaligned checks that a run fails if the data of an input, a donated input or an output is
// not aligned. The error must name the input or output.
func TestUnaligned(t *testing.T) {
	everywhere(t, sumAndDifference, func(t *testing.T, e *compile.Executable) {
		good := tensor.New(tensor.F32, 4)
		odd := &tensor.Tensor{Kind: tensor.F32, Shape: []int64{4}, Data: tensor.New(tensor.I8, 32).Data[1:17]}
		in := []*tensor.Tensor{good, odd}
		_, ran := e.Run(t.Context(), in...)
		_, donated := e.RunDonating(t.Context(), in, []bool{true, true})
		into := e.RunInto(t.Context(), []*tensor.Tensor{good, good}, []*tensor.Tensor{tensor.New(tensor.F32, 4), odd})
		for _, got := range []struct {
			what string
			err  error
		}{{"input #1", ran}, {"input #1", donated}, {"output #1", into}} {
			if got.err == nil || !strings.Contains(got.err.Error(), got.what) || !strings.Contains(got.err.Error(), "not aligned") {
				t.Errorf("%s: got %v", got.what, got.err)
			}
		}
		odd.Kind, odd.Shape = tensor.F64, []int64{2}
		if _, err := e.Run(t.Context(), good, odd); err == nil || !strings.Contains(err.Error(), "is a 'tensor<2xf64>', whose data must begin at a multiple of 8 bytes") {
			t.Errorf("with another type: got %v", err)
		}
		odd.Kind, odd.Shape = tensor.F32, []int64{4}
		wrapped, err := tensor.Wrap(odd.Kind, odd.Shape, odd.Data)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.RunDonating(t.Context(), []*tensor.Tensor{good, wrapped}, []bool{true, true}); err != nil {
			t.Errorf("a run with an aligned copy failed: %v", err)
		}
	})
}

// TestTooLarge checks that compilation fails if a stored value needs more memory than the host has.
// The values are arguments, results, variables, constants and intermediate values.
func TestTooLarge(t *testing.T) {
	const large = "tensor<1099511627776xf32>"
	for what, text := range map[string]string{
		"a result": `func.func @main() -> LARGE {
  %0 = stablehlo.constant dense<1.0> : LARGE
  return %0 : LARGE
}`,
		"an argument": `func.func @main(%a: LARGE) -> tensor<4xf32> {
  %0 = stablehlo.slice %a [0:4] : (LARGE) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		"a variable": `func.func @main(%a: LARGE {lathe.state = 0 : i64}) -> LARGE {
  return %a : LARGE
}`,
		"a constant": `func.func @main(%i: tensor<i64>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<1.0> : LARGE
  %0 = stablehlo.dynamic_slice %c, %i, sizes = [4] : (LARGE, tensor<i64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		"an intermediate value": `func.func @main(%x: tensor<4x1xi64>) -> tensor<4xf32> {
  %0 = stablehlo.iota dim = 0 : LARGE
  %1 = "stablehlo.gather"(%0, %x) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (LARGE, tensor<4x1xi64>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
	} {
		m := parseText(t, strings.ReplaceAll(text, "LARGE", large))
		for _, o := range []compile.Options{{Backend: "vm"}, {Backend: "ref"}, {Backend: "c"}, {Devices: []string{"vm", "ref"}}} {
			o.Backends = factories()
			e, err := compile.Module(t.Context(), m, o)
			if err == nil {
				e.Close()
			} else if strings.Contains(err.Error(), "needs a C compiler") {
				continue
			}
			if err == nil || !strings.Contains(err.Error(), "'"+large+"' takes 4398046511104 bytes, but the host has") || !strings.Contains(err.Error(), "test.mlir:") {
				t.Errorf("%s on %s%v: got %v", what, o.Backend, o.Devices, err)
			}
		}
	}
}
