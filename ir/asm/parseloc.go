package asm

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// deferredLoc is loc(#alias) before the definition of the alias. finishLocs sets its entry in the
// location table.
type deferredLoc struct {
	alias string
	off   int
	table *ir.LocTable
	index int // index of the entry to set
}

// tryTrailingLoc reads loc(…) if present.
func (p *Parser) tryTrailingLoc() (ir.Loc, bool, error) {
	if !p.is("loc") {
		return ir.Loc{}, false, nil
	}
	p.next()
	if err := p.expectIn(LParen, " in location"); err != nil {
		return ir.Loc{}, false, err
	}
	l, err := p.locBody()
	if err != nil {
		return ir.Loc{}, false, err
	}
	return l, true, p.expectIn(RParen, " in location")
}

// locBody reads the text between the parentheses of a trailing location. If the text is an alias,
// the alias may be defined later. If the text is #lathe.id<N>, locBody stores N in p.nextID and
// returns the unknown location.
func (p *Parser) locBody() (ir.Loc, error) {
	if p.tok.kind == HashID {
		id := p.slice(p.tok.start+1, p.tok.end)
		if n, ok := opID(p.text, p.tok); ok {
			p.seek(n.end)
			p.nextID = n.id
			return ir.Loc{}, nil
		}
		a, ok := p.attrAlias[id]
		if ok && !isLoc(a) {
			return ir.Loc{}, p.Errorf("expected location, but found '%s'", a)
		}
		if !ok && !p.dialectNext() {
			l := p.locs.Add(ir.NewAttr(&ir.UnknownLoc{}))
			p.deferred = append(p.deferred, deferredLoc{alias: id, off: p.tok.start, table: p.locs, index: len(p.locs.Entries) - 1})
			p.next()
			return l, nil
		}
	}
	a, err := p.locInner()
	if err != nil {
		return ir.Loc{}, err
	}
	return p.locOf(a), nil
}

// dialectNext reports whether the current # symbol is a dialect's attribute.
func (p *Parser) dialectNext() bool {
	for i := p.tok.start; i < p.tok.end; i++ {
		if p.text[i] == '.' {
			return true
		}
	}
	return p.tok.end < len(p.text) && p.text[p.tok.end] == '<'
}

func (p *Parser) locOf(a ir.Attr) ir.Loc {
	if ir.IsAttr[*ir.UnknownLoc](a) {
		return ir.Loc{}
	}
	return p.locs.Add(a)
}

// idLoc is loc(#lathe.id<N>), which --print-op-ids writes.
type idLoc struct {
	id  uint32
	end int
}

func opID(text []byte, t token) (idLoc, bool) {
	const word = "#lathe.id<"
	if len(text)-t.start < len(word) || string(text[t.start:t.start+len(word)]) != word {
		return idLoc{}, false
	}
	i := t.start + len(word)
	n := uint64(0)
	for i < len(text) && class[text[i]]&cDigit != 0 {
		if n = 10*n + uint64(text[i]-'0'); n > math.MaxUint32 {
			return idLoc{}, false
		}
		i++
	}
	if i >= len(text) || text[i] != '>' || n == 0 {
		return idLoc{}, false
	}
	return idLoc{uint32(n), i + 1}, true
}

// locAttr reads loc(…) as an attribute.
func (p *Parser) locAttr() (ir.Attr, error) {
	p.next()
	if err := p.expectIn(LParen, " in inline location"); err != nil {
		return ir.Attr{}, err
	}
	a, err := p.locInner()
	if err != nil {
		return a, err
	}
	return a, p.expectIn(RParen, " in inline location")
}

// locInner reads a location without enclosing loc( ).
func (p *Parser) locInner() (ir.Attr, error) {
	if err := p.enter(); err != nil {
		return ir.Attr{}, err
	}
	defer p.leave()
	off := p.tok.start
	a, err := p.locValue()
	if err != nil {
		return a, err
	}
	return a, p.checkSize(off, a)
}

func (p *Parser) locValue() (ir.Attr, error) {
	switch {
	case p.tok.kind == HashID:
		a, err := p.extendedAttr(ir.Type{})
		if err != nil {
			return a, err
		}
		if !isLoc(a) {
			return a, p.Errorf("expected location attribute, but got%s", a)
		}
		return a, nil
	case p.tok.kind == StringLit:
		return p.namedOrFileLoc()
	case p.is("unknown"):
		p.next()
		return ir.NewAttr(&ir.UnknownLoc{}), nil
	case p.is("callsite"):
		return p.callLoc()
	case p.is("fused"):
		return p.fusedLoc()
	}
	return ir.Attr{}, p.wrong("expected location instance").
		DidYouMean("", p.str(), slices.Values([]string{"unknown", "callsite", "fused"}))
}

func isLoc(a ir.Attr) bool {
	switch a.Data().(type) {
	case *ir.UnknownLoc, *ir.FileLoc, *ir.NamedLoc, *ir.CallLoc, *ir.FusedLoc:
		return true
	}
	_, ok := a.Data().(interface{ Location() })
	return ok
}

func (p *Parser) namedOrFileLoc() (ir.Attr, error) {
	s, err := p.stringText()
	if err != nil {
		return ir.Attr{}, err
	}
	switch p.tok.kind {
	case Colon:
		return p.fileLocRest(s)
	case LParen:
		p.next()
		child, err := p.locInner()
		if err != nil {
			return child, err
		}
		if err := p.expectIn(RParen, " after child location of NameLoc"); err != nil {
			return ir.Attr{}, err
		}
		return ir.NewAttr(&ir.NamedLoc{Name: s, Child: child}), nil
	}
	return ir.NewAttr(&ir.NamedLoc{Name: s, Child: ir.NewAttr(&ir.UnknownLoc{})}), nil
}

func (p *Parser) fileLocRest(file string) (ir.Attr, error) {
	if file == "" {
		file = "-" // as in MLIR
	}
	d := &ir.FileLoc{File: file}
	var err error
	if d.Line, err = p.locNumber("expected integer line number in FileLineColRange"); err != nil {
		return ir.Attr{}, err
	}
	if p.tok.kind != Colon {
		return ir.NewAttr(d), nil
	}
	if d.Col, err = p.locNumber("expected integer column number in FileLineColRange"); err != nil {
		return ir.Attr{}, err
	}
	if !p.is("to") {
		return ir.NewAttr(d), nil
	}
	p.next()
	d.EndLine = d.Line
	if p.tok.kind == IntLit {
		off := p.tok.start
		n, err := p.Int()
		if err != nil || n > math.MaxUint32 {
			return ir.Attr{}, p.ErrorAt(off, "expected integer line number in FileLineColRange")
		}
		d.EndLine = int(n)
	}
	if p.tok.kind != Colon {
		return ir.Attr{}, p.wrong("expected either integer or `:` post `to` in FileLineColRange")
	}
	if d.EndCol, err = p.locNumber("expected integer column number in FileLineColRange"); err != nil {
		return ir.Attr{}, err
	}
	if d.EndLine == d.Line && d.EndCol == d.Col {
		d.EndLine, d.EndCol = 0, 0 // a position, not a range
	}
	return ir.NewAttr(d), nil
}

// locNumber reads ": n".
func (p *Parser) locNumber(msg string) (int, error) {
	if err := p.Expect(Colon); err != nil {
		return 0, err
	}
	if p.tok.kind != IntLit {
		return 0, p.wrong("%s", msg)
	}
	off := p.tok.start
	n, err := p.Int()
	if err != nil || n > math.MaxUint32 {
		return 0, p.ErrorAt(off, "%s", msg)
	}
	return int(n), nil
}

func (p *Parser) callLoc() (ir.Attr, error) {
	p.next()
	if err := p.expectIn(LParen, " in callsite location"); err != nil {
		return ir.Attr{}, err
	}
	callee, err := p.locInner()
	if err != nil {
		return callee, err
	}
	if !p.is("at") {
		return callee, p.wrong("expected 'at' in callsite location")
	}
	p.next()
	caller, err := p.locInner()
	if err != nil {
		return caller, err
	}
	return ir.NewAttr(&ir.CallLoc{Callee: callee, Caller: caller}), p.expectIn(RParen, " in callsite location")
}

func (p *Parser) fusedLoc() (ir.Attr, error) {
	p.next()
	d := &ir.FusedLoc{}
	var err error
	if p.Try(Less) {
		if d.Metadata, err = p.Attr(); err != nil {
			return ir.Attr{}, err
		}
		if err := p.expectIn(Greater, " after fused location metadata"); err != nil {
			return ir.Attr{}, err
		}
	}
	err = p.listIn(LSquare, RSquare, "fused location", func() error {
		l, err := p.locInner()
		d.Locs = append(d.Locs, l)
		return err
	})
	if err != nil {
		return ir.Attr{}, err
	}
	return fuse(d), nil
}

// fuse simplifies a fused location as MLIR does: it flattens nested fused locations with the same
// metadata, and drops unknown and repeated locations.
func fuse(d *ir.FusedLoc) ir.Attr {
	var locs []ir.Attr
	seen := map[ir.Attr]bool{}
	add := func(a ir.Attr) {
		if !seen[a] && !ir.IsAttr[*ir.UnknownLoc](a) {
			seen[a] = true
			locs = append(locs, a)
		}
	}
	for _, l := range d.Locs {
		if f, ok := ir.AttrAs[*ir.FusedLoc](l); ok && f.Metadata == d.Metadata {
			for _, n := range f.Locs {
				add(n)
			}
			continue
		}
		add(l)
	}
	if len(locs) == 0 && d.Metadata.IsNil() {
		return ir.NewAttr(&ir.UnknownLoc{})
	}
	if len(locs) == 1 && d.Metadata.IsNil() {
		return locs[0]
	}
	if len(locs) == 0 {
		locs = []ir.Attr{ir.NewAttr(&ir.UnknownLoc{})}
	}
	return ir.NewAttr(&ir.FusedLoc{Metadata: d.Metadata, Locs: locs})
}

// finishLocs sets the locations whose alias was used before its definition, and reports undefined
// aliases.
func (p *Parser) finishLocs() {
	for _, d := range p.deferred {
		a, ok := p.attrAlias[d.alias]
		switch {
		case !ok:
			p.report(p.ErrorAt(d.off, "operation location alias was never defined"))
		case !isLoc(a):
			p.report(p.ErrorAt(d.off, "expected location, but found '%s'", a))
		default:
			d.table.Entries[d.index] = a
		}
	}
}
