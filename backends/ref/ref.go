// Package ref runs programs on the reference interpreter, which is slow and exact. It is the
// reference for all other backends.
package ref

import (
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

const (
	doc     = "the reference interpreter: slow and exact; runs on every platform"
	version = "1"
)

// Factory returns the factory of the backend ref.
func Factory() backends.Factory {
	return backends.Factory{Name: "ref", Doc: doc, Target: target(), Exclusion: &backends.Exclusion{}, Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "ref", Doc: doc, Version: version}, backend{})
		if err != nil {
			return nil, err
		}
		b := backend{core}
		core.AnswersBy(b)
		return b, nil
	}}
}

type backend struct{ *backends.Core }

// target returns the target, which does not lower graph operations to kernels.
func target() pipeline.Target { return pipeline.Target{Name: "ref", Graph: true} }

// Spec implements backends.Describer.
func (b backend) Spec() placement.Spec { return b.EngineSpec() }

// Query implements irplace.Querier. An operation is supported if the interpreter can evaluate the
// operation and everything inside it. It is also supported if the interpreter can evaluate the
// operations into which the passes of the target convert it.
func (b backend) Query(ctx context.Context, f fn.Func) ([]irplace.Answer, error) {
	if err := backends.CheckQuery(ctx, f); err != nil {
		return nil, err
	}
	refuses, err := b.Refusals(ctx)
	if err != nil {
		return nil, err
	}
	var as []irplace.Answer
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		why := refuses(op)
		as = append(as, irplace.Answer{Op: op, Supported: why == "", Reason: why})
	}
	return as, ctx.Err()
}

// Refusals implements irplace.KindQuerier.
func (b backend) Refusals(ctx context.Context) (func(op *ir.Op) string, error) {
	var j judge
	return func(op *ir.Op) string {
		if j.symbols == nil {
			j = judge{symbols: ir.NewSymbols(ir.NearestTable(op.Parent())), callees: map[*ir.Op]string{}, at: map[*ir.Op]int{}}
		}
		why := j.refusal(op)
		if why != "" {
			why = expandedRefusal(ctx, op, j.symbols, why)
		}
		return why
	}, nil
}

// expandedRefusal applies the passes of the target to op. It returns the reason that the
// interpreter cannot run the resulting operations; "" if it can. If the passes fail, it returns
// "why", the reason for op itself. The parameter "symbols" is the symbol table that contains op.
func expandedRefusal(ctx context.Context, op *ir.Op, symbols *ir.Symbols, why string) string {
	m := host.Alone(op, symbols)
	if err := pipeline.Manager().Run(ctx, m.Op, pipeline.New(target(), pipeline.Options{})); err != nil {
		return why
	}
	f, err := fn.Entry(m, "")
	if err != nil {
		return why
	}
	j := judge{symbols: ir.NewSymbols(m.Op), callees: map[*ir.Op]string{}, at: map[*ir.Op]int{}}
	for o := range f.Entry().Ops() {
		if why := j.refusal(o); why != "" {
			return why
		}
	}
	return ""
}

// judge determines whether the interpreter can run operations.
type judge struct {
	symbols *ir.Symbols
	callees map[*ir.Op]string // why a function cannot be run; "" if it can, or if it is in open
	// open has the functions whose answer "" is provisional, because they call, directly or
	// indirectly, a function whose operations are still being judged. at has their indices in open.
	// low is the smallest of these indices among the functions that were called since the current
	// function began. The algorithm is Tarjan's, for strongly connected components.
	open []*ir.Op
	at   map[*ir.Op]int
	low  int
}

// refusal returns the reason that the interpreter cannot run op, its nested operations or its
// callees; "" if it can.
func (j *judge) refusal(op *ir.Op) string {
	o, why := limit(op)
	switch {
	case o == nil:
		return j.calls(op)
	case why != "":
		return fmt.Sprintf("the interpreter cannot run this '%s': %s", o.Name(), why)
	}
	return fmt.Sprintf("the interpreter has no evaluation of '%s'", o.Name())
}

// calls returns the reason that the interpreter cannot run a function that op or a nested operation
// calls; "" if it can run all of them.
func (j *judge) calls(op *ir.Op) (why string) {
	op.Walk(func(o *ir.Op) bool {
		c, ok := ir.Cast[ir.Caller](o)
		if !ok || why != "" {
			return why == ""
		}
		ref, ok := ir.AttrAs[*ir.SymbolRefAttr](c.Callee())
		if !ok {
			return true
		}
		if inner := j.callee(j.symbols.Resolve(c.Callee())); inner != "" {
			why = fmt.Sprintf("'%s' calls @%s: %s", o.Name(), ref.Root, inner)
		}
		return why == ""
	})
	return why
}

// callee returns the reason that the interpreter cannot run a function; "" if it can.
func (j *judge) callee(f *ir.Op) string {
	body := bodyOf(f)
	if body == nil {
		return "no function of that name has a body"
	}
	why, known := j.callees[f]
	if known {
		if n, ok := j.at[f]; ok {
			j.low = min(j.low, n)
		}
		return why
	}
	n, outer := len(j.open), j.low
	j.open, j.at[f], j.callees[f], j.low = append(j.open, f), n, "", n
	for _, b := range body.Blocks {
		for op := range b.Ops() {
			if why == "" {
				why = j.refusal(op)
			}
		}
	}
	// If low is n, open[n:] calls no function before f in open, and its answers are final.
	if why != "" || j.low == n {
		for _, g := range j.open[n:] {
			if why != "" {
				delete(j.callees, g) // g may call f, which the interpreter cannot run
			}
			delete(j.at, g)
		}
		j.open, j.callees[f], j.low = j.open[:n], why, n
	}
	j.low = min(j.low, outer)
	return why
}

// bodyOf returns the body of a function; nil if it has none.
func bodyOf(f *ir.Op) *ir.Region {
	if f == nil {
		return nil
	}
	c, ok := ir.Cast[ir.Callable](f)
	if !ok || c.CallableRegion() == nil || c.CallableRegion().Empty() {
		return nil
	}
	return c.CallableRegion()
}

// limit returns the first operation in op that the interpreter cannot run, and the reason if it is
// known. limit skips terminators.
func limit(op *ir.Op) (first *ir.Op, why string) {
	op.Walk(func(o *ir.Op) bool {
		if !o.Terminator() && !evaluated(o, &why) {
			first = o
		}
		return first == nil
	})
	return first, why
}

// evaluated reports whether the interpreter can run op, apart from its regions and callees. If the
// interpreter cannot run op, and the reason is known, evaluated sets *why.
func evaluated(op *ir.Op, why *string) bool {
	if l, ok := ir.Cast[interp.Limited](op); ok {
		if *why = l.Limit(); *why != "" {
			return false
		}
	}
	if _, ok := ir.Cast[interp.Evaler](op); ok {
		return true
	}
	_, ok := ir.Cast[ir.Caller](op)
	return ok
}

// Compile implements backends.Backend. It prepares a copy of m for the interpreter.
func (b backend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	if err := backends.CheckCompile(ctx, m); err != nil {
		return nil, err
	}
	s, err := b.Settings(o.Properties)
	if err != nil {
		return nil, err
	}
	if f := kernelForm(m); f != nil {
		return nil, ir.ErrorAt(f, "'ref' does not run kernel form").WithHelp("run it with --backend=vm")
	}
	m.Op = ir.CloneModule(host.Numbered(m).Op)
	p, err := newProgram(m, o.Entry, s, b.Header("", s))
	if err != nil {
		return nil, err
	}
	if err := host.Apply(ctx, s, m, o, target()); err != nil {
		return nil, err
	}
	for f := range m.Body().Ops() {
		if err := checkBody(f); err != nil {
			return nil, err
		}
	}
	p.settle()
	return p, nil
}

// kernelForm returns the host function of a module in kernel form, or nil.
func kernelForm(m ir.Module) *ir.Op {
	for f := range m.Body().Ops() {
		if !f.Attr("kernel.host").IsNil() {
			return f
		}
	}
	return nil
}

// checkBody fails on the first operation of a function that the interpreter cannot run.
func checkBody(f *ir.Op) error {
	body := bodyOf(f)
	if body == nil {
		return nil
	}
	for _, b := range body.Blocks {
		for op := range b.Ops() {
			if o, why := limit(op); o != nil && why != "" {
				return ir.Errorf(o, "is unsupported by the interpreter: %s", why)
			} else if o != nil {
				return ir.Errorf(o, "is unsupported by the interpreter")
			}
		}
	}
	return nil
}

// Memory implements backends.MemoryOwner.
func (b backend) Memory() backends.Memory { return host.Memory(b.Info().Device) }

// NewMemory implements backends.MemoryMaker.
func (b backend) NewMemory(parameters map[string]any) (backends.Memory, error) {
	return host.NewMemory(b.Info().Device, parameters)
}
