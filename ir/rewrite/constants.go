package rewrite

import "github.com/lathe-ir/lathe/ir"

// knownConstants records the constants of each isolated region, to merge equal constants at the
// start of the region as MLIR's OperationFolder does.
type knownConstants struct {
	ops    map[constantKey]*ir.Op
	owned  map[*ir.Op]struct{}
	region *ir.Region // cached result of insertionRegion(block)
	block  *ir.Block

	changed bool // whether insert found equal constants or moved a constant
}

type constantKey struct {
	region  *ir.Region
	dialect *ir.Dialect
	value   ir.Attr
	typ     ir.Type
}

func (k *knownConstants) reset() {
	clear(k.ops)
	clear(k.owned)
	k.region, k.block = nil, nil
	k.changed = false
}

// insert returns the known constant that equals op, if there is one. Otherwise it makes op the
// known constant for the given value, moves op to the start of the region, and returns nil. It does
// not move op if op is already there or follows another known constant in the entry block.
func (k *knownConstants) insert(op *ir.Op, value ir.Attr) *ir.Op {
	if k.ops == nil {
		k.ops, k.owned = map[constantKey]*ir.Op{}, map[*ir.Op]struct{}{}
	}
	r := k.insertionRegion(op.Block())
	key := constantKey{r, op.Def().Dialect(), value, op.Result().Type()}
	if first := k.ops[key]; first != nil {
		k.changed = true
		return first
	}
	k.ops[key] = op
	front := r.Entry().First()
	if elsewhere := op.Block() != r.Entry(); elsewhere || front != op && !k.owns(op.Prev()) {
		op.MoveBefore(front)
		k.changed = true
		if elsewhere {
			op.SetLoc(ir.Loc{})
		}
	}
	k.owned[op] = struct{}{}
	return nil
}

func (k *knownConstants) owns(op *ir.Op) bool {
	_, ok := k.owned[op]
	return ok
}

// insertionRegion returns the innermost region around b whose operation is isolated from above,
// unregistered or top-level.
func (k *knownConstants) insertionRegion(b *ir.Block) *ir.Region {
	if b == k.block {
		return k.region
	}
	k.block = b
	for {
		r := b.Region()
		owner := r.Owner()
		if owner == nil || owner.Block() == nil || owner.Has(ir.IsolatedFromAbove) || !owner.Def().Registered() {
			k.region = r
			return r
		}
		b = owner.Block()
	}
}
