package onednngraph

import (
	"fmt"
	"slices"
)

// backendBits is the number of low bits of a handle that identify the backend. A handle identifies
// an opaque layout, see [Tensor].
const backendBits = 4

// denseLayout is the row-major layout without padding. Backends choose this layout for all tensors
// with the layout "any".
const denseLayout = 1

// backendNames returns the backends that have separate numbers in handles. All other backends share
// one number.
func backendNames() []string { return []string{"jit", "vm", "ref", "c", "opencl", "cuda", "hetero"} }

// Handle returns the handle of the opaque layout that a backend chooses.
func Handle(backend string) int64 {
	return denseLayout<<backendBits | int64(slices.Index(backendNames(), backend)+1)
}

// Foreign returns why a backend cannot read t: t has an opaque layout of another backend. It
// returns "" if the backend can read t. The function "named" returns the backend's name. Foreign
// calls it only if t has an opaque layout.
func (t Tensor) Foreign(named func() string) (why string) {
	if t.Layout != Opaque {
		return ""
	}
	backend := named()
	if t.Handle == Handle(backend) {
		return ""
	}
	other := "an unknown backend"
	if n := int(t.Handle&(1<<backendBits-1)) - 1; n >= 0 && n < len(backendNames()) {
		other = "backend '" + backendNames()[n] + "'"
	}
	return fmt.Sprintf("has the opaque layout %d of %s, which backend '%s' cannot read", t.Handle, other, backend)
}
