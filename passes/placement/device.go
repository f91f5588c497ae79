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
	// Idle says that it could run the operation, but takes nothing that reads it.
	Idle bool
}

// roundKey is the key of a round in a context.
type roundKey struct{}

// round is what devices that are asked about one program have found out.
type round map[any]any

// NewRound returns a context for asking several devices, one after the other, about a
// program that does not change in between, so that they may share work.
func NewRound(ctx context.Context) context.Context {
	return context.WithValue(ctx, roundKey{}, round{})
}

// InRound returns what make returned for this key and type before in the round of ctx,
// or makes it.
func InRound[T any](ctx context.Context, key any, make func() (T, error)) (T, error) {
	r, ok := ctx.Value(roundKey{}).(round)
	if v, known := r[key].(T); known {
		return v, nil
	}
	v, err := make()
	if ok && err == nil {
		r[key] = v
	}
	return v, err
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
	return s.Threads != 0 || s.Memory != 0 || s.Compute != 0 || s.Bandwidth != 0 || s.Launch != 0 || s.SRAM != 0 || s.SRAMBandwidth != 0 || s.Peers != 0 ||
		len(s.Links)+len(s.Allow)+len(s.Deny) > 0
}
