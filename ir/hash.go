package ir

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
)

// Hash returns a structural hash of op and its regions. It includes the names, types and attributes
// of operations and the values that each operation uses, but not locations, ids or SSA names. Two
// programs with equal texts have equal hashes, in every process.
func (op *Op) Hash() uint64 {
	h := &hasher{h: fnv.New64a(), values: map[*Value]uint64{}, blocks: map[*Block]uint64{}}
	h.op(op)
	return h.h.Sum64()
}

type hasher struct {
	h      hash.Hash64
	values map[*Value]uint64
	blocks map[*Block]uint64
	word   [8]byte
}

func (h *hasher) int(n uint64) {
	binary.LittleEndian.PutUint64(h.word[:], n)
	h.h.Write(h.word[:])
}

func (h *hasher) str(s string) {
	h.int(uint64(len(s)))
	h.h.Write([]byte(s))
}

func (h *hasher) value(v *Value) {
	id, ok := h.values[v]
	if !ok {
		id = uint64(len(h.values)) + 1
		h.values[v] = id
	}
	h.int(id)
}

func (h *hasher) op(op *Op) {
	h.str(op.Name())
	h.int(uint64(op.NumOperands()))
	for v := range op.Operands() {
		h.value(v)
	}
	h.int(uint64(op.NumResults()))
	for v := range op.Results() {
		h.value(v)
		h.str(v.typ.String())
	}
	for n, a := range op.Attrs() {
		h.str(n)
		h.str(a.String())
	}
	if op.def.unregistered && !op.Properties().IsNil() {
		h.str(op.Properties().String())
	}
	for _, s := range op.Successors() {
		h.block(s)
	}
	for i := range op.NumRegions() {
		r := op.RegionAt(i)
		h.int(uint64(len(r.Blocks)))
		for _, b := range r.Blocks {
			h.block(b)
			for _, a := range b.args {
				h.value(a)
				h.str(a.typ.String())
			}
			for o := range b.Ops() {
				h.op(o)
			}
		}
	}
}

func (h *hasher) block(b *Block) {
	id, ok := h.blocks[b]
	if !ok {
		id = uint64(len(h.blocks)) + 1
		h.blocks[b] = id
	}
	h.int(id)
}
