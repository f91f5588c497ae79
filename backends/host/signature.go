package host

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Attributes of arguments and results of a program's function.
const (
	// NameAttr is the name of an argument or result, a string. Without this attribute, the name of
	// an argument is the name of its location or "argN", and the name of a result is "resultN".
	NameAttr = "lathe.name"
	// InitialAttr is the initial value of a variable (an argument with the attribute fn.StateAttr),
	// as dense elements; by default zeros.
	InitialAttr = "lathe.initial"
)

// Signature describes the inputs and outputs of a program. Programs embed it.
type Signature struct {
	inputs, outputs         []ir.Type
	inputNames, outputNames []string
	states                  []backends.State
	working                 OpNotes // operations other than constants; empty after an import
}

// NewSignature returns the signature of a function. It fails for tuples, for invalid variables, for
// results that tensors cannot represent, and if the host lacks memory for arguments and results.
func NewSignature(f fn.Func) (Signature, error) {
	if t := f.FunctionType(); slices.ContainsFunc(slices.Concat(t.Inputs, t.Results), ir.IsType[*ir.TupleType]) {
		return Signature{}, ir.ErrorAt(f.Op, "function @%s has tuples as arguments or results", f.SymName()).
			WithHelp("stablehlo-flatten-tuples replaces them by their elements; compile.Module runs it")
	}
	s, err := newSignature(f)
	if err == nil {
		err = s.checkMemory(f)
	}
	if !f.IsDeclaration() {
		s.working = workOf(f)
	}
	return s, err
}

// workOf returns notes about the operations of f, except constants and the terminator.
func workOf(f fn.Func) OpNotes {
	var ns OpNotes
	for op := range f.Entry().Ops() {
		if !op.Has(ir.ConstantLike) && op != f.Entry().Last() {
			ns = append(ns, backends.NoteOf(op))
		}
	}
	return ns
}

// newSignature is NewSignature without the checks of tuples and of memory.
func newSignature(f fn.Func) (Signature, error) {
	t := f.FunctionType()
	s := Signature{inputs: t.Inputs, outputs: t.Results}
	for i := range t.Inputs {
		s.inputNames = append(s.inputNames, argumentName(f, i))
	}
	for i := range t.Results {
		name, ok := attrOf(f.ResultAttrs(i), NameAttr).Str()
		if !ok {
			name = fmt.Sprintf("result%d", i)
		}
		s.outputNames = append(s.outputNames, name)
	}
	return s, s.findStates(f)
}

// attrOf returns an attribute from the dictionary d of an argument or result; d may be nil.
func attrOf(d *ir.DictAttr, name string) ir.Attr {
	if d == nil {
		return ir.Attr{}
	}
	return d.Get(name)
}

func argumentName(f fn.Func, i int) string {
	if name, ok := attrOf(f.ArgAttrs(i), NameAttr).Str(); ok {
		return name
	}
	if !f.IsDeclaration() {
		if d, ok := ir.AttrAs[*ir.NamedLoc](f.Entry().Arg(i).Loc().Attr()); ok {
			return d.Name
		}
	}
	return fmt.Sprintf("arg%d", i)
}

// refine replaces dynamic shapes of results by the shapes that lowering found.
func (s *Signature) refine(m *kernel.Module) {
	s.outputs = slices.Clone(s.outputs)
	for i, t := range s.outputs {
		if t.HasStaticShape() {
			continue
		}
		dims := m.Host.Buffers[m.Host.Outputs[i]].Type.Dims()
		if ir.IsType[*ir.ComplexType](t.Elem()) { // a complex number is stored as two numbers
			dims = dims[:len(dims)-1]
		}
		s.outputs[i] = ir.Tensor(t.Elem(), dims...)
	}
}

// findStates finds the arguments that are variables. It fails if a variable is invalid.
func (s *Signature) findStates(f fn.Func) error {
	for i, t := range s.inputs {
		to, ok := attrOf(f.ArgAttrs(i), fn.StateAttr).Int()
		if !ok {
			continue
		}
		if to < 0 || int(to) >= len(s.outputs) || s.outputs[to] != t || !t.HasStaticShape() {
			return ir.Errorf(f.Op, "argument #%d is a variable of type '%s', so %s must be the index of a result of this type with a static shape, but is %d", i, t, fn.StateAttr, to)
		}
		if err := room(t); err != nil {
			return ir.Errorf(f.Op, "cannot store argument #%d, which is a variable: %v", i, err)
		}
		shape, _ := t.Shape()
		zeros, err := tensor.TryNew(t.Kind(), shape...)
		if err != nil {
			return ir.Errorf(f.Op, "cannot store argument #%d, which is a variable: %v", i, err)
		}
		st := backends.State{Name: s.inputNames[i], Input: i, Output: int(to), Initial: zeros}
		if a := attrOf(f.ArgAttrs(i), InitialAttr); !a.IsNil() {
			if a, err = ir.WithElements(a); err != nil {
				return ir.Errorf(f.Op, "argument #%d has an initial value that cannot be read: %v", i, err)
			}
			d, ok := ir.AttrAs[*ir.DenseElements](a)
			if !ok || d.Type != t {
				return ir.Errorf(f.Op, "argument #%d has the initial value %s, which is not a '%s'", i, a, t)
			}
			copy(st.Initial.Data, d.Tensor().Data)
		}
		s.states = append(s.states, st)
	}
	return nil
}

// Inputs and Outputs implement backends.Program, and InputNames and OutputNames implement
// backends.Named. They return copies.
func (s *Signature) Inputs() []ir.Type     { return slices.Clone(s.inputs) }
func (s *Signature) Outputs() []ir.Type    { return slices.Clone(s.outputs) }
func (s *Signature) InputNames() []string  { return slices.Clone(s.inputNames) }
func (s *Signature) OutputNames() []string { return slices.Clone(s.outputNames) }

// CheckInputs is [backends.CheckInputs] for the inputs of s. It allocates nothing, since it does
// not copy the types as Inputs does.
func (s *Signature) CheckInputs(inputs []*tensor.Tensor) error {
	return backends.CheckInputs(s.inputs, inputs)
}

// CheckOutputs is [backends.CheckOutputs] for the outputs of s.
func (s *Signature) CheckOutputs(outputs, inputs []*tensor.Tensor) error {
	return backends.CheckOutputs(s.outputs, outputs, inputs)
}

// States implements backends.Stateful. The initial values are copies, if there is memory for them.
func (s *Signature) States() []backends.State {
	states := slices.Clone(s.states)
	for i := range states {
		if own, err := states[i].Initial.TryClone(); err == nil {
			states[i].Initial = own
		}
	}
	return states
}

// Of reports whether s has the input and output types of f.
func (s *Signature) Of(f fn.Func) bool {
	if f.Op == nil {
		return false
	}
	t := f.FunctionType()
	return slices.Equal(t.Inputs, s.inputs) && slices.Equal(t.Results, s.outputs)
}

// Text returns the signature as the text of a function declaration.
func (s *Signature) Text() string {
	var b strings.Builder
	b.WriteString("func.func private @signature(")
	for i, t := range s.inputs {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s {%s = %s", t, NameAttr, ir.NewString(s.inputNames[i]))
		for _, st := range s.states {
			if st.Input == i {
				fmt.Fprintf(&b, ", %s = %d : i64, %s = %s", fn.StateAttr, st.Output, InitialAttr, ir.NewDense(t, st.Initial))
			}
		}
		b.WriteString("}")
	}
	b.WriteString(") -> (")
	for i, t := range s.outputs {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s {%s = %s}", t, NameAttr, ir.NewString(s.outputNames[i]))
	}
	b.WriteString(")")
	return b.String()
}

// ParseSignature parses the result of Text.
func ParseSignature(reg *ir.Registry, text string) (Signature, error) {
	op, err := asm.Parse(reg, diag.NewSource("signature", []byte(text)), asm.Options{NoImplicitModule: true})
	if err != nil {
		return Signature{}, err
	}
	f, ok := ir.As[fn.Func](op)
	if !ok {
		return Signature{}, ir.Errorf(op, "is not a signature")
	}
	return NewSignature(f)
}
