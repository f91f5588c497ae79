// Package vm evaluates the kernel form in portable Go. It compiles each kernel to a flat program of
// a register machine. The instructions work on long vectors, so the fixed cost of an instruction is
// small compared with the cost of the elements.
package vm

import (
	"context"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Factory returns the factory of the backend vm.
func Factory() backends.Factory {
	return backends.Factory{Name: "vm", Doc: doc, Target: targetOf("vm"), Exclusion: &backends.Exclusion{}, Open: open}
}

const (
	doc = "kernels evaluated in portable Go; runs on every platform"
	// version changes whenever compiled programs change.
	version = "2"
)

func open(cfg backends.Config) (backends.Backend, error) {
	core, err := backends.NewCore(cfg, backends.Info{Name: "vm", Doc: doc, Version: version}, &backend{}, backends.KernelTarget("vm"))
	if err != nil {
		return nil, err
	}
	b := &backend{core}
	core.AnswersBy(b)
	return b, nil
}

type backend struct{ *backends.Core }

// Spec implements backends.Describer.
func (b *backend) Spec() placement.Spec { return b.EngineSpec() }

// Query implements irplace.Querier.
func (b *backend) Query(ctx context.Context, f fn.Func) ([]irplace.Answer, error) {
	return host.QueryKinds(ctx, f, b)
}

// Refusals implements irplace.KindQuerier.
func (b *backend) Refusals(ctx context.Context) (func(op *ir.Op) string, error) {
	s, err := b.Settings(nil)
	if err != nil {
		return nil, err
	}
	q := host.KernelQuery{Target: targetOf(s.Machine), Settings: s, Take: func(l *host.Lowered) error {
		_, err := compileKernels(ctx, l.Program.Kernels)
		return err
	}}
	return q.Refusals(ctx), nil
}

func targetOf(machine string) pipeline.Target { return pipeline.Target{Name: "vm", Machine: machine} }

// Compile implements backends.Backend.
func (b *backend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	s, err := b.Settings(o.Properties)
	if err != nil {
		return nil, err
	}
	var ks kernels
	l, err := host.Lower(ctx, m, o, targetOf(s.Machine), s, func(l *host.Lowered) (err error) {
		ks, err = compileKernels(ctx, l.Program.Kernels)
		return err
	})
	if err != nil {
		return nil, err
	}
	return host.NewProgram(l, ks, s, b.Header("", s)), nil
}

// Import implements backends.Importer. It compiles the kernels from the kernel form in blob.
func (b *backend) Import(ctx context.Context, blob []byte, o backends.ImportOptions) (backends.Program, error) {
	return host.Import(ctx, b.Core, "", blob, o, func(l *host.Lowered, made []byte) (backends.Kernels, error) {
		if made != nil {
			return nil, sealed.Bad("has compiled kernels, which backend vm cannot use")
		}
		return compileKernels(ctx, l.Program.Kernels)
	})
}

// Memory implements backends.MemoryOwner.
func (b *backend) Memory() backends.Memory { return host.Memory(b.Info().Device) }

// NewMemory implements backends.MemoryMaker.
func (b *backend) NewMemory(parameters map[string]any) (backends.Memory, error) {
	return host.NewMemory(b.Info().Device, parameters)
}

// Compile compiles kernels for tests, which compare other backends with vm.
func Compile(list []*kernel.Kernel) (backends.Kernels, error) {
	return compileKernels(context.Background(), list)
}

func compileKernels(ctx context.Context, list []*kernel.Kernel) (kernels, error) {
	ks := make(kernels, len(list))
	for i, k := range list {
		err := ctx.Err()
		if err != nil {
			return nil, err
		}
		if ks[i], err = compile(k); err != nil {
			return nil, &host.KernelError{Kernel: i, Err: err}
		}
	}
	return ks, nil
}

// kernels implements backends.Kernels.
type kernels []*code

func (ks kernels) Call(k int, buffers []unsafe.Pointer, lo, hi int64) {
	ks[k].call(context.Background(), buffers, lo, hi)
}

// CallContext implements backends.ContextKernels.
func (ks kernels) CallContext(ctx context.Context, k int, buffers []unsafe.Pointer, lo, hi int64) {
	ks[k].call(ctx, buffers, lo, hi)
}

func (ks kernels) Close() error { return nil }
