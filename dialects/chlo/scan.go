package chlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Scan runs its body for each index of a dimension. The arguments of the body are the slices of the
// inputs at this index, and the carried values. Its results are the slices of the outputs, and the
// carried values of the next iteration. The carried values of the first iteration are the inits.
//
//	%r:2 = chlo.scan(%x) inits (%i) dimension=0 {…} : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
type Scan struct{ ir.Ref }

// Inputs and Inits return the operands, Outputs and Carries the results, and Body the region.
func (o Scan) Inputs() []*ir.Value  { return o.Op.OperandsOf(0) }
func (o Scan) Inits() []*ir.Value   { return o.Op.OperandsOf(1) }
func (o Scan) Outputs() []*ir.Value { return o.Op.ResultsOf(0) }
func (o Scan) Carries() []*ir.Value { return o.Op.ResultsOf(1) }
func (o Scan) Body() *ir.Region     { return o.Op.RegionAt(0) }

// Dimension returns the dimension along which the inputs are scanned.
func (o Scan) Dimension() int64 {
	n, _ := o.Op.AttrAt(0).Int()
	return n
}

// ScanDimSize returns the attribute scan_dim_size. It reports false if the attribute is absent.
func (o Scan) ScanDimSize() (int64, bool) { return o.Op.AttrAt(1).Int() }

// Size returns the number of iterations: the extent of the scanned dimension. It returns ir.Dynamic
// if neither scan_dim_size nor a type of an input or output determines the extent.
func (o Scan) Size() int64 { return o.sizeIn(slices.Concat(o.Inputs(), o.Outputs())) }

// sizeIn is like Size, but reads only the types of vs if scan_dim_size is absent.
func (o Scan) sizeIn(vs []*ir.Value) int64 {
	if n, ok := o.ScanDimSize(); ok {
		return n
	}
	for _, v := range vs {
		if shape, ok := v.Type().Shape(); ok && shape[o.Dimension()] != ir.Dynamic {
			return shape[o.Dimension()]
		}
	}
	return ir.Dynamic
}

// IsReverse reports whether the scan starts at the last index.
func (o Scan) IsReverse() bool {
	n, _ := o.Op.AttrAt(2).Int()
	return n != 0
}

// Spec implements ir.View.
func (Scan) Spec() ir.Spec {
	count := func(name string, optional bool) ir.AttrField {
		return ir.AttrField{Name: name, Optional: optional, Type: ir.AttrConstraint{
			Text: "64-bit signless integer attribute whose value is non-negative", Form: ir.FormNoType, Type: ir.I64(),
			Accept: func(a ir.Attr) bool { n, ok := a.Int(); return ok && n >= 0 && a.TypeOf() == ir.I64() },
		}}
	}
	flag := func(name string, otherwise ir.Attr) ir.AttrField {
		return ir.AttrField{Name: name, Optional: true, Default: otherwise, Type: ir.AttrConstraint{
			Text: "bool attribute", Form: ir.FormNoType, Type: ir.I1(), Accept: func(a ir.Attr) bool { return a.TypeOf() == ir.I1() },
		}}
	}
	return ir.Spec{
		Name:     "chlo.scan",
		Doc:      "Runs its body for each index of a dimension.",
		Operands: []ir.Field{{Name: "inputs", Type: anyTensor(), Arity: ir.Variadic}, {Name: "inits", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "outputs", Type: anyTensor(), Arity: ir.Variadic}, {Name: "carries", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			count("dimension", false), count("scan_dim_size", true), flag("is_reverse", ir.BoolAttr(false)), flag("is_associative", ir.Attr{}),
			{Name: ir.OperandSegments, Type: constraint.Segments}, {Name: ir.ResultSegments, Type: constraint.Segments},
		},
		Regions: []ir.RegionField{{Name: "body", Sized: true}},
		Traits:  ir.AttrSizedOperandSegments | ir.AttrSizedResultSegments | ir.IsolatedFromAbove | ir.RecursiveEffects,
	}
}

// ArgNames implements asm.ArgNamer.
func (o Scan) ArgNames(r *ir.Region, set func(*ir.Value, string)) {
	for _, b := range r.Blocks {
		for i, v := range b.Args() {
			if i < len(o.Inputs()) {
				set(v, "input")
			} else {
				set(v, "carry")
			}
		}
	}
}

// Verify implements ir.Verifier.
func (o Scan) Verify() error {
	if err := o.checkBody(); err != nil {
		return ir.Errorf(o.Op, "%s", err)
	}
	return nil
}

func (o Scan) checkBody() error {
	inputs, dim := o.Inputs(), o.Dimension()
	if len(inputs) == 0 && len(o.Outputs()) == 0 {
		return fmt.Errorf("at least one of inputs or outputs must be present")
	}
	size, known := o.ScanDimSize()
	for i, v := range inputs {
		shape, ok := v.Type().Shape()
		switch {
		case !ok:
			return fmt.Errorf("operand %d is not ranked", i)
		case dim >= int64(len(shape)):
			return fmt.Errorf("scan dimension of operand %d is out of bounds", i)
		case shape[dim] == ir.Dynamic:
			continue
		case known && size != shape[dim]:
			return fmt.Errorf("invalid scan dimension size of operand %d", i)
		}
		size, known = shape[dim], true
	}
	blk := o.Body().Entry()
	if blk.NumArgs() != o.Op.NumOperands() {
		return fmt.Errorf("expects %d arguments in the body, but got %d", o.Op.NumOperands(), blk.NumArgs())
	}
	for i, t := range o.Op.OperandTypes() {
		d, ok := ir.TypeAs[*ir.TensorType](t)
		if !ok {
			return fmt.Errorf("operand %d is not ranked", i)
		}
		if i < len(inputs) {
			t = ir.Tensor(d.Elem, slices.Delete(slices.Clone(d.Shape), int(dim), int(dim)+1)...)
		}
		if !stablehlo.Compatible(t, blk.Arg(i).Type()) {
			return fmt.Errorf("operand and body argument %d are incompatible", i)
		}
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o Scan) VerifyRegions() error {
	want, err := o.infer()
	if err == nil && len(want) == o.Op.NumResults() {
		fit := true
		for i, t := range want {
			fit = fit && ir.CompatibleShapes(t, o.Op.ResultAt(i).Type())
		}
		if fit {
			return nil
		}
	}
	return stablehlo.CheckResults(o.Op, want, err)
}

// infer returns the types of the results.
func (o Scan) infer() ([]ir.Type, error) {
	end, carries, dim := o.Body().Entry().Last(), len(o.Inits()), o.Dimension()
	if end == nil || end.NumOperands() < carries {
		return nil, fmt.Errorf("ScanOp body must return at least %d values (carries)", carries)
	}
	size := o.sizeIn(o.Inputs())
	var ts []ir.Type
	for i, t := range end.OperandTypes() {
		d, ok := ir.TypeAs[*ir.TensorType](t)
		output := i < end.NumOperands()-carries
		switch {
		case !ok:
			return nil, fmt.Errorf("terminator operand %d is not ranked", i)
		case output && dim > int64(len(d.Shape)):
			return nil, fmt.Errorf("scan dimension of terminator operand %d is out of bounds", i)
		case output:
			t = ir.Tensor(d.Elem, slices.Insert(slices.Clone(d.Shape), int(dim), size)...)
		}
		ts = append(ts, t)
	}
	return ts, nil
}

// ParseOp reads (%x) inits (%i) dimension=0 attributes {…} {…} : type.
func (Scan) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	inputs, err := p.OperandList(asm.LParen, asm.RParen)
	if err != nil {
		return err
	}
	if err := p.ExpectKeyword("inits"); err != nil {
		return err
	}
	inits, err := p.OperandList(asm.LParen, asm.RParen)
	if err != nil {
		return err
	}
	if err := p.ExpectKeyword("dimension"); err != nil {
		return err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	dim, err := p.Int()
	if err != nil {
		return err
	}
	if p.TryKeyword("attributes") {
		if err := p.AttrDict(st); err != nil {
			return err
		}
	}
	if err := p.Region(st, st.AddRegion()); err != nil {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	ins, outs, err := p.FunctionParts()
	switch {
	case err != nil:
		return err
	case len(ins) != len(inputs)+len(inits):
		return p.OpErrorAt(st.Start, "operand types must match the number of inputs and inits")
	case len(outs) < len(inits):
		return p.OpErrorAt(st.Start, "not enough result types to cover the required carries")
	}
	vs, err := p.ResolveAll(append(inputs, inits...), ins, off)
	if err != nil {
		return err
	}
	st.Add(vs...)
	st.AddResults(outs...)
	st.SetAttr("dimension", ir.NewI64(dim))
	st.SetSegments(int32(len(inputs)), int32(len(inits)))
	st.SetAttr(ir.ResultSegments, ir.NewDenseI32(int32(len(outs)-len(inits)), int32(len(inits))))
	return nil
}

// PrintOp implements asm.OpPrinter.
func (o Scan) PrintOp(w *asm.Printer) {
	w.Byte('(')
	w.Values(o.Inputs())
	w.Str(") inits (")
	w.Values(o.Inits())
	w.Str(") dimension=")
	w.Int(o.Dimension())
	w.Byte(' ')
	w.AttrDictWithKeyword(o.Op, "dimension", ir.OperandSegments, ir.ResultSegments)
	w.Byte(' ')
	w.Region(o.Body(), true, true)
	w.Str(" : ")
	w.FunctionType(o.Op.OperandTypes(), o.Op.ResultTypes())
}

// Eval runs the body for each index in turn. It stops early if the results of an iteration have no
// elements and the body has no effects.
func (o Scan) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	n, dim := len(o.Inputs()), int(o.Dimension())
	inputs, carries := ts[:n], slices.Clone(in[n:])
	size := o.Size()
	if n > 0 {
		size = inputs[0].Shape[dim]
	}
	if size == ir.Dynamic {
		return nil, fmt.Errorf("failed: its number of iterations is unknown; set scan_dim_size")
	}
	outs := make([]*tensor.Tensor, len(o.Outputs()))
	for step := range size {
		at := step
		if o.IsReverse() {
			at = size - 1 - step
		}
		args := make([]interp.Value, 0, len(in))
		for _, t := range inputs {
			args = append(args, planeAt(c, t, dim, at))
		}
		got, err := c.Region(o.Body(), append(args, carries...)...)
		if err != nil {
			return nil, err
		}
		for i := range outs {
			t := got[i].(*tensor.Tensor)
			if outs[i] == nil {
				outs[i] = c.New(t.Kind, slices.Insert(slices.Clone(t.Shape), dim, size)...)
			}
			setPlane(c, outs[i], dim, at, t)
		}
		carries = got[len(outs):]
		if !slices.ContainsFunc(got, hasElements) && o.Op.EffectFree() {
			break
		}
	}
	results := make([]interp.Value, 0, o.Op.NumResults())
	for i, t := range outs {
		if t == nil { // there was no iteration
			shape, _ := o.Outputs()[i].Type().Shape()
			shape = slices.Clone(shape)
			shape[dim] = 0
			if slices.Contains(shape, ir.Dynamic) {
				return nil, fmt.Errorf("failed: it has no iteration, so the shape of its result of type '%s' is unknown", o.Outputs()[i].Type())
			}
			t = c.New(o.Outputs()[i].Type().Kind(), shape...)
		}
		results = append(results, t)
	}
	return append(results, carries...), nil
}

// plane returns the offset, strides and shape of the slice of t whose index in dimension dim is the
// parameter "at".
func plane(t *tensor.Tensor, dim int, at int64) (interp.Walk, []int64) {
	strides := t.Strides()
	w := interp.Walk{Offset: at * strides[dim], Strides: slices.Delete(slices.Clone(strides), dim, dim+1)}
	return w, slices.Delete(slices.Clone(t.Shape), dim, dim+1)
}

func planeAt(c *interp.Context, t *tensor.Tensor, dim int, at int64) *tensor.Tensor {
	from, shape := plane(t, dim, at)
	out := c.New(t.Kind, shape...)
	c.Move(out, interp.WalkOf(shape), t, from, shape)
	return out
}

func setPlane(c *interp.Context, t *tensor.Tensor, dim int, at int64, one *tensor.Tensor) {
	to, shape := plane(t, dim, at)
	c.Move(t, to, one, interp.WalkOf(shape), shape)
}

func hasElements(v interp.Value) bool {
	t, ok := v.(*tensor.Tensor)
	return !ok || len(t.Data) > 0
}
