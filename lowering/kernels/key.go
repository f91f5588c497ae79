package kernels

import (
	"encoding/binary"

	"github.com/lathe-ir/lathe/ir"
	tiling "github.com/lathe-ir/lathe/lowering/schedule"
)

// keys computes keys of units (see [unit]). Units with equal keys have equal kernels, so only the
// first kernel is written. Layers of a network are often equal.
type keys struct {
	types map[ir.Type]uint64
	attrs map[ir.Attr]uint64
	names map[string]uint64
}

func newKeys() *keys {
	return &keys{types: map[ir.Type]uint64{}, attrs: map[ir.Attr]uint64{}, names: map[string]uint64{}}
}

// number returns the number of x in m. If x is not in m, it adds x with the next number.
func number[K comparable](m map[K]uint64, x K) uint64 {
	n, ok := m[x]
	if !ok {
		n = uint64(len(m)) + 1
		m[x] = n
	}
	return n
}

// of returns the key of units. The key contains everything that a kernel depends on: the accesses,
// loops and bodies of nests, and the scalars of the host function. Values and buffers are numbered
// in order of appearance.
func (k *keys) of(units []unit) string {
	w := keyWriter{
		keys: k, values: map[*ir.Value]uint64{}, memories: map[memory]uint64{},
		bases: map[*ir.Value]uint64{}, places: map[place]uint64{},
	}
	for i := range units {
		w.unit(&units[i])
	}
	return string(w.out)
}

type keyWriter struct {
	*keys
	out      []byte
	values   map[*ir.Value]uint64
	memories map[memory]uint64
	bases    map[*ir.Value]uint64
	places   map[place]uint64
}

func (w *keyWriter) int(n int64)   { w.out = binary.AppendVarint(w.out, n) }
func (w *keyWriter) uint(n uint64) { w.out = binary.AppendUvarint(w.out, n) }

func (w *keyWriter) bool(b bool) {
	if b {
		w.uint(1)
	} else {
		w.uint(0)
	}
}

func (w *keyWriter) ints(list []int64) {
	w.uint(uint64(len(list)))
	for _, n := range list {
		w.int(n)
	}
}

func (w *keyWriter) loops(list []int) {
	w.uint(uint64(len(list)))
	for _, n := range list {
		w.int(int64(n))
	}
}

func (w *keyWriter) unit(u *unit) {
	w.loops(u.rows)
	w.uint(uint64(len(u.stages)))
	for k := range u.stages {
		w.stage(&u.stages[k])
	}
	for _, v := range u.inits {
		w.bool(v != nil)
		if v != nil {
			w.value(v)
		}
	}
}

func (w *keyWriter) stage(s *stage) {
	w.ints(s.extents)
	for _, r := range s.reduction {
		w.bool(r)
	}
	w.loops(s.from)
	w.loops(s.nest.loops)
	for _, stored := range s.keep {
		w.bool(stored)
	}
	if a := s.Op.Attr(tiling.Attr); !a.IsNil() {
		w.uint(number(w.attrs, a))
	} else {
		w.uint(0)
	}
	w.uint(uint64(len(s.strips)))
	for _, t := range s.strips {
		w.int(t.Width)
		w.int(t.Count)
	}
	w.bool(s.words != nil)
	if s.words != nil {
		w.ints(s.words.bytes)
		w.bool(s.words.unsigned[0])
		w.bool(s.words.unsigned[1])
		w.int(int64(s.words.rows))
	}
	w.uint(uint64(len(s.ins)))
	for i := range s.ins {
		w.access(&s.ins[i])
	}
	for i := range s.outs {
		w.access(&s.outs[i])
	}
	w.block(s.body)
}

func (w *keyWriter) access(a *access) {
	w.layout(a.layout)
	w.ints(a.coef)
	w.bool(a.stream)
	w.bool(a.panels != nil)
	if a.panels != nil {
		for _, d := range a.panels.depth {
			w.uint(uint64(d))
		}
		w.int(a.panels.terms)
		w.int(a.panels.columns)
	}
	w.uint(uint64(len(a.edges)))
	for _, e := range a.edges {
		w.ints(e.coef)
		w.int(e.base)
		w.int(e.extent)
		w.int(e.stride)
	}
}

func (w *keyWriter) layout(l layout) {
	n, known := w.memories[l.memory]
	if !known {
		n = number(w.memories, l.memory)
	}
	w.uint(n)
	if !known {
		w.uint(number(w.types, l.elem))
		w.int(l.size)
		w.uint(number(w.bases, l.base))
		w.uint(number(w.places, l.start()))
	}
	w.int(l.offset)
	w.ints(l.strides)
	w.bool(l.padding != nil)
	if l.padding != nil {
		w.value(l.padding.value)
	}
}

func (w *keyWriter) block(b *ir.Block) {
	w.uint(uint64(b.NumArgs()))
	for _, a := range b.Args() {
		w.uint(number(w.types, a.Type()))
		number(w.values, a)
	}
	w.uint(uint64(b.Len()))
	for op := range b.Ops() {
		w.op(op)
	}
}

func (w *keyWriter) op(op *ir.Op) {
	w.uint(number(w.names, op.Name()))
	w.uint(uint64(op.NumOperands()))
	for v := range op.Operands() {
		w.value(v)
	}
	for name, a := range op.Attrs() {
		w.uint(number(w.names, name))
		w.uint(number(w.attrs, a))
	}
	w.uint(0) // the end of the attributes: 0 is not the number of a name
	for v := range op.Results() {
		w.uint(number(w.types, v.Type()))
		number(w.values, v)
	}
	w.uint(uint64(op.NumRegions()))
	for _, r := range op.Regions() {
		w.uint(uint64(len(r.Blocks)))
		for _, b := range r.Blocks {
			w.block(b)
		}
	}
}

// value writes the number of a scalar or vector, or 0 and the layout of a buffer. When a scalar of
// the host function is used for the first time, value also writes the operations that compute it.
func (w *keyWriter) value(v *ir.Value) {
	if ir.IsType[*ir.MemRefType](v.Type()) {
		w.uint(0)
		w.layout(layoutOf(v))
		return
	}
	n, known := w.values[v]
	if !known {
		n = number(w.values, v)
	}
	w.uint(n)
	if def := v.Def(); !known && def != nil {
		w.op(def)
	}
}
