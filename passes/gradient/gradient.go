// Package gradient replaces the results of a graph by their gradients.
package gradient

import (
	"iter"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `replace a graph's results by gradients of these results

The new results are the gradients with respect to the listed arguments, in their order, or
with respect to all arguments. The original results are weighted by ones, or by additional arguments. New
values have unknown types; run infer-shapes to find these types.`

type options struct {
	WRT    []string `opt:"wrt" help:"names of the arguments for which gradients are computed; by default all"`
	Heads  []string `opt:"heads" help:"names of new arguments for the gradients of the results"`
	Mirror []string `opt:"mirror" help:"operators, such as relu, that are recomputed for the gradients, so that their results need not be kept"`
}

// Pass returns gradient.
func Pass() passes.Pass {
	return passes.OnWith("gradient", doc, options{}, func(r *passes.Run, f fn.Func, o options) error {
		if f.IsDeclaration() {
			return nil
		}
		for _, name := range o.Mirror {
			if r.Registry.Op("nnvm."+name) == nil {
				return diag.Errorf(diag.Span{}, "the option mirror lists '%s', which is not an operator of NNVM", name).DidYouMean("", name, operators(r.Registry))
			}
		}
		return Func(f, Options{WRT: o.WRT, Heads: o.Heads, Mirror: func(op *ir.Op) bool {
			return slices.ContainsFunc(o.Mirror, func(name string) bool { return op.Name() == "nnvm."+name })
		}})
	})
}

// operators yields the names that the option mirror may list.
func operators(reg *ir.Registry) iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range reg.OpNames("nnvm") {
			if !yield(strings.TrimPrefix(name, "nnvm.")) {
				return
			}
		}
	}
}

// Options select the gradients.
type Options struct {
	// WRT names the arguments whose gradients are computed; nil means all.
	WRT []string
	// Heads names new arguments that weight the results; nil means that the weights are ones.
	Heads []string
	// Mirror selects operations that are recomputed for the gradients, so that their results need
	// not be kept. Only pure operations are recomputed. nil selects no operation.
	Mirror func(op *ir.Op) bool
}

// Func makes f return gradients. f must have one block, and its arguments and results must be
// tensors. Func fails, and leaves f unchanged, in these cases:
//
//   - An argument is unknown, or the heads do not match f's results.
//   - No result depends on an argument whose gradient is requested.
//   - An operation on a path from such an argument to a result has no gradient, and the gradients
//     of its own results are not all zeros.
func Func(f fn.Func, o Options) error {
	if len(f.Body().Blocks) != 1 {
		return ir.Errorf(f.Op, "has several blocks, but gradients need a function with one block")
	}
	for _, t := range slices.Concat(f.FunctionType().Inputs, f.FunctionType().Results) {
		if !constraint.IsTensor(t) {
			return ir.Errorf(f.Op, "has an argument or result of type '%s', but only tensors have gradients", t)
		}
	}
	g := &grader{f: f, b: ir.NewBuilder(f.Op.Registry()), keeper: nnvm.NewKeeper(f.Entry()), sums: map[*ir.Value][]*ir.Value{}, depends: map[*ir.Value]bool{}}
	wrt, err := g.wanted(o.WRT)
	if err != nil {
		return err
	}
	last := f.Entry().Last()
	if err := g.checkHeads(last, o.Heads); err != nil {
		return err
	}
	ops, dicts := slices.Collect(f.Entry().Ops()), f.ArgDicts()
	g.follow(wrt)
	g.keep(o.Mirror)
	forward := slices.Collect(f.Entry().Ops())
	forward = forward[:len(forward)-1]
	g.b.Before(last)
	g.seed(last, o.Heads)
	out, err := g.gradients(wrt, forward)
	if err != nil {
		g.restore(ops, dicts)
		return err
	}
	if o.Mirror != nil {
		g.mirror(forward, o.Mirror)
	}
	last.SetOperands(out)
	g.retype()
	return nil
}

// gradients adds operations that compute the gradients of xs. It visits the original operations
// ("forward") from last to first.
func (g *grader) gradients(xs []*ir.Value, forward []*ir.Op) ([]*ir.Value, error) {
	for _, op := range slices.Backward(forward) {
		if err := g.through(op); err != nil {
			return nil, err
		}
	}
	out := make([]*ir.Value, len(xs))
	for i, x := range xs {
		if len(g.sums[x]) == 0 {
			return nil, ir.Errorf(g.f.Op, "has no result that depends on '%s', whose gradient is requested", nnvm.NameOf(x))
		}
		out[i] = g.sum(x)
	}
	return out, nil
}

// grader collects the gradients of values.
type grader struct {
	f       fn.Func
	b       *ir.Builder
	keeper  *nnvm.Keeper
	kept    []read                    // the operands that [grader.keep] replaced
	sums    map[*ir.Value][]*ir.Value // parts of each value's gradient
	depends map[*ir.Value]bool        // values that depend on an argument whose gradient is requested
}

// wanted returns the arguments with the given names.
func (g *grader) wanted(names []string) ([]*ir.Value, error) {
	if names == nil {
		return slices.Clone(g.f.Entry().Args()), nil
	}
	var out []*ir.Value
	for _, n := range names {
		i := slices.IndexFunc(g.f.Entry().Args(), func(a *ir.Value) bool { return nnvm.NameOf(a) == n })
		if i < 0 {
			return nil, ir.Errorf(g.f.Op, "has no argument '%s'", n)
		}
		out = append(out, g.f.Entry().Arg(i))
	}
	return out, nil
}

// follow marks the values that depend on xs.
func (g *grader) follow(xs []*ir.Value) {
	for _, x := range xs {
		g.depends[x] = true
	}
	for op := range g.f.Entry().Ops() {
		for i := range op.NumOperands() {
			if v := g.source(op, i); v != nil && g.depends[v] {
				g.mark(op)
			}
		}
		for i := range op.NumRegions() {
			for _, b := range op.RegionAt(i).Blocks {
				g.inside(op, b)
			}
		}
	}
}

// inside marks the results of op if an operation nested in its block b reads a marked value.
func (g *grader) inside(op *ir.Op, b *ir.Block) {
	for inner := range b.Ops() {
		inner.Walk(func(o *ir.Op) bool {
			for v := range o.Operands() {
				if g.depends[v] {
					g.mark(op)
				}
			}
			return true
		})
	}
}

// mark records that the results of op depend on an argument whose gradient is requested.
func (g *grader) mark(op *ir.Op) {
	for r := range op.Results() {
		g.depends[r] = true
	}
}

// checkHeads fails if the number of names is wrong, or if a name is already used.
func (g *grader) checkHeads(last *ir.Op, heads []string) error {
	if heads != nil && len(heads) != last.NumOperands() {
		return ir.Errorf(g.f.Op, "needs one name in the option heads for each result: the number of results is %d, the number of names is %d", last.NumOperands(), len(heads))
	}
	for i, name := range heads {
		if slices.Contains(heads[:i], name) {
			return diag.Errorf(diag.Span{}, "the option heads lists '%s' twice", name).WithHelp("give each result a different name: each gradient is a separate argument")
		}
		if slices.ContainsFunc(g.f.Entry().Args(), func(a *ir.Value) bool { return nnvm.NameOf(a) == name }) {
			return ir.Errorf(g.f.Op, "already has an argument '%s', the name of a new argument in the option heads", name)
		}
	}
	return nil
}

// seed sets the gradients of the results to ones, or to new arguments.
func (g *grader) seed(last *ir.Op, heads []string) {
	for i := range last.NumOperands() {
		y := g.source(last, i)
		if heads == nil {
			g.sums[y] = append(g.sums[y], nnvm.Make[nnvm.OnesLike](g.b, []*ir.Value{y}))
			continue
		}
		v := g.f.Entry().AddArg(y.Type(), y.Loc())
		g.argName(v.Index(), heads[i])
		g.sums[y] = append(g.sums[y], v)
	}
}

func (g *grader) argName(i int, name string) {
	attrs := g.f.ArgDicts()
	for len(attrs) <= i {
		attrs = append(attrs, ir.Attr{})
	}
	attrs[i] = ir.NewDict(ir.NamedAttr{Name: nnvm.NameAttr, Attr: ir.NewString(name)})
	g.f.SetArgAttrs(attrs)
}

// sum returns the gradient of v: the sum of its parts, or zeros if there are no parts.
func (g *grader) sum(v *ir.Value) *ir.Value {
	parts := g.sums[v]
	switch len(parts) {
	case 0:
		return nnvm.Make[nnvm.ZerosLike](g.b, []*ir.Value{v})
	case 1:
		return parts[0]
	}
	s := nnvm.Make[nnvm.ElemSum](g.b, parts, ir.NamedAttr{Name: "num_args", Attr: ir.NewI64(int64(len(parts)))})
	g.sums[v] = []*ir.Value{s}
	return s
}

// through propagates the gradients of op's results to its operands.
func (g *grader) through(op *ir.Op) error {
	any := false
	for v := range op.Results() {
		any = any || len(g.sums[v]) > 0 && g.depends[v]
	}
	if !any {
		return nil
	}
	outs := make([]*ir.Value, op.NumResults())
	zero := true
	for i := range outs {
		outs[i] = g.sum(op.ResultAt(i))
		_, none := ir.Defining[nnvm.ZerosLike](outs[i])
		zero = zero && none
	}
	d, ok := ir.Cast[nnvm.Differentiable](op)
	var ins []*ir.Value
	switch {
	case ok:
		grads := &nnvm.Grads{Op: op, Out: outs, B: g.b}
		if ins = d.Gradients(grads); grads.Err != nil {
			return grads.Err
		}
	case zero:
		for v := range op.Operands() {
			ins = append(ins, nnvm.Make[nnvm.ZerosLike](g.b, []*ir.Value{v}))
		}
	default:
		return ir.Errorf(op, "has no gradient, but one is needed")
	}
	for i, in := range ins {
		if v := g.source(op, i); in != nil && g.depends[v] {
			g.sums[v] = append(g.sums[v], in)
		}
	}
	return nil
}

// mirror makes the gradients read copies of the selected pure operations. Each copy is inserted
// where a gradient first needs it.
func (g *grader) mirror(forward []*ir.Op, selected func(*ir.Op) bool) {
	old := map[*ir.Op]bool{}
	for _, op := range forward {
		old[op] = true
	}
	var m ir.Mapping
	names := nnvm.NamesIn(g.f)
	copied := map[*ir.Op]bool{}
	var again func(v *ir.Value) *ir.Value
	again = func(v *ir.Value) *ir.Value {
		d := v.Def()
		if d == nil || !old[d] || !d.IsPure() || !selected(d) {
			return v
		}
		if !copied[d] {
			copied[d] = true
			for x := range d.Operands() {
				if w := again(x); w != x {
					m.Map(x, w)
				}
			}
			c := g.b.Clone(d, &m)
			if name, ok := d.Discardable(nnvm.NameAttr).Str(); ok {
				nnvm.SetName(c, names.Unused(name+"_mirror"))
			}
		}
		return m.Value(v)
	}
	for op := g.firstNew(forward); op != nil && op != g.f.Entry().Last(); op = op.Next() {
		g.b.Before(op)
		for i, v := range op.OperandList() {
			op.SetOperandAt(i, again(v))
		}
	}
}

// firstNew returns the first operation that computes gradients. It follows the operations in
// forward.
func (g *grader) firstNew(forward []*ir.Op) *ir.Op {
	if len(forward) == 0 {
		return g.f.Entry().First()
	}
	return forward[len(forward)-1].Next()
}

// retype updates the type of the function, and removes the attributes of the former results.
func (g *grader) retype() {
	g.f.Retype()
	g.f.SetResultAttrs(nil)
}
