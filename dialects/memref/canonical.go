package memref

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// Canonical returns the dialect's canonicalization patterns. The comment on a pattern is "operation
// → replacement", without conditions that the code shows.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(allocConstant), rewrite.On(allocaConstant), rewrite.On(allocUnread), rewrite.On(allocaUnread), rewrite.On(reallocUnread),
		rewrite.On(copyOfCast), rewrite.On(copyNothing), rewrite.On(copyToItself),
		rewrite.On(dimOfReshape),
		rewrite.On(viewConstant), rewrite.On(viewOfCast),
		rewrite.On(subviewConstant), rewrite.On(subviewOfCast), rewrite.On(subviewWhole),
		rewrite.On(reinterpretConstant), rewrite.On(reinterpretMetadata),
		rewrite.On(metadataConstant), rewrite.On(metadataOfCast),
		rewrite.On(collapseCollapse), rewrite.On(expandExpand), rewrite.On(collapseOfExpand), rewrite.On(expandOfCollapse),
		rewrite.On(collapseOfCast), rewrite.On(expandOfCast),
		rewrite.On(scopeInline), rewrite.On(scopeHoist),
	}
}

// alloc(42, %n) : memref<?x?> → cast (alloc(%n) : memref<42x?>)
func allocConstant(op Alloc, rw *rewrite.Rewriter) bool { return sizesConstant(op.Op, rw) }

// alloca(42, %n) : memref<?x?> → cast (alloca(%n) : memref<42x?>)
func allocaConstant(op Alloca, rw *rewrite.Rewriter) bool { return sizesConstant(op.Op, rw) }

func sizesConstant(op *ir.Op, rw *rewrite.Rewriter) bool {
	d, _ := ir.TypeAs[*ir.MemRefType](op.Result().Type())
	shape, sizes := constantExtents(d.Shape, op.OperandsOf(0))
	if len(sizes) == len(op.OperandsOf(0)) {
		return false
	}
	t := ir.NewType(&ir.MemRefType{Shape: shape, Elem: d.Elem, Layout: d.Layout, Space: d.Space})
	syms := op.OperandsOf(1)
	by := rw.Op(op.Name(), ir.Init{
		Operands: slices.Concat(sizes, syms), Results: []ir.Type{t},
		Attrs: []ir.Attr{op.AttrAt(0), ir.NewDenseI32(int32(len(sizes)), int32(len(syms)))},
	})
	for _, a := range op.DiscardableAttrs() {
		by.SetDiscardable(a.Name, a.Attr)
	}
	rw.Replace(op, NewCast(&rw.Builder, by.Result(), op.Result().Type()).Op.Result())
	return true
}

// constantExtents replaces dynamic extents of shape by constants that are not negative. values has
// the value of each dynamic extent. constantExtents returns the new shape and the remaining values.
func constantExtents(shape []int64, values []*ir.Value) ([]int64, []*ir.Value) {
	folded, _ := slice.FoldSizes(slice.Mixed{Values: values, Static: shape})
	return folded.Static, folded.Values
}

// a buffer that is only written to and freed → nothing
func allocUnread(op Alloc, rw *rewrite.Rewriter) bool   { return eraseUnread(op.Op, rw) }
func allocaUnread(op Alloca, rw *rewrite.Rewriter) bool { return eraseUnread(op.Op, rw) }

// realloc a → dealloc a, if the result is only written to and freed
func reallocUnread(op Realloc, rw *rewrite.Rewriter) bool {
	if _, ok := onlyWritten(op.Op.Result()); !ok {
		return false
	}
	NewDealloc(&rw.Builder, op.Source())
	return eraseUnread(op.Op, rw)
}

// onlyWritten returns the users of the buffer m. ok is false if a user is neither a store to m nor
// a deallocation.
func onlyWritten(m *ir.Value) (users []*ir.Op, ok bool) {
	for u := range m.Uses() {
		store, isStore := ir.As[Store](u.Owner())
		if !ir.Is[Dealloc](u.Owner()) && (!isStore || store.Value() == m) {
			return nil, false
		}
		users = append(users, u.Owner())
	}
	return users, true
}

func eraseUnread(op *ir.Op, rw *rewrite.Rewriter) bool {
	users, ok := onlyWritten(op.Result())
	if !ok {
		return false
	}
	for _, u := range users {
		rw.Erase(u)
	}
	rw.Erase(op)
	return true
}

// copy (cast a), (cast b) → copy a, b, for each cast that changes only the layout
func copyOfCast(op Copy, rw *rewrite.Rewriter) bool {
	changed := false
	for i := range op.Op.NumOperands() {
		c, ok := ir.Defining[Cast](op.Op.OperandAt(i))
		if !ok {
			continue
		}
		from, ok1 := ir.TypeAs[*ir.MemRefType](c.Source().Type())
		to, ok2 := ir.TypeAs[*ir.MemRefType](c.Dest().Type())
		if ok1 && ok2 && from.Elem == to.Elem && slices.Equal(from.Shape, to.Shape) {
			rw.Update(op.Op, func() { op.Op.SetOperandAt(i, c.Source()) })
			changed = true
		}
	}
	return changed
}

// copy a, b → nothing, if a or b has no elements
func copyNothing(op Copy, rw *rewrite.Rewriter) bool {
	for v := range op.Op.Operands() {
		if shape, ok := v.Type().Shape(); ok && slices.Contains(shape, 0) {
			rw.Erase(op.Op)
			return true
		}
	}
	return false
}

// copy a, a → nothing
func copyToItself(op Copy, rw *rewrite.Rewriter) bool {
	if op.Source() != op.Target() {
		return false
	}
	rw.Erase(op.Op)
	return true
}

// dim (reshape a(shape)), i → load shape[i], if i is defined before the reshape
func dimOfReshape(op Dim, rw *rewrite.Rewriter) bool {
	r, ok := ir.Defining[Reshape](op.Source())
	if !ok || !beforeReshape(op, r) {
		return false
	}
	// Load directly after the reshape: a later operation may overwrite the shape.
	rw.After(r.Op)
	rw.Loc = op.Op.Loc()
	v := NewLoad(&rw.Builder, r.ShapeList(), op.Index()).Op.Result()
	if v.Type() != op.Op.Result().Type() {
		v = arith.NewIndexCast(&rw.Builder, v, op.Op.Result().Type()).Op.Result()
	}
	rw.Replace(op.Op, v)
	return true
}

// beforeReshape reports whether the index of op is defined before the reshape r. op is a dim of r.
func beforeReshape(op Dim, r Reshape) bool {
	b, at := op.Index().Block(), r.Op.Block()
	if b == at {
		def := op.Index().Def()
		return def == nil || def.IsBefore(r.Op)
	}
	if op.Op.Block() == at {
		return true
	}
	// A block of the same region may run after the reshape, but not the entry block.
	return (b.Region() != at.Region() || b == at.Region().Entry()) && b.Parent() != nil && b.Parent().IsAncestor(r.Op)
}

// view a[s][7, %n] : memref<?x?> → cast (view a[s][%n] : memref<7x?>)
func viewConstant(op View, rw *rewrite.Rewriter) bool {
	d, _ := ir.TypeAs[*ir.MemRefType](op.Op.Result().Type())
	shape, sizes := constantExtents(d.Shape, op.Sizes())
	if len(sizes) == len(op.Sizes()) {
		return false
	}
	t := ir.NewType(&ir.MemRefType{Shape: shape, Elem: d.Elem, Layout: d.Layout, Space: d.Space})
	v := NewView(&rw.Builder, op.Source(), op.ByteShift(), t, sizes...)
	rw.Replace(op.Op, NewCast(&rw.Builder, v.Op.Result(), op.Op.Result().Type()).Op.Result())
	return true
}

// view (cast alloc)[s][…] → view alloc[s][…]
func viewOfCast(op View, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[Cast](op.Source())
	if !ok {
		return false
	}
	if _, ok := ir.Defining[Alloc](c.Source()); !ok {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, c.Source()) })
	return true
}

// alloca_scope { ops } → ops, if the scope takes no stack memory or is last in an allocation scope
func scopeInline(op AllocaScope, rw *rewrite.Rewriter) bool {
	if !op.Op.Parent().Has(ir.AllocationScope) || !lastOfParent(op.Op) {
		if takesStack(op.Op) {
			return false
		}
	}
	end := op.Body().Last()
	vs := end.OperandList()
	rw.Erase(end)
	rw.InlineBlockBefore(op.Body(), op.Op)
	rw.Replace(op.Op, vs...)
	return true
}

// lastOfParent reports whether op is directly followed by the terminator of its region. It returns
// false if the region has several blocks, since op may then run many times.
func lastOfParent(op *ir.Op) bool {
	b := op.Block()
	return len(b.Region().Blocks) == 1 && op.Next() != nil && op.Next() == b.Last()
}

// takesStack reports whether the scope op may allocate stack memory. It is also true for heap
// allocations, which have the same effect ir.Allocate, and for operations with unknown effects. It
// ignores nested allocation scopes, which free their memory.
func takesStack(op *ir.Op) bool {
	takes := false
	op.Walk(func(o *ir.Op) bool {
		if o == op {
			return true
		}
		es, known := o.Effects()
		if !known && o.NumRegions() == 0 {
			takes = true
		}
		for _, e := range es {
			takes = takes || e.Kind == ir.Allocate && o.NumRegions() == 0
		}
		return !takes && !o.Has(ir.AllocationScope)
	})
	return takes
}
