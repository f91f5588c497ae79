package tensor

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/lathe-ir/lathe/ir/hostbytes"
)

// Tensor is a dense row-major tensor. A tensor without dimensions is a scalar.
type Tensor struct {
	Kind  Kind
	Shape []int64
	// Data has NumElements * Kind.Size() bytes. The elements are little-endian. An element of fewer
	// than 8 bits takes one byte, and its unused bits are 0 or, for i2 and i4, copies of the sign
	// bit.
	Data []byte
}

// New returns a tensor whose bits are all 0, which is the number 0 in all kinds except f8E8M0FNU.
// Data is aligned to 8 bytes. The tensor copies shape, which must be valid: see CheckShape.
//
// If the host lacks the memory, New panics with a *hostbytes.Lack, like every function that creates
// tensors and returns no error. Without the panic, the Go runtime would end the process. Package
// interp and the pass manager convert the panic to an error. Other callers use TryNew.
func New(k Kind, shape ...int64) *Tensor {
	return Must(TryNew(k, shape...))
}

// Must returns t if err is nil. Otherwise it panics, with a *hostbytes.Lack if err contains one.
func Must(t *Tensor, err error) *Tensor {
	var lack *hostbytes.Lack
	switch {
	case errors.As(err, &lack):
		panic(lack)
	case err != nil:
		panic("tensor: BUG: " + err.Error())
	}
	return t
}

// TryNew is like New, but returns an error if the kind or shape is invalid, and a *hostbytes.Lack
// if the host lacks the memory.
func TryNew(k Kind, shape ...int64) (*Tensor, error) {
	n, err := CheckShape(k, shape)
	if errors.Is(err, errTooMany) {
		return nil, &hostbytes.Lack{Bytes: math.MaxUint64}
	}
	if err != nil {
		return nil, err
	}
	bytes, err := alignedBytes(n * k.Size())
	if err != nil {
		return nil, err
	}
	return assemble(k, shape, bytes), nil
}

// assemble returns a tensor with a copy of shape, because callers may change Shape, and shape often
// belongs to a type, which is shared. A shape of few dimensions is allocated with the tensor.
func assemble(k Kind, shape []int64, data []byte) *Tensor {
	if n := len(shape); n > 0 && n <= 4 {
		own := &struct {
			Tensor
			dims [4]int64
		}{Tensor: Tensor{Kind: k, Data: data}}
		copy(own.dims[:], shape)
		own.Shape = own.dims[:n:n]
		return &own.Tensor
	}
	return &Tensor{Kind: k, Shape: slices.Clone(shape), Data: data}
}

// Wrap returns a tensor that uses data if data is aligned to 8 bytes, and otherwise a copy of data.
// It copies shape. It fails if the kind or shape is invalid, or if the size of data does not match
// them. If the host lacks memory for the copy, the error is a *hostbytes.Lack. Wrap does not check
// the unused bits of elements of fewer than 8 bits, which Data describes.
func Wrap(k Kind, shape []int64, data []byte) (*Tensor, error) {
	if err := checkData(k, shape, data); err != nil {
		return nil, err
	}
	if len(data) > 0 && uintptr(unsafe.Pointer(&data[0]))%8 != 0 {
		aligned, err := alignedBytes(len(data))
		if err != nil {
			return nil, err
		}
		copy(aligned, data)
		data = aligned
	}
	return assemble(k, shape, data), nil
}

// checkData fails if the kind or shape is invalid, or if the size of data does not match them.
func checkData(k Kind, shape []int64, data []byte) error {
	n, err := CheckShape(k, shape)
	if err != nil {
		return err
	}
	if want := n * k.Size(); want != len(data) {
		return fmt.Errorf("%s takes %d bytes, but the data has %d", typeString(k, shape), want, len(data))
	}
	return nil
}

var errTooMany = errors.New("has too many elements")

// CheckShape returns the number of elements of a shape. It fails if the kind is invalid, if a
// dimension is negative, or if the tensor would have 2⁶² bytes or more.
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
	// A dimension of 0 makes the tensor empty, even if the product of the others overflows.
	if slices.Contains(shape, 0) {
		return 0, nil
	}
	if hi, lo := bits.Mul64(n, uint64(k.Size())); overflow || hi != 0 || lo >= 1<<62 {
		return 0, fmt.Errorf("%s %w", typeString(k, shape), errTooMany)
	}
	return int(n), nil
}

// NumElements returns the product of the dimensions, which is 1 for a scalar. It returns
// [math.MaxInt] if the product is larger, or if a dimension is negative and none is 0.
func NumElements(shape []int64) int {
	n := uint64(1)
	for _, d := range shape {
		hi, lo := bits.Mul64(n, uint64(d))
		if n = lo; hi != 0 || lo > math.MaxInt {
			n = math.MaxInt
		}
	}
	return int(n)
}

// NumElements returns the number of elements of t.
func (t *Tensor) NumElements() int { return NumElements(t.Shape) }

// Clone returns a copy of t that shares no memory with it.
func (t *Tensor) Clone() *Tensor {
	c, err := t.TryClone()
	if err != nil {
		panic(err)
	}
	return c
}

// TryClone is like Clone, but returns a *hostbytes.Lack instead of panicking if the host lacks the
// memory.
func (t *Tensor) TryClone() (*Tensor, error) {
	bytes, err := alignedBytes(len(t.Data))
	if err != nil {
		return nil, err
	}
	copy(bytes, t.Data)
	return assemble(t.Kind, t.Shape, bytes), nil
}

// Reshape returns a tensor with the elements of t and another shape, which must have the same
// number of elements. The result shares t's Data and has a copy of shape.
func (t *Tensor) Reshape(shape []int64) *Tensor {
	if NumElements(shape) != t.NumElements() {
		panic(fmt.Sprintf("tensor: BUG: reshape of %s to %v", typeString(t.Kind, t.Shape), shape))
	}
	return assemble(t.Kind, shape, t.Data)
}

// Equal reports whether t and u have the same kind, shape and bits. So 0 and -0 differ, and a NaN
// equals itself.
func (t *Tensor) Equal(u *Tensor) bool {
	return t.Kind == u.Kind && slices.Equal(t.Shape, u.Shape) && bytes.Equal(t.Data, u.Data)
}

// Strides returns, for each dimension, the distance between neighbors, counted in elements.
func (t *Tensor) Strides() []int64 {
	strides := make([]int64, len(t.Shape))
	step := int64(1)
	for i := len(t.Shape) - 1; i >= 0; i-- {
		strides[i] = step
		step *= t.Shape[i]
	}
	return strides
}

// alignedBytes returns n zero bytes aligned to 8, or fails with a *hostbytes.Lack.
func alignedBytes(n int) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	if err := hostbytes.Check(uint64(n)); err != nil {
		return nil, err
	}
	words := make([]uint64, (n+7)/8)
	b := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)[:n:n]
	if n >= 2*hugePage {
		wantHugePages(b)
	}
	if err := hostbytes.Kept(uint64(n)); err != nil {
		return nil, err
	}
	return b, nil
}

// hugePage is the usual size in bytes of a huge page.
const hugePage = 2 << 20

// typeString returns the tensor type in MLIR's spelling: tensor<2x3xf32>.
func typeString(k Kind, shape []int64) string {
	b := []byte("tensor<")
	for _, d := range shape {
		b = fmt.Appendf(b, "%dx", d)
	}
	return string(b) + k.String() + ">"
}
