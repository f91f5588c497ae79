package ir

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// DenseElements is a constant tensor or vector. A splat stores only one element. Large hexadecimal
// text is decoded when the values are first used.
//
//	dense<[1, 2]> : tensor<2xi64>
type DenseElements struct {
	Type Type // a shaped type with a static shape

	splat bool
	one   *tensor.Tensor // the element of a splat, with shape []
	hex   []byte         // hexadecimal digits that TryTensor decodes, without 0x; nil if there are none
	fills sync.Mutex     // held while TryTensor computes the value of the field all
	all   atomic.Pointer[tensor.Tensor]
}

// internLimit is the largest size in bytes of constants that are interned. Splats are always
// interned.
const internLimit = 64

// NewDense returns v as a constant of type t. v must have the shape and kind of t. A tensor of
// equal elements becomes a splat, as in MLIR.
func NewDense(t Type, v *tensor.Tensor) Attr {
	if one, ok := tensor.SplatOf(v); ok {
		return NewSplat(t, one)
	}
	d := &DenseElements{Type: t}
	d.all.Store(v)
	return NewAttr(d)
}

// NewSplat returns a constant of type t. All its elements equal the only element of "one".
func NewSplat(t Type, one *tensor.Tensor) Attr {
	return NewAttr(&DenseElements{Type: t, splat: true, one: one.Reshape(nil)})
}

// NewDenseHex returns the constant of type t whose packed little-endian bytes have the given
// hexadecimal digits. The digits of a single element make a splat. Elements of i1 are bits or, as
// in MLIR after version 22, bytes 00 and 01. NewDenseHex fails if the digits are invalid, if their
// number does not match t, or if the elements of t have no [tensor.Kind]. A large constant retains
// the slice and decodes it when the values are first read.
func NewDenseHex(t Type, digits []byte) (Attr, error) {
	shape, _ := t.Shape()
	k := t.Kind()
	n := tensor.NumElements(shape)
	if k == tensor.Invalid {
		return Attr{}, fmt.Errorf("constants of type %s cannot be hexadecimal", t)
	}
	want, one := tensor.RawLen(k, n), tensor.RawLen(k, 1)
	if len(digits)%2 != 0 {
		return Attr{}, ErrHexDigits
	}
	got := len(digits) / 2
	isSplat := got == one && n != 1
	if isSplat && k == tensor.I1 {
		c := string(bytes.ToUpper(digits))
		isSplat = c == "00" || c == "FF"
	}
	if k == tensor.I1 && got == n && got != want {
		return newDenseTruths(t, digits)
	}
	if got != want && !isSplat {
		if NonHex(digits) >= 0 {
			return Attr{}, ErrHexDigits
		}
		return Attr{}, fmt.Errorf("elements hex data size is invalid for provided type: '%s'", t)
	}
	if got <= internLimit || isSplat {
		raw := make([]byte, got)
		if _, err := hex.Decode(raw, digits); err != nil {
			return Attr{}, ErrHexDigits
		}
		if isSplat {
			v, err := tensor.Unpack(k, []int64{1}, raw)
			if err != nil {
				return Attr{}, err
			}
			return NewSplat(t, v), nil
		}
		v, err := tensor.Unpack(k, shape, raw)
		if err != nil {
			return Attr{}, err
		}
		return NewDense(t, v), nil
	}
	if NonHex(digits) >= 0 {
		return Attr{}, ErrHexDigits
	}
	return NewAttr(&DenseElements{Type: t, hex: digits}), nil
}

// newDenseTruths returns a constant of i1. For each element, digits must have 00 or 01.
func newDenseTruths(t Type, digits []byte) (Attr, error) {
	raw := make([]byte, len(digits)/2)
	if _, err := hex.Decode(raw, digits); err != nil {
		return Attr{}, ErrHexDigits
	}
	shape, _ := t.Shape()
	v := tensor.New(tensor.I1, shape...)
	for i, b := range raw {
		if b > 1 {
			return Attr{}, fmt.Errorf("elements hex data of type '%s' with one byte for each element must contain only the bytes 00 and 01", t)
		}
		v.SetInt(i, int64(b))
	}
	return NewDense(t, v), nil
}

// ErrHexDigits is the error for hexadecimal text of odd length or with a character that is not a
// digit.
var ErrHexDigits = errors.New("expected string containing hex digits starting with `0x`")

// Splat returns the element of a splat as a tensor of shape []. It returns false if d is not a
// splat.
func (d *DenseElements) Splat() (*tensor.Tensor, bool) { return d.one, d.splat }

// NumElements returns the number of elements.
func (d *DenseElements) NumElements() int {
	shape, _ := d.Type.Shape()
	return tensor.NumElements(shape)
}

// Tensor returns all elements. The caller must not change the result. Tensor panics with a
// [*hostbytes.Lack] if the host lacks memory for the elements.
func (d *DenseElements) Tensor() *tensor.Tensor {
	return tensor.Must(d.TryTensor(context.Background()))
}

// TryTensor is like Tensor, but fails if the host lacks memory for the elements or if ctx is done.
func (d *DenseElements) TryTensor(ctx context.Context) (*tensor.Tensor, error) {
	if t := d.all.Load(); t != nil {
		return t, nil
	}
	d.fills.Lock()
	defer d.fills.Unlock()
	if t := d.all.Load(); t != nil {
		return t, nil
	}
	shape, _ := d.Type.Shape()
	if d.splat {
		t, err := tensor.Repeat(ctx, d.one, shape)
		if err == nil {
			d.all.Store(t)
		}
		return t, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	k := d.Type.Kind()
	if err := hostbytes.Check(uint64(len(d.hex)/2) + uint64(d.NumElements())*uint64(k.Size())); err != nil { // for raw and t
		return nil, err
	}
	raw := make([]byte, len(d.hex)/2)
	if _, err := hex.Decode(raw, d.hex); err != nil {
		panic("ir: BUG: hex digits were checked: " + err.Error())
	}
	t, err := tensor.Unpack(k, shape, raw)
	if err != nil {
		return nil, err
	}
	d.all.Store(t)
	return t, nil
}

// large reports whether the constant is not interned.
func (d *DenseElements) large() bool {
	if d.splat {
		return false
	}
	return d.hex != nil || len(d.all.Load().Data) > internLimit
}

func (d *DenseElements) equal(e *DenseElements) bool {
	if d.Type != e.Type || d.splat != e.splat {
		return false
	}
	if d.splat {
		return bytes.Equal(d.one.Data, e.one.Data)
	}
	if d.hex != nil && e.hex != nil {
		return bytes.EqualFold(d.hex, e.hex)
	}
	return bytes.Equal(d.Tensor().Data, e.Tensor().Data)
}

// DenseStrings is a constant tensor or vector of strings.
type DenseStrings struct {
	Type   Type
	Splat  bool // Values has one element, which is repeated
	Values []string
}

// SparseElements is a constant that lists the indices and values of some elements. All other
// elements are zero.
//
//	sparse<[[0, 0]], [1]> : tensor<3x4xi32>
type SparseElements struct {
	Type            Type
	Indices, Values Attr
}
