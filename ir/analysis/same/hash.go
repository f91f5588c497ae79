package same

import (
	"encoding/binary"
	"hash"
	"hash/fnv"

	"github.com/lathe-ir/lathe/ir"
)

// Hash returns a hash of a program. Programs that [Compare] finds equal have the same hash, in
// every process. Unlike NNVM's hash, it depends on the edges between operations.
func Hash(op *ir.Op, o Options) uint64 {
	h := hasher{comparer: comparer{o: o}, h: fnv.New64a(), numbers: map[any]uint64{}}
	h.op(op, false)
	return h.h.Sum64()
}

type hasher struct {
	comparer
	h       hash.Hash64
	numbers map[any]uint64 // numbers of values and blocks, in order of appearance
	word    [8]byte
}

func (h *hasher) int(n uint64) {
	binary.LittleEndian.PutUint64(h.word[:], n)
	h.h.Write(h.word[:])
}

func (h *hasher) str(s string) {
	h.int(uint64(len(s)))
	h.h.Write([]byte(s))
}

// number adds the number of a value or block to the hash.
func (h *hasher) number(of any) {
	n, ok := h.numbers[of]
	if !ok {
		n = uint64(len(h.numbers))
		h.numbers[of] = n
	}
	h.int(n)
}

// op adds an operation, which may belong to a graph, to the hash.
func (h *hasher) op(op *ir.Op, graph bool) {
	h.str(op.Name())
	h.int(uint64(op.NumOperands())<<32 | uint64(op.NumResults()))
	for i := range op.NumOperands() {
		h.number(operand(op, i, graph))
	}
	for _, a := range h.counting(op) {
		h.str(a.Name)
		h.str(a.Attr.String())
	}
	for v := range op.Results() {
		h.number(v)
		h.str(v.Type().String())
	}
	for _, s := range op.Successors() {
		h.number(s)
	}
	for _, r := range op.Regions() {
		h.int(uint64(len(r.Blocks)))
		for _, b := range r.Blocks {
			h.number(b)
			for _, a := range b.Args() {
				h.number(a)
				h.str(a.Type().String())
			}
		}
		for _, b := range r.Blocks {
			graph := h.o.Graph && isGraph(b)
			l := list(b, graph)
			for i, o := range l.ops {
				h.op(o, graph)
				h.order(l, i)
			}
		}
	}
}

// order adds the versions and control dependencies of operation i to the hash; see [listing].
func (h *hasher) order(l listing, i int) {
	if l.graph == nil {
		return
	}
	for _, e := range l.reads(i) {
		h.int(uint64(e.Version))
	}
	after := l.after(i)
	h.int(uint64(len(after)))
	for _, n := range after {
		h.int(uint64(n))
	}
}
