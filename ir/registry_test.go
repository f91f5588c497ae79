package ir

import (
	"fmt"
	"slices"
	"sync"
	"testing"
)

type (
	moveRows  struct{ Ref }
	shortName struct{ Ref }
	unlisted  struct{ Ref }
)

func (moveRows) Spec() Spec  { return Spec{Name: "t.move_rows"} }
func (shortName) Spec() Spec { return Spec{Name: "t.sn"} }
func (unlisted) Spec() Spec  { return Spec{Name: "t.unlisted"} }

// TestDeferredRecords checks that lookups by name and by view return the same record, before and
// after the registry calls the dialect's function Ops.
func TestDeferredRecords(t *testing.T) {
	byView := []func(*Registry) *OpDef{defOf[add], defOf[moveRows], defOf[shortName]}
	names := []string{"t.add", "t.move_rows", "t.sn"}
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		lists := 0
		r, err := DeferredRegistry(&Dialect{Name: "t", Ops: func() []OpDecl {
			lists++
			return []OpDecl{Decl[add]().With(Model(func(add) fmt.Stringer { return nil })), Decl[moveRows](), Decl[shortName]()}
		}})
		if err != nil {
			t.Fatal(err)
		}
		var defs [3]*OpDef
		var wait sync.WaitGroup
		for _, i := range order {
			wait.Go(func() { defs[i] = byView[i](r) })
			wait.Go(func() { r.Op(names[(i+1)%3]) })
			wait.Go(func() { r.Op("t.none") })
		}
		wait.Wait()
		for i, d := range defs {
			if d.Name() != names[i] || r.Op(names[i]) != d || byView[i](r) != d {
				t.Errorf("%s has two records, or a record with another name", names[i])
			}
		}
		if len(defs[0].models) != 1 {
			t.Errorf("t.add has %d models, expected 1: the model in its declaration", len(defs[0].models))
		}
		if u := defOf[unlisted](r); u.Dialect() != r.Dialect("t") || r.Op("t.none") != nil {
			t.Error("the view of t.unlisted, which Ops does not return, has no record in the dialect, or the unknown operation t.none has a record")
		}
		if got := slices.Sorted(r.OpNames("t")); !slices.Equal(got, []string{"t.add", "t.move_rows", "t.sn", "t.unlisted"}) {
			t.Errorf("OpNames yields %q, expected t.add, t.move_rows, t.sn and t.unlisted", got)
		}
		if lists != 1 {
			t.Errorf("the registry called Ops %d times, expected 1", lists)
		}
	}
}

// TestOneDeclaration checks that the lookup of t.move_rows evaluates no other declaration, because
// the name of the view's Go type, moveRows, matches.
func TestOneDeclaration(t *testing.T) {
	specs := 0
	other := Decl[shortName]()
	spec := other.spec
	other.spec = func() Spec { specs++; return spec() }
	r, err := DeferredRegistry(&Dialect{Name: "t", Ops: func() []OpDecl { return []OpDecl{other, Decl[moveRows]()} }})
	if err != nil {
		t.Fatal(err)
	}
	if r.Op("t.move_rows") == nil || specs != 0 {
		t.Errorf("t.move_rows was not found, or %d other declarations were evaluated", specs)
	}
	if r.Op("t.sn") == nil || r.Op("t.Move_Rows") != nil {
		t.Error("t.sn was not found, or the undeclared name t.Move_Rows was found")
	}
}

func TestIndexGrows(t *testing.T) {
	x := newDefIndex((*OpDef).Name)
	for i := range 1000 {
		x.put(&OpDef{name: fmt.Sprint("t.", i)})
	}
	for i := range 1000 {
		if d := x.get(fmt.Sprint("t.", i)); d == nil || d.name != fmt.Sprint("t.", i) {
			t.Fatalf("the index does not find record %d", i)
		}
	}
	if x.get("t.1000") != nil || len(x.sorted()) != 1000 {
		t.Error("the index finds a record that was not added, or its method sorted does not return 1000 records")
	}
}
