package ir

import "unsafe"

func ptr(op *Op) unsafe.Pointer { return unsafe.Pointer(op) }

// Mapping maps values and blocks of a program to values and blocks of a copy. The zero Mapping is
// empty. Values without an entry map to themselves.
type Mapping struct {
	few    [fewValues]struct{ from, to *Value } // the entries while values is nil
	n      int                                  // number of entries in few
	values map[*Value]*Value
	blocks map[*Block]*Block
	// missing lists operands of copies whose values had no entry when the operation was copied.
	missing []*Use
	// ordered makes Identical compare the operands of commutative operations in order.
	ordered bool
}

// fewValues is the number of entries of a Mapping that need no map.
const fewValues = 6

// Map maps its first argument to its second argument.
func (m *Mapping) Map(from, to *Value) {
	for i := range m.few[:m.n] {
		if m.few[i].from == from {
			m.few[i].to = to
			return
		}
	}
	switch {
	case m.values != nil:
		m.values[from] = to
	case m.n < fewValues:
		m.few[m.n].from, m.few[m.n].to = from, to
		m.n++
	default:
		m.values = map[*Value]*Value{from: to}
		for _, e := range m.few {
			m.values[e.from] = e.to
		}
		m.n = 0
	}
}

// Value returns the value to which v is mapped, or v itself if m has no entry for v.
func (m *Mapping) Value(v *Value) *Value {
	if w, ok := m.Lookup(v); ok {
		return w
	}
	return v
}

// Lookup returns the value to which v is mapped. It returns false if m has no entry for v.
func (m *Mapping) Lookup(v *Value) (*Value, bool) {
	for i := range m.few[:m.n] {
		if m.few[i].from == v {
			return m.few[i].to, true
		}
	}
	w, ok := m.values[v]
	return w, ok
}

func (m *Mapping) block(b *Block) *Block {
	if c, ok := m.blocks[b]; ok {
		return c
	}
	return b
}

// clone copies op and its regions.
func (b *Builder) clone(op *Op, m *Mapping) *Op {
	c := b.cloneShell(op, m)
	for i := range op.NumRegions() {
		b.CloneRegion(op.RegionAt(i), c.RegionAt(i), m)
	}
	return c
}

func (b *Builder) cloneShell(op *Op, m *Mapping) *Op {
	in := Init{
		Operands:   op.OperandList(),
		Results:    op.ResultTypes(),
		Attrs:      op.attrSlice(),
		Discard:    op.DiscardableAttrs(),
		NumRegions: op.NumRegions(),
		Successors: append([]*Block(nil), op.Successors()...),
	}
	missing := false
	for i, v := range in.Operands {
		w, ok := m.Lookup(v)
		if ok {
			in.Operands[i] = w
		}
		missing = missing || !ok
	}
	for i, s := range in.Successors {
		in.Successors[i] = m.block(s)
	}
	c := b.New(op.def, &in)
	c.SetLoc(op.Loc())
	c.id = op.id
	if r := op.rare(); r != nil && (r.sources != nil || !r.props.IsNil()) {
		c.needRare().sources, c.needRare().props = r.sources, r.props
	}
	for i := range op.NumResults() {
		m.Map(op.ResultAt(i), c.ResultAt(i))
	}
	for i := 0; missing && i < len(c.operandSlice()); i++ {
		if c.OperandAt(i) == op.OperandAt(i) {
			m.missing = append(m.missing, c.UseAt(i))
		}
	}
	return c
}

// CloneRegion copies the blocks of the first region and appends the copies to the second region.
func (b *Builder) CloneRegion(from, to *Region, m *Mapping) {
	before := len(m.missing)
	b.cloneBlocks(from, to, m)
	// Operands can be defined after their use: in graph regions, and in cycles of the control-flow
	// graph.
	for _, u := range m.missing[before:] {
		if w, ok := m.Lookup(u.val); ok && w != u.val {
			u.Set(w)
		}
	}
	m.missing = m.missing[:before]
}

func (b *Builder) cloneBlocks(from, to *Region, m *Mapping) {
	if m.blocks == nil {
		m.blocks = map[*Block]*Block{}
	}
	for _, blk := range from.Blocks {
		c := to.Append(NewBlock())
		m.blocks[blk] = c
		for i, a := range blk.args {
			m.Map(a, c.AddArg(a.typ, blk.argLoc(i)))
		}
	}
	for _, blk := range from.Blocks {
		c := m.blocks[blk]
		for op := range blk.Ops() {
			n := b.cloneShell(op, m)
			c.Append(n)
			for i := range op.NumRegions() {
				b.cloneBlocks(op.RegionAt(i), n.RegionAt(i), m)
			}
		}
	}
}

func (b *Block) argLoc(i int) Loc {
	if i < len(b.argLocs) {
		return b.argLocs[i]
	}
	return Loc{}
}

// CloneModule returns a copy of the top-level operation op, or nil if op is nil.
func CloneModule(op *Op) *Op {
	if op == nil {
		return nil
	}
	b := NewBuilder(op.Registry())
	return b.Clone(op, &Mapping{})
}
