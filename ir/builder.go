package ir

import "fmt"

// Init holds the parts of a new operation. Attrs are the inherent attributes in the order of the
// Spec. If Attrs is too short, the remaining attributes are absent. Discard are the discardable
// attributes. The NumRegions regions are empty at first, and the caller fills them.
type Init struct {
	Operands   []*Value
	Results    []Type
	Attrs      []Attr
	Discard    []NamedAttr
	NumRegions int
	Successors []*Block
}

// Builder creates operations and inserts them at an insertion point. It is not safe for concurrent
// use.
type Builder struct {
	// Loc is the location of new operations.
	Loc Loc
	// Created, if set, is called at the end of Insert. All methods that create and insert
	// operations call Insert. Clone calls it only for the outermost operation.
	Created func(*Op)

	reg    *Registry
	block  *Block
	before *Op // operation before which to insert; nil: at the end of block
	pool   *pool
}

// NewBuilder returns a builder without an insertion point.
func NewBuilder(reg *Registry) *Builder { return &Builder{reg: reg, pool: &pool{}} }

// Many tells b that it will create thousands of operations, so that b allocates large chunks and
// requests large pages from the start.
func (b *Builder) Many() { b.pool.n, b.pool.taken = maxOps, filledFrom }

// Registry returns the registry that was passed to NewBuilder.
func (b *Builder) Registry() *Registry { return b.reg }

// Before places the insertion point before op, and sets Loc to op's location.
func (b *Builder) Before(op *Op) {
	b.block, b.before, b.Loc = op.block, op, op.Loc()
}

// After places the insertion point after op, and sets Loc to op's location.
func (b *Builder) After(op *Op) {
	b.block, b.before, b.Loc = op.block, op.next, op.Loc()
}

// AtEnd sets the insertion point to the end of blk.
func (b *Builder) AtEnd(blk *Block) { b.block, b.before = blk, nil }

// AtStart sets the insertion point to the start of blk.
func (b *Builder) AtStart(blk *Block) { b.block, b.before = blk, blk.first }

// Detach clears the insertion point, so that new operations are detached.
func (b *Builder) Detach() { b.block, b.before = nil, nil }

// Point returns the insertion point: a block, and the operation before which new operations are
// inserted, or nil for the end of the block.
func (b *Builder) Point() (*Block, *Op) { return b.block, b.before }

// SetPoint sets the insertion point to the values that Point returned.
func (b *Builder) SetPoint(blk *Block, before *Op) { b.block, b.before = blk, before }

// Insert inserts a detached operation at the insertion point, if there is one.
func (b *Builder) Insert(op *Op) {
	if b.block != nil {
		b.block.insert(op, b.before)
	}
	if b.Created != nil {
		b.Created(op)
	}
}

// Create creates and inserts an operation with the view T. It does not verify the operation.
func Create[T Typed](b *Builder, in Init) T {
	op := b.New(defOf[T](b.reg), &in)
	b.Insert(op)
	return viewOf[T](op)
}

// Op creates and inserts an operation with the given name, which may be unregistered. The
// attributes of an unregistered operation must be in Init.Discard.
func (b *Builder) Op(name string, in Init) *Op {
	def := b.reg.Op(name)
	if def == nil {
		def = b.reg.Unregistered(name)
	}
	op := b.New(def, &in)
	b.Insert(op)
	return op
}

// New creates a detached operation. It retains no part of the Init.
func (b *Builder) New(def *OpDef, in *Init) *Op {
	op := b.pool.op()
	// The first write must not be to a pointer field: before such a write, compiled code reads op,
	// and a read followed by a write costs two page faults on a fresh page.
	op.nOperands = uint32(len(in.Operands))
	op.def = def
	op.SetLoc(b.Loc)
	nattr := len(def.Spec.Attrs)
	if len(in.Operands) > len(op.useStore) || len(in.Results) > len(op.resultStore) ||
		nattr > len(op.attrStore) || in.NumRegions > 0 || len(in.Successors) > 0 || len(in.Discard) > 0 {
		op.ext = b.pool.newExt()
	}
	op.initOperands(in.Operands, b.pool)
	op.initResults(in.Results, b.pool)
	op.nAttrs = uint16(nattr)
	if nattr > len(op.attrStore) {
		op.ext.attrs = &b.pool.attrs(nattr)[0]
	}
	if nattr > 0 {
		op.initAttrs(in.Attrs)
	}
	if in.NumRegions > 0 {
		op.ext.regions = make([]Region, in.NumRegions)
		for i := range op.ext.regions {
			op.ext.regions[i].owner = op
		}
	}
	if len(in.Successors) > 0 {
		op.initSuccessors(in.Successors)
	}
	if len(in.Discard) > 0 {
		op.ext.discard = b.pool.named(len(in.Discard))[:0]
	}
	for _, n := range in.Discard {
		op.SetAttr(n.Name, n.Attr)
	}
	return op
}

// initAttrs sets the inherent attributes. As in MLIR, an absent attribute that is not optional gets
// its default. A read of an attribute before its first write would cost a second page fault.
func (op *Op) initAttrs(as []Attr) {
	s := op.attrSlice()
	for i := range s {
		var a Attr
		if i < len(as) {
			a = as[i]
		}
		if f := &op.def.Spec.Attrs[i]; a.IsNil() && !f.Optional {
			a = f.Default
		}
		s[i] = a
	}
}

// MaxResults is the largest number of results of an operation.
const MaxResults = 1<<16 - 1

func (op *Op) initResults(ts []Type, p *pool) {
	if len(ts) > MaxResults {
		panic(fmt.Sprintf("ir: BUG: an operation of %d results", len(ts)))
	}
	op.nResults = uint16(len(ts))
	if len(ts) > len(op.resultStore) {
		op.needExt().results = &p.values(len(ts))[0]
	}
	s := op.resultSlice()
	for i, t := range ts {
		s[i] = Value{typ: t, owner: ptr(op), index: uint32(i)}
	}
}

// Clone copies op with its regions, inserts the copy and returns it. m maps the operands of op to
// the operands of the copy. Clone adds the values and blocks of op to m.
func (b *Builder) Clone(op *Op, m *Mapping) *Op {
	c := b.clone(op, m)
	b.Insert(c)
	return c
}
