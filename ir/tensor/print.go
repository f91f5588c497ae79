package tensor

import (
	"math"
	"strconv"
)

// Format returns t as text for people: "tensor<2x3xf32> [[1, 2, 3], [4, 5, 6]]". If t has more than
// maxElems elements, Format prints, like numpy, only the first and last three elements of each
// dimension, with … between them. If this is still more than maxElems elements, Format prints only
// the first and last two of each dimension, or only the first and last. The text of a tensor of
// many dimensions can end early. Then each incomplete list ends with ….
//
// If t is invalid, the text is "invalid tensor: " and the reason. For example, a donated tensor is
// invalid, because its Data is nil.
func Format(t *Tensor, maxElems int) string {
	if err := checkData(t.Kind, t.Shape, t.Data); err != nil {
		return "invalid tensor: " + err.Error()
	}
	edge := int64(math.MaxInt64)
	// A tensor without elements is also shortened, since its text could be a long row of brackets.
	if n := t.NumElements(); n > maxElems || n == 0 {
		for edge = 3; edge > 1 && printed(t.Shape, edge) > maxElems; {
			edge--
		}
	}
	w := writer{b: append([]byte(typeString(t.Kind, t.Shape)), ' '), t: t, edge: edge, left: mostParts(maxElems)}
	w.dims(t.Shape, t.Strides(), 0)
	return string(w.b)
}

// mostParts returns the largest number of elements and lists that Format prints. It is enough for
// maxElems elements of a tensor of 15 dimensions: each counts as itself and at most 15 lists.
func mostParts(maxElems int) int {
	const fewest = 64 // even if maxElems is 0
	return 16 * min(max(maxElems, fewest), math.MaxInt/16)
}

// printed returns the number of elements in the text if Format prints at most edge elements from
// each end of a dimension. It stops counting at about 2³⁰.
func printed(shape []int64, edge int64) int {
	n := 1
	for _, d := range shape {
		if n > 1<<30 {
			break
		}
		n *= int(min(d, 2*edge))
	}
	return n
}

type writer struct {
	b    []byte
	t    *Tensor
	edge int64 // the number of elements to write from each end of a dimension
	left int   // the number of elements and lists that can still be written
}

// dims writes a part of the tensor. The parameter "at" is the index of the part's first element.
func (w *writer) dims(shape, strides []int64, at int64) {
	w.left--
	if len(shape) == 0 {
		w.b = appendElement(w.b, w.t, int(at))
		return
	}
	w.b = append(w.b, '[')
	n := shape[0]
	elided := w.edge < n-w.edge
	for i := int64(0); i < n; i++ {
		if i > 0 {
			w.b = append(w.b, ", "...)
		}
		if w.left <= 0 {
			w.b = append(w.b, "…"...)
			break
		}
		if elided && i == w.edge {
			w.b = append(w.b, "…, "...)
			i = n - w.edge
		}
		w.dims(shape[1:], strides[1:], at+i*strides[0])
	}
	w.b = append(w.b, ']')
}

func appendElement(b []byte, t *Tensor, i int) []byte {
	switch k := t.Kind; {
	case k == I1:
		return strconv.AppendBool(b, t.Data[i] != 0)
	case k == U64:
		return strconv.AppendUint(b, t.Bits(i), 10)
	case k.IsInt():
		return strconv.AppendInt(b, t.Int(i), 10)
	case k.IsComplex():
		v := t.Complex(i)
		b = appendFloat(append(b, '('), k, real(v))
		b = appendFloat(append(b, ", "...), k, imag(v))
		return append(b, ')')
	}
	return appendFloat(b, t.Kind, t.Float(i))
}

// appendFloat appends v with the fewest digits that distinguish it from all other float32s or, if
// a number or each part of a complex number has more than 32 bits, float64s.
func appendFloat(b []byte, k Kind, v float64) []byte {
	switch {
	case v != v:
		return append(b, "nan"...)
	case math.IsInf(v, 1):
		return append(b, "inf"...)
	case math.IsInf(v, -1):
		return append(b, "-inf"...)
	}
	bits := 64
	if k.Part().Bits() <= 32 {
		bits = 32
	}
	return strconv.AppendFloat(b, v, 'g', -1, bits)
}
