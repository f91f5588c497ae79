package asm

import (
	"math"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// group is one %name or %name:n before an operation.
type group struct {
	name  string
	numer int // the name as a number, or -1
	off   int
	count int // number of results
}

// operation reads one operation and appends it to blk.
func (p *Parser) operation(blk *ir.Block) error {
	var store [1]group
	groups := store[:0]
	if p.tok.kind == PercentID {
		var err error
		if groups, err = p.resultGroups(groups); err != nil {
			p.poison(groups)
			return err
		}
	}
	op, err := p.opBody(groups, blk)
	if err != nil {
		p.poison(groups)
		return err
	}
	if err := p.bindResults(groups, op); err != nil {
		p.poison(groups)
		return err
	}
	return nil
}

// poison defines names without values, so that their uses cause no further errors.
func (p *Parser) poison(gs []group) {
	for _, g := range gs {
		if _, ok := p.vals.find(g.name, g.numer); !ok {
			p.report(p.define(g.name, g.numer, g.off, nil, min(g.count, math.MaxUint16)))
		}
	}
}

// resultGroups reads %a, %b:2 =.
func (p *Parser) resultGroups(gs []group) ([]group, error) {
	for {
		if p.tok.kind != PercentID {
			return gs, p.wrong("expected valid ssa identifier")
		}
		g := group{off: p.tok.start, count: 1}
		g.name, g.numer = p.valueName()
		p.next()
		if p.Try(Colon) {
			if p.tok.kind != IntLit {
				return gs, p.wrong("expected integer number of results")
			}
			off := p.tok.start
			n, err := p.Int()
			if err != nil || n < 1 {
				return gs, p.ErrorAt(off, "expected named operation to have at least 1 result")
			}
			g.count = int(n)
		}
		gs = append(gs, g)
		if p.Try(Comma) {
			continue
		}
		if p.tok.kind != Equal {
			return gs, p.wrong("expected '=' after SSA name")
		}
		p.next()
		return gs, nil
	}
}

// bindResults names the results of op.
func (p *Parser) bindResults(gs []group, op *ir.Op) error {
	if len(gs) == 0 {
		return nil
	}
	if len(gs) == 1 && gs[0].count == 1 && op.NumResults() == 1 {
		return p.define(gs[0].name, gs[0].numer, gs[0].off, op.ResultAt(0), 1)
	}
	total := 0
	for _, g := range gs {
		total += g.count
	}
	if op.NumResults() == 0 {
		return p.ErrorAt(gs[0].off, "cannot name an operation with no results")
	}
	if total != op.NumResults() {
		return p.ErrorAt(gs[0].off, "operation defines %d results but was provided %d to bind", op.NumResults(), total)
	}
	at := 0
	for _, g := range gs {
		if g.count > math.MaxUint16 {
			return p.ErrorAt(g.off, "more than %d results under one name", math.MaxUint16)
		}
		if err := p.define(g.name, g.numer, g.off, op.ResultAt(at), g.count); err != nil {
			return err
		}
		at += g.count
	}
	return nil
}

func (p *Parser) state(def *ir.OpDef) *State {
	if p.depth == len(p.states) {
		p.states = append(p.states, &State{})
	}
	st := p.states[p.depth]
	st.reset(def)
	p.depth++
	return st
}

// opBody reads an operation from its name on, and appends it to blk.
func (p *Parser) opBody(gs []group, blk *ir.Block) (*ir.Op, error) {
	p.ids++
	id := p.ids
	start := p.tok.start
	if p.tok.kind == BareID {
		if op := p.plainOp(); op != nil {
			return op, p.finishOp(op, id, blk)
		}
	}
	depth, outer := p.depth, p.custom
	defer func() { p.depth, p.custom = depth, outer }()
	p.custom = nil
	st := p.state(nil)
	st.Start = start
	st.Loc = p.locs.At(start)
	st.NumResults = -1
	if len(gs) > 0 {
		st.NumResults = 0
		for _, g := range gs {
			st.NumResults += g.count
		}
	}
	var err error
	switch p.tok.kind {
	case StringLit:
		err = p.genericOp(st)
	case BareID:
		if _, isType := intType(p.str()); isType {
			err = p.wrong("expected operation name in quotes")
			break
		}
		err = p.customOp(st)
	default:
		err = p.wrong("expected operation name in quotes")
	}
	if err != nil {
		return nil, err
	}
	op, err := p.create(st)
	if err != nil {
		return nil, err
	}
	return op, p.finishOp(op, id, blk)
}

// finishOp reads the location after op and appends op to blk.
func (p *Parser) finishOp(op *ir.Op, id uint32, blk *ir.Block) error {
	p.nextID = 0
	if loc, ok, err := p.tryTrailingLoc(); err != nil {
		return err
	} else if ok {
		op.SetLoc(loc)
	}
	if p.nextID != 0 {
		if p.alone {
			return errAlone
		}
		id = p.nextID
	}
	op.SetID(id)
	blk.Append(op)
	return nil
}

func (p *Parser) create(st *State) (*ir.Op, error) {
	if len(st.Results) > ir.MaxResults {
		return nil, p.Errorf("an operation has at most %d results, but this one has %d", ir.MaxResults, len(st.Results))
	}
	b := p.b
	b.Loc = st.Loc
	in := ir.Init{
		Operands: st.Operands, Results: st.Results,
		NumRegions: len(st.Regions), Successors: st.Successors,
	}
	op := b.New(st.Def, &in)
	op.SetAttrs(st.Attrs)
	if !st.props.IsNil() {
		if err := p.setProperties(op, st); err != nil {
			return nil, err
		}
	}
	for i, r := range st.Regions {
		op.RegionAt(i).TakeBlocks(r)
	}
	return op, nil
}

// setProperties distributes <{…}> over the inherent attributes.
func (p *Parser) setProperties(op *ir.Op, st *State) error {
	if !st.Def.Registered() {
		op.SetProperties(st.props)
		return nil
	}
	d, ok := ir.AttrAs[*ir.DictAttr](st.props)
	if !ok {
		return p.propertyError(st, "expected DictionaryAttr to set properties")
	}
	for _, e := range d.Entries {
		slot := st.Def.Slot(e.Name)
		if slot < 0 && len(st.Def.Spec.Attrs) == 0 {
			return p.propertyError(st, "this operation does not support properties")
		}
		if slot < 0 {
			return p.ErrorAt(st.Start, "'%s' op unknown property '%s'", st.Def.Name(), e.Name).
				DidYouMean("", e.Name, func(yield func(string) bool) {
					for _, f := range st.Def.Spec.Attrs {
						if !yield(f.Name) {
							return
						}
					}
				})
		}
		if err := p.property(st, &st.Def.Spec.Attrs[slot], e.Attr); err != nil {
			return err
		}
		op.SetAttrAt(slot, e.Attr)
	}
	return nil
}

// property checks that a can be the value of the inherent attribute f.
func (p *Parser) property(st *State, f *ir.AttrField, a ir.Attr) error {
	if f.Name == ir.OperandSegments || f.Name == ir.ResultSegments {
		sizes, ok := a.Ints()
		want := len(st.Def.Spec.Operands)
		if f.Name == ir.ResultSegments {
			want = len(st.Def.Spec.Results)
		}
		switch {
		case !ok || !f.Type.Accept(a):
			return p.propertyError(st, "expected DenseI32ArrayAttr for key `value`").WithHelp("the key is '" + f.Name + "'")
		case len(sizes) != want:
			return p.propertyError(st, "size mismatch in attribute conversion: %d vs %d", len(sizes), want).WithHelp("the key is '" + f.Name + "'")
		}
		return nil
	}
	stores := f.Type.Stores
	if stores == nil {
		stores = f.Type.Accept
	}
	if stores != nil && !stores(a) {
		return p.propertyError(st, "Invalid attribute `%s` in property conversion: %s", f.Name, a).WithHelp("it must be: " + f.Type.Text)
	}
	return nil
}

func (p *Parser) propertyError(st *State, format string, args ...any) *diag.Diagnostic {
	return p.ErrorAt(st.Start, "invalid properties %s for op %s: "+format, append([]any{st.props, st.Def.Name()}, args...)...)
}

// dialectScope sets the default dialect for names inside the regions of def. Without a default
// dialect, the names need a prefix.
func (p *Parser) dialectScope(def *ir.OpDef) {
	dn := ""
	if _, ok := def.Zero().(DefaultDialect); ok {
		dn, _, _ = strings.Cut(def.Name(), ".")
	}
	p.dialects = append(p.dialects, dn)
}

func (p *Parser) endDialectScope() { p.dialects = p.dialects[:len(p.dialects)-1] }

// DefaultDialect marks a view whose dialect is the default dialect in the operation's regions:
// inside func.func, names of the func dialect need no prefix.
type DefaultDialect interface{ DefaultDialect() }

// customOp reads an operation in its custom form.
func (p *Parser) customOp(st *State) error {
	def, err := p.customDef()
	if err != nil {
		return err
	}
	st.Def, p.custom = def, def
	p.next()
	p.dialectScope(def)
	defer p.endDialectScope()
	if h, ok := def.Zero().(OpParser); ok {
		return h.ParseOp(p, st)
	}
	f, err := formatOf(def)
	if err != nil {
		return p.ErrorAt(st.Start, "%s", err)
	}
	return f.parse(p, st)
}

// Successor reads ^name.
func (p *Parser) Successor() (*ir.Block, error) {
	if p.tok.kind != CaretID {
		return nil, p.wrong("expected block name")
	}
	b := p.blocks[len(p.blocks)-1].get(p.slice(p.tok.start+1, p.tok.end), p.tok.start)
	p.next()
	return b, nil
}
