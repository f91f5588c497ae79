package asm

import "github.com/lathe-ir/lathe/ir"

// plainFormat is a fast parser and printer for the most common text of an operation: single
// operands, punctuation, attributes and types, without optional parts. For other text, including
// errors, it restores the parser's state, and the general format parser reads the text.
type plainFormat struct {
	def               *ir.OpDef
	nodes             []node
	steps             []step
	operands, results int
	written           []node // the nodes to print, with adjacent texts joined
	groups            []node // optional groups; an operation is not plain if a group is printed
}

// plainLimit limits the total of operands and results of a plain format.
const plainLimit = 8

// plainState collects the parts of an operation for plainOp.
type plainState struct {
	vals  [plainLimit]*ir.Value
	types [plainLimit]ir.Type // types of operands, then of results
	attrs []ir.Attr
}

// knownFormat caches the format of the operation with the given name.
type knownFormat struct {
	name   string
	format *format
}

// makePlain returns the plain form of a format, or nil if the format has no plain form.
func (f *format) makePlain() *plainFormat {
	s := &f.def.Spec
	if f.infer || len(s.Regions)+len(s.Successors) > 0 || s.Implicit != "" || len(s.Operands)+len(s.Results) > plainLimit {
		return nil
	}
	if _, hook := f.def.Zero().(OpParser); hook {
		return nil
	}
	for _, fields := range [2][]ir.Field{s.Operands, s.Results} {
		for i := range fields {
			if fields[i].Arity != ir.One {
				return nil
			}
		}
	}
	pf := &plainFormat{def: f.def, steps: f.steps, operands: len(s.Operands), results: len(s.Results)}
	for _, n := range f.nodes {
		switch n.kind {
		case nSpace, nNewline:
			continue
		case nLiteral, nOperand, nOperandType, nResultType, nAttr, nAttrDict:
		case nGroup:
			if len(n.els) > 0 || n.then[0].kind != nLiteral {
				return nil
			}
			n = node{kind: nGroup, tok: n.then[0].tok, text: n.then[0].text}
		default:
			return nil
		}
		pf.nodes = append(pf.nodes, n)
	}
	for i := range f.nodes {
		pf.writeNode(&f.nodes[i])
	}
	return pf
}

// writeNode adds n to pf.written, or to pf.groups if n is an optional group. It omits attr-dict,
// which is empty in plain text.
func (pf *plainFormat) writeNode(n *node) {
	text := ""
	if n.space {
		text = " "
	}
	switch n.kind {
	case nGroup:
		pf.groups = append(pf.groups, *n)
		return
	case nAttrDict:
		return
	case nNewline:
		pf.written = append(pf.written, *n)
		return
	case nLiteral:
		text += n.text
	}
	if last := len(pf.written) - 1; text != "" {
		if last >= 0 && pf.written[last].kind == nLiteral {
			pf.written[last].text += text
		} else {
			pf.written = append(pf.written, node{kind: nLiteral, text: text})
		}
	}
	if n.kind != nLiteral && n.kind != nSpace {
		c := *n
		c.space = false
		pf.written = append(pf.written, c)
	}
}

// plainly reports whether op is printed without optional groups and without an attribute
// dictionary.
func (f *format) plainly(op *ir.Op) bool {
	for i := range f.plain.groups {
		g := &f.plain.groups[i]
		if g.anchor < 0 || f.present(op, &g.then[g.anchor]) {
			return false
		}
	}
	return !f.dictFilled(op)
}

// print writes the text of op after its name. plainly(op) must be true.
func (pf *plainFormat) print(w *Printer, op *ir.Op) {
	for i := range pf.written {
		switch n := &pf.written[i]; n.kind {
		case nLiteral:
			w.Str(n.text)
		case nOperand:
			w.Value(op.OperandAt(n.index))
		case nOperandType:
			w.Type(op.OperandAt(n.index).Type())
		case nResultType:
			w.Type(op.ResultAt(n.index).Type())
		case nAttr:
			w.FormAttr(&op.Def().Spec.Attrs[n.index], op.AttrAt(n.index))
		case nNewline:
			w.Newline()
		}
	}
}

// plainOp parses an operation, starting at its name, if its format and its text are plain.
// Otherwise it restores the position and returns nil.
func (p *Parser) plainOp() *ir.Op {
	start := p.tok.start
	f := p.formatAt()
	if f == nil || f.plain == nil {
		return nil
	}
	p.next()
	outer := p.custom
	p.custom = f.def
	ok := f.plain.read(p, f.def)
	p.custom = outer
	if !ok {
		p.seek(start)
		return nil
	}
	pf, st := f.plain, &p.plain
	p.b.Loc = p.locs.At(start)
	return p.b.New(f.def, &ir.Init{
		Operands: st.vals[:pf.operands],
		Results:  st.types[pf.operands : pf.operands+pf.results],
		Attrs:    st.attrs,
	})
}

// formatAt returns the format of the operation whose name is the current token, or nil.
func (p *Parser) formatAt() *format {
	name := p.str()
	h := uint(len(name))
	for _, c := range []byte(name[max(0, len(name)-4):]) {
		h = h*31 + uint(c)
	}
	slot := &p.formats[h%uint(len(p.formats))]
	if slot.name == name {
		return slot.format
	}
	def := p.reg.Op(name)
	if def == nil {
		return nil
	}
	f, err := formatOf(def)
	if err != nil {
		return nil
	}
	*slot = knownFormat{name, f}
	return f
}

// read parses the text into p.plain. It returns false if the text is not plain.
func (pf *plainFormat) read(p *Parser, def *ir.OpDef) bool {
	st := &p.plain
	clear(st.types[:])
	if n := len(def.Spec.Attrs); n > 0 {
		st.attrs = append(st.attrs[:0], make([]ir.Attr, n)...)
	} else {
		st.attrs = st.attrs[:0]
	}
	for i := range pf.nodes {
		if !pf.readNode(p, def, &pf.nodes[i]) {
			return false
		}
	}
	for i := range pf.steps {
		if !pf.infer(st, &pf.steps[i]) {
			return false
		}
	}
	for i, v := range st.vals[:pf.operands] {
		if v.Type() != st.types[i] {
			return false
		}
	}
	return true
}

func (pf *plainFormat) readNode(p *Parser, def *ir.OpDef, n *node) bool {
	st := &p.plain
	switch n.kind {
	case nLiteral:
		return p.tryLiteral(n)
	case nOperand:
		v := p.plainOperand()
		st.vals[n.index] = v
		return v != nil
	case nOperandType:
		return p.plainType(&def.Spec.Operands[n.index], &st.types[n.index])
	case nResultType:
		return p.plainType(&def.Spec.Results[n.index], &st.types[pf.operands+n.index])
	case nAttr:
		a, err := p.formAttr(&def.Spec.Attrs[n.index])
		st.attrs[n.index] = a
		return err == nil
	case nAttrDict:
		return p.tok.kind != LBrace
	}
	// Plain text omits this optional group, so the first literal of the group must not follow.
	return p.tok.kind != n.tok || n.tok == BareID && !p.is(n.text)
}

// plainOperand reads the name of a defined value and returns the value. It returns nil for other
// text.
func (p *Parser) plainOperand() *ir.Value {
	if p.tok.kind != PercentID {
		return nil
	}
	name, numer := p.valueName()
	e, ok := p.vals.find(name, numer)
	if !ok || e.bad {
		return nil
	}
	p.next()
	if p.tok.kind == HashID {
		return nil // %name#i, one of several results
	}
	return e.val
}

func (p *Parser) plainType(f *ir.Field, to *ir.Type) bool {
	t, err := p.Type()
	*to = t
	return err == nil && (f.Type.Class == nil || f.Type.Class(t))
}

// accepts reports whether t is a valid type of the field from which step s infers a type. It
// returns true if s does not infer from a field.
func (pf *plainFormat) accepts(s *step, t ir.Type) bool {
	f := s.field(pf.def)
	return f == nil || f.Type.Accept == nil || f.Type.Accept(t)
}

// infer applies one inference step, as format.infers does.
func (pf *plainFormat) infer(st *plainState, s *step) bool {
	var t ir.Type
	switch s.from {
	case fromFixed:
		t = s.fixed
	case fromOperand:
		t = st.types[s.index]
	case fromResult:
		t = st.types[pf.operands+s.index]
	case fromAttr:
		t = st.attrs[s.index].TypeOf()
	}
	if t.IsNil() {
		return false
	}
	if s.fn != nil {
		if !pf.accepts(s, t) {
			return false // format.parse reports the error
		}
		t = s.fn(t)
	}
	to := s.to
	if s.toResult {
		to += pf.operands
	}
	st.types[to] = t
	return true
}
