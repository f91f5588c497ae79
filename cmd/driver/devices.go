package driver

import (
	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Devices returns what opens devices by name (a backend's, with ".N" for several
// of one), and what closes them.
func Devices(factories []backends.Factory) (open func(names []string) ([]placement.Device, error), close func() error) {
	r := backends.NewRegistry(factories, backends.Config{})
	return func(names []string) ([]placement.Device, error) {
		var out []placement.Device
		for _, name := range names {
			spec := backends.NamedDevice(name)
			b, err := r.Open(spec)
			if err != nil {
				return nil, err
			}
			out = append(out, placement.Device{Name: spec.Name, Backend: spec.Backend, Querier: b})
		}
		return out, nil
	}, r.Close
}
