package cf

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Switch branches to the block of the case whose value equals the flag, or to the default block.
//
//	cf.switch %i : i32, [
//	  default: ^bb1(%a : i32),
//	  42: ^bb2
//	]
type Switch struct{ ir.Ref }

// The indices of Switch's inherent attributes.
const (
	switchValues = iota
	switchCaseSegments
	switchSegments
)

// Flag returns the value that selects the case. DefaultOperands are passed to the default block,
// and CaseOperands to the blocks of all cases.
func (o Switch) Flag() *ir.Value              { return o.Op.OperandAt(0) }
func (o Switch) DefaultOperands() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Switch) CaseOperands() []*ir.Value    { return o.Op.OperandsOf(2) }

// DefaultDestination returns the default block. CaseDestinations returns the blocks of the cases.
func (o Switch) DefaultDestination() *ir.Block { return o.Op.SuccessorAt(0) }
func (o Switch) CaseDestinations() []*ir.Block { return o.Op.Successors()[1:] }

// CaseValues returns the values of the cases.
func (o Switch) CaseValues() []int64 {
	v, _ := o.Op.AttrAt(switchValues).Ints()
	return v
}

// Spec implements ir.View.
func (Switch) Spec() ir.Spec {
	return ir.Spec{
		Name: "cf.switch",
		Doc:  "Branches to the block of the case whose value equals the flag, or to the default block.",
		Operands: []ir.Field{
			{Name: "flag", Type: constraint.AnyInteger},
			{Name: "defaultOperands", Type: constraint.Any, Arity: ir.Variadic},
			{Name: "caseOperands", Type: constraint.Any, Arity: ir.Variadic},
		},
		Attrs: []ir.AttrField{
			{Name: "case_values", Optional: true, Type: ir.AttrConstraint{Text: "integer elements attribute", Accept: ir.IsAttr[*ir.DenseElements], List: true}},
			{Name: "case_operand_segments", Type: constraint.I32s},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Successors: []ir.Field{{Name: "defaultDestination"}, {Name: "caseDestinations", Arity: ir.Variadic}},
		Traits:     ir.Pure | ir.Terminator | ir.AttrSizedOperandSegments,
	}
}

// Forwarded implements ir.Branch.
func (o Switch) Forwarded(i int) (lo, hi int) {
	if i == 0 {
		return o.Op.OperandGroup(1)
	}
	lo, hi = o.Op.OperandGroup(2)
	if lo == hi {
		// This return avoids the sum below, which takes quadratic time if Forwarded is called for
		// every case.
		return lo, hi
	}
	sizes := o.caseSizes()
	for _, n := range sizes[:i-1] {
		lo += int(n)
	}
	return lo, lo + int(sizes[i-1])
}

// caseSizes returns the numbers of operands of the cases. The caller must not change the slice.
func (o Switch) caseSizes() []int32 {
	d, ok := ir.AttrAs[*ir.DenseArrayAttr](o.Op.AttrAt(switchCaseSegments))
	if !ok {
		return nil
	}
	return tensor.Slice[int32](d.Values)
}

// SetForwarded implements ir.ForwardSetter.
func (o Switch) SetForwarded(f func(i int, vs []*ir.Value) []*ir.Value) {
	all := []*ir.Value{o.Flag()}
	all = append(all, f(0, o.Op.OperandsOf(1))...)
	counts := []int32{1, int32(len(all) - 1), 0}
	sizes := o.caseSizes()
	small := make([]int32, len(sizes))
	at, _ := o.Op.OperandGroup(2)
	for k, n := range sizes {
		vs := f(k+1, o.Op.OperandRange(at, at+int(n)))
		at += int(n)
		all = append(all, vs...)
		small[k] = int32(len(vs))
		counts[2] += small[k]
	}
	o.Op.SetAttrAt(switchCaseSegments, ir.NewDenseI32(small...))
	o.Op.SetAttrAt(switchSegments, ir.NewDenseI32(counts...))
	o.Op.SetOperands(all)
}

// ParseOp implements asm.OpParser.
func (Switch) ParseOp(p *asm.Parser, st *asm.State) error {
	flag, err := p.Operand()
	if err != nil {
		return err
	}
	at := p.Offset()
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	v, err := p.Resolve(flag, t)
	if err != nil {
		return err
	}
	st.Add(v)
	for _, k := range []asm.Tok{asm.Comma, asm.LSquare} {
		if err := p.Expect(k); err != nil {
			return err
		}
	}
	if err := p.ExpectKeyword("default"); err != nil {
		return err
	}
	defaults, err := parseTarget(p, st)
	if err != nil {
		return err
	}
	var values []int64
	var sizes []int32
	total := int32(0)
	for p.Try(asm.Comma) {
		n, err := p.Bits() // case values are printed as unsigned numbers
		if err != nil {
			return err
		}
		args, err := parseTarget(p, st)
		if err != nil {
			return err
		}
		values, sizes = append(values, int64(n)), append(sizes, args)
		total += args
	}
	if err := p.Expect(asm.RSquare); err != nil {
		return err
	}
	if len(values) > 0 {
		if d, ok := ir.TypeAs[*ir.IntType](t); !t.IsIndex() && !ir.IsType[*ir.FloatType](t) && (!ok || d.Bits > 64 || t.Kind() == 0) {
			return p.ErrorAt(at, "cases of type '%s' are not supported: expected index, i1, or an integer type of 2, 4, 8, 16, 32 or 64 bits", t)
		}
		st.SetAttr("case_values", caseValues(values, t))
	}
	st.SetAttr("case_operand_segments", ir.NewDenseI32(sizes...))
	st.SetSegments(1, defaults, total)
	return p.AttrDict(st)
}

// caseValues returns the values as a dense elements attribute with elements of type t.
func caseValues(values []int64, t ir.Type) ir.Attr {
	n := int64(len(values))
	shaped := ir.Vector(t, n)
	data := tensor.New(shaped.Kind(), n)
	for i, v := range values {
		data.SetInt(i, v)
	}
	return ir.NewDense(shaped, data)
}

// parseTarget reads text such as : ^bb1(%a : i32) into st, and returns the number of operands.
func parseTarget(p *asm.Parser, st *asm.State) (int32, error) {
	if err := p.Expect(asm.Colon); err != nil {
		return 0, err
	}
	blk, err := p.Successor()
	if err != nil {
		return 0, err
	}
	st.Successors = append(st.Successors, blk)
	if !p.Try(asm.LParen) {
		return 0, nil
	}
	off := p.Offset()
	os, err := p.Operands()
	if err != nil {
		return 0, err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return 0, err
	}
	ts, err := p.Types()
	if err != nil {
		return 0, err
	}
	vs, err := p.ResolveAll(os, ts, off)
	if err != nil {
		return 0, err
	}
	st.Add(vs...)
	return int32(len(vs)), p.Expect(asm.RParen)
}

// PrintOp implements asm.OpPrinter.
func (o Switch) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.Flag())
	w.Str(" : ")
	w.Type(o.Flag().Type())
	w.Str(", [")
	w.Newline()
	w.Str("  default: ")
	o.printTarget(w, 0)
	values := o.CaseValues()
	for i := range o.CaseDestinations() {
		w.Byte(',')
		w.Newline()
		w.Str("  ")
		w.Uint(o.unsignedValue(values[i]))
		w.Str(": ")
		o.printTarget(w, 1+i)
	}
	if len(values) > 0 {
		w.Newline()
	}
	w.Byte(']')
	w.AttrDict(o.Op, "case_values", "case_operand_segments")
}

// unsignedValue returns the case value v as an unsigned number, as MLIR prints it.
func (o Switch) unsignedValue(v int64) uint64 {
	if t, ok := ir.TypeAs[*ir.IntType](o.Flag().Type()); ok && t.Bits < 64 {
		return uint64(v) & (1<<t.Bits - 1)
	}
	return uint64(v)
}

func (o Switch) printTarget(w *asm.Printer, i int) {
	w.BlockName(o.Op.SuccessorAt(i))
	lo, hi := o.Forwarded(i)
	if vs := o.Op.OperandRange(lo, hi); len(vs) > 0 {
		w.Byte('(')
		w.Values(vs)
		w.Str(" : ")
		w.ValueTypes(vs)
		w.Byte(')')
	}
}

// VerifyTypes implements ir.TypeVerifier. It checks the attribute case_operand_segments.
func (o Switch) VerifyTypes() error {
	sizes, _ := o.Op.AttrAt(switchCaseSegments).Ints()
	if n := o.Op.NumSuccessors() - 1; len(sizes) != n {
		return ir.Errorf(o.Op, "'case_operand_segments' attribute must have one element for each of %d cases, but got %d", n, len(sizes))
	}
	total := int64(0)
	for _, n := range sizes {
		if n < 0 {
			return ir.Errorf(o.Op, "'case_operand_segments' attribute cannot have negative elements")
		}
		total += n
	}
	if n := len(o.CaseOperands()); total != int64(n) {
		return ir.Errorf(o.Op, "caseOperands count (%d) does not match with the total size (%d) specified in attribute 'case_operand_segments'", n, total)
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Switch) Verify() error {
	a := o.Op.AttrAt(switchValues)
	n := len(o.CaseDestinations())
	if a.IsNil() && n == 0 {
		return nil
	}
	if t, want := a.TypeOf(), o.Flag().Type(); !a.IsNil() && t.Elem() != want {
		return ir.Errorf(o.Op, "'flag' type ('%s') should match case value type ('%s')", want, t.Elem())
	}
	if values := o.CaseValues(); len(values) != n {
		return ir.Errorf(o.Op, "number of case values (%d) should match number of case destinations (%d)", len(values), n)
	}
	return nil
}
