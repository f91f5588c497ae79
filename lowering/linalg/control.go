package linalg

import (
	"strings"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/lowering/build"
)

// control lowers control flow, to structured loops and branches that carry tensors, and
// operations that the host runs.
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
	if OnHost(op) {
		return c.host(op), nil
	}
	return nil, nil
}

// OnHost reports whether the host runs op, between kernels: it has an effect that kernels
// cannot have, or only a library implements it.
func OnHost(op *ir.Op) bool {
	if _, ok := ir.Cast[interp.Evaler](op); !ok || op.NumRegions() > 0 {
		return false
	}
	if l, ok := ir.Cast[interp.Limited](op); ok && l.Limit() != "" {
		return false
	}
	return strings.HasPrefix(op.Name(), "check.") || ir.Is[stablehlo.CustomCall](op) || op.Name() == "interpreter.probe" || op.Name() == "interpreter.print"
}

// region lowers the only block of r at the end of block, whose arguments its own become,
// and ends it as end says.
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

// block lowers the operations of b and ends with what its terminator returns.
func (c *converter) block(b *ir.Block, end func(values []*ir.Value)) error {
	for op := range b.Ops() {
		c.b.Loc = op.Loc()
		if op == b.Last() {
			end(c.all(op.OperandList()))
			break
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

// choice takes the last branch for numbers that no branch has.
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

// host leaves op as it is, on operands of the types that it knows.
func (c *converter) host(op *ir.Op) []*ir.Value {
	var m ir.Mapping
	for _, v := range op.OperandList() {
		m.Map(v, c.cast(c.value(v), v.Type()))
	}
	out := []*ir.Value{}
	for _, v := range c.b.Clone(op, &m).ResultList() {
		out = append(out, c.cast(v, stored(v.Type())))
	}
	return out
}

// cast gives the memory of v another type of tensor.
func (c *converter) cast(v *ir.Value, t ir.Type) *ir.Value {
	return builtin.NewCast(c.b, v, t).Outputs()[0]
}
