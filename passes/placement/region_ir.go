package placement

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// RegionMemory counts what a cluster takes from the program itself, and shares no code
// with what decides: what goes in and out, its constants, and what lives at its worst
// moment. contexts is how many copies of inputs and outputs are kept.
func RegionMemory(r cluster.Region, contexts int) Memory {
	m := Memory{Contexts: contexts}
	for _, v := range r.Inputs() {
		n, _ := Bytes(v.Type())
		if v.IsArg() {
			if f, ok := ir.As[fn.Func](v.ArgBlock().Parent()); ok && static(f, v.Index()) {
				m.Constants += n
				m.Deferred += n
				continue
			}
		} else {
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
	m.countBody(r.Body())
	return m
}

// countBody counts constants, and the values made inside: each is held from the
// operation that makes it to the last one that reads it.
func (m *Memory) countBody(blk *ir.Block) {
	at, last := map[*ir.Op]int{}, map[*ir.Value]int{}
	var ops []*ir.Op
	for op := range blk.Ops() {
		at[op] = len(ops)
		ops = append(ops, op)
	}
	end := len(ops) - 1
	freed := make([]int64, len(ops))
	for i, op := range ops[:end] {
		if IsConstant(op) {
			if w, ok := ir.Cast[weightless](op); !ok || !w.Weightless() {
				n, _ := Bytes(op.Result().Type())
				m.Constants += n
			}
			continue
		}
		for v := range op.Results() {
			last[v] = end
			if v.HasUses() {
				last[v] = i
			}
			for u := range v.Uses() {
				o := u.Owner()
				for o.Block() != blk {
					o = o.Parent()
				}
				last[v] = max(last[v], at[o])
			}
			n, _ := Bytes(v.Type())
			freed[last[v]] += n
		}
	}
	live := int64(0)
	for i, op := range ops[:end] {
		if !IsConstant(op) {
			for v := range op.Results() {
				n, _ := Bytes(v.Type())
				live += n
			}
		}
		m.Peak = max(m.Peak, live)
		live -= freed[i]
	}
}

// Recount writes what a cluster takes into its part, where it is one.
func Recount(r cluster.Region) {
	p, ok := cluster.PartOf(r.Op)
	if !ok {
		return
	}
	p.Memory = PartMemory(RegionMemory(r, int(p.Memory.Contexts)))
	cluster.SetPart(r.Op, p)
}

// PartMemory is a memory record as the program keeps it.
func PartMemory(m Memory) cluster.PartMemory {
	return cluster.PartMemory{
		In: m.In, Out: m.Out, Constants: m.Constants, Deferred: m.Deferred, Peak: m.Peak,
		Inputs: int64(m.Inputs), Peers: int64(m.Peers), Contexts: int64(max(1, m.Contexts)),
	}
}
