package kernel

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// HostOp is an operation on tensors, such as a check or a custom call. The reference interpreter
// runs it between kernels.
type HostOp struct {
	Name string
	// Func executes the operation and returns its used results. Func is in a module of its own.
	Func fn.Func
	// Ins is the number of operands. The operands are the step's first Ins buffers.
	Ins int

	text string // text of the module, if Func is not parsed yet
}

// cast reads a cast of a buffer to an operand of a host operation, or of its result to a buffer.
func (r *hostReader) cast(op builtin.Cast) error {
	if len(op.Inputs()) != 1 || len(op.Outputs()) != 1 {
		return ir.Errorf(op.Op, "must cast one value")
	}
	from, to := op.Inputs()[0], op.Outputs()[0]
	if n, ok := r.buffers[from]; ok && ir.IsType[*ir.TensorType](to.Type()) {
		r.tensors[to] = n
		return nil
	}
	if _, ok := r.results[from]; ok && ir.IsType[*ir.MemRefType](to.Type()) {
		r.results[to] = r.results[from]
		return nil
	}
	return ir.Errorf(op.Op, "must cast a buffer to an operand of a host operation, or a result of a host operation to a buffer")
}

// result is the destination of a result of a host operation.
type result struct {
	steps *[]Step
	step  int
	arg   int
}

// hosted reads an operation that the host runs. Each used result must be copied to a buffer.
func (r *hostReader) hosted(op *ir.Op) error {
	s := Step{Kernel: HostStep, Ops: op.Sources()}
	for i, v := range op.OperandList() {
		n, ok := r.tensors[v]
		if !ok {
			return ir.Errorf(op, "operand #%d must be a cast of a buffer", i)
		}
		s.Args = append(s.Args, n)
	}
	s.Host = &HostOp{Name: op.Name(), Func: wrapped(op), Ins: op.NumOperands()}
	for v := range op.Results() {
		if !v.HasUses() {
			continue
		}
		r.results[v] = result{r.steps, len(*r.steps), len(s.Args)}
		r.ordered = append(r.ordered, v)
		s.Args = append(s.Args, -1)
	}
	*r.steps = append(*r.steps, s)
	return nil
}

// take records the target of the copy op as the destination of the host operation's result "at".
func (r *hostReader) take(op memref.Copy, at result) error {
	dst, ok := r.buffers[op.Target()]
	if !ok || !writable(r.out.Host.Buffers[dst]) || at.steps != r.steps || at.step != len(*r.steps)-1 {
		return ir.Errorf(op.Op, "must directly follow the host operation whose result it copies, and copy the result to a buffer that may be written")
	}
	to := &(*at.steps)[at.step].Args[at.arg]
	if *to >= 0 {
		return ir.Errorf(op.Op, "copies a result that was copied already").WithHelp("copy the buffer that has the result")
	}
	*to = dst
	return nil
}

// wrapped returns a function whose body is op, and which returns the used results of op. This
// function is the last one of its module. The module also has copies of the functions with the
// attribute kernel.callee, which host operations may call.
func wrapped(op *ir.Op) fn.Func {
	m := ir.NewModule(op.Registry())
	b := ir.NewBuilder(op.Registry())
	b.AtEnd(m.Body())
	host := op.Parent()
	for !ir.Is[ir.Module](host) {
		host = host.Parent()
	}
	module, _ := ir.As[ir.Module](host)
	name := "host.main"
	for g := range module.Body().Ops() {
		if !g.Attr("kernel.callee").IsNil() {
			b.Clone(g, &ir.Mapping{})
			callee, _ := g.SymbolName()
			name += strings.Repeat("_", max(0, len(callee)+1-len(name))) // differs from all names that are not longer
		}
	}
	var used []int
	var types []ir.Type
	for k, v := range op.ResultList() {
		if v.HasUses() {
			used, types = append(used, k), append(types, v.Type())
		}
	}
	f := fn.New(b, name, op.OperandTypes(), types)
	b.AtEnd(f.Entry())
	var args ir.Mapping
	for i, v := range op.OperandList() {
		args.Map(v, f.Entry().Arg(i))
	}
	b.Loc = op.Loc()
	c := b.Clone(op, &args)
	var results []*ir.Value
	for _, k := range used {
		results = append(results, c.ResultAt(k))
	}
	fn.NewReturn(b, results...)
	return f
}

func encodeHost(e *sealed.Encoder, h *HostOp) {
	if h == nil {
		e.Uint(0)
		return
	}
	e.Uint(1)
	e.String(h.Name)
	e.Uint(uint64(h.Ins))
	e.String(asm.String(h.Func.Op.Parent()))
}

func (r *decoder) host() *HostOp {
	if r.Index(2) == 0 {
		return nil
	}
	return &HostOp{Name: r.String(), Ins: r.Index(1<<31 - 1), text: r.String()}
}

// ParseHost parses the host operations of a decoded module, and checks that the types of each
// operation match its buffers.
func ParseHost(m *Module, reg *ir.Registry) error {
	var err error
	for i := range m.Host.Steps {
		m.Host.Steps[i].Walk(func(s *Step) {
			if s.Host == nil || err != nil {
				return
			}
			if s.Host.Func.Op == nil {
				err = s.Host.parse(reg)
			}
			if err == nil {
				err = s.checkHost(&m.Host)
			}
		})
	}
	return err
}

// checkHost checks, for a host step, that the step's buffers can store the operands and results of
// the step's function.
func (s *Step) checkHost(h *Host) error {
	t := s.Host.Func.FunctionType()
	types := slices.Concat(t.Inputs, t.Results)
	if len(types) != len(s.Args) || len(t.Inputs) != s.Host.Ins {
		return ir.Errorf(s.Host.Func.Op, "has %d operands and %d results, but its step has %d buffers, %d of them for operands", len(t.Inputs), len(t.Results), len(s.Args), s.Host.Ins)
	}
	for i, want := range types {
		b, stored := &h.Buffers[s.Args[i]], kernelop.Stored(want)
		if shape, ok := stored.Shape(); !ok || !want.HasStaticShape() || stored.Kind() != b.Kind || !slices.Equal(shape, b.Shape) {
			return ir.Errorf(s.Host.Func.Op, "has an operand or result of type '%s', but the buffer in its step has type '%s'", want, b.Type)
		}
	}
	return nil
}

func (h *HostOp) parse(reg *ir.Registry) error {
	op, err := asm.Parse(reg, diag.NewSource("host", []byte(h.text)), asm.Options{})
	if err != nil {
		return err
	}
	m, ok := ir.As[ir.Module](op)
	if !ok || m.Body().Empty() {
		return ir.ErrorAt(op, "is not a module with a function")
	}
	f, ok := ir.As[fn.Func](m.Body().Last())
	if !ok || f.IsDeclaration() {
		return ir.ErrorAt(op, "does not end in a function with a body")
	}
	h.Func, h.text = f, ""
	return nil
}
