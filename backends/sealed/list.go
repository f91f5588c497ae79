package sealed

// number is the constraint for element types of lists of small numbers, such as ids and positions.
type number interface {
	~int | ~int32 | ~int64 | ~uint32
}

// EncodeNumbers writes a list of numbers, none of which is negative.
func EncodeNumbers[T number](e *Encoder, list []T) {
	e.Uint(uint64(len(list)))
	for _, v := range list {
		e.Uint(uint64(v))
	}
}

// DecodeNumbers reads a list of numbers below limit.
func DecodeNumbers[T number](d *Decoder, limit uint64) []T {
	return DecodeList(d, 1, func() T {
		v := d.Uint()
		if v >= limit {
			d.Fail()
		}
		return T(v)
	})
}

// roomFirst is the number of elements of a list that are allocated before the first element is
// read.
const roomFirst = 16

// DecodeList reads a list; nil if it is empty. An element has at least "size" bytes. The list grows
// while elements are read, so that a wrong length does not allocate much.
func DecodeList[T any](d *Decoder, size int, read func() T) []T {
	n := d.Len(size)
	if n == 0 {
		return nil
	}
	list := make([]T, 0, min(n, roomFirst))
	for range n {
		v := read()
		if d.bad {
			return nil
		}
		list = append(list, v)
	}
	return list
}
