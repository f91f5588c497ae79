package asm_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// allAtOnce is an ir.Each that starts a goroutine for each call, in order.
func allAtOnce(n int, f func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i) })
	}
	wg.Wait()
}

// functions returns a module with n functions of 100 operations. Function i also contains extra(i).
func functions(n int, extra func(i int) string) string {
	var b strings.Builder
	b.WriteString("module {\n")
	for i := range n {
		fmt.Fprintf(&b, "  func.func @f%d(%%a: i32) -> i32 {\n    %%c7 = arith.constant 7 : i32\n    %%0 = arith.addi %%a, %%c7 : i32\n", i)
		for k := range 100 {
			fmt.Fprintf(&b, "    %%%d = arith.muli %%%d, %%a : i32\n", k+1, k)
		}
		b.WriteString(extra(i))
		b.WriteString("    return %100 : i32\n  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// topLevel returns the functions in the text of a module, without the module around them.
func topLevel(module string) string {
	return strings.TrimSuffix(strings.TrimPrefix(module, "module {\n"), "}\n")
}

// TestEach checks that concurrent and sequential parsing, verification and printing give the same
// errors and text. The text "loose" defines a value before the functions, so it may be parsed
// sequentially.
func TestEach(t *testing.T) {
	some := func(text string) func(int) string {
		return func(i int) string {
			if i%2 == 0 {
				return ""
			}
			return strings.ReplaceAll(text, "$", fmt.Sprint(i))
		}
	}
	long := strings.Repeat("1, ", 8000)
	const (
		invalid = "    %k = \"arith.addi\"(%a, %0) : (i32, i32) -> i64\n"
		inner   = "module {\n  func.func @g() {\n    func.call @none() : () -> ()\n    return\n  }\n  }\n  "
	)
	cases := map[string]string{
		"plain":     functions(60, some("")),
		"long":      functions(60, some("    %k = arith.constant dense<["+long+"1]> : tensor<8001xi32>\n")),
		"aliases":   functions(60, some("    %k = \"test.op\"() {m = affine_map<(d0) -> (d0 + $)>} : () -> i32\n")),
		"resources": functions(60, some("    %k = arith.constant dense_resource<r$> : tensor<1xi32>\n")),
		"distinct":  functions(60, some("    %k = \"test.op\"() {m = distinct[$]<>} : () -> i32\n")),
		"errors":    functions(60, some(invalid)),
		"dominance": functions(60, some("    %k = \"test.op\"(%l$) : (i32) -> i32\n    %l$ = \"test.op\"() : () -> i32\n")),
		"symbols":   functions(60, some("    %k = func.call @none$(%a) : (i32) -> i32\n")),
		"mixed":     strings.Replace(functions(60, func(i int) string { return strings.Repeat(invalid, (60-i)/60) }), "func.func @f59", inner+"func.func @f59", 1),
		"strays":    strings.Replace(strings.Replace(functions(60, some("")), "func.func @f1(", "\"func.call\"() : () -> ()\n  func.func @f1(", 1), "func.func @f59", "\"func.return\"() : () -> ()\n  func.func @f59", 1),
		"broken":    functions(60, func(i int) string { return strings.Repeat("    %k = \"test.op\"(%missing) : (i32) i32\n", i/40) }),
		"header":    strings.Replace(functions(60, some("")), "@f30(", "@f30 @(", 1),
		"open":      functions(60, func(i int) string { return strings.Repeat("    \"test.op\"() ({\n", i/59) }),
		"quoted":    functions(60, some("    \"test.op\"() {a = [\n  \"func.func @f() {\", 1\n  ]} : () -> ()\n")),
		"locations": functions(60, some("    \"test.op\"() : () -> () loc(#there)\n")) + "#there = loc(\"y.mlir\":3:4)\n",
		"ids":       functions(60, some("    \"test.op\"() : () -> () loc(#lathe.id<7>)\n")),
		"values":    strings.Replace(functions(60, some("")), "func.func @f30", "%v = \"test.op\"() : () -> i32\n  func.func @f30", 1),
		"used":      strings.Replace(functions(60, some("")), "func.func @f30", "\"test.op\"(%v) : (i32) -> ()\n  func.func @f30", 1),
		"inner":     strings.Replace(functions(60, some("")), "func.func @f30", "module {\n  func.func @g() {\n    return\n  }\n  }\n  func.func @f30", 1),
		"twice":     functions(60, some("")) + functions(60, some("")),
		"file":      topLevel(functions(60, some(""))),
		"prefixed":  "#m = 3 : i32\n!t = i32\n" + topLevel(functions(60, some("    \"test.op\"() {m = #m} : () -> !t\n"))),
		"defined":   topLevel(strings.Replace(functions(60, some("    \"test.op\"() {m = #m} : () -> ()\n")), "  func.func @f30", "#m = 3 : i32\n  func.func @f30", 1)),
		"closed":    topLevel(functions(60, some(""))) + "}\n",
		"loose":     "%v = \"test.op\"() : () -> i32\n" + topLevel(functions(60, some(""))),
	}
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			o := asm.Options{AllowUnregistered: true, SkipVerify: true}
			op, err := asm.Parse(reg, diag.NewSource("x.mlir", []byte(text)), o)
			asked := false
			o.Each = func(n int, f func(int)) { asked = true; allAtOnce(n, f) }
			again, errAgain := asm.Parse(reg, diag.NewSource("x.mlir", []byte(text)), o)
			if !asked && name != "loose" {
				t.Error("the parser did not call Each, so it parsed the functions sequentially")
			}
			if diff := cmp.Diff(fmt.Sprint(diag.All(err)), fmt.Sprint(diag.All(errAgain))); diff != "" {
				t.Errorf("sequential and concurrent parsing report different errors: -sequential +concurrent\n%s", diff)
			}
			if err != nil {
				return
			}
			want, got := ir.Verify(op), ir.VerifyEach(again, allAtOnce)
			if diff := cmp.Diff(fmt.Sprint(diag.All(want)), fmt.Sprint(diag.All(got))); diff != "" {
				t.Errorf("sequential and concurrent verification report different errors: -sequential +concurrent\n%s", diff)
			}
			for _, o := range []ir.PrintOptions{{ElideAbove: -1}, {ElideAbove: -1, DebugInfo: true, OpIDs: true}, {ElideAbove: 8, Generic: true}} {
				var one, all bytes.Buffer
				if err := asm.Print(&one, op, o); err != nil {
					t.Fatal(err)
				}
				if err := asm.PrintEach(&all, again, o, allAtOnce); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(one.Bytes(), all.Bytes()) {
					t.Errorf("options %+v: sequential and concurrent printing write different texts", o)
				}
			}
		})
	}
}
