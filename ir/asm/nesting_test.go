package asm_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestDeepNesting parses deeply nested texts and long chains. Each text must cause an error or give
// a printable program, within the time limit and without a stack overflow.
func TestDeepNesting(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect(), scf.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	const deep = 100_000
	rep := strings.Repeat
	attr := func(a string) string { return `"a.b"() {x = ` + a + "} : () -> ()" }
	loc := func(l string) string { return `"a.b"() : () -> () loc(` + l + ")" }
	for _, c := range []struct{ name, text, err string }{
		{"parentheses", `"a.b"() : ` + rep("(", deep) + rep(")", deep) + " -> ()", "nesting deeper"},
		{"function types", attr(rep("(", deep) + rep(") -> ()", deep)), "nesting deeper"},
		{"tuples", attr(rep("tuple<", deep) + "i32" + rep(">", deep)), "nesting deeper"},
		{"encodings", attr(rep("tensor<1xi32, ", deep) + "1" + rep(">", deep)), "nesting deeper"},
		{"arrays", attr(rep("[", deep) + rep("]", deep)), "nesting deeper"},
		{"open arrays", `"a.b"() {x = ` + rep("[", deep), "nesting deeper"},
		{"dictionaries", attr(rep("{a = ", deep) + "1" + rep("}", deep)), "nesting deeper"},
		{"elements", attr("dense<" + rep("[", deep) + "1" + rep("]", deep) + "> : tensor<1xi32>"), "nesting deeper"},
		{"affine parentheses", attr("affine_map<(d0) -> (" + rep("(", deep) + "d0" + rep(")", deep) + ")>"), "nested too deeply"},
		{"affine signs", attr("affine_map<(d0) -> (" + rep("-", deep) + "d0)>"), "nested too deeply"},
		{"affine sum", attr("affine_map<(d0) -> (d0" + rep(" + d0 mod 3", deep) + ")>"), ""},
		{"opaque", attr("#a.b" + rep("<", deep) + rep(">", deep)), ""},
		{"symbols", attr("@a" + rep("::@a", deep)), ""},
		{"named locations", loc(rep(`"x"(`, deep) + "unknown" + rep(")", deep)), "nesting deeper"},
		{"fused locations", loc(rep("fused[", deep) + "unknown" + rep("]", deep)), "nesting deeper"},
		{"call sites", loc(rep("callsite(", deep) + "unknown" + rep(" at unknown)", deep)), "nesting deeper"},
		{"aliases of arrays", aliases("#", "1", 9000, "[", "]"), "nesting deeper"},
		{"aliases of tuples", aliases("!", "i32", 9000, "tuple<", ">"), "nesting deeper"},
		{"aliases of locations", aliases("#", "unknown", 9000, `"x"(`, ")"), "nesting deeper"},
		{"aliases of few levels", aliases("#", "1", 9, "[", "]"), ""},
		{"open regions", rep("module {\n", deep), "nesting deeper"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			op, err := parse(reg, []byte(c.text))
			switch {
			case c.err == "" && err != nil:
				t.Fatal(err)
			case c.err == "":
				o := ir.NewPrintOptions()
				o.SkipRegions = true // indentation takes quadratic time
				print(op, o)
			case err == nil || !strings.Contains(err.Error(), c.err):
				t.Fatalf("got error %.200v, expected %q", err, c.err)
			}
			if d := time.Since(start); d > 5*time.Minute {
				t.Errorf("took %s, expected at most 5 minutes", d)
			}
		})
	}
}

// TestNestingAfterError checks that an attribute of the maximum depth is valid after an attribute
// that was too deep.
func TestNestingAfterError(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	array := func(levels int) string {
		return `"a.b"() {x = ` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "} : () -> ()\n"
	}
	const most = 20_000
	if _, err := parse(reg, []byte(array(most+1))); err == nil {
		t.Fatalf("got no error for %d levels", most+1)
	}
	_, err = parse(reg, []byte(array(most+1)+array(most)))
	if errs := diag.All(err); len(errs) != 1 {
		t.Errorf("got %d errors, expected 1: %.300v", len(errs), err)
	}
}

// aliases returns definitions of aliases. In each definition, the previous alias is nested in the
// given number of levels.
func aliases(sigil, first string, levels int, begin, end string) string {
	form := "%sa%d = %s\n"
	if first == "unknown" {
		form = "%sa%d = loc(%s)\n"
	}
	text := fmt.Sprintf(form, sigil, 0, first)
	for i := range 3 {
		text += fmt.Sprintf(form, sigil, i+1, fmt.Sprintf("%s%sa%d%s", strings.Repeat(begin, levels), sigil, i, strings.Repeat(end, levels)))
	}
	return text + `"a.b"() : () -> ()`
}

// TestSharedParts finds and renames symbols in nested arrays. Each array contains the next array
// twice, so a search that visits both copies would take exponential time.
func TestSharedParts(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := parse(reg, []byte("module { module @a {} }"))
	if err != nil {
		t.Fatal(err)
	}
	a := ir.NewSymbolRef("a")
	for range 100 {
		a = ir.NewArray(a, ir.NewDict(ir.NamedAttr{Name: "x", Attr: a}))
	}
	op.SetDiscardable("x.y", a)
	refs := 0
	ir.SymbolRefs(op, func(*ir.SymbolRefAttr) { refs++ })
	ir.ReplaceSymbolRefs(op, func(*ir.Op, *ir.SymbolRefAttr) ir.Attr { return ir.NewSymbolRef("b") })
	names := 0
	ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) {
		if r.Root == "b" {
			names++
		}
	})
	if refs == 0 || refs > 1000 || names != refs {
		t.Errorf("found %d references, expected 1 to 1000; found %d references with the new name, expected the same number", refs, names)
	}
}

// TestWide parses long lists, which must not take quadratic time.
func TestWide(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	const n = 100_000
	for name, text := range map[string]string{
		"attributes": `"a.b"() {` + backward(n, "a.a%d = 1, ") + "z} : () -> ()",
		"dictionary": `"a.b"() {x = {` + chain(n, "a%d = 1, ") + "z}} : () -> ()",
		"arguments":  `"a.b"() ({^bb0(` + chain(n, "%%a%d: i32, ") + "%z: i32): }) : () -> ()",
		"dimensions": `"a.b"() {x = affine_map<(` + chain(n, "d%d, ") + `z) -> (d0)>} : () -> ()`,
		"locations":  `"a.b"() : () -> () loc(fused[` + chain(n, `"x%d", `) + "unknown])",
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			op, err := parse(reg, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			print(op, ir.NewPrintOptions())
			if d := time.Since(start); d > 30*time.Second {
				t.Errorf("took %s, expected at most 30 s", d)
			}
		})
	}
}

// chain formats each number from 0 to n-1.
func chain(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// backward formats n-1, n-2, … 0.
func backward(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, n-1-i)
	}
	return b.String()
}

// TestLargeInput parses a gigabyte of text in three forms: long strings, short operations, and
// parentheses.
func TestLargeInput(t *testing.T) {
	if os.Getenv("LATHE_LARGE") == "" {
		t.Skip("set LATHE_LARGE=1 to read gigabytes; it takes minutes and 10 GB of memory")
	}
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	line := `"a.b"() {x = "` + strings.Repeat("y", 1<<20) + "\"} : () -> ()\n"
	if _, err := parse(reg, []byte(strings.Repeat(line, 1<<10))); err != nil {
		t.Fatal(err)
	}
	if _, err := parse(reg, []byte(strings.Repeat("\"a.b\"() : () -> ()\n", 1<<30/19))); err != nil {
		t.Fatal(err)
	}
	if _, err := parse(reg, []byte(strings.Repeat("(", 1<<30))); err == nil {
		t.Fatal("a gigabyte of parentheses was accepted")
	}
}
