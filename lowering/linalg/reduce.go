package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
)

// inline lowers a StableHLO region on rank-0 tensors to scalar operations at b, and returns the
// results of the region. The parameter "args" has the values of its arguments. If free is true,
// computed NaNs may have any bits. Otherwise, inline makes them canonical where their bits are
// observed.
func (c *converter) inline(b *ir.Builder, r *ir.Region, args []*ir.Value, free bool) ([]*ir.Value, error) {
	var m ir.Mapping
	block := r.Entry()
	for i, a := range block.Args() {
		m.Map(a, args[i])
	}
	for op := range block.Ops() {
		if op == block.Last() {
			break
		}
		if k, ok := ir.As[stablehlo.Constant](op); ok {
			m.Map(op.Result(), scalarConstant(b, k))
			continue
		}
		s := &scalar{b: b, op: op, canonical: !free && op.NumResults() == 1 && c.mustBeCanonical(op, op.Result())}
		for v := range op.Operands() {
			s.args = append(s.args, c.element(b, &m, v))
		}
		var v *ir.Value
		if op.NumOperands() > 0 && op.NumResults() == 1 && op.NumRegions() == 0 {
			v = s.build()
		}
		if v == nil {
			return nil, unsupported(op, "no rule lowers it inside a region")
		}
		m.Map(op.Result(), v)
	}
	var out []*ir.Value
	for v := range block.Last().Operands() {
		out = append(out, c.element(b, &m, v))
	}
	return out, nil
}

// element returns the scalar for the value v that a region reads. If v is from outside the region,
// it is a tensor, and the scalar is its only element.
func (c *converter) element(b *ir.Builder, m *ir.Mapping, v *ir.Value) *ir.Value {
	if x, ok := m.Lookup(v); ok {
		return x
	}
	x := build.Extract(b, c.value(v))
	m.Map(v, x)
	return x
}

func scalarConstant(b *ir.Builder, k stablehlo.Constant) *ir.Value {
	d, ok := ir.AttrAs[*ir.DenseElements](k.Value())
	if !ok {
		return nil
	}
	return constantOf(b, d, 0, kernelop.Stored(d.Type.Elem()))
}

// constantOf returns a constant of type t with element i of d.
func constantOf(b *ir.Builder, d *ir.DenseElements, i int, t ir.Type) *ir.Value {
	v, splat := d.Splat()
	if splat {
		i = 0
	} else {
		v = d.Tensor()
	}
	if isSmallFloat(d.Type) {
		return arith.NewInt(b, int64(int8(v.Bits(i))), t).Op.Result()
	}
	if isFloat(t) {
		return arith.NewConstant(b, ir.NewAttr(&ir.FloatAttr{Type: t, Lo: v.Bits(i)})).Op.Result()
	}
	return arith.NewInt(b, v.Int(i), t).Op.Result()
}

// reduce lowers o to a nest over the inputs that accumulates into the initial values. A sum or a
// product of one input of halves (see [isHalf]) is accumulated in f32 and rounded once.
func (c *converter) reduce(o stablehlo.Reduce) ([]*ir.Value, error) {
	ins := o.Inputs()
	shape, _ := ins[0].Type().Shape()
	combine, wide := widens(ins, o.Body())
	s := structured.Shape{Ins: c.all(ins), Reduction: make([]bool, len(shape))}
	kept := affine.Map{Dims: len(shape)}
	for i := range shape {
		if s.Reduction[i] = slices.Contains(o.Dimensions(), int64(i)); !s.Reduction[i] {
			kept.Results = append(kept.Results, affine.Dim(i))
		}
	}
	for range ins {
		s.Maps = append(s.Maps, affine.Identity(len(shape)))
	}
	for i, init := range o.InitValues() {
		t := kernelop.Stored(o.Op.ResultAt(i).Type())
		if wide {
			t = t.WithElem(ir.F32())
		}
		s.Outs = append(s.Outs, build.Fill(c.b, c.initial(init, t.Elem()), build.Empty(c.b, t)).Result())
		s.Maps = append(s.Maps, kept)
	}
	var err error
	g := structured.New(c.b, s, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		n := len(ins)
		next := args[n:]
		if wide {
			return one(combine(b, next[0], widened(b, args[0], ins[0].Type())))
		}
		values, e := c.inline(b, o.Body(), append(slices.Clone(next), args[:n]...), combines(ins, o.Body()))
		if err = e; e != nil {
			return next
		}
		return values
	})
	if wide {
		return one(c.rounded(g.Result(), o.Op.ResultAt(0).Type())), nil
	}
	return g.ResultList(), err
}

// widens reports whether body adds or multiplies the elements of a single input of halves. Then the
// function combine does the same in f32.
func widens(ins []*ir.Value, body *ir.Region) (combine func(b *ir.Builder, acc, x *ir.Value) *ir.Value, ok bool) {
	op, ok := stablehlo.Combiner(body)
	if !ok || len(ins) != 1 || !isHalf(ins[0].Type()) {
		return nil, false
	}
	switch op.View().(type) {
	case stablehlo.Add:
		return func(b *ir.Builder, acc, x *ir.Value) *ir.Value { return arith.NewAddF(b, acc, x).Op.Result() }, true
	case stablehlo.Multiply:
		return func(b *ir.Builder, acc, x *ir.Value) *ir.Value { return arith.NewMulF(b, acc, x).Op.Result() }, true
	}
	return nil, false
}

// initial reads the only element of init as a scalar of type t.
func (c *converter) initial(init *ir.Value, t ir.Type) *ir.Value {
	var v *ir.Value
	if k, ok := ir.Defining[stablehlo.Constant](init); ok {
		v = scalarConstant(c.b, k)
	}
	if v == nil {
		v = build.Extract(c.b, c.value(init))
	}
	if v.Type() != t {
		v = widened(c.b, v, init.Type())
	}
	return v
}

// rounded converts a tensor to type t: it rounds f32 to a half type, or truncates stored integers
// to the width of a small integer type.
func (c *converter) rounded(v *ir.Value, t ir.Type) *ir.Value {
	shape, _ := t.Shape()
	return structured.New(c.b, structured.Shape{
		Ins: []*ir.Value{v}, Outs: []*ir.Value{build.Empty(c.b, kernelop.Stored(t))},
		Maps:      []affine.Map{affine.Identity(len(shape)), affine.Identity(len(shape))},
		Reduction: make([]bool, len(shape)),
	}, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		if isInt(t) {
			return one(wrapped(b, args[0], t))
		}
		return one(narrowed(b, args[0], t))
	}).Result()
}
