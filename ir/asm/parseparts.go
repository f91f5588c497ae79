package asm

import (
	"bytes"
	"errors"
	"slices"
	"sync"

	"github.com/lathe-ir/lathe/ir"
)

const (
	// partBytes is the minimum size in bytes of a part of a text that is parsed concurrently. The
	// last part may be smaller.
	partBytes = 64 << 10
	// maxParts limits the number of parts. If there are more parts than workers, a worker that gets
	// short parts reads more of them.
	maxParts = 16
	// manyBytes is the text size above which memory for many operations is allocated at once.
	manyBytes = 1 << 20
)

// errAlone ends the parsing of a part that depends on the text before it.
var errAlone = errors.New("depends on what precedes it")

// textPart is a range of the text that contains consecutive operations of a block. It also holds
// the result of parsing this range separately.
type textPart struct {
	start, end int // end is the start of the next part; -1 for the last part, which ends with the block
	blk        *ir.Block
	p          *Parser // the parser of this part
	ok         bool
}

// blockParts reads the operations of blk, which begin at the current token, in parallel. It assumes
// that each line that begins like the current line begins an operation of blk. It divides the text
// at some of these lines into parts, and each part has a parser. A part is valid if it has no
// error, neither defines nor uses names in the scope of blk, and ends exactly where the next part
// starts. The caller reads the first invalid part and all later parts again in sequence, so a wrong
// guess costs only time.
func (p *Parser) blockParts(blk *ir.Block) {
	parts := p.guessParts()
	if len(parts) < 2 {
		return
	}
	p.opts.Each(len(parts), func(i int) { p.readPart(&parts[i]) })
	n := 0
	for n < len(parts) && parts[n].ok {
		n++
	}
	base := p.ids
	bases := make([]uint32, n)
	for i := range bases {
		bases[i] = base
		base += parts[i].p.ids
	}
	p.opts.Each(n, func(i int) { addToIDs(parts[i].blk, bases[i]) })
	if n < len(parts) {
		p.opts.Each = nil // otherwise every level of nested modules could be parsed twice
	}
	for i := range parts[:n] {
		q := parts[i].p
		blk.TakeOps(parts[i].blk)
		p.deferred = append(p.deferred, q.deferred...)
		p.seek(q.tok.start)
	}
	p.ids = base
}

// guessParts splits the text after the current token into parts. It returns nil if the options or
// an earlier error forbid concurrent parsing, if the text is too short, or if the text may use
// names from enclosing scopes.
func (p *Parser) guessParts() []textPart {
	at := p.tok.start
	if p.opts.Each == nil || p.opts.Names != nil || len(p.text)-at < 2*partBytes || len(p.errs) > 0 ||
		p.tok.kind != BareID && p.tok.kind != StringLit || !p.unnamed() || !p.startsLine() {
		return nil
	}
	// A part starts at a line that begins with the same indentation and word as the current line.
	line := bytes.LastIndexByte(p.text[:at], '\n')
	like := slices.Concat([]byte("\n"), p.text[line+1:p.tok.end])
	step := max(partBytes, (len(p.text)-at)/maxParts)
	parts := []textPart{{start: at, end: -1}}
	for from := at + step; from < len(p.text); {
		i := bytes.Index(p.text[from:], like)
		if i < 0 {
			break
		}
		border := from + i + at - line
		parts[len(parts)-1].end = border
		parts = append(parts, textPart{start: border, end: -1})
		from = border + step
	}
	return parts
}

// fork returns a parser that reads p's text from the given offset on. The new parser shares p's
// aliases and resources, but has its own scopes of value and block names.
func (p *Parser) fork(at int) *Parser {
	q := newParser(p.reg, p.src, p.opts)
	q.opts.Each = nil
	q.alone = true
	q.attrAlias, q.typeAlias, q.blobs = p.attrAlias, p.typeAlias, p.blobs
	q.dialects = append([]string(nil), p.dialects...)
	q.nesting, q.depth = p.nesting, p.depth
	for range q.depth {
		q.states = append(q.states, &State{})
	}
	q.pushValues()
	// Empty scopes represent the enclosing regions, whose block names are not visible in the part.
	for range p.blocks {
		q.blocks = append(q.blocks, &blockScope{})
	}
	if len(p.text)-at > manyBytes {
		q.b.Many()
	}
	q.seek(at)
	return q
}

func (p *Parser) readPart(part *textPart) {
	q := p.fork(part.start)
	part.p = q
	part.blk = (&ir.Region{}).AddBlock()
	for len(q.errs) == 0 && (part.end < 0 || q.tok.start < part.end) && q.tok.kind != CaretID && q.tok.kind != RBrace && q.tok.kind != EOF {
		if q.operation(part.blk) != nil {
			return
		}
	}
	scope := q.blocks[len(q.blocks)-1]
	part.ok = len(q.errs) == 0 && q.vals.empty() && len(scope.order) == 0 && (part.end < 0 || q.tok.start == part.end)
}

// unnamed reports whether no name was defined or used in this or an enclosing scope.
func (p *Parser) unnamed() bool {
	around := func(v *values) bool { return v != nil && !v.empty() }
	return p.vals.empty() && !slices.ContainsFunc(p.scopes, around)
}

func (v *values) empty() bool {
	return len(v.nums)+len(v.named)+len(v.fwdList)+len(v.undo) == 0
}

func addToIDs(blk *ir.Block, base uint32) {
	for op := range blk.Ops() {
		if id := op.ID(); id != 0 {
			op.SetID(id + base)
		}
		for i := range op.NumRegions() {
			for _, b := range op.RegionAt(i).Blocks {
				addToIDs(b, base)
			}
		}
	}
}

// blobs are the resources that a text names. The parsers of all parts of the text share them.
type blobs struct {
	mu     sync.Mutex
	byName map[string]*ir.Resource
}

// get returns the blob with the given name, which may be defined later.
func (b *blobs) get(name string) *ir.Resource {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.byName[name]
	if r == nil {
		r = &ir.Resource{Name: name}
		if b.byName == nil {
			b.byName = map[string]*ir.Resource{}
		}
		b.byName[name] = r
	}
	return r
}
