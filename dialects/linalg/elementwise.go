package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Elementwise applies a scalar function to corresponding elements of its inputs. Its kind is the
// name of the function. Its maps may permute the dimensions of the inputs and broadcast the inputs.
//
//	%r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
type Elementwise struct{ ir.Ref }

// Inputs implements Structured.
func (o Elementwise) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Outputs implements Structured.
func (o Elementwise) Outputs() []*ir.Value { return o.Op.OperandsOf(1) }

// Body implements Structured.
func (o Elementwise) Body() *ir.Block { return o.Op.RegionAt(0).Entry() }

// Kind returns the name of the function.
func (o Elementwise) Kind() string { return wordOf(o.Op.AttrAt(0)) }

// Maps implements Structured.
func (o Elementwise) Maps() []affine.Map { return mapsOf(o.Op.AttrAt(1)) }

func identities(op *ir.Op) []affine.Map {
	n := op.NumOperands()
	return slices.Repeat([]affine.Map{affine.Identity(rank(op.OperandAt(n - 1).Type()))}, n)
}

// Iterators implements Structured.
func (o Elementwise) Iterators() []Iterator {
	ms := o.Maps()
	if len(ms) == 0 {
		return nil
	}
	return make([]Iterator, ms[len(ms)-1].Dims)
}

// Spec implements ir.View.
func (Elementwise) Spec() ir.Spec {
	return ir.Spec{
		Name: "linalg.elementwise",
		Doc:  "Applies the function that the attribute kind specifies to each element. The maps may permute and broadcast the inputs.",
		Operands: []ir.Field{
			{Name: "inputs", Type: constraint.Any, Arity: ir.Variadic}, {Name: "outputs", Type: constraint.Shaped, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result_tensors", Type: constraint.RankedTensor, Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "kind", Type: ir.AttrConstraint{Text: "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23", Accept: isEnum("elementwise_kind")}},
			{Name: "indexing_maps", Type: constraint.Maps, Optional: true},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Regions: []ir.RegionField{{Name: "region"}},
		Traits:  structuredTraits() | ir.AttrSizedOperandSegments,
	}
}

// Effects implements ir.Effecter.
func (o Elementwise) Effects() []ir.Effect { return structuredEffects(o) }

func arity(kind string) int {
	switch {
	case slices.Contains(enumWords("unary_fn"), kind):
		return 1
	case slices.Contains(enumWords("binary_fn"), kind):
		return 2
	}
	return 3
}

// elementwiseOf describes linalg.elementwise of the given kind.
func elementwiseOf(kind string) named {
	return named{name: "elementwise", inputs: arity(kind), body: func(b *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) {
		switch arity(kind) {
		case 1:
			return applyUnary(b, kind, args[0])
		case 2:
			return applyBinary(b, kind, args[0], args[1])
		}
		return choose(b, args, false)
	}}
}

// NeedsGeneric implements asm.GenericPrinter.
func (o Elementwise) NeedsGeneric() bool {
	n := elementwiseOf(wordOf(o.Op.AttrAt(0)))
	return !n.readable(o.Op)
}

// ParseOp implements asm.OpParser.
func (Elementwise) ParseOp(p *asm.Parser, st *asm.State) error {
	if err := p.ExpectKeyword("kind"); err != nil {
		return err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	off := p.Offset()
	kind, err := p.Attr()
	if err != nil {
		return err
	}
	if !isEnum("elementwise_kind")(kind) {
		return st.ErrorAt(p, off, "expected ElementwiseKind attribute")
	}
	st.SetAttr("kind", kind)
	if err := parseMaps(p, st); err != nil {
		return err
	}
	n := elementwiseOf(wordOf(kind))
	if err := n.parse(p, st); err != nil {
		return err
	}
	if st.Attr("indexing_maps").IsNil() {
		k := len(st.Operands)
		id := affine.Identity(rank(st.Operands[k-1].Type()))
		st.SetAttr("indexing_maps", mapArray(slices.Repeat([]affine.Map{id}, k)))
	}
	return nil
}

// PrintOp implements asm.OpPrinter.
func (o Elementwise) PrintOp(w *asm.Printer) {
	w.Str(" kind=")
	w.Attr(o.Op.AttrAt(0))
	if a := o.Op.AttrAt(1); !a.IsNil() && a != mapArray(identities(o.Op)) {
		w.Str(" indexing_maps = ")
		w.Attr(a)
	}
	w.AttrDict(o.Op, "kind", "indexing_maps", memoized)
	printParts(w, o.Inputs(), o.Outputs())
	w.OptionalArrowTypes(o.Op.ResultTypes())
}

// VerifyRegions implements ir.RegionVerifier.
func (o Elementwise) VerifyRegions() error { return verifyStructured(o) }
