package linalg

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/lowering/build"
)

// control lowers control flow to operations of the dialect scf that carry tensors. It also lowers
// optimization barriers, operations on the parts of complex numbers, and operations that the host
// runs. It returns nil for all other operations.
func (c *converter) control(op *ir.Op) ([]*ir.Value, error) {
	switch o := op.View().(type) {
	case stablehlo.While:
		return c.while(o)
	case stablehlo.If:
		return c.branch(o)
	case stablehlo.Case:
		return c.choice(o)
	case stablehlo.OptimizationBarrier:
		return c.all(o.Operand()), nil
	}
	if part, ok := c.parts(op); ok {
		return one(part), nil
	}
	if OnHost(op) {
		return c.host(op), nil
	}
	return nil, nil
}

// OnHost reports whether the host runs op, between kernels. The host runs checks, custom calls, and
// the interpreter's operations print, probe and run_parallel. It does not run operations that have
// regions or that the interpreter cannot run.
func OnHost(op *ir.Op) bool {
	if _, ok := ir.Cast[interp.Evaler](op); !ok || op.NumRegions() > 0 {
		return false
	}
	if l, ok := ir.Cast[interp.Limited](op); ok && l.Limit() != "" {
		return false
	}
	return strings.HasPrefix(op.Name(), "check.") || ir.Is[stablehlo.CustomCall](op) || op.Name() == "interpreter.probe" || op.Name() == "interpreter.print" ||
		op.Name() == "interpreter.run_parallel"
}

// region lowers the only block of r, and appends the result to the parameter "block". The function
// end writes the terminator.
func (c *converter) region(r *ir.Region, block *ir.Block, end func(values []*ir.Value)) error {
	outer := c.b
	c.b = ir.NewBuilder(outer.Registry())
	c.b.AtEnd(block)
	defer func() { c.b = outer }()
	for i, a := range r.Entry().Args() {
		c.values.Map(a, block.Arg(i))
	}
	return c.block(r.Entry(), end)
}

// block lowers the operations of b except its terminator. Then it calls end with the lowered
// operands of the terminator.
func (c *converter) block(b *ir.Block, end func(values []*ir.Value)) error {
	for op := range b.Ops() {
		c.b.Loc = op.Loc()
		if op == b.Last() {
			end(c.all(op.OperandList()))
			break
		}
		if err := c.ctx.Err(); err != nil {
			return err
		}
		if err := c.convert(op); err != nil {
			return err
		}
	}
	return nil
}

func (c *converter) while(o stablehlo.While) ([]*ir.Value, error) {
	inits := c.all(o.Operand())
	types := storedAll(o.Op.ResultTypes())
	w := scf.NewWhile(c.b, types, inits...)
	if err := c.region(o.Cond(), w.Before(), func(vs []*ir.Value) {
		scf.NewCondition(c.b, build.Extract(c.b, vs[0]), w.Before().Args()...)
	}); err != nil {
		return nil, err
	}
	return w.Op.ResultList(), c.region(o.Body(), w.After(), c.yield)
}

func (c *converter) yield(vs []*ir.Value) { scf.NewYield(c.b, vs...) }

func (c *converter) branch(o stablehlo.If) ([]*ir.Value, error) {
	s := scf.NewIf(c.b, build.Extract(c.b, c.value(o.Pred())), storedAll(o.Op.ResultTypes()), true)
	if err := c.region(o.TrueBranch(), s.Then(), c.yield); err != nil {
		return nil, err
	}
	return s.Op.ResultList(), c.region(o.FalseBranch(), s.Else(), c.yield)
}

// choice lowers stablehlo.case. If the index is out of range, the last branch is selected.
func (c *converter) choice(o stablehlo.Case) ([]*ir.Value, error) {
	n := o.Op.NumRegions()
	cases := make([]int64, n-1)
	for i := range cases {
		cases[i] = int64(i)
	}
	on := toIndex(c.b, build.Extract(c.b, c.value(o.Index())), false)
	s := scf.NewIndexSwitch(c.b, on, cases, storedAll(o.Op.ResultTypes()))
	for i := range cases {
		if err := c.region(o.Op.RegionAt(i), s.CaseRegion(i).Entry(), c.yield); err != nil {
			return nil, err
		}
	}
	return s.Op.ResultList(), c.region(o.Op.RegionAt(n-1), s.DefaultRegion().Entry(), c.yield)
}

// host clones op with the types of the program. It casts the operands from the types that store
// them, and the results back.
func (c *converter) host(op *ir.Op) []*ir.Value {
	var m ir.Mapping
	for _, v := range op.OperandList() {
		m.Map(v, c.cast(c.value(v), v.Type()))
	}
	out := []*ir.Value{}
	for _, v := range c.b.Clone(op, &m).ResultList() {
		out = append(out, c.cast(v, kernelop.Stored(v.Type())))
	}
	return out
}

// cast casts v to tensor type t, which must have the same memory layout.
func (c *converter) cast(v *ir.Value, t ir.Type) *ir.Value {
	return builtin.NewCast(c.b, v, t).Outputs()[0]
}

// parts lowers stablehlo.complex, stablehlo.real and stablehlo.imag. It returns false for other
// operations.
func (c *converter) parts(op *ir.Op) (*ir.Value, bool) {
	switch o := op.View().(type) {
	case stablehlo.Real:
		if !isComplex(o.Operand().Type()) {
			return c.value(o.Operand()), true
		}
		return c.halfOf(op, 0), true
	case stablehlo.Imag:
		if t := o.Operand().Type(); !isComplex(t) {
			t = kernelop.Stored(t)
			return build.Fill(c.b, zeroOf(c.b, t.Elem()), build.Empty(c.b, t)).Result(), true
		}
		return c.halfOf(op, 1), true
	case stablehlo.Complex:
		t := kernelop.Stored(o.Op.Result().Type())
		whole := build.Empty(c.b, t)
		shape, _ := t.Shape()
		for i := range 2 {
			v := c.value(op.OperandAt(i))
			from, _ := v.Type().Shape()
			v = build.Reshape(c.b, v, ir.Tensor(t.Elem(), append(slices.Clone(from), 1)...))
			offsets := make([]int64, len(shape))
			offsets[len(offsets)-1] = int64(i)
			whole = build.InsertSlice(c.b, v, whole, offsets, ones(len(shape)))
		}
		return whole, true
	}
	return nil, false
}

// halfOf returns the real part of the operand of op if i is 0, and the imaginary part if i is 1.
func (c *converter) halfOf(op *ir.Op, i int64) *ir.Value {
	t := op.Result().Type()
	shape, _ := t.Shape()
	offsets := make([]int64, len(shape)+1)
	offsets[len(shape)] = i
	part := build.ExtractSlice(c.b, c.value(op.OperandList()[0]), ir.Tensor(t.Elem(), append(slices.Clone(shape), 1)...), offsets, ones(len(shape)+1))
	return build.Reshape(c.b, part, t)
}

func isComplex(t ir.Type) bool { return ir.IsType[*ir.ComplexType](t.Elem()) }

// needsParts reports whether stablehlo-expand-complex must replace the complex operands and results
// of op before op can be lowered.
func needsParts(op *ir.Op) bool {
	switch op.View().(type) {
	case stablehlo.Constant, stablehlo.Reshape, stablehlo.Reverse, stablehlo.Concatenate, stablehlo.Real, stablehlo.Imag, stablehlo.Complex,
		stablehlo.If, stablehlo.Case, stablehlo.While, stablehlo.OptimizationBarrier:
		return false
	}
	if !slices.ContainsFunc(op.OperandTypes(), isComplex) && !slices.ContainsFunc(op.ResultTypes(), isComplex) {
		return false
	}
	_, expands := nn.ExpanderOf(op)
	return !expands && !OnHost(op)
}
