package chlo

import (
	"context"
	"slices"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// ragged rewrites a ragged product as one product for each group. Each of these products reads lhs
// with zeros outside of the group.
type ragged struct {
	e       emitter
	ctx     context.Context
	o       chlo.RaggedDot
	dims    *chlo.RaggedDims
	lhs     value
	numbers value // the indices along the ragged dimension of lhs; other extents are 1
	zero    value // zeros in the shape of lhs
	start   value // the index at which the next group begins
	groups  int64
	outer   int // the rank of the operand group_sizes, minus 1
}

// raggedDot replaces a ragged product. If the ragged dimension is a batch dimension, raggedDot
// inserts an ordinary product. Otherwise it inserts a product for each group, and returns nil if
// ctx ends.
func (e emitter) raggedDot(ctx context.Context, o chlo.RaggedDot) []value {
	if !ranked(o) {
		return nil
	}
	d := o.Dims()
	if slices.Contains(d.LHSBatching, d.LHSRagged[0]) {
		return []value{e.product(o, o.LHS(), o.RHS(), o.Op.Result().Type(), d.RHSBatching, d.RHSContracting)}
	}
	sizes, _ := o.GroupSizes().Type().Shape()
	g := &ragged{e: e, ctx: ctx, o: o, dims: d, lhs: o.LHS(), outer: len(sizes) - 1, groups: groups(o)}
	if g.groups == ir.Dynamic {
		return nil
	}
	if result := o.Op.Result(); g.groups == 0 && result.Type().HasStaticShape() {
		return []value{e.like(0, result)}
	}
	g.begin(sizes)
	var v value
	if len(d.RHSGroup) > 0 {
		v = g.sum()
	} else {
		v = g.stack()
	}
	if v == nil {
		return nil
	}
	return []value{v}
}

// ranked reports whether the operands and the result of o are ranked. If not, the verifier does not
// check the dimension numbers.
func ranked(o chlo.RaggedDot) bool {
	_, ok1 := o.LHS().Type().Shape()
	_, ok2 := o.RHS().Type().Shape()
	_, ok3 := o.Op.Result().Type().Shape()
	return ok1 && ok2 && ok3
}

// groups returns the number of groups of o, which is [ir.Dynamic] if it is unknown.
func groups(o chlo.RaggedDot) int64 {
	if d := o.Dims(); len(d.RHSGroup) > 0 {
		return o.RHS().Type().Dims()[d.RHSGroup[0]]
	}
	sizes, _ := o.GroupSizes().Type().Shape()
	return sizes[len(sizes)-1]
}

// maxGroups is the largest number of groups of a ragged product. It is limited because the pass
// inserts about 20 operations for each group.
const maxGroups = 1 << 12

// fewGroups fails if op is a ragged product of more than maxGroups groups that would be unrolled.
func fewGroups(op *ir.Op) error {
	o, ok := ir.As[chlo.RaggedDot](op)
	if !ok {
		return nil
	}
	if !ranked(o) || slices.Contains(o.Dims().LHSBatching, o.Dims().LHSRagged[0]) {
		return nil
	}
	if n := groups(o); n > maxGroups {
		return ir.Errorf(op, "has %d groups, but chlo-legalize-to-stablehlo supports at most %d", n, maxGroups).
			WithHelp("lathe run and lathe compile support more groups, since they compute the groups in a loop")
	}
	return nil
}

// product inserts a dot_general with the precision of o.
func (e emitter) product(o chlo.RaggedDot, l, r value, t ir.Type, batch, contracting []int64) value {
	d := o.Dims()
	dot := stablehlo.NewDotGeneral(e.B, l, r, t, stablehlo.DotDims{LHSBatching: d.LHSBatching, RHSBatching: batch, LHSContracting: d.LHSContracting, RHSContracting: contracting})
	if given, ok := ir.AttrAs[*ir.ArrayAttr](o.Op.Attr("precision_config")); ok {
		var words []ir.Attr
		for _, a := range given.Elems {
			p, _ := ir.AttrAs[*chlo.Enum](a)
			words = append(words, stablehlo.NewEnum("precision", p.Word))
		}
		dot.Op.SetAttr("precision_config", ir.NewArray(words...))
	}
	return dot.Op.Result()
}

func (g *ragged) begin(sizes []int64) {
	e := g.e
	outer := ir.Tensor(ir.I64(), sizes[:g.outer]...)
	if outer.HasStaticShape() {
		g.start = stablehlo.NewConstant(e.B, ir.NewSplat(outer, number(0, outer.Kind()))).Op.Result()
	} else {
		extents := e.list(e.extents(g.o.GroupSizes(), func(int) value { return nil })[:g.outer])
		g.start = e.dynamic(e.number(0), extents, outer)
	}
	l, _ := g.lhs.Type().Shape()
	at := g.dims.LHSRagged[0]
	shape := slices.Repeat([]int64{1}, len(l))
	shape[at] = l[at]
	t := ir.Tensor(ir.I64(), shape...)
	if l[at] != ir.Dynamic {
		g.numbers = stablehlo.NewIota(e.B, t, at).Op.Result()
	} else {
		extents := e.list(e.extents(g.lhs, func(d int) value {
			if d == int(at) {
				return nil
			}
			return e.same(1, 1)
		}))
		g.numbers = ir.Create[stablehlo.DynamicIota](e.B, ir.Init{Operands: []value{extents}, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewI64(at)}}).Op.Result()
	}
	if g.lhs.Type().HasStaticShape() {
		g.zero = e.like(0, g.lhs)
		return
	}
	zero := e.scalar(0, g.lhs.Type().Elem())
	g.zero = e.dynamic(zero, e.shapes([]value{g.lhs})[0], g.lhs.Type())
}

// extents returns the extents of x, one tensor<1xi64> for each dimension. If other(d) is not nil,
// it replaces the extent of dimension d.
func (e emitter) extents(x value, other func(dim int) value) []value {
	var vs []value
	for d := range x.Type().Rank() {
		v := other(d)
		if v == nil {
			v = e.extent(x, d)
		}
		vs = append(vs, v)
	}
	return vs
}

// masked returns lhs with zeros outside of group i. It also advances g.start to the next group.
func (g *ragged) masked(i int64) value {
	e := g.e
	limit := e.Add(g.start, g.size(i))
	t := g.lhs.Type().WithElem(ir.I64())
	all := make([]int64, t.Rank())
	for d := range all {
		all[d] = int64(d)
	}
	spread := func(v value, dims []int64) value {
		if t.HasStaticShape() {
			return stablehlo.NewBroadcastInDim(e.B, v, t, dims...).Op.Result()
		}
		return e.dynamicAt(v, e.shapes([]value{g.lhs})[0], t, dims)
	}
	outer := g.dims.Outer()[:g.outer]
	low := spread(g.start, outer)
	high := spread(limit, outer)
	numbers := spread(g.numbers, all)
	from := e.ge(numbers, low)
	g.start = limit
	return e.Choose(e.and(from, e.lt(numbers, high)), g.lhs, g.zero)
}

// size returns the size of group i, for each index of the outer dimensions.
func (g *ragged) size(i int64) value {
	e, x := g.e, g.o.GroupSizes()
	shape, _ := x.Type().Shape()
	one := slices.Clone(shape)
	one[g.outer] = 1
	start, limit := make([]int64, len(shape)), slices.Clone(shape)
	start[g.outer], limit[g.outer] = i, i+1
	elem := x.Type().Elem()
	var v value
	var extents []value // the extents of the outer dimensions, if x has a dynamic shape
	if x.Type().HasStaticShape() {
		v = e.Slice(x, start, limit)
	} else {
		first := e.numbersOf(start)
		strides := e.same(len(shape), 1)
		limits := make([]value, len(shape))
		for d := range limits {
			if d == g.outer {
				limits[d] = e.number(i + 1)
			} else {
				limits[d] = e.Convert(e.dimensionSize(x, d), ir.I64())
			}
		}
		v = e.realDynamicSlice(x, first, e.vectorOf(limits), strides, ir.Tensor(elem, one...))
		extents = limits[:g.outer]
	}
	v = e.reshaped(v, shape[:g.outer], extents)
	return e.Convert(v, ir.I64())
}

func (e emitter) numbersOf(vs []int64) value {
	fs := make([]float64, len(vs))
	for i, v := range vs {
		fs[i] = float64(v)
	}
	return e.Table(ir.I64(), fs, int64(len(vs)))
}

// sum adds the products of the groups. Each group has a separate part of rhs. If the context ends,
// sum returns nil.
func (g *ragged) sum() value {
	e, group, r := g.e, g.dims.RHSGroup[0], g.o.RHS().Type().Dims()
	without := func(dims []int64) []int64 {
		dims = slices.Clone(dims)
		for i, d := range dims {
			if d > group {
				dims[i]--
			}
		}
		return dims
	}
	batch, contracting := without(g.dims.RHSBatching), without(g.dims.RHSContracting)
	var total value
	for i := range g.groups {
		if g.ctx.Err() != nil {
			return nil
		}
		left := g.masked(i)
		p := e.product(g.o, left, g.rhs(r, i), g.o.Op.Result().Type(), batch, contracting)
		if i == 0 {
			total = p
			continue
		}
		total = e.Add(total, p)
	}
	return total
}

// rhs returns the part of the operand rhs for group i. r is the shape of this operand.
func (g *ragged) rhs(r []int64, i int64) value {
	e, x, group := g.e, g.o.RHS(), int(g.dims.RHSGroup[0])
	rest := slices.Delete(slices.Clone(r), group, group+1)
	if x.Type().HasStaticShape() {
		start, limit := make([]int64, len(r)), slices.Clone(r)
		start[group], limit[group] = i, i+1
		return e.Reshape(e.Slice(x, start, limit), rest...)
	}
	var starts []value
	limits := e.extents(x, func(d int) value {
		if d == group {
			starts = append(starts, e.same(1, float64(i)))
			return e.same(1, float64(i+1))
		}
		starts = append(starts, e.same(1, 0))
		return nil
	})
	start := e.list(starts)
	limit := e.list(limits)
	one := slices.Clone(r)
	one[group] = 1
	elem := x.Type().Elem()
	v := e.realDynamicSlice(x, start, limit, e.same(len(r), 1), ir.Tensor(elem, one...))
	return e.dynamicReshape(v, e.list(slices.Delete(limits, group, group+1)), ir.Tensor(elem, rest...))
}

// reshaped returns the elements of x in another shape. extents has one i64 for each dimension of
// this shape, and is not used if the shape is static.
func (e emitter) reshaped(x value, shape []int64, extents []value) value {
	if !slices.Contains(shape, ir.Dynamic) {
		return e.Reshape(x, shape...)
	}
	return e.dynamicReshape(x, e.vectorOf(extents), ir.Tensor(x.Type().Elem(), shape...))
}

func (e emitter) dynamicReshape(x, shape value, t ir.Type) value {
	return ir.Create[stablehlo.DynamicReshape](e.B, ir.Init{Operands: []value{x, shape}, Results: []ir.Type{t}}).Op.Result()
}

// stack joins the products of the groups along a new first dimension. If the context ends, stack
// returns nil.
func (g *ragged) stack() value {
	e, t := g.e, g.o.Op.Result().Type()
	shape, _ := t.Shape()
	one := ir.Tensor(t.Elem(), shape[1:]...)
	var products []value
	for i := range g.groups {
		if g.ctx.Err() != nil {
			return nil
		}
		products = append(products, e.product(g.o, g.masked(i), g.o.RHS(), one, g.dims.RHSBatching, g.dims.RHSContracting))
	}
	stacked := ir.Tensor(t.Elem(), slices.Concat([]int64{1}, shape[1:])...)
	for i, p := range products {
		if one.HasStaticShape() {
			products[i] = stablehlo.NewReshape(e.B, p, stacked).Op.Result()
			continue
		}
		extents := append([]value{e.same(1, 1)}, e.extents(p, func(int) value { return nil })...)
		products[i] = e.dynamicReshape(p, e.list(extents), stacked)
	}
	return stablehlo.NewConcatenate(e.B, t, 0, products...).Op.Result()
}
