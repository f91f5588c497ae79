package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/build"
)

func (c *converter) dotGeneral(o stablehlo.DotGeneral) ([]*ir.Value, error) {
	p := product{op: o.Op, lhs: c.value(o.LHS()), rhs: c.value(o.RHS()), dims: *o.DotDimensionNumbers()}
	c.turn(&p)
	if p.order == nil && c.swap(&p) {
		return c.swapped(p)
	}
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
	t        ir.Type // the type of the result; zero: the type of op's result
	order    []int64 // the result's dimensions in the order of their loops; nil: the order in the result
	asIs     bool    // the result has the layout of op's result, and the loops over terms are innermost
}

// product builds one nest. Its loops are the batch dimensions, the free dimensions of lhs, the
// contracted dimensions, and the free dimensions of rhs, which are vectorized. If p.order is set,
// the loops over the dimensions of the result have this order. If the last of them is a free
// dimension of lhs, lhs and rhs change roles.
func (c *converter) product(p product) ([]*ir.Value, error) {
	d := &p.dims
	sides := p.sides()
	order, columns := p.order, func(s side) bool { return s.lhs < 0 }
	if order == nil {
		order = firsts(len(sides))
	} else if sides[order[len(order)-1]].rhs < 0 {
		columns = func(s side) bool { return s.rhs < 0 }
	}
	terms := len(order) // the number of loops outside of the loops over terms
	for terms > 0 && columns(sides[order[terms-1]]) && !p.asIs {
		terms--
	}
	lhsShape, _ := p.lhs.Type().Shape()
	rhsShape, _ := p.rhs.Type().Shape()
	loops := len(order) + len(d.LHSContracting)
	lhs := affine.Map{Dims: loops, Results: make([]affine.Expr, len(lhsShape))}
	rhs := affine.Map{Dims: loops, Results: make([]affine.Expr, len(rhsShape))}
	out := affine.Map{Dims: loops, Results: make([]affine.Expr, len(order))}
	reduction := make([]bool, loops)
	for i := range d.LHSContracting {
		reduction[terms+i] = true
		e := affine.Dim(terms + i)
		lhs.Results[d.LHSContracting[i]], rhs.Results[d.RHSContracting[i]] = e, e
	}
	for k, i := range order {
		at := k
		if p.asIs {
			at = int(i)
		}
		if k >= terms {
			k += len(d.LHSContracting)
		}
		e := affine.Dim(k)
		out.Results[at] = e
		if s := sides[i]; s.lhs >= 0 {
			lhs.Results[s.lhs] = e
		}
		if s := sides[i]; s.rhs >= 0 {
			rhs.Results[s.rhs] = e
		}
	}
	return one(c.contract(p, []affine.Map{lhs, rhs, out}, reduction)), nil
}

func firsts(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// turn merges a transpose, if it is the only use of p's result, into p: p computes the result in
// the order of the transpose. In both orders, the vectorized loops must have more than one column.
// Otherwise the product would be vectorized along the terms, which adds them in another order. The
// new order must not fill fewer lanes than the old order.
func (c *converter) turn(p *product) {
	v := p.op.Result()
	if !v.HasOneUse() {
		return
	}
	var user *ir.Op
	for u := range v.Uses() {
		user = u.Owner()
	}
	o, ok := ir.As[stablehlo.Transpose](user)
	if !ok || o.Op.Block() != p.op.Block() {
		return
	}
	sides, order := p.sides(), o.Permutation()
	if len(sides) == 0 {
		return
	}
	shape, _ := v.Type().Shape()
	last := sides[order[len(order)-1]]
	columns := func(order []int64, has func(side) bool) int64 {
		n := int64(1)
		for _, i := range slices.Backward(order) {
			if has(sides[i]) {
				break
			}
			n *= shape[i]
		}
		return n
	}
	ofLHS, ofRHS := func(s side) bool { return s.lhs >= 0 }, func(s side) bool { return s.rhs >= 0 }
	now, then := columns(firsts(len(order)), ofLHS), int64(0)
	switch operand, _ := p.lhs.Type().Shape(); {
	case last.lhs < 0:
		then = columns(order, ofLHS)
	case last.rhs < 0 && int(last.lhs) == len(operand)-1: // otherwise the columns are not contiguous in lhs
		then = columns(order, ofRHS)
	}
	if now > 1 && then > 1 && then >= min(now, leastColumns) {
		p.order, p.t = order, o.Op.Result().Type()
		c.turned[o.Op] = true
	}
}

// leastColumns is the number of columns that fill a vector.
const leastColumns = 16

// MostInLanes is the maximum number of rows of lhs for which swap vectorizes a product along the
// terms. The order in which terms are added depends on it.
const MostInLanes = 7

// swap exchanges the rows and the columns of p: the loops over the free dimensions of lhs become
// the innermost loops over the result. If lhs has at most MostInLanes rows, the loops over terms
// are vectorized. Otherwise, lhs and the result must be copied. So swap changes p only if rhs has
// more than twice as many elements as lhs and the result together, as the weights in a product of a
// few rows. rhs must also be a matrix of floats, and not constant. In rhs, or in the matrix whose
// transpose is rhs, the last dimension must be contracted. swap reports whether it changed p.
func (c *converter) swap(p *product) bool {
	d := p.dims
	lhs, _ := p.lhs.Type().Shape()
	if rhs, _ := p.rhs.Type().Shape(); len(d.LHSBatching) > 0 || len(d.LHSContracting) != 1 || len(rhs) != 2 || len(lhs) < 2 || !isFloat(p.op.Result().Type()) {
		return false
	}
	weights, contracted := p.op.OperandList()[1], d.RHSContracting[0]
	if t, ok := ir.Defining[stablehlo.Transpose](weights); ok && t.Permutation()[0] == 1 {
		weights, contracted = t.Operand(), 1-contracted
	}
	shape, _ := weights.Type().Shape()
	terms, columns := shape[1], shape[0]
	rows := int64(tensor.NumElements(lhs)) / max(1, terms)
	if contracted != 1 || ir.Is[stablehlo.Constant](weights.Def()) || columns*terms <= 2*rows*(terms+columns) {
		return false
	}
	p.rhs, p.dims.RHSContracting = c.value(weights), []int64{1}
	free := int64(len(lhs) - 1)
	p.order, p.asIs = append([]int64{free}, firsts(len(lhs)-1)...), rows <= MostInLanes
	return true
}

// swapped builds p after swap. It transposes the result if p.asIs is false.
func (c *converter) swapped(p product) ([]*ir.Value, error) {
	if p.asIs {
		return c.product(p)
	}
	t := p.op.Result().Type()
	shape, _ := t.Shape()
	last := len(shape) - 1
	p.t = t.WithShape(append([]int64{shape[last]}, shape[:last]...))
	v, err := c.product(p)
	if err != nil {
		return nil, err
	}
	m := affine.Map{Dims: len(shape), Results: []affine.Expr{affine.Dim(last)}}
	for i := range last {
		m.Results = append(m.Results, affine.Dim(i))
	}
	return one(c.moved(v[0], kernelop.Stored(t), m)), nil
}

// side has the dimension of each operand that corresponds to a dimension of a product's result, or
// -1.
type side struct{ lhs, rhs int64 }

func (p *product) sides() []side {
	var all []side
	d := &p.dims
	lhsShape, _ := p.lhs.Type().Shape()
	rhsShape, _ := p.rhs.Type().Shape()
	for i := range d.LHSBatching {
		all = append(all, side{d.LHSBatching[i], d.RHSBatching[i]})
	}
	for _, i := range others(len(lhsShape), append(slices.Clone(d.LHSBatching), d.LHSContracting...)) {
		all = append(all, side{int64(i), -1})
	}
	for _, i := range others(len(rhsShape), append(slices.Clone(d.RHSBatching), d.RHSContracting...)) {
		all = append(all, side{-1, int64(i)})
	}
	return all
}

// contract accumulates in the type of the result of p, or in f32 for halves. It computes a sum of
// floats by fused multiply-adds, one after the other, in the order of the contracted loops.
func (c *converter) contract(p product, maps []affine.Map, reduction []bool) *ir.Value {
	t := p.t
	if t.IsNil() {
		t = p.op.Result().Type()
	}
	sum := kernelop.Stored(t)
	if isHalf(t) {
		sum = t.WithElem(ir.F32())
	}
	zero := zeroOf(c.b, sum.Elem())
	lhsT, rhsT := p.op.OperandList()[0].Type(), p.op.OperandList()[1].Type()
	g := structured.New(c.b, structured.Shape{
		Ins: []*ir.Value{p.lhs, p.rhs}, Outs: []*ir.Value{build.Fill(c.b, zero, build.Empty(c.b, sum)).Result()},
		Maps: maps, Reduction: reduction,
	}, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		factor := t.Elem()
		if isFloat(sum) {
			factor = sum.Elem()
		}
		s := scalar{b: b}
		x, y := s.converted(args[0], lhsT.Elem(), factor), s.converted(args[1], rhsT.Elem(), factor)
		if isBool(sum) {
			return one(arith.NewOrI(b, args[2], arith.NewAndI(b, x, y).Op.Result()).Op.Result())
		}
		if isFloat(sum) {
			return one(math.NewFma(b, x, y, args[2]).Op.Result())
		}
		return one(arith.NewAddI(b, args[2], arith.NewMulI(b, x, y).Op.Result()).Op.Result())
	})
	if sum != kernelop.Stored(t) || isSmallInt(t) {
		return c.rounded(g.Result(), t)
	}
	return g.Result()
}

func zeroOf(b *ir.Builder, t ir.Type) *ir.Value {
	if isFloat(t) {
		return arith.NewFloat(b, 0, t).Op.Result()
	}
	return arith.NewInt(b, 0, t).Op.Result()
}
