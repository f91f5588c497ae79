// Package nnvm holds NNVM's operators: whole layers, named and parametrized as NNVM's
// graphs have them. Unlike the operators of nn their shapes and element types may be
// unknown, until inference has found them from either side.
//
// A graph is a function: variables are its arguments, heads its results. The order of
// the operations says which value of a variable is read where some change it.
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
				shapeOps(), reduceOps(), makeOps(), stateOps())
		},
	}
}

// The discardable attributes that keep what a graph has beside its structure.
const (
	// NameAttr is a node's name, on operations and arguments.
	NameAttr = "nnvm.name"
	// DictAttr holds entries of a node's dictionary that are no parameters, as strings.
	DictAttr = "nnvm.dict"
	// SpelledAttr holds parameters as they were written, where that is not as they
	// would be written.
	SpelledAttr = "nnvm.spelled"
	// GraphAttr holds, on a function, the graph's own attributes as JSON texts.
	GraphAttr = "nnvm.graph"
	// LayoutAttr is the layout of an argument, and FoundAttr the one that it had when
	// layouts were last corrected; LayoutsAttr are those of an operation's results then.
	LayoutAttr  = "nnvm.layout"
	FoundAttr   = "nnvm.layout_found"
	LayoutsAttr = "nnvm.layouts"
	// DeviceAttr is the device of an argument; operations have cluster.device.
	DeviceAttr = "nnvm.device"
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

// AnyType is the element type of a tensor of which it is not known yet.
//
//	!nnvm.any
type AnyType struct{}

// Print implements ir.TypeData.
func (*AnyType) Print(w *ir.Writer) { w.Str("!nnvm.any") }

// They are made once: inference asks for them at each value, and looking them up among all
// types would take half of its time.
var (
	anyType = ir.NewType(&AnyType{})
	unknown = ir.NewType(&ir.UnrankedTensorType{Elem: anyType})
)

// Any returns the unknown element type.
func Any() ir.Type { return anyType }

// Unknown returns the type of a tensor of which nothing is known.
func Unknown() ir.Type { return unknown }

// syntax reads the dialect's type.
type syntax struct{}

// ParseType implements asm.TypeSyntax.
func (syntax) ParseType(p *asm.Parser, mnemonic string) (ir.Type, error) {
	if mnemonic != "any" {
		return ir.Type{}, p.Errorf("unknown type `%s` in dialect `nnvm`", mnemonic)
	}
	return Any(), nil
}
