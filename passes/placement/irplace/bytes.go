package irplace

import (
	"hash/fnv"
	"io"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// MostBytes is the largest size that [Bytes] returns, so that sums of several sizes fit int64.
const MostBytes = 1 << 58

// Bytes returns the size of a value of type t in a device's memory, or MostBytes if the size is
// larger. If the type has no known size, as with dynamic extents or tokens, the size is 0 and known
// is false.
func Bytes(t ir.Type) (n int64, known bool) {
	if tuple, ok := ir.TypeAs[*ir.TupleType](t); ok {
		for _, e := range tuple.Elems {
			m, ok := Bytes(e)
			if !ok {
				return 0, false
			}
			n = min(n+m, MostBytes)
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
		switch {
		case d == ir.Dynamic:
			return 0, false
		case d > 0 && n > MostBytes/d:
			n = MostBytes
		default:
			n *= d
		}
	}
	return n, true
}

// label hashes the name, attributes, result types and regions of an operation. If it has no
// regions, attributes of the dialect cluster do not count, so that operations on different devices
// can have equal labels.
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
			// Hashing the elements of a large constant would take most of the time. They would
			// matter only if two operations were otherwise equal.
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
