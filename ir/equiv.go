package ir

import (
	"slices"
	"unsafe"
)

// EquivHash returns a hash of op. Equivalent operations have the same hash. The hash is valid only
// within this process.
func EquivHash(op *Op) uint64 {
	h := mix(uint64(uintptr(unsafe.Pointer(op.def))), uint64(op.nOperands)<<32|uint64(op.nResults))
	if op.def.traits&Commutative != 0 {
		sum := uint64(0)
		for i := range op.operandSlice() {
			sum += mix(1, addr(op.operandSlice()[i].val))
		}
		h = mix(h, sum)
	} else {
		for i := range op.operandSlice() {
			h = mix(h, addr(op.operandSlice()[i].val))
		}
	}
	for i := range op.resultSlice() {
		h = mix(h, uint64(uintptr(unsafe.Pointer(op.resultSlice()[i].typ.rep))))
	}
	for _, a := range op.attrSlice() {
		h = mix(h, attrHash(a))
	}
	if op.ext != nil {
		for _, n := range op.ext.discard {
			h = mix(h, attrHash(n.Attr))
		}
		h = mix(h, uint64(len(op.ext.regions))<<32|uint64(op.NumSuccessors()))
		if len(op.ext.regions) > 0 {
			h = regionsHash(op, h)
		}
	}
	return h
}

// regionsHash adds the first operations in the regions of op to the hash h: their names, and the
// operands that are defined outside of op.
func regionsHash(op *Op, h uint64) uint64 {
	const most = 32 // operations
	n := 0
	inside := map[*Block]bool{}
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			inside[b] = true
		}
	}
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := b.first; o != nil && n < most; o = o.next {
				n++
				sum := uint64(0) // the same for every order, since o may be commutative
				for _, u := range o.operandSlice() {
					if !inside[u.val.Block()] {
						sum += mix(1, addr(u.val))
					}
				}
				h = mix(mix(h, uint64(uintptr(unsafe.Pointer(o.def)))), sum)
			}
		}
	}
	return h
}

func addr(v *Value) uint64 { return uint64(uintptr(unsafe.Pointer(v))) }

// attrHash returns a hash of a. Attributes that EqualAttr finds equal have the same hash. An
// interned attribute has a text, and its address is the hash. Attributes without a text, such as
// large constants, can be equal at different addresses, so their type is the hash.
func attrHash(a Attr) uint64 {
	if a.rep != nil && a.rep.text == "" {
		return uint64(uintptr(unsafe.Pointer(a.TypeOf().rep)))
	}
	return uint64(uintptr(unsafe.Pointer(a.rep)))
}

// mix adds x to the multiplicative hash h.
func mix(h, x uint64) uint64 {
	h ^= x
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// Equivalent reports whether a and b compute the same values. They must have the same name,
// attributes, operands, successors and result types, and equivalent regions. Operands of
// commutative operations may have any order. Locations and ids are ignored.
func Equivalent(a, b *Op) bool { return equivalent(a, b, nil) }

// Identical is like Equivalent, but the operands of commutative operations must also have the same
// order.
func Identical(a, b *Op) bool { return equivalent(a, b, &Mapping{ordered: true}) }

func equivalent(a, b *Op, inner *Mapping) bool {
	if a == b {
		return true
	}
	if a.def != b.def || a.nOperands != b.nOperands || a.nResults != b.nResults ||
		a.NumRegions() != b.NumRegions() || a.NumSuccessors() != b.NumSuccessors() {
		return false
	}
	return sameOperands(a, b, inner) && sameResultTypes(a, b) && sameAttrs(a, b) && sameRegions(a, b, inner)
}

func sameOperands(a, b *Op, inner *Mapping) bool {
	x, y := a.operandSlice(), b.operandSlice()
	same := true
	for i := range x {
		if mapped(inner, x[i].val) != y[i].val {
			same = false
			break
		}
	}
	if same || a.def.traits&Commutative == 0 || inner != nil && inner.ordered {
		return same
	}
	// Compare the operands as multisets. There are few operands, so a linear search is enough.
	left := make([]*Value, 0, 4)
	for i := range y {
		left = append(left, y[i].val)
	}
	for i := range x {
		j := slices.Index(left, mapped(inner, x[i].val))
		if j < 0 {
			return false
		}
		left = slices.Delete(left, j, j+1)
	}
	return true
}

func mapped(inner *Mapping, v *Value) *Value {
	if inner == nil {
		return v
	}
	return inner.Value(v)
}

func sameResultTypes(a, b *Op) bool {
	x, y := a.resultSlice(), b.resultSlice()
	for i := range x {
		if x[i].typ != y[i].typ {
			return false
		}
	}
	return true
}

func sameAttrs(a, b *Op) bool {
	for i, x := range a.attrSlice() {
		if !EqualAttr(x, b.attrSlice()[i]) {
			return false
		}
	}
	x, y := a.DiscardableAttrs(), b.DiscardableAttrs()
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].Name != y[i].Name || !EqualAttr(x[i].Attr, y[i].Attr) {
			return false
		}
	}
	return !a.def.unregistered || a.Properties() == b.Properties()
}

func sameRegions(a, b *Op, inner *Mapping) bool {
	if a.ext == nil || len(a.ext.regions) == 0 && a.NumSuccessors() == 0 {
		return true
	}
	for i, s := range a.Successors() {
		if (inner == nil || inner.block(s) == s) && s != b.SuccessorAt(i) ||
			inner != nil && inner.block(s) != b.SuccessorAt(i) {
			return false
		}
	}
	if inner == nil {
		inner = &Mapping{}
	}
	for i := range a.ext.regions {
		if !sameRegion(&a.ext.regions[i], &b.ext.regions[i], inner) {
			return false
		}
	}
	return true
}

func sameRegion(r, s *Region, inner *Mapping) bool {
	if len(r.Blocks) != len(s.Blocks) {
		return false
	}
	if inner.blocks == nil {
		inner.blocks = map[*Block]*Block{}
	}
	for i, x := range r.Blocks {
		y := s.Blocks[i]
		if len(x.args) != len(y.args) {
			return false
		}
		inner.blocks[x] = y
		for j := range x.args {
			if x.args[j].typ != y.args[j].typ {
				return false
			}
			inner.Map(x.args[j], y.args[j])
		}
	}
	for i, x := range r.Blocks {
		if !sameOps(x, s.Blocks[i], inner) {
			return false
		}
	}
	return true
}

// EquivalentBlocks reports whether a and b have equivalent operations and arguments of equal types.
// Values defined in a correspond to values defined in b.
func EquivalentBlocks(a, b *Block) bool {
	if len(a.args) != len(b.args) {
		return false
	}
	inner := &Mapping{}
	for j := range a.args {
		if a.args[j].typ != b.args[j].typ {
			return false
		}
		inner.Map(a.args[j], b.args[j])
	}
	return sameOps(a, b, inner)
}

func sameOps(x, y *Block, inner *Mapping) bool {
	p, q := x.first, y.first
	for ; p != nil && q != nil; p, q = p.next, q.next {
		if !equivalent(p, q, inner) {
			return false
		}
		for k := range p.resultSlice() {
			inner.Map(&p.resultSlice()[k], &q.resultSlice()[k])
		}
	}
	return p == q
}

// BlockHashes returns a hash of each block's operations, without their successors and regions. The
// hashes are equal for blocks of which [EquivalentBlocks] is true. If outer is false, the hashes do
// not depend on operands that are defined outside of the block, so they are also equal for blocks
// of which [Differences] is true. The hashes are valid only within this process.
func BlockHashes(blocks []*Block, outer bool) []uint64 {
	hashes := make([]uint64, len(blocks))
	numbers := map[*Value]uint64{} // of the values in a block
	for i, b := range blocks {
		clear(numbers)
		h := uint64(0)
		for _, a := range b.args {
			numbers[a] = uint64(len(numbers))
		}
		for op := b.first; op != nil; op = op.next {
			h = mix(h, uint64(uintptr(unsafe.Pointer(op.def))))
			h = mix(h, uint64(op.nOperands)<<32|uint64(op.nResults))
			sum := uint64(0) // the same for every order, since op may be commutative
			for k := range op.operandSlice() {
				v := op.operandSlice()[k].val
				if n, inside := numbers[v]; inside {
					sum += mix(1, n)
				} else if outer {
					sum += mix(2, addr(v))
				} else {
					sum += mix(3, uint64(uintptr(unsafe.Pointer(v.typ.rep))))
				}
			}
			h = mix(h, sum)
			for k := range op.resultSlice() {
				r := &op.resultSlice()[k]
				h = mix(h, uint64(uintptr(unsafe.Pointer(r.typ.rep))))
				numbers[r] = uint64(len(numbers))
			}
			for _, a := range op.attrSlice() {
				h = mix(h, attrHash(a))
			}
		}
		hashes[i] = h
	}
	return hashes
}

// Difference is an operand in which two blocks differ: in the first block, operand number Operand
// of Op; in the second block, Other.
type Difference struct {
	Op      *Op
	Operand int
	Other   *Value
}

// Differences compares the operations of a and b in order. The result is true if they are
// equivalent except for operands of equal types that are defined outside of their block. The
// differences are these operands. Blocks with operations that have regions are never equivalent.
func Differences(a, b *Block) (ds []Difference, ok bool) {
	if !slices.EqualFunc(a.args, b.args, func(x, y *Value) bool { return x.typ == y.typ }) {
		return nil, false
	}
	inner := &Mapping{}
	for i, x := range a.args {
		inner.Map(x, b.args[i])
	}
	p, q := a.first, b.first
	for ; p != nil && q != nil; p, q = p.next, q.next {
		if p.def != q.def || p.nOperands != q.nOperands || p.nResults != q.nResults || p.NumRegions()+q.NumRegions() > 0 ||
			!slices.Equal(p.Successors(), q.Successors()) || !sameResultTypes(p, q) || !sameAttrs(p, q) {
			return nil, false
		}
		for i := range p.operandSlice() {
			x, y := p.operandSlice()[i].val, q.operandSlice()[i].val
			if inner.Value(x) == y {
				continue
			}
			if x.typ != y.typ || x.Block() == a || y.Block() == b {
				return nil, false
			}
			ds = append(ds, Difference{p, i, y})
		}
		for i := range p.resultSlice() {
			inner.Map(&p.resultSlice()[i], &q.resultSlice()[i])
		}
	}
	return ds, p == q
}
