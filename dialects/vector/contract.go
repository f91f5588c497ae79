package vector

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// OuterProduct multiplies each element of a vector by each element of another vector, or by a
// scalar, and combines the products with an accumulator.
//
//	%r = vector.outerproduct %a, %b, %acc {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
type OuterProduct struct{ ir.Ref }

// LHS and RHS return the factors, and Acc returns the accumulator or nil. Kind returns the function
// that combines the accumulator with the products.
func (o OuterProduct) LHS() *ir.Value { return o.Op.OperandAt(0) }
func (o OuterProduct) RHS() *ir.Value { return o.Op.OperandAt(1) }
func (o OuterProduct) Acc() *ir.Value { return o.Op.OptionalOperand(2) }
func (o OuterProduct) Kind() Kind     { return KindOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (OuterProduct) Spec() ir.Spec {
	kind := kindField()
	kind.Default = NewKind(Add)
	return ir.Spec{
		Name: "vector.outerproduct",
		Doc:  "Multiplies each element of a vector by each element of another vector, or by a scalar, and combines the products with an accumulator.",
		Operands: []ir.Field{
			{Name: "lhs", Type: nonScalar}, {Name: "rhs", Type: constraint.Any}, {Name: "acc", Type: nonScalar, Arity: ir.Optional},
		},
		Results: []ir.Field{{Name: "result", Type: nonScalar}},
		Attrs:   []ir.AttrField{kind},
		Traits:  ir.Pure,
	}
}

// ParseOp implements asm.OpParser.
func (OuterProduct) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	os, err := p.Operands()
	if err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	ts, err := p.Types()
	if err != nil {
		return err
	}
	if len(os) < 2 || len(ts) < 2 {
		return st.ErrorAt(p, off, "expected at least 2 operands")
	}
	if !isVector(ts[0]) {
		return st.ErrorAt(p, off, "expected vector type for operand #1")
	}
	for i, t := range ts[:2] {
		if isVector(t) && t.Rank() != 1 {
			return st.ErrorAt(p, off, "expected 1-d vector for operand #%d", i+1)
		}
	}
	t := product(ts[0], ts[1])
	want := []ir.Type{ts[0], ts[1], t}[:min(len(os), 3)]
	vs, err := p.ResolveAll(os, want, off)
	st.Add(vs...)
	st.AddResults(t)
	return err
}

// product returns the type of the outer product of a vector of type t and a vector or scalar of
// type u.
func product(t, u ir.Type) ir.Type {
	a, _ := ir.TypeAs[*ir.VectorType](t)
	b, ok := ir.TypeAs[*ir.VectorType](u)
	if !ok {
		return t
	}
	c := &ir.VectorType{Shape: []int64{t.Dims()[0], u.Dims()[0]}, Elem: a.Elem}
	if a.Scalable != nil || b.Scalable != nil {
		c.Scalable = []bool{a.Scalable != nil && a.Scalable[0], b.Scalable != nil && b.Scalable[0]}
	}
	return ir.NewType(c)
}

// PrintOp implements asm.OpPrinter. Like MLIR, it prints no attributes if there is no accumulator,
// and prints the default value of "kind" if there is one.
func (o OuterProduct) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Values(o.Op.OperandList())
	if o.Acc() != nil {
		es := append([]ir.NamedAttr{{Name: "kind", Attr: o.Op.AttrAt(0)}}, o.Op.DiscardableAttrs()...)
		slices.SortStableFunc(es, func(a, b ir.NamedAttr) int { return strings.Compare(a.Name, b.Name) })
		w.Str(" {")
		w.NamedAttrs(es)
		w.Byte('}')
	}
	w.Str(" : ")
	w.Type(o.LHS().Type())
	w.Str(", ")
	w.Type(o.RHS().Type())
}

// Verify implements ir.Verifier.
func (o OuterProduct) Verify() error {
	a, b, to := o.LHS().Type(), o.RHS().Type(), o.Op.Result().Type()
	switch {
	case a.Elem() != to.Elem():
		return ir.Errorf(o.Op, "failed to verify that lhs operand and result have same element type")
	case b.Elem() != to.Elem():
		return ir.Errorf(o.Op, "failed to verify that rhs operand and result have same element type")
	case a.Rank() != 1:
		return ir.Errorf(o.Op, "expected 1-d vector for operand #1")
	}
	if isVector(b) {
		switch {
		case b.Rank() != 1:
			return ir.Errorf(o.Op, "expected 1-d vector for operand #2")
		case to.Rank() != 2:
			return ir.Errorf(o.Op, "expected 2-d vector result")
		case a.Dims()[0] != to.Dims()[0]:
			return ir.Errorf(o.Op, "expected #1 operand dim to match result dim #1")
		case b.Dims()[0] != to.Dims()[1]:
			return ir.Errorf(o.Op, "expected #2 operand dim to match result dim #2")
		case isScalable(a, 0) && !isScalable(b, 0):
			return ir.Errorf(o.Op, "expected either both or only #2 operand dim to be scalable")
		}
	} else if to.Rank() != 1 {
		return ir.Errorf(o.Op, "expected 1-d vector result")
	} else if a.Dims()[0] != to.Dims()[0] {
		return ir.Errorf(o.Op, "expected #1 operand dim to match result dim #1")
	}
	if acc := o.Acc(); acc != nil && acc.Type() != to {
		return ir.Errorf(o.Op, "expected operand #3 of same type as result type")
	}
	if !combines(o.Kind(), to) {
		return ir.Errorf(o.Op, "unsupported outerproduct type")
	}
	return nil
}

// Contract multiplies elements of two vectors in a nest of loops. It combines the products along
// the reduction loops, and then with an accumulator.
//
//	%r = vector.contract {indexing_maps = […], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
type Contract struct{ ir.Ref }

// The indices of Contract's inherent attributes.
const (
	contractMaps = iota
	contractIterators
	contractKind
)

// LHS and RHS return the factors, Acc returns the accumulator, and Kind returns the function that
// combines products.
func (o Contract) LHS() *ir.Value { return o.Op.OperandAt(0) }
func (o Contract) RHS() *ir.Value { return o.Op.OperandAt(1) }
func (o Contract) Acc() *ir.Value { return o.Op.OperandAt(2) }
func (o Contract) Kind() Kind     { return KindOf(o.Op.AttrAt(contractKind)) }

// IndexingMaps returns, for each operand, the map from the loops to the dimensions of this operand.
func (o Contract) IndexingMaps() []affine.Map {
	d, _ := ir.AttrAs[*ir.ArrayAttr](o.Op.AttrAt(contractMaps))
	var ms []affine.Map
	for _, e := range d.Elems {
		ms = append(ms, mapOf(e))
	}
	return ms
}

// IsReduction reports, for each loop, whether it is a reduction loop.
func (o Contract) IsReduction() []bool {
	d, _ := ir.AttrAs[*ir.ArrayAttr](o.Op.AttrAt(contractIterators))
	rs := make([]bool, len(d.Elems))
	for i, e := range d.Elems {
		rs[i] = e == NewIterator(true)
	}
	return rs
}

// NewContract inserts a contraction that adds products. Loop i is a reduction if reduction[i] is
// set. The result has the type of acc.
func NewContract(b *ir.Builder, x, y, acc *ir.Value, maps []affine.Map, reduction []bool) Contract {
	var ms, its []ir.Attr
	for _, m := range maps {
		ms = append(ms, ir.NewAffineMap(m))
	}
	for _, r := range reduction {
		its = append(its, NewIterator(r))
	}
	return ir.Create[Contract](b, ir.Init{
		Operands: []*ir.Value{x, y, acc}, Results: []ir.Type{acc.Type()}, Attrs: []ir.Attr{ir.NewArray(ms...), ir.NewArray(its...), NewKind(Add)},
	})
}

// Spec implements ir.View.
func (Contract) Spec() ir.Spec {
	kind := kindField()
	kind.Default = NewKind(Add)
	return ir.Spec{
		Name: "vector.contract",
		Doc:  "Multiplies elements of two vectors, and combines the products along reduction loops and with an accumulator.",
		Operands: []ir.Field{
			{Name: "lhs", Type: nonScalar}, {Name: "rhs", Type: nonScalar}, {Name: "acc", Type: constraint.Any},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.Any}},
		Attrs: []ir.AttrField{
			{Name: "indexing_maps", Type: constraint.Array},
			{Name: "iterator_types", Type: constraint.ArrayOf("Iterator type should be an enum.", isEnum("iterator_type"))},
			kind,
		},
		Traits: ir.Pure,
	}
}

// ParseOp implements asm.OpParser.
func (Contract) ParseOp(p *asm.Parser, st *asm.State) error {
	if err := p.DictOrAlias(st); err != nil {
		return err
	}
	if d, ok := ir.AttrAs[*ir.ArrayAttr](st.Attr("iterator_types")); ok {
		its, err := iterators(p, d)
		if err != nil {
			return err
		}
		st.SetAttr("iterator_types", its)
	}
	off := p.Offset()
	os, err := p.Operands()
	if err != nil {
		return err
	}
	if len(os) != 3 {
		return st.ErrorAt(p, off, "expected 3 operands")
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	a, err := p.ColonType()
	if err != nil {
		return err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return err
	}
	b, err := p.Type()
	if err != nil {
		return err
	}
	if err := p.ExpectKeyword("into"); err != nil {
		return err
	}
	t, err := p.Type()
	if err != nil {
		return err
	}
	vs, err := p.ResolveAll(os, []ir.Type{a, b, t}, off)
	st.Add(vs...)
	st.AddResults(t)
	return err
}

// iterators converts strings in an array such as ["parallel", "reduction"] to #vector.iterator_type
// attributes.
func iterators(p *asm.Parser, d *ir.ArrayAttr) (ir.Attr, error) {
	var as []ir.Attr
	for _, e := range d.Elems {
		s, ok := e.Str()
		switch {
		case s == "parallel", s == "reduction":
			as = append(as, NewIterator(s == "reduction"))
		case ok:
			return ir.Attr{}, p.Errorf("unexpected iterator_type (%s)", s)
		default:
			as = append(as, e)
		}
	}
	return ir.NewArray(as...), nil
}

// PrintOp implements asm.OpPrinter.
func (o Contract) PrintOp(w *asm.Printer) {
	var words []ir.Attr
	for _, r := range o.IsReduction() {
		words = append(words, ir.NewString(map[bool]string{true: "reduction", false: "parallel"}[r]))
	}
	w.Str(" {")
	w.NamedAttrs([]ir.NamedAttr{
		{Name: "indexing_maps", Attr: o.Op.AttrAt(contractMaps)},
		{Name: "iterator_types", Attr: ir.NewArray(words...)},
		{Name: "kind", Attr: o.Op.AttrAt(contractKind)},
	})
	w.Str("} ")
	w.Values(o.Op.OperandList())
	w.AttrDict(o.Op, "indexing_maps", "iterator_types", "kind")
	w.Str(" : ")
	w.Type(o.LHS().Type())
	w.Str(", ")
	w.Type(o.RHS().Type())
	w.Str(" into ")
	w.Type(o.Op.Result().Type())
}
