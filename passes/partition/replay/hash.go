package replay

import (
	"hash/fnv"
	"io"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Hash returns a hash of what a division of f depends on: the operations in order, with their
// operands, types and attributes. Value names, locations, and attributes of the dialect cluster are
// ignored. Constants of more than 64 elements are hashed by type only.
func Hash(f fn.Func) uint64 {
	h := hasher{h: fnv.New64a(), values: map[*ir.Value]uint64{}}
	for _, a := range f.Entry().Args() {
		h.define(a)
	}
	for op := range f.Entry().Ops() {
		h.op(op)
	}
	return h.h.Sum64()
}

type hasher struct {
	h interface {
		io.Writer
		Sum64() uint64
	}
	values map[*ir.Value]uint64
	word   [8]byte
}

func (h *hasher) number(n uint64) {
	for i := range h.word {
		h.word[i] = byte(n >> (8 * i))
	}
	h.h.Write(h.word[:])
}

func (h *hasher) text(s string) {
	h.number(uint64(len(s)))
	io.WriteString(h.h, s)
}

func (h *hasher) define(v *ir.Value) {
	h.values[v] = uint64(len(h.values)) + 1
	h.text(v.Type().String())
}

func (h *hasher) op(op *ir.Op) {
	h.text(op.Name())
	h.number(uint64(op.NumOperands()))
	for v := range op.Operands() {
		h.number(h.values[v])
	}
	for n, a := range op.Attrs() {
		if strings.HasPrefix(n, "cluster.") {
			continue
		}
		h.text(n)
		if d, ok := ir.AttrAs[*ir.DenseElements](a); ok && d.NumElements() > 64 {
			h.text(d.Type.String())
			continue
		}
		h.text(a.String())
	}
	h.number(uint64(op.NumRegions()))
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			h.number(uint64(b.NumArgs()))
			for _, a := range b.Args() {
				h.define(a)
			}
			for o := range b.Ops() {
				h.op(o)
			}
		}
	}
	for v := range op.Results() {
		h.define(v)
	}
}
