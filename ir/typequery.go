package ir

import (
	"slices"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// Elem returns the element type if t is a shaped type, and otherwise t itself.
//
//go:noinline
func (t Type) Elem() Type {
	switch d := t.Data().(type) {
	case *TensorType:
		return d.Elem
	case *UnrankedTensorType:
		return d.Elem
	case *MemRefType:
		return d.Elem
	case *UnrankedMemRefType:
		return d.Elem
	case *VectorType:
		return d.Elem
	}
	return t
}

// IsShaped reports whether t is a tensor, memref or vector, ranked or not.
func (t Type) IsShaped() bool {
	switch t.Data().(type) {
	case *TensorType, *UnrankedTensorType, *MemRefType, *UnrankedMemRefType, *VectorType:
		return true
	}
	return false
}

// Shape returns the extents of a ranked shaped type. ok is false for all other types. The caller
// must not change the result.
//
//go:noinline
func (t Type) Shape() (shape []int64, ok bool) {
	switch d := t.Data().(type) {
	case *TensorType:
		return d.Shape, true
	case *MemRefType:
		return d.Shape, true
	case *VectorType:
		return d.Shape, true
	}
	return nil, false
}

// Dims returns the extents of a ranked shaped type, and nil for all other types. The caller must
// not change the result.
func (t Type) Dims() []int64 {
	shape, _ := t.Shape()
	return shape
}

// Rank returns the number of dimensions of a ranked shaped type, and -1 for all other types.
func (t Type) Rank() int {
	shape, ok := t.Shape()
	if !ok {
		return -1
	}
	return len(shape)
}

// HasStaticShape reports whether t is ranked and no dimension is Dynamic.
func (t Type) HasStaticShape() bool {
	shape, ok := t.Shape()
	return ok && !slices.Contains(shape, Dynamic)
}

// Elements returns the number of elements in a value of type t. It returns 1 if t is not shaped,
// and 0 if t is unranked or a dimension is Dynamic. For a scalable vector, vscale counts as 1.
func (t Type) Elements() float64 {
	if !t.IsShaped() {
		return 1
	}
	if !t.HasStaticShape() {
		return 0
	}
	n := 1.0
	shape, _ := t.Shape()
	for _, extent := range shape {
		n *= float64(extent)
	}
	return n
}

// WithShape returns the ranked tensor type t with another shape. The element type and the encoding
// stay the same. WithShape panics if t is not a ranked tensor type.
func (t Type) WithShape(shape []int64) Type {
	d, ok := TypeAs[*TensorType](t)
	if !ok {
		panic("ir: BUG: expected a ranked tensor type, but got " + t.String())
	}
	return NewType(&TensorType{Shape: shape, Elem: d.Elem, Encoding: d.Encoding})
}

// WithElem returns the shaped type t with another element type. If t is not shaped, it returns
// elem.
func (t Type) WithElem(elem Type) Type {
	switch d := t.Data().(type) {
	case *TensorType:
		c := *d
		c.Elem = elem
		return NewType(&c)
	case *UnrankedTensorType:
		return NewType(&UnrankedTensorType{elem})
	case *MemRefType:
		c := *d
		c.Elem = elem
		return NewType(&c)
	case *UnrankedMemRefType:
		return NewType(&UnrankedMemRefType{elem, d.Space})
	case *VectorType:
		c := *d
		c.Elem = elem
		return NewType(&c)
	}
	return elem
}

// IsInt reports whether t is a signless integer of the given width, or of any width if bits is 0.
func (t Type) IsInt(bits int) bool {
	d, ok := t.Data().(*IntType)
	return ok && d.Sign == Signless && (bits == 0 || d.Bits == bits)
}

// IsFloat reports whether t is a floating-point type.
func (t Type) IsFloat() bool { return IsType[*FloatType](t) }

// IsIndex reports whether t is index.
func (t Type) IsIndex() bool { return t == index }

// Kind returns the storage kind of a scalar type, or of the elements of a shaped type. It returns
// tensor.Invalid if a tensor.Tensor cannot hold the type, such as i7 or none.
func (t Type) Kind() tensor.Kind {
	switch d := t.Elem().Data().(type) {
	case *IntType:
		return intKind(d)
	case *FloatType:
		return d.Kind
	case *IndexType:
		return tensor.Index
	case *ComplexType:
		switch d.Elem {
		case f32:
			return tensor.C64
		case f64:
			return tensor.C128
		}
	}
	return tensor.Invalid
}

func intKind(d *IntType) tensor.Kind {
	if d.Sign == Unsigned {
		switch d.Bits {
		case 2:
			return tensor.U2
		case 4:
			return tensor.U4
		case 8:
			return tensor.U8
		case 16:
			return tensor.U16
		case 32:
			return tensor.U32
		case 64:
			return tensor.U64
		}
		return tensor.Invalid
	}
	switch d.Bits {
	case 1:
		return tensor.I1
	case 2:
		return tensor.I2
	case 4:
		return tensor.I4
	case 8:
		return tensor.I8
	case 16:
		return tensor.I16
	case 32:
		return tensor.I32
	case 64:
		return tensor.I64
	}
	return tensor.Invalid
}

// KindType returns the scalar type with storage kind k: i1 for I1, i8 for I8, ui8 for U8.
func KindType(k tensor.Kind) Type {
	switch {
	case k == tensor.Index:
		return index
	case k == tensor.C64:
		return Complex(f32)
	case k == tensor.C128:
		return Complex(f64)
	case k.IsFloat():
		return Float(k)
	case k.IsUnsigned() && k != tensor.I1:
		return NewType(&IntType{Bits: k.Bits(), Sign: Unsigned})
	}
	return Int(k.Bits())
}
