package asm

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

type nodeKind uint8

const (
	nLiteral nodeKind = iota
	nSpace
	nNewline
	nOperand
	nAttr
	nRegion
	nSuccessor
	nOperandType
	nResultType
	nAttrDict
	nAttrDictKeyword
	nPropDict
	nFunctionalType
	nAllOperands
	nAllOperandTypes
	nAllResultTypes
	nAllRegions
	nAllSuccessors
	nCustom
	nGroup
	nOilist
	nRef
)

// node is one element of a compiled format.
type node struct {
	kind   nodeKind
	space  bool   // print a space before the element
	text   string // a literal's text, or the name of an attribute or custom directive
	tok    Tok    // a literal's token
	index  int    // the field's index in a list of the Spec, such as Operands
	args   []node
	then   []node
	els    []node
	anchor int // of an optional group: i if then[i] is the anchor, -1-i if els[i] is the anchor
	clause [][]node
	custom Directive
}

// format is a compiled assembly format.
type format struct {
	def   *ir.OpDef
	nodes []node
	steps []step
	bound []bool // for each inherent attribute: the format contains it outside of ref(…)
	loose []int  // slots of the inherent attributes not in the format, except segment sizes
	lists []node // lists of types outside of optional groups; such a list must not be empty
	equal []step // steps that copy the type of one value to another
	hook  bool   // the view is an OpPrinter
	none  bool   // there is no custom form
	// partial is set if the view is a GenericPrinter, which prints some operations in generic form.
	partial bool
	plain   *plainFormat
	infer   bool // results come from InferTypes
	err     error
}

// step infers the types of one field from another field, an attribute, or the constraint of the
// field.
type step struct {
	toResult bool
	to       int
	from     source
	index    int
	fn       func(ir.Type) ir.Type
	fixed    ir.Type
}

type source uint8

const (
	fromFixed source = iota
	fromOperand
	fromResult
	fromAttr
)

// formatOf returns the compiled format of an operation.
func formatOf(def *ir.OpDef) (*format, error) {
	f := def.Syntax(func(d *ir.OpDef) any {
		f, err := compileFormat(d)
		if err != nil {
			f = &format{err: fmt.Errorf("format of '%s': %w", d.Name(), err)}
		}
		return f
	}).(*format)
	return f, f.err
}

// CheckDialect returns the first error in the names and formats of a dialect's operations. Tools
// call it at start for dialects outside of Lathe, because errors in formats are otherwise found
// only when an operation is parsed.
func CheckDialect(d *ir.Dialect) error {
	own := *d
	own.Models = nil // models may be for operations of other dialects
	reg, err := ir.NewRegistry(&own)
	if err != nil {
		return err
	}
	for _, def := range reg.Ops() {
		if err := CheckFormat(def); err != nil {
			return err
		}
	}
	return nil
}

// CheckFormat returns the first error in an operation's format, or nil. Tests of dialects call it.
func CheckFormat(def *ir.OpDef) error {
	if def.Spec.Format == "" {
		return nil
	}
	_, err := formatOf(def)
	return err
}
