package kernel

import (
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Limits of what is decoded, far beyond what is ever made.
const (
	mostLanes = 4096
	mostDepth = 64
)

// Encode writes m. Without code the kernels' instructions are left out, for targets that
// keep what they made of them.
func Encode(e *sealed.Encoder, m *Module, code bool) {
	h := &m.Host
	e.Int(h.ArenaBytes)
	e.Uint(uint64(len(h.Buffers)))
	for _, b := range h.Buffers {
		e.Uint(uint64(b.Kind))
		encodeShape(e, b.Shape)
		e.Uint(uint64(b.Place))
		e.Uint(uint64(b.Index))
		e.Int(b.Offset)
	}
	for _, list := range [][]int{h.Inputs, h.Outputs} {
		encodeInts(e, list)
	}
	e.Uint(uint64(len(h.Globals)))
	for _, g := range h.Globals {
		EncodeTensor(e, g)
	}
	e.Uint(uint64(len(h.Steps)))
	for _, s := range h.Steps {
		e.Int(int64(s.Kernel))
		encodeInts(e, s.Args)
		e.Uint(uint64(len(s.Ops)))
		for _, id := range s.Ops {
			e.Uint(uint64(id))
		}
	}
	e.Uint(uint64(len(m.Kernels)))
	for _, k := range m.Kernels {
		encodeKernel(e, k, code)
	}
}

// EncodeTensor writes a tensor, whose elements DecodeTensor uses where they are.
func EncodeTensor(e *sealed.Encoder, t *tensor.Tensor) {
	e.Uint(uint64(t.Kind))
	encodeShape(e, t.Shape)
	e.Aligned(t.Data)
}

func encodeShape(e *sealed.Encoder, shape []int64) {
	e.Uint(uint64(len(shape)))
	for _, n := range shape {
		e.Uint(uint64(n))
	}
}

func encodeInts(e *sealed.Encoder, list []int) {
	e.Uint(uint64(len(list)))
	for _, v := range list {
		e.Uint(uint64(v))
	}
}

func encodeKernel(e *sealed.Encoder, k *Kernel, code bool) {
	e.String(k.Name)
	e.Int(k.Grid)
	e.Uint(uint64(len(k.Params)))
	for _, p := range k.Params {
		e.Uint(uint64(p.Kind))
		encodeShape(e, p.Shape)
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

func encodeIDs(e *sealed.Encoder, ids []ID) {
	e.Uint(uint64(len(ids)))
	for _, v := range ids {
		e.Uint(uint64(v))
	}
}

func encodeBlock(e *sealed.Encoder, b *Block) {
	encodeIDs(e, b.Args)
	encodeIDs(e, b.Yield)
	e.Uint(uint64(len(b.Code)))
	for _, in := range b.Code {
		e.Uint(uint64(in.Code))
		e.Uint(uint64(in.Pred))
		encodeIDs(e, in.Args)
		encodeIDs(e, in.Results)
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
	h.Buffers = make([]Buffer, d.Len(5))
	for i := range h.Buffers {
		r.buffer(&h.Buffers[i])
	}
	h.Inputs, h.Outputs = r.ints(len(h.Buffers)), r.ints(len(h.Buffers))
	for range d.Len(3) {
		h.Globals = append(h.Globals, DecodeTensor(d))
	}
	h.Steps = make([]Step, d.Len(3))
	for i := range h.Steps {
		h.Steps[i] = Step{Kernel: int(d.Int()), Args: r.ints(len(h.Buffers)), Ops: r.opIDs()}
	}
	m.Kernels = make([]*Kernel, d.Len(5))
	for i := range m.Kernels {
		m.Kernels[i] = r.kernel()
	}
	if d.Err() == nil && !consistent(m) {
		d.Fail()
	}
	return m
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
	if err != nil {
		d.Fail()
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
	shape := make([]int64, r.Len(1))
	for i := range shape {
		if shape[i] = int64(r.Uint()); shape[i] < 0 {
			r.Fail()
		}
	}
	return shape
}

func (r *decoder) ints(limit int) []int {
	list := make([]int, r.Len(1))
	for i := range list {
		list[i] = r.Index(limit)
	}
	return list
}

func (r *decoder) opIDs() []uint32 {
	list := make([]uint32, r.Len(1))
	for i := range list {
		list[i] = uint32(r.Uint())
	}
	return list
}

func (r *decoder) buffer(b *Buffer) {
	b.Kind, b.Shape = r.kind(), r.shape()
	b.Place, b.Index, b.Offset = Place(r.Index(int(Global)+1)), r.Index(1<<31-1), r.Int()
	n, err := tensor.CheckShape(b.Kind, b.Shape)
	if err != nil || r.Err() != nil {
		r.Fail()
		return
	}
	b.Bytes = int64(n) * int64(b.Kind.Size())
	b.Type = ir.MemRef(ir.KindType(b.Kind), b.Shape...)
}

func (r *decoder) kernel() *Kernel {
	k := &Kernel{Name: r.String(), Grid: r.Int()}
	r.k = k
	k.Params = make([]Param, r.Len(4))
	for i := range k.Params {
		p := &k.Params[i]
		p.Kind, p.Shape, p.InPlace, p.Written = r.kind(), r.shape(), int(r.Int()), r.Index(2) == 1
		if p.InPlace < -1 || p.InPlace >= len(k.Params) {
			r.Fail()
		}
	}
	k.Values = make([]Type, r.Len(3))
	if len(k.Values) == 0 {
		return k
	}
	k.Uses = make([]int32, len(k.Values))
	for i := range k.Values {
		k.Values[i] = Type{r.kind(), r.Index(mostLanes + 1)}
		k.Uses[i] = int32(r.Index(1<<31 - 1))
	}
	k.Lanes, k.Lo, k.Hi = r.Index(mostLanes+1), r.id(), r.id()
	k.Body = r.block()
	return k
}

func (r *decoder) id() ID { return ID(r.Index(len(r.k.Values))) }

func (r *decoder) ids() []ID {
	n := r.Len(1)
	if n == 0 {
		return nil
	}
	list := make([]ID, n)
	for i := range list {
		list[i] = r.id()
	}
	return list
}

func (r *decoder) block() *Block {
	if r.depth++; r.depth > mostDepth {
		r.Fail()
		return &Block{}
	}
	defer func() { r.depth-- }()
	b := &Block{Args: r.ids(), Yield: r.ids()}
	n := r.Len(11)
	store := make([]Instr, n)
	b.Code = make([]*Instr, n)
	for i := range store {
		b.Code[i] = &store[i]
		r.instr(&store[i])
		if r.Err() != nil {
			return &Block{}
		}
	}
	return b
}

func (r *decoder) instr(in *Instr) {
	in.Code, in.Pred = Code(r.Index(int(codes))), Pred(r.Index(int(FTrue)+1))
	in.Args, in.Results = r.ids(), r.ids()
	in.Data, in.Pos = r.Blob(), int(r.Int())
	in.Param = r.Index(max(1, len(r.k.Params)))
	in.Addr.Base = r.Int()
	if n := r.Len(2); n > 0 {
		in.Addr.Terms = make([]Term, n)
		for i := range in.Addr.Terms {
			in.Addr.Terms[i] = Term{r.id(), r.Int()}
		}
	}
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
	case Const:
		return len(in.Results) == 1 && len(in.Data) > 0 && k.Type(in.Results[0]).Bytes()%len(in.Data) == 0
	case For:
		b := in.Blocks[0]
		return b != nil && len(in.Args) == 3+len(in.Results) && len(b.Args) == 1+len(in.Results) && len(b.Yield) == len(in.Results)
	case If:
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
	for _, s := range h.Steps {
		if !fitting(m, s) {
			return false
		}
	}
	return true
}

// fitting reports whether the buffers of a step are what its kernel takes.
func fitting(m *Module, s Step) bool {
	bs := m.Host.Buffers
	if s.Kernel < 0 {
		return len(s.Args) == 2 && bs[s.Args[0]].Bytes == bs[s.Args[1]].Bytes && writable(bs[s.Args[1]])
	}
	if s.Kernel >= len(m.Kernels) || len(s.Args) != len(m.Kernels[s.Kernel].Params) {
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
