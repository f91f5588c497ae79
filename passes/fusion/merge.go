package fusion

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// body builds the body of a rewritten nest from its arguments, and returns the values that it
// yields.
type body func(b *ir.Builder, args []*ir.Value) []*ir.Value

// rebuild replaces c by a nest with other inputs and another body. It fails if the new operands do
// not determine the extent of every loop.
func rebuild(c structured.Nest, ins []*ir.Value, maps []affine.Map, build body) (structured.Nest, bool) {
	all := append(append([]affine.Map(nil), maps...), c.Maps[len(c.Ins):]...)
	var types []ir.Type
	for _, v := range append(append([]*ir.Value(nil), ins...), c.Outs...) {
		types = append(types, v.Type())
	}
	if _, ok := structured.Extents(all, types, len(c.Reduction)); !ok {
		return c, false
	}
	b := ir.NewBuilder(c.Op.Registry())
	b.Before(c.Op)
	op := structured.New(b, structured.Shape{Ins: ins, Outs: c.Outs, Maps: all, Reduction: c.Reduction}, build)
	op.Derive(c.Op)
	for i, v := range c.Op.ResultList() {
		v.ReplaceAllUses(op.ResultAt(i))
	}
	c.Op.Erase()
	n, ok := structured.Of(op)
	return n, ok
}

// takeBody moves the operations of the body of a nest to b, and returns the yielded values. The
// caller must erase the nest. Cloning instead would take quadratic time for a long fused chain.
func takeBody(b *ir.Builder, from *ir.Block) []*ir.Value {
	to, _ := b.Point()
	for op := from.First(); op != from.Last(); op = from.First() {
		op.MoveToEnd(to)
	}
	return from.Last().OperandList()
}

// without rebuilds c with the inputs "extra", read through extraMaps, instead of input i. The
// function "value" builds the value that replaces argument i of the body. Its args are the body's
// arguments for extra.
func without(c structured.Nest, i int, value func(b *ir.Builder, args []*ir.Value) *ir.Value, extra []*ir.Value,
	extraMaps []affine.Map,
) (structured.Nest, bool) {
	ins, maps, at := gathered(c, i, extra, extraMaps)
	return rebuild(c, ins, maps, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		inner := make([]*ir.Value, len(extra))
		for k := range extra {
			inner[k] = args[at[len(c.Ins)+k]]
		}
		old := c.Body().Args()
		old[i].ReplaceAllUses(value(b, inner))
		for k := range c.Ins {
			if k != i {
				old[k].ReplaceAllUses(args[at[k]])
			}
		}
		for k := range c.Outs {
			old[len(c.Ins)+k].ReplaceAllUses(args[len(ins)+k])
		}
		return takeBody(b, c.Body())
	})
}

// gathered lists the inputs of c except input i, and then the values in extra. Of several inputs
// with the same value and map, it lists the first. "at" has the new indices of all inputs of c,
// followed by those of the values in extra. The index of input i is -1.
func gathered(c structured.Nest, i int, extra []*ir.Value, extraMaps []affine.Map) (ins []*ir.Value, maps []affine.Map, at []int) {
	add := func(v *ir.Value, m affine.Map) {
		for k := range ins {
			if ins[k] == v && maps[k].Equal(m) {
				at = append(at, k)
				return
			}
		}
		at = append(at, len(ins))
		ins, maps = append(ins, v), append(maps, m)
	}
	for k, v := range c.Ins {
		if k == i {
			at = append(at, -1)
			continue
		}
		add(v, c.Maps[k])
	}
	for k, v := range extra {
		add(v, extraMaps[k])
	}
	return ins, maps, at
}

// takeConstant moves input i into the body of c if the input is a constant with equal elements. It
// fails for other inputs, for complex numbers, and for numbers of more than 64 bits.
func takeConstant(c structured.Nest, i int) (structured.Nest, bool) {
	k, ok := ir.Defining[arith.Constant](c.Ins[i])
	if !ok {
		return c, false
	}
	d, ok := ir.AttrAs[*ir.DenseElements](k.Value())
	if !ok {
		return c, false
	}
	one, splat := d.Splat()
	if !splat {
		return c, false
	}
	t := d.Type.Elem()
	if k := d.Type.Kind(); k.IsComplex() || k.Bits() > 64 {
		return c, false
	}
	return without(c, i, func(b *ir.Builder, _ []*ir.Value) *ir.Value {
		if t.IsFloat() {
			return arith.NewConstant(b, ir.NewAttr(&ir.FloatAttr{Type: t, Lo: one.Bits(0)})).Op.Result()
		}
		return arith.NewInt(b, one.Int(0), t).Op.Result()
	}, nil, nil)
}

// lookThrough makes c read the operand of the reshape that defines input i. It fails if input i is
// no reshape, or if the reshape does more than add and drop dimensions of extent 1.
func lookThrough(c structured.Nest, i int) (structured.Nest, bool) {
	from := reshaped(c.Ins[i])
	if from == nil {
		return c, false
	}
	m, ok := throughUnits(c.Maps[i], from.Type(), c.Ins[i].Type())
	if !ok {
		return c, false
	}
	return without(c, i, func(_ *ir.Builder, args []*ir.Value) *ir.Value { return args[0] }, []*ir.Value{from}, []affine.Map{m})
}

// reshaped returns the operand of the reshape that defines v, or nil.
func reshaped(v *ir.Value) *ir.Value {
	if o, ok := ir.Defining[tensor.ExpandShape](v); ok {
		return o.Src()
	}
	if o, ok := ir.Defining[tensor.CollapseShape](v); ok {
		return o.Src()
	}
	return nil
}

// throughUnits returns the map with which a nest reads the operand of a reshape instead of its
// result. The operand has the type "from", the result has the type "to", and m is its map.
// throughUnits returns false if the reshape does more than add or drop dimensions of extent 1.
func throughUnits(m affine.Map, from, to ir.Type) (affine.Map, bool) {
	fromShape, _ := from.Shape()
	toShape, _ := to.Shape()
	out := affine.Map{Dims: m.Dims}
	k := 0
	for _, e := range fromShape {
		if e == 1 {
			out.Results = append(out.Results, affine.Const(0))
			continue
		}
		for k < len(toShape) && toShape[k] == 1 {
			k++
		}
		if k == len(toShape) || toShape[k] != e {
			return m, false
		}
		out.Results = append(out.Results, m.Results[k])
		k++
	}
	for ; k < len(toShape); k++ {
		if toShape[k] != 1 {
			return m, false
		}
	}
	return out, true
}

// merge rebuilds c so that its body computes input i, the result of p. If p has no other use, merge
// takes the body of p, and the caller must erase p.
func merge(p, c structured.Nest, i int) (structured.Nest, bool) {
	through := c.Maps[i]
	maps := make([]affine.Map, len(p.Ins))
	for k := range p.Ins {
		maps[k] = linear(p.Maps[k].Compose(through))
	}
	return without(c, i, func(b *ir.Builder, args []*ir.Value) *ir.Value {
		spent := p.Op
		if !p.Op.Result().HasOneUse() {
			outer := ir.NewBuilder(b.Registry())
			outer.Before(c.Op)
			spent = outer.Clone(p.Op, &ir.Mapping{})
			defer spent.Erase()
		}
		body := spent.RegionAt(0).Entry()
		for k, a := range args {
			body.Arg(k).ReplaceAllUses(a)
		}
		for op := range body.Ops() {
			if x, ok := ir.As[linalg.Index](op); ok {
				x.Op.Result().ReplaceAllUses(indexOf(b, through.Results[x.Dim()]))
				op.Erase()
			}
		}
		return takeBody(b, body)[0]
	}, p.Ins, maps)
}

// linear simplifies the results of m that are sums of dimensions with constant factors, so that the
// maps of long chains stay short.
func linear(m affine.Map) affine.Map {
	for i, e := range m.Results {
		if f, ok := e.Flatten(m.Dims, m.Syms); ok && len(f.Locals) == 0 {
			m.Results[i] = f.Expr()
		}
	}
	return m
}

// indexOf computes e from loop indices. b builds the body of the nest that has these loops.
func indexOf(b *ir.Builder, e affine.Expr) *ir.Value {
	if c, ok := e.Const(); ok {
		return arith.NewIndex(b, c).Op.Result()
	}
	if d, ok := e.Dim(); ok {
		return linalg.NewIndex(b, d).Op.Result()
	}
	x, y := e.Operands()
	lhs, rhs := indexOf(b, x), indexOf(b, y)
	if e.Kind() == affine.KindAdd {
		return arith.NewAddI(b, lhs, rhs).Op.Result()
	}
	return arith.NewMulI(b, lhs, rhs).Op.Result()
}
