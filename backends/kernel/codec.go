package kernel

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Limits of what is decoded, far beyond what is ever made.
const (
	mostLanes = 4096
	mostDepth = 64
)

// instrsAtOnce is how many instructions of a block get memory together, at most.
const instrsAtOnce = 64

// Encode writes m. Without code the kernels' instructions are left out, for targets that
// keep what they made of them.
func Encode(e *sealed.Encoder, m *Module, code bool) {
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
		EncodeTensor(e, g)
	}
	encodeSteps(e, h.Steps)
	e.Uint(uint64(len(m.Kernels)))
	for _, k := range m.Kernels {
		encodeKernel(e, k, code)
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

// EncodeTensor writes a tensor, whose elements DecodeTensor uses where they are.
func EncodeTensor(e *sealed.Encoder, t *tensor.Tensor) {
	e.Uint(uint64(t.Kind))
	sealed.EncodeNumbers(e, t.Shape)
	e.Aligned(t.Data)
}

func encodeKernel(e *sealed.Encoder, k *Kernel, code bool) {
	e.String(k.Name)
	e.Int(k.Grid)
	e.Uint(uint64(len(k.Params)))
	for _, p := range k.Params {
		e.Uint(uint64(p.Kind))
		sealed.EncodeNumbers(e, p.Shape)
		e.Int(int64(p.InPlace))
		if p.Written {
			e.Uint(1)
		} else {
			e.Uint(0)
		}
	}
	if !code {
		e.Uint(0)
		return
	}
	e.Uint(uint64(len(k.Values)))
	for i, t := range k.Values {
		e.Uint(uint64(t.Kind))
		e.Uint(uint64(t.Lanes))
		e.Uint(uint64(k.Uses[i]))
	}
	e.Uint(uint64(k.Lanes))
	e.Uint(uint64(k.Lo))
	e.Uint(uint64(k.Hi))
	encodeBlock(e, k.Body)
}

func encodeBlock(e *sealed.Encoder, b *Block) {
	sealed.EncodeNumbers(e, b.Args)
	sealed.EncodeNumbers(e, b.Yield)
	e.Uint(uint64(len(b.Code)))
	for _, in := range b.Code {
		e.Uint(uint64(in.Code))
		e.Uint(uint64(in.Pred))
		sealed.EncodeNumbers(e, in.Args)
		sealed.EncodeNumbers(e, in.Results)
		e.Blob(in.Data)
		e.Int(int64(in.Pos))
		e.Uint(uint64(in.Param))
		e.Int(in.Addr.Base)
		e.Uint(uint64(len(in.Addr.Terms)))
		for _, t := range in.Addr.Terms {
			e.Uint(uint64(t.Value))
			e.Int(t.Coeff)
		}
		for _, inner := range in.Blocks {
			if inner == nil {
				e.Uint(0)
				continue
			}
			e.Uint(1)
			encodeBlock(e, inner)
		}
	}
}

// Decode reads what Encode wrote; d.Err says whether it could. All numbers of values,
// buffers and kernels are within bounds, and all buffers as large as their kernels'
// parameters; whether instructions make sense is not looked at.
func Decode(d *sealed.Decoder) *Module {
	r := &decoder{Decoder: d}
	m := &Module{}
	h := &m.Host
	h.ArenaBytes = d.Int()
	h.Buffers = sealed.DecodeList(d, 5, r.buffer)
	h.Inputs, h.Outputs = r.indices(len(h.Buffers)), r.indices(len(h.Buffers))
	h.Globals = sealed.DecodeList(d, 3, func() *tensor.Tensor { return DecodeTensor(d) })
	h.Steps = r.steps(h)
	m.Kernels = sealed.DecodeList(d, 5, r.kernel)
	if d.Err() == nil && !consistent(m) {
		d.Fail()
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

// DecodeTensor reads a tensor, whose elements stay where they are if they can.
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
	if err != nil { // the copy's memory: the size is right
		d.FailWith(err)
	}
	return t
}

// decoder reads parts of modules.
type decoder struct {
	*sealed.Decoder
	k     *Kernel
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

// indices reads numbers of things of which there are so many.
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
	k := &Kernel{Name: r.String(), Grid: r.Int()}
	r.k = k
	k.Params = sealed.DecodeList(r.Decoder, 4, r.param)
	for _, p := range k.Params {
		if p.InPlace < -1 || p.InPlace >= len(k.Params) {
			r.Fail()
		}
	}
	k.Values = sealed.DecodeList(r.Decoder, 3, func() Type {
		t := Type{r.kind(), r.Index(mostLanes + 1)}
		k.Uses = append(k.Uses, int32(r.Index(1<<31-1)))
		return t
	})
	if len(k.Values) == 0 {
		return k
	}
	k.Lanes, k.Lo, k.Hi = r.Index(mostLanes+1), r.id(), r.id()
	k.Body = r.block()
	return k
}

func (r *decoder) id() ID { return ID(r.Index(len(r.k.Values))) }

func (r *decoder) ids() []ID { return sealed.DecodeNumbers[ID](r.Decoder, uint64(len(r.k.Values))) }

func (r *decoder) block() *Block {
	if r.depth++; r.depth > mostDepth {
		r.Fail()
		return &Block{}
	}
	defer func() { r.depth-- }()
	b := &Block{Args: r.ids(), Yield: r.ids()}
	n := r.Len(11)
	var store []Instr
	for len(b.Code) < n {
		if len(store) == 0 {
			store = make([]Instr, min(n-len(b.Code), instrsAtOnce))
		}
		r.instr(&store[0])
		if r.Err() != nil {
			return &Block{}
		}
		b.Code, store = append(b.Code, &store[0]), store[1:]
	}
	return b
}

func (r *decoder) instr(in *Instr) {
	in.Code, in.Pred = kernelop.Code(r.Index(int(kernelop.Instructions))), kernelop.Pred(r.Index(int(kernelop.FTrue)+1))
	in.Args, in.Results = r.ids(), r.ids()
	in.Data, in.Pos = r.Blob(), int(r.Int())
	in.Param = r.Index(max(1, len(r.k.Params)))
	in.Addr.Base = r.Int()
	in.Addr.Terms = sealed.DecodeList(r.Decoder, 2, func() Term { return Term{r.id(), r.Int()} })
	for i := range in.Blocks {
		if r.Index(2) == 1 {
			in.Blocks[i] = r.block()
		}
	}
	if r.Err() == nil && !r.k.wellFormed(in) {
		r.Fail()
	}
}

// wellFormed reports whether in has the parts that its code asks for: a constant its
// bytes, and control flow its blocks and what they carry.
func (k *Kernel) wellFormed(in *Instr) bool {
	switch in.Code {
	case kernelop.Const:
		return len(in.Results) == 1 && len(in.Data) > 0 && k.Type(in.Results[0]).Bytes()%len(in.Data) == 0
	case kernelop.For:
		b := in.Blocks[0]
		return b != nil && len(in.Args) == 3+len(in.Results) && len(b.Args) == 1+len(in.Results) && len(b.Yield) == len(in.Results)
	case kernelop.If:
		for _, b := range in.Blocks {
			if b != nil && len(b.Yield) != len(in.Results) {
				return false
			}
		}
		return len(in.Args) == 1 && in.Blocks[0] != nil
	}
	return true
}

// consistent reports whether the schedule of m fits its buffers and kernels.
func consistent(m *Module) bool {
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
			if b.Index >= len(h.Globals) || int64(len(h.Globals[b.Index].Data)) != b.Bytes {
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

// fitting reports whether the buffers of a step are what its kernel takes.
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
	return m.Kernels[s.Kernel].Grid >= 0
}

func writable(b Buffer) bool { return b.Place == Output || b.Place == Arena }
