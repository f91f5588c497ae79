package irplace

import (
	"hash/fnv"
	"io"
	"math"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Bytes returns the size of a value of type t in a device's memory. If the type has no known size,
// as with dynamic extents or tokens, or its size exceeds int64, the size is 0 and known is false.
func Bytes(t ir.Type) (n int64, known bool) {
	if tuple, ok := ir.TypeAs[*ir.TupleType](t); ok {
		for _, e := range tuple.Elems {
			m, ok := Bytes(e)
			if !ok || n > math.MaxInt64-m {
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

// label hashes the name, attributes, result types and regions of an operation. If the operation has
// no regions, attributes of the dialect cluster do not count. So equal operations have the same
// label even if they have different devices.
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
			// The elements of a large constant are not hashed, since this would take most of the
			// time. The elements would matter only if two operations were otherwise equal.
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
