// Package jit compiles the kernel form to machine code in memory, in pure Go: for x86-64 with AVX2
// or AVX-512, and for arm64 with NEON. Its results equal the results of vm in every bit, except
// that the bits of a NaN may differ.
package jit

import (
	"context"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Factory returns the factory of the backend jit.
func Factory() backends.Factory { return factory(features()) }

// factory returns the factory of the backend on a machine with the given features.
func factory(has feature) backends.Factory {
	return backends.Factory{Name: "jit", Doc: doc, Target: targetOf(target.HostName), Exclusion: &backends.Exclusion{}, Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "jit", Doc: doc, Version: version}, &backend{}, backends.KernelTarget(target.HostName))
		if err != nil {
			return nil, err
		}
		b := &backend{Core: core}
		b.machine, b.unable = detect(has)
		core.AnswersBy(b)
		return b, nil
	}}
}

const (
	doc = "kernels as machine code in memory; needs AVX2 or NEON"
	// version changes whenever the compiled code of programs changes.
	version = "3"
)

type backend struct {
	*backends.Core
	machine machine
	unable  error // why this machine cannot run programs
}

// Ready implements backends.ReadyChecker.
func (b *backend) Ready() error { return b.unable }

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
		_, err := b.encode(ctx, l.Program.Kernels, nil)
		return err
	}}
	return q.Refusals(ctx), nil
}

func targetOf(machine string) pipeline.Target { return pipeline.Target{Name: "jit", Machine: machine} }

// Compile implements backends.Backend.
func (b *backend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	if b.unable != nil {
		return nil, b.unable
	}
	s, err := b.Settings(o.Properties)
	if err != nil {
		return nil, err
	}
	var made *object
	var listing *strings.Builder
	l, err := host.LowerLazily(ctx, m, o, targetOf(s.Machine), s, func(l *host.Lowered) (err error) {
		if o.Kernels != nil {
			listing = &strings.Builder{}
		}
		made, err = b.encodeLowered(ctx, l, listing)
		return err
	})
	if err != nil {
		return nil, err
	}
	if listing != nil {
		o.Kernels("kernels.s", listing.String())
	}
	ks, err := link(made, l.Program.Kernels)
	if err != nil {
		return nil, err
	}
	return host.NewProgram(l, ks, s, b.Header(b.machine.name, s)), nil
}

// encodeLowered compiles the kernels of l, which [host.LowerLazily] has made. It loads the body of
// one kernel at a time.
func (b *backend) encodeLowered(ctx context.Context, l *host.Lowered, listing *strings.Builder) (*object, error) {
	return b.encodeEach(ctx, l.Program.Kernels, listing, func(k *kernel.Kernel) (*kernel.Kernel, error) {
		if err := k.Load(); err != nil {
			return nil, err
		}
		defer k.Unload()
		l.LimitCallsOf(k)
		return k.Simplified(), nil
	})
}

// encode compiles kernels that have bodies.
func (b *backend) encode(ctx context.Context, ks []*kernel.Kernel, listing *strings.Builder) (*object, error) {
	return b.encodeEach(ctx, ks, listing, func(k *kernel.Kernel) (*kernel.Kernel, error) { return k.Simplified(), nil })
}

// encodeEach calls the function "simplified" for each of the kernels ks, and compiles the results.
// It fails if ctx ends. If listing is not nil, encodeEach writes the assembly code to it.
func (b *backend) encodeEach(ctx context.Context, ks []*kernel.Kernel, listing *strings.Builder, simplified func(*kernel.Kernel) (*kernel.Kernel, error)) (*object, error) {
	var trace func(offset int, text string)
	if listing != nil {
		fmt.Fprintf(listing, "; machine code for %s\n", b.machine.name)
		trace = func(offset int, text string) { fmt.Fprintf(listing, "%6x\t%s\n", offset, text) }
	}
	to := code.NewCompiler(b.machine.target, trace)
	made := &object{}
	for i, k := range ks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if listing != nil {
			fmt.Fprintf(listing, "\n; kernel %s\n", k.Name)
		}
		simple, err := simplified(k)
		if err != nil {
			return nil, err
		}
		c, err := to.Compile(simple)
		if err != nil {
			return nil, &host.KernelError{Kernel: i, Err: err}
		}
		if listing != nil {
			fmt.Fprintf(listing, "; %d bytes, %d vector registers, %d spilled\n", c.Bytes, c.Vectors, c.Spilled)
		}
		made.kernels = append(made.kernels, entry{c.Offset, int(c.Block), c.Stream})
		made.compiled = append(made.compiled, c)
	}
	made.code = to.Finish()
	return made, nil
}

// DescribeKernels implements backends.KernelDescriber.
func (b *backend) DescribeKernels(ctx context.Context, m ir.Module) ([]backends.KernelReport, error) {
	if b.unable != nil {
		return nil, b.unable
	}
	s, err := b.Settings(nil)
	if err != nil {
		return nil, err
	}
	var made *object
	l, err := host.LowerLazily(ctx, m, backends.CompileOptions{}, targetOf(s.Machine), s, func(l *host.Lowered) (err error) {
		made, err = b.encodeLowered(ctx, l, nil)
		return err
	})
	if err != nil {
		return nil, err
	}
	reports := host.ReportKernels(l.Program)
	for i := range reports {
		r, c := &reports[i], made.compiled[i]
		r.Vectors, r.Integers, r.Masks, r.Spilled, r.Bytes = c.Vectors, c.Integers, c.Masks, c.Spilled, c.Bytes
	}
	return reports, nil
}

// Fingerprint implements backends.Fingerprinter.
func (b *backend) Fingerprint(ir.Module) (string, error) { return b.machine.name, nil }

// Import implements backends.Importer. An exported program contains machine code; Import fails if
// the code is for another machine.
func (b *backend) Import(ctx context.Context, blob []byte, o backends.ImportOptions) (backends.Program, error) {
	if b.unable != nil {
		return nil, b.unable
	}
	return host.Import(ctx, b.Core, b.machine.name, blob, o, func(l *host.Lowered, made []byte) (backends.Kernels, error) {
		x, err := decode(made, l.Program.Kernels)
		if err != nil {
			return nil, err
		}
		return link(x, l.Program.Kernels)
	})
}

// Memory implements backends.MemoryOwner.
func (b *backend) Memory() backends.Memory { return host.Memory(b.Info().Device) }

// NewMemory implements backends.MemoryMaker.
func (b *backend) NewMemory(parameters map[string]any) (backends.Memory, error) {
	return host.NewMemory(b.Info().Device, parameters)
}
