package backends

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Registry opens backends for devices. It opens each device once. Devices may be opened from many
// goroutines at once.
type Registry struct {
	factories []Factory
	cfg       Config

	mu    sync.Mutex
	open  map[string]*opened
	order []string
}

// opened is a device that is open, or being opened.
type opened struct {
	once    sync.Once
	backend Backend
	err     error
}

// NewRegistry returns a registry of factories. If several factories have the same name, the last
// factory is used, so a list can be extended with replacements. If a factory has no Open, opening
// its devices fails. The factories receive cfg, in which the registry sets Device, Exclusion and
// Others, and also Threads if the device's description has a number of threads.
func NewRegistry(factories []Factory, cfg Config) *Registry {
	return &Registry{factories: factories, cfg: cfg, open: map[string]*opened{}}
}

// Factories returns the factories in order.
func (r *Registry) Factories() []Factory { return r.factories }

// Register adds a factory. It fails if the factory has no Open, or if its name is registered, is
// empty, has a dot, or cannot be written in a list of devices. A dot separates the name of a
// backend from the number of a device.
func (r *Registry) Register(f Factory) error {
	switch {
	case f.Name == "" || strings.Contains(f.Name, "."):
		return diag.Errorf(diag.Span{}, "a backend cannot have the name '%s'", f.Name).WithHelp("use a name without dots, since a dot separates the name from the number of a device")
	case device.CheckName(device.Named(f.Name), true, diag.Span{}) != nil || strings.TrimSpace(f.Name) != f.Name:
		return diag.Errorf(diag.Span{}, "a backend cannot have the name %q", f.Name).
			WithHelp("use letters and digits, so that lists such as --devices=vm,c can name it")
	case f.Open == nil:
		return noOpen(f.Name)
	}
	for _, have := range r.factories {
		if have.Name == f.Name {
			return diag.Errorf(diag.Span{}, "backend '%s' is registered twice", f.Name)
		}
	}
	r.factories = append(slices.Clip(r.factories), f)
	return nil
}

// Available opens a device of every backend except those that only run programs on other backends
// (see Factory.Divided). It returns the names of the opened backends, in order, and an error for
// each backend that could not be opened.
func (r *Registry) Available() (names []string, refused []error) {
	for i, f := range r.factories {
		replaced := slices.ContainsFunc(r.factories[i+1:], func(later Factory) bool { return later.Name == f.Name })
		if f.Divided || replaced {
			continue
		}
		if _, err := r.Open(device.Named(f.Name)); err != nil {
			refused = append(refused, fmt.Errorf("backend '%s': %w", f.Name, err))
			continue
		}
		names = append(names, f.Name)
	}
	return names, refused
}

// Open returns the backend for a device, and opens the device if necessary. Registry.Close closes
// the backend.
func (r *Registry) Open(d device.Spec) (Backend, error) {
	r.mu.Lock()
	o, ok := r.open[d.Name]
	if !ok {
		o = &opened{}
		r.open[d.Name] = o
	}
	r.mu.Unlock()
	// The lock is not held here, since a backend may open other devices.
	o.once.Do(func() {
		o.backend, o.err = r.openNew(d)
		r.mu.Lock()
		defer r.mu.Unlock()
		if o.err != nil {
			delete(r.open, d.Name) // a later attempt may succeed
			return
		}
		r.order = append(r.order, d.Name)
	})
	return o.backend, o.err
}

func (r *Registry) openNew(d device.Spec) (Backend, error) {
	f, err := r.factory(d, false)
	if err != nil {
		return nil, err
	}
	if f.Open == nil {
		return nil, unopened(d.Name, noOpen(f.Name))
	}
	cfg := r.cfg
	cfg.Device, cfg.Exclusion = d.Name, f.Exclusion
	if d.Spec.Threads > 0 {
		cfg.Threads = d.Spec.Threads
	}
	cfg.Others = func(name string) (Backend, error) { return r.Open(device.Named(name)) }
	b, err := f.Open(cfg)
	if err != nil {
		return nil, unopened(d.Name, err)
	}
	if Absent(b) {
		return nil, unopened(d.Name, mistake(f.Name, "returned no backend and no error"))
	}
	if err := checkOpened(f.Name, b); err != nil {
		return nil, unopened(d.Name, errors.Join(err, b.Close()))
	}
	return b, nil
}

// checkOpened fails if b, which the factory "name" opened, has an invalid cost model.
func checkOpened(name string, b Backend) error {
	if d, ok := b.(Describer); ok {
		if err := d.Spec().Check(); err != nil {
			return mistake(name, "has an invalid device description: %v", err)
		}
	}
	return nil
}

func noOpen(name string) error {
	return diag.Errorf(diag.Span{}, "the factory of backend '%s' has no Open function", name)
}

// unopened returns the error for a device that could not be opened.
func unopened(device string, err error) error {
	why := *diag.All(err)[0]
	why.Message = fmt.Sprintf("device '%s' can't be used: %s", device, diag.Messages(err))
	return diag.OfKind(err, &why)
}

// factory finds the factory of d's backend. If isDevice is set, the backend must support operations
// itself.
func (r *Registry) factory(d device.Spec, isDevice bool) (Factory, error) {
	var names []string
	for _, f := range slices.Backward(r.factories) {
		switch {
		case f.Name != d.Backend:
		case isDevice && f.Divided:
			return f, diag.Errorf(d.At, "device '%s' must be of a backend that supports operations, but %s only runs divided programs on other devices", d.Name, f.Name).
				WithHelp("name the devices themselves, as in --devices=vm,c")
		default:
			return f, nil
		}
		if isDevice && f.Divided {
			continue
		}
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	if d.Glow {
		for _, alias := range []string{"CPU", "Interpreter"} {
			if slices.Contains(names, device.GlowBackend(alias)) {
				names = append(names, alias)
			}
		}
	}
	slices.Sort(names)
	what := "unknown backend '" + d.Backend + "'"
	if d.Backend != d.Name {
		what += " of device '" + d.Name + "'"
	}
	if len(names) == 0 {
		return Factory{}, diag.Errorf(d.At, "%s; no backends are registered", what).WithHelp("register some, as with compile.Options.Backends")
	}
	e := diag.Errorf(d.At, "%s; have %s", what, strings.Join(names, ", ")).DidYouMean("", d.Backend, slices.Values(names))
	switch {
	case d.Glow:
		e.WithHelp("write one of these names after backendName; CPU is vm, and Interpreter is ref")
	case isDevice:
		e.WithHelp("use the name of a backend, with or without a number (vm, vm.1), or describe a device of another name in a file, with the key 'backend'")
	}
	return Factory{}, e
}

// Devices opens devices for the passes that place operations. The parameter "names" has the names
// of the devices, or the name of one device file; see [device.Parse]. If "listed" has a description
// with one of these names, the name refers to the described device.
func (r *Registry) Devices(names []string, listed ...placement.Spec) ([]irplace.Device, error) {
	specs, err := device.Parse(names, listed...)
	if err != nil {
		return nil, err
	}
	var ds []irplace.Device
	for _, s := range specs {
		if _, err := r.factory(s, true); err != nil {
			return nil, err
		}
		if err := s.Spec.Check(); err != nil {
			return nil, diag.Errorf(s.At, "device '%s': %v", s.Name, err)
		}
		b, err := r.Open(s)
		if err != nil {
			return nil, err
		}
		if d, ok := b.(Describer); ok {
			s.Spec = s.Spec.Or(d.Spec())
		}
		ds = append(ds, irplace.Device{Name: s.Name, Backend: s.Backend, Querier: b, Spec: s.Spec})
	}
	return ds, nil
}

// Close closes all backends, the last opened first.
func (r *Registry) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var errs []error
	for _, name := range slices.Backward(r.order) {
		errs = append(errs, r.open[name].backend.Close())
	}
	clear(r.open)
	r.order = nil
	return errors.Join(errs...)
}

var _ io.Closer = (*Registry)(nil)
