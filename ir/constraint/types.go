// Package constraint holds the constraints on types and attributes that many dialects share. The
// texts of the constraints are MLIR's texts.
package constraint

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// The constraint Any, and the constraints on scalars.
var (
	// Any accepts every type.
	Any = ir.Constraint{Text: "any type"}
	// Index accepts index.
	Index = ir.Constraint{Text: "index", Fixed: ir.Index()}
	// I1 accepts i1.
	I1 = ir.Constraint{Text: "1-bit signless integer", Fixed: ir.I1()}
	// I32 accepts i32.
	I32 = ir.Constraint{Text: "32-bit signless integer", Fixed: ir.I32()}
	// IntOrIndex accepts index and signless integers.
	IntOrIndex = ir.Constraint{Text: "signless integer or index", Accept: isIntOrIndex}
	// AnyInteger accepts integers of every signedness.
	AnyInteger = ir.Constraint{Text: "integer", Accept: ir.IsType[*ir.IntType], Class: ir.IsType[*ir.IntType], ClassName: "builtin.integer"}
	// Float accepts floating-point types.
	Float = ir.Constraint{Text: "floating-point", Accept: ir.Type.IsFloat, Class: ir.Type.IsFloat}
)

// The constraints on scalars, and on vectors and tensors of such scalars.
var (
	// IntLike accepts signless integers and index.
	IntLike = ir.Constraint{Text: "signless-integer-like", Accept: Like(isIntOrIndex)}
	// FixedIntLike accepts signless integers.
	FixedIntLike = ir.Constraint{Text: "signless-fixed-width-integer-like", Accept: Like(isSignless)}
	// FloatLike accepts floats.
	FloatLike = ir.Constraint{Text: "floating-point-like", Accept: Like(ir.Type.IsFloat)}
	// BoolLike accepts i1.
	BoolLike = ir.Constraint{Text: "bool-like", Accept: Like(isBool)}
	// ComplexOrFloatLike accepts floats and complex numbers.
	ComplexOrFloatLike = ir.Constraint{Text: "complex-or-floating-point-like", Accept: Like(func(t ir.Type) bool {
		return t.IsFloat() || ir.IsType[*ir.ComplexType](t)
	})}
)

// The constraints on shaped types.
var (
	// MemRef accepts ranked memrefs.
	MemRef = ir.Constraint{Text: "memref of any type values", Accept: ir.IsType[*ir.MemRefType], Class: ir.IsType[*ir.MemRefType], ClassName: "builtin.memref"}
	// AnyMemRef accepts ranked and unranked memrefs.
	AnyMemRef = ir.Constraint{Text: "ranked or unranked memref of any type values", Accept: isMemRef, Class: isMemRef}
	// UnrankedMemRef accepts memrefs of unknown rank.
	UnrankedMemRef = ir.Constraint{Text: "unranked.memref of any type values", Accept: ir.IsType[*ir.UnrankedMemRefType], Class: ir.IsType[*ir.UnrankedMemRefType], ClassName: "builtin.unranked_memref"}
	// RankedTensor accepts tensors of known rank.
	RankedTensor = ir.Constraint{Text: "ranked tensor of any type values", Accept: ir.IsType[*ir.TensorType], Class: ir.IsType[*ir.TensorType], ClassName: "builtin.tensor"}
	// AnyTensor accepts ranked and unranked tensors.
	AnyTensor = ir.Constraint{Text: "tensor of any type values", Accept: IsTensor, Class: IsTensor}
	// UnrankedTensor accepts tensors of unknown rank.
	UnrankedTensor = ir.Constraint{Text: "unranked tensor of any type values", Accept: ir.IsType[*ir.UnrankedTensorType], Class: ir.IsType[*ir.UnrankedTensorType], ClassName: "builtin.unranked_tensor"}
	// Vector accepts vectors of any rank.
	Vector = ir.Constraint{Text: "vector of any type values", Accept: ir.IsType[*ir.VectorType], Class: ir.IsType[*ir.VectorType], ClassName: "builtin.vector"}
	// Shaped accepts every shaped type.
	Shaped = ir.Constraint{Text: "shaped of any type values", Accept: ir.Type.IsShaped, Class: ir.Type.IsShaped}
	// Indices accepts index. It is for fields that are lists of indices.
	Indices = Index
)

func isIntOrIndex(t ir.Type) bool { return t.IsIndex() || t.IsInt(0) }
func isSignless(t ir.Type) bool   { return t.IsInt(0) }
func isBool(t ir.Type) bool       { return t.IsInt(1) }

func isMemRef(t ir.Type) bool {
	return ir.IsType[*ir.MemRefType](t) || ir.IsType[*ir.UnrankedMemRefType](t)
}

// IsTensor reports whether t is a tensor, ranked or not.
func IsTensor(t ir.Type) bool {
	return ir.IsType[*ir.TensorType](t) || ir.IsType[*ir.UnrankedTensorType](t)
}

// IsMemRef reports whether t is a memref, ranked or not.
func IsMemRef(t ir.Type) bool { return isMemRef(t) }

// Like returns a predicate for scalars that p accepts, and for vectors and tensors of such scalars.
// It is for MLIR's constraints whose names end in "-like".
func Like(p func(ir.Type) bool) func(ir.Type) bool {
	return func(t ir.Type) bool {
		return p(t.Elem()) && !isMemRef(t)
	}
}

// Same returns c with a type variable of the given name. Fields of an operation with the same type
// variable must have equal types.
func Same(c ir.Constraint, name string) ir.Constraint {
	c.Var = name
	return c
}

// I1Like returns t with the element type i1.
func I1Like(t ir.Type) ir.Type { return t.WithElem(ir.I1()) }

// Static reports whether all extents of shape are static.
func Static(shape []int64) bool { return !slices.Contains(shape, ir.Dynamic) }
