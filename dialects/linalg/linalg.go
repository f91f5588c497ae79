// Package linalg is MLIR's linalg dialect: computations on tensors and buffers, described by
// indexing maps and a scalar body.
package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "linalg",
		Doc:  "Computations on tensors and buffers, described by indexing maps and a scalar body.",
		Ops: func() []ir.OpDecl {
			return slices.Concat([]ir.OpDecl{
				ir.Decl[Generic](), ir.Decl[Yield](), ir.Decl[Index](),
				ir.Decl[Map](), ir.Decl[Reduce](), ir.Decl[Transpose](), ir.Decl[Broadcast](), ir.Decl[Elementwise](), ir.Decl[Contract](),
				ir.Decl[Softmax](), ir.Decl[WinogradFilterTransform](), ir.Decl[WinogradInputTransform](), ir.Decl[WinogradOutputTransform](),
				ir.Decl[Pack](), ir.Decl[Unpack](),
			}, namedOps())
		},
		Syntax:   enums,
		Constant: arith.Materialize,
	}
}

// Structured is a computation on tensors or memrefs. For each point of an iteration space, its body
// computes new elements of the outputs from elements of the inputs and outputs.
type Structured interface {
	ir.View
	// Inputs and Outputs return the operands. The results correspond, in order, to the outputs that
	// are tensors.
	Inputs() []*ir.Value
	Outputs() []*ir.Value
	// Maps returns a map for each operand, inputs first: from points of the iteration space to
	// positions in the operand.
	Maps() []affine.Map
	// Iterators returns the kind of each dimension of the iteration space.
	Iterators() []Iterator
	// Body returns the block that computes new elements. Its arguments are an element of each
	// operand.
	Body() *ir.Block
}

// Yield ends the body of a computation. Its operands are the new elements.
//
//	linalg.yield %x : f32
type Yield struct{ ir.Ref }

// Values returns the elements, one per output.
func (o Yield) Values() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (Yield) Spec() ir.Spec {
	return ir.Spec{
		Name:     "linalg.yield",
		Doc:      "Ends the body with the new elements.",
		Operands: []ir.Field{{Name: "values", Type: constraint.Any, Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	}
}

// NewYield inserts a Yield operation.
func NewYield(b *ir.Builder, vs ...*ir.Value) Yield {
	return ir.Create[Yield](b, ir.Init{Operands: vs})
}

// ParseOp implements asm.OpParser.
func (Yield) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	os, err := p.Operands()
	if err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil || len(os) == 0 {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	ts, err := p.Types()
	if err != nil {
		return err
	}
	vs, err := p.ResolveAll(os, ts, off)
	st.Add(vs...)
	return err
}

// PrintOp implements asm.OpPrinter.
func (o Yield) PrintOp(w *asm.Printer) {
	if o.Op.NumOperands() > 0 {
		w.Byte(' ')
		w.Values(o.Values())
	}
	w.AttrDict(o.Op)
	if o.Op.NumOperands() > 0 {
		w.Str(" : ")
		w.Types(o.Op.OperandTypes())
	}
}

// Verify implements ir.Verifier.
func (o Yield) Verify() error {
	p := o.Op.Parent()
	if p == nil || p.NumRegions() != 1 || p.RegionAt(0).Empty() {
		return ir.Errorf(o.Op, "expected single non-empty parent region")
	}
	s, ok := ir.Cast[Structured](p)
	if !ok {
		return ir.Errorf(o.Op, "expected parent op with LinalgOp interface")
	}
	outs := s.Outputs()
	if n := o.Op.NumOperands(); n != len(outs) {
		return ir.Errorf(o.Op, "expected number of yield values (%d) to match the number of inits / outs operands of the enclosing LinalgOp (%d)", n, len(outs))
	}
	for i, out := range outs {
		if got := o.Op.OperandAt(i).Type(); got != element(out.Type()) {
			return ir.Errorf(o.Op, "type of yield operand %d ('%s') doesn't match the element type of the enclosing linalg.generic op ('%s')", i+1, got, element(out.Type()))
		}
	}
	return nil
}

// Index returns the position of the current iteration in one dimension of the iteration space.
//
//	%i = linalg.index 1 : index
type Index struct{ ir.Ref }

// Dim returns the dimension.
func (o Index) Dim() int64 {
	v, _ := o.Op.AttrAt(0).Int()
	return v
}

// Spec implements ir.View.
func (Index) Spec() ir.Spec {
	return ir.Spec{
		Name:    "linalg.index",
		Doc:     "The position in one dimension of the iteration space.",
		Results: []ir.Field{{Name: "result", Type: constraint.Index}},
		Attrs: []ir.AttrField{{Name: "dim", Doc: "The dimension.", Type: ir.AttrConstraint{
			Text: "64-bit signless integer attribute whose minimum value is 0", Form: ir.FormNoType, Type: ir.I64(),
			Accept: func(a ir.Attr) bool {
				v, ok := a.Int()
				return ok && a.TypeOf() == ir.I64() && v >= 0
			},
		}}},
		Traits: ir.Pure,
		Format: "$dim attr-dict `:` type($result)",
	}
}

// NewIndex inserts an Index operation.
func NewIndex(b *ir.Builder, dim int) Index {
	return ir.Create[Index](b, ir.Init{Results: []ir.Type{ir.Index()}, Attrs: []ir.Attr{ir.NewI64(int64(dim))}})
}

// Fold folds to 0 if the dimension has extent 1.
func (o Index) Fold([]ir.Attr) (ir.Folded, bool) {
	s, ok := ir.Cast[Structured](o.Op.Parent())
	if !ok {
		return nil, false
	}
	extents, ok := LoopExtents(s)
	if d := o.Dim(); ok && d < int64(len(extents)) && extents[d] == 1 {
		return ir.FoldConst(ir.NewInt(0, ir.Index())), true
	}
	return nil, false
}

// Verify implements ir.Verifier.
func (o Index) Verify() error {
	s, ok := ir.Cast[Structured](o.Op.Parent())
	if !ok {
		return ir.Errorf(o.Op, "expected parent op with LinalgOp interface")
	}
	if n := len(s.Iterators()); o.Dim() >= int64(n) {
		return ir.Errorf(o.Op, "expected dim (%d) to be lower than the number of loops (%d) of the enclosing LinalgOp", o.Dim(), n)
	}
	return nil
}
