package complex

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Constant is a constant complex number.
//
//	%cst = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
type Constant struct{ ir.Ref }

// Spec implements ir.View.
func (Constant) Spec() ir.Spec {
	return ir.Spec{
		Name:    "complex.constant",
		Doc:     "A constant complex number.",
		Results: []ir.Field{{Name: "complex", Type: anyComplex}},
		Attrs:   []ir.AttrField{{Name: "value", Type: constraint.Array}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "$value attr-dict `:` type($complex)",
	}
}

// Value implements ir.Constant.
func (o Constant) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold folds the constant to its value.
func (o Constant) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Value()), true }

// ResultNames implements ir.Namer. The result is named %cst.
func (o Constant) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "cst") }

// Verify implements ir.Verifier.
func (o Constant) Verify() error {
	a, _ := ir.AttrAs[*ir.ArrayAttr](o.Value())
	if len(a.Elems) != 2 {
		return ir.Errorf(o.Op, "requires 'value' to be a complex constant, represented as array of two values")
	}
	for _, e := range a.Elems {
		switch e.Data().(type) {
		case *ir.FloatAttr, *ir.IntAttr:
		default:
			return ir.Errorf(o.Op, "requires attribute's elements to be float or integer attributes")
		}
	}
	want, re, im := elem(o.Op.Result().Type()), a.Elems[0].TypeOf(), a.Elems[1].TypeOf()
	if re != want || im != want {
		return ir.Errorf(o.Op, "requires attribute's element types ('%s', '%s') to match the element type of the op's return type ('%s')", re, im, want)
	}
	return nil
}

// Create is the complex number that has the given real and imaginary parts.
//
//	%r = complex.create %re, %im : complex<f32>
type Create struct{ ir.Ref }

// Real and Imaginary return the real and the imaginary part.
func (o Create) Real() *ir.Value      { return o.Op.OperandAt(0) }
func (o Create) Imaginary() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Create) Spec() ir.Spec {
	same := constraint.Same(constraint.Float, "T")
	return ir.Spec{
		Name:     "complex.create",
		Doc:      "Forms a complex number from its real and its imaginary part.",
		Operands: []ir.Field{{Name: "real", Type: same}, {Name: "imaginary", Type: same}},
		Results:  []ir.Field{{Name: "complex", Type: number}},
		Rules: []ir.TypeRule{
			{From: "complex", To: "real", Fn: elem, Text: "complex element type matches real operand type"},
			{From: "complex", To: "imaginary", Fn: elem, Text: "complex element type matches imaginary operand type"},
		},
		Traits: ir.Pure,
		Format: "$real `,` $imaginary attr-dict `:` type($complex)",
	}
}

// NewCreate inserts a complex.create. re and im must have the same type.
func NewCreate(b *ir.Builder, re, im *ir.Value) Create {
	return ir.Create[Create](b, ir.Init{Operands: []*ir.Value{re, im}, Results: []ir.Type{ir.Complex(re.Type())}})
}

// Fold folds create(re(x), im(x)) to x.
func (o Create) Fold([]ir.Attr) (ir.Folded, bool) {
	re, ok1 := ir.Defining[Re](o.Real())
	im, ok2 := ir.Defining[Im](o.Imaginary())
	if ok1 && ok2 && re.Complex() == im.Complex() {
		return ir.FoldTo(re.Complex()), true
	}
	return nil, false
}

// Bitcast reinterprets the bits of a complex number as an integer or a float of the same width, or
// the bits of an integer or a float as a complex number.
//
//	%r = complex.bitcast %a : complex<f32> to i64
type Bitcast struct{ ir.Unary }

// Spec implements ir.View.
func (Bitcast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "complex.bitcast",
		Doc:      "Interprets the bits of a complex number as an integer or a float of the same width, or the reverse.",
		Operands: []ir.Field{{Name: "operand", Type: constraint.Any}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Any}},
		Traits:   ir.Pure,
		Format:   "$operand attr-dict `:` type($operand) `to` type($result)",
	}
}

// Fold removes a cast to the same type, and two casts of which the second reverses the first.
func (o Bitcast) Fold([]ir.Attr) (ir.Folded, bool) {
	to := o.Op.Result().Type()
	if o.Operand().Type() == to {
		return ir.FoldTo(o.Operand()), true
	}
	if in, ok := ir.Defining[Bitcast](o.Operand()); ok && in.Operand().Type() == to {
		return ir.FoldTo(in.Operand()), true
	}
	return nil, false
}

// Verify implements ir.Verifier.
func (o Bitcast) Verify() error {
	from, to := o.Operand().Type(), o.Op.Result().Type()
	if from == to {
		return nil
	}
	switch {
	case bitWidth(from) == 0:
		return ir.Errorf(o.Op, "operand must be int/float/complex")
	case bitWidth(to) == 0:
		return ir.Errorf(o.Op, "result must be int/float/complex")
	case ir.IsType[*ir.ComplexType](from) == ir.IsType[*ir.ComplexType](to):
		return ir.Errorf(o.Op, "requires that either input or output has a complex type")
	case bitWidth(from) != bitWidth(to):
		return ir.Errorf(o.Op, "casting bitwidths do not match")
	}
	return nil
}

// bitWidth returns the number of bits of an integer, a float or a complex number. It returns 0 for
// other types.
func bitWidth(t ir.Type) int {
	switch d := t.Data().(type) {
	case *ir.IntType:
		return d.Bits
	case *ir.FloatType:
		return d.Kind.Bits()
	case *ir.ComplexType:
		return 2 * bitWidth(d.Elem)
	}
	return 0
}

// NumberAttr is the attribute for a complex number.
//
//	#complex.number<:f64 1.0, 2.0> : complex<f64>
type NumberAttr struct{ Real, Imag *ir.FloatAttr }

// TypeOf returns the type of the number.
func (d *NumberAttr) TypeOf() ir.Type { return ir.Complex(d.Real.Type) }

// Print implements ir.AttrData.
func (d *NumberAttr) Print(w *ir.Writer) {
	w.Str("#complex.number<:")
	w.Type(d.Real.Type)
	w.Byte(' ')
	w.AttrNoType(ir.NewAttr(d.Real))
	w.Str(", ")
	w.AttrNoType(ir.NewAttr(d.Imag))
	w.Str("> : ")
	w.Type(d.TypeOf())
}

type syntax struct{}

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	if mnemonic != "number" {
		return ir.Attr{}, p.UnknownAttr("complex", mnemonic, "number")
	}
	if err := p.Expect(asm.Less); err != nil {
		return ir.Attr{}, err
	}
	off := p.Offset()
	t, err := p.ColonType()
	if err != nil {
		return ir.Attr{}, err
	}
	if !t.IsFloat() {
		return ir.Attr{}, p.ErrorAt(off, "element type must be a floating point type").WithHelp("use a type such as f32")
	}
	re, err := parsePart(p, t)
	if err != nil {
		return ir.Attr{}, err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return ir.Attr{}, err
	}
	im, err := parsePart(p, t)
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(&NumberAttr{re, im}), p.Expect(asm.Greater)
}

// parsePart parses the real or the imaginary part, which has type t.
func parsePart(p *asm.Parser, t ir.Type) (*ir.FloatAttr, error) {
	off := p.Offset()
	a, err := p.AttrOfType(t)
	if err != nil {
		return nil, err
	}
	f, ok := ir.AttrAs[*ir.FloatAttr](a)
	if !ok {
		return nil, p.ErrorAt(off, "expected floating point literal")
	}
	return f, nil
}
