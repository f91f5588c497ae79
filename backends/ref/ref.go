// Package ref runs programs on the reference interpreter: slow, exact, the oracle
// of all other backends.
package ref

import (
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes/placement"
)

const (
	doc     = "the reference interpreter: slow, exact, needs nothing"
	version = "1"
)

// Factory describes the backend to a registry of backends.
func Factory() backends.Factory {
	return backends.Factory{Name: "ref", Doc: doc, Target: target(), Exclusion: &backends.Exclusion{}, Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "ref", Doc: doc, Version: version}, backend{})
		if err != nil {
			return nil, err
		}
		return backend{core}, nil
	}}
}

type backend struct{ *backends.Core }

// target is the graph's own operations.
func target() pipeline.Target { return pipeline.Target{Name: "ref", Graph: true} }

// Query implements placement.Querier: an operation is taken if it and everything
// inside it can be evaluated.
func (b backend) Query(ctx context.Context, f fn.Func) ([]placement.Answer, error) {
	if err := backends.CheckQuery(ctx, f); err != nil {
		return nil, err
	}
	var as []placement.Answer
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		why := refusal(op)
		if why != "" {
			why = expandedRefusal(op, why)
		}
		as = append(as, placement.Answer{Op: op, Supported: why == "", Reason: why})
	}
	return as, ctx.Err()
}

// expandedRefusal says why the interpreter cannot run op after its quantized types are
// expanded; why, if it has none.
func expandedRefusal(op *ir.Op, why string) string {
	m := backends.Alone(op)
	if !stablehlo.ExpandQuantized(m.Op) {
		return why
	}
	f, _ := ir.As[fn.Func](m.Body().First())
	for o := range f.Entry().Ops() {
		if why := refusal(o); why != "" {
			return why
		}
	}
	return ""
}

// refusal says why the interpreter cannot run op and everything inside it; "" if it can.
func refusal(op *ir.Op) string {
	o, why := limit(op)
	switch {
	case o == nil:
		return ""
	case why != "":
		return fmt.Sprintf("the interpreter cannot run this '%s': %s", o.Name(), why)
	}
	return fmt.Sprintf("the interpreter has no evaluation of '%s'", o.Name())
}

// limit returns the first operation in op that the interpreter cannot run, and why, if there
// is more to say than that.
func limit(op *ir.Op) (first *ir.Op, why string) {
	op.Walk(func(o *ir.Op) bool {
		if !o.Terminator() && !evaluated(o, &why) {
			first = o
		}
		return first == nil
	})
	return first, why
}

// evaluated reports whether the interpreter can run op alone.
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

// Compile implements backends.Backend: nothing is compiled, the operations are run
// as they stand.
func (b backend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	if err := backends.CheckCompile(ctx, m); err != nil {
		return nil, err
	}
	s, err := b.Settings(o.Properties)
	if err != nil {
		return nil, err
	}
	m.Op = ir.CloneModule(backends.Numbered(m).Op)
	p, err := newProgram(m, o.Entry, s, b.Header("", s))
	if err != nil {
		return nil, err
	}
	if err := s.Apply(ctx, m, o, target()); err != nil {
		return nil, err
	}
	for op := range p.f.Entry().Ops() {
		if o, why := limit(op); o != nil && why != "" {
			return nil, ir.Errorf(o, "is unsupported by the interpreter: %s", why)
		} else if o != nil {
			return nil, ir.Errorf(o, "is unsupported by the interpreter")
		}
	}
	p.settle()
	return p, nil
}

// Memory implements backends.MemoryOwner.
func (b backend) Memory() backends.Memory { return backends.HostMemory(b.Info().Device) }
