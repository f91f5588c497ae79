package linalg

import (
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Reduce combines the elements of its inputs along some dimensions.
//
//	%r = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%b : tensor<4xf32>) dimensions = [1]
type Reduce struct{ ir.Ref }

// Inputs implements Structured.
func (o Reduce) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Outputs implements Structured.
func (o Reduce) Outputs() []*ir.Value { return o.Op.OperandsOf(1) }

// Inits returns the outputs.
func (o Reduce) Inits() []*ir.Value { return o.Op.OperandsOf(1) }

// Body implements Structured.
func (o Reduce) Body() *ir.Block { return o.Op.RegionAt(0).Entry() }

// Dimensions returns the reduced dimensions, in increasing order.
func (o Reduce) Dimensions() []int64 { return intsOf(o.Op.AttrAt(0)) }

func intsOf(a ir.Attr) []int64 {
	v, _ := a.Ints()
	return v
}

// Maps implements Structured.
func (o Reduce) Maps() []affine.Map {
	n := rank(o.Inputs()[0].Type())
	var kept []int
	for d := range n {
		if !slices.Contains(o.Dimensions(), int64(d)) {
			kept = append(kept, d)
		}
	}
	ms := slices.Repeat([]affine.Map{affine.Identity(n)}, len(o.Inputs()))
	return append(ms, slices.Repeat([]affine.Map{{Dims: n, Results: exprs(kept)}}, len(o.Outputs()))...)
}

// Iterators implements Structured.
func (o Reduce) Iterators() []Iterator {
	its := make([]Iterator, rank(o.Inputs()[0].Type()))
	for _, d := range o.Dimensions() {
		if int(d) < len(its) {
			its[d] = Reduction
		}
	}
	return its
}

// Spec implements ir.View.
func (Reduce) Spec() ir.Spec {
	return ir.Spec{
		Name:     "linalg.reduce",
		Doc:      "Combines the elements along some dimensions.",
		Operands: []ir.Field{{Name: "inputs", Type: tensorOrMemRef, Arity: ir.Variadic}, {Name: "inits", Type: tensorOrMemRef, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: constraint.AnyTensor, Arity: ir.Variadic}},
		Attrs: []ir.AttrField{{Name: "dimensions", Doc: "The dimensions, in increasing order.", Type: ir.AttrConstraint{
			Text: "i64 dense array attribute should be in increasing order", Form: ir.FormDenseArray, Type: ir.I64(),
			Accept: func(a ir.Attr) bool {
				v, ok := a.Ints()
				return ok && constraint.I64s.Accept(a) && slices.IsSorted(v) && len(slices.Compact(slices.Clone(v))) == len(v)
			},
		}}},
		Regions:  []ir.RegionField{{Name: "combiner", Sized: true}},
		Traits:   structuredTraits(),
		Implicit: "linalg.yield",
	}
}

// ResultNames implements ir.Namer.
func (o Reduce) ResultNames(set func(*ir.Value, string)) {
	if o.Op.NumResults() > 0 {
		set(o.Op.ResultAt(0), "reduced")
	}
}

// ArgNames implements asm.ArgNamer.
func (o Reduce) ArgNames(_ *ir.Region, set func(*ir.Value, string)) {
	nameArgs(o.Body(), len(o.Inputs()), "init", set)
}

// Effects implements ir.Effecter.
func (o Reduce) Effects() []ir.Effect { return structuredEffects(o) }

// parseDims reads an attribute such as dimensions = [1, 0]. word is the name of the attribute.
func parseDims(p *asm.Parser, st *asm.State, word string) error {
	if err := p.ExpectKeyword(word); err != nil {
		return err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	a, err := p.DenseArray(ir.I64())
	st.SetAttr(word, a)
	return err
}

func printDims(w *asm.Printer, word string, dims []int64) {
	w.Str(" " + word + " = [" + list(dims) + "] ")
}

func list(v []int64) string {
	s := ""
	for i, n := range v {
		if i > 0 {
			s += ", "
		}
		s += strconv.FormatInt(n, 10)
	}
	return s
}

// ParseOp implements asm.OpParser.
func (Reduce) ParseOp(p *asm.Parser, st *asm.State) error {
	pay, short, err := parsePayload(p)
	if err != nil {
		return err
	}
	c, err := parsePartsAndAttrs(p, st)
	if err != nil {
		return err
	}
	if err := parseDims(p, st, "dimensions"); err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	r := st.AddRegion()
	if !short {
		return parseLongBody(p, st, r)
	}
	if len(st.Operands) == 0 {
		return nil
	}
	blk := elements(r, st.Operands, ir.Loc{})
	n := min(len(c.ins), len(st.Operands)-1)
	args := append([]*ir.Value{blk.Arg(len(st.Operands) - 1)}, blk.Args()[:n]...)
	return pay.build(p, st, blk, args, st.Operands[len(st.Operands)-1].Type().Elem())
}

// PrintOp implements asm.OpPrinter.
func (o Reduce) PrintOp(w *asm.Printer) {
	blk := o.Body()
	n := len(o.Inputs())
	var op *ir.Op
	if blk.NumArgs() == 2*n && n == 1 {
		op = findPayload(blk, []*ir.Value{blk.Arg(1), blk.Arg(0)})
	}
	if op != nil {
		printPayload(w, op)
	}
	printParts(w, o.Inputs(), o.Outputs())
	printDims(w, "dimensions", o.Dimensions())
	w.AttrDict(o.Op, "dimensions")
	if op == nil {
		printLongBody(w, o.Op.RegionAt(0))
	}
}

// VerifyRegions implements ir.RegionVerifier.
func (o Reduce) VerifyRegions() error { return verifyStructured(o) }

// Verify implements ir.Verifier.
func (o Reduce) Verify() error {
	ins, outs, dims := o.Inputs(), o.Outputs(), o.Dimensions()
	if len(ins) == 0 {
		return ir.Errorf(o.Op, "expected equal number of inputs and outputs (required by SameVariadicOperandSize)")
	}
	from, _ := ins[0].Type().Shape()
	to, _ := outs[0].Type().Shape()
	for i, v := range ins {
		if s, _ := v.Type().Shape(); !slices.Equal(s, from) {
			return ir.Errorf(o.Op, "expects all inputs to have the same shapes. Shape at input-index %d is not equal to the shape at input-index 0.", i)
		}
	}
	for i, v := range outs {
		if s, _ := v.Type().Shape(); !slices.Equal(s, to) {
			return ir.Errorf(o.Op, "expects all outputs to have the same shapes. Shape at output-index %d is not equal to the shape at output-index 0.", i)
		}
	}
	for _, d := range dims {
		if d < 0 || int(d) >= len(from) {
			return ir.Errorf(o.Op, "dimensions for reduction should be in the range [0, %d].", len(from)-1)
		}
	}
	var kept []int64
	for i, n := range from {
		if !slices.Contains(dims, int64(i)) {
			kept = append(kept, n)
		}
	}
	if len(to) != len(kept) {
		return ir.Errorf(o.Op, "number of dimensions after reduction %d doesn't match the init rank %d", len(kept), len(to))
	}
	if !slices.Equal(to, kept) {
		return ir.Errorf(o.Op, "init dimensions [%s] doesn't match input dimensions after reduction [%s]", list(to), list(kept))
	}
	return o.verifyBlock(ins, outs)
}

func (o Reduce) verifyBlock(ins, outs []*ir.Value) error {
	blk := o.Body()
	if n := len(ins) + len(outs); blk.NumArgs() != n {
		return ir.Errorf(o.Op, "mismatching number of operands and block arguments")
	}
	for i, v := range ins {
		if got := blk.Arg(i).Type(); got != v.Type().Elem() {
			return ir.Errorf(o.Op, "input element type '%s' does not match corresponding block argument type '%s'", v.Type().Elem(), got)
		}
	}
	for i, v := range outs {
		if got := blk.Arg(len(ins) + i).Type(); got != v.Type().Elem() {
			return ir.Errorf(o.Op, "output element type '%s' does not match corresponding block argument type '%s'", v.Type().Elem(), got)
		}
	}
	return nil
}
