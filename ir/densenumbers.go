package ir

import (
	"math/big"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// DenseNumbers is a constant whose element type has no tensor.Kind: integers of widths such as i7
// or i128, and complex numbers whose parts are not f32 or f64. Each number is one attribute, and
// each complex number two. This needs much memory, but such constants are small.
//
//	dense<[1, -2]> : tensor<2xi7>
type DenseNumbers struct {
	Type   Type
	Splat  bool // all elements are equal, and Values has only one element
	Values []Attr
}

// Parts returns how many numbers an element of type t has, and the type of these numbers: two for a
// complex type, otherwise one.
func (t Type) Parts() (n int, part Type) {
	if c, ok := TypeAs[*ComplexType](t); ok {
		return 2, c.Elem
	}
	return 1, t
}

// NewDenseNumbers returns the constant of type t with the given values. If all elements are equal,
// the constant is a splat, as in MLIR. Constants of i0 are never splats.
func NewDenseNumbers(t Type, values []Attr) Attr {
	n, part := t.Elem().Parts()
	d := &DenseNumbers{Type: t, Values: values}
	i, _ := TypeAs[*IntType](part)
	if d.Splat = len(values) > 0 && (i == nil || i.Bits > 0); d.Splat {
		for i, v := range values {
			d.Splat = d.Splat && v == values[i%n]
		}
	}
	if d.Splat {
		d.Values = values[:n]
	}
	return NewAttr(d)
}

// NumElements returns the number of elements.
func (d *DenseNumbers) NumElements() int {
	return d.Type.NumElements()
}

// NumElements returns the product of the extents of a shaped type. All extents must be static.
func (t Type) NumElements() int {
	shape, _ := t.Shape()
	return tensor.NumElements(shape)
}

// TypeOf returns the type of the constant.
func (d *DenseNumbers) TypeOf() Type { return d.Type }

// Print implements AttrData.
func (d *DenseNumbers) Print(w *Writer) {
	if !d.Splat && w.elideElements(d.NumElements()) {
		w.Str("dense_resource<__elided__> : ")
		w.Type(d.Type)
		return
	}
	w.Str("dense<")
	w.numbers(d)
	w.Str("> : ")
	w.Type(d.Type)
}

// numbers writes the content of dense<…>.
func (w *Writer) numbers(d *DenseNumbers) {
	per, _ := d.Type.Elem().Parts()
	at := 0
	elem := func() {
		if per == 1 {
			w.AttrNoType(d.Values[at])
		} else {
			w.Str("(")
			w.AttrNoType(d.Values[at])
			w.Str(",")
			w.AttrNoType(d.Values[at+1])
			w.Str(")")
		}
		at += per
	}
	shape, _ := d.Type.Shape()
	switch {
	case len(d.Values) == 0:
	case d.Splat:
		elem()
	case w.asHex(d.NumElements()):
		w.Str(`"0x`)
		for _, v := range d.Values {
			w.rawBytes(v)
		}
		w.Str(`"`)
	default:
		w.nested(shape, elem)
	}
}

// rawBytes writes a number as hexadecimal bytes in little-endian order. The width of the number's
// type determines how many.
func (w *Writer) rawBytes(a Attr) {
	var v *big.Int
	bits := 64
	switch d := a.Data().(type) {
	case *IntAttr:
		if v = d.Big; v == nil {
			v = big.NewInt(d.Value)
		}
		if t, ok := TypeAs[*IntType](d.Type); ok {
			bits = t.Bits
		}
	case *FloatAttr:
		v = new(big.Int).Lsh(new(big.Int).SetUint64(d.Hi), 64)
		v.Or(v, new(big.Int).SetUint64(d.Lo))
		bits = d.Type.Kind().Bits()
	}
	v = new(big.Int).And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1)))
	raw := v.FillBytes(make([]byte, (bits+7)/8))
	for i := len(raw) - 1; i >= 0; i-- {
		w.buf = append(w.buf, hexDigits[raw[i]>>4], hexDigits[raw[i]&15])
	}
}
