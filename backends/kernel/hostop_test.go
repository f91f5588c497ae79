package kernel_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestHostOpDestinations reads host operations whose results have no destination, or two. It checks
// that the error is the same every time.
func TestHostOpDestinations(t *testing.T) {
	const (
		operand = "%t = builtin.unrealized_conversion_cast %x : memref<4xf32> to tensor<4xf32>\n"
		call    = operand + "%r = stablehlo.custom_call @f(%t) : (tensor<4xf32>) -> tensor<4xf32>\n"
		result  = call + "%b = builtin.unrealized_conversion_cast %r : tensor<4xf32> to memref<4xf32>\n"
	)
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ body, want string }{
		{result + "memref.copy %b, %o : memref<4xf32> to memref<4xf32>", ""},
		{result + "memref.copy %b, %o : memref<4xf32> to memref<4xf32>\nmemref.copy %b, %p : memref<4xf32> to memref<4xf32>", "host:6:1: error: 'memref.copy' op copies a result that was copied already"},
		{operand + "stablehlo.custom_call @f(%t) : (tensor<4xf32>) -> tensor<4xf32>", ""},
		{result + strings.NewReplacer("%r", "%s", "%b", "%c", "%t", "%u").Replace(result), "host:3:6: error: 'stablehlo.custom_call' op has a result that is not copied to a buffer"},
	} {
		text := "func.func @main(%x: memref<4xf32>, %o: memref<4xf32>, %p: memref<4xf32>) attributes {kernel.host, kernel.results = 2 : i64} {\n" + test.body + "\nreturn\n}"
		op, err := asm.Parse(reg, diag.NewSource("host", []byte(text)), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := ir.As[ir.Module](op)
		for range 10 {
			got := ""
			if _, err := kernel.Read(t.Context(), m); err != nil {
				got, _, _ = strings.Cut(err.Error(), "\n")
			}
			if got != test.want {
				t.Errorf("%s\ngot the error %q, want %q", text, got, test.want)
				break
			}
		}
	}
}
