// Package placedevice is NNVM's PlaceDevice. It places operations on devices by groups, which some
// operations name, and inserts copies between devices.
package placedevice

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `place operations on devices by the groups that they name

An operation whose dictionary names a group is placed on the group's device. Other operations
get the device of their first operand that has one, or else the device of a reader. The rest
get the default device. A value that is read on another device is copied to it once. Passes
that divide the program later keep these devices, and insert their own copies.`

type options struct {
	Key     string   `opt:"key" help:"the key of the dictionary entry that names an operation's group"`
	Assign  []string `opt:"assign" help:"devices of groups, as group=device"`
	Default string   `opt:"default" help:"the device of operations that get none from a group; by default that of the first group listed"`
}

// Pass returns the pass place-device. exists(device) returns an error if the device does not exist.
func Pass(exists func(device string) error) passes.Pass {
	return passes.OnWith("place-device", doc, options{Key: "ctx_group"}, func(r *passes.Run, f fn.Func, o options) error {
		if f.IsDeclaration() {
			return nil
		}
		devices := map[string]string{}
		for _, a := range o.Assign {
			group, device, ok := strings.Cut(a, "=")
			if !ok || device == "" {
				return ir.Errorf(f.Op, "cannot read '%s': a group's device is written group=device", a)
			}
			if devices[group] = device; o.Default == "" {
				o.Default = device
			}
		}
		for _, d := range append(slices.Sorted(maps.Values(devices)), o.Default) {
			if d == "" {
				continue
			}
			if err := exists(d); err != nil {
				return err
			}
		}
		return Func(f, o.Key, devices, o.Default)
	})
}

// Func places the operations that the results of f need. key is the dictionary entry that names a
// group, and devices maps groups to devices. Operations that get no device from a group are placed
// on fallback; if fallback is "", they are an error. Func also fails if a group has no device, if
// an operation changes a variable of another device, or if f already has copies between devices.
func Func(f fn.Func, key string, devices map[string]string, fallback string) error {
	x := index.EntriesOf(f.Entry())
	p := &placer{f: f, x: x, device: make([]string, len(x.Nodes))}
	for i, n := range x.Nodes {
		if n.Op != nil && ir.Is[cluster.Copy](n.Op) {
			return ir.Errorf(n.Op, "is a copy between devices, but place-device requires a program without copies")
		}
		group, ok := groupOf(f, n, key)
		if !ok {
			continue
		}
		device, ok := devices[group]
		if !ok {
			return ir.Errorf(where(f, n), "names the group '%s', which has no device", group)
		}
		p.device[i] = device
	}
	p.spread()
	for i := range p.device {
		if p.device[i] != "" {
			continue
		}
		if p.device[i] = fallback; fallback == "" {
			return ir.Errorf(where(f, x.Nodes[i]), "is in no group that has a device, and no device is the default").
				WithHelp("pass the device of each group as assign=GROUP=DEVICE, and the device of all other operations as default=DEVICE")
		}
	}
	if err := p.checkState(); err != nil {
		return err
	}
	p.mark()
	p.copies()
	return nil
}

type placer struct {
	f      fn.Func
	x      *index.Entries
	device []string
}

// where returns the operation at which messages about a node are reported.
func where(f fn.Func, n index.Node) *ir.Op {
	if n.Op != nil {
		return n.Op
	}
	return f.Op
}

func groupOf(f fn.Func, n index.Node, key string) (string, bool) {
	var a ir.Attr
	if n.Op != nil {
		a = n.Op.Discardable(nnvm.DictAttr)
	} else if d := f.ArgAttrs(n.Arg.Index()); d != nil {
		a = d.Get(nnvm.DictAttr)
	}
	d, ok := ir.AttrAs[*ir.DictAttr](a)
	if !ok {
		return "", false
	}
	return d.Get(key).Str()
}

// spread propagates devices, first forward: an operation gets the device of its first operand that
// has one, and a gradient gets the device of the operation that it differentiates. Then backward:
// operands get the devices of their readers.
func (p *placer) spread() {
	for n, at := range p.x.Nodes {
		if of := p.x.After.Row(int32(n)); len(of) > 0 && p.device[n] == "" {
			if _, ok := ir.Cast[nnvm.Backward](at.Op); ok {
				p.device[n] = p.device[of[0]]
				continue
			}
		}
		for _, e := range p.x.Reads(int32(n)) {
			if p.device[n] == "" {
				p.device[n] = p.device[e.Node]
			}
		}
	}
	for n := len(p.x.Nodes) - 1; n >= 0; n-- {
		for _, e := range p.x.Reads(int32(n)) {
			if p.device[e.Node] == "" {
				p.device[e.Node] = p.device[n]
			}
		}
	}
}

// checkState fails if an operation changes a variable of another device.
func (p *placer) checkState() error {
	for i, n := range p.x.Nodes {
		if n.Op == nil {
			continue
		}
		m, ok := ir.Cast[index.Mutator](n.Op)
		if !ok {
			continue
		}
		for _, u := range m.Mutated() {
			v := u.Value()
			if there := p.device[p.nodeOf(v)]; there != p.device[i] {
				return ir.Errorf(n.Op, "runs on '%s', but changes '%s', which is on '%s'", p.device[i], nnvm.NameOf(v), there)
			}
		}
	}
	return nil
}

func (p *placer) nodeOf(v *ir.Value) int32 {
	for _, n := range p.x.Args {
		if p.x.Nodes[n].Arg == v {
			return n
		}
	}
	n, _ := p.x.Node(v.Def())
	return n
}

func resultOf(v *ir.Value) int {
	if v.IsArg() {
		return 0
	}
	return v.Index()
}

// mark records the devices in attributes of operations and arguments.
func (p *placer) mark() {
	args := p.f.ArgDicts()
	for i, n := range p.x.Nodes {
		if n.Op != nil {
			cluster.SetDevice(n.Op, p.device[i])
			continue
		}
		d, _ := ir.AttrAs[*ir.DictAttr](args[n.Arg.Index()])
		es := []ir.NamedAttr{{Name: nnvm.DeviceAttr, Attr: ir.NewString(p.device[i])}}
		for _, e := range d.Entries {
			if e.Name != nnvm.DeviceAttr {
				es = append(es, e)
			}
		}
		args[n.Arg.Index()] = ir.NewDict(es...)
	}
	p.f.SetArgAttrs(args)
}

// place is a value on a device. Each version of a variable is a separate value.
type place struct {
	v       *ir.Value
	version int
	device  string
}

// name returns the name of the operation that copies the value to the device. As in NNVM, the name
// is derived from the first version of a variable.
func (p place) name() string {
	return nnvm.NameOf(p.v) + "_" + strconv.Itoa(resultOf(p.v)) + "_copy"
}

// copies replaces values of other devices by copies, at most one for each value and device. The
// copy is before the first use of the value on this device.
func (p *placer) copies() {
	home := map[*ir.Value]string{}
	for i := range p.x.Nodes {
		for _, v := range p.x.Values[p.x.Start[i]:p.x.Start[i+1]] {
			home[v] = p.device[i]
		}
	}
	made := map[place]*ir.Value{}
	read, names := versions.Of(p.f.Entry()), nnvm.NamesIn(p.f)
	read.Note()
	b := ir.NewBuilder(p.f.Op.Registry())
	for op := range p.f.Entry().Ops() {
		here, ok := cluster.DeviceOf(op)
		if !ok {
			continue
		}
		for i, v := range op.OperandList() {
			from, known := home[v]
			if !known || from == here {
				continue
			}
			there := place{v, read.At(op, v), here}
			c := made[there]
			if c == nil {
				b.Before(op)
				copied := cluster.NewCopy(b, v, from, here)
				cluster.SetDevice(copied.Op, here)
				if nnvm.NameOf(v) != "" {
					nnvm.SetName(copied.Op, names.Unused(there.name()))
				}
				c = copied.Op.Result()
				made[there] = c
			}
			op.SetOperandAt(i, c)
		}
	}
}
