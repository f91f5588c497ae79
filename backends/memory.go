package backends

import (
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Memory is the memory of a device. It is safe for concurrent use.
type Memory interface {
	// Device is the name of the device.
	Device() string
	// Space is the name of the memory's address space. A buffer can be used on every device whose
	// memory has the same space. The space of host memory is HostSpace.
	Space() string
	// NewBuffer returns a buffer in the memory of the device. Its elements are zero.
	NewBuffer(k tensor.Kind, shape ...int64) (Buffer, error)
	// NewHostTensor returns a tensor in the kind of host memory that the device copies fastest.
	NewHostTensor(k tensor.Kind, shape ...int64) (*tensor.Tensor, error)
}

// Buffer is a tensor in the memory of a device.
type Buffer interface {
	Memory() Memory
	Kind() tensor.Kind
	// Shape returns a copy of the dimensions.
	Shape() []int64
	// Read copies the buffer into t, and Write copies t into the buffer; t must have the shape and
	// kind of the buffer.
	Read(t *tensor.Tensor) error
	Write(t *tensor.Tensor) error
	// Host returns the tensor of the buffer, if the buffer is in host memory.
	Host() (t *tensor.Tensor, ok bool)
	// Close frees the buffer. Later reads, writes and runs that use the buffer fail with ErrClosed.
	Close() error
}

// MemoryOf returns the memory of b's device, or ErrUnsupported if b is not a MemoryOwner.
func MemoryOf(b Backend) (Memory, error) {
	if b == nil {
		return nil, diag.OfKind(ErrUnsupported, diag.Errorf(diag.Span{}, "the backend is nil"))
	}
	if o, ok := b.(MemoryOwner); ok {
		return o.Memory(), nil
	}
	return nil, diag.OfKind(ErrUnsupported, diag.Errorf(diag.Span{}, "backend '%s' provides no access to the memory of device '%s'", b.Info().Name, b.Info().Device).
		WithHelp("use tensors in host memory"))
}

// NewMemory returns a memory of b's device with parameters, such as a limit. It fails with
// ErrUnsupported if b is not a MemoryMaker.
func NewMemory(b Backend, parameters map[string]any) (Memory, error) {
	if b == nil {
		return nil, diag.OfKind(ErrUnsupported, diag.Errorf(diag.Span{}, "cannot create a memory: the backend is nil"))
	}
	if o, ok := b.(MemoryMaker); ok {
		return o.NewMemory(parameters)
	}
	return nil, diag.OfKind(ErrUnsupported, diag.Errorf(diag.Span{}, "backend '%s' can't create a memory with parameters for device '%s'", b.Info().Name, b.Info().Device).
		WithHelp("use the device's memory without parameters"))
}

// HostSpace is the space of host memory.
const HostSpace = "host"
