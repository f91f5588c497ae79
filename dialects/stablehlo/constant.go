package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Constant is a constant tensor.
//
//	%c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
type Constant struct{ ir.Ref }

// Spec implements ir.View.
func (Constant) Spec() ir.Spec {
	return ir.Spec{
		Name:    "stablehlo.constant",
		Doc:     "A constant tensor.",
		Results: []ir.Field{{Name: "output", Type: staticTensor()}},
		Attrs:   []ir.AttrField{valueAttr("value")},
		Traits:  ir.Pure | ir.ConstantLike,
	}
}

// NewConstant creates a constant with the value a. The result has the type of a.
func NewConstant(b *ir.Builder, a ir.Attr) Constant {
	return ir.Create[Constant](b, ir.Init{Results: []ir.Type{a.TypeOf()}, Attrs: []ir.Attr{a}})
}

// Value implements ir.Constant.
func (o Constant) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold returns the value.
func (o Constant) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Op.AttrAt(0)), true }

// InferTypes implements ir.TypeInferrer.
func (Constant) InferTypes(in ir.Init) ([]ir.Type, error) {
	return []ir.Type{in.Attrs[0].TypeOf()}, nil
}

// ResultNames implements ir.Namer.
func (o Constant) ResultNames(set func(*ir.Value, string)) {
	if ir.IsType[*ir.IntType](o.Op.Result().Type().Elem()) {
		set(o.Op.Result(), "c")
		return
	}
	set(o.Op.Result(), "cst")
}

// Verify implements ir.Verifier. The value of a quantized constant has elements of the storage
// type.
func (o Constant) Verify() error {
	have, want := o.Value().TypeOf(), o.Op.Result().Type()
	if q, ok := uniformOf(want); ok {
		want = want.WithElem(q.storage.Type())
	}
	if have != want {
		return mismatch(o.Op, []ir.Type{have})
	}
	return nil
}

// ParseOp reads {attributes} dense<…> : type, or () <{value = dense<…>}> {attributes} : () -> type.
// The second form is for quantized constants: the type of the result is not the type of the value.
func (Constant) ParseOp(p *asm.Parser, st *asm.State) error {
	if p.Try(asm.LParen) {
		return parseOddConstant(p, st)
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	off := p.Offset()
	a, err := p.Attr()
	if err != nil {
		return err
	}
	if !constraint.IsElements(a) {
		return p.ErrorAt(off, "invalid kind of attribute specified").WithHelp("write the value of the constant as dense<…> : tensor<…>")
	}
	st.SetAttr("value", a)
	st.AddResults(a.TypeOf())
	return nil
}

// parseOddConstant reads the rest of () <{…}> {attributes} : () -> type.
func parseOddConstant(p *asm.Parser, st *asm.State) error {
	if err := p.Expect(asm.RParen); err != nil {
		return err
	}
	if p.Try(asm.Less) {
		off := p.Offset()
		a, err := p.Attr()
		if err != nil {
			return err
		}
		d, ok := ir.AttrAs[*ir.DictAttr](a)
		if !ok {
			return p.ErrorAt(off, "expected a dictionary of properties")
		}
		for _, e := range d.Entries {
			st.SetAttr(e.Name, e.Attr)
		}
		if err := p.Expect(asm.Greater); err != nil {
			return err
		}
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	_, outs, err := p.FunctionParts()
	st.AddResults(outs...)
	return err
}

// PrintOp writes the form that ParseOp reads.
func (o Constant) PrintOp(w *asm.Printer) {
	if o.Value().TypeOf() != o.Op.Result().Type() {
		w.Str("() <{value = ")
		w.Attr(o.Value())
		w.Str("}>")
		w.AttrDict(o.Op, "value")
		w.Str(" : ")
		w.FunctionType(nil, o.Op.ResultTypes())
		return
	}
	w.AttrDict(o.Op, "value")
	w.Byte(' ')
	w.Attr(o.Value())
}

// Return ends a region, or a function, with its results.
//
//	stablehlo.return %a, %b : tensor<f32>, tensor<i32>
type Return struct{ ir.Ref }

// Values returns the values that the region yields.
func (o Return) Values() []*ir.Value { return o.Op.OperandList() }

// Spec implements ir.View.
func (Return) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.return",
		Doc:      "Ends a region, or a function, with its results.",
		Operands: []ir.Field{{Name: "results", Type: tensorTokenOrBuffer(), Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Format:   "$results attr-dict (`:` type($results)^)?",
	}
}

// NewReturn ends a region with vs.
func NewReturn(b *ir.Builder, vs ...*ir.Value) Return {
	return ir.Create[Return](b, ir.Init{Operands: vs})
}
