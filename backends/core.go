package backends

import (
	"context"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// The properties of backends and programs. Every backend has them, unless the comment says
// otherwise. RO means read-only, and internal means hidden from users; see [property.Internal].
const (
	DeviceProperty       = "device"               // RO: the device's name
	DevicesProperty      = "available-devices"    // RO: device ids for [property.Properties.GetFor]
	NameProperty         = "full-name"            // RO
	ArchitectureProperty = "architecture"         // RO: the architecture that compiled code is for
	CapabilitiesProperty = "capabilities"         // RO: optional interfaces
	ElementsProperty     = "element-types"        // RO: see Core.AnswersBy
	TypeProperty         = "device-type"          // RO: integrated or discrete
	VersionProperty      = "version"              // RO
	SupportedProperty    = "supported-properties" // RO
	RequestsProperty     = "request-range"        // RO: minimum, maximum and step of the useful number of concurrent requests
	ThreadsProperty      = "threads"
	StreamsProperty      = "streams"
	HintProperty         = "performance-hint"
	DisableProperty      = "disable-passes"
	EnableProperty       = "enable-passes"
	AccuracyProperty     = "accuracy"
	TuningProperty       = "tuning"
	LevelProperty        = "optimization-level" // compile.Module tunes programs whose level is 3
	BudgetProperty       = "tuning-seconds"
	ProfilingProperty    = "profiling"
	ExclusiveProperty    = "exclusive" // internal
	PriorityProperty     = "model-priority"
	CachingProperty      = "caching-properties" // RO, internal
	OptimalProperty      = "optimal-requests"   // of programs, RO
	ExecutionProperty    = "execution-devices"  // of programs, RO
	PartDevicesProperty  = "part-devices"       // of programs that consist of parts, RO
	TargetProperty       = "target"             // of backends that run kernels
)

// The values of "model-priority".
const (
	PriorityLow    = "low"
	PriorityMedium = "medium"
	PriorityHigh   = "high"
)

// The values of "performance-hint".
const (
	HintNone       = "none"
	HintLatency    = "latency"
	HintThroughput = "throughput"
)

// Core implements the methods of backends except Query and Compile. Backends embed it.
type Core struct {
	info       Info
	config     Config
	properties *property.Properties
	shared     *Exclusion
	elements   func() []string // nil: unknown
}

// NewCore returns the core of a backend that is opened with cfg. The parameter "more" has the
// properties that only this backend has. capable is the backend or a zero value of its type; the
// property "capabilities" lists the optional interfaces of this type.
func NewCore(cfg Config, info Info, capable any, more ...property.Property) (*Core, error) {
	info.Device = cfg.Device
	c := &Core{info: info, config: cfg}
	if c.shared = cfg.Exclusion; c.shared == nil {
		c.shared = &Exclusion{}
	}
	if cfg.Threads < 0 {
		return nil, diag.Errorf(diag.Span{}, "threads must not be negative, but got %d", cfg.Threads)
	}
	if cfg.Threads > placement.MaxThreads {
		return nil, diag.Errorf(diag.Span{}, "threads must be at most %d, but got %d", placement.MaxThreads, cfg.Threads).
			WithHelp("use 0 for all processors; this machine has " + strconv.Itoa(runtime.NumCPU()))
	}
	var err error
	if c.properties, err = property.New(cfg.Device, append(c.common(capable), more...)); err != nil {
		return nil, err
	}
	return c, c.properties.SetAll(cfg.Properties)
}

// priorities returns the values of "model-priority", in ascending order.
func priorities() []string { return []string{PriorityLow, PriorityMedium, PriorityHigh} }

// common declares the properties that every backend has.
func (c *Core) common(capable any) []property.Property {
	fixed := func(key, doc string, v any) property.Property {
		return property.Property{Key: key, Doc: doc, Default: v}
	}
	return []property.Property{
		fixed(DeviceProperty, "the name of the device", c.info.Device),
		fixed(DevicesProperty, "the device ids with which properties can be queried", []string{c.info.Device}),
		{Key: NameProperty, Doc: "the name of the device's type", Default: "", Read: func(device string) any { return c.info.Doc + " (" + device + ")" }},
		fixed(ArchitectureProperty, "the architecture that compiled code is for", runtime.GOOS+"/"+runtime.GOARCH),
		{Key: CapabilitiesProperty, Doc: "the optional interfaces of the backend", Default: []string{}, Read: func(string) any { return Capabilities(capable) }},
		{Key: ElementsProperty, Doc: "the element types for which the backend supports additions", Default: []string{}, Read: func(string) any { return c.elementTypes() }},
		fixed(TypeProperty, "integrated if the device works in the host's memory, otherwise discrete", c.info.kind()),
		fixed(VersionProperty, "the version of the backend, which changes whenever compiled programs change", c.info.Version),
		{Key: SupportedProperty, Doc: "all public properties, each with RO or RW", Default: []string{}, Read: func(string) any { return c.properties.Supported() }},
		{Key: RequestsProperty, Doc: "the useful number of concurrent requests of a program: minimum, maximum, step", Default: []string{}, Read: func(string) any { return c.requests() }},
		{Key: ThreadsProperty, Doc: "how many processors a program may use; 0 means all", Default: c.config.Threads, Access: property.ReadWrite, Most: placement.MaxThreads},
		{Key: StreamsProperty, Doc: "how many runs of a program execute at once, each with its share of the threads; 0 means that the property performance-hint determines the number", Default: 0, Access: property.ReadWrite, Most: placement.MaxThreads},
		{
			Key: HintProperty, Doc: "what to optimize: the time of one run, or runs per second", Default: HintNone, Access: property.ReadWrite,
			Choices: []string{HintNone, HintLatency, HintThroughput},
		},
		{Key: DisableProperty, Doc: "passes to leave out", Default: []string{}, Access: property.ReadWrite, Compiles: true, Choices: pipeline.Optional(), Unordered: true},
		{Key: EnableProperty, Doc: "passes to run that are off by default", Default: []string{}, Access: property.ReadWrite, Compiles: true, Choices: pipeline.Optional(), Unordered: true},
		{
			Key: AccuracyProperty, Doc: "strict or fast; fast also runs the passes that change results within the bounds in docs/numerics.md", Default: pipeline.Strict,
			Access: property.ReadWrite, Compiles: true, Choices: []string{pipeline.Strict, pipeline.Fast},
		},
		{Key: TuningProperty, Doc: "the tuning file that lathe tune has written, or the text of this file", Default: "", Access: property.ReadWrite, Compiles: true},
		{Key: LevelProperty, Doc: "3 to tune the kernels when a program is compiled for the first time; 2 to schedule them by tables", Default: 2, Access: property.ReadWrite, Compiles: true, Least: 2, Most: 3},
		{Key: BudgetProperty, Doc: "with optimization-level=3, the number of seconds after which no further schedule is tried", Default: 2, Access: property.ReadWrite, Least: 1, Most: 3600},
		{Key: ProfilingProperty, Doc: "whether requests keep a profile of each run", Default: false, Access: property.ReadWrite},
		{Key: ExclusiveProperty, Doc: "whether runs of programs on this device never overlap", Default: false, Access: property.ReadWrite, Visibility: property.Internal},
		{
			Key: PriorityProperty, Doc: "the priority of the program's runs among the exclusive runs that wait for the device", Default: PriorityMedium, Access: property.ReadWrite,
			Choices: priorities(),
		},
		{Key: CachingProperty, Doc: "the properties that compiled programs depend on", Default: []string{}, Visibility: property.Internal, Read: func(string) any { return c.properties.Caching() }},
	}
}

// AnswersBy sets the source of the property "element-types": it lists the element types for which q
// supports addition. q is the backend that embeds c.
func (c *Core) AnswersBy(q irplace.Querier) {
	c.elements = sync.OnceValue(func() []string { return elementTypes(q) })
}

func (c *Core) elementTypes() []string {
	if c.elements == nil {
		return []string{}
	}
	return slices.Clone(c.elements())
}

// Info implements Backend.
func (c *Core) Info() Info { return c.info }

// Properties implements Backend.
func (c *Core) Properties() *property.Properties { return c.properties }

// Close implements Backend.
func (c *Core) Close() error { return nil }

// TakesOthers extends the properties of the backend with the properties of the devices that
// Config.Others opens. The added keys begin with the name of the device and a dot.
func (c *Core) TakesOthers() {
	c.properties.SetOthers(func(device string) (*property.Properties, error) {
		if c.config.Others == nil {
			return nil, diag.Errorf(diag.Span{}, "backend '%s' was opened without access to other devices", c.info.Name)
		}
		b, err := c.config.Others(device)
		if err != nil {
			return nil, err
		}
		return b.Properties(), nil
	})
}

// Config returns the configuration with which the backend was opened.
func (c *Core) Config() Config { return c.config }

// pricedThreads is the number of threads for which EngineSpec returns rates if the property
// "threads" is 0. A plan must not depend on the number of processors of the machine.
const pricedThreads = 2

// EngineSpec returns a device description with the rates from package target. The rates depend on
// the backend's engine, the selected target and the property "threads". Backends return the
// description from their method Spec.
func (c *Core) EngineSpec() placement.Spec {
	t, err := target.Named(machine(c.properties))
	if err != nil {
		t = target.Host()
	}
	threads := property.Value[int](c.properties, ThreadsProperty)
	if threads == 0 {
		threads = pricedThreads
	}
	return placement.Spec{Rates: target.Rates(c.info.Name, t, threads)}
}

// Settings are the resolved properties of one program.
type Settings struct {
	Properties *property.Properties // of the program, including the properties that only programs have
	Threads    int                  // number of threads that a run may use; at least 1
	Machine    string               // the name of the target that kernels are lowered for; "" if the backend runs no kernels
	Streams    int                  // number of concurrent runs; 0: any number
	Disable    []string             // passes that are left out
	Enable     []string
	Accuracy   string
	Tuning     string // the name or the text of a tuning file; "" if there is none
	gate       *gate
	life       lifetime
	backend    string
	device     string
	wrap       func(Kernels) Kernels // the field Wrap of Config
}

// Settings resolves the properties of a program. The properties in values override the properties
// of the backend.
func (c *Core) Settings(values map[string]any) (*Settings, error) {
	p, err := c.properties.With(values)
	if err != nil {
		return nil, err
	}
	s := &Settings{backend: c.info.Name, device: c.info.Device, wrap: c.config.Wrap}
	s.Threads, s.Streams = concurrency(p)
	s.Disable, s.Enable = property.Value[[]string](p, DisableProperty), property.Value[[]string](p, EnableProperty)
	s.Accuracy, s.Tuning = property.Value[string](p, AccuracyProperty), property.Value[string](p, TuningProperty)
	s.Machine = machine(p)
	optimal := max(1, s.Streams)
	if s.Streams > 0 {
		s.Threads = max(1, s.Threads/s.Streams)
	}
	s.gate = newGate(s.Streams)
	if property.Value[bool](p, ExclusiveProperty) {
		s.gate.exclusive = c.shared.device(c.info.Device)
		s.gate.priority = slices.Index(priorities(), property.Value[string](p, PriorityProperty))
	}
	s.Properties = p.Extended(
		property.Property{Key: OptimalProperty, Doc: "how many requests keep the program busy", Default: optimal},
		property.Property{Key: ExecutionProperty, Doc: "the devices that the program runs on", Default: []string{c.info.Device}},
	)
	return s, nil
}

// KernelTarget declares the property that names the processor for which kernels are lowered.
func KernelTarget(name string) property.Property {
	return property.Property{
		Key: TargetProperty, Doc: "the processor that kernels are lowered for; host is this machine",
		Default: name, Access: property.ReadWrite, Compiles: true, Choices: target.Names(),
	}
}

// machine returns the name of the target that the properties select; "" if the backend runs no
// kernels.
func machine(p *property.Properties) string {
	if _, declared := p.Find(TargetProperty); !declared {
		return ""
	}
	return property.Value[string](p, TargetProperty)
}

// concurrency returns the number of threads that all runs of a program share, and the number of
// streams, which is the maximum number of concurrent runs; 0 streams means any number. If the
// property "streams" is 0, the property "performance-hint" determines the number of streams.
func concurrency(p *property.Properties) (threads, streams int) {
	threads, streams = property.Value[int](p, ThreadsProperty), property.Value[int](p, StreamsProperty)
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	if streams != 0 {
		return threads, streams
	}
	switch property.Value[string](p, HintProperty) {
	case HintThroughput:
		streams = threads
	case HintLatency:
		streams = 1
	}
	return threads, streams
}

// requests returns the minimum, the maximum and the step of the useful number of concurrent
// requests. The maximum is the number of streams or, if this is 0, the number of threads.
func (c *Core) requests() []string {
	threads, streams := concurrency(c.properties)
	if streams == 0 {
		streams = threads
	}
	return []string{"1", strconv.Itoa(streams), "1"}
}

// Enter begins a run, and Leave ends it. Enter waits for one of the program's streams and, if runs
// are exclusive, for the device. It fails if ctx is nil or done. While Close waits, Enter succeeds
// only if ctx comes from Hold. After Close has returned, Enter always fails.
func (s *Settings) Enter(ctx context.Context) error {
	if ctx == nil {
		return NoContext("a run")
	}
	if err := s.life.enter(ctx); err != nil {
		return err
	}
	entered := false
	defer func() { // also runs if a method of the caller's context panics
		if !entered {
			s.life.leave()
		}
	}()
	if err := s.gate.enter(ctx); err != nil {
		return err
	}
	defer func() {
		if !entered {
			s.gate.leave()
		}
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	entered = true
	return nil
}

// Leave ends the run that Enter began.
func (s *Settings) Leave() {
	s.gate.leave()
	s.life.leave()
}

// Hold keeps the program open for a run that begins later. The caller must pass the returned
// context to Enter, and call Release after the run. Hold fails after Close.
func (s *Settings) Hold(ctx context.Context) (context.Context, error) {
	if ctx == nil {
		return nil, NoContext("a run")
	}
	if err := s.life.enter(ctx); err != nil {
		return nil, err
	}
	return &held{ctx, &s.life}, nil
}

// Release ends the effect of one call of Hold.
func (s *Settings) Release() { s.life.leave() }

// Close prevents new runs and waits for the runs in progress. It returns false if it was called
// before.
func (s *Settings) Close() (first bool) { return s.life.close() }

// Device returns the name of the device that the program is for.
func (s *Settings) Device() string { return s.device }

// Backend returns the name of the backend that compiles the program.
func (s *Settings) Backend() string { return s.backend }

// Wrap returns the kernels that a program calls in place of ks; see [Config].
func (s *Settings) Wrap(ks Kernels) Kernels {
	if s.wrap == nil {
		return ks
	}
	return s.wrap(ks)
}

// Pipeline returns the pipeline options that the settings determine; nil settings give the
// defaults.
func (s *Settings) Pipeline(entry string) pipeline.Options {
	if s == nil {
		return pipeline.Options{Entry: entry}
	}
	return pipeline.Options{Entry: entry, Disable: s.Disable, Enable: s.Enable, Accuracy: s.Accuracy, Tuning: s.Tuning}
}

// TargetOf returns the target for which b compiles the kernels of a program with the given
// properties. ok is false if b compiles no kernels.
func TargetOf(b Backend, values map[string]any) (t target.Target, ok bool, err error) {
	p, err := b.Properties().With(values)
	if err != nil {
		return t, false, err
	}
	name := machine(p)
	if name == "" {
		return t, false, nil
	}
	t, err = target.Named(name)
	return t, true, err
}

// PipelineOptions returns the pipeline options for a program that b compiles with the given
// properties.
func PipelineOptions(b Backend, entry string, values map[string]any) (pipeline.Options, error) {
	p, err := b.Properties().With(values)
	if err != nil {
		return pipeline.Options{}, err
	}
	return pipeline.Options{
		Entry: entry, Disable: property.Value[[]string](p, DisableProperty), Enable: property.Value[[]string](p, EnableProperty),
		Accuracy: property.Value[string](p, AccuracyProperty), Tuning: property.Value[string](p, TuningProperty),
	}, nil
}
