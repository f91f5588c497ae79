package driver

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// OpenDevices opens devices by name among the backends of a bundle: the
// backend's name, with ".N" for several of one.
func OpenDevices(b Bundle, names []string) ([]placement.Device, error) {
	var out []placement.Device
	for _, name := range names {
		base, _, _ := strings.Cut(name, ".")
		f := b.backend(base)
		if f == nil {
			return nil, b.unknownDevice(name, base)
		}
		q, err := f.Open(backends.Config{Device: name})
		if err != nil {
			return nil, fmt.Errorf("device '%s': %w", name, err)
		}
		out = append(out, placement.Device{Name: name, Backend: base, Querier: q})
	}
	return out, nil
}

func (b *Bundle) backend(name string) *backends.Factory {
	for i := range b.Backends {
		if b.Backends[i].Name == name {
			return &b.Backends[i]
		}
	}
	return nil
}

func (b *Bundle) unknownDevice(name, base string) error {
	var names []string
	for _, f := range b.Backends {
		names = append(names, f.Name)
	}
	d := &diag.Diagnostic{Message: fmt.Sprintf("unknown device '%s'", name)}
	if near, ok := diag.Suggest(base, func(yield func(string) bool) {
		for _, n := range names {
			if !yield(n) {
				return
			}
		}
	}); ok {
		d.WithHelp("did you mean '" + near + "'?")
	}
	return d.WithHelp("have " + strings.Join(names, ", "))
}
