// Package memref is MLIR's memref dialect: buffers in memory, and views of them.
package memref

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "memref",
		Doc:  "Buffers in memory, and views of them.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Alloc](), ir.Decl[Alloca](), ir.Decl[Realloc](), ir.Decl[Dealloc](),
				ir.Decl[AllocaScope](), ir.Decl[AllocaScopeReturn](),
				ir.Decl[Load](), ir.Decl[Store](), ir.Decl[Copy](), ir.Decl[Prefetch](),
				ir.Decl[AtomicRMW](), ir.Decl[GenericAtomicRMW](), ir.Decl[AtomicYield](),
				ir.Decl[DmaStart](), ir.Decl[DmaWait](),
				ir.Decl[Dim](), ir.Decl[Rank](), ir.Decl[ExtractAlignedPointerAsIndex](), ir.Decl[ExtractStridedMetadata](),
				ir.Decl[Cast](), ir.Decl[MemorySpaceCast](), ir.Decl[View](), ir.Decl[SubView](), ir.Decl[ReinterpretCast](),
				ir.Decl[CollapseShape](), ir.Decl[ExpandShape](), ir.Decl[Reshape](), ir.Decl[Transpose](),
				ir.Decl[AssumeAlignment](), ir.Decl[DistinctObjects](),
				ir.Decl[Global](), ir.Decl[GetGlobal](),
			}
		},
		Syntax: syntax{},
		Constant: func(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
			return arith.Materialize(b, a, t)
		},
	}
}

// syntax implements the custom directives in the formats of the dialect's operations.
type syntax struct{}

// Directive implements asm.DirectiveSyntax.
func (syntax) Directive(name string) (asm.Directive, bool) {
	if name == "GlobalMemrefOpTypeAndInitialValue" {
		return asm.Directive{Parse: parseGlobalValue, Print: printGlobalValue}, true
	}
	return asm.Directive{}, false
}

var (
	strided = ir.Constraint{Text: "strided memref of any type values", Accept: IsStrided}
	scalar  = ir.Constraint{Text: "strided memref of any type values of rank 0", Accept: func(t ir.Type) bool {
		return t.Rank() == 0 && IsStrided(t)
	}}
	oneDim    = ir.Constraint{Text: "1D memref of any type values", Accept: func(t ir.Type) bool { return ir.IsType[*ir.MemRefType](t) && t.Rank() == 1 }}
	bytes     = ir.Constraint{Text: "1D memref of 8-bit signless integer values", Accept: func(t ir.Type) bool { return ir.IsType[*ir.MemRefType](t) && t.Rank() == 1 && t.Elem().IsInt(8) }}
	shapeList = ir.Constraint{Text: "1D memref of signless integer or index values", Accept: func(t ir.Type) bool {
		return ir.IsType[*ir.MemRefType](t) && t.Rank() == 1 && (t.Elem().IsIndex() || t.Elem().IsInt(0))
	}}
	static = ir.Constraint{Text: "statically shaped memref of any type values", Accept: func(t ir.Type) bool {
		return ir.IsType[*ir.MemRefType](t) && t.HasStaticShape()
	}}
	notScalar = ir.Constraint{
		Text:   "unranked.memref of any type values or non-0-ranked.memref of any type values",
		Accept: func(t ir.Type) bool { return constraint.IsMemRef(t) && t.Rank() != 0 },
	}
	number = ir.Constraint{Text: "signless integer or floating-point", Accept: isNumber}
	atomic = ir.Constraint{
		Text:   "memref of signless integer or floating-point values",
		Accept: func(t ir.Type) bool { return ir.IsType[*ir.MemRefType](t) && isNumber(t.Elem()) },
	}
)

func isNumber(t ir.Type) bool { return t.IsInt(0) || t.IsFloat() }

func alignmentOf(a ir.Attr) int64 {
	v, _ := a.Int()
	return v
}

// checkIndices fails with the message msg if n, the number of indices, is not the rank of m.
func checkIndices(op *ir.Op, m *ir.Value, n int, msg string) error {
	if m.Type().Rank() != n {
		return ir.Errorf(op, "%s", msg)
	}
	return nil
}
