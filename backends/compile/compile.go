// Package compile makes a module executable in one call: it is the surface for
// programs that embed Lathe.
package compile

import (
	"context"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Options say how a module is compiled. The zero value compiles for vm.
type Options struct {
	// Backend compiles the whole module; "" means vm. It is not used with Devices.
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
	// Backends are those that can be named; nil means ref, vm and hetero, which
	// need nothing beside Go.
	Backends []backends.Factory
	// Strategy divides the module; nil means contract.
	Strategy placement.Strategy
	// Affinity says how operations get their devices, Economy what is done for the sake of
	// cost. The zero values are the defaults.
	Affinity affinity.Options
	Economy  partition.Economy
	// Partition, where set, says how the module is divided among Devices; Strategy is not
	// asked.
	Partition *replay.File
	// Properties hold for this program, before what the backend has, such as
	// {"performance-hint": "throughput"}; see backends.Properties.
	Properties map[string]any
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
	if o.Backends == nil {
		o.Backends = Backends()
	}
	r := backends.NewRegistry(o.Backends, backends.Config{Threads: o.Threads, CacheDir: o.CacheDir})
	p, b, err := compile(ctx, r, m, o)
	if err != nil {
		r.Close()
		return nil, err
	}
	return &Executable{program: p, memory: memoryOf(b), registry: r, took: time.Since(begin), spare: newSpare(p.Outputs())}, nil
}

// compile returns the program and the backend that it is for.
func compile(ctx context.Context, r *backends.Registry, m ir.Module, o Options) (backends.Program, backends.Backend, error) {
	co := backends.CompileOptions{Entry: o.Entry, Log: o.Log, Kernels: o.Kernels, Properties: o.Properties}
	if len(o.Devices) > 0 {
		var err error
		if m, err = divide(ctx, r, m, o); err != nil {
			return nil, nil, err
		}
		o.Backend = "hetero"
	}
	if o.Backend == "" {
		o.Backend = "vm"
	}
	b, err := r.Open(backends.NamedDevice(o.Backend))
	if err != nil {
		return nil, nil, err
	}
	p, err := b.Compile(ctx, m, co)
	return p, b, err
}

// divide returns a copy of m with its operations in clusters for the devices.
func divide(ctx context.Context, r *backends.Registry, m ir.Module, o Options) (ir.Module, error) {
	devices, err := r.Devices(o.Devices)
	if err != nil {
		return m, err
	}
	if o.Strategy == nil {
		o.Strategy = contract.Strategy{}
	}
	m, _ = ir.As[ir.Module](ir.NewBuilder(m.Op.Registry()).Clone(m.Op, &ir.Mapping{}))
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
		if _, err := o.Partition.Pin(m, names); err != nil {
			return m, err
		}
		o.Strategy = o.Partition.Strategy()
	}
	o.Affinity.Log = o.Log
	if err := affinity.Module(ctx, m, devices, o.Affinity); err != nil {
		return m, err
	}
	if err := partition.Module(ctx, m, partition.Options{Strategy: o.Strategy, Economy: o.Economy, Log: o.Log}); err != nil {
		return m, err
	}
	return m, clusteroutline.Module(m, clusteroutline.Options{})
}
