package host

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Memory returns the memory of a device that uses host memory.
func Memory(device string) backends.Memory { return memory{device: device} }

// Parameters of the memories that NewMemory returns.
const (
	// LimitParameter is the largest total size of open buffers in bytes; 0 means no limit.
	LimitParameter = "limit"
	// UsedParameter is the total size of open buffers in bytes; it cannot be set.
	UsedParameter = "used"
)

// NewMemory implements [backends.MemoryMaker] for a device that uses host memory.
func NewMemory(device string, parameters map[string]any) (backends.Memory, error) {
	l := &limit{}
	p, err := property.New(device, l.parameters(device))
	if err != nil {
		return nil, err
	}
	if l.properties, err = p.With(parameters); err != nil {
		return nil, err
	}
	l.most = int64(property.Value[int](l.properties, LimitParameter))
	return memory{device, l}, nil
}

// limit counts the bytes of the open buffers of a memory, and limits them.
type limit struct {
	most       int64 // bytes; 0: any number
	used       atomic.Int64
	properties *property.Properties
}

// parameters declares the properties of a memory, of which only the limit can be set.
func (l *limit) parameters(device string) []property.Property {
	return []property.Property{
		{Key: "device", Doc: "the device of the memory", Default: device},
		{Key: "space", Doc: "the address space of the memory", Default: backends.HostSpace},
		{Key: LimitParameter, Doc: "the largest total size of its buffers in bytes; 0 means no limit", Default: 0, Access: property.ReadWrite},
		{Key: UsedParameter, Doc: "the total size of its open buffers in bytes", Default: 0, Read: func(string) any { return int(l.used.Load()) }},
	}
}

// take counts the bytes of a new buffer. It fails if the open buffers would exceed the limit.
func (l *limit) take(bytes int64) error {
	if l.most == 0 {
		l.used.Add(bytes)
		return nil
	}
	for {
		used := l.used.Load()
		if bytes > l.most-used {
			return diag.Errorf(diag.Span{}, "a buffer of %d bytes exceeds the limit of the memory: %d bytes, of which %d are in use", bytes, l.most, used).
				WithHelp("close buffers, or make the memory with a larger '" + LimitParameter + "'")
		}
		if l.used.CompareAndSwap(used, used+bytes) {
			return nil
		}
	}
}

type memory struct {
	device string
	limit  *limit // nil: nothing is counted
}

func (m memory) Device() string { return m.device }
func (m memory) Space() string  { return backends.HostSpace }

// Properties implements backends.Configured. It returns the parameters of the memory.
func (m memory) Properties() *property.Properties {
	if m.limit != nil {
		return m.limit.properties
	}
	made, _ := NewMemory(m.device, nil)
	return made.(memory).limit.properties
}

func (m memory) NewHostTensor(k tensor.Kind, shape ...int64) (*tensor.Tensor, error) {
	if _, err := tensor.CheckShape(k, shape); err != nil {
		return nil, err
	}
	if err := room(ir.Tensor(ir.KindType(k), shape...)); err != nil {
		return nil, diag.Errorf(diag.Span{}, "a %v", err)
	}
	t, err := tensor.TryNew(k, shape...)
	if err != nil {
		return nil, diag.OfKind(err, diag.Errorf(diag.Span{}, "a '%s' can't be allocated: %v", ir.Tensor(ir.KindType(k), shape...), err))
	}
	return t, nil
}

func (m memory) NewBuffer(k tensor.Kind, shape ...int64) (backends.Buffer, error) {
	n, err := tensor.CheckShape(k, shape)
	if err != nil {
		return nil, err
	}
	b, err := m.reserve(int64(n * k.Size()))
	if err != nil {
		return nil, err
	}
	if b.t, err = m.NewHostTensor(k, shape...); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// reserve returns a buffer without a tensor. Its bytes count toward the limit of m.
func (m memory) reserve(bytes int64) (*buffer, error) {
	b := &buffer{memory: m}
	if m.limit != nil {
		if err := m.limit.take(bytes); err != nil {
			return nil, err
		}
		b.counted = bytes
	}
	return b, nil
}

func (m memory) wrap(t *tensor.Tensor) backends.Buffer { return &buffer{memory: m, t: t} }

// WrapTensor returns t as a buffer of m without a copy. ok is false if m does not come from
// [Memory] or [NewMemory], or if t is nil.
func WrapTensor(m backends.Memory, t *tensor.Tensor) (b backends.Buffer, ok bool) {
	h, ok := m.(memory)
	if !ok || t == nil {
		return nil, false
	}
	return h.wrap(t), true
}

type buffer struct {
	memory  memory
	t       *tensor.Tensor
	counted int64 // bytes that count toward the limit of the memory
	closed  atomic.Bool
}

func (b *buffer) Memory() backends.Memory      { return b.memory }
func (b *buffer) Kind() tensor.Kind            { return b.t.Kind }
func (b *buffer) Shape() []int64               { return slices.Clone(b.t.Shape) }
func (b *buffer) Host() (*tensor.Tensor, bool) { return b.t, true }

// Close implements backends.Buffer. The tensor can still be used.
func (b *buffer) Close() error {
	if !b.closed.Swap(true) && b.counted > 0 {
		b.memory.limit.used.Add(-b.counted)
	}
	return nil
}

func (b *buffer) open() error {
	if b.closed.Load() {
		return diag.OfKind(backends.ErrClosed, diag.Errorf(diag.Span{}, "the buffer is closed"))
	}
	return nil
}

func (b *buffer) Read(t *tensor.Tensor) error {
	if err := b.open(); err != nil {
		return err
	}
	if err := backends.CheckTensor("buffer", backends.TypeOf(b.t), t); err != nil {
		return err
	}
	copy(t.Data, b.t.Data)
	return nil
}

func (b *buffer) Write(t *tensor.Tensor) error {
	if err := b.open(); err != nil {
		return err
	}
	if err := backends.CheckTensor("buffer", backends.TypeOf(b.t), t); err != nil {
		return err
	}
	copy(b.t.Data, t.Data)
	return nil
}

// Tensors returns the tensors of buffers in host memory. If a buffer is in another memory, Tensors
// fails with [backends.ErrForeignBuffer]. The error names the first such buffer. "what" is "input"
// or "output", for errors.
func Tensors(what, device string, buffers []backends.Buffer) ([]*tensor.Tensor, error) {
	ts := make([]*tensor.Tensor, len(buffers))
	for i, b := range buffers {
		if b == nil {
			return nil, diag.Errorf(diag.Span{}, "%s #%d is missing", what, i)
		}
		if h, ok := b.(*buffer); ok && h.closed.Load() {
			return nil, diag.OfKind(backends.ErrClosed, diag.Errorf(diag.Span{}, "%s #%d is a closed buffer", what, i))
		}
		t, ok := b.Host()
		if !ok || b.Memory().Space() != backends.HostSpace {
			return nil, diag.OfKind(backends.ErrForeignBuffer, diag.Errorf(diag.Span{}, "%s #%d is in memory '%s' of device '%s', which device '%s' can't reach", what, i, b.Memory().Space(), b.Memory().Device(), device).
				WithHelp("copy it with host.Transfer"))
		}
		ts[i] = t
	}
	return ts, nil
}

// RunBuffers implements [backends.BufferRunner] for a program that runs in host memory.
func RunBuffers(ctx context.Context, p backends.IntoRunner, device string, inputs, outputs []backends.Buffer) error {
	in, err := Tensors("input", device, inputs)
	if err != nil {
		return err
	}
	out, err := Tensors("output", device, outputs)
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

// CopyCounter counts copies. It is safe for concurrent use.
type CopyCounter struct{ count, bytes atomic.Int64 }

// Add counts a copy.
func (c *CopyCounter) Add(bytes int64) {
	c.count.Add(1)
	c.bytes.Add(bytes)
}

// Copies returns the counts.
func (c *CopyCounter) Copies() Copies { return Copies{int(c.count.Load()), c.bytes.Load()} }

// Transfer returns b if its memory and the destination have the same address space. Otherwise it
// returns a copy of b in the destination, and counts the copy in c, which may be nil.
func Transfer(to backends.Memory, b backends.Buffer, c *CopyCounter) (backends.Buffer, error) {
	switch {
	case b == nil:
		return nil, diag.Errorf(diag.Span{}, "the buffer to copy is nil")
	case to == nil:
		return nil, diag.Errorf(diag.Span{}, "the memory to copy the buffer to is nil")
	}
	if b.Memory().Space() == to.Space() {
		return b, nil
	}
	t, ok := b.Host()
	if !ok {
		var err error
		if t, err = Memory(to.Device()).NewHostTensor(b.Kind(), b.Shape()...); err != nil {
			return nil, err
		}
		if err := b.Read(t); err != nil {
			return nil, err
		}
	}
	if c != nil {
		c.Add(int64(len(t.Data)))
	}
	if h, ok := to.(memory); ok {
		w, err := h.reserve(int64(len(t.Data)))
		if err != nil {
			return nil, err
		}
		w.t = t
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
