package exact

import (
	"iter"
	"math/bits"
)

// eachBit yields the members of a set.
func eachBit(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// edge joins two atoms of one device.
type edge struct{ from, to int8 }

// state holds decisions about edges, and their consequences. Atoms that share a cluster form a
// class, which is named by its lowest atom.
type state struct {
	same, cut []edge

	class  [64]int8   // the class of each atom
	names  uint64     // the classes
	member [64]uint64 // the atoms of each class
	below  [64]uint64 // for each class, the classes that it reaches, except itself
	above  [64]uint64
	apart  [64]uint64 // for each class, the classes that cannot share its cluster
	joint  [64]uint64 // for each class, its neighbors that can share its cluster
	comp   [64]int8   // for each class, the lowest class of its component
	comps  []uint64   // classes of each component
}

// derive computes the consequences of the decisions. It returns false if they contradict
// each other.
func (f *finder) derive(s *state) bool {
	for i := range f.n {
		s.class[i] = int8(i)
	}
	for _, e := range s.same {
		s.unite(f.n, e.from, e.to)
	}
	for {
		if !f.classes(s) {
			return false
		}
		f.reach(s)
		if !f.collapse(s) {
			break
		}
	}
	f.conflicts(s)
	for _, e := range s.same {
		if s.apart[s.class[e.from]]>>uint(s.class[e.to])&1 == 1 {
			return false
		}
	}
	for _, e := range s.cut {
		if s.class[e.from] == s.class[e.to] {
			return false
		}
	}
	f.components(s)
	return true
}

func (s *state) unite(n int, a, b int8) {
	a, b = s.class[a], s.class[b]
	low, high := min(a, b), max(a, b)
	for i := range n {
		if s.class[i] == high {
			s.class[i] = low
		}
	}
}

// classes collects the members of each class. It returns false if a class has several
// devices.
func (f *finder) classes(s *state) bool {
	s.names = 0
	for i := range f.n {
		k := s.class[i]
		if s.names>>uint(k)&1 == 0 {
			s.names |= 1 << uint(k)
			s.member[k] = 0
		}
		s.member[k] |= 1 << uint(i)
		if f.device[i] != f.device[k] {
			return false
		}
	}
	return true
}

func (f *finder) reach(s *state) {
	for k := range eachBit(s.names) {
		s.below[k] = 0
		for i := range eachBit(s.member[k]) {
			for j := range eachBit(f.succ[i]) {
				s.below[k] |= 1 << uint(s.class[j])
			}
		}
		s.below[k] &^= 1 << uint(k)
	}
	for via := range eachBit(s.names) { // Warshall
		for k := range eachBit(s.names) {
			if s.below[k]>>uint(via)&1 == 1 {
				s.below[k] |= s.below[via]
			}
		}
	}
	for k := range eachBit(s.names) {
		s.above[k] = 0
	}
	for k := range eachBit(s.names) {
		for j := range eachBit(s.below[k]) {
			s.above[j] |= 1 << uint(k)
		}
	}
}

// collapse merges classes that reach each other, and reports whether it merged any.
func (f *finder) collapse(s *state) bool {
	changed := false
	for k := range eachBit(s.names) {
		for j := range eachBit(s.below[k] & s.above[k]) {
			if j != k && s.class[j] != s.class[k] {
				s.unite(f.n, int8(k), int8(j))
				changed = true
			}
		}
	}
	return changed
}

// conflicts finds pairs of classes that cannot share a cluster. Classes on different devices
// conflict, and so do classes with a cut edge between them. Two classes also conflict if any two
// classes on a path between them, ends included, conflict.
func (f *finder) conflicts(s *state) {
	for k := range eachBit(s.names) {
		s.apart[k] = 0
		for j := range eachBit(s.names) {
			if f.device[j] != f.device[k] {
				s.apart[k] |= 1 << uint(j)
			}
		}
	}
	for _, e := range s.cut {
		a, b := s.class[e.from], s.class[e.to]
		s.apart[a] |= 1 << uint(b)
		s.apart[b] |= 1 << uint(a)
	}
	for changed := true; changed; {
		changed = false
		for k := range eachBit(s.names) {
			for j := range eachBit(s.below[k] &^ s.apart[k]) {
				between := s.below[k] & s.above[j]
				hull := between | 1<<uint(k) | 1<<uint(j)
				clash := s.apart[k]&hull != 0 || s.apart[j]&hull != 0
				for x := range eachBit(between) {
					clash = clash || s.apart[x]&hull != 0
				}
				if clash {
					s.apart[k] |= 1 << uint(j)
					s.apart[j] |= 1 << uint(k)
					changed = true
				}
			}
		}
	}
}

// components groups the classes that [state].joint connects.
func (f *finder) components(s *state) {
	for k := range eachBit(s.names) {
		s.joint[k] = 0
	}
	for _, e := range f.edges {
		a, b := s.class[e.from], s.class[e.to]
		if a != b && s.apart[a]>>uint(b)&1 == 0 {
			s.joint[a] |= 1 << uint(b)
			s.joint[b] |= 1 << uint(a)
		}
	}
	s.comps = s.comps[:0]
	for left := s.names; left != 0; {
		set := left & -left
		for grown := uint64(0); grown != set; {
			grown = set
			for k := range eachBit(grown) {
				set |= s.joint[k]
			}
		}
		first := int8(bits.TrailingZeros64(left))
		for k := range eachBit(set) {
			s.comp[k] = first
		}
		s.comps = append(s.comps, set)
		left &^= set
	}
}
