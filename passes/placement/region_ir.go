package placement

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// RegionMemory counts what a cluster takes from the program itself, and shares no code
// with what decides: what goes in and out, its constants, and what lives at its worst
// moment. contexts is how many copies of inputs and outputs are kept; insides are of the
// module.
func RegionMemory(r cluster.Region, contexts int, insides *Insides) Memory {
	m := Memory{Contexts: contexts}
	for _, v := range r.Inputs() {
		n, _ := Bytes(v.Type())
		if Static(v) {
			m.Constants += n
			m.Deferred += n
			continue
		}
		if !v.IsArg() {
			m.Peers++
		}
		m.In += n
		m.Inputs++
	}
	for v := range r.Op.Results() {
		n, _ := Bytes(v.Type())
		read := false
		for u := range v.Uses() {
			if u.Owner().Has(ir.ReturnLike) {
				m.Out += n
			} else {
				read = true
			}
		}
		if read {
			m.Out += n
		}
	}
	m.countBody(r.Body(), insides)
	return m
}

// ConstantBytes is the memory that a constant takes.
func ConstantBytes(op *ir.Op) (n int64) {
	if w, ok := ir.Cast[weightless](op); ok && w.Weightless() {
		return 0
	}
	for v := range op.Results() {
		bytes, _ := Bytes(v.Type())
		n += bytes
	}
	return n
}

// Static reports whether v is an argument of a function that is given once, when the
// program is loaded, and counts as a constant then.
func Static(v *ir.Value) bool {
	if !v.IsArg() {
		return false
	}
	f, ok := ir.As[fn.Func](v.ArgBlock().Parent())
	return ok && static(f, v.Index())
}

// countBody counts constants, and the values made inside: each is held from the
// operation that makes it to the last one that reads it.
func (m *Memory) countBody(blk *ir.Block, insides *Insides) {
	hidden := map[*ir.Op]bool{}
	at := map[*ir.Op]int{}
	var ops []*ir.Op
	for op := range blk.Ops() {
		at[op] = len(ops)
		ops = append(ops, op)
	}
	end := len(ops) - 1
	made, freed := make([]int64, len(ops)), make([]int64, len(ops))
	for i, op := range ops[:end] {
		if IsConstant(op) {
			m.Constants += ConstantBytes(op)
			continue
		}
		m.Constants += insides.HeldBytes(op, hidden)
		for v := range op.Results() {
			n, _ := Bytes(v.Type())
			made[i] += n
			freed[lastUse(v, blk, at, end)] += n
		}
	}
	live := int64(0)
	for i := range ops[:end] {
		live += made[i]
		m.Peak = max(m.Peak, live)
		live -= freed[i]
	}
}

// lastUse is the place in blk where v is read last; the end if nothing reads it.
func lastUse(v *ir.Value, blk *ir.Block, at map[*ir.Op]int, end int) int {
	if !v.HasUses() {
		return end
	}
	last := 0
	for u := range v.Uses() {
		o := u.Owner()
		for o.Block() != blk {
			o = o.Parent()
		}
		last = max(last, at[o])
	}
	return last
}

// Recount writes what a cluster takes into its part, where it is one. symbols are those of
// the module.
func Recount(r cluster.Region, symbols *ir.Symbols) {
	p, ok := cluster.PartOf(r.Op)
	if !ok {
		return
	}
	p.Memory = PartMemory(RegionMemory(r, int(p.Memory.Contexts), NewInsides(symbols)))
	cluster.SetPart(r.Op, p)
}

// PartMemory is a memory record as the program keeps it.
func PartMemory(m Memory) cluster.PartMemory {
	return cluster.PartMemory{
		In: m.In, Out: m.Out, Constants: m.Constants, Deferred: m.Deferred, Peak: m.Peak,
		Inputs: int64(m.Inputs), Peers: int64(m.Peers), Contexts: int64(max(1, m.Contexts)),
	}
}
