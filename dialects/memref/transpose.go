package memref

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Transpose is a view that has the dimensions of a buffer in another order.
//
//	%b = memref.transpose %a (d0, d1) -> (d1, d0) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
type Transpose struct{ ir.Ref }

// In returns the buffer.
func (o Transpose) In() *ir.Value { return o.Op.OperandAt(0) }

// Permutation returns a map from the dimensions of the source to those of the result.
func (o Transpose) Permutation() affine.Map {
	m, _ := ir.AttrAs[*ir.AffineMapAttr](o.Op.AttrAt(0))
	return m.Map
}

// Spec implements ir.View.
func (Transpose) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.transpose",
		Doc:      "A view of a buffer with its dimensions in another order.",
		Operands: []ir.Field{{Name: "in", Type: strided}},
		Results:  []ir.Field{{Name: "result", Type: strided}},
		Attrs:    []ir.AttrField{{Name: "permutation", Type: constraint.Map}},
		Traits:   ir.Pure,
	}
}

// ResultNames implements ir.Namer.
func (o Transpose) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "transpose") }

// ParseOp implements asm.OpParser.
func (Transpose) ParseOp(p *asm.Parser, st *asm.State) error {
	in, err := p.Operand()
	if err != nil {
		return err
	}
	m, err := p.AffineMap()
	if err != nil {
		return err
	}
	st.SetAttr("permutation", ir.NewAffineMap(m))
	if err := p.AttrDict(st); err != nil {
		return err
	}
	from, err := p.ColonType()
	if err != nil {
		return err
	}
	if err := p.ExpectKeyword("to"); err != nil {
		return err
	}
	to, err := p.Type()
	if err != nil {
		return err
	}
	v, err := p.Resolve(in, from)
	st.Add(v)
	st.AddResults(to)
	return err
}

// PrintOp implements asm.OpPrinter.
func (o Transpose) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.In())
	w.Byte(' ')
	w.Str(o.Permutation().String())
	w.AttrDict(o.Op, "permutation")
	w.Str(" : ")
	w.Type(o.In().Type())
	w.Str(" to ")
	w.Type(o.Op.Result().Type())
}

// Verify implements ir.Verifier.
func (o Transpose) Verify() error {
	m := o.Permutation()
	from, _ := ir.TypeAs[*ir.MemRefType](o.In().Type())
	if !m.IsPermutation() {
		return ir.Errorf(o.Op, "expected a permutation map")
	}
	if m.Dims != len(from.Shape) {
		return ir.Errorf(o.Op, "expected a permutation map of same rank as the input")
	}
	perm, _ := m.Permuted()
	shape, strides, offset := make([]int64, len(perm)), make([]int64, len(perm)), int64(0)
	s, offset, _ := Strides(from)
	for i, p := range perm {
		shape[i], strides[i] = from.Shape[p], s[p]
	}
	to, _ := ir.TypeAs[*ir.MemRefType](o.Op.Result().Type())
	gs, goff, ok := Strides(to)
	if !ok || !slices.Equal(gs, strides) || goff != offset || !slices.Equal(to.Shape, shape) || to.Elem != from.Elem || to.Space != from.Space {
		return ir.Errorf(o.Op, "result type '%s' is not equivalent to the canonical transposed input type '%s'", o.Op.Result().Type(), linearType(from, shape, strides, offset))
	}
	return nil
}

// linearType is like StridedType, but writes the layout as an affine map.
func linearType(d *ir.MemRefType, shape, strides []int64, offset int64) ir.Type {
	m := affine.Map{Dims: len(strides)}
	factor := func(n int64) affine.Expr {
		if n != ir.Dynamic {
			return affine.Const(n)
		}
		m.Syms++
		return affine.Sym(m.Syms - 1)
	}
	e := factor(offset)
	for i, s := range strides {
		e = affine.Add(e, affine.Mul(affine.Dim(i), factor(s)))
	}
	m.Results = []affine.Expr{e}
	return ir.NewType(&ir.MemRefType{Shape: shape, Elem: d.Elem, Space: d.Space, Layout: ir.NewAffineMap(m)})
}
