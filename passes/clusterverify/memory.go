package clusterverify

import (
	"maps"
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
)

// room is what a device holds, and what clusters put there.
type room struct {
	limit int64
	held  int64
	seen  map[uint32]bool // ids of constants, each of which is there once
}

// rooms reads the memory of devices that have a limit.
func rooms(m ir.Module) map[string]*room {
	out := map[string]*room{}
	targets, _ := cluster.Devices(m.Op)
	for _, t := range targets {
		dict, ok := ir.AttrAs[*ir.DictAttr](t.Properties)
		if !ok {
			continue
		}
		if limit, ok := dict.Get("memory").Int(); ok {
			out[t.Name] = &room{limit: limit, seen: map[uint32]bool{}}
		}
	}
	return out
}

// hold counts a constant of a cluster on a device.
func (v *verifier) hold(op *ir.Op, device string) {
	r := v.rooms[device]
	if r == nil {
		return
	}
	if id, ok := cluster.Origin(op); ok {
		if r.seen[id] {
			return
		}
		r.seen[id] = true
	}
	for x := range op.Results() {
		r.held += sizeOf(x.Type())
	}
}

// sizeOf is the size of a value, 0 where its type does not say.
func sizeOf(t ir.Type) int64 {
	n := int64(t.Kind().Size())
	if !t.IsShaped() {
		return n
	}
	shape, ok := t.Shape()
	if !ok {
		return 0
	}
	for _, d := range shape {
		if d == ir.Dynamic {
			return 0
		}
		n *= d
	}
	return n
}

// memory checks that constants fit where they are.
func (v *verifier) memory(m ir.Module) {
	for _, name := range slices.Sorted(maps.Keys(v.rooms)) {
		if r := v.rooms[name]; r.held > r.limit {
			v.fail(ir.Errorf(m.Op, "device '%s' has %d bytes, but the constants of its clusters take %d", name, r.limit, r.held).
				WithHelp("divide with the option fit, or list another device"))
		}
	}
}
