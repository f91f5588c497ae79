package decompose

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func zeros(e emit.Emitter, t ir.Type) *ir.Value {
	return stablehlo.NewConstant(e.B, ir.NewSplat(t, tensor.New(t.Kind()))).Op.Result()
}

// indices returns the start indices of a slice: i in dimension dim, and 0 in all others.
func indices(e emit.Emitter, rank int, dim int64, i *ir.Value) []*ir.Value {
	at := slices.Repeat([]*ir.Value{e.Scalar(ir.I32(), 0)}, rank)
	at[dim] = i
	return at
}

// plane returns the part of v at index i of a dimension, without this dimension.
func plane(e emit.Emitter, v *ir.Value, dim int64, i *ir.Value) *ir.Value {
	shape := slices.Clone(shapeOf(v))
	shape[dim] = 1
	cut := stablehlo.NewDynamicSlice(e.B, v, ir.Tensor(v.Type().Elem(), shape...), indices(e, len(shape), dim, i), shape).Op.Result()
	return e.Reshape(cut, slices.Delete(slices.Clone(shape), int(dim), int(dim)+1)...)
}

// withPlane returns v with p at index i of a dimension.
func withPlane(e emit.Emitter, v *ir.Value, dim int64, i, p *ir.Value) *ir.Value {
	p = e.Reshape(p, slices.Insert(slices.Clone(shapeOf(p)), int(dim), 1)...)
	return stablehlo.NewDynamicUpdateSlice(e.B, v, p, indices(e, len(shapeOf(v)), dim, i)).Op.Result()
}

// scan replaces o by a loop that carries the outputs and the carried values of o.
func scan(e emit.Emitter, o chlo.Scan) []*ir.Value {
	dim, size := o.Dimension(), o.Size()
	var carried []*ir.Value
	for _, v := range o.Outputs() {
		carried = append(carried, zeros(e, v.Type()))
	}
	carried = append(carried, o.Inits()...)
	outputs := len(o.Outputs())
	return e.Loop(size, carried, func(e emit.Emitter, i *ir.Value, vs []*ir.Value) []*ir.Value {
		if o.IsReverse() {
			i = e.Sub(e.Scalar(ir.I32(), float64(size-1)), i)
		}
		var m ir.Mapping
		body := o.Body().Entry()
		for k, in := range o.Inputs() {
			m.Map(body.Arg(k), plane(e, in, dim, i))
		}
		for k, v := range vs[outputs:] {
			m.Map(body.Arg(len(o.Inputs())+k), v)
		}
		for op := body.First(); op != body.Last(); op = op.Next() {
			e.B.Clone(op, &m)
		}
		var next []*ir.Value
		for k, v := range body.Last().OperandList() {
			v = m.Value(v)
			if k < outputs {
				v = withPlane(e, vs[k], dim, i, v)
			}
			next = append(next, v)
		}
		return next
	})
}

type ragged struct {
	emit.Emitter
	*chlo.RaggedDims
	outer []int64 // dimensions of lhs along which the group sizes differ
}

// raggedDot writes a loop over the groups, which are ranges of the ragged dimension. If this
// dimension is free, an iteration replaces the rows of its group in the result. If it is
// contracted, an iteration adds only the terms of its group, and writes a separate part of the
// result. If it is a batch dimension, the result is an ordinary product.
func raggedDot(e emit.Emitter, o chlo.RaggedDot) []*ir.Value {
	d := o.Dims()
	r := ragged{Emitter: e, RaggedDims: d}
	if slices.Contains(d.LHSBatching, d.LHSRagged[0]) {
		return []*ir.Value{r.product(o.LHS(), o.RHS(), o.Op.Result().Type(), d.RHSBatching, d.RHSContracting)}
	}
	sizes := e.Convert(o.GroupSizes(), ir.I64())
	rank := int64(len(shapeOf(sizes)))
	if rank > 1 {
		r.outer = d.Outer()
	}
	start := zeros(e, ir.Tensor(ir.I64(), shapeOf(sizes)[:rank-1]...))
	carried := []*ir.Value{zeros(e, o.Op.Result().Type()), start}
	return e.Loop(shapeOf(sizes)[rank-1], carried, func(e emit.Emitter, i *ir.Value, vs []*ir.Value) []*ir.Value {
		r := r
		r.Emitter = e
		end := e.Add(vs[1], plane(e, sizes, rank-1, i))
		if slices.Contains(d.LHSContracting, d.LHSRagged[0]) {
			return []*ir.Value{withPlane(e, vs[0], 0, i, r.terms(o, vs[1], end)), end}
		}
		return []*ir.Value{r.rows(o, vs[0], i, vs[1], end), end}
	})[:1]
}

// inGroup returns a mask of the elements of a shape that belong to a group. The function "at" maps
// a dimension of lhs to a dimension of the shape.
func (r ragged) inGroup(start, end *ir.Value, shape []int64, at func(dim int64) int64) *ir.Value {
	var dims []int64
	for _, dim := range r.outer {
		dims = append(dims, at(dim))
	}
	n := stablehlo.NewIota(r.B, ir.Tensor(ir.I64(), shape...), at(r.LHSRagged[0])).Op.Result()
	begun := r.Compare("GE", n, r.Broadcast(start, shape, dims...))
	return stablehlo.NewAnd(r.B, begun, r.Compare("LT", n, r.Broadcast(end, shape, dims...))).Op.Result()
}

// rows returns the tensor "out" with the rows of group i replaced by their product with the rhs of
// the group.
func (r ragged) rows(o chlo.RaggedDot, out, i, start, end *ir.Value) *ir.Value {
	group := r.RHSGroup[0]
	renumbered := func(dims []int64) (to []int64) {
		for _, n := range dims {
			if n > group {
				n--
			}
			to = append(to, n)
		}
		return to
	}
	p := r.product(o.LHS(), plane(r.Emitter, o.RHS(), group, i), out.Type(), renumbered(r.RHSBatching), renumbered(r.RHSContracting))
	mask := r.inGroup(start, end, shapeOf(out), func(dim int64) int64 {
		if j := slices.Index(r.LHSBatching, dim); j >= 0 {
			return int64(j)
		}
		to := int64(len(r.LHSBatching))
		for n := range dim {
			if !slices.Contains(r.LHSBatching, n) && !slices.Contains(r.LHSContracting, n) {
				to++
			}
		}
		return to
	})
	return r.Choose(mask, p, out)
}

// terms returns the product that adds only the terms with indices from start to end. All other
// terms are replaced by zeros.
func (r ragged) terms(o chlo.RaggedDot, start, end *ir.Value) *ir.Value {
	chosen := func(v *ir.Value, at func(dim int64) int64) *ir.Value {
		return r.Choose(r.inGroup(start, end, shapeOf(v), at), v, zeros(r.Emitter, v.Type()))
	}
	x := chosen(o.LHS(), func(dim int64) int64 { return dim })
	y := chosen(o.RHS(), func(dim int64) int64 {
		if j := slices.Index(r.LHSBatching, dim); j >= 0 {
			return r.RHSBatching[j]
		}
		return r.RHSContracting[slices.Index(r.LHSContracting, dim)]
	})
	t := o.Op.Result().Type()
	t = ir.Tensor(t.Elem(), shapeOf(o.Op.Result())[1:]...)
	return r.product(x, y, t, r.RHSBatching, r.RHSContracting)
}

// product inserts a dot_general of x and y with a result of type t. The dimensions of x are those
// of lhs. The parameters batching and contracting are dimensions of y.
func (r ragged) product(x, y *ir.Value, t ir.Type, batching, contracting []int64) *ir.Value {
	d := stablehlo.DotDims{LHSBatching: r.LHSBatching, RHSBatching: batching, LHSContracting: r.LHSContracting, RHSContracting: contracting}
	return stablehlo.NewDotGeneral(r.B, x, y, t, d).Op.Result()
}
