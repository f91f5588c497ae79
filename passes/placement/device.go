package placement

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Device is a place where operations can run. Devices stand in lists, in order
// of priority.
type Device struct {
	// Name identifies the device: a backend's name, with ".N" for several of one.
	Name string
	// Backend is the name of the backend that runs it.
	Backend string
	// Querier answers what the device can run.
	Querier Querier
	// Spec is what is known of it besides.
	Spec Spec
}

// Querier says which operations a device can run. Backends satisfy it. The
// answer comes from the same pipeline that compiles, so that what is promised
// compiles.
type Querier interface {
	// Query returns one answer for each operation in the entry block of f except
	// its terminator, in order. It does not change f. An error is a failure to
	// answer at all.
	Query(ctx context.Context, f fn.Func) ([]Answer, error)
}

// Answer is a device's word on one operation.
type Answer struct {
	Op        *ir.Op
	Supported bool
	Reason    string // why not; names the rule that refused, with types
}

// Target returns the attribute that lists the device on a module.
func (d Device) Target() ir.Attr {
	s := d.Spec
	s.Name, s.Backend = d.Name, d.Backend
	return s.Target()
}

// Described reports whether anything is known of the device but its name and backend.
func (d Device) Described() bool {
	s := d.Spec
	return s.Memory != 0 || s.Compute != 0 || s.Bandwidth != 0 || s.Launch != 0 || s.SRAM != 0 || s.SRAMBandwidth != 0 || s.Peers != 0 ||
		len(s.Links)+len(s.Allow)+len(s.Deny) > 0
}
