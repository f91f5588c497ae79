package placement

import (
	"hash/fnv"
	"io"
	"math"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Bytes returns the size of a value of type t in a device's memory. known is false,
// and the size 0, where the type does not say: dynamic extents, tokens.
func Bytes(t ir.Type) (n int64, known bool) {
	if tuple, ok := ir.TypeAs[*ir.TupleType](t); ok {
		for _, e := range tuple.Elems {
			m, ok := Bytes(e)
			if !ok {
				return 0, false
			}
			n += m
		}
		return n, true
	}
	n = int64(t.Kind().Size())
	if n == 0 {
		return 0, false
	}
	if !t.IsShaped() {
		return n, true
	}
	shape, ok := t.Shape()
	if !ok {
		return 0, false
	}
	for _, d := range shape {
		if d == ir.Dynamic || d > 0 && n > math.MaxInt64/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// label hashes an operation by itself: name, attributes, types, and what is inside.
// What this dialect of placement has written does not count, so that clusters don't
// depend on how devices were given.
func label(op *ir.Op) uint64 {
	if op.NumRegions() > 0 {
		return op.Hash()
	}
	h := fnv.New64a()
	add := func(s string) {
		io.WriteString(h, s)
		h.Write([]byte{0})
	}
	add(op.Name())
	for n, a := range op.Attrs() {
		if strings.HasPrefix(n, "cluster.") {
			continue
		}
		add(n)
		if d, ok := ir.AttrAs[*ir.DenseElements](a); ok && d.NumElements() > 64 {
			// Spelling out large constants costs more than all else, and tells apart only
			// what stands in the same place.
			add(d.Type.String())
			continue
		}
		add(a.String())
	}
	for v := range op.Results() {
		add(v.Type().String())
	}
	return h.Sum64()
}
