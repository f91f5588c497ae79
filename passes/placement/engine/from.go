package engine

import (
	"context"
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// listsRefuse fails if the file places an operation on a device whose allow and deny lists in the
// module refuse it. No backend is queried.
func listsRefuse(m ir.Module, f *replay.File) error {
	specs, err := irplace.Listed(m)
	if err != nil {
		return err
	}
	var errs diag.List
	for _, e := range irplace.Entries(m) {
		for op := range e.Entry().Ops() {
			name, _ := cluster.DeviceOf(op)
			i := slices.IndexFunc(specs, func(s placement.Spec) bool { return s.Name == name })
			if i < 0 || irplace.IsConstant(op) {
				continue
			}
			if why := specs[i].Refusal(op.Name()); why != "" {
				d, _ := f.Refused(op, name, why)
				errs = append(errs, d)
			}
		}
	}
	return errs.Err()
}

// pins returns a function that reports the device that an operation is pinned to, and the attribute
// that pins it. If every operation names a device, the pass affinity has run, and only cluster.pin
// marks a pin. Otherwise cluster.device marks a pin too.
func pins(m ir.Module) func(op *ir.Op) (device, by string) {
	chosen := true
	for _, e := range irplace.Entries(m) {
		for op := range e.Entry().Ops() {
			_, named := cluster.DeviceOf(op)
			chosen = chosen && (named || op == e.Entry().Last() || irplace.IsConstant(op) || cluster.Unplaced(op))
		}
	}
	return func(op *ir.Op) (device, by string) {
		name, _ := cluster.DeviceOf(op)
		switch {
		case cluster.Pinned(op):
			return name, "attribute " + cluster.PinAttr
		case chosen:
			return "", ""
		}
		return name, "attribute " + cluster.DeviceAttr
	}
}

// divideAs divides m as a partition file describes, on the file's devices. On error the
// module is unchanged.
func (e *Engine) divideAs(ctx context.Context, m ir.Module, s settled) error {
	pinned := pins(m)
	unlist, err := e.listAdded(m, s.file)
	if err != nil {
		return err
	}
	unpin, err := s.file.Pin(m, irplace.Devices(m), pinned)
	if err != nil {
		unlist()
		return err
	}
	s.division.Strategy = s.file.Strategy()
	err = listsRefuse(m, s.file)
	if err == nil {
		err = partition.Module(ctx, m, s.division)
	}
	if err != nil {
		unpin()
		unlist()
	}
	return err
}

// listAdded adds the file's devices that are not in the module's list to this list. The function
// undo restores the list.
func (e *Engine) listAdded(m ir.Module, f *replay.File) (undo func(), err error) {
	given := irplace.Devices(m)
	more := f.Added(given)
	if _, err := e.exist(more); err != nil {
		return nil, err
	}
	before := m.Op.Discardable(cluster.DevicesAttr)
	partition.ListMore(m, append(given, more...))
	return func() { m.Op.SetDiscardable(cluster.DevicesAttr, before) }, nil
}

// exist fails if a device does not exist. The cost model is always nil; the signature is that of
// [partition.Options].More.
func (e *Engine) exist(devices []string) (*placement.Model, error) {
	if e.Exists == nil {
		return nil, nil
	}
	for _, name := range devices {
		if err := e.Exists(name); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
