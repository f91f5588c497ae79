package ir

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// MaxSplatInts is the largest number of elements of a splat for which [Attr.Ints] returns a list.
const MaxSplatInts = 1 << 20

// tooLong reports whether a is a splat of more than MaxSplatInts elements. The elements of other
// constants are at most four times as many as the bytes of their text, so they need no limit.
func (a Attr) tooLong() bool {
	d, ok := a.Data().(*DenseElements)
	return ok && d.splat && d.NumElements() > MaxSplatInts
}

// Ints returns the integers in a dense array, a dense constant, or an array of integer attributes.
// ok is false for other attributes, and for a splat of more than [MaxSplatInts] elements.
func (a Attr) Ints() (v []int64, ok bool) {
	switch d := a.Data().(type) {
	case *DenseArrayAttr:
		if d.Values.Kind.IsFloat() {
			return nil, false
		}
		v = make([]int64, d.Values.NumElements())
		for i := range v {
			v[i] = d.Values.Int(i)
		}
		return v, true
	case *ArrayAttr:
		v = make([]int64, len(d.Elems))
		for i, e := range d.Elems {
			n, isInt := e.Int()
			if !isInt {
				return nil, false
			}
			v[i] = n
		}
		return v, true
	case *DenseElements:
		if k := d.Type.Kind(); k.IsFloat() || k.IsComplex() || k == tensor.Invalid || a.tooLong() {
			return nil, false
		}
		t := d.Tensor()
		v = make([]int64, t.NumElements())
		for i := range v {
			v[i] = t.Int(i)
		}
		return v, true
	}
	return nil, false
}

// Floats returns the elements of a dense array of floating-point numbers. ok is false for other
// attributes.
func (a Attr) Floats() (v []float64, ok bool) {
	d, ok := a.Data().(*DenseArrayAttr)
	if !ok || !d.Values.Kind.IsFloat() {
		return nil, false
	}
	v = make([]float64, d.Values.NumElements())
	for i := range v {
		v[i] = d.Values.Float(i)
	}
	return v, true
}

// Int returns the value of an integer attribute. ok is false for other attributes, and if the value
// does not fit into 64 bits.
func (a Attr) Int() (v int64, ok bool) {
	d, ok := a.Data().(*IntAttr)
	if !ok || d.Big != nil {
		return 0, false
	}
	return d.Value, true
}

// Str returns the value of a string attribute. ok is false for other attributes.
func (a Attr) Str() (s string, ok bool) {
	d, ok := a.Data().(*StringAttr)
	if !ok {
		return "", false
	}
	return d.Value, true
}

// Strs returns the values of an array of strings. ok is false for other attributes.
func (a Attr) Strs() (v []string, ok bool) {
	d, ok := a.Data().(*ArrayAttr)
	if !ok {
		return nil, false
	}
	for _, e := range d.Elems {
		s, ok := e.Str()
		if !ok {
			return nil, false
		}
		v = append(v, s)
	}
	return v, true
}

// NewStrs returns an array of string attributes.
func NewStrs(list ...string) Attr {
	elems := make([]Attr, len(list))
	for i, s := range list {
		elems[i] = NewString(s)
	}
	return NewArray(elems...)
}

// TypeOf returns the type of a typed attribute, or the zero Type for other attributes.
func (a Attr) TypeOf() Type {
	switch d := a.Data().(type) {
	case *IntAttr:
		return d.Type
	case *FloatAttr:
		return d.Type
	case *StringAttr:
		return d.Type
	case *DenseElements:
		return d.Type
	case *DenseStrings:
		return d.Type
	case *SparseElements:
		return d.Type
	case *ResourceElements:
		return d.Type
	case *OpaqueAttr:
		return d.Type
	}
	if t, ok := a.Data().(interface{ TypeOf() Type }); ok {
		return t.TypeOf()
	}
	return Type{}
}

// Get returns the attribute with the given name, or the zero Attr if there is none. d may be nil.
func (d *DictAttr) Get(name string) Attr {
	if d == nil {
		return Attr{}
	}
	for _, e := range d.Entries {
		if e.Name == name {
			return e.Attr
		}
	}
	return Attr{}
}

func sortNamed(s []NamedAttr) {
	slices.SortStableFunc(s, func(a, b NamedAttr) int { return strings.Compare(a.Name, b.Name) })
}
