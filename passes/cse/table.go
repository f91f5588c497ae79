package cse

import "github.com/lathe-ir/lathe/ir"

// table is a hash table of known operations with open addressing. The log of insertions lets close
// undo them at the end of a scope.
type table struct {
	slots []entry // length is a power of two
	log   []undo
	found uint64 // the hash from the last call of find
}

type entry struct {
	hash uint64
	op   *ir.Op
}

type undo struct {
	slot int32
	prev *ir.Op // the entry that the insertion hid, or nil
}

// open starts a scope.
func (t *table) open() int { return len(t.log) }

// close removes the entries inserted since open returned mark. It removes the last entry first, so
// that probe sequences stay intact.
func (t *table) close(mark int) {
	for i := len(t.log) - 1; i >= mark; i-- {
		t.slots[t.log[i].slot].op = t.log[i].prev
	}
	t.log = t.log[:mark]
}

// find returns the known operation equal to op, or nil.
func (t *table) find(op *ir.Op) *ir.Op {
	t.found = ir.EquivHash(op)
	if len(t.slots) == 0 {
		return nil
	}
	return t.slots[t.probe(op, t.found)].op
}

// probe returns the slot of an operation equal to op, or the free slot for op if there is none.
func (t *table) probe(op *ir.Op, h uint64) int {
	mask := len(t.slots) - 1
	i := int(h>>32) & mask
	for ; t.slots[i].op != nil; i = (i + 1) & mask {
		if t.slots[i].hash == h && ir.Equivalent(t.slots[i].op, op) {
			return i
		}
	}
	return i
}

// insert adds op. The last call of find must have been for op.
func (t *table) insert(op *ir.Op) {
	if 2*(len(t.log)+1) > len(t.slots) {
		t.grow()
	}
	i := t.probe(op, t.found)
	t.log = append(t.log, undo{int32(i), t.slots[i].op})
	t.slots[i] = entry{t.found, op}
}

// has reports whether the table contains op itself, not only an equal operation.
func (t *table) has(op *ir.Op) bool {
	if len(t.slots) == 0 {
		return false
	}
	return t.slots[t.probe(op, ir.EquivHash(op))].op == op
}

// grow doubles the table. It keeps the order of insertions, because close removes entries in
// reverse order.
func (t *table) grow() {
	old := t.slots
	t.slots = make([]entry, max(64, 2*len(old)))
	mask := len(t.slots) - 1
	moved := make([]int32, len(old))
	for k := range t.log {
		u := &t.log[k]
		if u.prev == nil {
			e := old[u.slot]
			i := int(e.hash>>32) & mask
			for t.slots[i].op != nil {
				i = (i + 1) & mask
			}
			t.slots[i] = e
			moved[u.slot] = int32(i)
		}
		u.slot = moved[u.slot]
	}
}
