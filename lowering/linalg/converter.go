package linalg

import (
	"context"
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/lowering/build"
)

// Lower returns a new function at b with the body of f in linalg, tensors and loops. f must have
// one block and static shapes. The error names the first operation that has no lowering. Lower
// fails if ctx ends.
func Lower(ctx context.Context, b *ir.Builder, f fn.Func) (fn.Func, error) {
	if len(f.Body().Blocks) != 1 || f.Entry().Last().NumOperands() != len(f.FunctionType().Results) {
		return fn.Func{}, ir.Errorf(f.Op, "must have one block, whose terminator has one operand for each result")
	}
	t := f.FunctionType()
	g := fn.New(b, f.SymName(), storedAll(t.Inputs), storedAll(t.Results))
	c := newConverter(b.Registry())
	c.ctx = ctx
	c.b.AtEnd(g.Entry())
	for i, a := range f.Entry().Args() {
		if why := checkType(a.Type()); why != "" {
			return g, ir.Errorf(f.Op, "argument %d: %s", i, why)
		}
		c.values.Map(a, g.Entry().Arg(i))
	}
	return g, c.block(f.Entry(), func(vs []*ir.Value) { fn.NewReturn(c.b, vs...) })
}

func storedAll(ts []ir.Type) []ir.Type {
	out := make([]ir.Type, len(ts))
	for i, t := range ts {
		out[i] = kernelop.Stored(t)
	}
	return out
}

// converter maps each value of the source function to its converted value.
type converter struct {
	ctx        context.Context
	b          *ir.Builder
	values     ir.Mapping
	nans       map[*ir.Value]bool   // by value: the result of c.observed
	computed   map[*ir.Value]bool   // by value: the result of c.freeNaN
	expansions map[*ir.Op]*ir.Block // the bodies that define operations of the dialect nn
	expanding  map[*ir.Block]*ir.Op // the inverse of expansions
	turned     map[*ir.Op]bool      // transposes that c.turn merged into a product
}

func newConverter(reg *ir.Registry) *converter {
	return &converter{
		b: ir.NewBuilder(reg), nans: map[*ir.Value]bool{}, computed: map[*ir.Value]bool{},
		expansions: map[*ir.Op]*ir.Block{}, expanding: map[*ir.Block]*ir.Op{}, turned: map[*ir.Op]bool{},
	}
}

func (c *converter) value(v *ir.Value) *ir.Value { return c.values.Value(v) }

func (c *converter) all(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		out[i] = c.value(v)
	}
	return out
}

// convert lowers one operation and records its results.
func (c *converter) convert(op *ir.Op) error {
	for v := range op.Operands() {
		if why := checkType(v.Type()); why != "" {
			return unsupported(op, why)
		}
	}
	for v := range op.Results() {
		if why := checkType(v.Type()); why != "" {
			return unsupported(op, why)
		}
	}
	c.b.Created = func(made *ir.Op) { made.Derive(op) }
	results, err := c.rule(op)
	if err != nil {
		return err
	}
	if results == nil {
		return noRule(op)
	}
	for i, v := range results {
		c.values.Map(op.ResultAt(i), v)
	}
	return nil
}

func unsupported(op *ir.Op, why string) error {
	return ir.Errorf(op, "cannot be lowered to kernels: %s", why)
}

// one returns a slice with v, or nil if v is nil.
func one(v *ir.Value) []*ir.Value {
	if v == nil {
		return nil
	}
	return []*ir.Value{v}
}

// checkPromoted returns an error if the region of op has arguments whose element types differ from
// the element types of op's operands.
func checkPromoted(op *ir.Op) error {
	elems, err := stablehlo.RegionElements(op)
	for i, want := range elems {
		if have := op.OperandAt(i).Type().Elem(); have != want {
			return ir.Errorf(op, "cannot be lowered to kernels: its region takes elements of type %s, but operand #%d has elements of type %s", want, i, have).
				WithHelp("run --stablehlo-promote-reductions first")
		}
	}
	return err
}

// rule returns the values that replace the results of op, or nil if no rule applies.
func (c *converter) rule(op *ir.Op) ([]*ir.Value, error) {
	if needsParts(op) {
		return nil, nil
	}
	if err := checkPromoted(op); err != nil {
		return nil, err
	}
	switch o := op.View().(type) {
	case stablehlo.Constant:
		return one(c.constant(o)), nil
	case stablehlo.Iota:
		return one(c.iota(o)), nil
	case stablehlo.Reshape:
		return one(build.Reshape(c.b, c.value(o.Operand()), kernelop.Stored(o.Op.Result().Type()))), nil
	case stablehlo.BroadcastInDim:
		return one(c.broadcast(o)), nil
	case stablehlo.Transpose:
		return one(c.transpose(o)), nil
	case stablehlo.Reverse:
		return one(c.reverse(o)), nil
	case stablehlo.Slice:
		return one(c.slice(o)), nil
	case stablehlo.Concatenate:
		return one(c.concatenate(o)), nil
	case stablehlo.Pad:
		return one(c.pad(o)), nil
	case stablehlo.DynamicSlice:
		return one(c.dynamicSlice(o)), nil
	case stablehlo.DynamicUpdateSlice:
		return one(c.dynamicUpdate(o)), nil
	case stablehlo.Gather:
		return one(c.gather(o)), nil
	case stablehlo.Scatter:
		return c.scatter(o)
	case stablehlo.Reduce:
		vs, err := c.reduce(o)
		return c.settled(op, vs, err)
	case stablehlo.Sort:
		return c.sort(o)
	case stablehlo.Map:
		return c.mapped(o)
	case stablehlo.ReduceWindow:
		vs, err := c.reduceWindow(o)
		return c.settled(op, vs, err)
	case stablehlo.Convolution:
		vs, err := c.convolution(o)
		return c.settled(op, vs, err)
	case stablehlo.DotGeneral:
		vs, err := c.dotGeneral(o)
		return c.settled(op, vs, err)
	case stablehlo.Dot:
		vs, err := c.dot(o)
		return c.settled(op, vs, err)
	}
	if e, ok := nn.ExpanderOf(op); ok {
		return c.expanded(op, e)
	}
	if vs, err := c.control(op); vs != nil || err != nil {
		return vs, err
	}
	return c.elementwise(op)
}

// expanded lowers an operator by lowering the operations of its expansion. It verifies them first,
// since lowering relies on the verifier.
func (c *converter) expanded(op *ir.Op, e nn.Expander) ([]*ir.Value, error) {
	body := c.expansion(op, e)
	if err := ir.Verify(body.Parent()); err != nil {
		return nil, ir.Errorf(op, "cannot be lowered to kernels: its expansion is invalid: %s", diag.All(err)[0].Message)
	}
	for i, v := range op.OperandList() {
		c.values.Map(body.Arg(i), c.value(v))
	}
	for o := range body.Ops() {
		if o == body.Last() {
			break
		}
		o.Derive(op) // every operation of the expansion is derived from op
		if err := c.convert(o); err != nil {
			return nil, err
		}
	}
	return c.all(body.Last().OperandList()), nil
}

// elementwise applies a scalar rule to every element. It broadcasts operands of rank 0. It returns
// nil if there is no rule.
func (c *converter) elementwise(op *ir.Op) ([]*ir.Value, error) {
	if op.NumResults() != 1 || op.NumOperands() == 0 || op.NumRegions() > 0 {
		return nil, nil
	}
	t := kernelop.Stored(op.Result().Type())
	shape, _ := t.Shape()
	s := structured.Shape{Ins: c.all(op.OperandList()), Outs: []*ir.Value{build.Empty(c.b, t)}}
	for _, v := range s.Ins {
		m := affine.Identity(len(shape))
		if sh, _ := v.Type().Shape(); len(sh) == 0 {
			m = affine.Map{Dims: len(shape)}
		}
		s.Maps = append(s.Maps, m)
	}
	s.Maps = append(s.Maps, affine.Identity(len(shape)))
	s.Reduction = make([]bool, len(shape))
	ok := false
	g := structured.New(c.b, s, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		v := (&scalar{b, op, args[:len(s.Ins)], c.mustBeCanonical(op, op.Result())}).build()
		ok = v != nil
		if !ok {
			v = args[len(args)-1]
		}
		return one(v)
	})
	if !ok {
		g.Erase()
		return nil, nil
	}
	return one(g.Result()), nil
}

// moved returns a tensor of type t. Its element at indices d is the element of v at indices m(d).
func (c *converter) moved(v *ir.Value, t ir.Type, m affine.Map) *ir.Value {
	return structured.New(c.b, structured.Shape{
		Ins: []*ir.Value{v}, Outs: []*ir.Value{build.Empty(c.b, t)},
		Maps: []affine.Map{m, affine.Identity(m.Dims)}, Reduction: make([]bool, m.Dims),
	}, func(_ *ir.Builder, args []*ir.Value) []*ir.Value { return args[:1] }).Result()
}

func (c *converter) constant(o stablehlo.Constant) *ir.Value {
	d, ok := ir.AttrAs[*ir.DenseElements](o.Value())
	if !ok {
		return nil
	}
	t := kernelop.Stored(o.Op.Result().Type())
	a := o.Value()
	if one, splat := d.Splat(); splat && t != d.Type && !isComplex(d.Type) {
		v := one.Clone()
		v.Kind = t.Kind()
		a = ir.NewSplat(t, v)
	} else if t != d.Type {
		v := d.Tensor().Clone()
		v.Kind = t.Kind()
		a = ir.NewDense(t, v)
	}
	return arith.NewConstant(c.b, a).Op.Result()
}

func (c *converter) iota(o stablehlo.Iota) *ir.Value {
	t := kernelop.Stored(o.Op.Result().Type())
	shape, _ := t.Shape()
	elem := o.Op.Result().Type().Elem()
	return structured.New(c.b, structured.Shape{
		Outs: []*ir.Value{build.Empty(c.b, t)},
		Maps: []affine.Map{affine.Identity(len(shape))}, Reduction: make([]bool, len(shape)),
	}, func(b *ir.Builder, _ []*ir.Value) []*ir.Value {
		return one(fromIndex(b, build.LoopIndex(b, int(o.IotaDimension())), elem))
	}).Result()
}

// fromIndex converts an index to the element type t.
func fromIndex(b *ir.Builder, i *ir.Value, t ir.Type) *ir.Value {
	if isInt(t) {
		return wrapped(b, arith.NewIndexCast(b, i, kernelop.Stored(t)).Op.Result(), t)
	}
	wide := arith.NewIndexCast(b, i, ir.I64()).Op.Result()
	if isHalf(t) {
		return narrowed(b, arith.NewSIToFP(b, wide, ir.F64()).Op.Result(), t)
	}
	return arith.NewSIToFP(b, wide, t).Op.Result()
}

// toIndex converts an integer element to an index. The parameter "unsigned" is true if the element
// is unsigned in the program. Unsigned numbers that are too large for an index become the largest
// index.
func toIndex(b *ir.Builder, v *ir.Value, unsigned bool) *ir.Value {
	if !unsigned {
		return arith.NewIndexCast(b, v, ir.Index()).Op.Result()
	}
	i := arith.NewIndexCastUI(b, v, ir.Index()).Op.Result()
	if bits(v.Type()) < 64 {
		return i
	}
	return arith.NewMinUI(b, i, build.Index(b, math.MaxInt64)).Op.Result()
}

// Check lowers op alone, discards the result, and returns the error if there is no lowering.
// The lowered operation has placeholders as operands.
func Check(op *ir.Op) error {
	scratch := ir.NewBlock()
	c := newConverter(op.Registry())
	c.b.AtEnd(scratch)
	for v := range op.Operands() {
		c.values.Map(v, scratch.AddArg(kernelop.Stored(v.Type()), ir.Loc{}))
	}
	return c.convert(op)
}

// noRule returns the error about an operation without a rule. Its help explains how to run the
// operation.
func noRule(op *ir.Op) error {
	if l, ok := ir.Cast[interp.Limited](op); ok && l.Limit() != "" {
		d := ir.Errorf(op, "cannot be lowered to kernels: no rule lowers it, and the host cannot run it: %s", l.Limit())
		if ir.Is[stablehlo.CustomCall](op) {
			return d.WithHelp("add an implementation of the custom call's target to a dialect: see stablehlo.CallTarget")
		}
		return d
	}
	d := ir.Errorf(op, "cannot be lowered to kernels: no rule lowers it")
	if ir.Is[fn.Call](op) {
		return d.WithHelp("define the function that it calls: a declaration cannot be inlined")
	}
	if _, ok := ir.Cast[interp.Evaler](op); !ok {
		return d.WithHelp("the interpreter cannot run the operation either: first run a pass that replaces it, such as state-to-values for operations that change NNVM's variables")
	}
	const elsewhere = "run the program on --backend=ref, or divide it with --devices=vm,ref"
	if needsParts(op) {
		return ir.Errorf(op, "cannot be lowered to kernels: no rule lowers it for complex numbers").WithHelp("run --stablehlo-expand-complex first, or " + elsewhere)
	}
	return d.WithHelp(elsewhere)
}
