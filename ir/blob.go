package ir

import (
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// Resource is a blob to which constants refer by name. Its content is either Blob, the raw bytes
// with the alignment Align, or Text. Text is the hexadecimal text in the file, which begins with 0x
// and the alignment. All three fields are empty if the resource was never defined.
type Resource struct {
	Name  string
	Align uint32
	Blob  []byte
	Text  []byte

	decoding sync.Mutex    // protects dense
	dense    map[Type]Attr // the results of Dense by type, so that all uses share the elements
}

// ResourceElements is a constant whose elements are in a resource.
//
//	dense_resource<weights> : tensor<512x10xf32>
type ResourceElements struct {
	Type     Type
	Resource *Resource
}

// Dense returns the constant as a [DenseElements]. Constants of the same type and resource share
// one result. Elements of i1 are bits, or bytes 00 and 01. Dense fails if the resource is not
// defined or does not match the type, if the type has no static shape, or if its elements have no
// [tensor.Kind].
func (d *ResourceElements) Dense() (Attr, error) {
	r := d.Resource
	r.decoding.Lock()
	defer r.decoding.Unlock()
	if a, ok := r.dense[d.Type]; ok {
		return a, nil
	}
	a, err := r.decode(d.Type)
	if err != nil {
		return Attr{}, err
	}
	if r.dense == nil {
		r.dense = map[Type]Attr{}
	}
	r.dense[d.Type] = a
	return a, nil
}

// decode returns the dense constant of type t whose elements are in r.
func (r *Resource) decode(t Type) (Attr, error) {
	k := t.Kind()
	shape, _ := t.Shape()
	if !t.HasStaticShape() || k == tensor.Invalid {
		return Attr{}, fmt.Errorf("resource '%s' is used for a constant of type '%s', which cannot have its elements in a resource", r.Name, t)
	}
	n, err := tensor.CheckShape(k, shape)
	if err != nil {
		return Attr{}, fmt.Errorf("resource '%s' is used for a constant of type '%s', which cannot have its elements in a resource: %w", r.Name, t, err)
	}
	if !r.defined() {
		return Attr{}, fmt.Errorf("resource '%s' is not defined", r.Name)
	}
	have, want := r.size(), tensor.RawLen(k, n)
	if bytewise := k == tensor.I1 && have == n; have != want && !bytewise {
		return Attr{}, fmt.Errorf("resource '%s' has %d bytes after its alignment, but a constant of type '%s' needs %d", r.Name, have, t, want)
	}
	a, err := r.elements(t)
	if err != nil {
		return Attr{}, fmt.Errorf("resource '%s': %w", r.Name, err)
	}
	return a, nil
}

// elements returns the elements in r, whose size matches the type t.
func (r *Resource) elements(t Type) (Attr, error) {
	if r.Text != nil {
		return NewDenseHex(t, r.Text[blobDigits:]) // decodes a large text when the elements are first used
	}
	if t.Kind() == tensor.I1 {
		return NewDenseHex(t, []byte(hex.EncodeToString(r.Blob))) // bits or bytes
	}
	shape, _ := t.Shape()
	v, err := tensor.Unpack(t.Kind(), shape, r.Blob)
	if err != nil {
		return Attr{}, err
	}
	return NewDense(t, v), nil
}

// blobDigits is the length of 0x and the four bytes of the alignment at the start of Resource.Text.
const blobDigits = len("0x") + 2*4

func (r *Resource) defined() bool { return len(r.Text) >= blobDigits || r.Blob != nil || r.Align != 0 }

// size returns the number of bytes after the alignment.
func (r *Resource) size() int {
	if r.Text != nil {
		return (len(r.Text) - blobDigits) / 2
	}
	return len(r.Blob)
}

// WithElements returns the dense constant for a constant that refers to a resource. It returns any
// other attribute unchanged.
func WithElements(a Attr) (Attr, error) {
	if d, ok := AttrAs[*ResourceElements](a); ok {
		return d.Dense()
	}
	return a, nil
}

// HexText returns the alignment and the bytes as MLIR prints them: in upper-case hexadecimal after
// 0x.
func (r *Resource) HexText() string {
	if r.Text != nil {
		digits := r.Text[2:] // not empty, since they begin with the alignment
		if up := upperHex(digits); &up[0] != &digits[0] {
			return "0x" + textOf(up)
		}
		return textOf(r.Text) // no copy, since blobs are large
	}
	head := []byte{byte(r.Align), byte(r.Align >> 8), byte(r.Align >> 16), byte(r.Align >> 24)}
	return "0x" + strings.ToUpper(hex.EncodeToString(head)+hex.EncodeToString(r.Blob))
}
