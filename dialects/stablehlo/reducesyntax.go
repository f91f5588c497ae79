package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// ParseOp reads (%x init: %c), … applies OP across dimensions = […] : type. Without "applies OP",
// the text ends with "reducer" and a region.
func (Reduce) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	inputs, inits, err := parsePairs(p)
	if err != nil {
		return err
	}
	if !p.TryKeyword("applies") {
		ins, outs, err := parseReduceRest(p, st)
		if err != nil {
			return err
		}
		return parseReducer(p, st, off, append(inputs, inits...), ins, outs)
	}
	wordOff := p.Offset()
	name, err := p.KeywordOrString()
	if err != nil {
		return err
	}
	def := p.Registry().Op(name)
	if def == nil {
		def = p.Registry().Op("stablehlo." + name)
	}
	if def == nil || !combinerDef(def) {
		return p.ErrorAt(off, "expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result").
			WithHelp("'" + name + "' is at " + p.LocAt(wordOff).Place())
	}
	ins, outs, err := parseReduceRest(p, st)
	if err != nil {
		return err
	}
	if len(ins) == 0 {
		return p.ErrorAt(off, "input types missing in reduce-op function type")
	}
	vs, err := p.ResolveAll(append(inputs, inits...), ins, off)
	if err != nil {
		return err
	}
	st.Add(vs...)
	st.AddResults(outs...)
	addReducer(p, st, def, ir.Tensor(ins[0].Elem()))
	return nil
}

// parsePairs reads (%x init: %c), ….
func parsePairs(p *asm.Parser) (inputs, inits []asm.Operand, err error) {
	err = p.CommaList(func() error {
		if err := p.Expect(asm.LParen); err != nil {
			return err
		}
		x, err := p.Operand()
		if err != nil {
			return err
		}
		if err := p.ExpectKeyword("init"); err != nil {
			return err
		}
		if err := p.Expect(asm.Colon); err != nil {
			return err
		}
		c, err := p.Operand()
		if err != nil {
			return err
		}
		inputs, inits = append(inputs, x), append(inits, c)
		return p.Expect(asm.RParen)
	})
	return inputs, inits, err
}

// parseReduceRest reads "across dimensions = […] {attributes} : type".
func parseReduceRest(p *asm.Parser, st *asm.State) (ins, outs []ir.Type, err error) {
	if err := p.ExpectKeyword("across"); err != nil {
		return nil, nil, err
	}
	if err := p.ExpectKeyword("dimensions"); err != nil {
		return nil, nil, err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return nil, nil, err
	}
	ds, err := parseDims(p)
	if err != nil {
		return nil, nil, err
	}
	if err := p.AttrDict(st); err != nil {
		return nil, nil, err
	}
	st.SetAttr("dimensions", ir.NewDenseI64(ds...))
	if err := p.Expect(asm.Colon); err != nil {
		return nil, nil, err
	}
	return p.FunctionParts()
}

// parseReducer reads reducer(%acc: T, %a: T) … { … }.
func parseReducer(p *asm.Parser, st *asm.State, off int, os []asm.Operand, ins, outs []ir.Type) error {
	if err := p.ExpectKeyword("reducer"); err != nil {
		return err
	}
	var accs, elems []asm.Arg
	for p.Try(asm.LParen) {
		a, err := p.Arg(true, false)
		if err != nil {
			return err
		}
		if err := p.Expect(asm.Comma); err != nil {
			return err
		}
		b, err := p.Arg(true, false)
		if err != nil {
			return err
		}
		accs, elems = append(accs, a), append(elems, b)
		if err := p.Expect(asm.RParen); err != nil {
			return err
		}
	}
	vs, err := p.ResolveAll(os, ins, off)
	if err != nil {
		return err
	}
	st.Add(vs...)
	st.AddResults(outs...)
	return p.Region(st, st.AddRegion(), append(accs, elems...)...)
}

// addReducer adds the region (a, b) → OP(a, b) to st.
func addReducer(p *asm.Parser, st *asm.State, def *ir.OpDef, t ir.Type) {
	r := st.AddRegion()
	blk := r.AddBlock(t, t)
	blk.SetArgLoc(0, st.Loc)
	blk.SetArgLoc(1, st.Loc)
	b := ir.NewBuilder(p.Registry())
	b.AtEnd(blk)
	b.Loc = st.Loc
	op := b.New(def, &ir.Init{Operands: blk.Args(), Results: []ir.Type{t}})
	b.Insert(op)
	NewReturn(b, op.Result())
}

// combinerDef reports whether "applies" accepts an operation: it must be a commutative operation of
// this dialect with two operands and one result.
func combinerDef(def *ir.OpDef) bool {
	return def.Dialect() != nil && def.Dialect().Name == "stablehlo" && def.Traits()&ir.Commutative != 0 &&
		len(def.Spec.Operands) == 2 && len(def.Spec.Results) == 1 && len(def.Spec.Regions) == 0
}

// Combiner returns op if r is a region (a, b) → op(a, b) or (a, b) → op(b, a), and op is
// commutative. The operands and the result of op are rank-0 tensors of the same type. The region
// may have more operations, but only ones without effects.
func Combiner(r *ir.Region) (*ir.Op, bool) {
	blk := r.Entry()
	if blk == nil || len(r.Blocks) != 1 || blk.NumArgs() != 2 || blk.Last() == nil {
		return nil, false
	}
	end := blk.Last()
	if !ir.Is[Return](end) || end.NumOperands() != 1 {
		return nil, false
	}
	op := end.OperandAt(0).Def()
	if op == nil || op.Block() != blk || !combinerDef(op.Def()) {
		return nil, false
	}
	for o := range blk.Ops() {
		if o != end && !o.DeadIfUnused() {
			return nil, false
		}
	}
	args, operands, t := blk.Args(), op.OperandList(), op.Result().Type()
	swapped := operands[0] == args[1] && operands[1] == args[0]
	return op, (swapped || slices.Equal(operands, args)) && args[0].Type() == t && args[1].Type() == t && t == ir.Tensor(t.Elem())
}

// combiner is like Combiner, but accepts only regions that "applies" can represent. op must be the
// only operation before the return, its operands must be the arguments in order, and its result
// must have element type elem.
func combiner(r *ir.Region, elem ir.Type) (*ir.Op, bool) {
	op, ok := Combiner(r)
	return op, ok && r.Entry().First() == op && op.Next() == r.Entry().Last() && op.Result().Type().Elem() == elem && slices.Equal(op.OperandList(), r.Entry().Args())
}

// PrintOp writes the form with "applies" if possible.
func (o Reduce) PrintOp(w *asm.Printer) {
	inputs, inits := o.Inputs(), o.InitValues()
	for i := range inputs {
		if i > 0 {
			w.Str(", ")
		}
		w.Byte('(')
		w.Value(inputs[i])
		w.Str(" init: ")
		w.Value(inits[i])
		w.Byte(')')
	}
	var inner *ir.Op
	short := false
	if len(inputs) > 0 {
		inner, short = combiner(o.Body(), inputs[0].Type().Elem())
	}
	if short {
		w.Str(" applies " + inner.Name())
	}
	w.Str(" across dimensions = ")
	printDims(w.Writer, o.Dimensions())
	w.AttrDict(o.Op, "dimensions")
	w.Str(" : ")
	w.FunctionType(o.Op.OperandTypes(), o.Op.ResultTypes())
	if short {
		return
	}
	w.Newline()
	w.Str(" reducer")
	blk := o.Body().Entry()
	for i := range inputs {
		w.Byte('(')
		printArg(w, blk.Arg(i))
		w.Str(", ")
		printArg(w, blk.Arg(i+len(inputs)))
		w.Str(") ")
	}
	w.Byte(' ')
	w.Region(o.Body(), false, true)
}

func printArg(w *asm.Printer, v *ir.Value) {
	w.Value(v)
	w.Str(": ")
	w.Type(v.Type())
	w.ArgLoc(v)
}

// ArgNames implements asm.ArgNamer.
func (o While) ArgNames(r *ir.Region, set func(*ir.Value, string)) {
	for _, blk := range r.Blocks[:min(1, len(r.Blocks))] {
		for _, v := range blk.Args() {
			set(v, "iterArg")
		}
	}
}

// ParseOp reads (%iterArg = %x, …) : types attributes {…} cond {…} do {…}.
func (While) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	args, os, err := p.Assignments()
	if err != nil {
		return err
	}
	var ts []ir.Type
	if len(os) > 0 {
		if err := p.Expect(asm.Colon); err != nil {
			return err
		}
		if ts, err = p.Types(); err != nil {
			return err
		}
	}
	vs, err := p.ResolveAll(os, ts, off)
	if err != nil {
		return err
	}
	for i := range args {
		args[i].Type = ts[i]
	}
	st.Add(vs...)
	st.AddResults(ts...)
	if err := p.AttrDictWithKeyword(st); err != nil {
		return err
	}
	for _, word := range []string{"cond", "do"} {
		if err := p.ExpectKeyword(word); err != nil {
			return err
		}
		if err := p.Region(st, st.AddRegion(), args...); err != nil {
			return err
		}
	}
	return nil
}

// NeedsGeneric implements asm.GenericPrinter. The custom form has the types of the operands only.
func (o While) NeedsGeneric() bool {
	ts := o.Op.OperandTypes()
	for _, r := range o.Op.Regions() {
		for _, blk := range r.Blocks[:min(1, len(r.Blocks))] {
			if !slices.Equal(argTypes(blk), ts) {
				return true
			}
		}
	}
	return !slices.Equal(o.Op.ResultTypes(), ts)
}

// PrintOp writes the form that ParseOp reads. It names the loop arguments after the arguments of
// the body.
func (o While) PrintOp(w *asm.Printer) {
	w.Byte('(')
	blk := o.Body().Entry()
	for i, v := range o.Op.OperandList() {
		if i > 0 {
			w.Str(", ")
		}
		if blk != nil && i < blk.NumArgs() {
			w.Value(blk.Arg(i))
		}
		w.Str(" = ")
		w.Value(v)
	}
	w.Byte(')')
	if o.Op.NumOperands() > 0 {
		w.Str(" : ")
		w.Types(o.Op.OperandTypes())
	}
	w.AttrDictWithKeyword(o.Op)
	w.Newline()
	w.Str("cond ")
	w.Region(o.Cond(), false, true)
	w.Str(" do ")
	w.Region(o.Body(), false, true)
}
