package gomlx

import (
	"fmt"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/shapeinference"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// unary applies the operation T to x. The parameter "kind" determines the shape of the result.
func unary[T ir.Typed](b *Builder, kind backends.OpType, x backends.Op) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	s, err := shapeinference.UnaryOp(kind, ns[0].shape)
	if err != nil {
		return nil, err
	}
	if d := s.DType; d.IsComplex() && (kind == backends.OpTypeAbs || kind == backends.OpTypeReal || kind == backends.OpTypeImag) {
		s = shapes.Make(d.RealDType(), s.Dimensions...)
	}
	o := ir.Create[T](b.b, ir.Init{Operands: values(ns), Results: []ir.Type{typeOf(s)}})
	return b.made(ir.OpOf(o), s)
}

// alike broadcasts lhs and rhs to a common shape. A scalar gets the shape of the other operand. A
// dimension of extent 1 gets the extent of the other operand's dimension.
func (b *Builder) alike(kind backends.OpType, lhs, rhs backends.Op) (l, r *node, err error) {
	ns, err := b.nodes(lhs, rhs)
	if err != nil {
		return nil, nil, err
	}
	l, r = ns[0], ns[1]
	if l.shape.DType != r.shape.DType {
		return nil, nil, fmt.Errorf("%s needs operands with the same element type, but got %s and %s", kind, l.shape, r.shape)
	}
	dims, err := commonDims(l.shape, r.shape)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", kind, err)
	}
	s := shapes.Make(l.shape.DType, dims...)
	return b.stretch(l, s), b.stretch(r, s), nil
}

func commonDims(l, r shapes.Shape) ([]int, error) {
	switch {
	case l.IsScalar():
		return r.Dimensions, nil
	case r.IsScalar():
		return l.Dimensions, nil
	case l.Rank() != r.Rank():
		return nil, fmt.Errorf("shapes %s and %s have different ranks", l, r)
	}
	dims := make([]int, l.Rank())
	for i, n := range l.Dimensions {
		m := r.Dimensions[i]
		if n != m && n != 1 && m != 1 {
			return nil, fmt.Errorf("shapes %s and %s differ in axis %d", l, r, i)
		}
		dims[i] = n
		if n == 1 {
			dims[i] = m
		}
	}
	return dims, nil
}

// stretch broadcasts n to the shape s. n must be a scalar or have the rank of s.
func (b *Builder) stretch(n *node, s shapes.Shape) *node {
	if n.shape.Equal(s) {
		return n
	}
	o := stablehlo.NewBroadcastInDim(b.b, n.v, typeOf(s), wide(upTo(n.shape.Rank()))...)
	return b.node(o.Op.Result(), s)
}

// binary broadcasts lhs and rhs to a common shape, and applies the operation T to them.
func binary[T ir.Typed](b *Builder, kind backends.OpType, lhs, rhs backends.Op) (backends.Op, error) {
	l, r, err := b.alike(kind, lhs, rhs)
	if err != nil {
		return nil, err
	}
	s, err := shapeinference.BinaryOp(kind, l.shape, r.shape)
	if err != nil {
		return nil, err
	}
	o := ir.Create[T](b.b, ir.Init{Operands: []*ir.Value{l.v, r.v}, Results: []ir.Type{typeOf(s)}})
	return b.made(ir.OpOf(o), s)
}

// shift applies the shift operation T. It computes the shape of the result itself, because GoMLX's
// package shapeinference has no rule for shifts.
func shift[T ir.Typed](b *Builder, kind backends.OpType, lhs, rhs backends.Op) (backends.Op, error) {
	l, r, err := b.alike(kind, lhs, rhs)
	if err != nil {
		return nil, err
	}
	if !l.shape.DType.IsInt() {
		return nil, fmt.Errorf("%s takes integers, but got %s", kind, l.shape)
	}
	o := ir.Create[T](b.b, ir.Init{Operands: []*ir.Value{l.v, r.v}, Results: []ir.Type{l.v.Type()}})
	return b.made(ir.OpOf(o), l.shape)
}

// compare compares lhs and rhs. dir is the comparison direction, such as "LT". If total is true,
// compare uses the total order of floats, which also orders NaNs.
func (b *Builder) compare(kind backends.OpType, dir string, total bool, lhs, rhs backends.Op) (backends.Op, error) {
	l, r, err := b.alike(kind, lhs, rhs)
	if err != nil {
		return nil, err
	}
	s, err := shapeinference.ComparisonOp(kind, l.shape, r.shape)
	if err != nil {
		return nil, err
	}
	if d := l.shape.DType; d.IsComplex() && (total || dir != "EQ" && dir != "NE") {
		return nil, fmt.Errorf("%s: numbers of type %s cannot be ordered", kind, d)
	}
	order := orderOf(l.shape.DType)
	if total && order == "FLOAT" {
		order = "TOTALORDER"
	}
	return b.made(stablehlo.NewCompareAs(b.b, dir, order, l.v, r.v).Op, s)
}

// orderOf returns StableHLO's comparison type for elements of type d.
func orderOf(d dtypes.DType) string {
	switch {
	case d.IsFloat() || d.IsComplex():
		return "FLOAT"
	case d.IsUnsigned() || d == dtypes.Bool:
		return "UNSIGNED"
	}
	return "SIGNED"
}

// Clamp implements backends.StandardOps.
func (b *Builder) Clamp(low, x, high backends.Op) (backends.Op, error) {
	ns, err := b.nodes(low, x, high)
	if err != nil {
		return nil, err
	}
	if d := ns[1].shape.DType; d.IsComplex() {
		return nil, fmt.Errorf("Clamp: numbers of type %s cannot be ordered", d)
	}
	return b.made(stablehlo.NewClamp(b.b, ns[0].v, ns[1].v, ns[2].v).Op, ns[1].shape)
}

// Where implements backends.StandardOps.
func (b *Builder) Where(cond, onTrue, onFalse backends.Op) (backends.Op, error) {
	ns, err := b.nodes(cond, onTrue, onFalse)
	if err != nil {
		return nil, err
	}
	if t, f := ns[1].shape, ns[2].shape; t.DType != f.DType {
		return nil, fmt.Errorf("Where needs values with the same element type, but got %s and %s", t, f)
	}
	s, err := shapeinference.WhereOp(ns[0].shape, ns[1].shape, ns[2].shape)
	if err != nil {
		return nil, err
	}
	pred, t, f := ns[0], b.stretch(ns[1], s), b.stretch(ns[2], s)
	return b.made(stablehlo.NewSelect(b.b, pred.v, t.v, f.v).Op, s)
}

// ConvertDType implements backends.StandardOps.
func (b *Builder) ConvertDType(x backends.Op, d dtypes.DType) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	s := shapes.Make(d, ns[0].shape.Dimensions...)
	if err := checkShape(s); err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewConvert(b.b, ns[0].v, ir.KindType(kindOf(d))).Op, s)
}

// Abs implements backends.StandardOps. For unsigned integers it returns x.
func (b *Builder) Abs(x backends.Op) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	if ns[0].shape.DType.IsUnsigned() {
		return ns[0], nil
	}
	return unary[stablehlo.Abs](b, backends.OpTypeAbs, x)
}

// Sign implements backends.StandardOps. For unsigned integers it returns min(x, 1).
func (b *Builder) Sign(x backends.Op) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	if s := ns[0].shape; s.DType.IsUnsigned() {
		return b.Min(x, b.node(b.number(s.DType, 1), shapes.Make(s.DType)))
	}
	return unary[stablehlo.Sign](b, backends.OpTypeSign, x)
}

// Complex implements backends.StandardOps.
func (b *Builder) Complex(lhs, rhs backends.Op) (backends.Op, error) {
	l, r, err := b.alike(backends.OpTypeComplex, lhs, rhs)
	if err != nil {
		return nil, err
	}
	d := dtypes.Complex64
	if l.shape.DType == dtypes.Float64 {
		d = dtypes.Complex128
	}
	s := shapes.Make(d, l.shape.Dimensions...)
	o := ir.Create[stablehlo.Complex](b.b, ir.Init{Operands: []*ir.Value{l.v, r.v}, Results: []ir.Type{typeOf(s)}})
	return b.made(o.Op, s)
}

// Conj implements backends.StandardOps.
func (b *Builder) Conj(x backends.Op) (backends.Op, error) {
	re, err := b.Real(x)
	if err != nil {
		return nil, err
	}
	im, err := b.Imag(x)
	if err != nil {
		return nil, err
	}
	if im, err = b.Neg(im); err != nil {
		return nil, err
	}
	return b.Complex(re, im)
}

// Real implements backends.StandardOps. For floats it returns x.
func (b *Builder) Real(x backends.Op) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	if ns[0].shape.DType.IsFloat() {
		return ns[0], nil
	}
	return unary[stablehlo.Real](b, backends.OpTypeReal, x)
}

// Imag implements backends.StandardOps. For floats it returns zero.
func (b *Builder) Imag(x backends.Op) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	if s := ns[0].shape; s.DType.IsFloat() {
		return b.stretch(b.node(b.number(s.DType, 0), shapes.Make(s.DType)), s), nil
	}
	return unary[stablehlo.Imag](b, backends.OpTypeImag, x)
}

// IsNaN implements backends.StandardOps.
func (b *Builder) IsNaN(x backends.Op) (backends.Op, error) { return b.NotEqual(x, x) }

// IsFinite implements backends.StandardOps. A complex number is finite if both parts are finite.
func (b *Builder) IsFinite(x backends.Op) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	s := shapes.Make(dtypes.Bool, ns[0].shape.Dimensions...)
	if !ns[0].shape.DType.IsComplex() {
		o := ir.Create[stablehlo.IsFinite](b.b, ir.Init{Operands: values(ns), Results: []ir.Type{typeOf(s)}})
		return b.made(o.Op, s)
	}
	var parts [2]backends.Op
	for i, part := range []func(backends.Op) (backends.Op, error){b.Real, b.Imag} {
		if parts[i], err = part(x); err != nil {
			return nil, err
		}
		if parts[i], err = b.IsFinite(parts[i]); err != nil {
			return nil, err
		}
	}
	return b.LogicalAnd(parts[0], parts[1])
}

// Erf implements backends.StandardOps.
func (b *Builder) Erf(x backends.Op) (backends.Op, error) {
	return unary[chlo.Erf](b, backends.OpTypeErf, x)
}
