// Package complex is MLIR's complex dialect: arithmetic on complex numbers.
package complex

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "complex",
		Doc:  "Arithmetic on complex numbers.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Abs](), ir.Decl[Add](), ir.Decl[Angle](), ir.Decl[Atan2](), ir.Decl[Bitcast](), ir.Decl[Conj](),
				ir.Decl[Constant](), ir.Decl[Cos](), ir.Decl[Create](), ir.Decl[Div](), ir.Decl[Equal](), ir.Decl[Exp](),
				ir.Decl[Expm1](), ir.Decl[Im](), ir.Decl[Log](), ir.Decl[Log1p](), ir.Decl[Mul](), ir.Decl[Neg](),
				ir.Decl[NotEqual](), ir.Decl[Pow](), ir.Decl[Powi](), ir.Decl[Re](), ir.Decl[Rsqrt](), ir.Decl[Sign](),
				ir.Decl[Sin](), ir.Decl[Sqrt](), ir.Decl[Sub](), ir.Decl[Tan](), ir.Decl[Tanh](),
			}
		},
		Syntax:   syntax{},
		Constant: Materialize,
	}
}

// Materialize creates a constant of type t with the value a: a complex.constant for a complex
// number, and an arith or ub constant for other values. It returns nil if no operation has this
// value.
func Materialize(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
	if !buildable(a, t) {
		return arith.Materialize(b, a, t)
	}
	return ir.Create[Constant](b, ir.Init{Results: []ir.Type{t}, Attrs: []ir.Attr{a}}).Op
}

// buildable reports whether a complex.constant of type t can have the value a.
func buildable(a ir.Attr, t ir.Type) bool {
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	c, isComplex := ir.TypeAs[*ir.ComplexType](t)
	return ok && isComplex && len(d.Elems) == 2 && d.Elems[0].TypeOf() == c.Elem && d.Elems[1].TypeOf() == c.Elem
}

var (
	number = ir.Constraint{
		Text: "complex type with floating-point elements",
		Accept: func(t ir.Type) bool {
			d, ok := ir.TypeAs[*ir.ComplexType](t)
			return ok && d.Elem.IsFloat()
		},
		Class: ir.IsType[*ir.ComplexType], ClassName: "builtin.complex",
	}
	anyComplex = ir.Constraint{Text: "complex-type", Accept: ir.IsType[*ir.ComplexType], Class: ir.IsType[*ir.ComplexType], ClassName: "builtin.complex"}
)

// elem returns the element type of a complex type. It returns t for any other type.
func elem(t ir.Type) ir.Type {
	if d, ok := ir.TypeAs[*ir.ComplexType](t); ok {
		return d.Elem
	}
	return t
}

// unary returns the Spec of an operation that computes a complex number from a complex number.
func unary(name, doc string) ir.Spec {
	return ir.Spec{
		Name:     "complex." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "complex", Type: number}},
		Results:  []ir.Field{{Name: "result", Type: number}},
		Attrs:    []ir.AttrField{arith.FastMathField()},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
		Format:   "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
	}
}

// part returns the Spec of an operation that computes a real number from a complex number.
func part(name, result, doc string) ir.Spec {
	s := unary(name, doc)
	s.Results = []ir.Field{{Name: result, Type: constraint.Float}}
	s.Traits = ir.Pure | ir.Elementwise
	s.Rules = []ir.TypeRule{{From: "complex", To: result, Fn: elem, Text: "complex element type matches result type"}}
	return s
}

// binary returns the Spec of an operation that computes a complex number from two complex numbers.
func binary(name, doc string) ir.Spec {
	return ir.Spec{
		Name:     "complex." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "lhs", Type: number}, {Name: "rhs", Type: number}},
		Results:  []ir.Field{{Name: "result", Type: number}},
		Attrs:    []ir.AttrField{arith.FastMathField()},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
		Format:   "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
	}
}

// comparison returns the Spec of a comparison of two complex numbers.
func comparison(name, doc string) ir.Spec {
	same := constraint.Same(number, "T")
	return ir.Spec{
		Name:     "complex." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "lhs", Type: same}, {Name: "rhs", Type: same}},
		Results:  []ir.Field{{Name: "result", Type: constraint.I1}},
		Traits:   ir.Pure | ir.Elementwise,
		Format:   "$lhs `,` $rhs attr-dict `:` type($lhs)",
	}
}

func partInit(a *ir.Value) ir.Init {
	return ir.Init{Operands: []*ir.Value{a}, Results: []ir.Type{elem(a.Type())}}
}

func binaryInit(lhs, rhs *ir.Value) ir.Init {
	return ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}}
}

// isConst reports whether a is the constant v + 0i. Zeros of both signs are equal.
func isConst(a ir.Attr, v float64) bool {
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok || len(d.Elems) != 2 {
		return false
	}
	re, ok1 := ir.AttrAs[*ir.FloatAttr](d.Elems[0])
	im, ok2 := ir.AttrAs[*ir.FloatAttr](d.Elems[1])
	return ok1 && ok2 && re.Float() == v && im.Float() == 0
}

// Powi is a complex number to the power of an integer.
//
//	%r = complex.powi %a, %n fastmath<nnan> : complex<f32>, i32
type Powi struct{ ir.Binary }

// Spec implements ir.View.
func (Powi) Spec() ir.Spec {
	fast := arith.FastMathField()
	fast.Optional, fast.Default = true, ir.Attr{}
	same := constraint.Same(number, "T")
	return ir.Spec{
		Name:     "complex.powi",
		Doc:      "A complex number to the power of an integer.",
		Operands: []ir.Field{{Name: "lhs", Type: same}, {Name: "rhs", Type: signless}},
		Results:  []ir.Field{{Name: "result", Type: same}},
		Attrs:    []ir.AttrField{fast},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultShape,
		Format:   "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)",
	}
}

var signless = ir.Constraint{Text: "signless integer", Accept: func(t ir.Type) bool { return t.IsInt(0) }}
