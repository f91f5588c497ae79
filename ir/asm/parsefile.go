package asm

import (
	"bytes"
	"errors"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// attrAliasDef reads #name = attr.
func (p *Parser) attrAliasDef() error {
	name := p.slice(p.tok.start+1, p.tok.end)
	if _, ok := p.attrAlias[name]; ok {
		return p.Errorf("redefinition of attribute alias id '%s'", name)
	}
	if strings.Contains(name, ".") {
		return p.Errorf("attribute names with a '.' are reserved for dialect-defined names")
	}
	p.next()
	if err := p.expectIn(Equal, " in attribute alias definition"); err != nil {
		return err
	}
	a, err := p.Attr()
	if err != nil {
		return err
	}
	p.attrAlias[name] = a
	return nil
}

// typeAliasDef reads !name = type.
func (p *Parser) typeAliasDef() error {
	name := p.slice(p.tok.start+1, p.tok.end)
	if _, ok := p.typeAlias[name]; ok {
		return p.Errorf("redefinition of type alias id '%s'", name)
	}
	if strings.Contains(name, ".") {
		return p.Errorf("type names with a '.' are reserved for dialect-defined names")
	}
	p.next()
	if err := p.expectIn(Equal, " in type alias definition"); err != nil {
		return err
	}
	t, err := p.Type()
	if err != nil {
		return err
	}
	p.typeAlias[name] = t
	return nil
}

// fileMetadata reads {-# key: {…}, … #-}.
func (p *Parser) fileMetadata() error {
	p.next()
	return p.listUntil(FileClose, func() error {
		off := p.tok.start
		key, err := p.metadataKey("key in file metadata dictionary")
		if err != nil {
			return err
		}
		switch key {
		case "dialect_resources":
			return p.resourceSection(true)
		case "external_resources":
			return p.resourceSection(false)
		}
		return p.ErrorAt(off, "unknown key '%s' in file metadata dictionary", key)
	})
}

// metadataKey reads "key:".
func (p *Parser) metadataKey(what string) (string, error) {
	if p.tok.kind != BareID && p.tok.kind != StringLit {
		return "", p.Errorf("expected identifier %s", what)
	}
	key, err := p.word()
	if err != nil {
		return "", err
	}
	return key, p.Expect(Colon)
}

// resourceKey reads the name of an entry in a section. The parameter "what" is MLIR's name of the
// section, for messages.
func (p *Parser) resourceKey(what string) (string, error) {
	if p.tok.kind != BareID && p.tok.kind != StringLit {
		return "", p.Errorf("expected identifier key for '%s' entry", what)
	}
	return p.word()
}

// resourceSection reads {group: {name: value, …}, …}. Of the dialect resources, it keeps only the
// blobs of the group "builtin", which constants use. It keeps external resources for printing.
func (p *Parser) resourceSection(dialect bool) error {
	if err := p.Expect(LBrace); err != nil {
		return err
	}
	return p.listUntil(RBrace, func() error {
		off := p.tok.start
		group, err := p.metadataKey("key for 'resource' entry")
		if err != nil {
			return err
		}
		if err := p.Expect(LBrace); err != nil {
			return err
		}
		if dialect {
			return p.dialectResources(group, off)
		}
		var es []ir.ResourceEntry
		err = p.listUntil(RBrace, func() error { return p.externalEntry(&es) })
		p.external = append(p.external, ir.ResourceGroup{Name: group, Entries: es})
		return err
	})
}

// dialectResources reads "name: value, …}", the resources of a dialect. "group" is the name of the
// dialect, and "off" its offset.
func (p *Parser) dialectResources(group string, off int) error {
	d := p.reg.Dialect(group)
	switch {
	case group == "builtin":
	case d == nil:
		return p.ErrorAt(off, "dialect '%s' is unknown", group)
	case !d.AllowUnknownOps && !d.ResourceSection:
		return p.Errorf("unexpected 'resource' section for dialect '%s'", group)
	}
	return p.listUntil(RBrace, func() error {
		off := p.tok.start
		name, err := p.resourceKey("resource")
		if err != nil {
			return err
		}
		if group != "builtin" && !d.AllowUnknownOps {
			return p.ErrorAt(off, "unknown 'resource' key '%s' for dialect '%s'", name, group)
		}
		if err := p.Expect(Colon); err != nil {
			return err
		}
		return p.blob(name, group == "builtin")
	})
}

// blob reads the hexadecimal text of a resource.
func (p *Parser) blob(name string, keep bool) error {
	if p.tok.kind != StringLit {
		return p.Errorf("expected hex string blob for key '%s'", name)
	}
	text := p.text[p.tok.start+1 : p.tok.end-1]
	if err := p.checkBlob(text, p.tok.start, name); err != nil {
		return err
	}
	if keep {
		p.blobs.get(name).Text = text
	}
	p.next()
	return nil
}

// externalEntry reads "name: value", an external resource.
func (p *Parser) externalEntry(es *[]ir.ResourceEntry) error {
	name, err := p.resourceKey("external_resources")
	if err != nil {
		return err
	}
	if err := p.Expect(Colon); err != nil {
		return err
	}
	switch {
	case p.tok.kind == StringLit:
		if text := p.text[p.tok.start+1 : p.tok.end-1]; bytes.HasPrefix(text, []byte("0x")) {
			if err := p.checkBlob(text, p.tok.start, name); err != nil {
				return err
			}
		}
		s, err := p.stringText()
		*es = append(*es, ir.ResourceEntry{Name: name, Value: s})
		return err
	case p.is("true"), p.is("false"):
		*es = append(*es, ir.ResourceEntry{Name: name, Value: p.str(), Bool: true})
		p.next()
		return nil
	}
	return p.Errorf("expected string value for key '%s'", name)
}

// checkBlob checks the text of a resource: 0x, then in hexadecimal digits four bytes of alignment
// and the data.
func (p *Parser) checkBlob(text []byte, off int, name string) error {
	if len(text) < 2 || text[0] != '0' || text[1] != 'x' || len(text)%2 != 0 {
		return p.ErrorAt(off, "expected hex string blob for key '%s'", name)
	}
	if ir.NonHex(text[2:]) >= 0 {
		return p.ErrorAt(off, "expected hex string blob for key '%s'", name)
	}
	if len(text) < 10 {
		return p.ErrorAt(off, "expected hex string blob for key '%s' to encode alignment in first 4 bytes", name)
	}
	align := uint32(0)
	for i := 3; i >= 0; i-- {
		align = align<<8 | uint32(hexVal(text[2+2*i]))<<4 | uint32(hexVal(text[3+2*i]))
	}
	if align == 0 || align&(align-1) != 0 {
		return p.ErrorAt(off, "expected hex string blob for key '%s' to encode alignment in first 4 bytes, but got non-power-of-2 value: %d", name, align)
	}
	return nil
}

// recover skips the rest of an invalid operation that starts at begin. It stops at the next token
// outside the braces of the operation that starts a line and can start an operation, or at the
// brace that closes the enclosing region. The invalid operation may already be complete if err is
// about text before the current token, or if the current token begins "%name =". Then recover can
// stop at the current token.
func (p *Parser) recover(begin int, err error) {
	if p.tok.kind == EOF {
		return
	}
	depth := p.openBraces(begin)
	start := p.tok.start
	if start > begin && (precedes(err, start) || p.names()) {
		start--
	}
	for p.tok.kind != EOF {
		switch p.tok.kind {
		case LBrace:
			depth++
		case RBrace:
			if depth <= 0 {
				if len(p.blocks) <= 1 {
					p.next()
					continue
				}
				return
			}
			depth--
		default:
			if depth <= 0 && p.tok.start > start && p.startsLine() && p.startsOp() {
				return
			}
		}
		p.next()
	}
}

// openBraces counts the open braces between offset begin and the current token.
func (p *Parser) openBraces(begin int) int {
	n := 0
	for t := lex(p.text, begin); t.start < p.tok.start && t.kind != EOF; t = lex(p.text, t.end) {
		switch t.kind {
		case LBrace:
			n++
		case RBrace:
			n--
		}
	}
	return max(n, 0)
}

// precedes reports whether err is about text before the given offset.
func precedes(err error, at int) bool {
	var d *diag.Diagnostic
	return err == errPoisoned || errors.As(err, &d) && d.Span.IsValid() && d.Span.Start < at
}

// names reports whether the current token is a value name and the next token is "=".
func (p *Parser) names() bool {
	return p.tok.kind == PercentID && lex(p.text, p.tok.end).kind == Equal
}

// startsLine reports whether only spaces precede the token on its line.
func (p *Parser) startsLine() bool {
	for i := p.tok.start - 1; i >= 0; i-- {
		switch p.text[i] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}

func (p *Parser) startsOp() bool {
	switch p.tok.kind {
	case PercentID, StringLit, CaretID:
		return true
	case BareID:
		return true
	case HashID, BangID, FileOpen:
		return len(p.blocks) <= 1
	}
	return false
}

func (p *Parser) file() *ir.Op {
	body := ir.NewBlock()
	p.pushValues()
	p.blocks = append(p.blocks, &blockScope{})
	first := true
	for p.tok.kind != EOF && !p.full() {
		if first && (p.tok.kind == BareID || p.tok.kind == StringLit) {
			first = false
			p.blockParts(body)
			continue
		}
		begin := p.tok.start
		err := p.topLevel(body)
		if err != nil {
			p.report(err)
			p.recover(begin, err)
		}
	}
	p.undefinedBlocks(p.blocks[0])
	p.popValues()
	for _, d := range p.late {
		d.Further = p.stopped
	}
	p.stopped = p.stopped || len(p.late) > 0
	p.finishLocs()
	if len(p.errs) > 0 {
		if p.opts.VerifyRest || !p.opts.SkipVerify {
			p.verifyRest(body)
		}
		return nil
	}
	op := p.wrapModule(body)
	if op != nil && len(p.external) > 0 {
		op.SetExternalResources(p.external)
	}
	return op
}

// topLevel reads one alias definition, resource section or operation.
func (p *Parser) topLevel(body *ir.Block) error {
	switch p.tok.kind {
	case HashID:
		return p.attrAliasDef()
	case BangID:
		return p.typeAliasDef()
	case FileOpen:
		return p.fileMetadata()
	}
	return p.operation(body)
}

// wrapModule returns the only top-level operation if it is a module, and otherwise a new module
// around body. With the option NoImplicitModule, it returns the only top-level operation. If there
// is not exactly one, it reports an error and returns nil.
func (p *Parser) wrapModule(body *ir.Block) *ir.Op {
	first := body.First()
	if first != nil && first == body.Last() && (p.opts.NoImplicitModule || ir.Is[ir.Module](first)) {
		first.Remove()
		return first
	}
	if p.opts.NoImplicitModule {
		d := diag.Errorf(diag.Span{}, "source must contain a single top-level operation, found: %d", body.Len())
		d.Place = p.src.DisplayName() + ":0:0" // the whole file, as in MLIR
		p.report(d)
		return nil
	}
	p.b.Detach()
	p.b.Loc = p.fileLoc()
	m := ir.Create[ir.Module](p.b, ir.Init{NumRegions: 1})
	m.Op.RegionAt(0).Append(body)
	return m.Op
}

// fileLoc returns the location of an implicit module: line 0 of the file, as in MLIR. In a file
// that is split into chunks, it is the end of the marker before the chunk, such as "// -----".
func (p *Parser) fileLoc() ir.Loc {
	return ir.NewLoc(ir.NewAttr(&ir.FileLoc{File: p.src.DisplayName(), Line: p.src.BeginLine, Col: p.src.BeginCol}))
}
