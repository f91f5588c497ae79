package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Provision assigns a different physical device to each logical device. The load of a logical
// device is the data of its sets. Loads are processed largest first, and each gets the free device
// with most room. If no free device has room for a load, earlier loads move to other devices if
// they can.
//
// If that fails, and the parameter "apart" is false, several logical devices may share a physical
// device. Loads are assigned to the devices in turn, beginning with the devices with most room. If
// the next device has no room, the load goes to the device with most room at that time. If a load
// fits nowhere, Provision fails and assigns nothing.
func (f *Fleet) Provision(sets []*Set, apart bool) error {
	p := &provision{f: f, loads: f.loads(sets), device: map[int64]int32{}}
	if !p.separate() {
		if apart {
			return p.refusal()
		}
		if err := p.share(); err != nil {
			return err
		}
	}
	for _, s := range sets {
		s.Physical = nil
		for _, id := range s.Logical {
			s.Physical = append(s.Physical, p.device[id])
		}
	}
	return nil
}

// load is the data that a logical device holds.
type load struct {
	id      int64
	bytes   int64
	values  int64 // values from other partitions
	devices []int32
	order   []int32 // devices sorted by room, most first
	sets    []*Set
	node    int32
}

// loads returns the load of each logical device, largest first.
func (f *Fleet) loads(sets []*Set) (loads []*load) {
	index := map[int64]*load{}
	for _, s := range sets {
		for _, id := range s.Logical {
			l := index[id]
			if l == nil {
				l = &load{id: id, node: s.Nodes[0], devices: f.Classes[s.Class].Devices}
				index[id] = l
				loads = append(loads, l)
			}
			l.bytes += s.Needs()
			l.values += values(s)
			l.devices = common(l.devices, f.Classes[s.Class].Devices)
			l.sets = append(l.sets, s)
		}
	}
	rooms := f.rooms()
	for _, l := range loads {
		l.order = f.byRoom(l.devices, rooms)
	}
	slices.SortStableFunc(loads, func(a, b *load) int {
		return cmp.Or(cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.id, b.id))
	})
	return loads
}

func common(a, b []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(a), func(d int32) bool { return !slices.Contains(b, d) })
}

// provision assigns physical devices to logical devices.
type provision struct {
	f      *Fleet
	loads  []*load
	device map[int64]int32
}

// takes reports whether a device could hold a load if it held no other load.
func (p *provision) takes(d int32, l *load) bool {
	s := &p.f.Model.Specs[d]
	return fits(l.bytes, s.Memory) && fits(l.values, s.Peers)
}

// separate assigns each load a device of its own, if possible.
func (p *provision) separate() bool {
	holder := map[int32]*load{}
	for _, l := range p.loads {
		if !p.settle(l, holder, map[int32]bool{}) {
			clear(p.device)
			return false
		}
	}
	return true
}

// settle finds a device for a load among the devices that were not tried yet: a free device, or a
// device whose load can move to another device. The parameter holder has the load of each device
// that is not free.
func (p *provision) settle(l *load, holder map[int32]*load, tried map[int32]bool) bool {
	for _, free := range []bool{true, false} {
		for _, d := range l.order {
			if tried[d] || !p.takes(d, l) || free && holder[d] != nil {
				continue
			}
			tried[d] = true
			if other := holder[d]; other != nil && !p.settle(other, holder, tried) {
				continue
			}
			holder[d], p.device[l.id] = l, d
			return true
		}
	}
	return false
}

// refusal returns the error that not every load can have a device of its own.
func (p *provision) refusal() error {
	used := map[int32]bool{}
	for _, l := range p.loads {
		left := slices.DeleteFunc(slices.Clone(l.order), func(d int32) bool { return used[d] })
		i := slices.IndexFunc(left, func(d int32) bool { return p.takes(d, l) })
		if i < 0 {
			return p.full(l, left, p.f.rooms())
		}
		used[left[i]] = true
	}
	panic("fleet: BUG: every load has a device of its own, but separate found no such assignment")
}

// rooms returns the memory of each device.
func (f *Fleet) rooms() []int64 {
	free := make([]int64, len(f.Model.Specs))
	for d := range f.Model.Specs {
		free[d] = f.Model.Specs[d].Memory
	}
	return free
}

// byRoom sorts devices by free memory, most first. Devices without a limit come before all others.
func (f *Fleet) byRoom(devices []int32, free []int64) []int32 {
	sorted := slices.Clone(devices)
	slices.SortStableFunc(sorted, func(a, b int32) int {
		ua, ub := f.Model.Specs[a].Memory == 0, f.Model.Specs[b].Memory == 0
		switch {
		case ua && !ub:
			return -1
		case ub && !ua:
			return 1
		}
		return cmp.Compare(free[b], free[a])
	})
	return sorted
}

// some returns the names of the first sets and the number of the other sets.
func some(sets []*Set) string {
	const most = 8
	var names []string
	for _, s := range sets {
		names = append(names, s.Name)
	}
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// full returns the error that no remaining device has room for a load. The parameter left lists the
// remaining devices, sorted by room, most first.
func (p *provision) full(l *load, left []int32, free []int64) error {
	e := &placement.NodeError{Node: l.node}
	names := some(l.sets)
	switch {
	case len(left) == 0:
		e.Message = fmt.Sprintf("logical device %d (%s) needs one of %s, which other logical devices use", l.id, names, p.f.names(l.devices))
		e.Help = "list more devices, or give equal logical ids to partitions that can share one"
	case p.f.Model.Specs[left[0]].Memory == 0 || l.bytes <= free[left[0]]:
		e.Message = fmt.Sprintf("logical device %d (%s) reads %d values from other partitions, but no remaining device accepts so many values and has room for its %d bytes; the remaining devices are %s",
			l.id, names, l.values, l.bytes, p.f.names(left))
		e.Help = "raise the number 'peers' in the descriptions of the devices, or set it to 0 for no limit"
	default:
		which := "the device with the most memory left"
		if len(left) < len(l.devices) {
			which = "which has the most memory left of the devices that no other logical device uses"
		}
		e.Message = fmt.Sprintf("logical device %d (%s) needs %d bytes, but %s, %s, has only %d bytes left", l.id, names, l.bytes, p.f.G.DeviceName(left[0]), which, free[left[0]])
		e.Help = "add a device, or one with more memory" + fewer(l.sets...)
	}
	return e
}
