package cluster

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Names of the discardable attributes.
const (
	// DeviceAttr names the device on which an operation runs. The pass affinity sets the attribute
	// on operations that lack it. An operation that already has the attribute is pinned to its
	// device. On a function, the attribute names the device for which the function was outlined.
	DeviceAttr = "cluster.device"
	// PinAttr marks an operation that no strategy may move away from its cluster.device.
	PinAttr = "cluster.pin"
	// CandidatesAttr lists the devices that accept an operation. A strategy may choose any of these
	// devices.
	CandidatesAttr = "cluster.candidates"
	// GroupAttr names the fusion group of an operation. A group is never split between clusters.
	GroupAttr = "cluster.group"
	// UnplacedAttr marks an operation that no device accepts, and gives the reason.
	UnplacedAttr = "cluster.unplaced"
	// OriginAttr marks a copy of a constant. The value is the id of the original ([ir.Op.ID]). If
	// the original still exists, it also has this attribute, with its own id.
	OriginAttr = "cluster.origin"
	// DevicesAttr lists a module's devices in order of priority.
	DevicesAttr = "cluster.devices"
	// OpsAttr is the number of operations, without constants, that a function had before it was
	// divided into clusters. A pass that adds operations to clusters must update OpsAttr and
	// HashAttr.
	OpsAttr = "cluster.ops"
	// HashAttr is a hash of the operations of a divided function, as 16 hexadecimal digits. The
	// division into clusters does not change the hash.
	HashAttr = "cluster.hash"
	// OrderAttr lists the ids of the operations in their order before the division. It is absent if
	// the ids were in increasing order.
	OrderAttr = "cluster.order"
	// StaticAttr marks a function argument whose value is passed only once, when the program is
	// loaded. [PartMemory] counts the argument as a constant.
	StaticAttr = "cluster.static"
	// ReplicasAttr on a launch lists copies of the callee. The launch may run any copy instead.
	ReplicasAttr = "cluster.replicas"
)

// Attrs lists the names of the dialect's discardable attributes.
func Attrs() []string {
	return []string{DeviceAttr, PinAttr, CandidatesAttr, GroupAttr, UnplacedAttr, OriginAttr, DevicesAttr, HashAttr, OpsAttr, OrderAttr, PartAttr, PartsAttr, StaticAttr, ReplicasAttr}
}

// Target describes a device: its name and, optionally, properties.
//
//	#cluster.target<"vm">, #cluster.target<"c", {threads = 2 : i64}>
type Target struct {
	Name       string
	Properties ir.Attr // a dictionary, or nil
}

// NewTarget returns a target attribute for the device name, with the given properties.
func NewTarget(name string, properties ...ir.NamedAttr) ir.Attr {
	t := &Target{Name: name}
	if len(properties) > 0 {
		t.Properties = ir.NewDict(properties...)
	}
	return ir.NewAttr(t)
}

// Print implements ir.AttrData.
func (t *Target) Print(w *ir.Writer) {
	w.Str("#cluster.target<")
	w.Quoted(t.Name)
	if !t.Properties.IsNil() {
		w.Str(", ")
		w.Attr(t.Properties)
	}
	w.Str(">")
}

// Walk implements ir.AttrParts.
func (t *Target) Walk(f func(ir.Attr)) {
	if !t.Properties.IsNil() {
		f(t.Properties)
	}
}

// Replace implements ir.AttrParts.
func (t *Target) Replace(f func(ir.Attr) ir.Attr) ir.Attr {
	if t.Properties.IsNil() {
		return ir.NewAttr(t)
	}
	return ir.NewAttr(&Target{t.Name, f(t.Properties)})
}

type syntax struct{}

// ParseAttr parses <"name", {properties}> after "target".
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	if mnemonic != "target" {
		return ir.Attr{}, p.UnknownAttr("cluster", mnemonic, "target")
	}
	if err := p.Expect(asm.Less); err != nil {
		return ir.Attr{}, err
	}
	off := p.Offset()
	name, err := p.StringLit()
	if err != nil {
		return ir.Attr{}, err
	}
	if name == "" {
		return ir.Attr{}, p.ErrorAt(off, "expected the name of a device")
	}
	var props []ir.NamedAttr
	if p.Try(asm.Comma) {
		if p.Peek() != asm.LBrace {
			return ir.Attr{}, p.Errorf("expected '{' to begin the properties of device '%s'", name)
		}
		if props, err = p.OptionalDict(); err != nil {
			return ir.Attr{}, err
		}
	}
	return NewTarget(name, props...), p.Expect(asm.Greater)
}

// Devices returns the targets that a module lists. It reports false if the module has no list.
func Devices(m *ir.Op) (ts []*Target, ok bool) {
	list, ok := ir.AttrAs[*ir.ArrayAttr](m.Discardable(DevicesAttr))
	if !ok {
		return nil, false
	}
	for _, a := range list.Elems {
		if t, ok := ir.AttrAs[*Target](a); ok {
			ts = append(ts, t)
		}
	}
	return ts, true
}

// SetDevices sets a module's list of devices. [NewTarget] creates the elements.
func SetDevices(m *ir.Op, targets []ir.Attr) {
	m.SetDiscardable(DevicesAttr, ir.NewArray(targets...))
}

// Candidates returns the devices in the attribute CandidatesAttr of op, or nil.
func Candidates(op *ir.Op) []string {
	list, ok := ir.AttrAs[*ir.ArrayAttr](op.Discardable(CandidatesAttr))
	if !ok {
		return nil
	}
	names := make([]string, 0, len(list.Elems))
	for _, a := range list.Elems {
		if n, ok := a.Str(); ok {
			names = append(names, n)
		}
	}
	return names
}

// SetCandidates sets the attribute CandidatesAttr of op.
func SetCandidates(op *ir.Op, names []string) {
	list := make([]ir.Attr, len(names))
	for i, n := range names {
		list[i] = ir.NewString(n)
	}
	op.SetDiscardable(CandidatesAttr, ir.NewArray(list...))
}

// ClearCandidates removes the attribute CandidatesAttr of op.
func ClearCandidates(op *ir.Op) { op.SetDiscardable(CandidatesAttr, ir.Attr{}) }

// Group returns the name of op's fusion group. It reports false if op is in no group.
func Group(op *ir.Op) (name string, ok bool) { return op.Discardable(GroupAttr).Str() }

// Unplaced reports whether no device accepts op: op has the attribute UnplacedAttr.
func Unplaced(op *ir.Op) bool { return !op.Discardable(UnplacedAttr).IsNil() }

// Pinned reports whether op may not be moved from its device.
func Pinned(op *ir.Op) bool { return !op.Discardable(PinAttr).IsNil() }

// Pin marks op as fixed to its device.
func Pin(op *ir.Op) { op.SetDiscardable(PinAttr, ir.Unit()) }

// DeviceOf returns the device that the attribute DeviceAttr of op names, if op has it.
func DeviceOf(op *ir.Op) (name string, ok bool) { return op.Discardable(DeviceAttr).Str() }

// RunsOn returns the device of a Region or Launch. It reports false for all other operations.
func RunsOn(op *ir.Op) (device string, ok bool) {
	switch o := op.View().(type) {
	case Region:
		return o.Device(), true
	case Launch:
		return o.Device(), true
	}
	return "", false
}

// SetDevice sets the attribute DeviceAttr of op.
func SetDevice(op *ir.Op, name string) { op.SetDiscardable(DeviceAttr, ir.NewString(name)) }

// Origin returns the id in the attribute OriginAttr of op, if op has it.
func Origin(op *ir.Op) (id uint32, ok bool) {
	n, ok := op.Discardable(OriginAttr).Int()
	return uint32(n), ok
}

// SetOrigin marks op as a copy of the constant with this id.
func SetOrigin(op *ir.Op, id uint32) { op.SetDiscardable(OriginAttr, ir.NewI64(int64(id))) }

// verifyAttr checks a discardable attribute of op: its value, and whether op may have it.
func verifyAttr(op *ir.Op, name string, a ir.Attr) error {
	if err := verifyValue(op, name, a); err != nil {
		return err
	}
	return verifyPlace(op, name, a)
}

func verifyValue(op *ir.Op, name string, a ir.Attr) error {
	switch name {
	case DeviceAttr:
		if s, ok := a.Str(); !ok || s == "" {
			return ir.Errorf(op, "attribute '%s' must name a device, but is %s", name, a)
		}
	case PinAttr:
		if !ir.IsAttr[*ir.UnitAttr](a) {
			return ir.Errorf(op, "attribute '%s' must be a unit attribute, but is %s", name, a)
		}
		if _, ok := DeviceOf(op); !ok {
			return ir.Errorf(op, "attribute '%s' needs '%s' on the same operation", name, DeviceAttr)
		}
	case OriginAttr:
		if n, ok := a.Int(); !ok || n < 0 || n >= 1<<32 {
			return ir.Errorf(op, "attribute '%s' must be the id of an operation, but is %s", name, a)
		}
	case CandidatesAttr:
		list, ok := ir.AttrAs[*ir.ArrayAttr](a)
		if !ok || len(list.Elems) == 0 || len(Candidates(op)) != len(list.Elems) {
			return ir.Errorf(op, "attribute '%s' must be a list of names of devices, but is %s", name, a)
		}
	case UnplacedAttr:
		if _, ok := a.Str(); !ok {
			return ir.Errorf(op, "attribute '%s' must be a string with the reason, but is %s", name, a)
		}
		if _, ok := DeviceOf(op); ok {
			return ir.Errorf(op, "attributes '%s' and '%s' contradict each other", name, DeviceAttr)
		}
	case GroupAttr:
		if s, ok := a.Str(); !ok || s == "" {
			return ir.Errorf(op, "attribute '%s' must name a group, but is %s", name, a)
		}
	case OpsAttr:
		if n, ok := a.Int(); !ok || n < 0 {
			return ir.Errorf(op, "attribute '%s' must be a number of operations, but is %s", name, a)
		}
	case HashAttr:
		if s, ok := a.Str(); !ok || len(s) != 16 || strings.Trim(s, "0123456789abcdef") != "" {
			return ir.Errorf(op, "attribute '%s' must be 16 hexadecimal digits, but is %s", name, a)
		}
	case OrderAttr:
		return verifyIDs(op, a)
	case PartAttr:
		return verifyPart(op, a)
	case PartsAttr:
		return verifyParts(op, a)
	case StaticAttr: // [verifyArgAttr] checks it on arguments, and [verifyPlace] rejects it on operations
	case ReplicasAttr:
		return verifyReplicas(op, a)
	case DevicesAttr:
		return verifyDevices(op, a)
	default:
		return ir.Errorf(op, "has the unknown attribute '%s'", name).DidYouMean("", name, slices.Values(Attrs())).
			WithHelp("use one of the dialect's attributes: " + strings.Join(Attrs(), ", "))
	}
	return nil
}

// verifyIDs checks that the value of OrderAttr is a list of ids without repetitions.
func verifyIDs(op *ir.Op, a ir.Attr) error {
	ids, ok := a.Ints()
	if !ok {
		return ir.Errorf(op, "attribute '%s' must be a list of ids, but is %s", OrderAttr, a)
	}
	seen := make(map[int64]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			return ir.Errorf(op, "attribute '%s' must list each id once, but has %d twice", OrderAttr, id)
		}
		seen[id] = true
	}
	return nil
}

func verifyDevices(op *ir.Op, a ir.Attr) error {
	list, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok || len(list.Elems) == 0 {
		return ir.Errorf(op, "attribute '%s' must be a list of devices, but is %s", DevicesAttr, a)
	}
	seen := map[string]int{}
	for i, e := range list.Elems {
		t, ok := ir.AttrAs[*Target](e)
		if !ok {
			return ir.Errorf(op, "attribute '%s' must list targets such as #cluster.target<\"vm\">, but element #%d is %s", DevicesAttr, i, e)
		}
		if first, twice := seen[t.Name]; twice {
			return ir.Errorf(op, "attribute '%s' lists device '%s' twice, as elements #%d and #%d", DevicesAttr, t.Name, first, i)
		}
		seen[t.Name] = i
	}
	return nil
}
