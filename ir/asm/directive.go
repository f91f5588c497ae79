package asm

import (
	"errors"

	"github.com/lathe-ir/lathe/ir"
)

// Directive implements custom<Name>(…) in a format.
type Directive struct {
	Parse func(p *Parser, c *Fields, args []FieldRef) error
	Print func(w *Printer, op *ir.Op, args []FieldRef)
}

// FieldRef is an argument of a custom directive: a field of the Spec, the types of a field,
// attr-dict or a literal.
type FieldRef struct {
	Kind RefKind
	// Index is the position of the field in a list of the Spec, such as Operands.
	Index int
	// Name is the attribute's name, or a literal's text.
	Name string
	// Ref is set for an argument in ref(…). The directive must not parse it, but may use its value,
	// which was parsed before.
	Ref bool
}

// RefKind is the kind of an argument of a custom directive.
type RefKind uint8

// The kinds of arguments of custom directives.
const (
	RefOperand RefKind = iota
	RefAttr
	RefRegion
	RefSuccessor
	RefOperandType
	RefResultType
	RefLiteral
	RefAttrDict
)

func refs(ns []node) []FieldRef {
	rs := make([]FieldRef, len(ns))
	for i, n := range ns {
		ref := false
		if n.kind == nRef {
			ref, n = true, n.args[0]
		}
		rs[i] = FieldRef{Index: n.index, Name: n.text, Ref: ref}
		switch n.kind {
		case nOperand:
			rs[i].Kind = RefOperand
		case nAttr:
			rs[i].Kind = RefAttr
		case nRegion:
			rs[i].Kind = RefRegion
		case nSuccessor:
			rs[i].Kind = RefSuccessor
		case nOperandType, nAllOperandTypes:
			rs[i].Kind = RefOperandType
		case nResultType, nAllResultTypes:
			rs[i].Kind = RefResultType
		case nAttrDict, nPropDict:
			rs[i].Kind = RefAttrDict
		default:
			rs[i].Kind = RefLiteral
		}
	}
	return rs
}

// Fields collects the parsed operands and types of an operation for each field of the Spec.
type Fields struct {
	State    *State
	operands []operandField
	results  []resultField
}

type operandField struct {
	list  []Operand
	types []ir.Type
}

type resultField struct{ types []ir.Type }

// AddOperand appends operands to an operand field.
func (c *Fields) AddOperand(field int, os ...Operand) {
	c.operands[field].list = append(c.operands[field].list, os...)
}

// Operands returns the operands that were read so far for an operand field.
func (c *Fields) Operands(field int) []Operand { return c.operands[field].list }

// SetOperandTypes sets the types of an operand field.
func (c *Fields) SetOperandTypes(field int, ts ...ir.Type) {
	c.operands[field].types = append(c.operands[field].types[:0], ts...)
}

// OperandTypes returns the types that were read so far for an operand field.
func (c *Fields) OperandTypes(field int) []ir.Type { return c.operands[field].types }

// SetResultTypes sets the types of a result field.
func (c *Fields) SetResultTypes(field int, ts ...ir.Type) {
	c.results[field].types = append(c.results[field].types[:0], ts...)
}

// ResultTypes returns the types that were read so far for a result field.
func (c *Fields) ResultTypes(field int) []ir.Type { return c.results[field].types }

// SetAttr sets an attribute.
func (c *Fields) SetAttr(name string, a ir.Attr) { c.State.SetAttr(name, a) }

// builtinDirectives are the custom directives that dialects share.
var builtinDirectives = map[string]Directive{
	"DynamicIndexList": {Parse: parseDynamicIndexList, Print: printDynamicIndexList},
}

// parseDynamicIndexList reads [1, %a, 2]; see [Parser.IndexList].
func parseDynamicIndexList(p *Parser, c *Fields, args []FieldRef) error {
	os, static, err := p.IndexList()
	if err != nil {
		return err
	}
	c.AddOperand(args[0].Index, os...)
	c.SetAttr(args[1].Name, ir.NewDenseI64(static...))
	return nil
}

func printDynamicIndexList(w *Printer, op *ir.Op, args []FieldRef) {
	vs := op.OperandsOf(args[0].Index)
	static, _ := op.Attr(args[1].Name).Ints()
	w.IndexList(vs, static)
}

// IndexList writes [1, %a, 2]. static has ir.Dynamic in the place of each operand.
func (w *Printer) IndexList(vs []*ir.Value, static []int64) {
	w.IndexListIn('[', ']', vs, static)
}

// IndexListIn is IndexList with other brackets.
func (w *Printer) IndexListIn(open, close byte, vs []*ir.Value, static []int64) {
	w.Byte(open)
	at := 0
	for i, n := range static {
		if i > 0 {
			w.Str(", ")
		}
		if n == ir.Dynamic && at < len(vs) {
			w.Value(vs[at])
			at++
			continue
		}
		w.Int(n)
	}
	w.Byte(close)
}

// IndexList reads [1, %a, 2]. static has ir.Dynamic in the place of each operand.
func (p *Parser) IndexList() (os []Operand, static []int64, err error) {
	return p.IndexListIn(LSquare, RSquare)
}

// IndexListIn is IndexList with other brackets. As in MLIR, a static value may be in additional
// brackets, which have no meaning.
func (p *Parser) IndexListIn(open, close Tok) (os []Operand, static []int64, err error) {
	err = p.listIn(open, close, "dynamic index list", func() error {
		o, dynamic, err := p.TryOperand()
		if err != nil {
			return err
		}
		bracket := p.Try(LSquare)
		n := ir.Dynamic
		if dynamic {
			os = append(os, o)
		} else if n, err = p.Int(); err != nil {
			return err
		}
		static = append(static, n)
		if bracket && !p.Try(RSquare) {
			return errNoBracket
		}
		return nil
	})
	if err == nil {
		return os, static, nil
	}
	// MLIR reports this error even for a missing ]. After any other error, it reports this error
	// too.
	wrong := p.OpErrorAt(p.states[p.depth-1].Start, "expected SSA value or integer")
	if err == errNoBracket {
		return os, static, wrong
	}
	return os, static, errors.Join(err, wrong)
}

var errNoBracket = errors.New("no ]")
