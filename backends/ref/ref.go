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
	"github.com/lathe-ir/lathe/passes/placement"
)

const (
	doc     = "the reference interpreter: slow, exact, needs nothing"
	version = "1"
)

// Factory describes the backend to a registry of backends.
func Factory() backends.Factory {
	return backends.Factory{Name: "ref", Doc: doc, Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "ref", Doc: doc, Version: version}, backend{})
		if err != nil {
			return nil, err
		}
		return backend{core}, nil
	}}
}

type backend struct{ *backends.Core }

// Query implements placement.Querier: an operation is taken if it and everything
// inside it can be evaluated.
func (b backend) Query(ctx context.Context, f fn.Func) ([]placement.Answer, error) {
	var as []placement.Answer
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		a := placement.Answer{Op: op, Supported: true}
		op.Walk(func(o *ir.Op) bool {
			if a.Supported {
				a.Reason = limit(o)
				a.Supported = a.Reason == ""
			}
			return a.Supported
		})
		as = append(as, a)
	}
	return as, ctx.Err()
}

// limit says why the interpreter cannot run op; "" if it can.
func limit(op *ir.Op) string {
	if op.Terminator() {
		return ""
	}
	if l, ok := ir.Cast[interp.Limited](op); ok {
		if why := l.Limit(); why != "" {
			return fmt.Sprintf("the interpreter cannot run this '%s': %s", op.Name(), why)
		}
	}
	if _, ok := ir.Cast[interp.Evaler](op); ok {
		return ""
	}
	if _, ok := ir.Cast[ir.Caller](op); ok {
		return ""
	}
	return fmt.Sprintf("the interpreter has no evaluation of '%s'", op.Name())
}

// Compile implements backends.Backend: nothing is compiled, the operations are run
// as they stand.
func (b backend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	s, err := b.Settings(o.Properties)
	if err != nil {
		return nil, err
	}
	m, _ = ir.As[ir.Module](ir.NewBuilder(m.Op.Registry()).Clone(backends.Numbered(m).Op, &ir.Mapping{}))
	p, err := newProgram(m, o.Entry, s, b.Header("", s))
	if err != nil {
		return nil, err
	}
	if err := s.Prepare(ctx, m); err != nil {
		return nil, err
	}
	stablehlo.ExpandQuantized(m.Op)
	p.settle()
	return p, nil
}

// Memory implements backends.MemoryOwner.
func (b backend) Memory() backends.Memory { return backends.HostMemory(b.Info().Device) }
