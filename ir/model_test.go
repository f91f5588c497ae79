package ir_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir"
)

type cycler interface{ Cycles() int }

type cycles int

func (c cycles) Cycles() int { return int(c) }

// slow is a view that implements cycler without a model.
type slow struct{ ir.Ref }

func (slow) Spec() ir.Spec { return ir.Spec{Name: "m.slow", Doc: "Takes long."} }
func (slow) Cycles() int   { return 100 }

// plain is a view that does not implement cycler, so it needs a model.
type plain struct{ ir.Ref }

func (plain) Spec() ir.Spec { return ir.Spec{Name: "m.plain", Doc: "Says nothing."} }

// TestR28 checks row R28 of the table in docs/successors.md. The model with the highest level is
// used, in any order of declaration. The implementation by a view has the level OwnLevel.
func TestR28(t *testing.T) {
	slowly := func(n int) ir.ModelDecl { return ir.Model(func(slow) cycler { return cycles(n) }) }
	plainly := func(n int) ir.ModelDecl { return ir.Model(func(plain) cycler { return cycles(n) }) }
	for _, c := range []struct {
		name   string
		models []ir.ModelDecl
		slow   int
		plain  int // -1 if there is no model
		err    string
	}{
		{"no models", nil, 100, -1, ""},
		{"models at the default level", []ir.ModelDecl{slowly(1), plainly(2)}, 100, 2, ""},
		{"a model above OwnLevel", []ir.ModelDecl{slowly(3).At(ir.OwnLevel + 1), plainly(4)}, 3, 4, ""},
		{"the higher level first", []ir.ModelDecl{slowly(5).At(20), slowly(6).At(15), plainly(7).At(3), plainly(8).At(2)}, 5, 7, ""},
		{"the higher level last", []ir.ModelDecl{slowly(6).At(15), slowly(5).At(20), plainly(8).At(2), plainly(7).At(3)}, 5, 7, ""},
		{"equal levels below the highest level", []ir.ModelDecl{plainly(3).At(3), plainly(4).At(3), plainly(5).At(5)}, 100, 5, ""},
		{"equal levels after the highest level", []ir.ModelDecl{plainly(5).At(5), plainly(3).At(3), plainly(4).At(3)}, 100, 5, ""},
		{"equal levels", []ir.ModelDecl{plainly(1), plainly(2)}, 0, 0, `two models, or a model and the view, give "m.plain" the interface ir_test.cycler at level 1`},
		{"a model at OwnLevel", []ir.ModelDecl{slowly(1).At(ir.OwnLevel)}, 0, 0, `two models, or a model and the view, give "m.slow" the interface ir_test.cycler at level 10`},
	} {
		own := &ir.Dialect{Name: "m", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[slow](), ir.Decl[plain]()} }}
		reg, err := ir.NewRegistry(own, &ir.Dialect{Name: "other", Models: c.models})
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: got error %v, expected %q", c.name, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		b := ir.NewBuilder(reg)
		got, _ := ir.Cast[cycler](b.Op("m.slow", ir.Init{}))
		if got.Cycles() != c.slow {
			t.Errorf("%s: m.slow has %d cycles, expected %d", c.name, got.Cycles(), c.slow)
		}
		p, ok := ir.Cast[cycler](b.Op("m.plain", ir.Init{}))
		if ok != (c.plain >= 0) || ok && p.Cycles() != c.plain {
			t.Errorf("%s: m.plain has %v cycles, expected %d", c.name, p, c.plain)
		}
	}
}
