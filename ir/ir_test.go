package ir

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// add is a small operation of a test dialect.
type add struct{ Ref }

func (add) Spec() Spec {
	t := Constraint{Var: "T"}
	return Spec{
		Name: "t.add", Doc: "adds",
		Operands: []Field{{Name: "lhs", Type: t}, {Name: "rhs", Type: t}},
		Results:  []Field{{Name: "sum", Type: t}},
		Attrs:    []AttrField{{Name: "mode", Type: StringConstraint, Optional: true}},
		Traits:   Pure | Commutative,
	}
}

// counted and pointed are invalid views.
type (
	counted struct {
		add
		_ int
	}
	pointed struct{ *add }
)

func (pointed) Spec() Spec { return add{}.Spec() }

func testRegistry(t testing.TB) *Registry {
	t.Helper()
	reg, err := NewRegistry(
		&Dialect{Name: "builtin", Ops: func() []OpDecl { return []OpDecl{Decl[Module]()} }},
		&Dialect{Name: "t", Ops: func() []OpDecl { return []OpDecl{Decl[add]()} }, AllowUnknownOps: true},
	)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

func TestRegistryRefuses(t *testing.T) {
	_, err := NewRegistry(&Dialect{Name: "a"}, &Dialect{Name: "a"})
	if err == nil || !strings.Contains(err.Error(), `two dialects are called "a"`) {
		t.Errorf("two dialects with the same name: got error %v, expected an error about the name", err)
	}
	if _, err = NewRegistry(&Dialect{Name: "a"}, nil); err == nil || !strings.Contains(err.Error(), "dialect #1 of the registry is nil") {
		t.Errorf("a nil dialect: got error %v", err)
	}
	_, err = NewRegistry(&Dialect{Name: "a", Ops: func() []OpDecl { return []OpDecl{Decl[add]()} }})
	if err == nil || !strings.Contains(err.Error(), `lists operation "t.add"`) {
		t.Errorf("an operation without the prefix of its dialect: got error %v, expected an error about t.add", err)
	}
	for _, decl := range []OpDecl{Decl[counted](), Decl[pointed]()} {
		_, err = NewRegistry(&Dialect{Name: "t", Ops: func() []OpDecl { return []OpDecl{decl} }})
		if err == nil || !strings.Contains(err.Error(), "must be a struct that embeds ir.Ref and has no other field") {
			t.Errorf("an invalid view: got error %v, expected that the view must embed only ir.Ref", err)
		}
	}
	d := &Dialect{Name: "t", Ops: func() []OpDecl { return []OpDecl{Decl[add](), Decl[add]()} }}
	if _, err = NewRegistry(d); err == nil {
		t.Error("NewRegistry accepted two operations with the same name")
	}
}

// family is the view of several operations.
type family struct{ Ref }

func (family) Spec() Spec { return Spec{} }

func TestSharedView(t *testing.T) {
	shared := func(name string) OpDecl {
		return DeclShared[family](name, func() Spec { return Spec{Name: name, Doc: name} })
	}
	d := &Dialect{Name: "s", Ops: func() []OpDecl { return []OpDecl{shared("s.one"), shared("s.two")} }}
	for name, newRegistry := range map[string]func(...*Dialect) (*Registry, error){"checked": NewRegistry, "deferred": DeferredRegistry} {
		reg, err := newRegistry(d)
		if err != nil {
			t.Fatal(name, err)
		}
		b := NewBuilder(reg)
		one, two := b.Op("s.one", Init{}), b.Op("s.two", Init{})
		if !Is[family](one) || !Is[family](two) || one.Def() == two.Def() || two.Def().Spec.Doc != "s.two" {
			t.Errorf("%s: the operations do not have the view, or have the same record", name)
		}
		mustPanic(t, name+": Create of a shared view", func() { Create[family](b, Init{}) })
	}
	twice := &Dialect{Name: "s", Ops: func() []OpDecl { return []OpDecl{shared("s.one"), shared("s.one")} }}
	if _, err := NewRegistry(twice); err == nil {
		t.Error("NewRegistry accepted two operations with the same name")
	}
}

// TestOpOf checks that OpOf returns the operation of a view, and panics for a view with a pointer
// and for a pointer to a view.
func TestOpOf(t *testing.T) {
	op := NewBuilder(testRegistry(t)).Op("t.const", Init{})
	v := add{Ref{Op: op}}
	if OpOf(v) != op || OpOf(counted{add: v}) != op {
		t.Error("OpOf returned another operation")
	}
	mustPanic(t, "a view with a pointer", func() { OpOf(pointed{&v}) })
	mustPanic(t, "a pointer to a view", func() { OpOf(&v) })
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: expected a panic", what)
		}
	}()
	f()
}

func TestViews(t *testing.T) {
	b := NewBuilder(testRegistry(t))
	c := b.Op("t.const", Init{Results: []Type{I32()}})
	a := Create[add](b, Init{Operands: []*Value{c.Result(), c.Result()}, Results: []Type{I32()}})
	if _, ok := As[add](a.Op); !ok {
		t.Error("As did not find the view add")
	}
	if _, ok := As[add](c); ok {
		t.Error("As found the view add for an unregistered operation")
	}
	if v, ok := a.Op.View().(add); !ok || v.Op != a.Op {
		t.Error("View did not return the registered view add")
	}
	if n := testing.AllocsPerRun(100, func() {
		if _, ok := a.Op.View().(add); !ok {
			t.Fatal("View did not return the view add")
		}
	}); n != 0 {
		t.Errorf("View and a type assertion allocate %v times, expected 0", n)
	}
}

// checkUses checks that the use lists of values contain exactly the operands of the operations.
func checkUses(t *testing.T, ops []*Op) {
	t.Helper()
	want := map[*Value]int{}
	for _, op := range ops {
		for i := range op.NumOperands() {
			u := op.UseAt(i)
			if u.Owner() != op || u.Index() != i || u.Value() != op.OperandAt(i) {
				t.Fatalf("operand %d of operation %p has a wrong owner, index or value", i, op)
			}
			want[op.OperandAt(i)]++
		}
	}
	for _, op := range ops {
		for v := range op.Results() {
			if v.NumUses() != want[v] {
				t.Fatalf("a value has %d uses in its list, but %d operands read the value", v.NumUses(), want[v])
			}
			if v.HasUses() != (want[v] > 0) || v.HasOneUse() != (want[v] == 1) {
				t.Fatal("HasUses or HasOneUse disagrees with the number of uses")
			}
		}
	}
}

// TestUseListsUnderChange makes random changes, and compares the use lists with the operands after
// each change.
func TestUseListsUnderChange(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		m := NewModule(testRegistry(t))
		b := NewBuilder(m.Op.Registry())
		b.AtEnd(m.Body())
		var ops []*Op
		pick := func() *Value {
			op := ops[rnd.IntN(len(ops))]
			return op.ResultAt(rnd.IntN(op.NumResults()))
		}
		for range 60 {
			var in []*Value
			for range rnd.IntN(5) {
				if len(ops) > 0 {
					in = append(in, pick())
				}
			}
			outs := slices.Repeat([]Type{I32()}, 1+rnd.IntN(3))
			ops = append(ops, b.Op("t.any", Init{Operands: in, Results: outs}))
		}
		for range 200 {
			op := ops[rnd.IntN(len(ops))]
			switch rnd.IntN(4) {
			case 0:
				if op.NumOperands() > 0 {
					op.SetOperandAt(rnd.IntN(op.NumOperands()), pick())
				}
			case 1:
				v := pick()
				v.ReplaceAllUses(pick())
			case 2:
				op.SetOperands([]*Value{pick(), pick(), pick()}[:rnd.IntN(4)])
			case 3:
				if op.Unused() && len(ops) > 5 {
					op.Erase()
					ops = slices.DeleteFunc(ops, func(o *Op) bool { return o == op })
				}
			}
			checkUses(t, ops)
		}
	}
}

func TestBlockOrder(t *testing.T) {
	m := NewModule(testRegistry(t))
	b := NewBuilder(m.Op.Registry())
	b.AtEnd(m.Body())
	var ops []*Op
	for i := range 20 {
		ops = append(ops, b.Op(fmt.Sprintf("t.op%d", i), Init{}))
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		op, at := ops[rnd.IntN(20)], ops[rnd.IntN(20)]
		if op == at {
			continue
		}
		if rnd.IntN(2) == 0 {
			op.MoveBefore(at)
		} else {
			op.MoveAfter(at)
		}
		var seen []*Op
		for o := range m.Body().Ops() {
			seen = append(seen, o)
		}
		if len(seen) != 20 || m.Body().Len() != 20 {
			t.Fatalf("Ops yields %d operations, and Len returns %d, expected 20", len(seen), m.Body().Len())
		}
		for i := 1; i < 20; i++ {
			if !seen[i-1].IsBefore(seen[i]) || seen[i].IsBefore(seen[i-1]) || seen[i].Prev() != seen[i-1] {
				t.Fatal("IsBefore or Prev disagrees with the order of the operations")
			}
		}
	}
}

func TestCloneIsEqualAndApart(t *testing.T) {
	m := NewModule(testRegistry(t))
	b := NewBuilder(m.Op.Registry())
	b.AtEnd(m.Body())
	outer := b.Op("t.region", Init{NumRegions: 1})
	blk := outer.RegionAt(0).AddBlock(I32())
	b.AtEnd(blk)
	// The use precedes the definition, as a graph region allows.
	late := b.New(b.Registry().Unregistered("t.late"), &Init{Results: []Type{I32()}})
	use := b.Op("t.use", Init{Operands: []*Value{late.Result(), blk.Arg(0)}, Discard: []NamedAttr{{"x", NewI64(1)}}})
	blk.Append(late)
	c := CloneModule(m.Op)
	if c.Hash() != m.Op.Hash() || c.String() != m.Op.String() {
		t.Fatalf("the copy is\n%s\nexpected\n%s", c, m.Op)
	}
	use.SetDiscardable("x", NewI64(2))
	if c.Hash() == m.Op.Hash() {
		t.Error("the copy shares attributes with the original, or Hash ignores discardable attributes")
	}
	if err := Verify(c); err != nil {
		t.Errorf("the copy is invalid: %v", err)
	}
}

func TestTypesAreInterned(t *testing.T) {
	a, b := Tensor(F32(), 4, Dynamic), Tensor(F32(), 4, Dynamic)
	if a != b || a == Tensor(F32(), 4, 5) {
		t.Error("equal types have different pointers, or different types have the same pointer")
	}
	if got := a.String(); got != "tensor<4x?xf32>" {
		t.Errorf("got %s, expected tensor<4x?xf32>", got)
	}
	// A garbage collection in between must not change the result of interning.
	text := Vector(I64(), 3, 7).String()
	runtime.GC()
	runtime.GC()
	if v := Vector(I64(), 3, 7); v.String() != text || v != Vector(I64(), 3, 7) {
		t.Error("a type that was garbage-collected is not created again correctly")
	}
}

func TestAttributesAreInterned(t *testing.T) {
	if a, b := NewI64(5), NewI64(5); a != b || NewI64(5) == NewI32(5) {
		t.Error("equal integer attributes differ, or integer attributes of different types are equal")
	}
	if NewDict(NamedAttr{"b", NewI64(1)}, NamedAttr{"a", Unit()}) != NewDict(NamedAttr{"a", Unit()}, NamedAttr{"b", NewI64(1)}) {
		t.Error("dictionaries with the same entries in another order differ")
	}
	big := func() Attr {
		v := make([]float32, 1000)
		v[3] = 1
		return NewDense(Tensor(F32(), 1000), tensor.FromSlice([]int64{1000}, v))
	}
	x, y := big(), big()
	if x == y || !EqualAttr(x, y) {
		t.Error("large constants are interned, or EqualAttr does not compare their elements")
	}
	if NewArray(x) == NewArray(y) {
		t.Error("arrays of different large constants are the same attribute")
	}
	if a, b := NewArray(x), NewArray(x); a != b {
		t.Error("arrays of the same large constant are different attributes")
	}
}

func TestHexConstants(t *testing.T) {
	ty := Tensor(F32(), 200)
	digits := strings.Repeat("0000803f", 199) + "00000040"
	a, err := NewDenseHex(ty, []byte(digits))
	if err != nil {
		t.Fatal(err)
	}
	d, _ := AttrAs[*DenseElements](a)
	if got := d.Tensor().Float(199); got != 2 {
		t.Errorf("the last element is %v, expected 2", got)
	}
	if got := a.String(); got != `dense<"0x`+strings.ToUpper(digits)+`"> : tensor<200xf32>` {
		t.Errorf("got %.40s…, expected the digits in upper case", got)
	}
	for _, c := range []struct{ digits, want string }{
		{"00", "elements hex data size is invalid"},
		{"000", "hex digits"},
		{strings.Repeat("0g", 800), "hex digits"},
	} {
		if _, err := NewDenseHex(ty, []byte(c.digits)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.8s…: got error %v, expected %q", c.digits, err, c.want)
		}
	}
	if a, err := NewDenseHex(ty, []byte("0000803f")); err != nil || a != NewSplat(ty, tensor.FromSlice([]int64{1}, []float32{1})) {
		t.Errorf("digits of one element: got %v and error %v, expected a splat", a, err)
	}
}

// TestDenseHexTruths reads elements of i1 as bits and as bytes.
func TestDenseHexTruths(t *testing.T) {
	ty := Tensor(I1(), 9)
	bits, err := NewDenseHex(ty, []byte("0d01"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := NewDenseHex(ty, []byte("010001010000000001")); err != nil || got.String() != bits.String() {
		t.Errorf("from bytes: got %v, expected %v as from bits; error %v", got, bits, err)
	}
	if _, err := NewDenseHex(ty, []byte("010001010000000002")); err == nil || !strings.Contains(err.Error(), "bytes 00 and 01") {
		t.Error("a byte 02 in a constant of i1: got error ", err)
	}
}

func TestVerifierWords(t *testing.T) {
	reg := testRegistry(t)
	for _, c := range []struct {
		name string
		make func(b *Builder)
		want string
	}{
		{"types differ", func(b *Builder) {
			x := b.Op("t.x", Init{Results: []Type{I32(), F32()}})
			Create[add](b, Init{Operands: x.ResultList(), Results: []Type{I32()}})
		}, "'t.add' op failed to verify that all of {lhs, rhs, sum} have same type"},
		{"operand missing", func(b *Builder) {
			x := b.Op("t.x", Init{Results: []Type{I32()}})
			Create[add](b, Init{Operands: x.ResultList(), Results: []Type{I32()}})
		}, "'t.add' op expected 2 operands, but found 1"},
		{"wrong attribute", func(b *Builder) {
			x := b.Op("t.x", Init{Results: []Type{I32()}})
			Create[add](b, Init{Operands: []*Value{x.Result(), x.Result()}, Results: []Type{I32()}, Attrs: []Attr{NewI64(1)}})
		}, "'t.add' op attribute 'mode' failed to satisfy constraint: string attribute"},
		{"use before definition", func(b *Builder) {
			f := b.Op("t.f", Init{NumRegions: 1})
			f.RegionAt(0).AddBlock()
			next := f.RegionAt(0).AddBlock()
			b.AtEnd(next)
			def := b.Op("t.def", Init{Results: []Type{I32()}})
			b.Op("t.end", Init{})
			b.AtEnd(f.RegionAt(0).Blocks[0])
			b.Op("t.use", Init{Operands: def.ResultList()})
			b.Op("t.br", Init{Successors: []*Block{next}})
		}, ""}, // an unregistered parent may hold a graph region
	} {
		m := NewModule(reg)
		b := NewBuilder(reg)
		b.AtEnd(m.Body())
		c.make(b)
		err := Verify(m.Op)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: got error %v, expected none", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got error %v, expected %q", c.name, err, c.want)
		}
	}
}

// TestDominanceNote checks the note at the definition in an error about dominance.
func TestDominanceNote(t *testing.T) {
	reg := testRegistry(t)
	m, b := NewModule(reg), NewBuilder(reg)
	b.AtEnd(m.Body())
	f := b.Op("t.f", Init{NumRegions: 2})
	b.AtEnd(f.RegionAt(0).AddBlock())
	def := b.Op("t.def", Init{Results: []Type{I32()}})
	b.AtEnd(f.RegionAt(1).AddBlock())
	b.Op("t.use", Init{Operands: def.ResultList()})
	want := "operand defined here (op is neither in a parent nor in a child region)"
	var d *diag.Diagnostic
	if err := Verify(m.Op); !errors.As(err, &d) || !slices.ContainsFunc(d.Notes, func(n *diag.Diagnostic) bool { return n.Message == want }) {
		t.Errorf("got error %v, expected one with the note %q", err, want)
	}
}

func TestEffects(t *testing.T) {
	b := NewBuilder(testRegistry(t))
	x := b.Op("t.x", Init{Results: []Type{I32()}})
	a := Create[add](b, Init{Operands: []*Value{x.Result(), x.Result()}, Results: []Type{I32()}})
	if !a.Op.IsPure() || !a.Op.Dead() {
		t.Error("a pure operation without uses is not reported as pure and dead")
	}
	if x.Dead() || x.IsPure() {
		t.Error("an unregistered operation is reported as pure or dead")
	}
	b.Op("t.use", Init{Operands: []*Value{a.Op.Result()}})
	if a.Op.Dead() {
		t.Error("an operation whose result has a use is reported as dead")
	}
}

func TestDerive(t *testing.T) {
	b := NewBuilder(testRegistry(t))
	mk := func(id uint32) *Op {
		op := b.Op("t.x", Init{})
		op.SetID(id)
		return op
	}
	x, y, z := mk(7), mk(3), mk(0)
	z.Derive(x)
	z.Derive(y)
	if got := z.Sources(); z.ID() != 7 || !slices.Equal(got, []uint32{3, 7}) {
		t.Errorf("got id %d and sources %v, expected 7 and [3 7]", z.ID(), got)
	}
	w := mk(0)
	w.AddSources([]uint32{5})
	if got := w.Sources(); w.ID() != 0 || !slices.Equal(got, []uint32{5}) {
		t.Errorf("AddSources of one id: got id %d and sources %v, expected 0 and [5]", w.ID(), got)
	}
}

func TestElements(t *testing.T) {
	f32 := KindType(tensor.F32)
	for _, test := range []struct {
		typ  Type
		want float64
	}{
		{f32, 1},
		{NewType(&TensorType{Elem: f32}), 1},
		{NewType(&TensorType{Shape: []int64{2, 3}, Elem: f32}), 6},
		{NewType(&TensorType{Shape: []int64{2, Dynamic}, Elem: f32}), 0},
		{NewType(&UnrankedTensorType{Elem: f32}), 0},
		{NewType(&TensorType{Shape: []int64{1 << 40, 1 << 40}, Elem: f32}), 1 << 80},
	} {
		if got := test.typ.Elements(); got != test.want {
			t.Errorf("%s has %g elements, want %g", test.typ, got, test.want)
		}
	}
}
