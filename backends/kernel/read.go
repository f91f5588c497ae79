package kernel

import (
	"context"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// IsProgram reports whether m is in kernel form: whether a function has the attribute kernel.host.
func IsProgram(m ir.Module) bool { return HostOf(m).Op != nil }

// HostOf returns the host function of m. The Op of the result is nil if m has no host function.
func HostOf(m ir.Module) fn.Func {
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && !f.Op.Attr("kernel.host").IsNil() {
			return f
		}
	}
	return fn.Func{}
}

// Read reads the program of m. The result refers to m, so m must not change afterwards. Errors are
// diagnostics, or the error of ctx.
func Read(ctx context.Context, m ir.Module) (*Module, error) { return read(ctx, m, (*Kernel).Load) }

// ReadLazily is like Read, but the caller reads the body of each kernel with [Kernel.Load].
func ReadLazily(ctx context.Context, m ir.Module) (*Module, error) {
	return read(ctx, m, func(*Kernel) error { return nil })
}

// read reads the program of m, and calls the given function for every kernel.
func read(ctx context.Context, m ir.Module, each func(*Kernel) error) (*Module, error) {
	host := HostOf(m)
	if host.Op == nil {
		return nil, ir.ErrorAt(m.Op, "module has no function with 'kernel.host'").
			WithHelp("lower it to kernel form first (docs/kernel-form.md)")
	}
	r := &hostReader{
		each:    each,
		out:     &Module{Host: Host{Func: host}},
		symbols: ir.NewSymbols(m.Op),
		buffers: map[*ir.Value]int{},
		index:   map[*ir.Value]int64{},
		kernels: map[string]int{},
		globals: map[string]int{},
		loads:   map[*ir.Value]load{},
		tensors: map[*ir.Value]int{},
		results: map[*ir.Value]result{},
	}
	r.steps = &r.out.Host.Steps
	if err := r.arguments(); err != nil {
		return nil, err
	}
	for op := range host.Entry().Ops() {
		if err := r.op(op); err != nil {
			return nil, err
		}
	}
	for _, v := range r.ordered {
		at := r.results[v]
		if (*at.steps)[at.step].Args[at.arg] < 0 {
			return nil, ir.Errorf(v.Def(), "has a result that is not copied to a buffer")
		}
	}
	var err error
	if r.out.Host.Globals, err = fill(ctx, r.out.Host.ArenaBytes, r.constants); err != nil {
		return nil, err
	}
	return r.out, nil
}

// global is a constant of a program.
type global struct {
	def   *ir.Op // its memref.global; nil in a module that Decode reads
	typ   ir.Type
	bytes int64 // size of the elements
	fill  func(context.Context) (*tensor.Tensor, error)
}

// fill returns the elements of constants. If the host lacks memory for them and for an arena of the
// given size, it fails with an error that wraps a [*hostbytes.Lack]. A splat can be far larger than
// its text.
func fill(ctx context.Context, arena int64, constants []global) ([]*tensor.Tensor, error) {
	all := uint64(max(0, arena))
	for _, g := range constants {
		if has, more := hostbytes.Exceeds(uint64(g.bytes)); more {
			return nil, g.lack(&hostbytes.Lack{Bytes: uint64(g.bytes), Left: has}, fmt.Sprintf("takes %d bytes, but the host has %d", g.bytes, has))
		}
		all += uint64(g.bytes)
	}
	if has, more := hostbytes.Exceeds(all); more {
		return nil, diag.OfKind(&hostbytes.Lack{Bytes: all, Left: has},
			diag.Errorf(diag.Span{}, "a run takes at least %d bytes, for constants and intermediate values, but the host has %d", all, has))
	}
	var filled []*tensor.Tensor
	for _, g := range constants {
		t, err := g.fill(ctx)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, g.lack(err, fmt.Sprintf("cannot be allocated: %v", err))
		}
		filled = append(filled, t)
	}
	return filled, nil
}

// lack returns an error of the given kind for a constant that the host cannot store.
func (g *global) lack(kind error, why string) error {
	if g.def != nil {
		return diag.OfKind(kind, ir.Errorf(g.def, "can't be stored: '%s' %s", g.typ, why))
	}
	return diag.OfKind(kind, diag.Errorf(diag.Span{}, "constant '%s' can't be stored: it %s", g.typ, why))
}

// hostReader converts the host function to a schedule.
type hostReader struct {
	each      func(*Kernel) error
	out       *Module
	symbols   *ir.Symbols
	buffers   map[*ir.Value]int
	index     map[*ir.Value]int64
	arena     *ir.Value
	kernels   map[string]int
	globals   map[string]int
	constants []global // by index in Globals

	steps     *[]Step // of the current block
	loads     map[*ir.Value]load
	condition int                  // the buffer that the last scf.condition read
	tensors   map[*ir.Value]int    // buffers that host operations read
	results   map[*ir.Value]result // results of host operations
	ordered   []*ir.Value          // results of host operations, in order
}

func (r *hostReader) arguments() error {
	h := &r.out.Host
	results, _ := h.Func.Op.Attr("kernel.results").Int()
	args := h.Func.Entry().Args()
	data := len(args)
	if n := len(args); n > int(results) && isArena(args[n-1].Type()) && !r.isData(args[n-1]) {
		r.arena = args[n-1]
		shape, _ := r.arena.Type().Shape()
		h.ArenaBytes = shape[0]
		data--
	}
	inputs := data - int(results)
	if inputs < 0 {
		return ir.Errorf(h.Func.Op, "has %d arguments, fewer than its %d results", data, results)
	}
	for i, a := range args[:data] {
		place, at, list := Input, i, &h.Inputs
		if i >= inputs {
			place, at, list = Output, i-inputs, &h.Outputs
		}
		n, err := r.add(h.Func.Op, a, Buffer{Place: place, Index: at})
		if err != nil {
			return err
		}
		*list = append(*list, n)
	}
	return nil
}

// isArena reports whether t is the type of an arena: memref<Nxi8>.
func isArena(t ir.Type) bool {
	shape, ok := t.Shape()
	return ok && len(shape) == 1 && t.Elem().IsInt(8)
}

// isData reports whether v, which has the type of an arena, is an input or an output. An arena has
// at least one use, and all its uses are views.
func (r *hostReader) isData(v *ir.Value) bool {
	for u := range v.Uses() {
		if !ir.Is[memref.View](u.Owner()) {
			return true
		}
	}
	return !v.HasUses()
}

func (r *hostReader) add(op *ir.Op, v *ir.Value, b Buffer) (int, error) {
	d, ok := ir.TypeAs[*ir.MemRefType](v.Type())
	if !ok || !v.Type().HasStaticShape() || v.Type().Kind() == tensor.Invalid || !d.Layout.IsNil() {
		return 0, ir.Errorf(op, "kernel form needs buffers of static shape and identity layout, but got '%s'", v.Type())
	}
	b.Type, b.Kind, b.Shape = v.Type(), v.Type().Kind(), d.Shape
	b.Bytes = int64(tensor.NumElements(d.Shape) * b.Kind.Size())
	h := &r.out.Host
	h.Buffers = append(h.Buffers, b)
	r.buffers[v] = len(h.Buffers) - 1
	return len(h.Buffers) - 1, nil
}

func (r *hostReader) op(op *ir.Op) error {
	switch o := op.View().(type) {
	case arith.Constant:
		if c, ok := o.Value().Int(); ok {
			r.index[o.Op.Result()] = c
		}
		return nil
	case memref.View:
		return r.view(o)
	case memref.GetGlobal:
		return r.global(o)
	case memref.ReinterpretCast:
		return r.reshape(o)
	case memref.Copy:
		return r.copy(o)
	case fn.Call:
		return r.call(o)
	case fn.Return, scf.Yield:
		return nil
	}
	return r.control(op)
}

// control reads host operations, control flow, and the loads on which control flow depends.
func (r *hostReader) control(op *ir.Op) error {
	switch o := op.View().(type) {
	case memref.Load:
		return r.scalar(o)
	case arith.IndexCast:
		return nil // read together with the operation that uses the result
	case scf.While:
		return r.loop(o)
	case scf.Condition:
		return r.until(o)
	case scf.If:
		return r.branch(op, o.Condition(), o.Else(), o.Then())
	case scf.IndexSwitch:
		return r.choice(o)
	case builtin.Cast:
		return r.cast(o)
	}
	if _, ok := ir.Cast[interp.Evaler](op); ok && onTensors(op) {
		return r.hosted(op)
	}
	return ir.Errorf(op, "is not part of host functions in kernel form")
}

func onTensors(op *ir.Op) bool {
	tensors := func(t ir.Type) bool { return ir.IsType[*ir.TensorType](t) }
	return !slices.ContainsFunc(op.OperandTypes(), func(t ir.Type) bool { return !tensors(t) }) &&
		!slices.ContainsFunc(op.ResultTypes(), func(t ir.Type) bool { return !tensors(t) })
}

func (r *hostReader) view(op memref.View) error {
	off, ok := r.index[op.ByteShift()]
	if op.Source() != r.arena || !ok || len(op.Sizes()) > 0 {
		return ir.Errorf(op.Op, "must view the arena at a constant offset")
	}
	n, err := r.add(op.Op, op.Op.Result(), Buffer{Place: Arena, Offset: off})
	if err != nil {
		return err
	}
	if b := r.out.Host.Buffers[n]; off < 0 || off%64 != 0 || off+b.Bytes > r.out.Host.ArenaBytes {
		return ir.Errorf(op.Op, "has offset %d, but the offset must be a multiple of 64, and the buffer's %d bytes must fit into the arena of %d bytes", off, b.Bytes, r.out.Host.ArenaBytes)
	}
	return nil
}

func (r *hostReader) global(op memref.GetGlobal) error {
	def, ok := ir.As[memref.Global](r.symbols.Resolve(ir.NewAttr(op.SymbolRef())))
	if !ok {
		return ir.Errorf(op.Op, "refers to a global that does not exist")
	}
	d, ok := ir.AttrAs[*ir.DenseElements](def.InitialValue())
	if !ok {
		return ir.Errorf(def.Op, "has no constant value")
	}
	name := def.SymName()
	at, seen := r.globals[name]
	if !seen {
		at = len(r.constants)
		r.globals[name] = at
		bytes := int64(d.NumElements()) * int64(d.Type.Kind().Size())
		r.constants = append(r.constants, global{def.Op, d.Type, bytes, d.TryTensor})
	}
	_, err := r.add(op.Op, op.Op.Result(), Buffer{Place: Global, Index: at})
	return err
}

// reshape reads a view of a whole buffer in another shape.
func (r *hostReader) reshape(op memref.ReinterpretCast) error {
	src, ok := r.buffers[op.Source()]
	if !ok || op.Op.NumOperands() != 1 {
		return ir.Errorf(op.Op, "must view a buffer in another static shape")
	}
	from := r.out.Host.Buffers[src]
	if off := op.Offsets().Static; len(off) != 1 || off[0] != 0 {
		return ir.Errorf(op.Op, "must have offset 0")
	}
	n, err := r.add(op.Op, op.Op.Result(), Buffer{Place: from.Place, Index: from.Index, Offset: from.Offset})
	if err != nil {
		return err
	}
	if b := r.out.Host.Buffers[n]; b.Bytes != from.Bytes || b.Kind != from.Kind {
		return ir.Errorf(op.Op, "must keep all elements: '%s' and '%s' differ in size or kind of elements", b.Type, from.Type)
	}
	return nil
}

func (r *hostReader) copy(op memref.Copy) error {
	if at, ok := r.results[op.Source()]; ok {
		return r.take(op, at)
	}
	src, ok1 := r.buffers[op.Source()]
	dst, ok2 := r.buffers[op.Target()]
	bs := r.out.Host.Buffers
	if !ok1 || !ok2 || bs[src].Bytes != bs[dst].Bytes {
		return ir.Errorf(op.Op, "must copy between buffers of the same type")
	}
	if p := bs[dst].Place; p == Input || p == Global {
		return ir.Errorf(op.Op, "writes %s, which must only be read", readOnly(p))
	}
	*r.steps = append(*r.steps, Step{Kernel: CopyStep, Args: []int{src, dst}, Ops: op.Op.Sources()})
	return nil
}

// readOnly names a buffer at p, which is Input or Global, in an error.
func readOnly(p Place) string {
	if p == Input {
		return "an input"
	}
	return "a constant"
}

func (r *hostReader) call(op fn.Call) error {
	f, ok := ir.As[fn.Func](r.symbols.Resolve(op.Callee()))
	if !ok || f.IsDeclaration() {
		return ir.Errorf(op.Op, "calls no kernel of this module")
	}
	k, err := r.kernel(f)
	if err != nil {
		return err
	}
	n, args := len(r.out.Kernels[k].Params), op.Args()
	if len(args) != n+2 {
		return ir.Errorf(op.Op, "passes %d operands, but the kernel takes %d buffers and the two bounds of a slice", len(args), n)
	}
	step := Step{Kernel: k, Ops: op.Op.Sources()}
	for i := range n {
		b, ok := r.buffers[args[i]]
		if !ok {
			return ir.Errorf(op.Op, "operand #%d must be a buffer", i)
		}
		p := r.out.Host.Buffers[b].Place
		if r.out.Kernels[k].Params[i].Written && (p == Input || p == Global) {
			return ir.Errorf(op.Op, "writes operand #%d, %s, which must only be read", i, readOnly(p))
		}
		step.Args = append(step.Args, b)
	}
	lo, ok1 := r.index[args[n]]
	hi, ok2 := r.index[args[n+1]]
	if !ok1 || !ok2 || lo != 0 || hi != r.out.Kernels[k].Grid {
		return ir.Errorf(op.Op, "must call the kernel over its whole grid, 0 to %d", r.out.Kernels[k].Grid)
	}
	*r.steps = append(*r.steps, step)
	return nil
}

func (r *hostReader) kernel(f fn.Func) (int, error) {
	if k, ok := r.kernels[f.SymName()]; ok {
		return k, nil
	}
	k, err := readKernel(f)
	if err == nil {
		err = r.each(k)
	}
	if err != nil {
		return 0, err
	}
	r.kernels[f.SymName()] = len(r.out.Kernels)
	r.out.Kernels = append(r.out.Kernels, k)
	return len(r.out.Kernels) - 1, nil
}
