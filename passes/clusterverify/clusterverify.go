// Package clusterverify checks a clustered module from its IR alone. It shares a few definitions
// with the passes that form clusters: constants, value sizes, nested operations, fusion groups and
// the fingerprint. It recomputes everything else.
//
//   - Place: each cluster is directly in the body of a function.
//   - Order: clusters do not depend on each other in a cycle, and each cluster is after the
//     clusters that it needs.
//   - Coverage: every operation that a device accepts is in exactly one cluster. The number of
//     operations and their fingerprint are those that the function recorded when it was divided.
//     Constants are not counted, but the copies of a constant must be equal.
//   - Groups: if all operations of a fusion group are on one device, they are in one cluster.
//   - Devices: each cluster runs on a device that the module lists. Its operations are for
//     that device, and the device's lists do not refuse them. Copies start on the device
//     that has the value. If a function has copies, no cluster reads a value of another
//     device without a copy.
//   - Memory: devices with a memory limit can hold their constants, and have room for the memory
//     that parts ([cluster.Part]) reserve. With Options.Activations, the values of a run count too.
//   - Parts: in all parts of a function, equal logical ids denote the same device. If the parts
//     are on several devices, different ids denote different devices.
//   - Functions: each outlined cluster is private and has one launch, on its device. It launches
//     nothing. If the launch lists copies, they equal the cluster, and their number is one less
//     than the number of replicas of the part.
package clusterverify

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fingerprint"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Options control what is checked.
type Options struct {
	// AnyCount skips the comparisons with recorded operation counts, fingerprints and memory sizes
	// of parts, which other passes may have changed.
	AnyCount bool `opt:"any-count" help:"accept clusters whose operations other passes have changed"`
	// HandMade accepts functions that record neither a number of operations nor a fingerprint.
	HandMade bool `opt:"hand-made" help:"accept functions that have neither cluster.ops nor cluster.hash, as in clusters written by hand"`
	// Activations counts the values of a run against the memory of devices. By default, only
	// constants count.
	Activations bool `opt:"activations" help:"count the values of a run against the memory of devices, not only constants"`
	// AllowSplit accepts a fusion group in several clusters of one device if a path between the
	// clusters has an operation on another device.
	AllowSplit bool `opt:"allow-split" help:"accept a fusion group in several clusters if operations on a path between them are on another device"`
}

// Given checks clusters of the input program. Their author may have omitted the recorded attributes
// and may have split groups.
func Given(m ir.Module) error { return Module(m, Options{HandMade: true, AllowSplit: true}) }

// Module checks a module. The error is a diag.List of at most ir.MaxErrors errors.
func Module(m ir.Module, o Options) error {
	symbols := ir.NewSymbols(m.Op)
	v := &verifier{
		options: o, symbols: symbols, hasher: fingerprint.New(symbols), insides: irplace.NewInsides(symbols), called: map[*ir.Op]int64{},
		launched: map[*ir.Op]cluster.Launch{}, replicas: map[*ir.Op]*ir.Op{}, seen: map[uint32]*ir.Op{}, limits: map[string]int64{}, origins: map[uint32]original{},
	}
	v.listed = v.devices(m)
	v.readLists(m)
	v.readLimits(m)
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if ok && !f.IsDeclaration() && clustered(f) {
			v.function(f)
		}
	}
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if _, made := cluster.DeviceOf(op); !ok || !made || f.IsDeclaration() {
			continue
		}
		if _, ok := v.launched[op]; !ok && v.replicas[op] == nil {
			v.fail(ir.Errorf(op, "@%s is a cluster that no operation launches", f.SymName()))
		}
	}
	if d := irplace.Nested(m); d != nil && len(v.errs) == 0 {
		v.fail(d)
	}
	return v.errs.Limit(ir.MaxErrors).Err()
}

// clustered reports whether f was divided.
func clustered(f fn.Func) bool {
	return !f.Op.Discardable(cluster.OpsAttr).IsNil() || irplace.Divided(f)
}

type verifier struct {
	options  Options
	symbols  *ir.Symbols
	hasher   *fingerprint.Hasher
	insides  *irplace.Insides
	called   map[*ir.Op]int64 // peak memory of each visited function
	listed   map[string]bool  // devices of the module; nil if it has no list
	launched map[*ir.Op]cluster.Launch
	replicas map[*ir.Op]*ir.Op         // for each copy of a cluster, the launch that lists it
	seen     map[uint32]*ir.Op         // operations in clusters, by id
	specs    map[string]placement.Spec // descriptions of devices
	limited  []string                  // devices with a memory limit
	limits   map[string]int64          // memory limits in bytes
	count    int64                     // operations of the current function
	groups   []group                   // fusion groups of the current function, by first operation
	groupAt  map[string]int            // indices in groups, by name
	origins  map[uint32]original       // constants that have copies, by id
	any      bool                      // skip the comparisons with recorded properties
	errs     diag.List
}

func (v *verifier) fail(d *diag.Diagnostic) {
	if len(v.errs) <= ir.MaxErrors {
		v.errs = append(v.errs, d)
	}
}

func (v *verifier) devices(m ir.Module) map[string]bool {
	targets, ok := cluster.Devices(m.Op)
	if !ok {
		return nil
	}
	listed := map[string]bool{}
	for _, t := range targets {
		listed[t.Name] = true
	}
	return listed
}

func (v *verifier) function(f fn.Func) {
	if n := len(f.Body().Blocks); n != 1 {
		v.fail(ir.Errorf(f.Op, "has clusters and %d blocks, but must have one block", n))
		return
	}
	v.count, v.groups, v.groupAt = 0, nil, map[string]int{}
	v.any = v.options.AnyCount || v.options.HandMade && !recorded(f)
	before := len(v.errs)
	for op := range f.Entry().Ops() {
		switch o := op.View().(type) {
		case cluster.Region:
			v.device(op, o.Device())
			v.body(o.Body(), o.Device())
			v.part(op, o.Device(), o.Body())
		case cluster.Launch:
			v.device(op, o.Device())
			v.launch(o)
		case cluster.Copy:
			v.copied(o)
		default:
			v.outside(op, f)
		}
	}
	v.counted(f)
	v.order(f)
	v.parts(f, v.memory(f))
	v.grouped(f)
	v.passed(f)
	if len(v.errs) == before {
		v.computes(f) // last, since other errors are more specific
	}
}

// recorded reports whether f has a recorded operation count or fingerprint.
func recorded(f fn.Func) bool {
	return !f.Op.Discardable(cluster.OpsAttr).IsNil() || !f.Op.Discardable(cluster.HashAttr).IsNil()
}

func (v *verifier) device(op *ir.Op, name string) {
	if v.listed != nil && !v.listed[name] {
		v.fail(ir.Errorf(op, "runs on device '%s', which the module's attribute %s does not list", name, cluster.DevicesAttr))
	}
}

func (v *verifier) outside(op *ir.Op, f fn.Func) {
	if op == f.Entry().Last() || irplace.IsConstant(op) {
		return
	}
	if cluster.Unplaced(op) {
		v.count++
		v.once(op)
		return
	}
	v.fail(ir.Errorf(op, "is in no cluster"))
}

func (v *verifier) body(b *ir.Block, device string) {
	for op := range b.Ops() {
		if op == b.Last() {
			break
		}
		switch op.View().(type) {
		case cluster.Region, cluster.Launch, cluster.Copy:
			v.fail(ir.Errorf(op, "must not be inside a cluster"))
			continue
		}
		if irplace.IsConstant(op) {
			v.copiedFrom(op)
			continue
		}
		v.count++
		v.group(op, b, device)
		if cluster.Unplaced(op) {
			v.fail(ir.Errorf(op, "is marked as unsupported by all devices, but is in a cluster on '%s'", device))
		}
		if name, ok := cluster.DeviceOf(op); ok && name != device {
			v.fail(ir.Errorf(op, "is for device '%s', but is in a cluster on '%s'", name, device))
		}
		if s, ok := v.specs[device]; ok {
			if why := s.Refusal(op.Name()); why != "" {
				v.fail(ir.Errorf(op, "is in a cluster on '%s', which does not support it: %s", device, why))
			}
		}
		v.once(op)
	}
}

// readLists records the allow and deny lists of devices. It ignores errors in these lists, which
// the passes that place operations report.
func (v *verifier) readLists(m ir.Module) {
	v.specs = map[string]placement.Spec{}
	listed, err := irplace.Listed(m)
	if err != nil {
		return
	}
	for _, s := range listed {
		v.specs[s.Name] = s
	}
}

// once checks that no earlier operation has the same id as op.
func (v *verifier) once(op *ir.Op) {
	if op.ID() == 0 {
		return
	}
	if first := v.seen[op.ID()]; first != nil {
		v.fail(ir.NoteAt(ir.Errorf(op, "occurs twice: another operation has the same id %d", op.ID()), first, "the other operation with this id"))
		return
	}
	v.seen[op.ID()] = op
}

func (v *verifier) launch(o cluster.Launch) {
	f, ok := ir.As[fn.Func](v.symbols.Lookup(o.CalleeName()))
	if !ok {
		v.fail(ir.Errorf(o.Op, "'%s' does not reference a valid function", o.CalleeName()))
		return
	}
	if first, ok := v.launched[f.Op]; ok {
		v.fail(ir.NoteAt(ir.Errorf(o.Op, "launches @%s, which is launched already", f.SymName()), first.Op, "the first launch"))
		return
	}
	if other := v.replicas[f.Op]; other != nil {
		v.fail(ir.NoteAt(ir.Errorf(o.Op, "launches @%s, which another launch lists as a copy", f.SymName()), other, "the other launch"))
		return
	}
	v.launched[f.Op] = o
	switch name, ok := cluster.DeviceOf(f.Op); {
	case !ok:
		v.fail(ir.Errorf(f.Op, "@%s is a cluster, but has no attribute %s", f.SymName(), cluster.DeviceAttr))
	case name != o.Device():
		v.fail(ir.NoteAt(ir.Errorf(o.Op, "runs on device '%s', but @%s is for '%s'", o.Device(), f.SymName(), name), f.Op, "the function"))
	}
	if !f.Op.IsPrivate() {
		v.fail(ir.Errorf(f.Op, "@%s is a cluster, but is visible from outside", f.SymName()))
	}
	if len(f.Body().Blocks) != 1 {
		v.fail(ir.Errorf(f.Op, "@%s is a cluster, but has %d blocks", f.SymName(), len(f.Body().Blocks)))
		return
	}
	v.body(f.Entry(), o.Device())
	v.part(o.Op, o.Device(), f.Entry())
	v.replicated(o, f)
}

// copied checks that a copy starts on the device that has its operand: the device of a cluster, or
// the target of another copy. Clusters on the target device must read the copy instead of the
// operand. Other clusters must not read the copy.
func (v *verifier) copied(o cluster.Copy) {
	if def := o.Input().Def(); def != nil {
		d, ok := cluster.RunsOn(def)
		if c, copied := ir.As[cluster.Copy](def); copied {
			d, ok = c.To(), true
		}
		if ok && d != o.From() {
			v.fail(ir.Errorf(o.Op, "copies from '%s' a value that is on '%s'", o.From(), d))
		}
	}
	v.device(o.Op, o.From())
	v.device(o.Op, o.To())
	for u := range o.Input().Uses() {
		if d, ok := cluster.RunsOn(u.Owner()); ok && d == o.To() && !ir.Is[cluster.Copy](u.Owner()) {
			v.fail(ir.NoteAt(ir.Errorf(u.Owner(), "runs on '%s', but operand #%d is the value on '%s' instead of its copy", d, u.Index(), o.From()), o.Op, "the copy"))
		}
	}
	for u := range o.Op.Result().Uses() {
		if d, ok := cluster.RunsOn(u.Owner()); ok && d != o.To() {
			v.fail(ir.Errorf(u.Owner(), "runs on '%s', but operand #%d is a copy for '%s'", d, u.Index(), o.To()))
		}
	}
}

// counted compares the number of operations with the recorded number.
func (v *verifier) counted(f fn.Func) {
	want, ok := f.Op.Discardable(cluster.OpsAttr).Int()
	switch {
	case v.any || ok && want == v.count:
		return
	case !ok:
		v.fail(ir.Errorf(f.Op, "@%s has clusters, but no attribute %s with its number of operations", f.SymName(), cluster.OpsAttr).
			WithHelp(v.unrecorded()))
		return
	}
	v.fail(ir.Errorf(f.Op, "@%s had %d operations before it was divided, not counting constants, but its clusters have %d", f.SymName(), want, v.count).
		WithHelp(v.changed()))
}

// unrecorded returns the help for a function without recorded attributes.
func (v *verifier) unrecorded() string {
	if v.options.HandMade {
		return "if you wrote the clusters yourself, remove both cluster.ops and cluster.hash; or undo the division with lathe-opt --cluster-inline"
	}
	return "if the clusters were not made by the pass partition, check with any-count"
}

// changed returns the help for a function that differs from its record.
func (v *verifier) changed() string {
	if v.options.HandMade {
		return "undo the division with lathe-opt --cluster-inline, or, if the clusters are intended, remove cluster.ops and cluster.hash from the function"
	}
	return "if operations, constants or operands were changed intentionally since the division, check with any-count"
}
