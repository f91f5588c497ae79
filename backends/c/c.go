// Package c prints kernel form (docs/kernel-form.md) as C, compiles the C code with gcc or clang,
// and calls the compiled functions. The caller provides the loader that opens the shared object.
// Programs that are compiled in one call share a source file and a shared object.
package c

import (
	"context"
	"maps"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Factory returns the factory of the backend c. The argument "open" opens shared objects. If it is
// nil, the backend answers queries, but cannot compile.
func Factory(open Loader) backends.Factory {
	return backends.Factory{Name: "c", Doc: doc, Target: targetOf(target.HostName), Exclusion: &backends.Exclusion{}, Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "c", Doc: doc, Version: version}, &backend{}, backends.KernelTarget(target.HostName))
		if err != nil {
			return nil, err
		}
		if open != nil {
			sweep()
		}
		b := &backend{Core: core, open: open, made: sync.OnceValue(func() string { return shortSum(machine()) })}
		core.AnswersBy(b)
		return b, nil
	}}
}

const (
	doc = "kernels printed as C, compiled by gcc or clang and loaded"
	// version changes whenever compiled programs change.
	version = "3"
)

type backend struct {
	*backends.Core
	open   Loader
	made   func() string // returns a hash of the processor that kernels are compiled for
	warned sync.Once

	versions versions
}

// Ready implements backends.ReadyChecker. It fails if the machine has no C compiler. A missing
// loader is a property of the tool and not of the machine, so Ready ignores it.
func (b *backend) Ready() error {
	_, err := b.versions.find()
	return err
}

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
		_, err := newPrinter().all(ctx, l.Program.Kernels)
		return err
	}}
	return q.Refusals(ctx), nil
}

// targetOf returns the pipeline target for the machine with the given name. Generated C cannot use
// instructions on tiles (AMX). Only the machine "host" has tiles by default, so targetOf disables
// them for this machine.
func targetOf(machine string) pipeline.Target {
	if machine == target.HostName || strings.HasPrefix(machine, target.HostName+"+") {
		machine += "+tiles=0"
	}
	return pipeline.Target{Name: "c", Machine: machine}
}

// Compile implements backends.Backend.
func (b *backend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	ps, err := b.CompileAll(ctx, []backends.CompileRequest{{Module: m, Options: o}})
	if err != nil {
		return nil, err
	}
	return ps[0], nil
}

// CompileAll implements backends.BatchCompiler. All programs are in one shared object.
func (b *backend) CompileAll(ctx context.Context, rs []backends.CompileRequest) ([]backends.Program, error) {
	if b.open == nil {
		return nil, noLoader()
	}
	if len(rs) == 0 {
		return nil, nil
	}
	cc, err := b.versions.find()
	if err != nil {
		return nil, err
	}
	p := newPrinter()
	lowered := make([]*host.Lowered, len(rs))
	settings := make([]*backends.Settings, len(rs))
	names := make([][]string, len(rs))
	for i, r := range rs {
		if settings[i], err = b.Settings(r.Options.Properties); err != nil {
			return nil, err
		}
		lowered[i], err = host.Lower(ctx, r.Module, r.Options, targetOf(settings[i].Machine), settings[i], func(l *host.Lowered) (err error) {
			l.LimitCalls()
			names[i], err = p.all(ctx, l.Program.Kernels)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	source := p.text()
	if f := rs[0].Options.Kernels; f != nil {
		f("kernels.c", source)
	}
	object, err := cc.build(ctx, source, b.Config().CacheDir, b.warn)
	if err != nil {
		return nil, err
	}
	lib, err := load(b.open, object)
	if err != nil {
		return nil, err
	}
	return b.programs(lib, lowered, settings, names)
}

// all prints the kernels ks and returns the names of their C functions. If it fails, it removes the
// functions that it printed.
func (p *printer) all(ctx context.Context, ks []*kernel.Kernel) (names []string, err error) {
	seen, printed := maps.Clone(p.seen), len(p.kernels)
	defer func() {
		if err != nil {
			p.seen, p.kernels = seen, p.kernels[:printed]
		}
	}()
	names = make([]string, len(ks))
	for i, k := range ks {
		if err = ctx.Err(); err != nil {
			return nil, err
		}
		if names[i], err = p.kernel(k); err != nil {
			return nil, &host.KernelError{Kernel: i, Err: err}
		}
	}
	return names, nil
}

func (b *backend) programs(lib *shared, lowered []*host.Lowered, settings []*backends.Settings, names [][]string) ([]backends.Program, error) {
	// All kernels are linked before a program exists, since a failure closes the library.
	linked := make([]*kernels, len(lowered))
	for i := range linked {
		var err error
		if linked[i], err = lib.kernels(names[i]); err != nil {
			return nil, err
		}
	}
	var ps []backends.Program
	for i, l := range lowered {
		ps = append(ps, host.NewProgram(l, linked[i], settings[i], b.Header(b.made(), settings[i])))
	}
	return ps, nil
}

// warn calls Config.Warn, but only once.
func (b *backend) warn(err error) {
	b.warned.Do(func() {
		if tell := b.Config().Warn; tell != nil {
			tell(err)
		}
	})
}

// Fingerprint implements backends.Fingerprinter. It identifies the processor and the compiler.
func (b *backend) Fingerprint(ir.Module) (string, error) {
	cc, err := b.versions.find()
	if err != nil {
		return "", err
	}
	return cc.key(target.Host().String()), nil
}

// Import implements backends.Importer. An exported program contains the shared object, so no
// compiler is needed.
func (b *backend) Import(ctx context.Context, blob []byte, o backends.ImportOptions) (backends.Program, error) {
	if b.open == nil {
		return nil, noLoader()
	}
	return host.Import(ctx, b.Core, b.made(), blob, o, func(l *host.Lowered, made []byte) (backends.Kernels, error) {
		return linkExported(b.open, len(l.Program.Kernels), made)
	})
}

// Memory implements backends.MemoryOwner.
func (b *backend) Memory() backends.Memory { return host.Memory(b.Info().Device) }

// NewMemory implements backends.MemoryMaker.
func (b *backend) NewMemory(parameters map[string]any) (backends.Memory, error) {
	return host.NewMemory(b.Info().Device, parameters)
}

func noLoader() error {
	return diag.Errorf(diag.Span{}, "this tool can't load the code that backend c compiles").WithHelp("use lathe, or --backend=vm")
}
