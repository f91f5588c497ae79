// Package complex replaces complex numbers in StableHLO by pairs of real values, called parts. Only
// operations that run on the host still compute with complex numbers.
package complex

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/passes"
)

const passDoc = `replace complex numbers by pairs of real ones

Functions keep their types: stablehlo.real and stablehlo.imag take the parts of arguments,
and stablehlo.complex joins the parts of results. Mathematical functions of complex<f32>
are computed in f64.`

// Pass returns stablehlo-expand-complex.
func Pass() passes.Pass {
	return passes.On("stablehlo-expand-complex", passDoc, func(_ *passes.Run, f fn.Func) error {
		if linalg.OnlyOnHost(f) {
			return nil
		}
		return Expand(f)
	})
}

// Expand rewrites the body of f. It returns an error, and does not change f, if f uses complex
// numbers and has several blocks, or if an operation with regions uses complex numbers and has no
// rule. Operations of other dialects have no rule. stablehlo.map has none, since its body returns
// one value.
func Expand(f fn.Func) error {
	if f.IsDeclaration() || !f.Op.Contains(touches) {
		return nil
	}
	if len(f.Body().Blocks) != 1 {
		return ir.Errorf(f.Op, "must have one block for its complex numbers to be expanded")
	}
	reg := f.Op.Registry()
	t := f.FunctionType()
	g := fn.New(ir.NewBuilder(reg), f.SymName(), t.Inputs, t.Results)
	x := &expander{parts: map[*ir.Value]pair{}, b: ir.NewBuilder(reg)}
	x.b.AtEnd(g.Entry())
	for i, a := range f.Entry().Args() {
		x.argument(a, g.Entry().Arg(i))
	}
	if err := x.block(f.Entry()); err != nil {
		return err
	}
	for f.Entry().Last() != nil {
		f.Entry().Last().Erase()
	}
	for i, a := range g.Entry().Args() {
		a.ReplaceAllUses(f.Entry().Arg(i))
	}
	for op := g.Entry().First(); op != nil; op = g.Entry().First() {
		op.MoveToEnd(f.Entry())
	}
	return nil
}

// isComplex reports whether t is a tensor of complex numbers. It is false for complex scalars,
// which the pass does not change.
func isComplex(t ir.Type) bool {
	return ir.IsType[*ir.TensorType](t) && ir.IsType[*ir.ComplexType](t.Elem())
}

// realType returns t with real instead of complex elements.
func realType(t ir.Type) ir.Type {
	if c, ok := ir.TypeAs[*ir.ComplexType](t.Elem()); ok {
		return t.WithElem(c.Elem)
	}
	return t
}

func touches(op *ir.Op) bool {
	for v := range op.Operands() {
		if isComplex(v.Type()) {
			return true
		}
	}
	for v := range op.Results() {
		if isComplex(v.Type()) {
			return true
		}
	}
	return false
}

func isStableHLO(op *ir.Op) bool {
	d := op.Def().Dialect()
	return d != nil && d.Name == "stablehlo"
}

// pair is the real and the imaginary part of a value.
type pair struct{ re, im *ir.Value }

type expander struct {
	b     *ir.Builder
	m     ir.Mapping
	parts map[*ir.Value]pair
}

// argument maps the value "from" to the value "to" of the copy, which has the same type.
func (x *expander) argument(from, to *ir.Value) {
	if isComplex(from.Type()) {
		x.parts[from] = x.split(to)
		return
	}
	x.m.Map(from, to)
}

func (x *expander) split(v *ir.Value) pair {
	part := []ir.Type{realType(v.Type())}
	return pair{
		ir.Create[stablehlo.Real](x.b, ir.Init{Operands: []*ir.Value{v}, Results: part}).Op.Result(),
		ir.Create[stablehlo.Imag](x.b, ir.Init{Operands: []*ir.Value{v}, Results: part}).Op.Result(),
	}
}

func (x *expander) join(p pair, t ir.Type) *ir.Value {
	return ir.Create[stablehlo.Complex](x.b, ir.Init{Operands: []*ir.Value{p.re, p.im}, Results: []ir.Type{t}}).Op.Result()
}

// flat lists the converted values of vs: two for each complex value.
func (x *expander) flat(vs []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, v := range vs {
		if p, ok := x.parts[v]; ok {
			out = append(out, p.re, p.im)
		} else {
			out = append(out, x.m.Value(v))
		}
	}
	return out
}

func flatTypes(ts []ir.Type) []ir.Type {
	var out []ir.Type
	for _, t := range ts {
		out = append(out, realType(t))
		if isComplex(t) {
			out = append(out, realType(t))
		}
	}
	return out
}

// whole lists the converted values of vs with their original types. It builds complex values from
// their parts.
func (x *expander) whole(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		if p, ok := x.parts[v]; ok {
			out[i] = x.join(p, v.Type())
		} else {
			out[i] = x.m.Value(v)
		}
	}
	return out
}

func (x *expander) block(b *ir.Block) error {
	for op := range b.Ops() {
		x.b.Loc = op.Loc()
		x.b.Created = func(made *ir.Op) { made.Derive(op) }
		if err := x.op(op); err != nil {
			return err
		}
	}
	return nil
}

func (x *expander) op(op *ir.Op) error {
	switch {
	case ir.Is[fn.Return](op):
		fn.NewReturn(x.b, x.whole(op.OperandList())...)
		return nil
	case op.NumRegions() > 0 && !isStableHLO(op):
		if op.Contains(touches) {
			return noRule(op)
		}
		x.b.Clone(op, &x.m)
		return nil
	case op.NumRegions() > 0 || ir.Is[stablehlo.Return](op) || ir.Is[stablehlo.OptimizationBarrier](op):
		return x.flattened(op)
	case !touches(op):
		x.b.Clone(op, &x.m)
		return nil
	}
	if ps, ok := x.rule(op); ok {
		x.results(op, ps...)
		return nil
	}
	if movesParts(op) {
		x.results(op, pair{x.part(op, false), x.part(op, true)})
		return nil
	}
	return x.opaque(op)
}

// noRule returns the error for an operation with regions that cannot be expanded.
func noRule(op *ir.Op) error {
	return ir.Errorf(op, "has a region and uses complex numbers, but this pass has no rule for the operation").
		WithHelp("move the operation to another function, and give this function the attribute '" + linalg.HostFunction + "': the pass skips it, and the host runs it")
}

// results records the results of op. For a real result, the pair has only the field re.
func (x *expander) results(op *ir.Op, ps ...pair) {
	for i, p := range ps {
		if v := op.ResultAt(i); isComplex(v.Type()) {
			x.parts[v] = p
		} else {
			x.m.Map(v, p.re)
		}
	}
}

// made creates an operation like op, with other operands and types.
func (x *expander) made(op *ir.Op, operands []*ir.Value, results []ir.Type) *ir.Op {
	o := x.b.Op(op.Name(), ir.Init{Operands: operands, Results: results, NumRegions: op.NumRegions()})
	for name, a := range op.Attrs() {
		o.SetAttr(name, a)
	}
	return o
}

// flattened copies an operation that passes its operands to its regions or results, such as a loop.
// Each complex operand, result or region argument becomes two real values.
func (x *expander) flattened(op *ir.Op) error {
	o := x.made(op, x.flat(op.OperandList()), flatTypes(op.ResultTypes()))
	outer := x.b
	defer func() { x.b = outer }()
	for i, r := range op.Regions() {
		for _, b := range r.Blocks {
			to := o.RegionAt(i).AddBlock()
			group := 1
			if ir.Is[stablehlo.Sort](op) {
				group = 2 // the comparator has two arguments for each input
			}
			for args := b.Args(); len(args) > 0; args = args[group:] {
				x.arguments(to, args[:group])
			}
			x.b = ir.NewBuilder(op.Registry())
			x.b.AtEnd(to)
			if err := x.block(b); err != nil {
				return err
			}
		}
	}
	if touches(op) && op.NumRegions() > 0 && ir.Verify(o) != nil {
		return noRule(op) // for example, a map has one result, so it cannot return two parts
	}
	at := 0
	for _, v := range op.ResultList() {
		if isComplex(v.Type()) {
			x.parts[v] = pair{o.ResultAt(at), o.ResultAt(at + 1)}
			at++
		} else {
			x.m.Map(v, o.ResultAt(at))
		}
		at++
	}
	return nil
}

// arguments adds arguments of one type to a block. The real parts of all arguments come before the
// imaginary parts.
func (x *expander) arguments(to *ir.Block, args []*ir.Value) {
	t := args[0].Type()
	first := make([]*ir.Value, len(args))
	for i := range args {
		first[i] = to.AddArg(realType(t), x.b.Loc)
	}
	for i, a := range args {
		if isComplex(t) {
			x.parts[a] = pair{first[i], to.AddArg(realType(t), x.b.Loc)}
		} else {
			x.m.Map(a, first[i])
		}
	}
}

// opaque copies an operation for which there is no rule, with complex operands and results.
// Operations that run on the host support complex values.
func (x *expander) opaque(op *ir.Op) error {
	var m ir.Mapping
	for i, v := range x.whole(op.OperandList()) {
		m.Map(op.OperandAt(i), v)
	}
	c := x.b.Clone(op, &m)
	for i, v := range op.ResultList() {
		x.argument(v, c.ResultAt(i))
	}
	return nil
}

// movesParts reports whether op moves elements and does not compute with them.
func movesParts(op *ir.Op) bool {
	switch op.View().(type) {
	case stablehlo.Reshape, stablehlo.BroadcastInDim, stablehlo.Transpose, stablehlo.Reverse, stablehlo.Slice,
		stablehlo.Concatenate, stablehlo.Pad, stablehlo.Select, stablehlo.DynamicSlice, stablehlo.DynamicUpdateSlice,
		stablehlo.Gather, stablehlo.Broadcast:
		return true
	}
	return false
}

// part copies op for the imaginary parts of its complex operands, or for their real parts.
func (x *expander) part(op *ir.Op, imaginary bool) *ir.Value {
	operands := op.OperandList()
	for i, v := range operands {
		p, ok := x.parts[v]
		switch {
		case !ok:
			operands[i] = x.m.Value(v)
		case imaginary:
			operands[i] = p.im
		default:
			operands[i] = p.re
		}
	}
	return x.made(op, operands, []ir.Type{realType(op.Result().Type())}).Result()
}

func (x *expander) e() emit.Emitter { return emit.Emitter{B: x.b} }
