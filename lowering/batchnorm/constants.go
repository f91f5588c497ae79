package batchnorm

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// normalize combines o with the scales and shifts of c. o computes (x - mean) / sqrt(variance +
// epsilon) · scale + offset. normalize returns false if the scale, offset, mean or variance of o is
// not constant, or if o and the convolution have different feature dimensions.
func (c *chain) normalize(o stablehlo.BatchNormInference) bool {
	if o.FeatureIndex() != c.conv.DimensionNumbers().OutputFeature {
		return false
	}
	var of [4][]float64
	for i, v := range []*ir.Value{o.Scale(), o.Offset(), o.Mean(), o.Variance()} {
		if of[i] = perFeature(v, 0, len(c.scale)); of[i] == nil {
			return false
		}
	}
	for i := range c.scale {
		k := of[0][i] / math.Sqrt(of[3][i]+o.Epsilon())
		c.scale[i], c.shift[i] = c.scale[i]*k, (c.shift[i]-of[2][i])*k+of[1][i]
	}
	c.scaled = true
	return true
}

// perFeature returns the n elements of v along dimension dim. It returns nil if v is not constant
// or varies along another dimension. If dim is -1, all elements of v must be equal.
func perFeature(v *ir.Value, dim, n int) []float64 {
	if b, ok := ir.Defining[stablehlo.BroadcastInDim](v); ok {
		from := -1
		for i, d := range b.BroadcastDimensions() {
			if int(d) == dim {
				from = i
			}
		}
		return perFeature(b.Operand(), from, n)
	}
	k, ok := ir.Defining[stablehlo.Constant](v)
	if !ok {
		return nil
	}
	d, ok := ir.AttrAs[*ir.DenseElements](k.Value())
	if !ok || !d.Type.Elem().IsFloat() {
		return nil
	}
	values := make([]float64, n)
	if one, splat := d.Splat(); splat {
		for i := range values {
			values[i] = one.Float(0)
		}
		return values
	}
	return along(d.Tensor(), dim, values)
}

// along stores the elements of t along dim in values. If dim is -1 or has extent 1, all values are
// equal. along returns nil if the extent is neither 1 nor len(values), or if t varies along another
// dimension.
func along(t *tensor.Tensor, dim int, values []float64) []float64 {
	extent, inner := int64(1), 1
	if dim >= 0 {
		extent = t.Shape[dim]
		for _, n := range t.Shape[dim+1:] {
			inner *= int(n)
		}
	}
	if extent != 1 && extent != int64(len(values)) {
		return nil
	}
	first := make([]float64, extent)
	for i := range t.NumElements() {
		at := i / inner % int(extent)
		v := t.Float(i)
		if i/inner < int(extent) && i%inner == 0 {
			first[at] = v
		}
		if first[at] != v {
			return nil
		}
	}
	for i := range values {
		values[i] = first[i%int(extent)]
	}
	return values
}

// limits returns the smallest normal and the largest finite number of the convolution's type.
func (c *chain) limits() (least, most float64) {
	if c.constant.Type.Elem() == ir.F64() {
		return math.Ldexp(1, -1022), math.MaxFloat64
	}
	return math.Ldexp(1, -126), math.MaxFloat32
}

// finite reports whether all scales and shifts are finite numbers of the convolution's type.
func (c *chain) finite() bool {
	_, most := c.limits()
	for i, s := range c.scale {
		if !(math.Abs(s) <= most && math.Abs(c.shift[i]) <= most) {
			return false
		}
	}
	return true
}

// weights returns the scaled weights. It returns false if a scaled weight is not finite. It also
// returns false if a scaled weight would lose digits because it is subnormal or 0, although neither
// the weight nor its scale is 0.
func (c *chain) weights() (ir.Attr, bool) {
	from := c.constant.Tensor()
	to := tensor.New(from.Kind, from.Shape...)
	inner := 1
	dim := c.conv.DimensionNumbers().KernelOutputFeature
	for _, n := range from.Shape[dim+1:] {
		inner *= int(n)
	}
	least, most := c.limits()
	for i := range from.NumElements() {
		w, s := from.Float(i), c.scale[i/inner%len(c.scale)]
		v := w * s
		if size := math.Abs(v); !(size <= most) || size < least && w != 0 && s != 0 {
			return ir.Attr{}, false
		}
		to.SetFloat(i, v)
	}
	return ir.NewDense(c.constant.Type, to), true
}

// apply replaces the chain by the convolution with the given weights and an addition of the shift.
func (c *chain) apply(weights ir.Attr) {
	old, last := c.conv.Op, c.ops[len(c.ops)-1]
	b := ir.NewBuilder(old.Registry())
	b.Loc = old.Loc()
	b.Created = func(made *ir.Op) {
		made.Derive(old)
		for _, op := range c.ops {
			made.Derive(op)
		}
	}
	b.Before(last)
	var m ir.Mapping
	m.Map(c.conv.RHS(), stablehlo.NewConstant(b, weights).Op.Result())
	result := b.Clone(old, &m).Result()
	if slices.ContainsFunc(c.shift, func(t float64) bool { return t != 0 }) {
		e := emit.Emitter{B: b}
		shift := e.Table(result.Type().Elem(), c.shift, int64(len(c.shift)))
		result = e.Add(result, e.Broadcast(shift, emit.Shape(result), c.conv.DimensionNumbers().OutputFeature))
	}
	last.Result().ReplaceAllUses(result)
	eraseUnused(last)
}

// eraseUnused erases op if it is unused, and then the operations whose results only op used.
func eraseUnused(op *ir.Op) {
	if op == nil || op.Block() == nil || !op.Dead() { // without a block, it is erased already
		return
	}
	operands := op.OperandList()
	op.Erase()
	for _, v := range operands {
		eraseUnused(v.Def())
	}
}
