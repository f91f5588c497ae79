// Package arith is MLIR's arith dialect: arithmetic on integers and floats, and elementwise
// arithmetic on vectors and tensors of integers and floats.
package arith

import (
	"strconv"

	"github.com/lathe-ir/lathe/dialects/ub"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:     "arith",
		Doc:      "Arithmetic on integers and floats, and elementwise arithmetic on vectors and tensors of integers and floats.",
		Ops:      declarations,
		Syntax:   syntax{},
		Constant: Materialize,
	}
}

func declarations() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Constant](), ir.Decl[AddI](), ir.Decl[SubI](), ir.Decl[MulI](), ir.Decl[ShLI](),
		ir.Decl[DivSI](), ir.Decl[DivUI](), ir.Decl[ShRSI](), ir.Decl[ShRUI](),
		ir.Decl[CeilDivSI](), ir.Decl[CeilDivUI](), ir.Decl[FloorDivSI](), ir.Decl[RemSI](), ir.Decl[RemUI](),
		ir.Decl[AndI](), ir.Decl[OrI](), ir.Decl[XOrI](),
		ir.Decl[MaxSI](), ir.Decl[MaxUI](), ir.Decl[MinSI](), ir.Decl[MinUI](),
		ir.Decl[AddUIExtended](), ir.Decl[MulSIExtended](), ir.Decl[MulUIExtended](),
		ir.Decl[NegF](), ir.Decl[AddF](), ir.Decl[SubF](), ir.Decl[MulF](), ir.Decl[DivF](), ir.Decl[RemF](),
		ir.Decl[MaximumF](), ir.Decl[MinimumF](), ir.Decl[MaxNumF](), ir.Decl[MinNumF](),
		ir.Decl[ExtSI](), ir.Decl[ExtUI](), ir.Decl[ExtF](), ir.Decl[TruncI](), ir.Decl[TruncF](),
		ir.Decl[ScalingExtF](), ir.Decl[ScalingTruncF](),
		ir.Decl[SIToFP](), ir.Decl[UIToFP](), ir.Decl[FPToSI](), ir.Decl[FPToUI](),
		ir.Decl[IndexCast](), ir.Decl[IndexCastUI](), ir.Decl[Bitcast](),
		ir.Decl[CmpI](), ir.Decl[CmpF](), ir.Decl[Select](),
	}
}

// Materialize creates a constant operation that has the value a and a result of type t. It returns
// nil if neither arith.constant nor ub.poison can represent this constant.
func Materialize(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
	if op := ub.Materialize(b, a, t); op != nil {
		return op
	}
	if a.TypeOf() != t || !buildable(a, t) {
		return nil
	}
	return NewConstant(b, a).Op
}

// buildable reports whether arith.constant can hold the value a if its result has type t.
func buildable(a ir.Attr, t ir.Type) bool {
	if d, ok := ir.TypeAs[*ir.IntType](t.Elem()); ok && d.Sign != ir.Signless {
		return false
	}
	switch a.Data().(type) {
	case *ir.IntAttr, *ir.FloatAttr:
		return true
	}
	return constraint.IsElements(a)
}

// Constant is a constant number, vector or tensor.
//
//	%c1_i32 = arith.constant 1 : i32
type Constant struct{ ir.Ref }

// Spec implements ir.View.
func (Constant) Spec() ir.Spec {
	return ir.Spec{
		Name:    "arith.constant",
		Doc:     "A constant number, vector or tensor.",
		Results: []ir.Field{{Name: "result", Type: constraint.Any}},
		Attrs:   []ir.AttrField{{Name: "value", Type: constraint.Typed}},
		Traits:  ir.Pure | ir.ConstantLike,
		Rules:   []ir.TypeRule{{From: "value", To: "result"}},
		Format:  "attr-dict $value",
	}
}

// NewConstant inserts a constant that has the value a. a must be a typed attribute.
func NewConstant(b *ir.Builder, a ir.Attr) Constant {
	return ir.Create[Constant](b, ir.Init{Results: []ir.Type{a.TypeOf()}, Attrs: []ir.Attr{a}})
}

// NewInt inserts the constant v of type t, which must be an integer type or index.
func NewInt(b *ir.Builder, v int64, t ir.Type) Constant { return NewConstant(b, ir.NewInt(v, t)) }

// NewIndex inserts the constant v of type index.
func NewIndex(b *ir.Builder, v int64) Constant { return NewInt(b, v, ir.Index()) }

// NewFloat inserts the constant v, rounded to the float type t.
func NewFloat(b *ir.Builder, v float64, t ir.Type) Constant {
	return NewConstant(b, ir.NewFloat(v, t))
}

// Value implements ir.Constant.
func (o Constant) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold folds the constant to its value.
func (o Constant) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Op.AttrAt(0)), true }

// ResultNames implements ir.Namer. Examples of names are %c1_i32, %true, %c0 and %cst.
func (o Constant) ResultNames(set func(*ir.Value, string)) {
	d, ok := ir.AttrAs[*ir.IntAttr](o.Value())
	switch {
	case !ok:
		set(o.Op.Result(), "cst")
	case d.Type == ir.I1() && d.Value != 0:
		set(o.Op.Result(), "true")
	case d.Type == ir.I1():
		set(o.Op.Result(), "false")
	default:
		var store [32]byte
		name := append(store[:0], 'c')
		if d.Big != nil {
			name = d.Big.Append(name, 10)
		} else {
			name = strconv.AppendInt(name, d.Value, 10)
		}
		if !d.Type.IsIndex() {
			name = append(append(name, '_'), d.Type.String()...)
		}
		set(o.Op.Result(), string(name))
	}
}

// Verify implements ir.Verifier.
func (o Constant) Verify() error {
	t := o.Op.Result().Type()
	if d, ok := ir.TypeAs[*ir.IntType](t); ok && d.Sign != ir.Signless {
		return ir.Errorf(o.Op, "integer return type must be signless")
	}
	a := o.Value()
	switch a.Data().(type) {
	case *ir.IntAttr, *ir.FloatAttr:
	default:
		if !constraint.IsElements(a) {
			return ir.Errorf(o.Op, "value must be an integer, float, or elements attribute")
		}
	}
	if v, ok := ir.TypeAs[*ir.VectorType](t); ok && v.Scalable != nil {
		if d, ok := ir.AttrAs[*ir.DenseElements](a); !ok || !isSplat(d) {
			return ir.Errorf(o.Op, "intializing scalable vectors with elements attribute is not supported unless it's a vector splat")
		}
	}
	return nil
}

func isSplat(d *ir.DenseElements) bool {
	_, ok := d.Splat()
	return ok
}
