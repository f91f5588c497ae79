package compile

import (
	"slices"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir/diag"
)

// DefaultBackend returns the backend for programs that name no backend or device. This is jit, or
// vm if r has no jit. If jit can't run on this machine, the result is also vm, and warn, if not
// nil, is called with the reason.
func DefaultBackend(r *backends.Registry, warn func(error)) string {
	const first, fallback = "jit", "vm"
	if !slices.ContainsFunc(r.Factories(), func(f backends.Factory) bool { return f.Name == first }) {
		return fallback
	}
	b, err := r.Open(device.Named(first))
	if err != nil {
		return first // an option is invalid; when the caller opens jit, it gets the same error
	}
	if ready, ok := b.(backends.ReadyChecker); ok {
		err = ready.Ready()
	}
	if err == nil {
		return first
	}
	if warn != nil {
		warn(diag.Warningf(diag.Span{}, "%s; %s runs the program instead", diag.Messages(err), fallback))
	}
	return fallback
}
