package sdy

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// ManualComputation runs its body on each device. The body's arguments are the device's shards of
// the operands along the manual axes.
//
//	%r = sdy.manual_computation(%x) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {…} : (tensor<8xf32>) -> tensor<8xf32>
type ManualComputation struct{ ir.Ref }

// Tensors returns the operands. InShardings and OutShardings return the shardings of operands and
// results. ManualAxes returns the attribute with the manual axes, and Body returns the region.
func (o ManualComputation) Tensors() []*ir.Value    { return o.Op.OperandsOf(0) }
func (o ManualComputation) InShardings() *PerValue  { return perValueAt(o.Op, 0) }
func (o ManualComputation) OutShardings() *PerValue { return perValueAt(o.Op, 1) }
func (o ManualComputation) ManualAxes() *ManualAxes {
	d, _ := ir.AttrAs[*ManualAxes](o.Op.AttrAt(2))
	return d
}
func (o ManualComputation) Body() *ir.Region { return o.Op.RegionAt(0) }

// Splits reports whether a sharding splits a dimension of an operand or result among devices. The
// operation is verified.
func (o ManualComputation) Splits(t *ir.Symbols) bool {
	return o.InShardings().splits(t) || o.OutShardings().splits(t)
}

func perValueAt(op *ir.Op, slot int) *PerValue {
	d, _ := ir.AttrAs[*PerValue](op.AttrAt(slot))
	return d
}

func perValueAttr(name string, optional bool) ir.AttrField {
	return ir.AttrField{Name: name, Optional: optional, Type: ir.AttrConstraint{Text: "Tensor sharding per operand/result of an op", Accept: ir.IsAttr[*PerValue]}}
}

// Spec implements ir.View.
func (ManualComputation) Spec() ir.Spec {
	return ir.Spec{
		Name:     "sdy.manual_computation",
		Doc:      "Runs its body on each device.",
		Operands: []ir.Field{{Name: "tensors", Type: anyType(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyType(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			perValueAttr("in_shardings", false), perValueAttr("out_shardings", false),
			{Name: "manual_axes", Type: ir.AttrConstraint{Text: "A list of axes that a ManualComputationOp is manual on", Accept: ir.IsAttr[*ManualAxes]}},
		},
		Regions:  []ir.RegionField{{Name: "body", Sized: true}},
		Traits:   ir.IsolatedFromAbove | ir.SingleBlock | ir.RecursiveEffects,
		Implicit: "sdy.return",
	}
}

// VerifySymbols implements ir.SymbolUser.
func (o ManualComputation) VerifySymbols(t *ir.Symbols) error {
	if err := verifyShardings(o.Op, t, o.InShardings(), o.Op.OperandTypes(), "operand "); err != nil {
		return err
	}
	return verifyShardings(o.Op, t, o.OutShardings(), o.Op.ResultTypes(), "result ")
}

// Verify implements ir.Verifier.
func (o ManualComputation) Verify() error {
	blk := o.Body().Entry()
	if n := blk.NumArgs(); n != o.Op.NumOperands() {
		return ir.Errorf(o.Op, "number of op operands and block arguments must match. Op has %d op operands, %d block arguments", o.Op.NumOperands(), n)
	}
	return nil
}

// ParseOp implements asm.OpParser.
func (ManualComputation) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	operands, err := p.OperandList(asm.LParen, asm.RParen)
	if err != nil {
		return err
	}
	for _, name := range []string{"in_shardings", "out_shardings"} {
		if err := p.ExpectKeyword(name); err != nil {
			return err
		}
		if err := parseShardings(p, st, name); err != nil {
			return err
		}
	}
	if err := p.ExpectKeyword("manual_axes"); err != nil {
		return err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	axes, err := parseManualAxes(p)
	if err != nil {
		return err
	}
	st.SetAttr("manual_axes", axes)
	return parseBody(p, st, operands, off)
}

// parseShardings reads =[<…>, <…>].
func parseShardings(p *asm.Parser, st *asm.State, name string) error {
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	d, err := parseShardingList(p)
	if err != nil {
		return err
	}
	st.SetAttr(name, ir.NewAttr(d))
	return nil
}

// parseBody reads (%a: type) {…} {attributes} : type.
func parseBody(p *asm.Parser, st *asm.State, operands []asm.Operand, off int) error {
	var args []asm.Arg
	err := p.List(asm.LParen, asm.RParen, func() error {
		a, err := p.Arg(true, true)
		args = append(args, a)
		return err
	})
	if err != nil {
		return err
	}
	body := st.AddRegion()
	if err := p.Region(st, body, args...); err != nil {
		return err
	}
	p.ImplicitTerminator(body, "sdy.return", st.Loc)
	if err := p.AttrDict(st); err != nil {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	ins, outs, err := p.FunctionParts()
	if err != nil {
		return err
	}
	vs, err := p.ResolveAll(operands, ins, off)
	st.Add(vs...)
	st.AddResults(outs...)
	return err
}

// PrintOp implements asm.OpPrinter.
func (o ManualComputation) PrintOp(w *asm.Printer) {
	w.Byte('(')
	w.Values(o.Tensors())
	w.Byte(')')
	printShardings(w, "in_shardings", o.InShardings())
	printShardings(w, "out_shardings", o.OutShardings())
	w.Str(" manual_axes=")
	o.ManualAxes().printBare(w.Writer)
	printBody(w, o.Op, "in_shardings", "out_shardings", "manual_axes")
}

func printShardings(w *asm.Printer, name string, d *PerValue) {
	w.Str(" " + name + "=")
	d.printBare(w.Writer)
}

func printBody(w *asm.Printer, op *ir.Op, skip ...string) {
	w.Str(" (")
	for i, v := range op.RegionAt(0).Entry().Args() {
		comma(w.Writer, i)
		w.Value(v)
		w.Str(": ")
		w.Type(v.Type())
		w.ArgLoc(v)
	}
	w.Str(") ")
	w.Region(op.RegionAt(0), false, true)
	w.AttrDict(op, skip...)
	w.Str(" : ")
	w.FunctionType(op.OperandTypes(), op.ResultTypes())
}

// NamedComputation groups operations under a name.
//
//	%r = sdy.named_computation<"f">(%x) (%a: tensor<8xf32>) {…} : (tensor<8xf32>) -> tensor<8xf32>
type NamedComputation struct{ ir.Ref }

// ComputationName returns the name, and Inputs the operands. InShardings and OutShardings return
// the shardings of operands and results, or nil if absent. Body returns the region.
func (o NamedComputation) ComputationName() string {
	s, _ := o.Op.AttrAt(0).Str()
	return s
}
func (o NamedComputation) Inputs() []*ir.Value     { return o.Op.OperandsOf(0) }
func (o NamedComputation) InShardings() *PerValue  { return perValueAt(o.Op, 1) }
func (o NamedComputation) OutShardings() *PerValue { return perValueAt(o.Op, 2) }
func (o NamedComputation) Body() *ir.Region        { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (NamedComputation) Spec() ir.Spec {
	return ir.Spec{
		Name:     "sdy.named_computation",
		Doc:      "Groups operations under a name.",
		Operands: []ir.Field{{Name: "operands", Type: anyType(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyType(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "name", Type: ir.AttrConstraint{Text: "string attribute", Accept: ir.StringConstraint.Accept}},
			perValueAttr("in_shardings", true), perValueAttr("out_shardings", true),
		},
		Regions:  []ir.RegionField{{Name: "body", Sized: true}},
		Traits:   ir.IsolatedFromAbove | ir.SingleBlock | ir.RecursiveEffects,
		Implicit: "sdy.return",
	}
}

// VerifySymbols implements ir.SymbolUser.
func (o NamedComputation) VerifySymbols(t *ir.Symbols) error {
	if d := o.InShardings(); d != nil {
		if err := verifyShardings(o.Op, t, d, o.Op.OperandTypes(), "operand "); err != nil {
			return err
		}
	}
	if d := o.OutShardings(); d != nil {
		return verifyShardings(o.Op, t, d, o.Op.ResultTypes(), "result ")
	}
	return nil
}

// ParseOp implements asm.OpParser.
func (NamedComputation) ParseOp(p *asm.Parser, st *asm.State) error {
	if err := p.Expect(asm.Less); err != nil {
		return err
	}
	name, err := p.StringLit()
	if err != nil {
		return err
	}
	st.SetAttr("name", ir.NewString(name))
	if err := p.Expect(asm.Greater); err != nil {
		return err
	}
	off := p.Offset()
	operands, err := p.OperandList(asm.LParen, asm.RParen)
	if err != nil {
		return err
	}
	for _, name := range []string{"in_shardings", "out_shardings"} {
		if !p.TryKeyword(name) {
			continue
		}
		if err := parseShardings(p, st, name); err != nil {
			return err
		}
	}
	return parseBody(p, st, operands, off)
}

// PrintOp implements asm.OpPrinter.
func (o NamedComputation) PrintOp(w *asm.Printer) {
	w.Byte('<')
	w.Quoted(o.ComputationName())
	w.Str(">(")
	w.Values(o.Inputs())
	w.Byte(')')
	if d := o.InShardings(); d != nil {
		printShardings(w, "in_shardings", d)
	}
	if d := o.OutShardings(); d != nil {
		printShardings(w, "out_shardings", d)
	}
	printBody(w, o.Op, "name", "in_shardings", "out_shardings")
}
