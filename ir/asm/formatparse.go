package asm

import (
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// fields returns a cleared collector for the operation.
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

// parse reads the custom form of an operation from behind its name.
func (f *format) parse(p *Parser, st *State) error {
	c := p.fields(st)
	off := p.tok.start
	for range f.def.Spec.Regions {
		if f.def.Spec.Regions[0].Arity != ir.Variadic {
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
		ts, err := p.fieldTypes(f.def.Spec.Operands[n.index].Arity, c.operands[n.index].types[:0])
		c.operands[n.index].types = ts
		return err
	case nResultType:
		ts, err := p.fieldTypes(f.def.Spec.Results[n.index].Arity, c.results[n.index].types[:0])
		c.results[n.index].types = ts
		return err
	case nAttrDict:
		return p.AttrDict(c.State)
	case nAttrDictKeyword:
		return p.AttrDictWithKeyword(c.State)
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
		return p.propDict(c.State)
	case nAllRegions:
		for _, r := range c.State.Regions {
			if err := p.region(r, nil, f.def); err != nil {
				return err
			}
		}
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
func (p *Parser) fieldTypes(a ir.Arity, ts []ir.Type) ([]ir.Type, error) {
	if a == ir.One {
		t, err := p.Type()
		return append(ts, t), err
	}
	if !p.typeNext() {
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

// typeNext reports whether a type may come next.
func (p *Parser) typeNext() bool {
	switch p.tok.kind {
	case BangID, LParen:
		return true
	case BareID:
		return p.startsType()
	}
	return false
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

func (p *Parser) propDict(st *State) error {
	if !p.Try(Less) {
		return nil
	}
	var err error
	if st.props, err = p.dictAttr(); err != nil {
		return err
	}
	return p.Expect(Greater)
}

func (f *format) parseAttr(p *Parser, c *Fields, n *node) error {
	a := &f.def.Spec.Attrs[n.index]
	v, err := p.formAttr(a)
	if err != nil {
		return err
	}
	c.State.SetAttr(a.Name, v)
	return nil
}

// formAttr reads an attribute as formats spell it.
func (p *Parser) formAttr(f *ir.AttrField) (ir.Attr, error) {
	c := &f.Type
	off := p.tok.start
	switch c.Form {
	case ir.FormNoType:
		return p.AttrOfType(c.Type)
	case ir.FormSymbolName:
		s, err := p.Symbol()
		return ir.NewString(s), err
	case ir.FormEnum:
		return p.enum(c)
	case ir.FormDenseArray:
		return p.DenseArray(c.Type)
	case ir.FormType:
		t, err := p.Type()
		if err != nil {
			return ir.Attr{}, err
		}
		return ir.NewTypeAttr(t), nil
	case ir.FormStripped:
		return p.strippedAttr(c.Mnemonic)
	}
	a, err := p.Attr()
	if err != nil {
		return a, err
	}
	if c.Accept != nil && !c.Accept(a) {
		return a, p.ErrorAt(off, "invalid kind of attribute specified").
			WithHelp("attribute '" + f.Name + "' must be: " + c.Text)
	}
	return a, nil
}

func (p *Parser) enum(c *ir.AttrConstraint) (ir.Attr, error) {
	off := p.tok.start
	word, err := p.KeywordOrString()
	if err != nil {
		return ir.Attr{}, p.wrong("expected string or keyword containing one of the following enum values for attribute: %s", enumList(c.Enum))
	}
	for i, w := range c.Enum {
		if w == word && w != "" {
			t := c.Type
			if t.IsNil() {
				t = ir.I64()
			}
			return ir.NewInt(int64(i), t), nil
		}
	}
	d := p.ErrorAt(off, "expected string or keyword containing one of the following enum values for attribute: %s", enumList(c.Enum))
	if s, ok := suggest(word, c.Enum); ok {
		d.WithHelp("did you mean '" + s + "'?")
	}
	return ir.Attr{}, d
}

func enumList(ws []string) string {
	var ns []string
	for _, w := range ws {
		if w != "" {
			ns = append(ns, w)
		}
	}
	return "[" + strings.Join(ns, ", ") + "]"
}

// strippedAttr reads a dialect's attribute without "#dialect.mnemonic"; the full
// spelling is accepted too.
func (p *Parser) strippedAttr(mnemonic string) (ir.Attr, error) {
	if p.tok.kind == HashID {
		return p.Attr()
	}
	dn, name, _ := strings.Cut(mnemonic, ".")
	d := p.reg.Dialect(dn)
	if d == nil {
		return ir.Attr{}, p.Errorf("dialect '%s' is unknown", dn)
	}
	s, ok := d.Syntax.(AttrSyntax)
	if !ok {
		return ir.Attr{}, p.Errorf("dialect '%s' provides no attribute parsing hook", dn)
	}
	return s.ParseAttr(p, name)
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

func (f *format) parseFunctional(p *Parser, c *Fields, n *node) error {
	ins, outs, err := p.FunctionParts()
	if err != nil {
		return err
	}
	if n.args[0].kind == nAllOperands || n.args[0].kind == nAllOperandTypes {
		f.spreadTypes(c, ins)
	} else {
		c.operands[n.args[0].index].types = append(c.operands[n.args[0].index].types, ins...)
	}
	if n.args[1].kind == nAllResultTypes {
		f.spreadResults(c, outs)
	} else {
		c.results[n.args[1].index].types = append(c.results[n.args[1].index].types, outs...)
	}
	return nil
}

func (f *format) parseAllTypes(p *Parser, c *Fields, n *node) error {
	var ts []ir.Type
	if p.typeNext() {
		var err error
		if ts, err = p.Types(); err != nil {
			return err
		}
	}
	if n.kind == nAllOperandTypes {
		f.spreadTypes(c, ts)
	} else {
		f.spreadResults(c, ts)
	}
	return nil
}

// spread distributes a flat list over the operand fields: one each, the rest to
// the one that is variadic.
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

// parseGroup reads an optional group if its first element is there.
func (f *format) parseGroup(p *Parser, c *Fields, n *node) error {
	first := 0
	for first < len(n.then) && (n.then[first].kind == nSpace || n.then[first].kind == nNewline) {
		first++
	}
	lead := &n.then[first]
	present, consumed, err := f.tryFirst(p, c, lead)
	if err != nil {
		return err
	}
	if !present {
		return f.parseNodes(p, c, n.els)
	}
	if n.anchor >= 0 && n.then[n.anchor].kind == nAttr {
		a := &f.def.Spec.Attrs[n.then[n.anchor].index]
		if isUnit(a) {
			c.State.SetAttr(a.Name, ir.Unit())
		}
	}
	if consumed {
		first++
	}
	for i := first; i < len(n.then); i++ {
		if n.then[i].kind == nAttr && isUnit(&f.def.Spec.Attrs[n.then[i].index]) && i == n.anchor {
			continue
		}
		if err := f.parseNode(p, c, &n.then[i]); err != nil {
			return err
		}
	}
	return nil
}

// UnitText is the text of the constraint of unit attributes.
const UnitText = "unit attribute"

func isUnit(a *ir.AttrField) bool { return a.Type.Text == UnitText }

// tryFirst tells whether a group is present by its first element, and whether
// that element was consumed while looking.
func (f *format) tryFirst(p *Parser, c *Fields, n *node) (present, consumed bool, err error) {
	switch n.kind {
	case nLiteral:
		ok := p.tryLiteral(n)
		return ok, ok, nil
	case nOperand, nAllOperands:
		return p.tok.kind == PercentID, false, nil
	case nAttr:
		return p.attrNext(&f.def.Spec.Attrs[n.index]), false, nil
	case nRegion, nAllRegions:
		return p.tok.kind == LBrace, false, nil
	case nSuccessor, nAllSuccessors:
		return p.tok.kind == CaretID, false, nil
	case nOperandType, nResultType, nAllOperandTypes, nAllResultTypes, nFunctionalType:
		return p.typeNext(), false, nil
	case nCustom:
		return p.tok.kind == PercentID || p.tok.kind == LSquare || p.tok.kind == LParen, false, nil
	}
	return false, false, nil
}

// attrNext reports whether an attribute of the field may come next.
func (p *Parser) attrNext(f *ir.AttrField) bool {
	switch f.Type.Form {
	case ir.FormSymbolName:
		return p.tok.kind == AtID
	case ir.FormEnum:
		if p.tok.kind != BareID {
			return p.tok.kind == StringLit
		}
		for _, w := range f.Type.Enum {
			if w != "" && p.is(w) {
				return true
			}
		}
		return false
	case ir.FormDenseArray:
		return p.tok.kind == LSquare
	case ir.FormStripped:
		return p.tok.kind == Less || p.tok.kind == HashID
	case ir.FormType:
		return p.typeNext()
	}
	switch p.tok.kind {
	case LSquare, HashID, AtID, Minus, IntLit, FloatLit, StringLit, BangID:
		return true
	case BareID:
		switch p.str() {
		case "true", "false", "unit", "dense", "dense_resource", "sparse", "array", "affine_map", "affine_set", "strided", "distinct":
			return true
		}
		return p.startsType()
	}
	return false
}

// parseOilist reads clauses in any order, each at most once.
func (f *format) parseOilist(p *Parser, c *Fields, n *node) error {
	var seen uint64
	for {
		found := false
		for i, cl := range n.clause {
			if len(cl) == 0 || cl[0].kind != nLiteral || !p.tryLiteral(&cl[0]) {
				continue
			}
			if seen&(1<<i) != 0 {
				return p.Errorf("`%s` clause can appear at most once in the expansion of the oilist directive", cl[0].text)
			}
			seen |= 1 << i
			found = true
			if len(cl) > 1 && cl[1].kind == nAttr && isUnit(&f.def.Spec.Attrs[cl[1].index]) {
				c.State.SetAttr(f.def.Spec.Attrs[cl[1].index].Name, ir.Unit())
				break
			}
			if err := f.parseNodes(p, c, cl[1:]); err != nil {
				return err
			}
			break
		}
		if !found {
			return nil
		}
	}
}

// finish infers what the text left out and resolves the operands.
func (f *format) finish(p *Parser, c *Fields, off int) error {
	st := c.State
	for i := range f.steps {
		f.infers(c, &f.steps[i])
	}
	s := &f.def.Spec
	for i := range s.Operands {
		if err := f.resolveField(p, c, i, off); err != nil {
			return err
		}
	}
	if slot := f.def.Slot(ir.OperandSegments); slot >= 0 {
		sizes := make([]int32, len(s.Operands))
		for i := range sizes {
			sizes[i] = int32(len(c.operands[i].list))
		}
		st.SetSegments(sizes...)
	}
	if f.infer {
		return p.InferResults(st)
	}
	for i := range s.Results {
		st.Results = append(st.Results, c.results[i].types...)
	}
	if slot := f.def.Slot(ir.ResultSegments); slot >= 0 {
		sizes := make([]int32, len(s.Results))
		for i := range sizes {
			sizes[i] = int32(len(c.results[i].types))
		}
		st.SetAttr(ir.ResultSegments, ir.NewDenseI32(sizes...))
	}
	return nil
}

// resolveField appends the values of operand field i.
func (f *format) resolveField(p *Parser, c *Fields, i, off int) error {
	field := &c.operands[i]
	if len(field.types) == 1 && len(field.list) > 1 && !f.def.Spec.Operands[i].Type.Fixed.IsNil() {
		for len(field.types) < len(field.list) {
			field.types = append(field.types, field.types[0])
		}
	}
	if len(field.list) != len(field.types) {
		at := off
		if len(field.list) > 0 {
			at = field.list[0].off
		}
		return p.ErrorAt(at, "number of operands and types do not match: got %d operands and %d types", len(field.list), len(field.types))
	}
	for j, o := range field.list {
		v, err := p.Resolve(o, field.types[j])
		if err != nil {
			return f.explain(err, o, i)
		}
		c.State.Operands = append(c.State.Operands, v)
	}
	return nil
}

// explain adds to a type clash where the expected type came from.
func (f *format) explain(err error, o Operand, field int) error {
	d, ok := err.(*diag.Diagnostic)
	if !ok || d.Label != "" || !strings.HasPrefix(d.Message, "use of value") {
		return err
	}
	for i := range f.steps {
		if !f.steps[i].toResult && f.steps[i].to == field && f.steps[i].from != fromFixed {
			return d.WithLabel("'" + f.def.Name() + "' infers this operand's type from the type after the colon")
		}
	}
	return d
}

// infers applies one step.
func (f *format) infers(c *Fields, s *step) {
	var t ir.Type
	switch s.from {
	case fromFixed:
		t = s.fixed
	case fromOperand:
		if ts := c.operands[s.index].types; len(ts) > 0 {
			t = ts[0]
		}
	case fromResult:
		if ts := c.results[s.index].types; len(ts) > 0 {
			t = ts[0]
		}
	case fromAttr:
		t = c.State.Attr(f.def.Spec.Attrs[s.index].Name).TypeOf()
	}
	if t.IsNil() {
		return
	}
	if s.fn != nil {
		t = s.fn(t)
	}
	if s.toResult {
		if f.def.Spec.Results[s.to].Arity == ir.One {
			c.results[s.to].types = append(c.results[s.to].types[:0], t)
		}
		return
	}
	field := &c.operands[s.to]
	field.types = field.types[:0]
	for range field.list {
		field.types = append(field.types, t)
	}
}

// InferResults sets the result types from operands and attributes, for
// operations that compute them.
func (p *Parser) InferResults(st *State) error {
	inf, ok := st.Def.Zero().(ir.TypeInferrer)
	if !ok {
		return p.ErrorAt(st.Start, "'%s' op does not infer its result types", st.Def.Name())
	}
	in := ir.Init{Operands: st.Operands, Attrs: make([]ir.Attr, len(st.Def.Spec.Attrs)), NumRegions: len(st.Regions)}
	for i := range in.Attrs {
		in.Attrs[i] = st.Attr(st.Def.Spec.Attrs[i].Name)
	}
	ts, err := inf.InferTypes(in)
	if err != nil {
		d := p.ErrorAt(st.Start, "'%s' op failed to infer returned types", st.Def.Name())
		return d.Note(d.Span, "%s", err)
	}
	st.Results = append(st.Results, ts...)
	return nil
}
