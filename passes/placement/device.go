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

// DeviceNames are the names of devices, in order.
func DeviceNames(devices []Device) []string {
	names := make([]string, len(devices))
	for i, d := range devices {
		names[i] = d.Name
	}
	return names
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

// Sharer is a querier that can use what others have found out in the same round.
type Sharer interface {
	// QueryIn is Query in a round, which may be nil.
	QueryIn(ctx context.Context, f fn.Func, r *Round) ([]Answer, error)
}

// Round is what devices that are asked, one after the other, about a program that does
// not change in between have found out. The zero Round is the beginning of one.
type Round struct{ known map[any]any }

// Ask asks a querier about f in the round.
func (r *Round) Ask(ctx context.Context, q Querier, f fn.Func) ([]Answer, error) {
	if s, ok := q.(Sharer); ok {
		return s.QueryIn(ctx, f, r)
	}
	return q.Query(ctx, f)
}

// Once returns what make returned for this key and type before in the round, or makes it.
// Without a round it makes it.
func Once[T any](r *Round, key any, make func() (T, error)) (T, error) {
	if r == nil {
		return make()
	}
	if v, known := r.known[key].(T); known {
		return v, nil
	}
	v, err := make()
	if err == nil {
		r.keep(key, v)
	}
	return v, err
}

func (r *Round) keep(key, v any) {
	if r.known == nil {
		r.known = map[any]any{}
	}
	r.known[key] = v
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
