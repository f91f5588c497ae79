package backends

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Memory is the memory of a device. Safe for concurrent use.
type Memory interface {
	// Device is the name of the device.
	Device() string
	// Space names what the device can reach: a buffer can be used on every device whose
	// memory has the same space. "host" is the host's own.
	Space() string
	// NewBuffer returns a buffer of the device, all zeros.
	NewBuffer(k tensor.Kind, shape ...int64) (Buffer, error)
	// NewHostTensor returns host memory that the device copies from and to fastest.
	NewHostTensor(k tensor.Kind, shape ...int64) (*tensor.Tensor, error)
}

// Buffer is a tensor in the memory of a device.
type Buffer interface {
	Memory() Memory
	Kind() tensor.Kind
	// Shape returns a copy of the dimensions.
	Shape() []int64
	// Read copies the buffer into t, and Write copies t into the buffer; t must have its
	// shape and kind.
	Read(t *tensor.Tensor) error
	Write(t *tensor.Tensor) error
	// Host returns the buffer's own tensor, where the memory is the host's.
	Host() (t *tensor.Tensor, ok bool)
	// Close frees the buffer: reading, writing and running on it then fail with ErrClosed.
	Close() error
}

// MemoryOf returns the memory of b's device. It fails with ErrUnsupported where b lacks the
// optional interface MemoryOwner.
func MemoryOf(b Backend) (Memory, error) {
	if b == nil {
		return nil, diag.OfKind(ErrUnsupported, diag.Errorf(diag.Span{}, "there is no backend whose memory could be given, but nil"))
	}
	if o, ok := b.(MemoryOwner); ok {
		return o.Memory(), nil
	}
	return nil, diag.OfKind(ErrUnsupported, diag.Errorf(diag.Span{}, "backend '%s' gives no access to the memory of device '%s'", b.Info().Name, b.Info().Device).
		WithHelp("give it tensors of the host"))
}

// HostSpace is the space of memory that is the host's own.
const HostSpace = "host"

// HostMemory is the memory of a device that works in the host's.
func HostMemory(device string) Memory { return hostMemory(device) }

type hostMemory string

func (m hostMemory) Device() string { return string(m) }
func (m hostMemory) Space() string  { return HostSpace }

func (m hostMemory) NewHostTensor(k tensor.Kind, shape ...int64) (*tensor.Tensor, error) {
	if _, err := tensor.CheckShape(k, shape); err != nil {
		return nil, err
	}
	if err := room(ir.Tensor(ir.KindType(k), shape...)); err != nil {
		return nil, diag.Errorf(diag.Span{}, "a %v", err)
	}
	t, err := tensor.TryNew(k, shape...)
	if err != nil {
		return nil, diag.OfKind(err, diag.Errorf(diag.Span{}, "a '%s' can't be made: %v", ir.Tensor(ir.KindType(k), shape...), err))
	}
	return t, nil
}

func (m hostMemory) NewBuffer(k tensor.Kind, shape ...int64) (Buffer, error) {
	t, err := m.NewHostTensor(k, shape...)
	if err != nil {
		return nil, err
	}
	return m.wrap(t), nil
}

// wrap returns t as a buffer, without a copy.
func (m hostMemory) wrap(t *tensor.Tensor) Buffer { return &hostBuffer{memory: m, t: t} }

// WrapTensor returns t as a buffer of m without a copy, where m is the host's; ok is
// false where it is not, or there is no t.
func WrapTensor(m Memory, t *tensor.Tensor) (b Buffer, ok bool) {
	h, ok := m.(hostMemory)
	if !ok || t == nil {
		return nil, false
	}
	return h.wrap(t), true
}

// hostBuffer is a tensor as a buffer.
type hostBuffer struct {
	memory hostMemory
	t      *tensor.Tensor
	closed atomic.Bool
}

func (b *hostBuffer) Memory() Memory               { return b.memory }
func (b *hostBuffer) Kind() tensor.Kind            { return b.t.Kind }
func (b *hostBuffer) Shape() []int64               { return slices.Clone(b.t.Shape) }
func (b *hostBuffer) Host() (*tensor.Tensor, bool) { return b.t, true }

// Close implements Buffer: the buffer is not used any more, but the tensor may be.
func (b *hostBuffer) Close() error {
	b.closed.Store(true)
	return nil
}

// open fails after Close.
func (b *hostBuffer) open() error {
	if b.closed.Load() {
		return diag.OfKind(ErrClosed, diag.Errorf(diag.Span{}, "the buffer is closed"))
	}
	return nil
}

func (b *hostBuffer) Read(t *tensor.Tensor) error {
	if err := b.open(); err != nil {
		return err
	}
	if err := CheckTensor("buffer", TypeOf(b.t), t); err != nil {
		return err
	}
	copy(t.Data, b.t.Data)
	return nil
}

func (b *hostBuffer) Write(t *tensor.Tensor) error {
	if err := b.open(); err != nil {
		return err
	}
	if err := CheckTensor("buffer", TypeOf(b.t), t); err != nil {
		return err
	}
	copy(b.t.Data, t.Data)
	return nil
}

// HostTensors returns the tensors of buffers that are in the host's memory. It fails
// with ErrForeignBuffer, naming the first that is not: what is input or output.
func HostTensors(what, device string, buffers []Buffer) ([]*tensor.Tensor, error) {
	ts := make([]*tensor.Tensor, len(buffers))
	for i, b := range buffers {
		if b == nil {
			return nil, diag.Errorf(diag.Span{}, "%s #%d is missing", what, i)
		}
		if h, ok := b.(*hostBuffer); ok && h.closed.Load() {
			return nil, diag.OfKind(ErrClosed, diag.Errorf(diag.Span{}, "%s #%d is a buffer that is closed", what, i))
		}
		t, ok := b.Host()
		if !ok || b.Memory().Space() != HostSpace {
			return nil, diag.OfKind(ErrForeignBuffer, diag.Errorf(diag.Span{}, "%s #%d is in memory '%s' of device '%s', which device '%s' can't reach", what, i, b.Memory().Space(), b.Memory().Device(), device).
				WithHelp("copy it with backends.Transfer"))
		}
		ts[i] = t
	}
	return ts, nil
}

// RunHostBuffers is RunBuffers for a program that runs in the host's memory.
func RunHostBuffers(ctx context.Context, p IntoRunner, device string, inputs, outputs []Buffer) error {
	in, err := HostTensors("input", device, inputs)
	if err != nil {
		return err
	}
	out, err := HostTensors("output", device, outputs)
	if err != nil {
		return err
	}
	return p.RunInto(ctx, in, out)
}

// Copies counts values that were copied from one memory to another.
type Copies struct {
	Count int
	Bytes int64
}

// CopyCounter counts copies. Safe for concurrent use.
type CopyCounter struct{ count, bytes atomic.Int64 }

// Add counts a copy.
func (c *CopyCounter) Add(bytes int64) {
	c.count.Add(1)
	c.bytes.Add(bytes)
}

// Copies is what was counted.
func (c *CopyCounter) Copies() Copies { return Copies{int(c.count.Load()), c.bytes.Load()} }

// Transfer returns b as a buffer of memory to: b itself where to has the same space, a
// copy that c counts otherwise. c may be nil.
func Transfer(to Memory, b Buffer, c *CopyCounter) (Buffer, error) {
	switch {
	case b == nil:
		return nil, diag.Errorf(diag.Span{}, "there is no buffer to copy, but nil")
	case to == nil:
		return nil, diag.Errorf(diag.Span{}, "there is no memory to copy the buffer to, but nil")
	}
	if b.Memory().Space() == to.Space() {
		return b, nil
	}
	t, ok := b.Host()
	if !ok {
		var err error
		if t, err = hostMemory(to.Device()).NewHostTensor(b.Kind(), b.Shape()...); err != nil {
			return nil, err
		}
		if err := b.Read(t); err != nil {
			return nil, err
		}
	}
	if c != nil {
		c.Add(int64(len(t.Data)))
	}
	if w, ok := WrapTensor(to, t); ok {
		return w, nil
	}
	out, err := to.NewBuffer(b.Kind(), b.Shape()...)
	if err != nil {
		return nil, err
	}
	if err := out.Write(t); err != nil {
		out.Close()
		return nil, err
	}
	return out, nil
}
