// Package inline replaces calls by the bodies of their callees.
package inline

import (
	"maps"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Inline function calls

Callees are processed before callers, and each function is simplified before its calls
are inlined, as in mlir-opt. A private function is moved into its last caller, and
erased if it has no callers.`

// Options has the options of mlir-opt's pass, with the same names, and the option max-ops.
type Options struct {
	Default   string `opt:"default-pipeline" help:"passes that simplify a function before its calls are inlined"`
	Threshold uint   `opt:"inlining-threshold" help:"largest callee, in percent of the caller's operations"`
	Rounds    int    `opt:"max-iterations" help:"maximum number of rounds; each round simplifies functions that call each other, and inlines their calls"`
	MaxOps    int    `opt:"max-ops" help:"largest number of operations that inlining may create"`
}

// maxOps is the default of Options.MaxOps. Without a limit, a chain of functions in which each
// function calls the next function twice would grow exponentially.
const maxOps = 200_000

// noThreshold is mlir-opt's default: no bound.
const noThreshold = 1<<32 - 1

// Defaults returns the options that the pass has by default.
func Defaults() Options {
	return Options{Default: "canonicalize", Threshold: noThreshold, Rounds: 4, MaxOps: maxOps}
}

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.OnWith("inline", doc, Defaults(), run)
	p.Title = "Inliner"
	return p
}

func run(r *passes.Run, op *ir.Op, o Options) error {
	if !op.Has(ir.SymbolTable) {
		return ir.Errorf(op, " was scheduled to run under the inliner, but does not define a symbol table")
	}
	in := &inliner{r: r, o: o, b: ir.NewBuilder(r.Registry), g: newGraph(op)}
	for _, scc := range in.g.components(func(n *node) []*node { return slices.Collect(maps.Keys(n.refs)) }) {
		for _, n := range scc {
			n.cyclic = n.refs[n] > 0 || len(scc) > 1
		}
	}
	for _, scc := range in.g.components(func(n *node) []*node { return n.calls }) {
		if err := in.component(scc); err != nil {
			return err
		}
	}
	in.g.addCalls()
	for _, n := range in.dead {
		n.op.Erase()
	}
	return nil
}

type inliner struct {
	r    *passes.Run
	o    Options
	b    *ir.Builder
	g    *graph
	dead []*node
	past []step
	made int // operations that inlining has created
}

// step records that a call of callee was inlined. Steps ensure that inlining ends (see cameFrom).
type step struct {
	callee *node
	// before is the index in inliner.past of the step that inserted the call; -1 if the call
	// existed at the start of the round.
	before int
}

// call is a call that may be inlined.
type call struct {
	op       *ir.Op
	from, to *node
	past     int
}

// component simplifies functions that call each other and inlines their calls, until no call is
// inlined or the limit of rounds is reached.
func (in *inliner) component(scc []*node) error {
	for range max(in.o.Rounds, 1) {
		for _, n := range scc {
			if err := in.simplify(n); err != nil {
				return err
			}
		}
		if any, err := in.calls(scc); err != nil || !any {
			return err
		}
	}
	return nil
}

func (in *inliner) simplify(n *node) error {
	if n.gone || n.region() == nil || in.o.Default == "" || !n.op.Has(ir.IsolatedFromAbove) {
		return nil
	}
	if err := in.r.Pipeline(n.op, in.o.Default); err != nil {
		return err
	}
	in.g.countUses(n)
	return nil
}

// calls inlines the calls in scc, including calls in inlined bodies. It drops private functions
// without references.
func (in *inliner) calls(scc []*node) (any bool, err error) {
	var todo []call
	for _, n := range scc {
		switch {
		case n.gone || n.region() == nil:
		case n.discardable() && n.uses == 0:
			in.drop(n)
		default:
			todo = in.collect(todo, n, n.region(), -1)
		}
	}
	for i := 0; i < len(todo); i++ {
		c := todo[i]
		if c.from.gone || in.cameFrom(c) || !in.wanted(c) {
			continue
		}
		if !in.r.Log.Add(decision.Entry{Kind: decision.Inline, Rule: "inline", Ops: []uint32{c.op.ID()}}) {
			continue
		}
		if err := in.r.Ctx.Err(); err != nil {
			return any, err
		}
		var lost []*node
		left := c.to.uses
		in.g.refsOf(c.op, func(to *node) {
			lost = append(lost, to)
			if to == c.to {
				left--
			}
		})
		move := c.to.discardable() && left == 0
		blocks := in.inline(c, move)
		if in.made > in.o.MaxOps {
			return any, ir.ErrorAt(c.from.op, "inlining creates more than %d operations; --inline=max-ops=N of lathe-opt allows more", in.o.MaxOps)
		}
		any = true
		in.r.Count("num-inlined", 1)
		in.past = append(in.past, step{c.to, c.past})
		in.g.merge(c, lost, move)
		for _, op := range blocks {
			todo = in.collectOp(todo, c.from, op, len(in.past)-1)
		}
		if move {
			in.drop(c.to)
		}
	}
	return any, nil
}

func (in *inliner) drop(n *node) {
	if !n.gone {
		n.gone = true
		in.dead = append(in.dead, n)
	}
}

// collect appends the calls of known functions in r.
func (in *inliner) collect(todo []call, n *node, r *ir.Region, past int) []call {
	for _, b := range r.Blocks {
		for op := range b.Ops() {
			todo = in.collectOp(todo, n, op, past)
		}
	}
	return todo
}

func (in *inliner) collectOp(todo []call, n *node, op *ir.Op, past int) []call {
	op.Walk(func(o *ir.Op) bool {
		if in.g.nodes[o] != nil {
			return false
		}
		if to := in.g.callee(o); to != nil && to.region() != nil {
			todo = append(todo, call{o, n, to, past})
		}
		return true
	})
	return todo
}

// cameFrom reports whether c is in the inlined body of its own callee.
func (in *inliner) cameFrom(c call) bool {
	if !c.to.cyclic { // without this test, a chain of calls takes quadratic time
		return false
	}
	for i := c.past; i >= 0; i = in.past[i].before {
		if in.past[i].callee == c.to {
			return true
		}
	}
	return false
}

// wanted reports whether inlining c is legal and profitable.
func (in *inliner) wanted(c call) bool {
	callee := c.to.region()
	if c.to.gone || c.op.Terminator() || callee.IsAncestor(c.op) {
		return false
	}
	// Inlining a recursive function would not terminate.
	if c.to.recursive || slices.Contains(c.to.calls, c.from) {
		return false
	}
	if !c.op.Attr("no_inline").IsNil() || !c.to.op.Attr("no_inline").IsNil() {
		return false
	}
	into := c.op.ParentRegion()
	if len(callee.Blocks) > 1 && len(into.Blocks) == 1 && in.g.nodes[into.Owner()] == nil {
		return false
	}
	return !c.op.Has(ir.InlineBarrier) && fits(c) && legal(c) && in.small(c)
}

// fits reports whether the call's arguments and results have the callee's types.
func fits(c call) bool {
	callable, ok := ir.Cast[ir.Callable](c.to.op)
	if !ok {
		return false
	}
	caller, _ := ir.Cast[ir.Caller](c.op)
	t, args := callable.CallableType(), caller.Args()
	if len(t.Inputs) != len(args) || len(t.Results) != c.op.NumResults() {
		return false
	}
	for i, a := range args {
		if a.Type() != t.Inputs[i] {
			return false
		}
	}
	for i, r := range t.Results {
		if c.op.ResultAt(i).Type() != r {
			return false
		}
	}
	return true
}

// legal reports whether the body of the callee is legal in the place of the call.
func legal(c call) bool {
	n := c.to
	if !n.checked {
		n.checked, n.movable = true, n.check()
	}
	if !n.movable {
		return false
	}
	caller, _ := ir.Cast[ir.Caller](c.op)
	i := ir.Inlining{Body: n.region(), Into: c.op.ParentRegion(), Args: caller.Args()}
	may := func(d *ir.Dialect) bool { return d == nil || d.Inlinable == nil || d.Inlinable(i) }
	for _, d := range n.dialects {
		if !may(d) {
			return false
		}
	}
	return may(i.Into.Owner().Def().Dialect())
}

// check reports whether all operations of the body are legal in another function, except for what
// Dialect.Inlinable says. It also sets n.dialects.
func (n *node) check() bool {
	n.dialects = nil
	ok := true
	for _, b := range n.region().Blocks {
		for op := range b.Ops() {
			op.Walk(func(o *ir.Op) bool {
				d := o.Def().Dialect()
				ok = ok && d != nil && o.Def().Registered() && !o.Has(ir.InlineBarrier)
				if ok && d.Inlinable != nil && !slices.Contains(n.dialects, d) {
					n.dialects = append(n.dialects, d)
				}
				return ok
			})
		}
		t := b.Terminator()
		ok = ok && t != nil && (t.NumSuccessors() > 0 || t.Has(ir.ReturnLike))
	}
	return ok
}

// small reports whether the callee is within the threshold.
func (in *inliner) small(c call) bool {
	return in.o.Threshold >= noThreshold || c.to.ops*100/c.from.ops <= int(in.o.Threshold)
}
