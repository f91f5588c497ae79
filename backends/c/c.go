// Package c prints the kernel form as C, has gcc or clang compile it, and loads the
// result without cgo. All kernels of a program, or of all the programs that are
// compiled at once, are one file and one shared object.
package c

import (
	"context"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Factory describes the backend to a registry of backends.
func Factory() backends.Factory {
	return backends.Factory{Name: "c", Doc: doc, Open: open}
}

const (
	doc = "kernels printed as C, compiled by gcc or clang and loaded"
	// version changes whenever compiled programs would.
	version = "1"
	// laneBytes is the width of the vectors that kernels are lowered to: a cache
	// line, which compilers split where registers are narrower.
	laneBytes = 64
)

func open(cfg backends.Config) (backends.Backend, error) {
	cc, err := findCompiler()
	if err != nil {
		return nil, err
	}
	return &backend{cfg: cfg, cc: cc}, nil
}

type backend struct {
	cfg backends.Config
	cc  *compiler
}

// Info implements backends.Backend.
func (b *backend) Info() backends.Info {
	return backends.Info{Name: "c", Device: b.cfg.Device, Doc: doc, Version: version + " " + b.cc.version}
}

// Query implements placement.Querier.
func (b *backend) Query(ctx context.Context, f fn.Func) ([]placement.Answer, error) {
	return backends.QueryKernels(ctx, f, b.target())
}

func (b *backend) target() backends.Target { return backends.Target{Name: "c", LaneBytes: laneBytes} }

// Compile implements backends.Backend.
func (b *backend) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	ps, err := b.CompileAll(ctx, []backends.CompileRequest{{Module: m, Options: o}})
	if err != nil {
		return nil, err
	}
	return ps[0], nil
}

// CompileAll implements backends.BatchCompiler: all programs share one object.
func (b *backend) CompileAll(ctx context.Context, rs []backends.CompileRequest) ([]backends.Program, error) {
	p := newPrinter()
	lowered := make([]*backends.Lowered, len(rs))
	names := make([][]string, len(rs))
	for i, r := range rs {
		var err error
		if lowered[i], err = backends.Lower(ctx, r.Module, r.Options, b.target()); err != nil {
			return nil, err
		}
		if names[i], err = p.all(lowered[i].Program.Kernels); err != nil {
			return nil, err
		}
	}
	source := p.text()
	if f := rs[0].Options.Kernels; f != nil {
		f("kernels.c", source)
	}
	path, cached, err := b.cc.build(ctx, source, b.cfg.CacheDir)
	if err != nil {
		return nil, err
	}
	lib, err := load(path, cached)
	if err != nil {
		return nil, err
	}
	return b.programs(lib, lowered, names)
}

// all prints kernels and returns the names of their functions.
func (p *printer) all(ks []*kernel.Kernel) ([]string, error) {
	names := make([]string, len(ks))
	for i, k := range ks {
		var err error
		if names[i], err = p.kernel(k); err != nil {
			return nil, err
		}
	}
	return names, nil
}

func (b *backend) programs(lib *library, lowered []*backends.Lowered, names [][]string) ([]backends.Program, error) {
	var ps []backends.Program
	for i, l := range lowered {
		ks, err := lib.kernels(names[i])
		if err != nil {
			return nil, err
		}
		ps = append(ps, backends.NewHostProgram(l, ks, b.cfg.Threads))
	}
	return ps, nil
}

// Close implements io.Closer.
func (b *backend) Close() error { return nil }
