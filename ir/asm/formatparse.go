package asm

import "github.com/lathe-ir/lathe/ir"

// fields returns an empty Fields for the operation that st describes. The memory is reused.
func (p *Parser) fields(st *State) *Fields {
	for len(p.fieldSets) < p.depth {
		p.fieldSets = append(p.fieldSets, &Fields{})
	}
	c := p.fieldSets[p.depth-1]
	c.State = st
	s := &st.Def.Spec
	for len(c.operands) < len(s.Operands) {
		c.operands = append(c.operands, operandField{})
	}
	for len(c.results) < len(s.Results) {
		c.results = append(c.results, resultField{})
	}
	for i := range s.Operands {
		c.operands[i].list = c.operands[i].list[:0]
		c.operands[i].types = c.operands[i].types[:0]
	}
	for i := range s.Results {
		c.results[i].types = c.results[i].types[:0]
	}
	return c
}

// parse reads the custom form of an operation after its name.
func (f *format) parse(p *Parser, st *State) error {
	c := p.fields(st)
	off := p.tok.start
	for i := range f.def.Spec.Regions {
		if f.def.Spec.Regions[i].Arity != ir.Variadic {
			st.AddRegion()
		}
	}
	if err := f.parseNodes(p, c, f.nodes); err != nil {
		return err
	}
	if f.def.Spec.Implicit != "" {
		for _, r := range st.Regions {
			p.ImplicitTerminator(r, f.def.Spec.Implicit, st.Loc)
		}
	}
	return f.finish(p, c, off)
}

func (f *format) parseNodes(p *Parser, c *Fields, ns []node) error {
	for i := range ns {
		if err := f.parseNode(p, c, &ns[i]); err != nil {
			return err
		}
	}
	return nil
}

func (f *format) parseNode(p *Parser, c *Fields, n *node) error {
	switch n.kind {
	case nLiteral:
		return p.literal(n)
	case nOperand:
		return f.parseOperand(p, c, n)
	case nOperandType:
		ts, err := p.fieldTypes(&f.def.Spec.Operands[n.index], c.operands[n.index].types[:0])
		c.operands[n.index].types = ts
		return err
	case nResultType:
		ts, err := p.fieldTypes(&f.def.Spec.Results[n.index], c.results[n.index].types[:0])
		c.results[n.index].types = ts
		return err
	case nAttrDict:
		return p.checkedAttrDict(c.State, p.AttrDict)
	case nAttrDictKeyword:
		return p.checkedAttrDict(c.State, p.AttrDictWithKeyword)
	case nAttr:
		return f.parseAttr(p, c, n)
	case nRegion:
		return f.parseRegion(p, c, n)
	case nSuccessor:
		return f.parseSuccessor(p, c, n)
	case nFunctionalType:
		return f.parseFunctional(p, c, n)
	case nGroup:
		return f.parseGroup(p, c, n)
	case nCustom:
		return n.custom.Parse(p, c, refs(n.args))
	case nOilist:
		return f.parseOilist(p, c, n)
	case nAllOperands:
		os, err := p.Operands()
		f.spread(c, os)
		return err
	case nAllOperandTypes, nAllResultTypes:
		return f.parseAllTypes(p, c, n)
	case nPropDict:
		return p.PropDict(c.State)
	case nAllRegions:
		return f.parseAllRegions(p, c)
	case nAllSuccessors:
		for p.tok.kind == CaretID {
			b, err := p.Successor()
			if err != nil {
				return err
			}
			c.State.Successors = append(c.State.Successors, b)
			if !p.Try(Comma) {
				break
			}
		}
	}
	return nil
}

func (p *Parser) literal(n *node) error {
	if p.tryLiteral(n) {
		return nil
	}
	if n.tok == BareID {
		return p.wrongHere("%sexpected '%s'", p.context(), n.text)
	}
	return p.wrong("expected '%s'", n.text)
}

func (p *Parser) tryLiteral(n *node) bool {
	if p.tok.kind != n.tok {
		return false
	}
	if n.tok == BareID && !p.is(n.text) {
		return false
	}
	p.next()
	return true
}

func (f *format) parseOperand(p *Parser, c *Fields, n *node) error {
	field := &c.operands[n.index]
	switch f.def.Spec.Operands[n.index].Arity {
	case ir.One:
		o, err := p.Operand()
		field.list = append(field.list, o)
		return err
	case ir.Optional:
		o, ok, err := p.TryOperand()
		if ok {
			field.list = append(field.list, o)
		}
		return err
	}
	if p.tok.kind != PercentID {
		return nil
	}
	return p.CommaList(func() error {
		o, err := p.Operand()
		field.list = append(field.list, o)
		return err
	})
}

// fieldTypes reads the types of one field and appends them.
func (p *Parser) fieldTypes(f *ir.Field, ts []ir.Type) ([]ir.Type, error) {
	a := f.Arity
	if a == ir.One {
		off := p.tok.start
		t, err := p.Type()
		if err == nil && f.Type.Class != nil && !f.Type.Class(t) {
			what := ""
			if f.Type.ClassName != "" {
				what = ": expected " + f.Type.ClassName + ", but found '" + t.String() + "'"
			}
			err = p.OpErrorAt(off, "invalid kind of type specified%s", what).
				WithLabel("must be " + f.Type.Text)
		}
		return append(ts, t), err
	}
	if a == ir.Optional && !p.typeNext() {
		return ts, nil
	}
	for {
		t, err := p.Type()
		if err != nil {
			return ts, err
		}
		ts = append(ts, t)
		if a == ir.Optional || !p.Try(Comma) {
			return ts, nil
		}
	}
}

// typeNext reports whether a type can start at the current token.
func (p *Parser) typeNext() bool {
	switch p.tok.kind {
	case BangID, LParen:
		return true
	case BareID:
		return p.startsType()
	}
	return false
}

// checkedAttrDict reads an attribute dictionary. Like MLIR, it reports invalid inherent attributes
// at the start of the dictionary.
func (p *Parser) checkedAttrDict(st *State, read func(*State) error) error {
	off, first := p.tok.start, len(st.Attrs)
	if err := read(st); err != nil || len(st.Attrs) == first {
		return err
	}
	return p.CheckAttrs(st, off, first)
}

// CheckAttrs returns an error at off, the start of the dictionary, if st.Attrs[first:] has an
// invalid inherent attribute.
func (p *Parser) CheckAttrs(st *State, off, first int) error {
	for i := range st.Def.Spec.Attrs {
		f := &st.Def.Spec.Attrs[i]
		if f.Type.Accept == nil {
			continue
		}
		for _, a := range st.Attrs[first:] {
			if a.Name == f.Name && !f.Type.Accept(a.Attr) {
				return st.ErrorAt(p, off, "'%s' op attribute '%s' failed to satisfy constraint: %s", st.Def.Name(), f.Name, f.Type.Text)
			}
		}
	}
	return nil
}

// AttrDict reads an optional {…} of attributes.
func (p *Parser) AttrDict(st *State) error {
	if p.tok.kind != LBrace {
		return nil
	}
	return p.dict(&st.Attrs)
}

// AttrDictWithKeyword reads an optional "attributes {…}".
func (p *Parser) AttrDictWithKeyword(st *State) error {
	if !p.TryKeyword("attributes") {
		return nil
	}
	if p.tok.kind != LBrace {
		return p.wrong("expected '{' in attribute dictionary")
	}
	return p.dict(&st.Attrs)
}

// PropDict reads an optional <{…}> of inherent attributes.
func (p *Parser) PropDict(st *State) error {
	if !p.Try(Less) {
		return nil
	}
	var err error
	if st.props, err = p.dictAttr(); err != nil {
		return err
	}
	return p.Expect(Greater)
}

func (f *format) parseRegion(p *Parser, c *Fields, n *node) error {
	if f.def.Spec.Regions[n.index].Arity == ir.Variadic {
		for p.tok.kind == LBrace {
			if err := p.region(c.State.AddRegion(), nil, f.def); err != nil {
				return err
			}
			if !p.Try(Comma) {
				break
			}
		}
		return nil
	}
	r := c.State.Regions[n.index]
	if err := p.region(r, nil, f.def); err != nil {
		return err
	}
	if f.def.Spec.Regions[n.index].Sized && len(r.Blocks) == 0 {
		r.AddBlock()
	}
	return nil
}

// parseAllRegions reads a list of regions, which may be empty.
func (f *format) parseAllRegions(p *Parser, c *Fields) error {
	if p.tok.kind != LBrace {
		return nil
	}
	i := -1
	return p.CommaList(func() error {
		if i++; i == len(c.State.Regions) {
			c.State.AddRegion()
		}
		return p.region(c.State.Regions[i], nil, f.def)
	})
}

func (f *format) parseSuccessor(p *Parser, c *Fields, n *node) error {
	if f.def.Spec.Successors[n.index].Arity == ir.One {
		b, err := p.Successor()
		c.State.Successors = append(c.State.Successors, b)
		return err
	}
	if p.tok.kind != CaretID {
		return nil
	}
	return p.CommaList(func() error {
		b, err := p.Successor()
		c.State.Successors = append(c.State.Successors, b)
		return err
	})
}

// spread distributes operands over the operand fields. A field of one operand gets one, and the
// optional or variadic field gets the others.
func (f *format) spread(c *Fields, os []Operand) {
	fs := f.def.Spec.Operands
	extra := len(os) - len(fs)
	at := 0
	for i := range fs {
		n := 1
		if fs[i].Arity != ir.One {
			n = max(0, 1+extra)
		}
		n = min(n, len(os)-at)
		c.operands[i].list = append(c.operands[i].list, os[at:at+n]...)
		at += n
	}
	if at < len(os) && len(fs) > 0 {
		last := &c.operands[len(fs)-1]
		last.list = append(last.list, os[at:]...)
	}
}

func (f *format) spreadTypes(c *Fields, ts []ir.Type) {
	at := 0
	for i := range f.def.Spec.Operands {
		n := min(len(c.operands[i].list), len(ts)-at)
		c.operands[i].types = append(c.operands[i].types, ts[at:at+n]...)
		at += n
	}
	if n := len(f.def.Spec.Operands); at < len(ts) && n > 0 {
		c.operands[n-1].types = append(c.operands[n-1].types, ts[at:]...)
	}
}

func (f *format) spreadResults(c *Fields, ts []ir.Type) {
	fs := f.def.Spec.Results
	extra := len(ts) - len(fs)
	at := 0
	for i := range fs {
		n := 1
		if fs[i].Arity != ir.One {
			n = max(0, 1+extra)
		}
		n = min(n, len(ts)-at)
		c.results[i].types = append(c.results[i].types, ts[at:at+n]...)
		at += n
	}
	if at < len(ts) && len(fs) > 0 {
		c.results[len(fs)-1].types = append(c.results[len(fs)-1].types, ts[at:]...)
	}
}
