// Package nnvm holds NNVM's operators: whole layers with the names and parameters of NNVM's graphs.
// Unlike in dialect nn, shapes and element types may be unknown until inference derives them from
// operands or uses.
//
// A graph is a function. The function's arguments are the graph's variables, and its results are
// the graph's outputs, which NNVM calls heads. If operations change a variable, the order of
// operations determines which value a reader gets.
package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:   "nnvm",
		Doc:    "NNVM's operators, whose shapes and types may be unknown.",
		Syntax: syntax{},
		Ops: func() []ir.OpDecl {
			return slices.Concat(unaryOps(), scalarOps(), binaryOps(), linearOps(), convOps(), poolOps(), normOps(),
				shapeOps(), reduceOps(), makeOps(), stateOps(), compareOps(), pickOps(),
				shiftOps(), resizeOps(), winogradOps(), visionOps(), suppressOps(), callOps())
		},
	}
}

// Discardable attributes hold the parts of an NNVM graph that the structure of the IR lacks.
const (
	// NameAttr is a node's name, on operations and arguments.
	NameAttr = "nnvm.name"
	// DictAttr holds entries of a node's dictionary that are not parameters, as strings.
	DictAttr = "nnvm.dict"
	// SpelledAttr holds the original text of the parameters that [FormatParam] writes differently.
	SpelledAttr = "nnvm.spelled"
	// GraphAttr holds, on a function, the graph's own attributes as JSON texts.
	GraphAttr = "nnvm.graph"
	// LayoutAttr is the current layout of an argument. FoundAttr is its layout in the last run of
	// correct-layout. LayoutsAttr lists the layouts of an operation's results in that run.
	LayoutAttr  = "nnvm.layout"
	FoundAttr   = "nnvm.layout_found"
	LayoutsAttr = "nnvm.layouts"
	// DeviceAttr is the device of an argument. The attribute cluster.device is the device of an
	// operation.
	DeviceAttr = "nnvm.device"
	// PoolAttr lists the number of the memory block of each result of an operation. PoolBytesAttr,
	// on the function, lists the sizes of the blocks in bytes.
	PoolAttr      = "nnvm.pool"
	PoolBytesAttr = "nnvm.pool_bytes"
)

// NameOf returns the name of the node that makes v, or "".
func NameOf(v *ir.Value) string {
	if op := v.Def(); op != nil {
		s, _ := op.Discardable(NameAttr).Str()
		return s
	}
	f, ok := ir.As[fn.Func](v.ArgBlock().Parent())
	if !ok {
		return ""
	}
	d := f.ArgAttrs(v.Index())
	if d == nil {
		return ""
	}
	s, _ := d.Get(NameAttr).Str()
	return s
}

// SetName names an operation.
func SetName(op *ir.Op, name string) { op.SetDiscardable(NameAttr, ir.NewString(name)) }

// AnyType is an unknown element type of a tensor.
//
//	!nnvm.any
type AnyType struct{}

// Print implements ir.TypeData.
func (*AnyType) Print(w *ir.Writer) { w.Str("!nnvm.any") }

// Inference uses these types for each value. Interning them each time would double its time.
var (
	anyType = ir.NewType(&AnyType{})
	unknown = ir.NewType(&ir.UnrankedTensorType{Elem: anyType})
)

// Any returns the unknown element type.
func Any() ir.Type { return anyType }

// Unknown returns the type of a tensor with unknown shape and element type.
func Unknown() ir.Type { return unknown }

// syntax parses the dialect's type.
type syntax struct{}

// ParseType implements asm.TypeSyntax.
func (syntax) ParseType(p *asm.Parser, mnemonic string) (ir.Type, error) {
	if mnemonic != "any" {
		return ir.Type{}, p.Errorf("unknown type `%s` in dialect `nnvm`", mnemonic)
	}
	return Any(), nil
}
