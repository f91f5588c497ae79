package asm

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

// nodeKind is what an element of a compiled format does.
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
	space  bool   // a blank is printed before
	text   string // of a literal; name of a custom directive
	tok    Tok    // of a literal that is punctuation
	index  int    // field
	args   []node
	then   []node
	els    []node
	anchor int // of then or, negative minus one, of els; what decides printing
	clause [][]node
	custom Directive
}

// format is a compiled assembly format.
type format struct {
	def   *ir.OpDef
	nodes []node
	steps []step
	bound []bool // inherent attributes that the format spells
	loose []int  // slots of those that it does not, segments left out
	hook  bool   // the operation prints itself
	none  bool   // there is no custom form
	plain *plainFormat
	infer bool // results come from InferTypes
	err   error
}

// step infers the types of one field from another's.
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

// CheckDialect reports the first mistake in the names and formats of a dialect's operations.
// Tools call it when they start, for dialects that are not part of Lathe: otherwise the
// mistake appears only when the first such operation is read.
func CheckDialect(d *ir.Dialect) error {
	own := *d
	own.Models = nil // these may be for operations of other dialects
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

// CheckFormat reports what is wrong with the format of an operation; dialects'
// tests call it for every operation.
func CheckFormat(def *ir.OpDef) error {
	if def.Spec.Format == "" {
		return nil
	}
	_, err := formatOf(def)
	return err
}
