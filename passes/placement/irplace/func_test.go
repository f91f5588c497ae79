package irplace

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// The operations of a dialect with effects.
type (
	load   struct{ ir.Ref } // reads memory
	store  struct{ ir.Ref } // writes memory
	draw   struct{ ir.Ref } // writes the resource "random"
	pure   struct{ ir.Ref }
	opaque struct{ ir.Ref } // unknown effects
	num    struct{ ir.Ref }
	block  struct{ ir.Ref } // has the effects of its region
)

func spec(name string, traits ir.Trait, regions ...ir.RegionField) ir.Spec {
	return ir.Spec{
		Name: name, Traits: traits, Regions: regions,
		Operands: []ir.Field{{Name: "operands", Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Arity: ir.Variadic}},
	}
}

func (load) Spec() ir.Spec   { return spec("e.load", 0) }
func (store) Spec() ir.Spec  { return spec("e.store", 0) }
func (draw) Spec() ir.Spec   { return spec("e.draw", 0) }
func (pure) Spec() ir.Spec   { return spec("e.pure", ir.Pure) }
func (opaque) Spec() ir.Spec { return spec("e.any", 0) }
func (num) Spec() ir.Spec    { return spec("e.num", ir.Pure|ir.ConstantLike) }
func (block) Spec() ir.Spec {
	return spec("e.block", ir.RecursiveEffects|ir.NoTerminator, ir.RegionField{Name: "body"})
}

func (load) Effects() []ir.Effect  { return []ir.Effect{{Kind: ir.Read}} }
func (store) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write}} }
func (draw) Effects() []ir.Effect  { return []ir.Effect{{Kind: ir.Write, Resource: "random"}} }

func module(t *testing.T, text string) ir.Module {
	t.Helper()
	d := &ir.Dialect{Name: "e", Ops: func() []ir.OpDecl {
		return []ir.OpDecl{
			ir.Decl[load](), ir.Decl[store](), ir.Decl[draw](), ir.Decl[pure](), ir.Decl[opaque](), ir.Decl[num](), ir.Decl[block](),
		}
	}}
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), d)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

// edges lists the edges of @main as pairs of operations, which are numbered from 0.
func edges(t *testing.T, body string) string {
	t.Helper()
	m := module(t, "func.func @main(%x: f32, %m: memref<f32>) {\n"+body+"\nreturn\n}\n"+
		`func.func private @reads() { "e.load"() : () -> ()
return }
func.func private @nothing(%a: f32) -> f32 { %0 = "e.pure"(%a) : (f32) -> f32
return %0 : f32 }
func.func private @itself() { call @itself() : () -> ()
return }
func.func private @elsewhere()
`)
	symbols := ir.NewSymbols(m.Op)
	f, _ := ir.As[fn.Func](symbols.Lookup("main"))
	g, err := FromFunc(f, nil, symbols)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for v := range int32(g.Len()) {
		for _, s := range g.Succs(v) {
			all = append(all, fmt.Sprintf("%d-%d", v, s))
		}
	}
	return strings.Join(all, " ")
}

func TestEdges(t *testing.T) {
	const (
		r, w = `"e.load"() : () -> ()` + "\n", `"e.store"() : () -> ()` + "\n"
		d, u = `"e.draw"() : () -> ()` + "\n", `"e.any"() : () -> ()` + "\n"
	)
	for _, test := range []struct{ name, body, want string }{
		{"reads are not ordered", r + r, ""},
		{"write, reads, write", w + r + r + w, "0-1 0-2 0-3 1-3 2-3"},
		{"effects on different resources are not ordered", w + d + w + d, "0-2 1-3"},
		{"operations of unknown effects are ordered with all other effects", w + d + u + d + r, "0-2 1-2 2-3 2-4"},
		{"two operations of unknown effects", u + u + r, "0-1 1-2"},
		{"pure operations have only the edges of their values", `%0 = "e.pure"(%x) : (f32) -> f32
%1 = "e.pure"(%x) : (f32) -> f32
%2 = "e.pure"(%0, %0) : (f32, f32) -> f32`, "0-2"},
		{"constants have no edges", `%0 = "e.num"() : () -> f32
%1 = "e.pure"(%0) : (f32) -> f32
%2 = "e.pure"(%0) : (f32) -> f32`, ""},
		{"an operation reads the values that its region captures", `%0 = "e.pure"(%x) : (f32) -> f32
"e.block"() ({ %1 = "e.pure"(%0) : (f32) -> f32 }) : () -> ()
"e.block"() ({ "e.load"() : () -> () }) : () -> ()` + "\n" + w, "0-1 2-3"},
		{"calls have the effects of their callees", `call @reads() : () -> ()` + "\n" + w + `%0 = call @nothing(%x) : (f32) -> f32` + "\n" + r, "0-1 1-3"},
		{"calls in regions have the effects of their callees", `"e.block"() ({ func.call @reads() : () -> () }) : () -> ()` + "\n" + w, "0-1"},
		{"calls of functions without a body have unknown effects", w + `call @elsewhere() : () -> ()` + "\n" + r, "0-1 1-2"},
		{"calls of recursive functions have unknown effects", w + `call @itself() : () -> ()` + "\n" + r, "0-1 1-2"},
		{"unregistered operations have no effects", `%0 = "t.a"(%x) : (f32) -> f32
%1 = "t.a"(%x) : (f32) -> f32`, ""},
		{"unregistered operations without results have unknown effects", `"t.a"(%x) : (f32) -> ()
"t.a"(%x) : (f32) -> ()`, "0-1"},
		{"unregistered operations without operands have unknown effects", `%0 = "t.a"() : () -> f32
%1 = "t.a"() : () -> f32`, "0-1"},
		{"unregistered operations with memory types have unknown effects", `%0 = "t.a"(%m) : (memref<f32>) -> f32
%1 = "t.a"(%m) : (memref<f32>) -> f32`, "0-1"},
	} {
		if got := edges(t, test.body); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestEffectsOfCallChain: each function of a chain calls the next function twice, so the last
// function is called 2⁴⁰ times.
func TestEffectsOfCallChain(t *testing.T) {
	text := "func.func private @f0() { \"e.store\"() : () -> ()\nreturn }\n"
	for i := range 40 {
		text += fmt.Sprintf("func.func private @f%d() { call @f%d() : () -> ()\ncall @f%d() : () -> ()\nreturn }\n", i+1, i, i)
	}
	symbols := ir.NewSymbols(module(t, text).Op)
	effects, known := NewEffects(symbols).call(symbols.Lookup("f40"))
	if len(effects) != 1 || effects[0].Kind != ir.Write || !known {
		t.Errorf("got %d effects, known %t; want one write", len(effects), known)
	}
}

func TestEntries(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"func.func @main() { call @a() : () -> ()\nreturn }\nfunc.func @a() { return }\nfunc.func @b() { return }\nfunc.func private @c() { return }\nfunc.func private @d()", "main b"},
		{"func.func private @a() { return }\nfunc.func private @b()", "a"},
		{"func.func @a() { return }\nfunc.func @b() attributes {cluster.device = \"vm\"} { return }", "a"},
	} {
		var got []string
		for _, f := range Entries(module(t, test.text)) {
			got = append(got, f.SymName())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("got %v, want %s", got, test.want)
		}
	}
}

func TestBytes(t *testing.T) {
	for _, test := range []struct {
		t     ir.Type
		n     int64
		known bool
	}{
		{ir.F32(), 4, true}, {ir.I1(), 1, true}, {ir.Index(), 8, true},
		{ir.Tensor(ir.F32(), 2, 3), 24, true}, {ir.Tensor(ir.Complex(ir.F64()), 2), 32, true},
		{ir.Tensor(ir.F32(), 0, 3), 0, true}, {ir.MemRef(ir.I64(), 4), 32, true},
		{ir.Tensor(ir.F32(), 2, ir.Dynamic), 0, false}, {ir.Tensor(ir.F32(), 1<<40, 1<<40), MostBytes, true},
		{ir.Tensor(ir.F32(), 1<<40, 1<<40, 0), 0, true}, {ir.Tensor(ir.F32(), 1<<40, 1<<40, ir.Dynamic), 0, false},
		{ir.None(), 0, false}, {ir.NewType(&ir.TupleType{Elems: []ir.Type{ir.F32(), ir.I64()}}), 12, true},
		{ir.NewType(&ir.TupleType{Elems: []ir.Type{ir.F32(), ir.None()}}), 0, false},
		{ir.NewType(&ir.TupleType{Elems: []ir.Type{ir.Tensor(ir.F32(), 1<<60), ir.Tensor(ir.F32(), 1<<60)}}), MostBytes, true},
	} {
		if n, known := Bytes(test.t); n != test.n || known != test.known {
			t.Errorf("%s: got %d, %t; want %d, %t", test.t, n, known, test.n, test.known)
		}
	}
}

// A value or operation has the name that [asm.Names.Give] sets, or else the name in the printed
// program.
func TestNames(t *testing.T) {
	m := module(t, "func.func @main(%x: f32) { %0:2 = \"t.a\"(%x) : (f32) -> (f32, f32)\n%1 = \"e.pure\"(%x) : (f32) -> f32\n\"t.b\"(%x) : (f32) -> ()\nreturn }")
	f, _ := ir.As[fn.Func](m.Body().First())
	names := asm.NewNames(m.Op)
	ops := slices.Collect(f.Entry().Ops())
	got := []string{names.Value(f.Entry().Arg(0)), names.Value(ops[0].ResultAt(1)), names.Op(ops[0]), names.Op(ops[1]), names.Op(ops[2])}
	names.Give(f.Entry().Arg(0), "x", 1)
	names.Give(ops[0].ResultAt(0), "pair", 2)
	got = append(got, names.Value(f.Entry().Arg(0)), names.Value(ops[0].ResultAt(1)), names.Op(ops[0]), names.Op(ops[1]))
	want := []string{"%arg0", "%0#1", "%0", "%1", fmt.Sprintf("t.b #%d", ops[2].ID()), "%x", "%pair#1", "%pair", "%1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestReachesGrowth: the time of a query does not depend on the number of functions.
func TestReachesGrowth(t *testing.T) {
	irtest.Steady(t, func(functions int) func() {
		var calls strings.Builder
		m := ""
		for i := range functions {
			fmt.Fprintf(&calls, "func.call @f%d() : () -> ()\n", i)
			m += fmt.Sprintf("func.func @f%d() {\nfunc.call @f%d() : () -> ()\nreturn\n}\n", i, max(0, i-1))
		}
		list := slices.Collect(module(t, m+"func.func @main() {\n"+calls.String()+"return\n}").Body().Ops())
		first, _ := ir.As[fn.Func](list[functions/2])
		main, _ := ir.As[fn.Func](list[functions])
		return func() {
			reaches := Reaches(first)
			got := 0
			for op := range main.Entry().Ops() {
				if reaches(op) {
					got++
				}
			}
			if want := functions - functions/2; got != want {
				t.Errorf("%d operations reach the function, want %d", got, want)
			}
		}
	})
}
