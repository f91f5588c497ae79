package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
)

func (c *converter) dotGeneral(o stablehlo.DotGeneral) ([]*ir.Value, error) {
	p := product{op: o.Op, lhs: c.value(o.LHS()), rhs: c.value(o.RHS()), dims: *o.DotDimensionNumbers()}
	return c.product(p)
}

// dot contracts the last dimension of lhs with the first of rhs.
func (c *converter) dot(o stablehlo.Dot) ([]*ir.Value, error) {
	shape, _ := o.LHS().Type().Shape()
	dims := stablehlo.DotDims{LHSContracting: []int64{int64(len(shape) - 1)}, RHSContracting: []int64{0}}
	return c.product(product{op: o.Op, lhs: c.value(o.LHS()), rhs: c.value(o.RHS()), dims: dims})
}

// product is a contraction of two tensors.
type product struct {
	op       *ir.Op
	lhs, rhs *ir.Value
	dims     stablehlo.DotDims
	t        ir.Type // of the result; the zero type: that of op
}

// product builds one nest: loops over batch dimensions, free dimensions of lhs, contracted
// dimensions, and free dimensions of rhs, which are in lanes.
func (c *converter) product(p product) ([]*ir.Value, error) {
	lhsShape, _ := p.lhs.Type().Shape()
	rhsShape, _ := p.rhs.Type().Shape()
	d := &p.dims
	lhsFree := others(len(lhsShape), append(slices.Clone(d.LHSBatching), d.LHSContracting...))
	rhsFree := others(len(rhsShape), append(slices.Clone(d.RHSBatching), d.RHSContracting...))
	loops := len(d.LHSBatching) + len(lhsFree) + len(rhsFree) + len(d.LHSContracting)
	lhs := affine.Map{Dims: loops, Results: make([]affine.Expr, len(lhsShape))}
	rhs := affine.Map{Dims: loops, Results: make([]affine.Expr, len(rhsShape))}
	k := 0
	next := func() affine.Expr { k++; return affine.Dim(k - 1) }
	for i := range d.LHSBatching {
		e := next()
		lhs.Results[d.LHSBatching[i]], rhs.Results[d.RHSBatching[i]] = e, e
	}
	for _, i := range lhsFree {
		lhs.Results[i] = next()
	}
	out := affine.Map{Dims: loops, Results: slices.Clone(affine.Identity(loops).Results[:k])}
	reduction := make([]bool, loops)
	for i := range d.LHSContracting {
		reduction[k] = true
		e := next()
		lhs.Results[d.LHSContracting[i]], rhs.Results[d.RHSContracting[i]] = e, e
	}
	for _, i := range rhsFree {
		rhs.Results[i] = next()
		out.Results = append(out.Results, rhs.Results[i])
	}
	return one(c.contract(p, []affine.Map{lhs, rhs, out}, reduction)), nil
}

// contract accumulates in the type of the result of p, or in f32 for halves. The sum is one
// chain of fused multiply-adds in the order of the contracted loops.
func (c *converter) contract(p product, maps []affine.Map, reduction []bool) *ir.Value {
	t := p.t
	if t.IsNil() {
		t = p.op.Result().Type()
	}
	sum := stored(t)
	if isHalf(t) {
		sum = t.WithElem(ir.F32())
	}
	zero := zeroOf(c.b, sum.Elem())
	lhsT, rhsT := p.op.OperandList()[0].Type(), p.op.OperandList()[1].Type()
	g := structured.New(c.b, structured.Shape{
		Ins: []*ir.Value{p.lhs, p.rhs}, Outs: []*ir.Value{build.Fill(c.b, zero, build.Empty(c.b, sum)).Result()},
		Maps: maps, Reduction: reduction,
	}, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		x, y := widen(b, args[0], lhsT, sum.Elem()), widen(b, args[1], rhsT, sum.Elem())
		if isBool(sum) {
			return one(arith.NewOrI(b, args[2], arith.NewAndI(b, x, y).Op.Result()).Op.Result())
		}
		if isFloat(sum) {
			return one(math.NewFma(b, x, y, args[2]).Op.Result())
		}
		return one(arith.NewAddI(b, args[2], arith.NewMulI(b, x, y).Op.Result()).Op.Result())
	})
	if sum != stored(t) || isSmallInt(t) {
		return c.rounded(g.Result(), t)
	}
	return g.Result()
}

// widen converts a factor, of type from in the program, to the type of the sum.
func widen(b *ir.Builder, v *ir.Value, from, to ir.Type) *ir.Value {
	if isHalf(from) {
		v, from = widened(b, v, from), ir.F32()
	}
	switch {
	case v.Type() == to:
		return v
	case isFloat(to) && bits(v.Type()) > bits(to):
		return arith.NewTruncF(b, v, to).Op.Result()
	case isFloat(to) && isFloat(from):
		return arith.NewExtF(b, v, to).Op.Result()
	case isFloat(to):
		return arith.NewSIToFP(b, v, to).Op.Result()
	case bits(v.Type()) > bits(to):
		return arith.NewTruncI(b, v, to).Op.Result()
	case isUnsigned(from):
		return arith.NewExtUI(b, v, to).Op.Result()
	}
	return arith.NewExtSI(b, v, to).Op.Result()
}

func zeroOf(b *ir.Builder, t ir.Type) *ir.Value {
	if isFloat(t) {
		return arith.NewFloat(b, 0, t).Op.Result()
	}
	return arith.NewInt(b, 0, t).Op.Result()
}
