package same_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cf"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/same"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

func parse(t *testing.T, text string) *ir.Op {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cf.Dialect(), scf.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const original = `func.func @f(%x: f32 {t.name = "x"}, %y: f32) -> f32 {
  %a = "t.exp"(%x) {t.name = "a"} : (f32) -> f32
  %b = "t.scale"(%y) {by = 2 : i32, t.name = "b"} : (f32) -> f32
  %c = "t.add"(%a, %b) <{exact = true}> : (f32, f32) -> f32
  return %c : f32
}`

// TestR40 compares programs. Differences in names, in the order of operations and in unused
// operations are ignored, and others are reported. R40 is a row of the table in docs/successors.md.
func TestR40(t *testing.T) {
	opts := same.Options{Graph: true, Ignore: func(a string) bool { return a == "t.name" }}
	a := parse(t, original)
	swap := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(original) }
	for _, c := range []struct{ what, text, reason string }{
		{"the same", original, ""},
		{"other names", swap("%a", "%q", `"a"`, `"z"`, `"x"`, `"in"`), ""},
		{"another order, and an operation that no result needs", `func.func @f(%x: f32 {t.name = "x"}, %y: f32) -> f32 {
  %b = "t.scale"(%y) {by = 2 : i32, t.name = "b"} : (f32) -> f32
  %a = "t.exp"(%x) {t.name = "a"} : (f32) -> f32
  %dead = "t.exp"(%y) : (f32) -> f32
  %c = "t.add"(%a, %b) <{exact = true}> : (f32, f32) -> f32
  return %c : f32
}`, ""},
		{"an attribute", swap("by = 2", "by = 3"), "attribute 'by' of 't.scale' at t.mlir:3:8 is 2 : i32 in one and 3 : i32 in the other"},
		{"an additional attribute", swap("by = 2 : i32", "by = 2 : i32, more"), "has attribute 'more' = unit in the other only"},
		{"a missing attribute", swap("by = 2 : i32, ", ""), "has attribute 'by' = 2 : i32 in one only"},
		{"a property", swap("exact = true", "exact = false"), "attribute '<{}>' of 't.add' at t.mlir:4:8 is {exact = true} in one and {exact = false} in the other"},
		{"an operation", swap("t.exp", "t.log"), "'t.exp' at t.mlir:2:8 is 't.exp' in one and 't.log' in the other"},
		{"an edge", swap("(%a, %b)", "(%b, %a)"), "'t.exp' in one and 't.scale' in the other"},
		{"an operand", swap(`"t.scale"(%y)`, `"t.scale"(%x)`), "operand #0 of 't.scale' at t.mlir:3:8 is a different value in the other"},
		{"a type", swap("%y: f32", "%y: f64", `"t.scale"(%y) {by = 2 : i32, t.name = "b"} : (f32)`, `"t.scale"(%y) {by = 2 : i32, t.name = "b"} : (f64)`), "function_type"},
	} {
		b := parse(t, c.text)
		d := same.Compare(a, b, opts)
		if got := d != nil; got != (c.reason != "") || got && !strings.Contains(d.Reason, c.reason) {
			t.Errorf("%s: got difference %v, expected %q", c.what, d, c.reason)
		}
		if equal := same.Hash(a, opts) == same.Hash(b, opts); equal != (c.reason == "") {
			t.Errorf("%s: got equal hashes = %t, expected %t", c.what, equal, c.reason == "")
		}
	}
	if d := same.Compare(a, parse(t, swap(`"a"`, `"z"`)), same.Options{}); d == nil {
		t.Error("Compare ignores a different name although Options.Ignore is not set")
	}
}

// TestRegions compares programs with and without Options.Graph. Their regions read outer values, or
// their blocks read values of blocks that are later in the text.
func TestRegions(t *testing.T) {
	for _, c := range []struct{ what, text, old, new, reason string }{
		{"if", `func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  %0 = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %0 : i32
}`, "yield %x", "yield %y", "operand #0 of 'scf.yield' at t.mlir:3:5 is a different value"},
		{"loop", `func.func @f(%n: index, %x: i32) -> i32 {
  %0 = "t.a"(%x) : (i32) -> i32
  %1 = scf.for %i = %n to %n step %n iter_args(%j = %x) -> (i32) {
    %2 = "t.b"(%j, %0) : (i32, i32) -> i32
    scf.yield %2 : i32
  }
  return %1 : i32
}`, "(%j, %0)", "(%x, %0)", "operand #0 of 't.b' at t.mlir:4:10 is a different value"},
		{"blocks", `func.func @f(%x: i32, %y: i32) -> i32 {
  cf.br ^b1
^b1:
  return %x : i32
}`, "return %x", "return %y", "operand #0 of 'func.return' at t.mlir:4:3 is a different value"},
		{"early use", `func.func @f() -> i32 {
  cf.br ^b2
^b1:
  return %0 : i32
^b2:
  %0, %1 = "t.a"() : () -> (i32, i32)
  cf.br ^b1
}`, "return %0", "return %1", "operand #0 of 'func.return' at t.mlir:4:3 is a different value"},
	} {
		a, b := parse(t, c.text), parse(t, strings.Replace(c.text, c.old, c.new, 1))
		for _, o := range []same.Options{{}, {Graph: true}} {
			if d := same.Compare(a, parse(t, c.text), o); d != nil {
				t.Errorf("%s: got difference %v, expected none", c.what, d)
			}
			if d := same.Compare(a, b, o); d == nil || !strings.Contains(d.Reason, c.reason) {
				t.Errorf("%s: got difference %v, expected %q", c.what, d, c.reason)
			}
			if same.Hash(a, o) != same.Hash(parse(t, c.text), o) || same.Hash(a, o) == same.Hash(b, o) {
				t.Errorf("%s: the hashes do not match the differences", c.what)
			}
		}
	}
	// A region that reads no value around it does not prevent a comparison of graphs.
	const loop = `
  %a = "t.loop"(%x) ({
    %0 = "t.c"() : () -> i32
  }) : (i32) -> i32`
	const add = `
  %b = "t.add"(%x, %x) : (i32, i32) -> i32`
	text := func(ops string) string {
		return "func.func @f(%x: i32) -> (i32, i32) {" + ops + "\n  return %a, %b : i32, i32\n}"
	}
	a, b := parse(t, text(loop+add)), parse(t, text(add+loop))
	if d := same.Compare(a, b, same.Options{Graph: true}); d != nil {
		t.Errorf("got difference %v between graphs with regions, expected none", d)
	}
	if d := same.Compare(a, b, same.Options{}); d == nil {
		t.Error("Compare ignores the order of operations although Options.Graph is not set")
	}
}
