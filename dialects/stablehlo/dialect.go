// Package stablehlo is StableHLO: the operations on tensors that machine learning frameworks emit.
//
// The operations have the semantics of StableHLO's specification. The syntax and the attributes are
// those of StableHLO's 1.x releases.
package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "stablehlo",
		Doc:  "Operations on tensors, as machine learning frameworks emit them.",
		Ops: func() []ir.OpDecl {
			return slices.Concat(
				[]ir.OpDecl{ir.Decl[Constant](), ir.Decl[Return]()},
				unaryOps(), binaryOps(), shapeOps(), computeOps(), indexOps(), controlOps(), collectiveOps(),
			)
		},
		Syntax:   syntax{},
		Constant: materialize,
	}
}

func materialize(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
	if !constraint.IsElements(a) || a.TypeOf() != t {
		return nil
	}
	return NewConstant(b, a).Op
}
