// Package nnvm holds NNVM's operators: whole layers with the names and parameters of NNVM's
// graphs. Unlike in dialect nn, shapes and element types may be unknown until inference finds
// them, from operands or from uses.
//
// A graph is a function. Variables are its arguments, and heads its results. If operations change
// a variable, their order determines which value a reader gets.
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

// Discardable attributes for the parts of a graph besides its structure.
const (
	// NameAttr is a node's name, on operations and arguments.
	NameAttr = "nnvm.name"
	// DictAttr holds entries of a node's dictionary that are not parameters, as strings.
	DictAttr = "nnvm.dict"
	// SpelledAttr holds the original text of parameters, if it is not the standard form.
	SpelledAttr = "nnvm.spelled"
	// GraphAttr holds, on a function, the graph's own attributes as JSON texts.
	GraphAttr = "nnvm.graph"
	// LayoutAttr is the layout of an argument. FoundAttr is its layout when layouts were last
	// corrected, and LayoutsAttr are those of an operation's results at that time.
	LayoutAttr  = "nnvm.layout"
	FoundAttr   = "nnvm.layout_found"
	LayoutsAttr = "nnvm.layouts"
	// DeviceAttr is the device of an argument; operations have cluster.device.
	DeviceAttr = "nnvm.device"
	// PoolAttr lists, on an operation, the blocks of memory of its results in the plan of the
	// function, and PoolBytesAttr, on the function, the sizes of the blocks.
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

// These types are created once. Inference uses them for each value, and a lookup among all types
// would take half of its time.
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
