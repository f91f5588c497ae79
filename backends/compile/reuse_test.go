package compile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestReuseText parses several programs from one buffer: each text overwrites the previous text.
// Attributes are interned for the whole process, so their names must not be parts of the buffer.
func TestReuseText(t *testing.T) {
	const double = `func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @alpha(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @alpha(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @omega(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
`
	const generic = `"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_name = "main"}> ({
  ^bb0(%x: tensor<2xf32>):
    "func.return"(%x) : (tensor<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
`
	buffer := make([]byte, 1000)
	in := func(text string) []byte { return buffer[:copy(buffer, text)] }
	run := func(text []byte) []float32 {
		t.Helper()
		m, err := compile.Parse("t.mlir", text)
		if err != nil {
			t.Fatal(err)
		}
		exe, err := compile.Module(t.Context(), m, compile.Options{Backend: "vm"})
		if err != nil {
			t.Fatal(err)
		}
		defer exe.Close()
		out, err := exe.Run(t.Context(), tensor.FromSlice([]int64{2}, []float32{1, 2}))
		if err != nil {
			t.Fatal(err)
		}
		return tensor.Slice[float32](out[0])
	}
	for _, c := range []struct {
		text string
		want []float32
	}{
		{double, []float32{2, 4}},
		{strings.Replace(double, "call @alpha", "call @omega", 1), []float32{-1, -2}},
		{generic, []float32{1, 2}},
		{strings.Repeat("X", len(buffer)), nil},
	} {
		text := in(c.text)
		if c.want == nil {
			if _, err := compile.Parse("t.mlir", text); err == nil {
				t.Fatal("an invalid text was accepted")
			}
		} else if got := run(text); !slices.Equal(got, c.want) {
			t.Errorf("in the buffer: got %v, expected %v:\n%s", got, c.want, c.text)
		}
	}
	for text, want := range map[string][]float32{double: {2, 4}, generic: {1, 2}} {
		if got := run([]byte(text)); !slices.Equal(got, want) {
			t.Errorf("after the buffer was overwritten: got %v, expected %v:\n%s", got, want, text)
		}
	}
}
