package chlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/shape"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

// broadcast replaces an operation chlo.broadcast_*. It returns nil if a type is unranked or the
// shapes do not fit. It also returns nil, with a warning, if the attribute broadcast_dimensions
// does not follow NumPy's rule.
func (e emitter) broadcast(op *ir.Op, r *passes.Run) []value {
	ins, t := op.OperandList(), op.Result().Type()
	for _, v := range append(ins, op.Result()) {
		if !ir.IsType[*ir.TensorType](v.Type()) {
			return nil
		}
	}
	if s, ok := ir.As[chlo.BroadcastSelect](op); ok {
		return e.broadcastSelect(s)
	}
	_, bounded := dimsOf(op.Result())
	fixed := t.HasStaticShape() || bounded
	for _, v := range ins {
		_, bounded := dimsOf(v)
		fixed = fixed && (v.Type().HasStaticShape() || bounded)
	}
	equal := sameShape(ins[0].Type(), ins[1].Type())
	switch {
	case fixed && equal:
		return e.elementwise(op, ins)
	case !numpy(op):
		warn(r, op)
		return nil
	case fixed:
		return e.fixedBroadcast(op, ins)
	}
	return e.dynamicBroadcast(op, ins)
}

// sameShape reports whether two types differ at most in their element types.
func sameShape(t, u ir.Type) bool { return t.WithElem(ir.I1()) == u.WithElem(ir.I1()) }

func dimensions(op *ir.Op) ([]int64, bool) {
	a := op.Attr("broadcast_dimensions")
	if a.IsNil() {
		return nil, false
	}
	return a.Ints()
}

// numpy reports whether the operand of smaller rank gets new leading dimensions, as in NumPy.
func numpy(op *ir.Op) bool {
	dims, given := dimensions(op)
	ins := op.OperandList()
	n, m := ins[0].Type().Rank(), ins[1].Type().Rank()
	return !given || n == m || slices.Equal(dims, last(min(n, m), max(n, m)))
}

func warn(r *passes.Run, op *ir.Op) {
	dims, _ := dimensions(op)
	d := ir.ErrorAt(op, "unsupported non prefix-padded dynamic rank broadcast_dimensions = %s", strings.Trim(strings.ReplaceAll(fmt.Sprint(dims), " ", ", "), "[]"))
	d.Severity = diag.Warning
	r.Note(d)
}

// elementwise inserts the operation on operands of equal shapes, for example stablehlo.add for
// chlo.broadcast_add. ins are its operands.
func (e emitter) elementwise(op *ir.Op, ins []value) []value {
	t := op.Result().Type()
	if o, ok := ir.As[chlo.BroadcastCompare](op); ok {
		if v := e.compared(o, ins, t); v != nil {
			return []value{v}
		}
		return nil
	}
	base := strings.TrimPrefix(op.Name(), "chlo.broadcast_")
	name := "stablehlo." + base
	if e.B.Registry().Op(name) == nil {
		name = "chlo." + base
	}
	return []value{e.B.Op(name, ir.Init{Operands: ins, Results: []ir.Type{t}}).Result()}
}

func (e emitter) compared(o chlo.BroadcastCompare, ins []value, t ir.Type) value {
	direction, ok := ir.AttrAs[*chlo.Enum](o.Op.Attr("comparison_direction"))
	if !ok {
		return nil
	}
	var c stablehlo.Compare
	if kind, ok := ir.AttrAs[*chlo.Enum](o.Op.Attr("compare_type")); ok {
		c = stablehlo.NewCompareAs(e.B, direction.Word, kind.Word, ins[0], ins[1])
	} else {
		c = stablehlo.NewCompare(e.B, direction.Word, ins[0], ins[1])
	}
	c.Op.Result().SetType(t)
	return c.Op.Result()
}

// staticBroadcast broadcasts the operands to the shape of the result, which is static. Without
// broadcast_dimensions, the dimensions of an operand become the last dimensions of the result.
func (e emitter) staticBroadcast(op *ir.Op) []value {
	t, ins := op.Result().Type(), op.OperandList()
	for i, v := range ins {
		from, ok := v.Type().Shape()
		if !ok || !v.Type().HasStaticShape() || len(from) > t.Rank() {
			return nil
		}
		if sameShape(v.Type(), t) {
			continue
		}
		dims, given := dimensions(op)
		if !given || len(dims) != len(from) {
			dims = last(len(from), t.Rank())
		}
		if to, _ := t.Shape(); !fits(from, to, dims) {
			return nil
		}
		ins[i] = stablehlo.NewBroadcastInDim(e.B, v, t.WithElem(v.Type().Elem()), dims...).Op.Result()
	}
	return e.elementwise(op, ins)
}

// fits reports whether the shape "from" can be broadcast to the shape "to". Dimension i becomes
// dimension dims[i]. Its extent must be 1 or equal to the extent of dimension dims[i]. The
// dimensions in dims must exist and be distinct.
func fits(from, to, dims []int64) bool {
	for i, d := range dims {
		if d < 0 || d >= int64(len(to)) || slices.Contains(dims[:i], d) || from[i] != 1 && from[i] != to[d] {
			return false
		}
	}
	return true
}

// fixedBroadcast broadcasts operands whose shapes are static or bounded.
func (e emitter) fixedBroadcast(op *ir.Op, ins []value) []value {
	var joined []dim
	for _, v := range ins {
		dims, _ := dimsOf(v)
		var ok bool
		if joined, ok = join(joined, dims); !ok {
			return nil
		}
	}
	for i, v := range ins {
		var ok bool
		if ins[i], ok = e.stretch(v, joined); !ok {
			return nil
		}
	}
	return e.elementwise(op, ins)
}

// dynamicBroadcast broadcasts operands of dynamic shapes. The program checks at run time that the
// shapes fit.
func (e emitter) dynamicBroadcast(op *ir.Op, ins []value) []value {
	w := shape.NewCstrBroadcastable(e.B, e.shapes(ins)...).Op.Result()
	return e.assume(w, op.Result().Type(), func(e emitter, t ir.Type) value {
		extents := e.joined(ins, t)
		all := make([]value, len(ins))
		for i, v := range ins {
			all[i] = e.dynamic(v, extents, t.WithElem(v.Type().Elem()))
		}
		if vs := e.elementwise(op, all); vs != nil {
			return vs[0]
		}
		return nil
	})
}

func (e emitter) shapes(vs []value) []value {
	out := make([]value, len(vs))
	for i, v := range vs {
		out[i] = shape.NewShapeOf(e.B, v).Op.Result()
	}
	return out
}

// joined returns the shape to which vs broadcast, as a tensor with one element for each dimension
// of t.
func (e emitter) joined(vs []value, t ir.Type) value {
	return shape.NewBroadcast(e.B, t.Rank(), e.shapes(vs)...).Op.Result()
}

// assume inserts shape.assuming with the witness w. The function "body" computes a value of type t
// in the region of this operation.
func (e emitter) assume(w value, t ir.Type, body func(emitter, ir.Type) value) []value {
	o := shape.NewAssuming(e.B, w, t)
	inner := ir.NewBuilder(e.B.Registry())
	inner.Loc, inner.Created = e.B.Loc, e.B.Created
	inner.AtEnd(o.Body())
	in := e
	in.B = inner
	v := body(in, t)
	if v == nil {
		o.Op.Erase()
		return nil
	}
	shape.NewAssumingYield(inner, v)
	return o.Op.ResultList()
}

// broadcastSelect broadcasts the operands of a selection. It does not broadcast a predicate of rank
// 0. It returns nil if static shapes do not fit.
func (e emitter) broadcastSelect(o chlo.BroadcastSelect) []value {
	ins, t := o.Op.OperandList(), o.Op.Result().Type()
	static := t.HasStaticShape()
	for _, v := range ins {
		static = static && v.Type().HasStaticShape()
	}
	scalar := o.Pred().Type().Rank() == 0
	if static {
		for i, v := range ins {
			if i == 0 && scalar || sameShape(v.Type(), t) {
				continue
			}
			dims := last(v.Type().Rank(), t.Rank())
			if !fits(v.Type().Dims(), t.Dims(), dims) {
				return nil
			}
			ins[i] = stablehlo.NewBroadcastInDim(e.B, v, t.WithElem(v.Type().Elem()), dims...).Op.Result()
		}
		return []value{e.selected(ins, t)}
	}
	w := shape.NewCstrBroadcastable(e.B, e.shapes(ins)...).Op.Result()
	return e.assume(w, t, func(e emitter, t ir.Type) value {
		extents := e.joined(ins, t)
		all := slices.Clone(ins)
		for i, v := range ins {
			if i > 0 || !scalar {
				all[i] = e.dynamic(v, extents, t.WithElem(v.Type().Elem()))
			}
		}
		return e.selected(all, t)
	})
}

func (e emitter) selected(ins []value, t ir.Type) value {
	return ir.Create[stablehlo.Select](e.B, ir.Init{Operands: ins, Results: []ir.Type{t}}).Op.Result()
}

// dim is a dimension of a static or bounded shape. Its size is the extent or the bound. If it is
// bounded, dimension "at" of "from" has the same extent at run time. Otherwise "from" is nil.
type dim struct {
	size int64
	from value
	at   int
}

// dimsOf returns the dimensions of v. bounded reports whether a dimension is dynamic. If v is not a
// ranked tensor, or a dynamic dimension has no bound, dimsOf returns nil and false.
func dimsOf(v value) (dims []dim, bounded bool) {
	d, ok := ir.TypeAs[*ir.TensorType](v.Type())
	if !ok {
		return nil, false
	}
	limits, _ := ir.AttrAs[*stablehlo.Bounds](d.Encoding)
	for i, n := range d.Shape {
		switch {
		case n != ir.Dynamic:
			dims = append(dims, dim{size: n})
		case limits == nil || i >= len(limits.Bounds) || limits.Bounds[i] == ir.Dynamic:
			return nil, false
		default:
			dims = append(dims, dim{limits.Bounds[i], v, i})
			bounded = true
		}
	}
	return dims, bounded
}

// join returns the shape to which two shapes broadcast. It returns false if the shapes do not fit.
func join(a, b []dim) ([]dim, bool) {
	n := max(len(a), len(b))
	out := make([]dim, n)
	at := func(d []dim, i int) dim {
		if i += len(d) - n; i >= 0 {
			return d[i]
		}
		return dim{size: 1}
	}
	for i := range out {
		switch x, y := at(a, i), at(b, i); {
		case x.size == 1:
			out[i] = y
		case y.size == 1, x.size == y.size && (x.from == nil) == (y.from == nil):
			out[i] = x
		default:
			return nil, false
		}
	}
	return out, true
}

func typeOf(elem ir.Type, dims []dim) ir.Type {
	shape, bounds := make([]int64, len(dims)), make([]int64, len(dims))
	bounded := false
	for i, d := range dims {
		shape[i], bounds[i] = d.size, ir.Dynamic
		if d.from != nil {
			shape[i], bounds[i], bounded = ir.Dynamic, d.size, true
		}
	}
	if !bounded {
		return ir.Tensor(elem, shape...)
	}
	return ir.NewType(&ir.TensorType{Shape: shape, Elem: elem, Encoding: ir.NewAttr(&stablehlo.Bounds{Bounds: bounds})})
}

// stretch broadcasts x to dims. If a dimension is bounded in dims, but missing or static in x,
// stretch first broadcasts x to the bound, and then sets the size of this dimension. It returns
// false if an extent of x is neither 1 nor the size in dims.
func (e emitter) stretch(x value, dims []dim) (value, bool) {
	elem := x.Type().Elem()
	if x.Type() == typeOf(elem, dims) {
		return x, true
	}
	from, _ := dimsOf(x)
	padded := slices.Clone(dims)
	for i := range padded {
		at := i - (len(dims) - len(from))
		if at >= 0 && from[at].size != 1 && from[at].size != dims[i].size {
			return nil, false
		}
		if at < 0 || from[at].from == nil {
			padded[i].from = nil
		}
	}
	v := stablehlo.NewBroadcastInDim(e.B, x, typeOf(elem, padded), last(len(from), len(dims))...).Op.Result()
	for i, d := range dims {
		if padded[i].from == nil && d.from != nil {
			padded[i] = d
			size := e.dimensionSize(d.from, d.at)
			v = e.B.Op("stablehlo.set_dimension_size", ir.Init{
				Operands: []value{v, size}, Results: []ir.Type{typeOf(elem, padded)}, Attrs: []ir.Attr{ir.NewI64(int64(i))},
			}).Result()
		}
	}
	return v, true
}

// dimensionSize returns the extent of a dimension of x as an i32.
func (e emitter) dimensionSize(x value, dim int) value {
	return ir.Create[stablehlo.GetDimensionSize](e.B, ir.Init{
		Operands: []value{x}, Results: []ir.Type{ir.Tensor(ir.I32())}, Attrs: []ir.Attr{ir.NewI64(int64(dim))},
	}).Op.Result()
}
