// Package asm parses and prints MLIR's text: the generic form of every operation, and the custom
// form of operations whose dialect defines one.
package asm

import (
	"cmp"
	"strings"
	"unsafe"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Options control parsing.
type Options struct {
	// AllowUnregistered accepts operations, types and attributes of dialects
	// that are not registered.
	AllowUnregistered bool
	// NoImplicitModule returns the single top-level operation unchanged. Several top-level
	// operations are an error. If NoImplicitModule is not set, Parse wraps the top-level operations
	// in a module, unless the only top-level operation is a module.
	NoImplicitModule bool
	// SkipVerify omits the verification of a program that has no syntax errors.
	SkipVerify bool
	// VerifyRest verifies the functions without syntax errors in a text with syntax errors. It is
	// implied if SkipVerify is not set.
	VerifyRest bool
	// Each, if set, parses and verifies functions of large texts concurrently. The program and
	// the errors are the same as without Each.
	Each ir.Each
	// MaxErrors limits the number of reported syntax errors; 0 means ir.MaxErrors.
	MaxErrors int
	// MaxParts limits the number of types and attributes in a type or attribute, counted after
	// aliases are replaced. 0 means DefaultMaxParts. The limit is at least the size of the text in
	// bytes. Without a limit, a sequence of aliases, each of which contains the previous one twice,
	// would have exponential size.
	MaxParts int
	// Names, if set, is called for each name in the text when it is defined. Several values may
	// share the name: v is the first of them, and count is their number. The string shares memory
	// with the source text.
	Names func(name string, v *ir.Value, count int)
}

// Parse parses a text and returns its top-level operation, which is a module unless
// o.NoImplicitModule is set. Parse verifies the operation unless o.SkipVerify is set. If Parse
// fails, the operation is nil, and the error is a *diag.Diagnostic or a diag.List.
func Parse(reg *ir.Registry, src *diag.Source, o Options) (*ir.Op, error) {
	if len(src.Text) > ir.MaxSource {
		return nil, diag.Errorf(diag.Span{}, "%s: text of %d bytes is larger than the limit of %d", src.Name, len(src.Text), ir.MaxSource)
	}
	if d := notText(src); d != nil {
		return nil, diag.List{d}
	}
	p := newParser(reg, src, o)
	op := p.file()
	if len(p.errs) > 0 {
		return nil, p.errs.Limit(p.opts.MaxErrors)
	}
	if !o.SkipVerify {
		if err := ir.VerifyEach(op, o.Each); err != nil {
			return nil, err
		}
	}
	return op, nil
}

// Parser parses one text. Dialects' hooks use its exported methods. The errors of these methods are
// diagnostics with a position in the text.
type Parser struct {
	reg  *ir.Registry
	src  *diag.Source
	text []byte
	tok  token
	opts Options
	locs *ir.LocTable
	b    *ir.Builder
	errs diag.List
	// stopped is set after an error at which MLIR would stop. The field late holds errors that MLIR
	// reports only after it has parsed the whole text.
	stopped bool
	late    diag.List
	dropped []int // offsets of text skipped after an error

	ids       uint32
	vals      *values   // innermost isolated scope
	scopes    []*values // enclosing isolated scopes
	freeVals  []*values // for reuse
	blocks    []*blockScope
	states    []*State // by depth, for reuse
	fieldSets []*Fields
	depth     int
	custom    *ir.OpDef // operation whose custom form is being parsed, for messages
	nesting   int       // depth of nested types, attributes and regions; see maxNesting
	mnemonic  int       // offset of the mnemonic of the current dialect symbol
	dialects  []string

	attrAlias map[string]ir.Attr
	typeAlias map[string]ir.Type
	typeCache map[string]ir.Type
	attrCache map[string]ir.Attr
	lastType  typeMemo
	formats   [256]knownFormat
	integers  [64]integerMemo
	plain     plainState
	blobs     *blobs
	alone     bool // parses a part of the text without the text before it
	external  []ir.ResourceGroup
	distinct  map[uint64]ir.Attr
	deferred  []deferredLoc
	nextID    uint32 // the N of #lathe.id<N> in the location just read; 0: none
}

// typeMemo caches the last type, because the next type often has the same text.
type typeMemo struct {
	text string
	typ  ir.Type
}

func newParser(reg *ir.Registry, src *diag.Source, o Options) *Parser {
	p := &Parser{
		reg: reg, src: src, text: src.Text, opts: o,
		locs:      &ir.LocTable{Source: src},
		b:         ir.NewBuilder(reg),
		attrAlias: map[string]ir.Attr{},
		typeAlias: map[string]ir.Type{},
		typeCache: map[string]ir.Type{},
		attrCache: map[string]ir.Attr{},
	}
	if p.opts.MaxErrors == 0 {
		p.opts.MaxErrors = ir.MaxErrors
	}
	p.opts.MaxParts = cmp.Or(p.opts.MaxParts, DefaultMaxParts)
	p.blobs = &blobs{}
	p.dialects = []string{"builtin"}
	p.tok = lex(p.text, 0)
	return p
}

// Registry returns the registry in which the parser looks up dialects.
func (p *Parser) Registry() *ir.Registry { return p.reg }

// Builder returns a builder without an insertion point, for hooks that create operations.
func (p *Parser) Builder() *ir.Builder { return p.b }

func (p *Parser) next() { p.tok = lex(p.text, p.tok.end) }

func (p *Parser) seek(off int) { p.tok = lex(p.text, off) }

// str returns the token's text without copying. The source must outlive the string.
func (p *Parser) str() string { return p.slice(p.tok.start, p.tok.end) }

func (p *Parser) slice(lo, hi int) string {
	if lo >= hi {
		return ""
	}
	return unsafe.String(&p.text[lo], hi-lo)
}

// is reports whether the current token is the keyword s.
func (p *Parser) is(s string) bool {
	return p.tok.kind == BareID && p.tok.end-p.tok.start == len(s) && string(p.text[p.tok.start:p.tok.end]) == s
}

// Offset returns the byte offset of the current token.
func (p *Parser) Offset() int { return p.tok.start }

// Loc returns the location of the current token.
func (p *Parser) Loc() ir.Loc { return p.locs.At(p.tok.start) }

// LocAt returns the location of a byte offset.
func (p *Parser) LocAt(off int) ir.Loc { return p.locs.At(off) }

// Peek returns the kind of the current token.
func (p *Parser) Peek() Tok { return p.tok.kind }

// PeekText returns the text of the current token. The string shares memory with the source text, so
// a type or attribute must not keep it.
func (p *Parser) PeekText() string { return p.str() }

// Try consumes the current token if its kind is k.
func (p *Parser) Try(k Tok) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

// Expect consumes a token of kind k or fails.
func (p *Parser) Expect(k Tok) error {
	if p.tok.kind == k {
		p.next()
		return nil
	}
	return p.wrong("expected '%s'", k)
}

// expectIn is like Expect, but appends words such as " in tensor type" to the message.
func (p *Parser) expectIn(k Tok, words string) error {
	if p.tok.kind == k {
		p.next()
		return nil
	}
	return p.wrong("expected '%s'%s", k, words)
}

// TryKeyword consumes the keyword s if it is next.
func (p *Parser) TryKeyword(s string) bool {
	if !p.is(s) {
		return false
	}
	p.next()
	return true
}

// ExpectKeyword consumes the keyword s or fails.
func (p *Parser) ExpectKeyword(s string) error {
	if p.TryKeyword(s) {
		return nil
	}
	return p.wrongHere("%sexpected '%s'", p.context(), s)
}

// Keyword consumes any bare identifier.
func (p *Parser) Keyword() (string, error) {
	s, err := p.keyword()
	return strings.Clone(s), err
}

// keyword is Keyword without a copy: the result shares memory with the text.
func (p *Parser) keyword() (string, error) {
	if p.tok.kind != BareID {
		return "", p.wrongHere("%sexpected valid keyword", p.context())
	}
	s := p.str()
	p.next()
	return s, nil
}

// KeywordOrString consumes a bare identifier or a string.
func (p *Parser) KeywordOrString() (string, error) {
	s, err := p.word()
	return strings.Clone(s), err
}

// word is KeywordOrString without a copy: the result may share memory with the text.
func (p *Parser) word() (string, error) {
	switch p.tok.kind {
	case StringLit:
		return p.stringText()
	case BareID:
		return p.keyword()
	}
	return "", p.wrongHere("%sexpected valid keyword or string", p.context())
}

// List reads items separated by commas between the tokens open and close. The list may be empty.
func (p *Parser) List(open, close Tok, item func() error) error {
	if err := p.Expect(open); err != nil {
		return err
	}
	if p.Try(close) {
		return nil
	}
	return p.until(close, item)
}

// listIn is like List, but its messages end with a description of the list (parameter "what").
func (p *Parser) listIn(open, close Tok, what string, item func() error) error {
	if p.tok.kind != open {
		return p.wrong("expected '%s' in %s", open, what)
	}
	p.next()
	if p.Try(close) {
		return nil
	}
	if err := p.CommaList(item); err != nil {
		return err
	}
	if p.tok.kind != close {
		return p.wrong("expected '%s' in %s", close, what).WithHelp("or ',' and another element")
	}
	p.next()
	return nil
}

// until reads one or more items, separated by commas, and the token close.
func (p *Parser) until(close Tok, item func() error) error {
	for {
		if err := item(); err != nil {
			return err
		}
		if !p.Try(Comma) {
			return p.Expect2(close, Comma)
		}
	}
}

// listUntil reads zero or more items, separated by commas, and the token close. If a token is
// missing after an item, the message names both "," and close.
func (p *Parser) listUntil(close Tok, item func() error) error {
	if p.Try(close) {
		return nil
	}
	if err := p.CommaList(item); err != nil {
		return err
	}
	if p.tok.kind != close {
		return p.wrong("expected ',' or '%s'", close)
	}
	p.next()
	return nil
}

// Expect2 consumes a token of kind k or fails. The help text of the error says that, instead, a
// token of the kind "or" and another element can follow.
func (p *Parser) Expect2(k, or Tok) error {
	if p.tok.kind == k {
		p.next()
		return nil
	}
	return p.wrong("expected '%s'", k).WithHelp("or '" + or.String() + "' and another element")
}

// CommaList reads one or more items, separated by commas.
func (p *Parser) CommaList(item func() error) error {
	for {
		if err := item(); err != nil {
			return err
		}
		if !p.Try(Comma) {
			return nil
		}
	}
}

// maxNesting limits the depth of nested types, attributes and regions, so that malicious input
// causes an error instead of a stack overflow.
const maxNesting = 20000

// enter counts one level of nesting. If it succeeds, the caller must call leave.
func (p *Parser) enter() error {
	if p.nesting >= maxNesting {
		return p.Errorf("nesting deeper than %d levels", maxNesting)
	}
	p.nesting++
	return nil
}

func (p *Parser) leave() { p.nesting-- }

// DefaultMaxParts is the default of Options.MaxParts.
const DefaultMaxParts = 1 << 20

type sized interface{ Extent() (parts, depth int) }

// checkSize returns an error at offset off if a type or attribute is too large or nested too deeply
// after aliases are replaced.
func (p *Parser) checkSize(off int, a sized) error {
	parts, depth := a.Extent()
	if most := max(p.opts.MaxParts, len(p.src.Text)); parts > most {
		return p.ErrorAt(off, "replacing aliases gives a type or attribute with more than %d parts; --max-alias-parts=N of lathe-opt allows more", most)
	}
	if depth > maxNesting {
		return p.ErrorAt(off, "nesting deeper than %d levels", maxNesting)
	}
	return nil
}
