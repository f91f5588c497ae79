package placement

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Device is a device that can run operations. Lists of devices are in order of priority.
type Device struct {
	// Name identifies the device. It is a backend's name, with ".N" if there are several
	// devices of one backend.
	Name string
	// Backend is the name of the backend that runs it.
	Backend string
	// Querier reports what the device can run.
	Querier Querier
	// Spec has further known properties.
	Spec Spec
}

// DeviceNames returns the names of devices, in order.
func DeviceNames(devices []Device) []string {
	names := make([]string, len(devices))
	for i, d := range devices {
		names[i] = d.Name
	}
	return names
}

// Querier reports which operations a device can run. Backends implement it. The answer
// comes from the pipeline that compiles, so supported operations compile.
type Querier interface {
	// Query returns one answer for each operation in the entry block of f except its
	// terminator, in order. It does not change f. An error means that there is no answer at
	// all.
	Query(ctx context.Context, f fn.Func) ([]Answer, error)
}

// Answer is a device's answer about one operation.
type Answer struct {
	Op        *ir.Op
	Supported bool
	Reason    string // why not; names the rule that refused, with types
	// Idle means that the device could run the operation, but supports no reader of it.
	Idle bool
}

// Sharer is a Querier that can use results of other queriers in the same round.
type Sharer interface {
	// QueryIn is Query in a round, which may be nil.
	QueryIn(ctx context.Context, f fn.Func, r *Round) ([]Answer, error)
}

// Round caches results of consecutive queries to devices about a program that does not
// change between them. The zero Round is empty.
type Round struct{ known map[any]any }

// Ask queries q about f in the round.
func (r *Round) Ask(ctx context.Context, q Querier, f fn.Func) ([]Answer, error) {
	if s, ok := q.(Sharer); ok {
		return s.QueryIn(ctx, f, r)
	}
	return q.Query(ctx, f)
}

// Once returns the cached result of make for this key and type, or calls make. Without a
// round it calls make.
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

// Target returns the module attribute that describes the device.
func (d Device) Target() ir.Attr {
	s := d.Spec
	s.Name, s.Backend = d.Name, d.Backend
	return s.Target()
}

// Described reports whether any property is known besides name and backend.
func (d Device) Described() bool {
	s := d.Spec
	return s.Threads != 0 || s.Memory != 0 || s.Compute != 0 || s.Bandwidth != 0 || s.Launch != 0 || s.SRAM != 0 || s.SRAMBandwidth != 0 || s.Peers != 0 ||
		len(s.Links)+len(s.Allow)+len(s.Deny) > 0
}
