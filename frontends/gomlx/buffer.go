package gomlx

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// buffer is a tensor that GoMLX refers to. Its data is in host memory, so clients can read and
// write it in place.
type buffer struct {
	shape shapes.Shape
	t     *tensor.Tensor // nil after the buffer is finalized or donated
}

// bufferOf returns b as a buffer of this backend. It fails if the buffer was finalized or donated.
func bufferOf(b backends.Buffer) (*buffer, error) {
	buf, ok := b.(*buffer)
	if !ok || buf == nil {
		return nil, fmt.Errorf("a buffer of type %T is not of backend %q", b, Name)
	}
	if buf.t == nil {
		return nil, fmt.Errorf("the buffer of shape %s was finalized or donated", buf.shape)
	}
	return buf, nil
}

// newBuffer returns a buffer of zeros.
func newBuffer(s shapes.Shape) (*buffer, error) {
	if err := checkShape(s); err != nil {
		return nil, err
	}
	t, err := tensor.TryNew(kindOf(s.DType), wide(s.Dimensions)...)
	if err != nil {
		return nil, fmt.Errorf("cannot create a buffer of shape %s: %w", s, err)
	}
	return &buffer{s, t}, nil
}

// flat returns the elements as a slice of GoMLX's type for them. It does not copy the elements.
func (b *buffer) flat() any {
	t, n := b.shape.DType.GoType(), b.shape.Size()
	if n == 0 {
		return reflect.MakeSlice(reflect.SliceOf(t), 0, 0).Interface()
	}
	first := reflect.NewAt(t, unsafe.Pointer(unsafe.SliceData(b.t.Data)))
	return reflect.SliceAt(t, first.UnsafePointer(), n).Interface()
}

// bytesOf returns the memory of the slice "flat", or an error if "flat" does not match s.
func bytesOf(flat any, s shapes.Shape) ([]byte, error) {
	v := reflect.ValueOf(flat)
	if v.Kind() != reflect.Slice || v.Type().Elem() != s.DType.GoType() {
		return nil, fmt.Errorf("expected a slice of %s for shape %s, but got %T", s.DType.GoType(), s, flat)
	}
	if v.Len() != s.Size() {
		return nil, fmt.Errorf("shape %s has %d elements, but the slice has %d", s, s.Size(), v.Len())
	}
	if v.Len() == 0 {
		return nil, nil
	}
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size())), nil
}

// checkDevice returns an error if n is not the only device.
func checkDevice(n backends.DeviceNum) error {
	if n != 0 {
		return fmt.Errorf("backend %q has only device #0, but got device #%d", Name, n)
	}
	return nil
}

// BufferFinalize implements backends.DataInterface.
func (b *Backend) BufferFinalize(handle backends.Buffer) error {
	buf, err := bufferOf(handle)
	if err != nil {
		return err
	}
	buf.t = nil
	return nil
}

// BufferShape implements backends.DataInterface.
func (b *Backend) BufferShape(handle backends.Buffer) (shapes.Shape, error) {
	buf, err := bufferOf(handle)
	if err != nil {
		return shapes.Invalid(), err
	}
	return buf.shape, nil
}

// BufferDeviceNum implements backends.DataInterface.
func (b *Backend) BufferDeviceNum(handle backends.Buffer) (backends.DeviceNum, error) {
	_, err := bufferOf(handle)
	return 0, err
}

// BufferToFlatData implements backends.DataInterface.
func (b *Backend) BufferToFlatData(handle backends.Buffer, flat any) error {
	buf, err := bufferOf(handle)
	if err != nil {
		return err
	}
	to, err := bytesOf(flat, buf.shape)
	if err != nil {
		return err
	}
	copy(to, buf.t.Data)
	return nil
}

// BufferFromFlatData implements backends.DataInterface.
func (b *Backend) BufferFromFlatData(n backends.DeviceNum, flat any, s shapes.Shape) (backends.Buffer, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	if err := checkDevice(n); err != nil {
		return nil, err
	}
	buf, err := newBuffer(s)
	if err != nil {
		return nil, err
	}
	from, err := bytesOf(flat, s)
	if err != nil {
		return nil, err
	}
	copy(buf.t.Data, from)
	return buf, nil
}

// HasSharedBuffers returns true, because buffers are memory of this process.
func (b *Backend) HasSharedBuffers() bool { return true }

// NewSharedBuffer implements backends.DataInterface.
func (b *Backend) NewSharedBuffer(n backends.DeviceNum, s shapes.Shape) (backends.Buffer, any, error) {
	if err := b.check(); err != nil {
		return nil, nil, err
	}
	if err := checkDevice(n); err != nil {
		return nil, nil, err
	}
	buf, err := newBuffer(s)
	if err != nil {
		return nil, nil, err
	}
	return buf, buf.flat(), nil
}

// BufferData implements backends.DataInterface.
func (b *Backend) BufferData(handle backends.Buffer) (any, error) {
	buf, err := bufferOf(handle)
	if err != nil {
		return nil, err
	}
	return buf.flat(), nil
}

// BufferCopyToDevice returns an error, because there is only one device.
func (b *Backend) BufferCopyToDevice(handle backends.Buffer, n backends.DeviceNum) (backends.Buffer, error) {
	if _, err := bufferOf(handle); err != nil {
		return nil, err
	}
	if err := checkDevice(n); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("the buffer is on device #%d already", n)
}

// elemOf returns the element type of the slice "flat", or nil if "flat" is not a slice.
func elemOf(flat any) reflect.Type {
	if t := reflect.TypeOf(flat); t != nil && t.Kind() == reflect.Slice {
		return t.Elem()
	}
	return nil
}

// oneOf returns a slice with the single element v.
func oneOf(v any) any {
	s := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(v)), 1, 1)
	s.Index(0).Set(reflect.ValueOf(v))
	return s.Interface()
}
