// Package compile makes a module executable in one call: it is the surface for
// programs that embed Lathe.
package compile

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/partinline"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Options say how a module is compiled. The zero value compiles for vm.
type Options struct {
	// Backend compiles the whole module; "" means vm. It excludes Devices.
	Backend string
	// Devices divide the module: names in order of priority, or one name of a
	// YAML file (see backends.ParseDevices). Clusters that the module has already
	// are taken as they are, and must be for these devices.
	Devices []string
	// Entry is the function to run; "" means @main, or the only function.
	Entry string
	// Threads is how many processors a run may use; 0 means all.
	Threads int
	// CacheDir holds compiled programs between processes; "" means no cache.
	CacheDir string
	// Fresh compiles what the cache has already.
	Fresh bool
	// Warn is told, once, that the cache can't be used as it should; may be nil.
	Warn func(error)
	// Properties hold for this program, before what its backend has by default; see
	// backends.Core.
	Properties map[string]any
	// Backends are those that can be named; nil means ref, vm and hetero, which
	// need nothing beside Go.
	Backends []backends.Factory
	// Strategy divides the module; nil means contract.
	Strategy placement.Strategy
	// Affinity says how operations get their devices, Economy what is done for the sake of
	// cost. The zero values are the defaults.
	Affinity affinity.Options
	Economy  partition.Economy
	// Division is what the strategy is told, Config what one carries out that is told what
	// to do.
	Division placement.Options
	Config   *partition.Config
	// Partition, where set, says how the module is divided among Devices; Strategy is not
	// asked.
	Partition *replay.File
	// Log takes notes of decisions; may be nil.
	Log *decision.Log
	// Kernels, where set, receives the emitted kernels.
	Kernels func(name, text string)
}

// Backends returns the backends that need nothing beside Go.
func Backends() []backends.Factory {
	return []backends.Factory{vm.Factory(), ref.Factory(), hetero.Factory()}
}

// Module compiles m, which is not changed. Errors about operations are diagnostics.
func Module(ctx context.Context, m ir.Module, o Options) (*Executable, error) {
	begin := time.Now()
	if ctx == nil {
		return nil, diag.Errorf(diag.Span{}, "compiling needs a context, but got nil").WithHelp("give context.Background()")
	}
	if o.Backends == nil {
		o.Backends = Backends()
	}
	o.Warn = once(o.Warn)
	r := backends.NewRegistry(o.Backends, backends.Config{Threads: o.Threads, CacheDir: o.CacheDir, Warn: o.Warn})
	e := &Executable{registry: r}
	if err := e.compile(ctx, m, o); err != nil {
		r.Close()
		return nil, err
	}
	e.took = time.Since(begin)
	return e, nil
}

// once is a warning that is told once, by whomever; nil where nobody listens.
func once(warn func(error)) func(error) {
	if warn == nil {
		return nil
	}
	var first sync.Once
	return func(err error) { first.Do(func() { warn(err) }) }
}

// compile fills in the program and what depends on it.
func (e *Executable) compile(ctx context.Context, m ir.Module, o Options) error {
	b, m, co, err := prepare(ctx, e.registry, m, o)
	if err != nil {
		return err
	}
	if o.CacheDir == "" || o.Fresh {
		e.program, err = b.Compile(ctx, m, co)
	} else {
		var from cache.Result
		e.program, from, err = cache.Open(o.CacheDir, cache.Options{Warn: o.Warn}).Compile(ctx, b, m, co)
		e.cached = from.Hit
	}
	if err != nil {
		return err
	}
	e.memory, e.spare = memoryOf(b), newSpare(e.program.Outputs())
	return nil
}

// prepare returns the backend that m is for, and m as that takes it: divided where it is
// for several devices.
func prepare(ctx context.Context, r *backends.Registry, m ir.Module, o Options) (backends.Backend, ir.Module, backends.CompileOptions, error) {
	if m.Op == nil {
		return nil, m, backends.CompileOptions{}, diag.Errorf(diag.Span{}, "there is no module to compile: it has no operation").
			WithHelp("take one that asm.Parse or ir.NewModule returned")
	}
	if o.Backend != "" && len(o.Devices) > 0 {
		return nil, m, backends.CompileOptions{}, diag.Errorf(diag.Span{}, "a backend ('%s') and devices (%s) exclude each other", o.Backend, strings.Join(o.Devices, ", ")).
			WithHelp("give one of the two")
	}
	co := backends.CompileOptions{Entry: o.Entry, Properties: o.Properties, Log: o.Log, Kernels: o.Kernels}
	if len(o.Devices) > 0 {
		var err error
		if m, err = divide(ctx, r, m, o); err != nil {
			return nil, m, co, err
		}
		o.Backend = "hetero"
	}
	if o.Backend == "" {
		o.Backend = "vm"
	}
	b, err := r.Open(backends.NamedDevice(o.Backend))
	return b, m, co, err
}

// ExplainCache says whether the program that o asks for is in the cache of o.CacheDir,
// and if it is not, what the entry that is most alike differs in.
func ExplainCache(ctx context.Context, m ir.Module, o Options) (string, error) {
	if o.Backends == nil {
		o.Backends = Backends()
	}
	r := backends.NewRegistry(o.Backends, backends.Config{Threads: o.Threads, CacheDir: o.CacheDir})
	defer r.Close()
	b, m, co, err := prepare(ctx, r, m, o)
	if err != nil {
		return "", err
	}
	return cache.Open(o.CacheDir, cache.Options{}).Explain(b, m, co)
}

// divide returns a copy of m with its operations in clusters for the devices.
func divide(ctx context.Context, r *backends.Registry, m ir.Module, o Options) (ir.Module, error) {
	listed, err := placement.Listed(m)
	if err != nil {
		return m, err
	}
	devices, err := r.Devices(o.Devices, listed...)
	if err != nil {
		return m, err
	}
	told := o.Strategy != nil || o.Partition != nil
	if o.Strategy == nil {
		o.Strategy = contract.Strategy{}
	}
	to := &ir.Mapping{}
	m, _ = ir.As[ir.Module](ir.NewBuilder(m.Op.Registry()).Clone(m.Op, to))
	o.Affinity.Names = o.Affinity.Names.Cloned(to, m.Op)
	if Divided(m) {
		if err := checkDivided(m, devices); err != nil {
			return m, err
		}
		return m, clusteroutline.Module(m, clusteroutline.Options{})
	}
	if o.Partition != nil {
		names := make([]string, len(devices))
		for i, d := range devices {
			names[i] = d.Name
		}
		if _, err := o.Partition.Pin(m, names, o.Affinity.Pins(m)); err != nil {
			return m, err
		}
		o.Strategy, o.Affinity.Refused = o.Partition.Strategy(), o.Partition.Refused
	}
	parts := partinline.Check
	if a, ok := o.Strategy.(placement.Assigned); ok && a.Assigned() {
		parts = func(m ir.Module) error { return partinline.Module(m, nil) }
	} else if told {
		parts = func(ir.Module) error { return nil }
	}
	if err := parts(m); err != nil {
		return m, err
	}
	o.Affinity.Log = o.Log
	how := partition.Options{
		Strategy: o.Strategy, AllowSplit: o.Affinity.AllowSplit, NoFallback: o.Affinity.NoFallback, Require: o.Affinity.Require,
		Options: o.Division, Config: o.Config, Economy: o.Economy, Names: o.Affinity.Names, Log: o.Log,
	}
	if err := affinity.Module(ctx, m, devices, o.Affinity.Before(o.Strategy, how.Moves())); err != nil {
		return m, err
	}
	if err := partition.Module(ctx, m, how); err != nil {
		return m, err
	}
	return m, clusteroutline.Module(m, clusteroutline.Options{})
}
