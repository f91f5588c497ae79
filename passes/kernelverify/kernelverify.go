// Package kernelverify checks that a module is in kernel form, as docs/kernel-form.md defines it.
// The module has only operations of the form, and every address is inside its buffer. No iteration
// of a grid accesses elements that another iteration writes. The package shares only the dialects
// and the table of operations in kernelop with the packages that produce or read the form.
package kernelverify

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `check that a module is in kernel form, and that all addresses are inside their buffers

The module is not changed. docs/kernel-form.md has the rules.`

// Options are the options of kernel-verify.
type Options struct {
	MaxSteps int  `opt:"max-steps" help:"the maximum number of steps of proofs"`
	Bounds   bool `opt:"bounds" help:"do not check that iterations of a grid are independent"`
}

// Pass returns the pass.
func Pass() passes.Pass {
	return passes.OnWith("kernel-verify", doc, Options{MaxSteps: DefaultSteps}, func(r *passes.Run, m ir.Module, o Options) error {
		r.Unchanged()
		return o.module(r.Ctx, m)
	})
}

// Module checks a module, and returns nil or a diag.List of at most ir.MaxErrors errors. Soon after
// ctx is done, it returns the error of ctx instead.
func Module(ctx context.Context, m ir.Module) error {
	return Options{MaxSteps: DefaultSteps}.module(ctx, m)
}

// Bounds is like Module, but relies on lowering to make the iterations of a grid independent. If
// Bounds returns nil, no bug in lowering can make a kernel access memory outside of its buffers.
func Bounds(ctx context.Context, m ir.Module) error {
	return Options{MaxSteps: DefaultSteps, Bounds: true}.module(ctx, m)
}

func (o Options) module(ctx context.Context, m ir.Module) error {
	v := &verifier{
		symbols: ir.NewSymbols(m.Op), kernels: map[*ir.Op]*kernel{},
		limit: o.MaxSteps, budget: &budget{ctx: ctx, left: o.MaxSteps}, bounds: o.Bounds,
	}
	var hosts []fn.Func
	for op := range m.Body().Ops() {
		f, isFunc := ir.As[fn.Func](op)
		g, isGlobal := ir.As[memref.Global](op)
		switch {
		case isGlobal:
			v.global(g)
		case !isFunc && v.bounds: // lowering keeps such operations, and they are never run
		case !isFunc:
			v.fail(ir.Errorf(op, "is not part of the kernel form: modules consist of memref.global and func.func"))
		case !f.Op.Attr("kernel.callee").IsNil(): // called by operations of the host
			v.notKernel(f, "kernel.callee")
			if !f.Op.Attr("kernel.host").IsNil() {
				v.fail(ir.Errorf(f.Op, "@%s has 'kernel.callee' and 'kernel.host', but a function must not have both", f.SymName()))
			}
		case !f.Op.Attr("kernel.host").IsNil():
			v.notKernel(f, "kernel.host")
			hosts = append(hosts, f)
		default:
			v.kernel(f)
		}
	}
	switch len(hosts) {
	case 0:
		v.fail(ir.ErrorAt(m.Op, "module has no function with 'kernel.host'"))
	case 1:
		v.host(hosts[0])
	default:
		v.fail(ir.NoteAt(ir.Errorf(hosts[1].Op, "has 'kernel.host', but a module must have one function with this attribute"),
			hosts[0].Op, "the other function with 'kernel.host'"))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return v.errs.Limit(ir.MaxErrors).Err()
}

type verifier struct {
	symbols *ir.Symbols
	kernels map[*ir.Op]*kernel // kernels with a valid signature
	errs    diag.List
	limit   int // steps of the budget
	budget  *budget
	bounds  bool // check only bounds: iterations of grids need not be independent
}

func (v *verifier) fail(d *diag.Diagnostic) {
	if len(v.errs) <= ir.MaxErrors {
		v.errs = append(v.errs, d)
	}
}

// notKernel checks that a function with the given attribute is not also a kernel.
func (v *verifier) notKernel(f fn.Func, attribute string) {
	if !f.Op.Attr("kernel.grid").IsNil() {
		v.fail(ir.Errorf(f.Op, "@%s has '%s' and 'kernel.grid', but a function must not have both", f.SymName(), attribute))
	}
}

// global checks a memref.global. It must be a buffer with a constant value.
func (v *verifier) global(g memref.Global) {
	if !v.isBuffer(g.BufferType()) {
		v.fail(ir.Errorf(g.Op, "must have a type that is a buffer"))
	}
	if !hasElements(g.InitialValue()) {
		v.fail(ir.Errorf(g.Op, "must have a constant value"))
	}
}

func hasElements(a ir.Attr) bool {
	return ir.IsAttr[*ir.DenseElements](a) || ir.IsAttr[*ir.ResourceElements](a)
}
