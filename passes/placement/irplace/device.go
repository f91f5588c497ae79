package irplace

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Device is a device that can run operations. Lists of devices are in order of priority.
type Device struct {
	// Name identifies the device. It is a backend's name, with ".N" if there are several
	// devices of one backend.
	Name string
	// Backend is the name of the device's backend.
	Backend string
	// Querier reports what the device can run.
	Querier Querier
	// Spec has further known properties.
	Spec placement.Spec
}

// DeviceNames returns the names of devices, in order.
func DeviceNames(devices []Device) []string {
	names := make([]string, len(devices))
	for i, d := range devices {
		names[i] = d.Name
	}
	return names
}

// Querier reports which operations a device can run. Backends implement it with the passes that
// compile for the device, so supported operations compile.
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
	Reason    string // why the operation is not supported: the rule that refused it, with types
	// Idle means that the device could run the operation, but supports none of the operations that
	// read its results.
	Idle bool
}

// KindQuerier is a querier whose answer about an operation depends on the operation's kind only
// (see [Kinds]), so each kind is queried once.
type KindQuerier interface {
	// Refusals returns a Go function whose argument is an operation of a program, or of a function
	// that the program calls. The result is the reason why the device does not support the
	// operation, or "" if the device supports it. After ctx is done, the results are meaningless.
	Refusals(ctx context.Context) (func(op *ir.Op) (why string), error)
}

// Target returns the module attribute that describes the device.
func (d Device) Target() ir.Attr {
	s := d.Spec
	s.Name, s.Backend = d.Name, d.Backend
	return target(&s)
}

// Described reports whether any property is known besides name and backend.
func (d Device) Described() bool {
	s := d.Spec
	return s.Threads != 0 || s.Memory != 0 || s.Compute != 0 || s.Bandwidth != 0 || s.Launch != 0 || s.SRAM != 0 || s.SRAMBandwidth != 0 || s.Peers != 0 ||
		len(s.Links)+len(s.Allow)+len(s.Deny) > 0
}
