package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// Example shows the output of the program.
func Example() {
	main()
	// Output:
	// 0 compiled 1
	// 1 dense_relu 2
	// 2 compiled 1
	// [0.100 0.197 0.000 0.000]
}

// TestNoContraction runs a product that multiplies elements, without a sum. The pattern matches the
// product, but the kernel does not compute it.
func TestNoContraction(t *testing.T) {
	const program = `func.func @main(%x: tensor<2x3xf32>, %w: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0, 1] x [0, 1], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.maximum %0, %w : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}`
	path := filepath.Join(t.TempDir(), "product.mlir")
	if err := os.WriteFile(path, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := load(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	x := tensor.FromSlice([]int64{2, 3}, []float32{1, 2, 3, -4, -5, -6})
	out, err := g.Run(t.Context(), x, x)
	if err != nil {
		t.Fatal(err)
	}
	if got := tensor.Slice[float32](out[0]); !slices.Equal(got, []float32{1, 4, 9, 16, 25, 36}) {
		t.Errorf("got %v", got)
	}
}

// TestListing checks that docs/onednn.md contains the files of this example.
func TestListing(t *testing.T) {
	page, err := os.ReadFile("../../docs/onednn.md")
	if os.IsNotExist(err) {
		t.Skip("the example was copied out of the repository")
	}
	for _, file := range []string{"main.go", "mine.patterns", "model.mlir"} {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), string(code)) {
			t.Errorf("docs/onednn.md does not contain the text of %s", file)
		}
	}
}
