package decompose

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// static replaces broadcast, torch_index_select, get_dimension_size of a static extent, and dynamic
// operations whose types are static. It returns nil for other operations, and if an operand that
// must be constant is not. Folded constants can contradict the type, so static verifies the new
// operation.
func static(e emit.Emitter, op *ir.Op) (*ir.Value, error) {
	t, v := op.Result().Type(), (*ir.Value)(nil)
	switch o := op.View().(type) {
	case stablehlo.DynamicReshape:
		if o.Operand().Type().HasStaticShape() {
			v = e.Reshape(o.Operand(), shapeOf(op.Result())...)
		}
		return verified(op, v, o.OutputShape())
	case stablehlo.DynamicIota:
		v = stablehlo.NewIota(e.B, t, o.IotaDimension()).Op.Result()
		return verified(op, v, o.OutputShape())
	case stablehlo.DynamicBroadcastInDim:
		if o.Operand().Type().HasStaticShape() {
			v = stablehlo.NewBroadcastInDim(e.B, o.Operand(), t, o.BroadcastDimensions()...).Op.Result()
		}
		return verified(op, v, o.OutputDimensions())
	case stablehlo.DynamicPad:
		low, ok1 := constant(o.EdgePaddingLow())
		high, ok2 := constant(o.EdgePaddingHigh())
		interior, ok3 := constant(o.InteriorPadding())
		if ok1 && ok2 && ok3 {
			v = stablehlo.NewPad(e.B, o.Operand(), o.PaddingValue(), t, low, high, interior).Op.Result()
		}
	case stablehlo.DynamicGather:
		if sizes, ok := constant(o.SliceSizes()); ok {
			g, err := stablehlo.NewGather(e.B, o.Operand(), o.StartIndices(), *o.DimensionNumbers(), sizes, o.IndicesAreSorted())
			if err != nil {
				return nil, ir.Errorf(op, "has constant operands that are invalid: %v", err)
			}
			v = g.Op.Result()
		}
	case stablehlo.RealDynamicSlice:
		start, ok1 := constant(o.StartIndices())
		limit, ok2 := constant(o.LimitIndices())
		strides, ok3 := constant(o.Strides())
		if ok1 && ok2 && ok3 {
			v = stablehlo.NewSlice(e.B, o.Operand(), t, start, limit, strides).Op.Result()
		} else {
			v = e.AsDynamicSlice(o)
		}
	case stablehlo.DynamicConv:
		v = convolved(e, o)
	case stablehlo.Broadcast:
		dims := make([]int64, len(shapeOf(o.Operand())))
		for i := range dims {
			dims[i] = int64(len(o.BroadcastSizes()) + i)
		}
		v = e.Broadcast(o.Operand(), shapeOf(op.Result()), dims...)
	case stablehlo.TorchIndexSelect:
		d, sizes, err := o.Gather(shapeOf(o.Operand()), shapeOf(o.Indices()))
		if err != nil {
			return nil, ir.Errorf(op, "is invalid: %v", err)
		}
		g, err := stablehlo.NewGather(e.B, o.Operand(), o.Indices(), *d, sizes, false)
		if err != nil {
			return nil, ir.Errorf(op, "has invalid operands: %v", err)
		}
		v = g.Op.Result()
	case stablehlo.GetDimensionSize:
		if shape := shapeOf(o.Operand()); shape[o.Dimension()] >= 0 {
			return e.Scalar(t.Elem(), float64(shape[o.Dimension()])), nil
		}
	}
	return verified(op, v, nil)
}

// verified returns v, which replaces the result of op. It fails if v has another type than the
// result, if "shape" is a constant that contradicts this type, or if the operation that defines v
// is invalid. v and shape can be nil.
func verified(op *ir.Op, v, shape *ir.Value) (*ir.Value, error) {
	if v == nil {
		return nil, nil
	}
	t := op.Result().Type()
	if v.Type() != t {
		return nil, ir.Errorf(op, "has the type '%s', but its operands require '%s'", t, v.Type())
	}
	if shape != nil {
		if extents, ok := constant(shape); ok && !slices.Equal(extents, shapeOf(op.Result())) {
			return nil, ir.Errorf(op, "has the type '%s', but its shape operand is %v", t, extents)
		}
	}
	if made := v.Def(); made != nil {
		return v, ir.Verify(made)
	}
	return v, nil
}

// constant returns the elements of v if v is a constant of integers.
func constant(v *ir.Value) ([]int64, bool) {
	k, ok := ir.Defining[stablehlo.Constant](v)
	if !ok {
		return nil, false
	}
	return k.Value().Ints()
}

// alone returns the results of replica_id, partition_id or a collective operation in a program of a
// single process. It returns nil for all other operations, and fails if op needs other processes.
func alone(e emit.Emitter, op *ir.Op) ([]*ir.Value, error) {
	switch op.View().(type) {
	case stablehlo.ReplicaID, stablehlo.PartitionID:
		return []*ir.Value{e.Scalar(op.Result().Type().Elem(), 0)}, nil
	}
	does, err := stablehlo.InSingle(op)
	if does == stablehlo.NotCollective || err != nil {
		return nil, err
	}
	vs := make([]*ir.Value, op.NumResults())
	for i := range vs {
		t := op.ResultAt(i).Type()
		switch {
		case does == stablehlo.Without:
			vs[i] = fill(e, t, 0)
		case t != op.OperandAt(i).Type():
			return nil, nil
		default:
			vs[i] = op.OperandAt(i)
		}
	}
	return vs, nil
}

// bitcast converts between types of different widths through integers. A wide integer is split by
// shifts, and narrow integers are combined by shifts and "or".
func bitcast(e emit.Emitter, o stablehlo.BitcastConvert) []*ir.Value {
	v, to := o.Operand(), o.Op.Result().Type()
	from := v.Type()
	m, n := from.Kind().Bits(), to.Kind().Bits()
	if m == 0 || n == 0 {
		return nil
	}
	if from == to {
		return []*ir.Value{v}
	}
	if m == n {
		return nil
	}
	if from.Kind().IsComplex() {
		return []*ir.Value{bitcastParts(e, v, to)}
	}
	wide, narrow := unsigned(max(m, n)), unsigned(min(m, n))
	cast := func(v *ir.Value, t ir.Type) *ir.Value {
		if v.Type() == t {
			return v
		}
		return stablehlo.NewBitcastConvert(e.B, v, t).Op.Result()
	}
	v = cast(v, from.WithElem(unsigned(m)))
	if m > n {
		shape := shapeOf(o.Op.Result())
		places := e.Mul(iota(e, wide, shape), e.Fill(ir.Tensor(wide, shape...), float64(n)))
		dims := make([]int64, len(shape)-1)
		for i := range dims {
			dims[i] = int64(i)
		}
		cut := stablehlo.NewShiftRightLogical(e.B, e.Broadcast(v, shape, dims...), places).Op.Result()
		cut = stablehlo.NewAnd(e.B, cut, e.Fill(cut.Type(), float64(uint64(1)<<n-1))).Op.Result()
		return []*ir.Value{cast(e.Convert(cut, narrow), to)}
	}
	shape := shapeOf(v)
	places := e.Mul(iota(e, wide, shape), e.Fill(ir.Tensor(wide, shape...), float64(m)))
	put := stablehlo.NewShiftLeft(e.B, e.Convert(v, wide), places).Op.Result()
	or := func(e emit.Emitter, x, y *ir.Value) *ir.Value { return stablehlo.NewOr(e.B, x, y).Op.Result() }
	return []*ir.Value{cast(e.Reduce(put, 0, or, int64(len(shape)-1)), to)}
}

// bitcastParts bitcasts between complex types of different widths. The parts of an element are
// adjacent, the real one first.
func bitcastParts(e emit.Emitter, v *ir.Value, to ir.Type) *ir.Value {
	re, im := split(e, v)
	rank := int64(len(shapeOf(v)))
	column := append(slices.Clone(shapeOf(v)), 1)
	both := e.Concat(rank, e.Reshape(re, column...), e.Reshape(im, column...))
	part, _ := ir.TypeAs[*ir.ComplexType](to.Elem())
	shape := append(slices.Clone(shapeOf(both)), 2)
	if to.Kind().Bits() > v.Type().Kind().Bits() {
		shape = shape[:rank]
	}
	both = stablehlo.NewBitcastConvert(e.B, both, ir.Tensor(part.Elem, shape...)).Op.Result()
	last := len(shape) - 1
	half := func(i int64) *ir.Value {
		start, limit := make([]int64, len(shape)), slices.Clone(shape)
		start[last], limit[last] = i, i+1
		return e.Reshape(e.Slice(both, start, limit), shape[:last]...)
	}
	return join(e, half(0), half(1), to)
}

func unsigned(bits int) ir.Type {
	if bits == 1 {
		return ir.I1()
	}

	return ir.NewType(&ir.IntType{Bits: bits, Sign: ir.Unsigned})
}

// iota returns a tensor of the given shape with the indices along the last dimension.
func iota(e emit.Emitter, elem ir.Type, shape []int64) *ir.Value {
	return stablehlo.NewIota(e.B, ir.Tensor(elem, shape...), int64(len(shape)-1)).Op.Result()
}
