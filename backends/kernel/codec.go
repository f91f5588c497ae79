package kernel

import (
	"context"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// mostDepth limits the nesting of steps, as the parser limits the nesting of regions.
const mostDepth = 20000

// Encode writes m without the instructions of its kernels. An exported program contains the
// compiled kernels instead.
func Encode(e *sealed.Encoder, m *Module) {
	h := &m.Host
	e.Int(h.ArenaBytes)
	e.Uint(uint64(len(h.Buffers)))
	for _, b := range h.Buffers {
		e.Uint(uint64(b.Kind))
		sealed.EncodeNumbers(e, b.Shape)
		e.Uint(uint64(b.Place))
		e.Uint(uint64(b.Index))
		e.Int(b.Offset)
	}
	sealed.EncodeNumbers(e, h.Inputs)
	sealed.EncodeNumbers(e, h.Outputs)
	e.Uint(uint64(len(h.Globals)))
	for _, g := range h.Globals {
		encodeConstant(e, g)
	}
	encodeSteps(e, h.Steps)
	e.Uint(uint64(len(m.Kernels)))
	for _, k := range m.Kernels {
		encodeKernel(e, k)
	}
}

func encodeSteps(e *sealed.Encoder, steps []Step) {
	e.Uint(uint64(len(steps)))
	for _, s := range steps {
		e.Int(int64(s.Kernel))
		sealed.EncodeNumbers(e, s.Args)
		sealed.EncodeNumbers(e, s.Ops)
		e.Uint(uint64(len(s.Blocks)))
		for _, b := range s.Blocks {
			encodeSteps(e, b)
		}
		encodeHost(e, s.Host)
	}
}

// EncodeTensor writes a tensor so that DecodeTensor can use its elements in place.
func EncodeTensor(e *sealed.Encoder, t *tensor.Tensor) {
	e.Uint(uint64(t.Kind))
	sealed.EncodeNumbers(e, t.Shape)
	e.Aligned(t.Data)
}

// encodeConstant writes t or, if all elements of t are equal, one element and the shape of t.
func encodeConstant(e *sealed.Encoder, t *tensor.Tensor) {
	one, splat := tensor.SplatOf(t)
	encodeBool(e, splat)
	if splat {
		sealed.EncodeNumbers(e, t.Shape)
		t = one
	}
	EncodeTensor(e, t)
}

// decodeConstant reads what encodeConstant wrote. For a splat, g.fill later creates the elements.
func decodeConstant(d *sealed.Decoder) (g global) {
	var shape []int64
	splat := d.Index(2) == 1
	if splat {
		shape = (&decoder{Decoder: d}).shape()
	}
	t := DecodeTensor(d)
	if d.Err() != nil {
		return g
	}
	g.fill = func(ctx context.Context) (*tensor.Tensor, error) { return tensor.Repeat(ctx, t, shape) }
	if !splat {
		shape, g.fill = t.Shape, func(context.Context) (*tensor.Tensor, error) { return t, nil }
	}
	n, err := tensor.CheckShape(t.Kind, shape)
	if err != nil || splat && (n == 0 || t.NumElements() != 1) {
		d.Fail()
		return g
	}
	g.typ, g.bytes = ir.Tensor(ir.KindType(t.Kind), shape...), int64(n)*int64(t.Kind.Size())
	return g
}

func encodeKernel(e *sealed.Encoder, k *Kernel) {
	e.String(k.Name)
	e.Int(k.Grid)
	e.Int(k.MaxSlice)
	encodeBool(e, k.Long)
	e.Uint(uint64(len(k.Params)))
	for _, p := range k.Params {
		e.Uint(uint64(p.Kind))
		sealed.EncodeNumbers(e, p.Shape)
		e.Int(int64(p.InPlace))
		encodeBool(e, p.Written)
	}
}

func encodeBool(e *sealed.Encoder, b bool) {
	if b {
		e.Uint(1)
	} else {
		e.Uint(0)
	}
}

// Decode reads the module that Encode wrote; d.Err reports a failure. Decode checks that indices
// are within bounds, and that buffers have the sizes that kernels and other steps need. It also
// fails if ctx is done, or if the host lacks memory for the constants and the arena. A constant can
// be far larger than its encoding, which has one element if all elements are equal.
func Decode(ctx context.Context, d *sealed.Decoder) *Module {
	r := &decoder{Decoder: d}
	m := &Module{}
	h := &m.Host
	h.ArenaBytes = d.Int()
	h.Buffers = sealed.DecodeList(d, 5, r.buffer)
	h.Inputs, h.Outputs = r.indices(len(h.Buffers)), r.indices(len(h.Buffers))
	constants := sealed.DecodeList(d, 4, func() global { return decodeConstant(d) })
	h.Steps = r.steps(h)
	m.Kernels = sealed.DecodeList(d, 5, r.kernel)
	if d.Err() == nil && !consistent(m, constants) {
		d.Fail()
	}
	if d.Err() != nil {
		return m
	}
	var err error
	if h.Globals, err = fill(ctx, h.ArenaBytes, constants); err != nil {
		d.FailWith(err)
	}
	return m
}

func (r *decoder) steps(h *Host) []Step {
	if r.depth++; r.depth > mostDepth {
		r.Fail()
		return nil
	}
	defer func() { r.depth-- }()
	return sealed.DecodeList(r.Decoder, 5, func() Step {
		s := Step{Kernel: int(r.Int()), Args: r.indices(len(h.Buffers)), Ops: sealed.DecodeNumbers[uint32](r.Decoder, math.MaxUint32+1)}
		s.Blocks = sealed.DecodeList(r.Decoder, 1, func() []Step { return r.steps(h) })
		s.Host = r.host()
		return s
	})
}

// DecodeTensor reads a tensor, and uses its elements in place if they are aligned.
func DecodeTensor(d *sealed.Decoder) *tensor.Tensor {
	r := &decoder{Decoder: d}
	kind, shape := r.kind(), r.shape()
	bytes := d.Aligned()
	if d.Err() != nil {
		return nil
	}
	if n, err := tensor.CheckShape(kind, shape); err != nil || n*kind.Size() != len(bytes) {
		d.Fail()
		return nil
	}
	t, err := tensor.Wrap(kind, shape, bytes)
	if err != nil { // there is no memory for a copy
		d.FailWith(err)
	}
	return t
}

type decoder struct {
	*sealed.Decoder
	depth int
}

func (r *decoder) kind() tensor.Kind {
	k := tensor.Kind(r.Index(256))
	if _, err := tensor.CheckShape(k, nil); err != nil {
		r.Fail()
		return tensor.I8
	}
	return k
}

func (r *decoder) shape() []int64 {
	return sealed.DecodeNumbers[int64](r.Decoder, math.MaxInt64)
}

func (r *decoder) indices(count int) []int {
	return sealed.DecodeNumbers[int](r.Decoder, uint64(count))
}

func (r *decoder) buffer() (b Buffer) {
	b.Kind, b.Shape = r.kind(), r.shape()
	b.Place, b.Index, b.Offset = Place(r.Index(int(Global)+1)), r.Index(1<<31-1), r.Int()
	n, err := tensor.CheckShape(b.Kind, b.Shape)
	if err != nil || r.Err() != nil {
		r.Fail()
		return b
	}
	b.Bytes = int64(n) * int64(b.Kind.Size())
	b.Type = ir.MemRef(ir.KindType(b.Kind), b.Shape...)
	return b
}

func (r *decoder) param() Param {
	return Param{Kind: r.kind(), Shape: r.shape(), InPlace: int(r.Int()), Written: r.Index(2) == 1}
}

func (r *decoder) kernel() *Kernel {
	k := &Kernel{Name: r.String(), Grid: r.Int(), MaxSlice: r.Int(), Long: r.Index(2) == 1}
	k.Params = sealed.DecodeList(r.Decoder, 4, r.param)
	for _, p := range k.Params {
		if p.InPlace < -1 || p.InPlace >= len(k.Params) {
			r.Fail()
		}
	}
	return k
}

// consistent reports whether the buffers of m are within bounds, and whether all steps have the
// buffers that they need.
func consistent(m *Module, constants []global) bool {
	h := &m.Host
	if h.ArenaBytes < 0 {
		return false
	}
	for _, b := range h.Buffers {
		switch b.Place {
		case Input:
			if b.Index >= len(h.Inputs) {
				return false
			}
		case Output:
			if b.Index >= len(h.Outputs) {
				return false
			}
		case Arena:
			if b.Offset < 0 || b.Offset%64 != 0 || b.Bytes > h.ArenaBytes || b.Offset > h.ArenaBytes-b.Bytes {
				return false
			}
		case Global:
			if b.Index >= len(constants) || constants[b.Index].bytes != b.Bytes {
				return false
			}
		}
	}
	fits := true
	for i := range h.Steps {
		h.Steps[i].Walk(func(s *Step) { fits = fits && fitting(m, *s) })
	}
	return fits
}

// fitting reports whether a step has the buffers and the blocks that its kernel or action needs.
func fitting(m *Module, s Step) bool {
	bs := m.Host.Buffers
	switch s.Kernel {
	case CopyStep:
		return len(s.Args) == 2 && bs[s.Args[0]].Bytes == bs[s.Args[1]].Bytes && writable(bs[s.Args[1]])
	case WhileStep:
		return len(s.Args) == 1 && len(s.Blocks) == 2 && bs[s.Args[0]].Bytes == 1
	case SwitchStep:
		return len(s.Args) == 1 && len(s.Blocks) > 0 && bs[s.Args[0]].Bytes == int64(bs[s.Args[0]].Kind.Size())
	case HostStep:
		return s.Host != nil && s.Host.Ins <= len(s.Args) && !slices.ContainsFunc(s.Args[s.Host.Ins:], func(b int) bool { return !writable(bs[b]) })
	}
	if s.Kernel < 0 || s.Kernel >= len(m.Kernels) || len(s.Args) != len(m.Kernels[s.Kernel].Params) {
		return false
	}
	for i, p := range m.Kernels[s.Kernel].Params {
		b := bs[s.Args[i]]
		n, err := tensor.CheckShape(p.Kind, p.Shape)
		if err != nil || int64(n)*int64(p.Kind.Size()) != b.Bytes || p.Written && !writable(b) {
			return false
		}
	}
	k := m.Kernels[s.Kernel]
	return k.Grid >= 0 && k.Grid <= kernelop.MaxGrid && k.MaxSlice >= 0
}

func writable(b Buffer) bool { return b.Place == Output || b.Place == Arena }
