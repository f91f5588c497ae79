package ir

import (
	"iter"
	"unsafe"
)

// Op is an operation of any kind. A view such as arith.AddI gives it a Go type.
//
// It has room for two operands, one result and one inherent attribute. Other parts are in ext.
type Op struct {
	def        *OpDef
	block      *Block // nil while detached
	prev, next *Op    // neighbors in block
	ext        *opExt // parts that do not fit inline; mostly nil

	locTab *LocTable
	locPos uint32
	id     uint32
	order  uint32 // increases from one operation of block to the next, if block.ordered is set

	nOperands uint32
	nResults  uint16
	nAttrs    uint16
	mark      uint32 // scratch space of the current pass; see Mark

	useStore    [2]Use
	resultStore [1]Value
	attrStore   [1]Attr
}

// opExt holds the parts of an operation that do not fit into Op.
type opExt struct {
	operands *Use   // first of nOperands operands
	results  *Value // first of nResults results
	attrs    *Attr  // first of nAttrs attributes
	regions  []Region
	discard  []NamedAttr // sorted by name
	rare     *opRare     // mostly nil
}

// opRare holds the parts that few operations have.
type opRare struct {
	succs    []*Block
	uses     []blockUse // one for each successor
	props    Attr       // <{…}> of an unregistered operation
	external []ResourceGroup
	sources  []uint32 // ids of the operations from which this operation was derived
}

// Def returns the registry's record of the operation.
func (op *Op) Def() *OpDef { return op.def }

// Name returns the full name, such as "arith.addi".
func (op *Op) Name() string { return op.def.name }

// Registry returns the registry of the builder that created the operation.
func (op *Op) Registry() *Registry { return op.def.reg }

// Spec returns the Spec of op. It is empty if op is nil.
func (op *Op) Spec() Spec {
	if op == nil {
		return Spec{}
	}
	return op.def.Spec
}

// View returns the typed view, for a type switch. It does not allocate.
func (op *Op) View() View {
	v := op.def.zero
	(*viewWords)(unsafe.Pointer(&v)).op = op
	return v
}

// ID returns the stable id of op. The parser numbers operations in preorder, from 1. A clone has
// the id of its original. Any other new operation has the id 0 until SetID, SetSources or Derive
// gives it an id.
func (op *Op) ID() uint32 { return op.id }

// SetID sets op's id.
func (op *Op) SetID(id uint32) { op.id = id }

// Sources returns the ids of the operations from which op was derived, including its own id, in
// increasing order.
func (op *Op) Sources() []uint32 {
	if r := op.rare(); r != nil && r.sources != nil {
		return r.sources
	}
	if op.id == 0 {
		return nil
	}
	return []uint32{op.id}
}

// Derive records that op was derived from src, and thus from all sources of src. If op has no id,
// it gets the id of src.
func (op *Op) Derive(src *Op) {
	if op == src {
		return
	}
	if op.id == 0 {
		op.id = src.id
	}
	op.AddSources(src.Sources())
}

// AddSources records that op was also derived from the operations with the given ids. The ids must
// be in increasing order and must not change afterwards.
func (op *Op) AddSources(ids []uint32) {
	have := op.Sources()
	if all := union(have, ids); len(all) > len(have) {
		op.needRare().sources = all
	}
}

// union returns the union of two sorted slices. If one slice has all elements, union returns it.
func union(a, b []uint32) []uint32 {
	if len(a) < len(b) {
		a, b = b, a
	}
	missing := 0 // number of elements of b that are not in a
	for i, j := 0, 0; j < len(b); j++ {
		for i < len(a) && a[i] < b[j] {
			i++
		}
		if i == len(a) || a[i] != b[j] {
			missing++
		}
	}
	if missing == 0 {
		return a
	}
	all := make([]uint32, 0, len(a)+missing)
	i := 0
	for _, id := range b {
		for ; i < len(a) && a[i] < id; i++ {
			all = append(all, a[i])
		}
		if i == len(a) || a[i] != id {
			all = append(all, id)
		}
	}
	return append(all, a[i:]...)
}

// SetSources records that op was derived only from the operations with the given ids. The ids must
// be in increasing order and must not change afterwards. The first id, or 0 if there are no ids,
// becomes op's own id.
func (op *Op) SetSources(ids []uint32) {
	op.Underive()
	op.id = 0
	if len(ids) > 0 {
		op.id = ids[0]
	}
	if len(ids) > 1 {
		op.needRare().sources = ids
	}
}

// Underive removes the ids of other operations from the sources of op.
func (op *Op) Underive() {
	if r := op.rare(); r != nil {
		r.sources = nil
	}
}

// Loc returns the location.
func (op *Op) Loc() Loc { return Loc{op.locTab, op.locPos} }

// SetLoc changes the location.
func (op *Op) SetLoc(l Loc) { op.locTab, op.locPos = l.tab, l.pos }

// Block returns the block that contains op, or nil if op is detached.
func (op *Op) Block() *Block { return op.block }

// Next and Prev return the next and the previous operation in the block, or nil.
func (op *Op) Next() *Op { return op.next }
func (op *Op) Prev() *Op { return op.prev }

// Parent returns the operation whose region contains op, or nil.
func (op *Op) Parent() *Op {
	if op.block == nil {
		return nil
	}
	return op.block.Parent()
}

// ParentRegion returns the region that contains op, or nil.
func (op *Op) ParentRegion() *Region {
	if op.block == nil {
		return nil
	}
	return op.block.region
}

func (op *Op) needExt() *opExt {
	if op.ext == nil {
		op.ext = &opExt{}
	}
	return op.ext
}

// rare returns the rarely used parts of op, or nil if op has none.
func (op *Op) rare() *opRare {
	if op.ext == nil {
		return nil
	}
	return op.ext.rare
}

func (op *Op) needRare() *opRare {
	e := op.needExt()
	if e.rare == nil {
		e.rare = &opRare{}
	}
	return e.rare
}

func (op *Op) operandSlice() []Use {
	if op.nOperands <= uint32(len(op.useStore)) {
		return op.useStore[:op.nOperands]
	}
	return unsafe.Slice(op.ext.operands, op.nOperands)
}

func (op *Op) resultSlice() []Value {
	if int(op.nResults) <= len(op.resultStore) {
		return op.resultStore[:op.nResults]
	}
	return unsafe.Slice(op.ext.results, op.nResults)
}

func (op *Op) attrSlice() []Attr {
	if int(op.nAttrs) <= len(op.attrStore) {
		return op.attrStore[:op.nAttrs]
	}
	return unsafe.Slice(op.ext.attrs, op.nAttrs)
}

// NumOperands, NumResults, NumRegions and NumSuccessors return the number of operands, results,
// regions and successors.
func (op *Op) NumOperands() int { return int(op.nOperands) }
func (op *Op) NumResults() int  { return int(op.nResults) }
func (op *Op) NumRegions() int {
	if op.ext == nil {
		return 0
	}
	return len(op.ext.regions)
}
func (op *Op) NumSuccessors() int { return len(op.Successors()) }

// OperandAt returns operand i. Like the other accessors with a thousand callers, it is not inlined.
// Inlining would make binaries 2.3 MB larger, but not faster (see docs/design.md).
//
//go:noinline
func (op *Op) OperandAt(i int) *Value { return op.operandSlice()[i].val }

// UseAt returns operand i as a use.
func (op *Op) UseAt(i int) *Use { return &op.operandSlice()[i] }

// SetOperandAt makes operand i read v.
func (op *Op) SetOperandAt(i int, v *Value) { op.operandSlice()[i].Set(v) }

// Operands yields the operands in order.
func (op *Op) Operands() iter.Seq[*Value] {
	return func(yield func(*Value) bool) {
		for i := range op.operandSlice() {
			if !yield(op.operandSlice()[i].val) {
				return
			}
		}
	}
}

// OperandList returns the operands as a new slice.
func (op *Op) OperandList() []*Value { return op.OperandRange(0, op.NumOperands()) }

// OperandRange returns the operands from lo up to, but not including, hi as a new slice.
//
//go:noinline
func (op *Op) OperandRange(lo, hi int) []*Value {
	if lo == hi {
		return nil
	}
	vs := make([]*Value, 0, hi-lo)
	for _, u := range op.operandSlice()[lo:hi] {
		vs = append(vs, u.val)
	}
	return vs
}

// SetOperands replaces all operands.
func (op *Op) SetOperands(vs []*Value) {
	for i := range op.operandSlice() {
		op.operandSlice()[i].unlink()
	}
	op.initOperands(vs, nil)
}

// initOperands sets the operands of op to vs. Either op must be new, or its old operands must be
// unlinked.
func (op *Op) initOperands(vs []*Value, p *pool) {
	op.nOperands = uint32(len(vs))
	if len(vs) > len(op.useStore) {
		op.needExt().operands = &p.uses(len(vs))[0]
	}
	s := op.operandSlice()
	for i, v := range vs {
		s[i].owner = op
		s[i].link(v)
	}
}

// ResultAt returns result i.
//
//go:noinline
func (op *Op) ResultAt(i int) *Value { return &op.resultSlice()[i] }

// Result returns the only result.
func (op *Op) Result() *Value { return op.ResultAt(0) }

// Results yields the results in order.
func (op *Op) Results() iter.Seq[*Value] {
	return func(yield func(*Value) bool) {
		s := op.resultSlice()
		for i := range s {
			if !yield(&s[i]) {
				return
			}
		}
	}
}

// ResultList returns the results as a new slice.
func (op *Op) ResultList() []*Value {
	vs := make([]*Value, 0, op.nResults)
	for v := range op.Results() {
		vs = append(vs, v)
	}
	return vs
}

// ResultTypes returns the types of the results.
func (op *Op) ResultTypes() []Type {
	ts := make([]Type, 0, op.nResults)
	for v := range op.Results() {
		ts = append(ts, v.typ)
	}
	return ts
}

// OperandTypes returns the types of the operands.
func (op *Op) OperandTypes() []Type {
	ts := make([]Type, 0, op.nOperands)
	for v := range op.Operands() {
		ts = append(ts, v.typ)
	}
	return ts
}

// Unused reports whether no result has a use.
func (op *Op) Unused() bool {
	for v := range op.Results() {
		if v.uses != nil {
			return false
		}
	}
	return true
}

// Regions returns the regions as a new slice.
func (op *Op) Regions() []*Region {
	if op.ext == nil {
		return nil
	}
	rs := make([]*Region, len(op.ext.regions))
	for i := range op.ext.regions {
		rs[i] = &op.ext.regions[i]
	}
	return rs
}

// RegionAt returns region i.
func (op *Op) RegionAt(i int) *Region { return &op.ext.regions[i] }

// Walk calls f for op and all nested operations, outer operations first. If f returns false for an
// operation, Walk skips its regions. In this case f may have erased the operation.
func (op *Op) Walk(f func(*Op) bool) {
	if !f(op) || op.ext == nil {
		return
	}
	for i := range op.ext.regions {
		for _, b := range op.ext.regions[i].Blocks {
			for o := range b.Ops() {
				o.Walk(f)
			}
		}
	}
}

// Contains reports whether f holds for op or for a nested operation. It calls f for outer
// operations first, until f returns true.
func (op *Op) Contains(f func(*Op) bool) bool {
	if f(op) {
		return true
	}
	if op.ext == nil {
		return false
	}
	for i := range op.ext.regions {
		for _, b := range op.ext.regions[i].Blocks {
			for o := range b.Ops() {
				if o.Contains(f) {
					return true
				}
			}
		}
	}
	return false
}

// WalkPost calls f for all operations nested in op and then for op, inner operations first. f may
// erase the operation that it receives.
func (op *Op) WalkPost(f func(*Op)) {
	if op.ext != nil {
		for i := range op.ext.regions {
			for _, b := range op.ext.regions[i].Blocks {
				for o := range b.Ops() {
					o.WalkPost(f)
				}
			}
		}
	}
	f(op)
}

// IsBefore reports whether op precedes the other operation. Both must be in the same block.
func (op *Op) IsBefore(other *Op) bool {
	if !op.block.ordered {
		op.block.renumber()
	}
	return op.order < other.order
}

// IsAncestor reports whether op contains the other operation or is that operation itself.
func (op *Op) IsAncestor(other *Op) bool {
	for other != nil {
		if op == other {
			return true
		}
		other = other.Parent()
	}
	return false
}

// Terminator reports whether op has the trait Terminator, or is an unregistered operation at the
// end of its block.
func (op *Op) Terminator() bool {
	return op.def.traits&Terminator != 0 ||
		op.def.unregistered && op.block != nil && op.next == nil
}

// Has reports whether op has all traits of t.
func (op *Op) Has(t Trait) bool { return op.def.traits&t == t }
