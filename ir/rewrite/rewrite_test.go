package rewrite_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// The views of a toy dialect: a constant, a sum, and an operation without a meaning (wrap).
type (
	num  struct{ ir.Ref }
	sum  struct{ ir.Ref }
	wrap struct{ ir.Ref }
)

func (num) Spec() ir.Spec {
	return ir.Spec{Name: "toy.num", Results: []ir.Field{{Name: "r"}},
		Attrs: []ir.AttrField{{Name: "value"}}, Traits: ir.Pure | ir.ConstantLike}
}
func (o num) Value() ir.Attr { return o.Op.AttrAt(0) }

func (sum) Spec() ir.Spec {
	return ir.Spec{Name: "toy.sum", Operands: []ir.Field{{Name: "a"}, {Name: "b"}},
		Results: []ir.Field{{Name: "r"}}, Traits: ir.Pure | ir.Commutative}
}

func (o sum) Fold(c []ir.Attr) (ir.Folded, bool) {
	a, ok1 := c[0].Int()
	b, ok2 := c[1].Int()
	if !ok1 || !ok2 {
		return nil, false
	}
	return ir.FoldConst(ir.NewInt(a+b, o.Op.Result().Type())), true
}

func (wrap) Spec() ir.Spec {
	return ir.Spec{Name: "toy.wrap", Operands: []ir.Field{{Name: "a"}}, Results: []ir.Field{{Name: "r"}}}
}

func toy() *ir.Dialect {
	return &ir.Dialect{Name: "toy", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[num](), ir.Decl[sum](), ir.Decl[wrap]()} },
		Constant: func(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
			return ir.Create[num](b, ir.Init{Results: []ir.Type{t}, Attrs: []ir.Attr{a}}).Op
		}}
}

func read(t *testing.T, text string) *ir.Op {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), toy())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("toy", []byte(text)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	return op
}

// x + 0 → x
func sumZero(op sum, rw *rewrite.Rewriter) bool {
	if n, ok := rewrite.ConstInt(op.Op.OperandAt(1)); !ok || n != 0 {
		return false
	}
	rw.Because("x + 0 → x")
	rw.Replace(op.Op, op.Op.OperandAt(0))
	return true
}

const program = `func.func @f(%a: i32) -> i32 {
  %0 = "toy.num"() {value = 2 : i32} : () -> i32
  %1 = "toy.num"() {value = -2 : i32} : () -> i32
  %2 = "toy.sum"(%0, %1) : (i32, i32) -> i32
  %3 = "toy.sum"(%2, %a) : (i32, i32) -> i32
  return %3 : i32
}`

func TestGreedy(t *testing.T) {
	op := read(t, program)
	log := decision.New()
	changed, err := rewrite.Greedy(op.Registry(), op, rewrite.NewSet(rewrite.On(sumZero)), rewrite.Options{Log: log})
	if !changed || err != nil {
		t.Fatalf("Greedy returned %t, %v, expected true without an error", changed, err)
	}
	if err := ir.Verify(op); err != nil {
		t.Fatal(err)
	}
	want := "module {\n  func.func @f(%arg0: i32) -> i32 {\n    return %arg0 : i32\n  }\n}\n"
	if got := asm.String(op); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	i := slices.IndexFunc(log.Entries(), func(e decision.Entry) bool { return e.Kind == decision.Pattern })
	if i < 0 {
		t.Fatalf("the log has no entry of a pattern: %v", log.Entries())
	}
	if e := log.Entries()[i]; e.Rule != "rewrite_test.sumZero" || e.Reason != "x + 0 → x" || !slices.Equal(e.Ops, []uint32{5}) {
		t.Errorf("the log has the entry %+v, expected the rule sumZero with its reason and operation 5", e)
	}
	if again, _ := rewrite.Greedy(op.Registry(), op, rewrite.NewSet(rewrite.On(sumZero)), rewrite.Options{}); again {
		t.Error("a second run of Greedy changed the program")
	}
}

// TestConstants checks that Greedy reports that it merged or moved constants.
func TestConstants(t *testing.T) {
	const one, two = "%0 = \"toy.num\"() {value = 1 : i32} : () -> i32\n", "%1 = \"toy.num\"() {value = 1 : i32} : () -> i32\n"
	const use, uses = "\"test.use\"(%0) : (i32) -> ()\n", "\"test.use\"(%0, %1) : (i32, i32) -> ()\n"
	for text, want := range map[string]bool{one + use: false, one + two + uses: true, "\"test.a\"() : () -> ()\n" + one + use: true} {
		op := read(t, text)
		for _, want := range []bool{want, false} {
			if changed, err := rewrite.Greedy(op.Registry(), op, rewrite.NewSet(), rewrite.Options{}); changed != want || err != nil {
				t.Errorf("Greedy returned %t, %v, expected %t for\n%s", changed, err, want, text)
			}
		}
	}
}

// TestLimit checks that a run with a log limit of n takes exactly n steps and leaves a valid
// program.
func TestLimit(t *testing.T) {
	full := decision.New()
	op := read(t, program)
	rewrite.Greedy(op.Registry(), op, rewrite.NewSet(rewrite.On(sumZero)), rewrite.Options{Log: full})
	for n := range full.Taken() {
		op := read(t, program)
		log := decision.New()
		log.Limit(n)
		rewrite.Greedy(op.Registry(), op, rewrite.NewSet(rewrite.On(sumZero)), rewrite.Options{Log: log})
		if log.Taken() != n {
			t.Errorf("limit %d: %d steps were taken", n, log.Taken())
		}
		if err := ir.Verify(op); err != nil {
			t.Errorf("limit %d: the program is invalid: %v", n, err)
		}
	}
}

func TestNotConverged(t *testing.T) {
	op := read(t, `"toy.wrap"(%0) : (i32) -> i32
%0 = "toy.num"() {value = 2 : i32} : () -> i32`)
	flip := rewrite.On(func(op wrap, rw *rewrite.Rewriter) bool {
		rw.Update(op.Op, func() { op.Op.SetDiscardable("n", ir.Unit()) })
		return true
	}).Named("toy.flip")
	_, err := rewrite.Greedy(op.Registry(), op, rewrite.NewSet(flip), rewrite.Options{MaxIterations: 3, MaxRewrites: 5})
	var late *rewrite.NotConverged
	if !errors.As(err, &late) || late.Rounds != 3 || late.Endless != 0 || !slices.Contains(late.Last, "toy.flip") {
		t.Errorf("with limits: got error %v, expected NotConverged after 3 rounds with toy.flip", err)
	}
	_, err = rewrite.Greedy(op.Registry(), op, rewrite.NewSet(flip), rewrite.Options{})
	if !errors.As(err, &late) || late.Endless < 1_000_000 || !slices.Equal(late.Last, []string{"toy.flip"}) {
		t.Errorf("without limits: got error %v, expected NotConverged with an endless round of toy.flip", err)
	}
}

func TestBenefitAndOrder(t *testing.T) {
	var tried []string
	p := func(name string) rewrite.Pattern {
		return rewrite.On(func(wrap, *rewrite.Rewriter) bool { tried = append(tried, name); return false }).Named(name)
	}
	op := read(t, `func.func @f(%a: i32) { %0 = "toy.wrap"(%a) : (i32) -> i32
return }`)
	set := rewrite.NewSet(p("a"), p("b"), p("c").Benefit(2))
	rewrite.Greedy(op.Registry(), op, set.Only(nil, []string{"b"}), rewrite.Options{})
	if want := []string{"c", "a"}; !slices.Equal(tried, want) {
		t.Errorf("the patterns were tried in the order %v, expected %v", tried, want)
	}
}

// TestLiar checks that a pattern that changes the program but returns false is detected.
func TestLiar(t *testing.T) {
	defer func() {
		if v, _ := recover().(string); !strings.Contains(v, "BUG: pattern toy.liar") {
			t.Errorf("got the panic %q, expected a BUG in pattern toy.liar", v)
		}
	}()
	op := read(t, `func.func @f(%a: i32) { %0 = "toy.wrap"(%a) : (i32) -> i32
return }`)
	liar := rewrite.On(func(op wrap, rw *rewrite.Rewriter) bool {
		rw.Update(op.Op, func() {})
		return false
	}).Named("toy.liar")
	rewrite.Greedy(op.Registry(), op, rewrite.NewSet(liar), rewrite.Options{})
}

// TestContext checks that patterns receive the context of the driver.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, want := range []context.Context{nil, ctx} {
		op := read(t, program)
		var got context.Context
		set := rewrite.NewSet(rewrite.On(func(_ sum, rw *rewrite.Rewriter) bool {
			got = rw.Ctx
			return false
		}))
		if _, err := rewrite.Greedy(op.Registry(), op, set, rewrite.Options{Ctx: want}); err != nil {
			t.Fatal(err)
		}
		if want == nil && got == nil || want != nil && got != want {
			t.Errorf("the context of the pattern is %v, but expected %v", got, want)
		}
	}
}
