package vm

import (
	"unsafe"
)

func broadcast[T any](m *machine, in *instr) {
	v := *(*T)(m.at[in.a])
	d := view[T](m.at[in.d], in.n)
	for i := range d {
		d[i] = v
	}
}

// extract returns lane imm of vector a.
func extract[T any](m *machine, in *instr) {
	*(*T)(m.at[in.d]) = *lane[T](m.at[in.a], 0, in.imm)
}

// extractAt returns the lane of vector a whose index is b.
func extractAt[T any](m *machine, in *instr) {
	*(*T)(m.at[in.d]) = *lane[T](m.at[in.a], 0, *m.index(in.b))
}

// insert puts scalar a into vector b, at lane imm.
func insert[T any](m *machine, in *instr) {
	v := *(*T)(m.at[in.a])
	copy(view[T](m.at[in.d], in.n), view[T](m.at[in.b], in.n))
	*lane[T](m.at[in.d], 0, in.imm) = v
}

// insertAt puts scalar a into vector b, at lane c.
func insertAt[T any](m *machine, in *instr) {
	v, at := *(*T)(m.at[in.a]), *m.index(in.c)
	copy(view[T](m.at[in.d], in.n), view[T](m.at[in.b], in.n))
	*lane[T](m.at[in.d], 0, at) = v
}

// shuffle selects lanes of the concatenation of vectors a and b. The result d must be neither a nor
// b.
func shuffle[T any](lanes []int64) action {
	return func(m *machine, in *instr) {
		d, a, b := triple[T, T](m, in)
		for i, l := range lanes {
			if l < int64(in.n) {
				d[i] = a[l]
			} else {
				d[i] = b[l-int64(in.n)]
			}
		}
	}
}

// lane returns element i of the elements that begin off bytes after p.
func lane[T any](p unsafe.Pointer, off, i int64) *T {
	var one T
	return (*T)(unsafe.Add(p, off+i*int64(unsafe.Sizeof(one))))
}

// steps implements vector.step.
func steps(m *machine, in *instr) {
	d := view[int64](m.at[in.d], in.n)
	for i := range d {
		d[i] = int64(i)
	}
}

func createMask(m *machine, in *instr) {
	count := *m.index(in.a)
	d := view[uint8](m.at[in.d], in.n)
	for i := range d {
		d[i] = truth(int64(i) < count)
	}
}

// refer sets d to the address of the memory, without a copy. The kernel does not write this memory.
func refer(m *machine, in *instr) { m.at[in.d] = m.address(in) }

func load[T any](m *machine, in *instr) {
	copy(view[T](m.at[in.d], in.n), view[T](m.address(in), in.n))
}

// truths loads booleans with the action "load", and replaces every nonzero byte by 1. Reused memory
// can contain bytes other than 0 and 1, but later instructions require 0 or 1.
func truths(load action) action {
	return func(m *machine, in *instr) {
		load(m, in)
		d := view[uint8](m.at[in.d], in.n)
		for i, b := range d {
			d[i] = truth(b != 0)
		}
	}
}

func loadOne[T any](m *machine, in *instr) { *(*T)(m.at[in.d]) = *(*T)(m.address(in)) }

func store[T any](m *machine, in *instr) {
	copy(view[T](m.address(in), in.n), view[T](m.at[in.a], in.n))
}

func storeOne[T any](m *machine, in *instr) { *(*T)(m.address(in)) = *(*T)(m.at[in.a]) }

// maskedLoad loads the lanes in which mask a is set, and takes the other lanes from b.
func maskedLoad[T any](m *machine, in *instr) {
	from, off := m.buffers[in.param], m.offset(in)
	on, pass := view[uint8](m.at[in.a], in.n), view[T](m.at[in.b], in.n)
	d := view[T](m.at[in.d], in.n)
	for i := range d {
		v := pass[i]
		if on[i] != 0 {
			v = *lane[T](from, off, int64(i))
		}
		d[i] = v
	}
}

// maskedStore stores the lanes of b in which mask a is set.
func maskedStore[T any](m *machine, in *instr) {
	to, off := m.buffers[in.param], m.offset(in)
	v := view[T](m.at[in.b], in.n)
	for i, on := range view[uint8](m.at[in.a], in.n) {
		if on != 0 {
			*lane[T](to, off, int64(i)) = v[i]
		}
	}
}

// gather loads each lane of d from the index in the same lane of a.
func gather[T any](m *machine, in *instr) {
	from, off := m.buffers[in.param], m.offset(in)
	d, at := view[T](m.at[in.d], in.n), view[int64](m.at[in.a], in.n)
	for i := range d {
		d[i] = *lane[T](from, off, at[i])
	}
}
