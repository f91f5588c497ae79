// Package onednngraph is the dialect of oneDNN Graph's operations. It has oneDNN's 88 operations,
// with their attributes and type rules.
//
// An operation is defined by its expansion into StableHLO and CHLO, like the operations of dialect
// nn. The interpreter and all backends use this expansion, so they agree. Some operations, such as
// Wildcard, have no expansion. Their method Unexpandable returns the reason.
//
// A graph is a function. A logical tensor is a value, whose type has the shape and the element
// type. Attributes have the other properties, such as strides. They are [TensorsAttr] for results
// of operations, and [TensorAttr] for arguments of the function.
package onednngraph

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// Name is the name of the dialect, and Prefix the prefix of its operations.
const (
	Name   = "onednn_graph"
	Prefix = Name + "."
)

// Dialect describes the dialect to a registry. To run or lower its operations, the registry must
// also have StableHLO, CHLO and func.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: Name,
		Doc:  "The operations of oneDNN Graph, with its schemas.",
		Ops: func() []ir.OpDecl {
			return slices.Concat(unaryOps(), backwardOps(), binaryOps(), matrixOps(), poolOps(), normOps(), reduceOps(),
				quantOps(), moveOps(), graphOps())
		},
		VerifyAttr:    verifyAttr,
		VerifyArgAttr: verifyArgAttr,
	}
}
