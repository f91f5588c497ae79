package linalg

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Map computes each element of the output from the elements of the inputs at the same position.
//
//	%r = linalg.map { arith.addf } ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>)
type Map struct{ ir.Ref }

// Inputs implements Structured.
func (o Map) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Outputs implements Structured.
func (o Map) Outputs() []*ir.Value { return []*ir.Value{o.Init()} }

// Init returns the output.
func (o Map) Init() *ir.Value { return o.Op.OperandAt(o.Op.NumOperands() - 1) }

// Body implements Structured.
func (o Map) Body() *ir.Block { return o.Op.RegionAt(0).Entry() }

// Maps implements Structured.
func (o Map) Maps() []affine.Map { return identities(o.Op) }

// Iterators implements Structured.
func (o Map) Iterators() []Iterator { return make([]Iterator, rank(o.Init().Type())) }

// Spec implements ir.View.
func (Map) Spec() ir.Spec {
	return ir.Spec{
		Name:     "linalg.map",
		Doc:      "Computes each element of the output from the elements of the inputs at the same position.",
		Operands: []ir.Field{{Name: "inputs", Type: tensorOrMemRef, Arity: ir.Variadic}, {Name: "init", Type: tensorOrMemRef}},
		Results:  []ir.Field{{Name: "result", Type: constraint.AnyTensor, Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "mapper", Sized: true}},
		Traits:   structuredTraits(),
		Implicit: "linalg.yield",
	}
}

// ResultNames implements ir.Namer.
func (o Map) ResultNames(set func(*ir.Value, string)) {
	if o.Op.NumResults() > 0 {
		set(o.Op.ResultAt(0), "mapped")
	}
}

// ArgNames implements asm.ArgNamer.
func (o Map) ArgNames(_ *ir.Region, set func(*ir.Value, string)) {
	nameArgs(o.Body(), len(o.Inputs()), "init", set)
}

// Effects implements ir.Effecter.
func (o Map) Effects() []ir.Effect { return structuredEffects(o) }

// payload describes the only operation before the yield of a body. The short form shows its name
// and attributes instead of the body.
type payload struct {
	name  string
	attrs asm.State
}

// parsePayload reads { arith.addf {attributes} }. It returns false if the next token is not a
// brace.
func parsePayload(p *asm.Parser) (payload, bool, error) {
	var pay payload
	if !p.Try(asm.LBrace) {
		return pay, false, nil
	}
	name, err := p.Keyword()
	if err != nil {
		return pay, false, err
	}
	pay.name = name
	if err := p.AttrDict(&pay.attrs); err != nil {
		return pay, false, err
	}
	return pay, true, p.Expect(asm.RBrace)
}

// build fills the body blk: the operation of the payload with operands args and a result of type t,
// and a yield of this result.
func (pay *payload) build(p *asm.Parser, st *asm.State, blk *ir.Block, args []*ir.Value, t ir.Type) error {
	return inBody(p, st.Loc, blk, func(b *ir.Builder) error {
		if b.Registry().Op(pay.name) == nil {
			return st.ErrorAt(p, st.Start, "custom op '%s' is unknown", pay.name)
		}
		op := b.Op(pay.name, ir.Init{Operands: args, Results: []ir.Type{t}})
		for _, e := range pay.attrs.Attrs {
			op.SetAttr(e.Name, e.Attr)
		}
		NewYield(b, op.Result())
		return nil
	})
}

// ParseOp implements asm.OpParser.
func (Map) ParseOp(p *asm.Parser, st *asm.State) error {
	pay, short, err := parsePayload(p)
	if err != nil {
		return err
	}
	if _, err := parsePartsAndAttrs(p, st); err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	r := st.AddRegion()
	n := len(st.Operands) - 1
	switch {
	case !short:
		return parseLongBody(p, st, r)
	case n < 0:
		return nil
	}
	blk := elements(r, st.Operands, ir.Loc{})
	return pay.build(p, st, blk, blk.Args()[:n], st.Operands[n].Type().Elem())
}

// parsePartsAndAttrs reads {attributes} ins(…) outs(…) and adds operands and results to st.
func parsePartsAndAttrs(p *asm.Parser, st *asm.State) (parts, error) {
	if err := p.AttrDict(st); err != nil {
		return parts{}, err
	}
	c, err := parseParts(p)
	if err != nil {
		return c, err
	}
	if err := c.add(p, st); err != nil {
		return c, err
	}
	c.tensorResults(st)
	return c, nil
}

// parseLongBody reads (%in: f32, %init: f32) { … }.
func parseLongBody(p *asm.Parser, st *asm.State, r *ir.Region) error {
	args, err := p.Args(true, false)
	if err != nil {
		return err
	}
	return p.Region(st, r, args...)
}

// findPayload returns the operation op if blk is { %r = op args; yield %r }. Otherwise it returns
// nil, and the body needs the long form.
func findPayload(blk *ir.Block, args []*ir.Value) *ir.Op {
	op := blk.First()
	if blk.Len() != 2 || op.NumOperands() == 0 || op.NumOperands() != len(args) || op.NumResults() != 1 {
		return nil
	}
	for i, a := range args {
		if op.OperandAt(i) != a {
			return nil
		}
	}
	if y := blk.Last(); y.NumOperands() != 1 || y.OperandAt(0) != op.Result() {
		return nil
	}
	return op
}

// printPayload writes { arith.addf {attributes} }, without fastmath<none>.
func printPayload(w *asm.Printer, op *ir.Op) {
	w.Str(" { ")
	w.Str(op.Name())
	var es []ir.NamedAttr
	for name, a := range op.Attrs() {
		if name != "fastmath" || a.String() != "#arith.fastmath<none>" {
			es = append(es, ir.NamedAttr{Name: name, Attr: a})
		}
	}
	if len(es) > 0 {
		slices.SortStableFunc(es, func(a, b ir.NamedAttr) int { return strings.Compare(a.Name, b.Name) })
		w.Str(" {")
		w.NamedAttrs(es)
		w.Byte('}')
	}
	w.Str(" }")
}

// printLongBody writes (%in: f32, %init: f32) { … }, beginning on a new line.
func printLongBody(w *asm.Printer, r *ir.Region) {
	w.Nested(func() {
		w.Newline()
		w.Byte('(')
		for i, a := range r.Entry().Args() {
			if i > 0 {
				w.Str(", ")
			}
			w.Value(a)
			w.Str(": ")
			w.Type(a.Type())
			w.ArgLoc(a)
		}
		w.Str(") ")
		w.Region(r, false, true)
	})
}

// PrintOp implements asm.OpPrinter.
func (o Map) PrintOp(w *asm.Printer) {
	blk := o.Body()
	op := findPayload(blk, blk.Args()[:max(0, blk.NumArgs()-1)])
	if op != nil {
		printPayload(w, op)
	}
	printParts(w, o.Inputs(), o.Outputs())
	w.AttrDict(o.Op)
	if op == nil {
		printLongBody(w, o.Op.RegionAt(0))
	}
}

// VerifyRegions implements ir.RegionVerifier.
func (o Map) VerifyRegions() error { return verifyStructured(o) }

// Verify implements ir.Verifier.
func (o Map) Verify() error {
	blk, n := o.Body(), len(o.Inputs())
	if blk.NumArgs() != n+1 {
		return ir.Errorf(o.Op, "expects number of operands to match the arity of mapper, but got: %d and %d", o.Op.NumOperands(), blk.NumArgs())
	}
	shape, _ := o.Init().Type().Shape()
	for i, v := range o.Inputs() {
		if got := blk.Arg(i).Type(); got != v.Type().Elem() {
			return ir.Errorf(o.Op, "expected element type of input '%s' to match bbArg type '%s'", v.Type().Elem(), got)
		}
		if s, _ := v.Type().Shape(); !slices.Equal(s, shape) {
			return ir.Errorf(o.Op, "expected shape of input (%s) to match shape of output (%s)", list(s), list(shape))
		}
	}
	return nil
}
