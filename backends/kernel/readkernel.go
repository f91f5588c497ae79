package kernel

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// kernelReader converts a kernel function to instructions.
type kernelReader struct {
	k      *Kernel
	ids    map[*ir.Value]ID
	params map[*ir.Value]int
	sums   map[ID]Addr  // values of index arithmetic as sums
	consts map[ID]int64 // integer constants
	code   *[]*Instr    // the block that instructions are appended to
	new    slabs
}

// readKernel reads the kernel f without its body.
func readKernel(f fn.Func) (*Kernel, error) {
	grid, ok := f.Op.Attr("kernel.grid").Int()
	if !ok || grid < 0 {
		return nil, ir.Errorf(f.Op, "is called as a kernel, but has no 'kernel.grid'")
	}
	lanes, _ := f.Op.Attr("kernel.lanes").Int()
	k := &Kernel{Name: f.SymName(), Func: f, Grid: grid, Lanes: int(lanes)}
	_, err := k.reader()
	return k, err
}

// reader returns a reader of k that has read the arguments.
func (k *Kernel) reader() (*kernelReader, error) {
	k.Params, k.Values = nil, nil
	r := &kernelReader{
		k:      k,
		ids:    map[*ir.Value]ID{},
		params: map[*ir.Value]int{},
		sums:   map[ID]Addr{},
		consts: map[ID]int64{},
	}
	return r, r.arguments()
}

// Load reads the body of k from its function, if k has no body. Errors are diagnostics.
func (k *Kernel) Load() error {
	if k.Body != nil {
		return nil
	}
	r, err := k.reader()
	if err != nil {
		return err
	}
	if k.Body, err = r.block(k.Func.Entry()); err == nil {
		k.prune()
	}
	return err
}

// Unload removes the body of k, so that its memory can be reused. Flops still returns its estimate.
func (k *Kernel) Unload() {
	k.flops = k.Flops()
	k.Body, k.Values, k.Uses = nil, nil, nil
}

func (r *kernelReader) arguments() error {
	f := r.k.Func
	args := f.Entry().Args()
	n := len(args) - 2
	if n < 0 || !args[n].Type().IsIndex() || !args[n+1].Type().IsIndex() {
		return ir.Errorf(f.Op, "must have buffers and the two bounds of a slice as arguments, since it is a kernel")
	}
	for i, a := range args[:n] {
		d, ok := ir.TypeAs[*ir.MemRefType](a.Type())
		kind, known := signless(a.Type().Kind())
		if !ok || !known || !a.Type().HasStaticShape() || !d.Layout.IsNil() {
			return ir.Errorf(f.Op, "has argument #%d of type '%s', which kernels cannot have", i, a.Type())
		}
		r.params[a] = i
		r.k.Params = append(r.k.Params, Param{Kind: kind, Shape: d.Shape, InPlace: -1})
	}
	written, _ := f.Op.Attr("kernel.writes").Ints()
	for _, w := range written {
		if w < 0 || int(w) >= n {
			return ir.Errorf(f.Op, "has 'kernel.writes' with index %d, but only %d buffers", w, n)
		}
		r.k.Params[w].Written = true
	}
	pairs, _ := f.Op.Attr("kernel.inplace").Ints()
	for i := 0; i+1 < len(pairs); i += 2 {
		w, rd := pairs[i], pairs[i+1]
		if min(w, rd) < 0 || max(w, rd) >= int64(n) {
			return ir.Errorf(f.Op, "has 'kernel.inplace' with indices %d and %d, but only %d buffers", w, rd, n)
		}
		r.k.Params[w].InPlace, r.k.Params[rd].InPlace = int(rd), int(w)
	}
	r.k.Lo, r.k.Hi = r.value(args[n], Type{Kind: tensor.Index}), r.value(args[n+1], Type{Kind: tensor.Index})
	return nil
}

// signless returns the signless kind of values in buffers of kind k.
func signless(k tensor.Kind) (tensor.Kind, bool) {
	switch k {
	case tensor.I1, tensor.I8, tensor.I16, tensor.I32, tensor.I64, tensor.Index,
		tensor.F16, tensor.BF16, tensor.F32, tensor.F64:
		return k, true
	case tensor.U8:
		return tensor.I8, true
	case tensor.U16:
		return tensor.I16, true
	case tensor.U32:
		return tensor.I32, true
	case tensor.U64:
		return tensor.I64, true
	}
	return k, false
}

// value adds a value of type t to the kernel and returns its ID. If v is not nil, later uses of v
// read this value.
func (r *kernelReader) value(v *ir.Value, t Type) ID {
	id := ID(len(r.k.Values))
	r.k.Values = append(r.k.Values, t)
	if v != nil {
		r.ids[v] = id
	}
	return id
}

func (r *kernelReader) typeOf(op *ir.Op, v *ir.Value) (Type, error) {
	t := v.Type()
	kind, ok := signless(t.Kind())
	if d, isVector := ir.TypeAs[*ir.VectorType](t); isVector {
		if vec, words := kernelop.Words(t, int64(r.k.Lanes)); words {
			if vec {
				return Type{tensor.I32, r.k.Lanes}, nil
			}
			return Type{Kind: tensor.I32}, nil
		}
		if ok && len(d.Shape) == 1 && int(d.Shape[0]) == r.k.Lanes && d.Scalable == nil {
			return Type{kind, r.k.Lanes}, nil
		}
		return Type{}, ir.Errorf(op, "has a value of type '%s', but the vectors of this kernel have %d lanes", t, r.k.Lanes)
	}
	if !ok || t.IsShaped() {
		return Type{}, ir.Errorf(op, "has a value of type '%s', which the kernel form lacks", t)
	}
	return Type{Kind: kind}, nil
}

// block reads b, whose arguments already have IDs.
func (r *kernelReader) block(b *ir.Block) (*Block, error) {
	out := &Block{}
	outer := r.code
	r.code = &out.Code
	defer func() { r.code = outer }()
	for op := range b.Ops() {
		switch op.View().(type) {
		case scf.Yield:
			ids, err := r.operands(op)
			if err != nil {
				return nil, err
			}
			out.Yield = ids
		case fn.Return:
		default:
			if err := r.op(op); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func (r *kernelReader) arg(op *ir.Op, v *ir.Value) (ID, error) {
	if id, ok := r.ids[v]; ok {
		return id, nil
	}
	return 0, ir.Errorf(op, "reads a value that is not a scalar or vector of this kernel")
}

func (r *kernelReader) args(op *ir.Op, vs []*ir.Value) ([]ID, error) {
	ids := r.new.ids.take(len(vs))
	for i, v := range vs {
		id, err := r.arg(op, v)
		if err != nil {
			return nil, err
		}
		ids[i] = id
	}
	return ids, nil
}

func (r *kernelReader) operands(op *ir.Op) ([]ID, error) {
	ids := r.new.ids.take(op.NumOperands())[:0]
	for v := range op.Operands() {
		id, err := r.arg(op, v)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// emitOf is like emit, but first sets the operands of the instruction to the IDs of args.
func (r *kernelReader) emitOf(op *ir.Op, in *Instr, args ...*ir.Value) error {
	ids, err := r.args(op, args)
	if err != nil {
		return err
	}
	in.Args = ids
	return r.emit(op, in)
}

// emit appends an instruction, with new IDs for op's results.
func (r *kernelReader) emit(op *ir.Op, in *Instr) error {
	in.Op, in.Results = op, r.new.ids.take(op.NumResults())[:0]
	for v := range op.Results() {
		t, err := r.typeOf(op, v)
		if err != nil {
			return err
		}
		in.Results = append(in.Results, r.value(v, t))
	}
	*r.code = append(*r.code, in)
	return nil
}
