// Package interp is the reference interpreter. It runs a function operation by operation, on
// tensors in memory.
//
// It calls the method Eval of the view or model of each operation. The interpreter itself handles
// calls, regions and branches, and frees values after their last use.
package interp

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Value is the value of an SSA value while a program runs. It is a *tensor.Tensor for tensors,
// vectors, memrefs and scalars (which have shape []), a Token for tokens, and a Tuple for tuples.
// Dialects define the values of other types.
//
// The data of a tensor must not be changed, since tensors may share it. The contents of a memref
// change in place.
type Value any

// Token is the value of a token.
type Token struct{}

// Tuple is the value of a tuple.
type Tuple []Value

// Evaler is an operation that the interpreter can run. Eval returns one value for each result of
// the operation. It must neither change nor retain the data of the operands, but may return it.
type Evaler interface {
	Eval(c *Context, in []Value) ([]Value, error)
}

// Brancher is a terminator that continues with another block. Branch returns the index of this
// successor and the values of the successor's arguments.
type Brancher interface {
	Branch(c *Context, in []Value) (successor int, args []Value, err error)
}

// Context is the state of a run. It is not safe for concurrent use.
type Context struct {
	ctx   context.Context
	plans map[*ir.Op]*plan
	// symbols are the symbol tables in which callees were looked up.
	symbols map[*ir.Op]*ir.Symbols
	plan    *plan
	frame   []Value
	depth   int // number of calls in progress
	// regions is the number of regions in progress; each call has at least one.
	regions int

	work      int    // steps counted by Work since the last check of the context
	evaluates *ir.Op // the innermost operation whose Eval is running, or nil

	process *Process
	probes  *Probes
	observe func(op *ir.Op, began time.Time)
}

// Context returns the context of the run.
func (c *Context) Context() context.Context { return c.ctx }

// pollAfter is the number of steps between two checks of the context. They take a few milliseconds.
const pollAfter = 1 << 20

// interruption is the value with which endIfDone panics; Run returns it as an error.
type interruption struct{ err error }

// Work counts n steps of an evaluation. A step is approximately the work for one element. If the
// context of the run has ended, Work ends the run, so long loops in an Eval must call it. If c is
// nil, as during folding, Work does nothing.
func (c *Context) Work(n int) {
	if c == nil {
		return
	}
	if c.work += n; c.work < pollAfter {
		return
	}
	c.work = 0
	c.endIfDone()
}

// endIfDone ends the evaluation and the run if the context of the run has ended.
func (c *Context) endIfDone() {
	if err := c.ctx.Err(); err != nil {
		stop := interruption{err}
		panic(stop) // unwinds the evaluation to Run
	}
}

// maxDepth limits the calls in progress, and maxRegions the regions, because the interpreter is
// recursive.
const (
	maxDepth   = 10_000
	maxRegions = 100_000
)

// Run calls f with the given inputs and returns its results. It fails if the inputs do not match f,
// if an operation cannot be run (see Unsupported) or fails, if the host lacks memory, or if ctx
// ends.
func Run(ctx context.Context, f *ir.Op, inputs []*tensor.Tensor) (results []*tensor.Tensor, err error) {
	callable, ok := ir.Cast[ir.Callable](f)
	if !ok {
		return nil, fmt.Errorf("'%s' at %s is not a function", f.Name(), f.Loc().Place())
	}
	if err := checkInputs(callable.CallableType(), inputs); err != nil {
		return nil, err
	}
	args := make([]Value, len(inputs))
	for i, t := range inputs {
		args[i] = t
	}
	c := &Context{ctx: ctx, plans: map[*ir.Op]*plan{}, symbols: map[*ir.Op]*ir.Symbols{}, probes: newProbes(ctx), observe: observerOf(ctx)}
	defer c.caught(&err)
	outs, err := c.Call(f, args)
	if err != nil {
		return nil, err
	}
	results = make([]*tensor.Tensor, len(outs))
	for i, v := range outs {
		if results[i], ok = v.(*tensor.Tensor); !ok {
			return nil, fmt.Errorf("result #%d of type '%s' is not a tensor", i, callable.CallableType().Results[i])
		}
	}
	return results, nil
}

func checkInputs(t *ir.FunctionType, inputs []*tensor.Tensor) error {
	if len(inputs) != len(t.Inputs) {
		return fmt.Errorf("expected %d inputs, but got %d", len(t.Inputs), len(inputs))
	}
	for i, want := range t.Inputs {
		shape, ranked := want.Shape()
		got := inputs[i]
		if want.Kind() != got.Kind || ranked && !fits(got.Shape, shape) || !ranked && len(got.Shape) > 0 {
			return fmt.Errorf("input #%d must be '%s', but got '%s'", i, want, ir.Tensor(ir.KindType(got.Kind), got.Shape...))
		}
	}
	return nil
}

func fits(got, want []int64) bool {
	return slices.EqualFunc(got, want, func(g, w int64) bool { return g == w || w == ir.Dynamic })
}

// Call runs the body of the function f and returns its results.
func (c *Context) Call(f *ir.Op, args []Value) ([]Value, error) {
	callable, ok := ir.Cast[ir.Callable](f)
	if !ok || callable.CallableRegion() == nil {
		return nil, Unsupported(f, "it has no body")
	}
	if want := callable.CallableType().Inputs; !acceptable(want, args) {
		return nil, fmt.Errorf("failed: the function at %s takes %s, but got %s", f.Loc().Place(), quoted(want), typesOf(args))
	}
	if c.depth++; c.depth > maxDepth {
		return nil, fmt.Errorf("more than %d calls are in progress when the function at %s is called", maxDepth, f.Loc().Place())
	}
	outerPlan, outerFrame := c.plan, c.frame
	p := c.plans[f]
	if p == nil {
		p = newPlan(f)
		c.plans[f] = p
	}
	c.plan, c.frame = p, make([]Value, p.slots)
	outs, err := c.Region(callable.CallableRegion(), args...)
	c.plan, c.frame, c.depth = outerPlan, outerFrame, c.depth-1
	return outs, err
}

// acceptable reports whether args can be the arguments of a function with the given input types.
func acceptable(want []ir.Type, args []Value) bool {
	if len(want) != len(args) {
		return false
	}
	for i, a := range args {
		if t, ok := a.(*tensor.Tensor); ok && !holds(want[i], t) {
			return false
		}
	}
	return true
}

func quoted(ts []ir.Type) string {
	texts := make([]string, len(ts))
	for i, t := range ts {
		texts[i] = "'" + t.String() + "'"
	}
	return strings.Join(texts, ", ")
}

// Region runs a region of the operation whose Eval is running, and returns the yielded values.
func (c *Context) Region(r *ir.Region, args ...Value) ([]Value, error) {
	if c.regions++; c.regions > maxRegions {
		return nil, fmt.Errorf("failed: more than %d regions are in progress", maxRegions)
	}
	outs, err := c.region(r, args)
	c.regions--
	return outs, err
}

func (c *Context) region(r *ir.Region, args []Value) ([]Value, error) {
	blk := r.Entry()
	if blk == nil {
		return nil, nil
	}
	for {
		code := c.plan.blocks[blk]
		if code == nil {
			panic("interp: BUG: a region of another function")
		}
		if len(args) != len(code.args) {
			return nil, fmt.Errorf("a block of '%s' takes %d values, but got %d", blk.Parent().Name(), len(code.args), len(args))
		}
		for i, slot := range code.args {
			c.frame[slot] = args[i]
		}
		next, outs, err := c.block(code)
		if err != nil || next == nil {
			return outs, err
		}
		blk, args = next, outs
	}
}

// block runs one block. It returns the next block and that block's arguments, or nil and the
// yielded values.
func (c *Context) block(code *blockCode) (*ir.Block, []Value, error) {
	var buf [8]Value
	for i := range code.instrs {
		in := &code.instrs[i]
		// An operation can take seconds, so the context is checked before each operation and before
		// the terminator.
		if err := c.ctx.Err(); err != nil {
			return nil, nil, fmt.Errorf("interrupted at %s: %w", in.op.Loc().Place(), err)
		}
		vals := buf[:0]
		for _, slot := range in.in {
			vals = append(vals, c.frame[slot])
		}
		if in.ends {
			return nil, slices.Clone(vals), nil
		}
		if in.branch != nil {
			n, args, err := in.branch.Branch(c, vals)
			if err != nil {
				return nil, nil, located(in.op, err)
			}
			return in.op.SuccessorAt(n), args, nil
		}
		var began time.Time
		if c.observe != nil {
			began = time.Now()
		}
		outs, err := c.eval(in, vals)
		if err != nil {
			return nil, nil, err
		}
		if c.observe != nil {
			c.observe(in.op, began)
		}
		for j, slot := range in.out {
			c.frame[slot] = outs[j]
		}
		for _, slot := range in.dead {
			c.frame[slot] = nil
		}
		clear(vals) // otherwise buf would keep the last operands alive
	}
	return nil, nil, nil
}

// evaluate calls Eval and checks the results. If the operation has the trait ir.CanonicalNaN, it
// makes the NaNs in the results canonical.
func (c *Context) evaluate(in *instr, vals []Value) ([]Value, error) {
	around := c.evaluates
	c.evaluates = in.op
	outs, err := c.inParts(in, vals)
	if err == nil && in.canonical {
		for i, v := range outs {
			if t, ok := v.(*tensor.Tensor); ok {
				outs[i] = c.WithCanonicalNaNs(t)
			}
		}
	}
	c.evaluates = around
	if err != nil {
		return nil, located(in.op, err)
	}
	if len(outs) != len(in.out) {
		panic(fmt.Sprintf("interp: BUG: %s evaluates to %d values instead of %d", in.op.Name(), len(outs), len(in.out)))
	}
	return outs, checkResults(in.op, outs)
}

// WithCanonicalNaNs is like tensor.WithCanonicalNaNs, but checks the context between parts of t.
func (c *Context) WithCanonicalNaNs(t *tensor.Tensor) *tensor.Tensor {
	out := t
	c.Parts(t.NumElements(), func(from, to int) {
		old := elements(t, from, to-from)
		now := tensor.WithCanonicalNaNs(old)
		if now == old {
			return
		}
		if out == t {
			out = t.Clone()
		}
		copy(elements(out, from, to-from).Data, now.Data)
	})
	return out
}

// caught recovers from a panic. It converts an interruption to an error, and a lack of memory to an
// error of the operation that allocated. If the panic is a bug in an Eval, caught panics again with
// the name of the operation.
func (c *Context) caught(err *error) {
	what := recover()
	if what == nil {
		return
	}
	if i, ok := what.(interruption); ok {
		if *err = i.err; c.evaluates != nil {
			*err = fmt.Errorf("interrupted at %s: %w", c.evaluates.Loc().Place(), i.err)
		}
		return
	}
	if lack, ok := what.(*hostbytes.Lack); ok && c.evaluates != nil {
		*err = &evalError{c.evaluates, fmt.Errorf("failed: %w", lack)}
		return
	}
	if bug, ok := what.(runtime.Error); ok && c.evaluates != nil {
		what = fmt.Sprintf("interp: BUG: evaluating '%s' at %s: %v\n%s", c.evaluates.Name(), c.evaluates.Loc().Place(), bug, debug.Stack())
	}
	panic(what)
}

// callee returns the function that in.op calls, or nil if there is none. It builds each symbol
// table only once, since this takes time proportional to the size of the module.
func (c *Context) callee(in *instr) *ir.Op {
	t := ir.NearestTable(in.op)
	if t == nil {
		return nil
	}
	if c.symbols[t] == nil {
		c.symbols[t] = ir.NewSymbols(t)
	}
	return c.symbols[t].Resolve(in.call.Callee())
}

func (c *Context) eval(in *instr, vals []Value) ([]Value, error) {
	switch {
	case in.eval != nil && in.dynamic:
		return c.evalDynamic(in, vals)
	case in.eval != nil:
		return c.evaluate(in, vals)
	case in.call != nil:
		f := c.callee(in)
		if f == nil {
			return nil, Unsupported(in.op, "there is no "+in.call.Callee().String())
		}
		return c.Call(f, slices.Clone(vals))
	}
	return nil, Unsupported(in.op, "")
}
