// Package compile compiles a module in one call. It is the API for programs that embed Lathe.
package compile

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/lowering/stablehlo"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/engine"
	"github.com/lathe-ir/lathe/passes/stablehloopt"
)

// Options say how a module is compiled. The zero value selects the backend that DefaultBackend
// returns.
type Options struct {
	// Backend is the name of the backend that compiles the whole module; "" means the result of
	// DefaultBackend. Backend and Devices must not both be set.
	Backend string
	// Devices are the devices among which the module is divided: names in order of priority, or the
	// name of one YAML file (see [backends.Registry.Devices]). A module that already has clusters
	// (functions that each run on one device) is not divided again. Its clusters must be for these
	// devices, and options for dividing it are errors. If neither Devices nor Backend is set, the
	// module must name no devices.
	Devices []string
	// Entry is the function to run. "" means @main or, if there is none, the only public function
	// with a body.
	Entry string
	// Inputs are the types of the inputs of all runs; nil means the function's input types. Inputs
	// may have static dimensions where the function's types have dynamic dimensions. Shapes that
	// depend on these dimensions then become static too, as most backends require.
	Inputs []ir.Type
	// Threads is how many processors a run may use; 0 means all.
	Threads int
	// CacheDir is the folder of the cache, which keeps compiled programs across processes; "" means
	// no cache.
	CacheDir string
	// Fresh makes Module compile the program even if it is in the cache, and replace its entry.
	Fresh bool
	// Warn is called at most once about a problem of the cache, and at most once if the default
	// backend cannot run on this machine; may be nil.
	Warn func(error)
	// Properties are the properties of this program; they override those of the backend. See
	// backends.Core.
	Properties map[string]any
	// Backends lists the available backends; nil means the result of the function Backends.
	Backends []backends.Factory
	// Placement says how the module is divided among Devices.
	Placement engine.Options
	// Strategies lists the strategies that Placement can name. The first is the default; nil means
	// the strategy "contract" only.
	Strategies []placement.Strategy
	// Names provides the names of values for messages; may be nil.
	Names *asm.Names
	// Diagnose receives warnings about how the module is divided; may be nil.
	Diagnose func(*diag.Diagnostic)
	// Log records decisions; may be nil.
	Log *decision.Log
	// Passes, if set, says what the pass manager prints, verifies and measures. If Passes, Kernels
	// or Log is set, the cache is not used for the program.
	Passes *passes.Manager
	// Kernels, if set, receives each text that the backend emits for its kernels, with a name such
	// as "kernels.mlir".
	Kernels func(name, text string)
}

// Backends returns the backends that need no C compiler: vm, jit, ref and hetero.
func Backends() []backends.Factory {
	return []backends.Factory{vm.Factory(), jit.Factory(), ref.Factory(), hetero.Factory()}
}

// Module compiles m, and does not change it. Errors about operations are diagnostics.
func Module(ctx context.Context, m ir.Module, o Options) (*Executable, error) {
	begin := time.Now()
	if o.Backends == nil {
		o.Backends = Backends()
	}
	fallback := o.Warn
	o.Warn = once(o.Warn)
	r := backends.NewRegistry(o.Backends, backends.Config{Threads: o.Threads, CacheDir: o.CacheDir, Warn: o.Warn})
	e := &Executable{registry: r}
	if err := e.compile(ctx, m, o, fallback); err != nil {
		r.Close()
		return nil, err
	}
	e.took = time.Since(begin) - e.keeping
	return e, nil
}

func once(warn func(error)) func(error) {
	if warn == nil {
		return nil
	}
	var first sync.Once
	return func(err error) { first.Do(func() { warn(err) }) }
}

// compile sets e.program and the fields of e that depend on it. fallback is called if the default
// backend can't run on this machine.
func (e *Executable) compile(ctx context.Context, m ir.Module, o Options, fallback func(error)) error {
	b, m, co, err := e.prepare(ctx, m, o, fallback)
	if err != nil {
		return err
	}
	if e.donated, err = donatedArguments(m, o.Entry); err != nil {
		return err
	}
	var keep *cache.Cache
	if o.CacheDir != "" {
		keep = cache.Open(o.CacheDir, cache.Options{Fresh: o.Fresh, Warn: o.Warn})
	}
	if co, err = atLevel(ctx, b, m, co, keep); err != nil {
		return err
	}
	if keep == nil {
		e.program, err = b.Compile(ctx, m, co)
	} else {
		var from cache.Result
		e.program, from, err = keep.Compile(ctx, b, m, co)
		e.cached, e.keeping = from.Hit, from.Keeping
	}
	if err != nil {
		return err
	}
	if err := backends.CheckProgram(b, m, o.Entry, e.program); err != nil {
		return err
	}
	// If m is in kernel form (docs/kernel-form.md), the arguments after the inputs are the buffers
	// of results.
	e.donated = e.donated[:min(len(e.donated), len(e.program.Inputs()))]
	e.backend, e.memory, e.spare = b.Info().Name, memoryOf(b), newSpare(e.Outputs())
	return nil
}

// prepare returns the backend that compiles m, and the arguments of the backend's Compile: m or a
// changed copy of m, and the options. If o.Devices is set, prepare opens these devices, records
// them in e, and divides m among them.
func (e *Executable) prepare(ctx context.Context, m ir.Module, o Options, fallback func(error)) (backends.Backend, ir.Module, backends.CompileOptions, error) {
	r := e.registry
	if err := backends.CheckCompile(ctx, m); err != nil {
		return nil, m, backends.CompileOptions{}, err
	}
	if err := checkLayouts(r, m, o); err != nil {
		return nil, m, backends.CompileOptions{}, err
	}
	m, err := specialized(ctx, m, &o)
	if err != nil {
		return nil, m, backends.CompileOptions{}, err
	}
	if o.Backend != "" && len(o.Devices) > 0 {
		if err := placement.CheckOptions([]string{placement.DeviceList, placement.OneBackend}, o.Placement.Called); err != nil {
			return nil, m, backends.CompileOptions{}, err
		}
	}
	co := backends.CompileOptions{Entry: o.Entry, Properties: o.Properties, Log: o.Log, Kernels: o.Kernels, Passes: o.Passes}
	switch {
	case len(o.Devices) > 0:
		o.Backend = "hetero"
		m, e.devices, err = divide(ctx, r, m, o)
	case o.Backend != "hetero":
		m, err = undivided(m, o)
	}
	if err != nil {
		return nil, m, co, err
	}
	if o.Backend == "" {
		o.Backend = DefaultBackend(r, fallback)
	}
	b, err := r.Open(device.Named(o.Backend))
	return b, m, co, err
}

// checkLayouts fails if an input of m has an opaque layout of oneDNN Graph that o's backend cannot
// read. Inputs with other layouts are row-major, which every backend can read.
func checkLayouts(r *backends.Registry, m ir.Module, o Options) error {
	f, err := fn.Entry(m, o.Entry)
	if err != nil {
		return err
	}
	backend := func() string {
		switch {
		case len(o.Devices) > 0:
			return "hetero"
		case o.Backend != "":
			return o.Backend
		}
		return DefaultBackend(r, nil)
	}
	for i, v := range f.Entry().Args() {
		if why := onednngraph.TensorOf(v).Foreign(backend); why != "" {
			return ir.Errorf(f.Op, "is a function whose input #%d %s", i, why)
		}
	}
	return nil
}

// specialized prepares m to be compiled or divided. If changes are needed, it changes a copy of m,
// returns the copy, and sets o.Names to the names of the copy.
func specialized(ctx context.Context, m ir.Module, o *Options) (ir.Module, error) {
	ps, err := preparation(m, o.Entry, o.Inputs, len(o.Devices) > 0)
	if err != nil || len(ps) == 0 {
		return m, err
	}
	to := &ir.Mapping{}
	c, _ := ir.As[ir.Module](ir.NewBuilder(m.Op.Registry()).Clone(m.Op, to))
	o.Names = o.Names.Cloned(to, c.Op)
	manager := passes.Manager{NoVerify: true}
	if o.Passes != nil {
		manager = *o.Passes
	}
	return c, prepare(ctx, manager, c, ps)
}

// Prepare makes the changes to m that Module makes before it divides a program among devices. So a
// division of the changed m is valid for Module too. New operations get ids. For entry, see
// Options.Entry.
func Prepare(ctx context.Context, m ir.Module, entry string) error {
	ps, err := preparation(m, entry, nil, true)
	if err != nil || len(ps) == 0 {
		return err
	}
	return prepare(ctx, passes.Manager{NoVerify: true}, m, ps)
}

func prepare(ctx context.Context, manager passes.Manager, m ir.Module, ps []passes.Pass) error {
	p := &passes.Pipeline{Anchor: "builtin.module"}
	if err := manager.Run(ctx, m.Op, p.Add(ps...)); err != nil {
		return err
	}
	host.Number(m)
	return ir.Verify(m.Op) // this fails if constants contradict the types
}

// preparation returns the passes that prepare m. They make constants in resources dense, and
// flatten tuples. If the argument "inputs" is not nil, they give m these input types. Dynamic
// shapes of random numbers become static, if possible. Custom calls lose operands that are shapes of
// results, if these are constant. If m will be divided, the passes also make these changes:
//   - Random-number operations get a state, so that no two clusters draw the same numbers.
//   - Tokens are erased, since the clusters of operations with effects run in program order.
//   - Shape operands become attributes, since otherwise another cluster might compute them. In a
//     module that already has clusters, they do not change.
func preparation(m ir.Module, entry string, inputs []ir.Type, divide bool) (ps []passes.Pass, err error) {
	f, err := fn.Entry(m, entry)
	if err != nil {
		return nil, err
	}
	types := f.FunctionType().Inputs
	refine := inputs != nil && !slices.Equal(types, inputs)
	if refine {
		if !stablehlo.HasTuples(m) && len(types) != len(inputs) {
			return nil, ir.Errorf(f.Op, "needs a type in Options.Inputs for each input: expected %d types, but got %d", len(types), len(inputs))
		}
		if i := slices.IndexFunc(inputs, ir.Type.IsNil); i >= 0 {
			return nil, ir.Errorf(f.Op, "needs a type in Options.Inputs for each input, but input #%d has none", i)
		}
		types = inputs
	}
	shapes := (divide && stablehlo.HasShapeOperands(m) || stablehlo.HasDynamicCalls(m)) && !engine.Divided(m)
	if stablehlo.HasResources(m) {
		ps = append(ps, stablehlo.ResourcesPass())
	}
	if stablehlo.HasTuples(m) {
		ps = append(ps, stablehlo.TuplesPass())
	}
	if refine || shapes || stablehlo.HasDynamicRng(m) {
		ps = append(ps, pipeline.Specialize(f.SymName(), types)...)
	}
	if divide && stablehlo.HasRng(m) {
		ps = append(ps, stablehlo.CompositePass(), stablehlo.RngPass())
	}
	if divide && stablehlo.HasTokens(m) {
		ps = append(ps, stablehlo.TokenPass())
	}
	if shapes {
		ps = append(ps, stablehloopt.DynamismPass())
	}
	return ps, nil
}

// ExplainCache says whether the program that o specifies is in the cache of o.CacheDir or, if not,
// how the most similar entry differs. At optimization level 3, it uses the schedules in the cache,
// and does not tune.
func ExplainCache(ctx context.Context, m ir.Module, o Options) (string, error) {
	if o.Backends == nil {
		o.Backends = Backends()
	}
	r := backends.NewRegistry(o.Backends, backends.Config{Threads: o.Threads, CacheDir: o.CacheDir})
	defer r.Close()
	b, m, co, err := (&Executable{registry: r}).prepare(ctx, m, o, nil)
	if err != nil {
		return "", err
	}
	c := cache.Open(o.CacheDir, cache.Options{})
	if co, _, _, err = withStored(b, m, co, c); err != nil {
		return "", err
	}
	return c.Explain(b, m, co)
}
