package tensor

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"unsafe"
)

// Tensor is a dense row-major tensor. A tensor without dimensions is a scalar.
type Tensor struct {
	Kind  Kind
	Shape []int64
	Data  []byte // little-endian; NumElements * Kind.Size() bytes
}

// New returns a tensor of zeros, or rather of zero bits: f8E8M0FNU has no zero. Its
// Data is aligned to 8 bytes. The tensor keeps shape, which must be valid: see
// CheckShape.
func New(k Kind, shape ...int64) *Tensor {
	n, err := CheckShape(k, shape)
	if err != nil {
		panic("tensor: BUG: " + err.Error())
	}
	return &Tensor{Kind: k, Shape: shape, Data: alignedBytes(n * k.Size())}
}

// Wrap returns a tensor over data, which it keeps if it is aligned to 8 bytes and
// copies otherwise. It fails if data has not the size that kind and shape ask for.
// Elements of fewer than 8 bits must be as Data holds them: an i1 is 0 or 1, an i4
// sign-extended.
func Wrap(k Kind, shape []int64, data []byte) (*Tensor, error) {
	n, err := CheckShape(k, shape)
	if err != nil {
		return nil, err
	}
	if want := n * k.Size(); want != len(data) {
		return nil, fmt.Errorf("%s takes %d bytes, but got %d", typeString(k, shape), want, len(data))
	}
	if len(data) > 0 && uintptr(unsafe.Pointer(&data[0]))%8 != 0 {
		aligned := alignedBytes(len(data))
		copy(aligned, data)
		data = aligned
	}
	return &Tensor{Kind: k, Shape: shape, Data: data}, nil
}

// CheckShape is the number of elements of a shape. It fails on an invalid kind, a
// negative dimension, and a tensor of 2⁶² bytes and more.
func CheckShape(k Kind, shape []int64) (int, error) {
	if k == Invalid || k >= kindCount {
		return 0, fmt.Errorf("invalid element kind %d", uint8(k))
	}
	n, overflow := uint64(1), false
	for i, d := range shape {
		if d < 0 {
			return 0, fmt.Errorf("dimension #%d must not be negative, but got %d", i, d)
		}
		hi, lo := bits.Mul64(n, uint64(d))
		overflow = overflow || hi != 0
		n = lo
	}
	// A dimension of 0 makes the tensor empty, whatever the others multiply to.
	if slices.Contains(shape, 0) {
		return 0, nil
	}
	if hi, lo := bits.Mul64(n, uint64(k.Size())); overflow || hi != 0 || lo >= 1<<62 {
		return 0, fmt.Errorf("%s has too many elements", typeString(k, shape))
	}
	return int(n), nil
}

// NumElements is the product of the dimensions, 1 for a scalar.
func NumElements(shape []int64) int {
	n := 1
	for _, d := range shape {
		n *= int(d)
	}
	return n
}

// NumElements is how many elements t has.
func (t *Tensor) NumElements() int { return NumElements(t.Shape) }

// Clone is a copy of t that shares nothing with it.
func (t *Tensor) Clone() *Tensor {
	c := &Tensor{Kind: t.Kind, Shape: slices.Clone(t.Shape), Data: alignedBytes(len(t.Data))}
	copy(c.Data, t.Data)
	return c
}

// Reshape is t with another shape of as many elements. It shares t's Data.
func (t *Tensor) Reshape(shape []int64) *Tensor {
	if NumElements(shape) != t.NumElements() {
		panic(fmt.Sprintf("tensor: BUG: reshape of %s to %v", typeString(t.Kind, t.Shape), shape))
	}
	return &Tensor{Kind: t.Kind, Shape: shape, Data: t.Data}
}

// Equal reports whether t and u have the same kind, shape and bits. So 0 and -0
// differ, and a NaN equals itself.
func (t *Tensor) Equal(u *Tensor) bool {
	return t.Kind == u.Kind && slices.Equal(t.Shape, u.Shape) && bytes.Equal(t.Data, u.Data)
}

// Strides is how many elements apart neighbours along each dimension are.
func (t *Tensor) Strides() []int64 {
	strides := make([]int64, len(t.Shape))
	step := int64(1)
	for i := len(t.Shape) - 1; i >= 0; i-- {
		strides[i] = step
		step *= t.Shape[i]
	}
	return strides
}

// alignedBytes returns n zero bytes aligned to 8.
func alignedBytes(n int) []byte {
	if n == 0 {
		return nil
	}
	words := make([]uint64, (n+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)[:n:n]
}

// typeString is the tensor type in MLIR's spelling: tensor<2x3xf32>.
func typeString(k Kind, shape []int64) string {
	b := []byte("tensor<")
	for _, d := range shape {
		b = fmt.Appendf(b, "%dx", d)
	}
	return string(b) + k.String() + ">"
}
