package memref

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// alloc returns the Spec of an allocation.
func alloc(name, doc string) ir.Spec {
	return ir.Spec{
		Name: "memref." + name,
		Doc:  doc,
		Operands: []ir.Field{
			{Name: "dynamicSizes", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "symbolOperands", Type: constraint.Index, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "memref", Type: constraint.MemRef}},
		Attrs:   []ir.AttrField{constraint.Alignment(), {Name: ir.OperandSegments, Type: constraint.Segments}},
		Traits:  ir.AttrSizedOperandSegments,
		Format:  "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
	}
}

func allocInit(t ir.Type, sizes []*ir.Value) ir.Init {
	return ir.Init{
		Operands: sizes, Results: []ir.Type{t},
		Attrs: []ir.Attr{{}, ir.NewDenseI32(int32(len(sizes)), 0)},
	}
}

// Alloc allocates memory on the heap.
//
//	%m = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
type Alloc struct{ ir.Ref }

// DynamicSizes returns the dynamic extents, SymbolOperands the symbols of the layout, and Memref
// the buffer. Alignment returns the required alignment in bytes, or 0 if none is required.
func (o Alloc) DynamicSizes() []*ir.Value   { return o.Op.OperandsOf(0) }
func (o Alloc) SymbolOperands() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Alloc) Memref() *ir.Value           { return o.Op.ResultAt(0) }
func (o Alloc) Alignment() int64            { return alignmentOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Alloc) Spec() ir.Spec { return alloc("alloc", "Allocates memory on the heap.") }

// NewAlloc inserts an Alloc operation.
func NewAlloc(b *ir.Builder, t ir.Type, sizes ...*ir.Value) Alloc {
	return ir.Create[Alloc](b, allocInit(t, sizes))
}

// ResultNames implements ir.Namer.
func (o Alloc) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "alloc") }

// Effects implements ir.Effecter.
func (o Alloc) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Allocate, Value: o.Op.Result()}} }

// Verify implements ir.Verifier.
func (o Alloc) Verify() error { return verifyAlloc(o.Op) }

// Alloca allocates stack memory. The memory is freed at the end of the nearest enclosing operation
// with the trait AllocationScope.
//
//	%m = memref.alloca() : memref<4xf32>
type Alloca struct{ ir.Ref }

// DynamicSizes returns the dynamic extents, SymbolOperands the symbols of the layout, and Memref
// the buffer. Alignment returns the required alignment in bytes, or 0 if none is required.
func (o Alloca) DynamicSizes() []*ir.Value   { return o.Op.OperandsOf(0) }
func (o Alloca) SymbolOperands() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Alloca) Memref() *ir.Value           { return o.Op.ResultAt(0) }
func (o Alloca) Alignment() int64            { return alignmentOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Alloca) Spec() ir.Spec {
	return alloc("alloca", "Allocates stack memory, which is freed at the end of the nearest enclosing scope.")
}

// NewAlloca inserts an Alloca operation.
func NewAlloca(b *ir.Builder, t ir.Type, sizes ...*ir.Value) Alloca {
	return ir.Create[Alloca](b, allocInit(t, sizes))
}

// ResultNames implements ir.Namer.
func (o Alloca) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "alloca") }

// Effects implements ir.Effecter.
func (o Alloca) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Allocate, Value: o.Op.Result()}} }

// Verify implements ir.Verifier.
func (o Alloca) Verify() error {
	for p := o.Op.Parent(); p != nil; p = p.Parent() {
		if p.Has(ir.AllocationScope) {
			return verifyAlloc(o.Op)
		}
	}
	return ir.Errorf(o.Op, "requires an ancestor op with AutomaticAllocationScope trait")
}

// verifyAlloc checks the numbers of dynamic sizes and of symbols of the layout.
func verifyAlloc(op *ir.Op) error {
	d, _ := ir.TypeAs[*ir.MemRefType](op.Result().Type())
	open := 0
	for _, n := range d.Shape {
		if n == ir.Dynamic {
			open++
		}
	}
	if n := len(op.OperandsOf(0)); n != open {
		return ir.Errorf(op, "incorrect number of dynamic sizes, has %d, expected %d", n, open)
	}
	syms := 0
	if m, ok := ir.AttrAs[*ir.AffineMapAttr](d.Layout); ok {
		syms = m.Map.Syms
	}
	if l, ok := ir.AttrAs[*ir.StridedLayoutAttr](d.Layout); ok {
		for _, n := range append([]int64{l.Offset}, l.Strides...) {
			if n == ir.Dynamic {
				syms++
			}
		}
	}
	if n := len(op.OperandsOf(1)); n != syms {
		return ir.Errorf(op, "symbol operand count does not equal memref symbol count: expected %d, got %d", syms, n)
	}
	return nil
}

// Realloc changes the size of a buffer. The buffer may move to another address.
//
//	%m = memref.realloc %a(%n) : memref<?xf32> to memref<?xf32>
type Realloc struct{ ir.Ref }

// Source returns the buffer. DynamicResultSize returns the new number of elements, or nil if this
// number is static.
func (o Realloc) Source() *ir.Value            { return o.Op.OperandAt(0) }
func (o Realloc) DynamicResultSize() *ir.Value { return o.Op.OptionalOperand(1) }

// Alignment returns the required alignment in bytes, or 0 if none is required.
func (o Realloc) Alignment() int64 { return alignmentOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Realloc) Spec() ir.Spec {
	return ir.Spec{
		Name: "memref.realloc",
		Doc:  "Changes the size of a buffer. The buffer may move to another address.",
		Operands: []ir.Field{
			{Name: "source", Type: oneDim}, {Name: "dynamicResultSize", Type: constraint.Index, Arity: ir.Optional},
		},
		Results: []ir.Field{{Name: "result", Type: oneDim}},
		Attrs:   []ir.AttrField{constraint.Alignment()},
		Format:  "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)",
	}
}

// Effects implements ir.Effecter.
func (o Realloc) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.Free, Value: o.Source()}, {Kind: ir.Allocate, Value: o.Op.Result()}}
}

// Verify implements ir.Verifier.
func (o Realloc) Verify() error {
	from, _ := ir.TypeAs[*ir.MemRefType](o.Source().Type())
	to, _ := ir.TypeAs[*ir.MemRefType](o.Op.Result().Type())
	identity := func(d *ir.MemRefType) bool { return d.Layout.IsNil() }
	switch {
	case !identity(from):
		return ir.ErrorAt(o.Op, "unsupported layout for source memref type '%s'", o.Source().Type())
	case !identity(to):
		return ir.ErrorAt(o.Op, "unsupported layout for result memref type '%s'", o.Op.Result().Type())
	case from.Space != to.Space:
		return ir.ErrorAt(o.Op, "different memory spaces specified for source memref type '%s' and result memref type '%s'", o.Source().Type(), o.Op.Result().Type())
	case from.Elem != to.Elem:
		return ir.ErrorAt(o.Op, "different element types specified for source memref type '%s' and result memref type '%s'", o.Source().Type(), o.Op.Result().Type())
	case to.Shape[0] == ir.Dynamic && o.DynamicResultSize() == nil:
		return ir.ErrorAt(o.Op, "missing dimension operand for result type '%s'", o.Op.Result().Type())
	case to.Shape[0] != ir.Dynamic && o.DynamicResultSize() != nil:
		return ir.ErrorAt(o.Op, "unnecessary dimension operand for result type '%s'", o.Op.Result().Type())
	}
	return nil
}

// Dealloc frees memory.
//
//	memref.dealloc %m : memref<4xf32>
type Dealloc struct{ ir.Ref }

// Memref returns the buffer.
func (o Dealloc) Memref() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Dealloc) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.dealloc",
		Doc:      "Frees memory.",
		Operands: []ir.Field{{Name: "memref", Type: constraint.AnyMemRef}},
		Format:   "$memref attr-dict `:` type($memref)",
	}
}

// NewDealloc inserts a Dealloc operation.
func NewDealloc(b *ir.Builder, m *ir.Value) Dealloc {
	return ir.Create[Dealloc](b, ir.Init{Operands: []*ir.Value{m}})
}

// Effects implements ir.Effecter.
func (o Dealloc) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Free, Value: o.Memref()}} }

// AllocaScope is a scope for stack memory. Memory that its region allocates is freed at its end.
//
//	memref.alloca_scope { … }
type AllocaScope struct{ ir.Ref }

// Body returns the block.
func (o AllocaScope) Body() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }

// Spec implements ir.View.
func (AllocaScope) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.alloca_scope",
		Doc:      "A scope for stack memory, which is freed at the end of the scope.",
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "bodyRegion", Sized: true}},
		Traits:   ir.AllocationScope | ir.SingleBlock | ir.RecursiveEffects | ir.NoRegionArguments,
		Implicit: "memref.alloca_scope.return",
	}
}

// VerifyRegions implements ir.RegionVerifier.
func (o AllocaScope) VerifyRegions() error {
	return constraint.Leaves(o.Op, o.Op.RegionAt(0), "memref.alloca_scope.return")
}

// ParseOp implements asm.OpParser.
func (AllocaScope) ParseOp(p *asm.Parser, st *asm.State) error {
	ts, err := p.OptionalArrowTypes()
	if err != nil {
		return err
	}
	st.AddResults(ts...)
	r := st.AddRegion()
	if err := p.Region(st, r); err != nil {
		return err
	}
	p.ImplicitTerminator(r, "memref.alloca_scope.return", st.Loc)
	return p.AttrDict(st)
}

// PrintOp implements asm.OpPrinter. It prints two spaces after the operation's name, as MLIR does.
func (o AllocaScope) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	if o.Op.NumResults() > 0 {
		w.Str(" -> (")
		w.Types(o.Op.ResultTypes())
		w.Byte(')')
	}
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, o.Op.NumResults() > 0)
	w.AttrDict(o.Op)
}

// AllocaScopeReturn ends the region of an alloca_scope. Its operands are the results of the
// alloca_scope.
//
//	memref.alloca_scope.return %x : f32
type AllocaScopeReturn struct{ ir.Ref }

// Spec implements ir.View.
func (AllocaScopeReturn) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.alloca_scope.return",
		Doc:      "Ends an alloca_scope. The operands are the results of the alloca_scope.",
		Operands: []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Parents:  []string{"memref.alloca_scope"},
		Format:   "attr-dict ($results^ `:` type($results))?",
	}
}
