package asm_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestNestedModules parses nested modules. With the option Each, the parser guesses where it can
// divide the text. After a wrong guess, it must not guess again inside each nested module: this
// would take quadratic time.
func TestNestedModules(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	const deep = 15_000
	text := strings.Repeat("module {\n", deep) + strings.Repeat("}\n", deep)
	calls := 0
	each := func(n int, f func(int)) {
		calls++
		for i := range n {
			f(i)
		}
	}
	if _, err := asm.Parse(reg, diag.NewSource("nested.mlir", []byte(text)), asm.Options{Each: each, SkipVerify: true}); err != nil {
		t.Fatal(err)
	}
	if calls > 8 {
		t.Errorf("Each was called %d times, expected at most 8", calls)
	}
}

func TestManyResults(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{ir.MaxResults, ir.MaxResults + 1} {
		text := `%0:` + strconv.Itoa(n) + ` = "a.b"() : () -> (i1` + strings.Repeat(", i1", n-1) + ")\n"
		_, err := asm.Parse(reg, diag.NewSource("many.mlir", []byte(text)), asm.Options{AllowUnregistered: true})
		if ok := err == nil; ok != (n == ir.MaxResults) || !ok && !strings.Contains(err.Error(), "at most 65535 results, but this one has 65536") {
			t.Errorf("%d results: got error %v, expected an error only for more than %d results", n, err, ir.MaxResults)
		}
	}
}
