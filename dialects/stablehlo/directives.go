package stablehlo

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Directive implements asm.DirectiveSyntax.
func (syntax) Directive(name string) (asm.Directive, bool) {
	switch name {
	case "SameOperandsAndResultType", "VariadicSameOperandsAndResultType":
		return asm.Directive{Parse: parseSameTypes, Print: printSameTypes}, true
	case "ComplexOpType":
		return asm.Directive{Parse: parseComplexType, Print: printComplexType}, true
	case "SelectOpType":
		return asm.Directive{Parse: parseSelectType, Print: printSelectType}, true
	case "TupleOpType":
		return asm.Directive{Parse: parseTupleType, Print: printTupleType}, true
	case "PairwiseOpType":
		return asm.Directive{Parse: parsePairwise, Print: printPairwise}, true
	case "VariadicOperandWithAttribute":
		return asm.Directive{Parse: parseTrailingComma, Print: printTrailingComma}, true
	case "SliceRanges":
		return asm.Directive{Parse: parseRanges, Print: printRanges}, true
	case "ExponentMantissa":
		return asm.Directive{Parse: parseFloatFormat, Print: printFloatFormat}, true
	case "CustomCallTarget":
		return asm.Directive{Parse: parseTarget, Print: printTarget}, true
	case "DotDimensionNumbers":
		return asm.Directive{Parse: parseDotDims, Print: printDotDims}, true
	case "PrecisionConfig", "PrecisionConfigAndAlgorithm":
		return asm.Directive{Parse: parsePrecision, Print: printPrecision}, true
	case "ConvolutionDimensions":
		return asm.Directive{Parse: parseConvDims, Print: printConvNumbers}, true
	case "WindowAttributes":
		return asm.Directive{Parse: parseWindow, Print: printWindow}, true
	}
	return asm.Directive{}, false
}

// parseSameTypes reads one type for all operands and the result, or a function type with the types
// of the operands and the result.
func parseSameTypes(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	off := p.Offset()
	t, err := p.Type()
	if err != nil {
		return err
	}
	var fieldOf []int // the index of the field to which each operand belongs
	for _, a := range args {
		if a.Kind != asm.RefOperandType {
			continue
		}
		for range c.Operands(a.Index) {
			fieldOf = append(fieldOf, a.Index)
		}
	}
	ins, out := make([]ir.Type, len(fieldOf)), t
	for i := range ins {
		ins[i] = t
	}
	if f, ok := ir.TypeAs[*ir.FunctionType](t); ok {
		switch {
		case len(f.Inputs) != len(fieldOf):
			return p.OpErrorAt(off, "%d operands present, but expected %d", len(fieldOf), len(f.Inputs))
		case len(f.Results) != 1:
			return p.OpErrorAt(off, "expected single output")
		}
		ins, out = f.Inputs, f.Results[0]
	}
	for i, field := range fieldOf {
		c.SetOperandTypes(field, append(append([]ir.Type(nil), earlier(c, field, fieldOf[:i])...), ins[i])...)
	}
	c.SetResultTypes(args[len(args)-1].Index, out)
	return nil
}

// earlier returns the operand types that are already set in the field. The parameter "before" has
// the fields of the operands whose types are set.
func earlier(c *asm.Fields, field int, before []int) []ir.Type {
	for _, f := range before {
		if f == field {
			return c.OperandTypes(field)
		}
	}
	return nil
}

func printSameTypes(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) {
	t := op.Result().Type()
	for v := range op.Operands() {
		if v.Type() != t {
			w.FunctionType(op.OperandTypes(), op.ResultTypes())
			return
		}
	}
	w.Type(t)
}

func parseComplexType(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	off := p.Offset()
	t, err := p.Type()
	if err != nil {
		return err
	}
	if f, ok := ir.TypeAs[*ir.FunctionType](t); ok {
		return assignTypes(p, c, off, f, args)
	}
	z, ok := ir.TypeAs[*ir.ComplexType](t.Elem())
	if !ok || !t.IsShaped() {
		return p.OpErrorAt(off, "expected tensor with complex element type")
	}
	part := t.WithElem(z.Elem)
	c.SetOperandTypes(args[0].Index, part)
	c.SetOperandTypes(args[1].Index, part)
	c.SetResultTypes(args[2].Index, t)
	return nil
}

// assignTypes gives the operands and the result the types in the function type f. Each field in
// args must have exactly one value.
func assignTypes(p *asm.Parser, c *asm.Fields, off int, f *ir.FunctionType, args []asm.FieldRef) error {
	n := len(args) - 1
	switch {
	case len(f.Inputs) != n:
		return p.OpErrorAt(off, "%d operands present, but expected %d", n, len(f.Inputs))
	case len(f.Results) != 1:
		return p.OpErrorAt(off, "expected single output")
	}
	for i, t := range f.Inputs {
		c.SetOperandTypes(args[i].Index, t)
	}
	c.SetResultTypes(args[n].Index, f.Results[0])
	return nil
}

func printComplexType(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) {
	t := op.Result().Type()
	z, ok := ir.TypeAs[*ir.ComplexType](t.Elem())
	for v := range op.Operands() {
		if !ok || v.Type() != t.WithElem(z.Elem) {
			w.FunctionType(op.OperandTypes(), op.ResultTypes())
			return
		}
	}
	w.Type(t)
}

func parseSelectType(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	off := p.Offset()
	ts, err := p.Types()
	if err != nil {
		return err
	}
	if len(ts) == 1 {
		if f, ok := ir.TypeAs[*ir.FunctionType](ts[0]); ok {
			return assignTypes(p, c, off, f, args)
		}
	}
	if len(ts) != 2 {
		return p.OpErrorAt(off, "expected functional type or list of two types")
	}
	c.SetOperandTypes(args[0].Index, ts[0])
	c.SetOperandTypes(args[1].Index, ts[1])
	c.SetOperandTypes(args[2].Index, ts[1])
	c.SetResultTypes(args[3].Index, ts[1])
	return nil
}

func printSelectType(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) {
	t := op.Result().Type()
	if op.OperandAt(1).Type() != t || op.OperandAt(2).Type() != t {
		w.FunctionType(op.OperandTypes(), op.ResultTypes())
		return
	}
	w.Type(op.OperandAt(0).Type())
	w.Str(", ")
	w.Type(t)
}

func parseTupleType(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	off := p.Offset()
	t, err := p.Type()
	if err != nil {
		return err
	}
	d, ok := ir.TypeAs[*ir.TupleType](t)
	if !ok {
		return p.OpErrorAt(off, "expected tuple type")
	}
	c.SetOperandTypes(args[0].Index, d.Elems...)
	c.SetResultTypes(args[1].Index, t)
	return nil
}

func printTupleType(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) { w.Type(op.Result().Type()) }

func parsePairwise(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	off := p.Offset()
	ts, err := p.Types()
	if err != nil {
		return p.OpErrorAt(off, "expected type list")
	}
	c.SetOperandTypes(args[0].Index, ts...)
	c.SetResultTypes(args[1].Index, ts...)
	return nil
}

func printPairwise(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) { w.Types(op.OperandTypes()) }

// parseTrailingComma reads operands. A comma follows each operand, including the last.
func parseTrailingComma(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	for {
		o, ok, err := p.TryOperand()
		if err != nil || !ok {
			return err
		}
		c.AddOperand(args[0].Index, o)
		if err := p.Expect(asm.Comma); err != nil {
			return err
		}
	}
}

func printTrailingComma(w *asm.Printer, op *ir.Op, args []asm.FieldRef) {
	if vs := op.OperandsOf(args[0].Index); len(vs) > 0 {
		w.Values(vs)
		w.Byte(',')
	}
}

// parseRanges reads [start:limit:stride, …]. An omitted stride is 1.
func parseRanges(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	var parts [3][]int64
	err := p.List(asm.LSquare, asm.RSquare, func() error {
		for i := range parts {
			n := int64(1)
			if i > 0 && !p.Try(asm.Colon) {
				if i == 1 {
					return p.Expect(asm.Colon)
				}
			} else {
				var err error
				if n, err = p.Int(); err != nil {
					return err
				}
			}
			parts[i] = append(parts[i], n)
		}
		return nil
	})
	for i, a := range args {
		c.SetAttr(a.Name, ir.NewDenseI64(parts[i]...))
	}
	return err
}

func printRanges(w *asm.Printer, op *ir.Op, args []asm.FieldRef) {
	starts, limits, strides := intsAt(op, 0), intsAt(op, 1), intsAt(op, 2)
	w.Byte('[')
	if len(starts) != len(limits) || len(starts) != len(strides) {
		w.Str("start_indices: ")
		printInts(w.Writer, starts)
		w.Str(", limit_indices: ")
		printInts(w.Writer, limits)
		w.Str(", strides: ")
		printInts(w.Writer, strides)
		w.Byte(']')
		return
	}
	for i := range starts {
		if i > 0 {
			w.Str(", ")
		}
		w.Str(fmt.Sprintf("%d:%d", starts[i], limits[i]))
		if strides[i] != 1 {
			w.Str(fmt.Sprintf(":%d", strides[i]))
		}
	}
	w.Byte(']')
}

// parseFloatFormat reads a float format, such as e5m10.
func parseFloatFormat(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	off := p.Offset()
	word, err := p.Keyword()
	if err != nil {
		return err
	}
	exp, man, ok := strings.Cut(strings.TrimPrefix(word, "e"), "m")
	if !ok || !strings.HasPrefix(word, "e") || !digits(exp) || !digits(man) {
		return p.OpErrorAt(off, "expected exponent mantissa in format e#m#, saw %s", word)
	}
	e, err := strconv.ParseUint(exp, 10, 31)
	if err != nil {
		return p.OpErrorAt(off, "unable to parse exponent '%s'", exp)
	}
	m, err := strconv.ParseUint(man, 10, 31)
	if err != nil {
		return p.OpErrorAt(off, "unable to parse mantissa '%s'", man)
	}
	c.SetAttr(args[0].Name, ir.NewI32(int64(e)))
	c.SetAttr(args[1].Name, ir.NewI32(int64(m)))
	return nil
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func printFloatFormat(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) {
	w.Str(fmt.Sprintf("e%dm%d", intAt(op, 0), intAt(op, 1)))
}

func parseTarget(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	s, err := p.Symbol()
	c.SetAttr(args[0].Name, ir.NewString(s))
	return err
}

func printTarget(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) { w.Symbol(stringAt(op, 0)) }
