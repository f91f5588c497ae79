// Package precision is the pass cluster-precision: clusters compute in another float type, with
// casts of their inputs and outputs.
//
// Values between clusters keep their types, so each cluster can have a different precision. If all
// clusters have one precision, they compute the same results as the whole program in this
// precision, because a value of the narrower type does not change if it is cast to f32 and back.
package precision

import (
	"cmp"
	"math"
	"slices"
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

const doc = `change the precision of clusters, with casts of their inputs and outputs

Values of f32 inside a cluster, including constants, get the new type. The recorded memory size
of the cluster and the recorded fingerprint of its function are updated. In a module without
clusters, whole functions are converted.`

// Options select what is converted.
type Options struct {
	To    string   `opt:"to" help:"the type: f16 or bf16"`
	Parts []string `opt:"parts" help:"names of the clusters' parts to convert, such as main_p1, or p1 for this part of every function; by default all"`
}

// Pass returns the pass.
func Pass() passes.Pass {
	return passes.OnWith("cluster-precision", doc, Options{To: "f16"}, func(r *passes.Run, m ir.Module, o Options) error {
		return Module(m, o, r.Note)
	})
}

// Module converts the clusters of a module, or the functions of a module without clusters. warn
// receives warnings; it may be nil.
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
	insides := irplace.NewInsides(symbols)
	for _, b := range bodies {
		c := &converter{b: ir.NewBuilder(m.Op.Registry()), to: to, warn: warn, narrow: map[*ir.Value]bool{}}
		c.body(b)
		if r, ok := ir.As[cluster.Region](b.Parent()); ok {
			irplace.Recount(r, insides)
		}
	}
	for _, r := range divided {
		r.renew()
	}
	return nil
}

// flat fails for blocks that cannot be converted: blocks with operations that have regions, blocks
// with f32 values of dynamic shape, and blocks whose last operation does not return the results.
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

// bodies returns the blocks to convert.
func bodies(m ir.Module, o Options) ([]*ir.Block, error) {
	var regions, functions []*ir.Block
	found := map[string]bool{}
	var outlined, branched *ir.Op // the first launch, and the first function of several blocks
	m.Op.Walk(func(op *ir.Op) bool {
		switch v := op.View().(type) {
		case cluster.Launch:
			outlined = cmp.Or(outlined, op)
		case cluster.Region:
			if wanted(op, o.Parts, found) {
				regions = append(regions, v.Body())
			}
			return false
		case fn.Func:
			switch {
			case v.IsDeclaration():
			case len(v.Body().Blocks) == 1:
				functions = append(functions, v.Entry())
			default:
				branched = cmp.Or(branched, op)
			}
		}
		return true
	})
	if outlined != nil {
		return nil, ir.Errorf(outlined, "is an outlined cluster, whose function cannot be converted: run cluster-precision before cluster-outline")
	}
	for _, name := range o.Parts {
		if !found[name] {
			return nil, ir.Errorf(m.Op, "no cluster has a part called '%s'", name)
		}
	}
	if len(regions) > 0 {
		return regions, nil
	}
	if branched != nil {
		return nil, ir.Errorf(branched, "has several blocks, but only functions of one block are converted")
	}
	return functions, nil
}

// wanted reports whether a cluster is selected, and adds the names that select the cluster to
// found.
func wanted(op *ir.Op, names []string, found map[string]bool) bool {
	p, _ := cluster.PartOf(op)
	selected := len(names) == 0
	for _, n := range names {
		if p.Name == n || strings.HasSuffix(p.Name, "_"+n) {
			found[n], selected = true, true
		}
	}
	return selected
}

// converter converts one block.
type converter struct {
	b      *ir.Builder
	to     ir.Type
	warn   func(*diag.Diagnostic)
	narrow map[*ir.Value]bool // values of the new type
}

// body converts all operations of a block. The values that the block's terminator returns keep
// their types.
func (c *converter) body(blk *ir.Block) {
	end := blk.Last()
	ops := []*ir.Op{}
	for op := range blk.Ops() {
		if op != end {
			ops = append(ops, op)
		}
	}
	var casts []*ir.Value
	for _, a := range blk.Args() {
		if single(a.Type()) && a.HasUses() {
			if cast := c.argument(blk, a); cast != nil {
				casts = append(casts, cast)
			}
		}
	}
	for _, cast := range casts {
		cast.SetType(cast.Type().WithElem(c.to))
		c.narrow[cast] = true
	}
	for _, op := range ops {
		c.op(op)
	}
	for i, v := range end.OperandList() {
		if c.narrow[v] {
			c.b.Before(end)
			end.SetOperandAt(i, c.cast(v, ir.F32(), v.Def()))
		}
	}
}

// argument inserts a cast of an argument at the start of a block, and returns the result of the
// cast. The caller changes the type of this result after all arguments are cast. If a user is
// invalid without the argument itself, as nnvm._assign is, argument inserts no cast and returns
// nil.
func (c *converter) argument(blk *ir.Block, a *ir.Value) *ir.Value {
	uses := slices.Collect(a.Uses())
	c.b.AtStart(blk)
	c.b.Loc = a.Loc()
	cast := c.cast(a, ir.F32(), uses[0].Owner())
	for _, u := range uses {
		u.Set(cast)
	}
	for _, u := range uses {
		if ir.Verify(u.Owner()) != nil {
			for _, u := range uses {
				u.Set(a)
			}
			cast.Def().Erase()
			return nil
		}
	}
	return cast
}

func resultTypes(op *ir.Op) []ir.Type {
	if f, ok := ir.As[fn.Func](op); ok {
		return f.FunctionType().Results
	}
	return op.ResultTypes()
}

// cast converts a value. The cast gets the device of the given operation.
func (c *converter) cast(v *ir.Value, to ir.Type, like *ir.Op) *ir.Value {
	cast := nn.NewConvert(c.b, v, to)
	if like != nil {
		if d, ok := cluster.DeviceOf(like); ok {
			cluster.SetDevice(cast.Op, d)
		}
	}
	return cast.Op.Result()
}

// op changes the result types of an operation, and the elements of a constant. Some operations
// still compute in f32 (see keep): custom calls, operations that name a function, lookups in tables
// of bytes, and operations that are invalid with the new type.
func (c *converter) op(op *ir.Op) {
	if k, ok := ir.As[stablehlo.Constant](op); ok {
		c.constant(k)
		return
	}
	if namesSymbol(op) || ir.Is[stablehlo.CustomCall](op) {
		c.keep(op)
		return
	}
	if l, ok := ir.Cast[nn.LookupOp](op); ok && l.Lookup().Bytes() {
		c.keep(op) // lookups in tables of bytes return f32 only
		return
	}
	results := singles(op)
	for _, r := range results {
		r.SetType(r.Type().WithElem(c.to))
	}
	if ir.Verify(op) != nil {
		for _, r := range results {
			r.SetType(r.Type().WithElem(ir.F32()))
		}
		c.keep(op)
		return
	}
	for _, r := range results {
		c.narrow[r] = true
	}
}

// namesSymbol reports whether op names a symbol, such as the function that it calls. The types of
// the symbol and of op must match.
func namesSymbol(op *ir.Op) (names bool) {
	for _, a := range op.InherentAttrs() {
		ir.SymbolRefsIn(a, func(*ir.SymbolRefAttr) { names = true })
	}
	return names
}

// constant converts a dense constant of f32 to the new type, and keeps other constants.
func (c *converter) constant(k stablehlo.Constant) {
	r := k.Op.Result()
	d, ok := ir.AttrAs[*ir.DenseElements](k.Value())
	if !ok || !single(r.Type()) {
		c.keep(k.Op)
		return
	}
	wide, splat := d.Splat()
	made := ir.NewSplat
	if !splat {
		wide, made = d.Tensor(), ir.NewDense
	}
	narrow := tensor.Convert(wide, c.to.Kind())
	c.overflow(k.Op, wide, narrow, d.NumElements())
	r.SetType(r.Type().WithElem(c.to))
	k.Op.SetAttr("value", made(r.Type(), narrow))
	c.narrow[r] = true
}

// overflow warns about numbers in a constant that overflow in the new precision. n is the number of
// elements of the constant; a splat stores one number.
func (c *converter) overflow(op *ir.Op, wide, narrow *tensor.Tensor, n int) {
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
	if narrow.NumElements() != n {
		lost *= n
	}
	if lost > 0 {
		help := "select the clusters to convert with parts=…"
		if c.to.Kind() == tensor.F16 {
			help = "use bf16, whose range is almost that of f32, or " + help
		}
		c.warn(ir.Warnf(op, "has %d of %d elements, such as %g, that are too large for '%s' and become infinite", lost, n, wide.Float(first), c.to).
			WithHelp(help))
	}
}

// keep lets an operation compute in f32: it casts the operands to f32 and the results to the new
// type.
func (c *converter) keep(op *ir.Op) {
	c.b.Before(op)
	for i, v := range op.OperandList() {
		if c.narrow[v] {
			op.SetOperandAt(i, c.cast(v, ir.F32(), op))
		}
	}
	c.b.After(op)
	for _, r := range singles(op) {
		uses := slices.Collect(r.Uses())
		if len(uses) == 0 {
			continue
		}
		narrow := c.cast(r, c.to, op)
		c.narrow[narrow] = true
		for _, u := range uses {
			u.Set(narrow)
		}
	}
}

// singles returns the results of op with elements of f32.
func singles(op *ir.Op) []*ir.Value {
	var rs []*ir.Value
	for r := range op.Results() {
		if single(r.Type()) {
			rs = append(rs, r)
		}
	}
	return rs
}

// single reports whether t is a tensor of f32 without an encoding. Values with an encoding are not
// converted, since the result of a cast cannot have an encoding.
func single(t ir.Type) bool {
	d, ok := ir.TypeAs[*ir.TensorType](t)
	return ok && d.Encoding == (ir.Attr{}) && t.Elem() == ir.F32()
}
