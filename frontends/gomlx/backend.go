// Package gomlx is a GoMLX backend. It translates GoMLX's graphs to StableHLO, compiles them with
// Lathe, and runs them in the same process, in pure Go.
//
//	import _ "github.com/lathe-ir/lathe/frontends/gomlx/register"
//	…
//	GOMLX_BACKEND=lathe go run .
package gomlx

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/gomlx/gomlx/backends"

	lathe "github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// Name is the backend's name in the environment variable GOMLX_BACKEND.
const Name = "lathe"

// Backend implements backends.Backend. It is safe for concurrent use.
type Backend struct {
	// devices are Lathe's devices, in order of priority.
	devices   []string
	registry  *ir.Registry
	finalized atomic.Bool
}

var _ backends.Backend = (*Backend)(nil)

// New returns a backend. The parameter config lists Lathe's devices in order of priority, such as
// "jit,ref". If config is empty, the devices are the default backend of package compile and "ref".
// New returns an error if a device is unknown or cannot be opened.
func New(config string) (backends.Backend, error) {
	r := lathe.NewRegistry(compile.Backends(), lathe.Config{})
	defer r.Close()
	if config == "" {
		config = compile.DefaultBackend(r, nil) + ",ref"
	}
	devices := strings.Split(config, ",")
	for _, name := range devices {
		if _, err := r.Open(device.Named(name)); err != nil {
			return nil, fmt.Errorf("cannot open device %q of backend %q: %w", name, Name, err)
		}
	}
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), chlo.Dialect(), cluster.Dialect())
	if err != nil {
		return nil, err
	}
	return &Backend{devices: devices, registry: reg}, nil
}

// Name and String return "lathe".
func (b *Backend) Name() string   { return Name }
func (b *Backend) String() string { return Name }

// Description implements backends.Backend.
func (b *Backend) Description() string {
	return "Lathe: StableHLO compiled and run in pure Go, on " + strings.Join(b.devices, ", ")
}

// NumDevices returns 1, because GoMLX does not see how a graph is divided among Lathe's devices.
func (b *Backend) NumDevices() int { return 1 }

// DeviceDescription implements backends.Backend.
func (b *Backend) DeviceDescription(n backends.DeviceNum) string {
	if n != 0 {
		return fmt.Sprintf("no device #%d", n)
	}
	return strings.Join(b.devices, ", ")
}

// Finalize makes the backend invalid.
func (b *Backend) Finalize() { b.finalized.Store(true) }

// IsFinalized reports whether Finalize was called.
func (b *Backend) IsFinalized() bool { return b.finalized.Load() }

// check returns an error if the backend is finalized.
func (b *Backend) check() error {
	if b.IsFinalized() {
		return fmt.Errorf("backend %q is finalized", Name)
	}
	return nil
}
