package fleet

import (
	"fmt"
	"maps"
	"slices"
)

// share assigns a device to each [load]. Several loads may share a device.
func (p *provision) share() error {
	s := &sharing{provision: p, free: p.f.rooms(), values: make([]int64, len(p.f.Model.Specs)), order: map[string][]int32{}}
	for _, l := range p.loads {
		if err := s.place(l); err != nil {
			clear(p.device)
			return err
		}
	}
	return nil
}

// sharing tracks the data that devices already hold.
type sharing struct {
	*provision
	free   []int64
	values []int64            // number of values from other partitions
	order  map[string][]int32 // devices to try next, by the list of devices that accept a load
}

func (s *sharing) place(l *load) error {
	key := fmt.Sprint(l.devices)
	all := s.f.byRoom(l.devices, s.free)
	at := s.order[key]
	if len(at) == 0 {
		at = all
	}
	if !s.room(at[0], l) {
		at = all
		i := slices.IndexFunc(at, func(d int32) bool { return s.room(d, l) })
		if i < 0 {
			return s.full(l, all, s.free)
		}
		at = at[i:]
	}
	s.order[key] = at[1:]
	s.device[l.id] = at[0]
	s.free[at[0]] -= l.bytes
	s.values[at[0]] += l.values
	return nil
}

func (s *sharing) room(d int32, l *load) bool {
	spec := &s.f.Model.Specs[d]
	return (spec.Memory == 0 || s.free[d] >= l.bytes) && fits(s.values[d]+l.values, spec.Peers)
}

// renumber gives sets on one physical device the same logical id, so that different ids are
// different devices.
func renumber(sets []*Set) {
	device := map[int64]int32{}
	for _, s := range sets {
		for i, id := range s.Logical {
			device[id] = s.Physical[i]
		}
	}
	number := map[int32]int64{}
	for _, id := range slices.Sorted(maps.Keys(device)) {
		if d := device[id]; !has(number, d) {
			number[d] = int64(len(number))
		}
	}
	for _, s := range sets {
		for i := range s.Logical {
			s.Logical[i] = number[s.Physical[i]]
		}
	}
}

func has(number map[int32]int64, d int32) bool {
	_, ok := number[d]
	return ok
}
