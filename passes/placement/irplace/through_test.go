// In names of tests, O and a number identify a row of the tables in docs/placement-reference.md.

package irplace_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// pipe transforms a function, using the names of its operations.
type pipe struct {
	f fn.Func
	b *ir.Builder
}

func (p pipe) op(name string) *ir.Op {
	for op := range p.f.Entry().Ops() {
		if n, _ := op.Attr("n").Str(); n == name {
			return op
		}
	}
	panic("no operation " + name)
}

// into replaces the operations with the given names by one operation that is derived from them. The
// new operation is at the place of the last named operation, and reads the given values. A named
// operation that still has uses is not erased.
func (p pipe) into(name string, gone []string, reads ...*ir.Value) *ir.Op {
	last := p.op(gone[len(gone)-1])
	p.b.Before(last)
	op := p.b.Op(name, ir.Init{Operands: reads, Results: last.ResultTypes()})
	for _, g := range gone {
		op.Derive(p.op(g))
	}
	for i := range last.NumResults() {
		last.ResultAt(i).ReplaceAllUses(op.ResultAt(i))
	}
	for _, g := range slices.Backward(gone) {
		if p.op(g).Unused() {
			p.op(g).Erase()
		}
	}
	return op
}

// TestO8NamesThroughFusion has the twelve cases of OpenVINO's tests of get_supported_nodes, and
// further cases. Arguments and returns are not listed as supported operations.
func TestO8NamesThroughFusion(t *testing.T) {
	for _, test := range []struct {
		name, body string
		transform  func(pipe)
		refuses    string // names of operations
		want       string // names that are supported
	}{
		{"compressed constant folded, addition refused", `
  %0 = "t.constant"() {n = "constant_compressed"} : () -> i8
  %1 = "t.convert"(%0) {n = "constant"} : (i8) -> f32
  %2 = "t.add"(%a, %1) {n = "add"} : (f32, f32) -> f32`,
			func(p pipe) { p.into("t.constant", []string{"constant_compressed", "constant"}) }, "t.add", ""},
		{"all constants", `
  %0 = "t.constant"() {n = "c1"} : () -> f32
  %1 = "t.add"(%0, %0) {n = "add"} : (f32, f32) -> f32
  %2 = "t.mul"(%1, %0) {n = "mul"} : (f32, f32) -> f32`,
			func(p pipe) { p.into("t.constant", []string{"c1", "add", "mul"}) }, "t.add t.mul", "c1 add mul"},
		{"a conversion to the same type, which the pass removes", `
  %0 = "t.constant"() {n = "c"} : () -> f32
  %1 = "t.convert"(%0) {n = "convert"} : (f32) -> f32
  %2 = "t.add"(%a, %1) {n = "add"} : (f32, f32) -> f32`,
			func(p pipe) { p.op("convert").Result().ReplaceAllUses(p.op("c").Result()); p.op("convert").Erase() }, "t.convert", "c convert add"},
		{"an operation that the pass adds, derived from an addition", `
  %0 = "t.constant"() {n = "constant"} : () -> f32
  %1 = "t.add"(%a, %0) {n = "add"} : (f32, f32) -> f32
  %2 = "t.mul"(%1, %0) {n = "output"} : (f32, f32) -> f32`,
			func(p pipe) {
				add := p.op("add")
				p.b.Before(add.Next())
				extra := p.b.Op("t.extra", ir.Init{Operands: []*ir.Value{add.Result()}, Results: add.ResultTypes()})
				p.op("output").SetOperandAt(0, extra.Result())
				extra.Derive(add)
			}, "t.extra", "constant output"},
		{"a constant that a refused operation and a supported operation read", `
  %0 = "t.constant"() {n = "constant_compressed"} : () -> i8
  %1 = "t.convert"(%0) {n = "constant"} : (i8) -> f32
  %2 = "t.add"(%a, %1) {n = "add"} : (f32, f32) -> f32
  %3 = "t.mul"(%a, %1) {n = "mul"} : (f32, f32) -> f32`,
			func(pipe) {}, "t.add", "constant_compressed constant mul"},
		{"a shape computed and folded into its reader", `
  %0 = "t.shape"(%a) {n = "shape"} : (f32) -> i64
  %1 = "t.gather"(%0) {n = "gather"} : (i64) -> i64
  %2 = "t.reshape"(%a, %1) {n = "reshape"} : (f32, i64) -> f32`,
			func(p pipe) { p.into("t.reshape", []string{"shape", "gather", "reshape"}, p.f.Entry().Arg(0)) }, "t.shape t.gather", "shape gather reshape"},
		{"no transformation, constant refused", `
  %0 = "t.constant"() {n = "constant"} : () -> f32
  %1 = "t.add"(%a, %0) {n = "add"} : (f32, f32) -> f32`,
			func(pipe) {}, "t.constant", "add"},
		{"sources that an earlier pass recorded do not count", `
  %0 = "t.constant"() {n = "weights"} : () -> f32
  %1 = "t.matmul"(%a, %0) {n = "matmul"} : (f32, f32) -> f32
  %2 = "t.add"(%1, %a) {n = "stale"} : (f32, f32) -> f32`,
			func(pipe) {}, "t.add", "weights matmul"},
		{"decomposed, with a part refused", `
  %0 = "t.log_softmax"(%a) {n = "log_softmax"} : (f32) -> f32`,
			func(p pipe) {
				whole := p.op("log_softmax")
				p.b.Before(whole)
				exp := p.b.Op("t.exp", ir.Init{Operands: []*ir.Value{whole.OperandAt(0)}, Results: whole.ResultTypes()})
				log := p.b.Op("t.log", ir.Init{Operands: []*ir.Value{exp.Result()}, Results: whole.ResultTypes()})
				exp.Derive(whole)
				log.Derive(whole)
				whole.Result().ReplaceAllUses(log.Result())
				whole.Erase()
			}, "t.exp", ""},
		{"a conversion copied for each reader, one of which is refused", `
  %0 = "t.convert"(%a) {n = "convert"} : (f32) -> i8
  %1 = "t.add"(%0) {n = "add"} : (i8) -> i8
  %2 = "t.mul"(%0) {n = "mul"} : (i8) -> i8`,
			func(p pipe) {
				p.b.Before(p.op("add"))
				extra := p.b.Clone(p.op("convert"), &ir.Mapping{})
				p.op("add").SetOperandAt(0, extra.Result())
			}, "t.add", "convert mul"},
		{"the shape of a value that is not constant", `
  %0 = "t.constant"() {n = "slope_compressed"} : () -> i8
  %1 = "t.convert"(%0) {n = "slope"} : (i8) -> f32
  %2 = "t.prelu"(%a, %1) {n = "prelu"} : (f32, f32) -> f32
  %3 = "t.shape"(%2) {n = "shape_of"} : (f32) -> i64`,
			func(pipe) {}, "t.shape", "slope_compressed slope prelu"},
		{"fused into an operation that is refused", `
  %0 = "t.reshape"(%a) {n = "reshape1"} : (f32) -> f32
  %1 = "t.transpose"(%0) {n = "transpose"} : (f32) -> f32
  %2 = "t.reshape"(%1) {n = "reshape2"} : (f32) -> f32`,
			func(p pipe) { p.into("t.shuffle", []string{"reshape1", "transpose", "reshape2"}, p.f.Entry().Arg(0)) }, "t.shuffle", ""},
		{"an operation that became two operations, the second refused", `
  %0 = "t.reduce_l2"(%a) {n = "reduce_l2"} : (f32) -> f32`,
			func(p pipe) {
				whole := p.op("reduce_l2")
				p.b.Before(whole)
				pool := p.b.Op("t.pool", ir.Init{Operands: []*ir.Value{whole.OperandAt(0)}, Results: whole.ResultTypes()})
				sqrt := p.b.Op("t.sqrt", ir.Init{Operands: []*ir.Value{pool.Result()}, Results: whole.ResultTypes()})
				pool.Derive(whole)
				sqrt.Derive(whole)
				whole.Result().ReplaceAllUses(sqrt.Result())
				whole.Erase()
			}, "t.sqrt", ""},
	} {
		f := function(t, test.body)
		if strings.HasPrefix(test.name, "sources that") {
			stale := pipe{f: f}.op("stale")
			pipe{f: f}.op("matmul").Derive(stale)
		}
		before := asm.String(f.Op)
		answers, err := irplace.Through(t.Context(), f, irplace.Pipeline{
			Passes: []passes.Pass{passes.On("transform", "", func(_ *passes.Run, g fn.Func) error {
				test.transform(pipe{g, ir.NewBuilder(g.Op.Registry())})
				return nil
			})},
			Supports: func(op *ir.Op) string {
				if slices.Contains(strings.Fields(test.refuses), op.Name()) {
					return "no " + op.Name()
				}
				return ""
			},
		})
		if err != nil {
			t.Fatal(test.name, err)
		}
		var got []string
		for _, a := range answers {
			n, _ := a.Op.Attr("n").Str()
			if a.Supported {
				got = append(got, n)
			} else if a.Reason == "" {
				t.Errorf("%s: %s is refused without a reason", test.name, n)
			}
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: the supported operations are {%s}, want {%s}", test.name, s, test.want)
		}
		if asm.String(f.Op) != before {
			t.Errorf("%s: the function was changed", test.name)
		}
	}
}

func function(t *testing.T, body string) fn.Func {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte("func.func @main(%a: f32) {"+body+"\n  return\n}\n")), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](op.RegionAt(0).Entry().First())
	return f
}

// TestThroughNothing: if the pipeline has no passes, Through checks the operations of the program.
func TestThroughNothing(t *testing.T) {
	f := function(t, `
  %0 = "t.add"(%a) {n = "add"} : (f32) -> f32
  %1 = "t.sub"(%0) {n = "sub"} : (f32) -> f32`)
	answers, err := irplace.Through(t.Context(), f, irplace.Pipeline{Supports: func(op *ir.Op) string {
		if op.Name() == "t.sub" {
			return "no t.sub"
		}
		return ""
	}})
	if err != nil || len(answers) != 2 || !answers[0].Supported || answers[1].Supported || answers[1].Reason != "no t.sub" {
		t.Errorf("got answers %+v and error %v", answers, err)
	}
}

// TestThroughBlocks: a query about a function of several blocks has answers about the first block.
func TestThroughBlocks(t *testing.T) {
	f := function(t, `
  %0 = "t.constant"() : () -> f32
  "t.br"() [^next] : () -> ()
^next:
  %1 = "t.add"(%0) : (f32) -> f32`)
	answers, err := irplace.Through(t.Context(), f, irplace.Pipeline{Supports: func(*ir.Op) string { return "" }})
	if err != nil || len(answers) != 1 || !answers[0].Supported {
		t.Errorf("got answers %+v and error %v", answers, err)
	}
}

// TestRefuseResources: if an operation is refused, the operations on its resources are refused too.
// This repeats for the operations that are refused in this way. A function is not a resource.
func TestRefuseResources(t *testing.T) {
	f := function(t, `
  "t.refused"() {a = @a} : () -> ()
  "t.other"() {c = @c} : () -> ()
  "t.last"() {b = @b} : () -> ()
  "t.both"() {a = @a, b = @b} : () -> ()
  "t.refused"() {f = @main} : () -> ()
  "t.apply"() {f = @main} : () -> ()`)
	answers, err := irplace.Through(t.Context(), f, irplace.Pipeline{Supports: func(op *ir.Op) string {
		if op.Name() == "t.refused" {
			return "no"
		}
		return ""
	}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range answers {
		got = append(got, a.Reason)
	}
	if want := []string{"no", "", "it refuses t.both of the same resource 'b': no", "it refuses t.refused of the same resource 'a': no", "no", ""}; !slices.Equal(got, want) {
		t.Errorf("got reasons %q, want %q", got, want)
	}
}
