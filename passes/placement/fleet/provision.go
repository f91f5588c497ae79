package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Provision gives each logical device a physical one. Those that hold most come first,
// and go round the devices, those with most room first; where the next has no room, the
// one with most room then is tried. It fails if one fits nowhere, and then has given
// nothing.
func (f *Fleet) Provision(sets []*Set) error {
	p := &provision{f: f, device: map[logical]int32{}, free: make([]int64, len(f.Model.Specs)), order: map[int][]int32{}}
	for d, s := range f.Model.Specs {
		p.free[d] = s.Memory
	}
	for _, l := range p.logical(sets) {
		if err := p.place(l); err != nil {
			return err
		}
	}
	for _, s := range sets {
		s.Physical = nil
		for _, id := range s.Logical {
			s.Physical = append(s.Physical, p.device[logical{s.Class, id}])
		}
	}
	return nil
}

// logical is a logical device: sets of different classes may have the same number only
// by mistake of a configuration, and then do not share a device.
type logical struct {
	class int
	id    int64
}

// load is what a logical device holds.
type load struct {
	logical
	bytes int64
	names []string
	node  int32
}

type provision struct {
	f      *Fleet
	device map[logical]int32
	free   []int64
	order  map[int][]int32 // by class: devices in the order in which they are tried
}

// logical lists the logical devices, those that hold most first.
func (p *provision) logical(sets []*Set) []*load {
	index := map[logical]*load{}
	var loads []*load
	for _, s := range sets {
		for _, id := range s.Logical {
			key := logical{s.Class, id}
			l := index[key]
			if l == nil {
				l = &load{logical: key, node: s.Nodes[0]}
				index[key] = l
				loads = append(loads, l)
			}
			l.bytes += s.Memory.Reserved() * int64(max(1, s.Replicas))
			l.names = append(l.names, s.Name)
		}
	}
	slices.SortStableFunc(loads, func(a, b *load) int {
		return cmp.Or(cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.id, b.id))
	})
	return loads
}

func (p *provision) place(l *load) error {
	at := p.order[l.class]
	if len(at) == 0 {
		at = p.byRoom(l.class)
	}
	d := at[0]
	if !p.room(d, l.bytes) {
		at = p.byRoom(l.class)
		d = at[0]
	}
	if !p.room(d, l.bytes) {
		return p.full(l, d)
	}
	p.order[l.class] = at[1:]
	p.device[l.logical] = d
	p.free[d] -= l.bytes
	return nil
}

func (p *provision) room(d int32, bytes int64) bool {
	return p.f.Model.Specs[d].Memory == 0 || p.free[d] >= bytes
}

// byRoom sorts the devices of a class by what is free, most first.
func (p *provision) byRoom(class int) []int32 {
	devices := slices.Clone(p.f.Classes[class].Devices)
	slices.SortStableFunc(devices, func(a, b int32) int {
		ua, ub := p.f.Model.Specs[a].Memory == 0, p.f.Model.Specs[b].Memory == 0
		switch {
		case ua && !ub:
			return -1
		case ub && !ua:
			return 1
		}
		return cmp.Compare(p.free[b], p.free[a])
	})
	return devices
}

func (p *provision) full(l *load, d int32) error {
	return &placement.NodeError{
		Node:    l.node,
		Message: fmt.Sprintf("logical device %d needs %d bytes (%s), but %s, which has most room, has %d left", l.id, l.bytes, strings.Join(l.names, ", "), p.f.G.DeviceName(d), p.free[d]),
		Help:    "add a device, or one with more memory",
	}
}
