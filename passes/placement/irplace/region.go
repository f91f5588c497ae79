package irplace

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// RegionMemory is [ClusterMemory] for a region.
func RegionMemory(r cluster.Region, contexts int, insides *Insides) placement.Memory {
	return ClusterMemory(r.Op, r.Body(), contexts, insides)
}

// ClusterMemory computes the memory of a cluster from the program, without code of the strategies.
// op is the cluster's region or launch, and body has its operations. contexts is the number of
// copies of inputs and outputs. insides is the Insides analysis of the same module.
func ClusterMemory(op *ir.Op, body *ir.Block, contexts int, insides *Insides) placement.Memory {
	m := placement.Memory{Contexts: contexts}
	for v := range op.Operands() {
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
	for v := range op.Results() {
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
	countBody(&m, body, insides)
	return m
}

// ConstantBytes returns the memory of a constant.
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

// Static reports whether v is a function argument whose value is passed only once, when the program
// is loaded. Its memory counts as the memory of a constant.
func Static(v *ir.Value) bool {
	if !v.IsArg() {
		return false
	}
	f, ok := ir.As[fn.Func](v.ArgBlock().Parent())
	return ok && static(f, v.Index())
}

// countBody counts constants, and the values produced inside.
func countBody(m *placement.Memory, blk *ir.Block, insides *Insides) {
	hidden := map[*ir.Op]bool{}
	for op := range blk.Ops() {
		if IsConstant(op) {
			m.Constants += ConstantBytes(op)
			continue
		}
		m.Constants += insides.HeldBytes(op, hidden)
	}
	m.Peak, _ = insides.blockPeak(blk, false)
}

// Recount updates the memory in the part of a cluster, if the cluster has a part. insides is the
// Insides analysis of the same module.
func Recount(r cluster.Region, insides *Insides) {
	p, ok := cluster.PartOf(r.Op)
	if !ok {
		return
	}
	p.Memory = PartMemory(RegionMemory(r, int(p.Memory.Contexts), insides))
	cluster.SetPart(r.Op, p)
}

// PartMemory converts a memory record to the form that the program stores.
func PartMemory(m placement.Memory) cluster.PartMemory {
	return cluster.PartMemory{
		In: m.In, Out: m.Out, Constants: m.Constants, Deferred: m.Deferred, Peak: m.Peak,
		Inputs: int64(m.Inputs), Peers: int64(m.Peers), Contexts: int64(max(1, m.Contexts)),
	}
}
