// Package precision is the pass cluster-precision: clusters compute in another float
// type, with casts of their inputs and outputs.
//
// Values between clusters keep their types, so each cluster can be given a
// precision of its own. A cast to a narrower type and back is exact, so clusters of one
// precision together compute what the whole program would in it.
package precision

import (
	"cmp"
	"math"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

const doc = `give clusters another precision, with casts where values come in and go out

Floats of 32 bits inside become those of the precision, constants included. What the
program keeps of a cluster's memory, and of what it computes, is noted anew. Functions without clusters are
converted as a whole.`

// Options say what is converted.
type Options struct {
	To    string   `opt:"to" help:"the type: f16 or bf16"`
	Parts []string `opt:"parts" help:"names of the clusters' parts, with or without their function's; by default all"`
}

// Pass returns the pass.
func Pass() passes.Pass {
	return passes.OnWith("cluster-precision", doc, Options{To: "f16"}, func(r *passes.Run, m ir.Module, o Options) error {
		return Module(m, o, r.Note)
	})
}

// Module converts the clusters of a module, or its functions where it has none. warn takes
// what is odd, but no mistake; it may be nil.
func Module(m ir.Module, o Options, warn func(*diag.Diagnostic)) error {
	to, ok := map[string]ir.Type{"f16": ir.KindType(tensor.F16), "bf16": ir.KindType(tensor.BF16)}[o.To]
	if !ok {
		return ir.Errorf(m.Op, "no precision '%s'; have f16 and bf16", o.To).WithHelp("give one of these")
	}
	bodies, err := bodies(m, o)
	if err != nil {
		return err
	}
	for _, b := range bodies {
		if err := flat(b); err != nil {
			return err
		}
	}
	symbols := ir.NewSymbols(m.Op)
	divided := records(m, symbols)
	for _, b := range bodies {
		c := &converter{b: ir.NewBuilder(m.Op.Registry()), to: to, warn: warn}
		c.body(b)
		if r, ok := ir.As[cluster.Region](b.Parent()); ok {
			irplace.Recount(r, symbols)
		}
	}
	for _, r := range divided {
		r.renew()
	}
	return nil
}

// flat refuses operations with regions, whose insides would keep the old type.
func flat(b *ir.Block) error {
	for op := range b.Ops() {
		if op.NumRegions() > 0 {
			return ir.Errorf(op, "has a region, which is not converted")
		}
		for v := range op.Results() {
			if single(v.Type()) && !v.Type().HasStaticShape() {
				return ir.Errorf(op, "has a result of type '%s', but only static shapes are converted", v.Type())
			}
		}
	}
	for _, a := range b.Args() {
		if single(a.Type()) && !a.Type().HasStaticShape() {
			return ir.Errorf(b.Parent(), "has an argument of type '%s', but only static shapes are converted", a.Type())
		}
	}
	if end := b.Last(); end == nil || end.NumOperands() != len(resultTypes(b.Parent())) {
		return ir.Errorf(b.Parent(), "does not end in an operation that returns its results")
	}
	return nil
}

// bodies are the blocks to convert.
func bodies(m ir.Module, o Options) ([]*ir.Block, error) {
	var regions, functions []*ir.Block
	found := map[string]bool{}
	var outlined *ir.Op
	m.Op.Walk(func(op *ir.Op) bool {
		switch v := op.View().(type) {
		case cluster.Launch:
			outlined = cmp.Or(outlined, op)
		case cluster.Region:
			if name, ok := wanted(op, o.Parts); ok {
				found[name] = true
				regions = append(regions, v.Body())
			}
			return false
		case fn.Func:
			if !v.IsDeclaration() && len(v.Body().Blocks) == 1 {
				functions = append(functions, v.Entry())
			}
		}
		return true
	})
	if outlined != nil {
		return nil, ir.Errorf(outlined, "is a cluster that was outlined, whose function is not converted: run cluster-precision before cluster-outline")
	}
	for _, name := range o.Parts {
		if !found[name] {
			return nil, ir.Errorf(m.Op, "no cluster's part is called '%s'", name)
		}
	}
	if len(regions) == 0 {
		return functions, nil
	}
	return regions, nil
}

// wanted reports whether a cluster is to be converted, and by which name.
func wanted(op *ir.Op, names []string) (name string, ok bool) {
	p, _ := cluster.PartOf(op)
	for _, n := range names {
		if p.Name == n || strings.HasSuffix(p.Name, "_"+n) {
			return n, true
		}
	}
	return "", len(names) == 0
}

// converter converts one block.
type converter struct {
	b    *ir.Builder
	to   ir.Type
	warn func(*diag.Diagnostic)
}

// body converts all operations of a block; what its terminator returns keeps its type.
func (c *converter) body(blk *ir.Block) {
	end := blk.Last()
	ops := []*ir.Op{}
	for op := range blk.Ops() {
		if op != end {
			ops = append(ops, op)
		}
	}
	for _, a := range blk.Args() {
		if single(a.Type()) && a.HasUses() {
			c.argument(blk, a)
		}
	}
	for _, op := range ops {
		c.op(op)
	}
	want := resultTypes(blk.Parent())
	for i, v := range end.OperandList() {
		if v.Type() == want[i] {
			continue
		}
		c.b.Before(end)
		end.SetOperandAt(i, c.cast(v, want[i].Elem(), v.Def()))
	}
}

// argument casts an argument at the start of a block.
func (c *converter) argument(blk *ir.Block, a *ir.Value) {
	var uses []*ir.Use
	for u := range a.Uses() {
		uses = append(uses, u)
	}
	c.b.AtStart(blk)
	c.b.Loc = a.Loc()
	cast := c.cast(a, c.to, uses[0].Owner())
	for _, u := range uses {
		u.Set(cast)
	}
}

func resultTypes(op *ir.Op) []ir.Type {
	if f, ok := ir.As[fn.Func](op); ok {
		return f.FunctionType().Results
	}
	return op.ResultTypes()
}

// cast converts a value; the cast is placed on the device of the operation like.
func (c *converter) cast(v *ir.Value, to ir.Type, like *ir.Op) *ir.Value {
	cast := nn.NewConvert(c.b, v, to)
	if like != nil {
		if d, ok := cluster.DeviceOf(like); ok {
			cluster.SetDevice(cast.Op, d)
		}
	}
	return cast.Op.Result()
}

// op gives an operation's results the new type, and a constant new elements. Lookups in
// tables of bytes make floats of 32 bits only.
func (c *converter) op(op *ir.Op) {
	if l, ok := ir.Cast[nn.LookupOp](op); ok && l.Lookup().Bytes() {
		c.keep(op)
		return
	}
	for r := range op.Results() {
		if single(r.Type()) {
			r.SetType(r.Type().WithElem(c.to))
		}
	}
	if k, ok := ir.As[stablehlo.Constant](op); ok {
		if d, ok := ir.AttrAs[*ir.DenseElements](k.Value()); ok && single(d.Type) {
			wide := d.Tensor()
			narrow := tensor.Convert(wide, c.to.Kind())
			c.overflow(op, wide, narrow)
			op.SetAttr("value", ir.NewDense(op.Result().Type(), narrow))
		}
	}
}

// overflow warns of numbers of a constant that the precision does not have.
func (c *converter) overflow(op *ir.Op, wide, narrow *tensor.Tensor) {
	if c.warn == nil {
		return
	}
	lost, first := 0, 0
	for i := range narrow.NumElements() {
		if math.IsInf(narrow.Float(i), 0) && !math.IsInf(wide.Float(i), 0) {
			if lost == 0 {
				first = i
			}
			lost++
		}
	}
	if lost > 0 {
		c.warn(ir.Warnf(op, "has %d of %d elements, such as %g, that are too large for '%s' and become infinite", lost, wide.NumElements(), wide.Float(first), c.to).
			WithHelp("bf16 has the range of f32; parts=… leaves other clusters as they are"))
	}
}

// keep leaves an operation as it is, between casts.
func (c *converter) keep(op *ir.Op) {
	c.b.Before(op)
	for i, v := range op.OperandList() {
		if v.Type().Elem() == c.to {
			op.SetOperandAt(i, c.cast(v, ir.F32(), op))
		}
	}
	c.b.After(op)
	for r := range op.Results() {
		var uses []*ir.Use
		for u := range r.Uses() {
			uses = append(uses, u)
		}
		narrow := c.cast(r, c.to, op)
		for _, u := range uses {
			u.Set(narrow)
		}
	}
}

// single reports whether t is a tensor of f32.
func single(t ir.Type) bool { return ir.IsType[*ir.TensorType](t) && t.Elem() == ir.F32() }
