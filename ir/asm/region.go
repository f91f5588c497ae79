package asm

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// blockScope holds the block names of one region.
type blockScope struct {
	names map[string]*blockName
	order []*blockName
}

type blockName struct {
	name    string
	blk     *ir.Block
	off     int // offset of the definition or first use
	defined bool
}

// get returns the block with the given name, which may be defined later.
func (s *blockScope) get(name string, off int) *ir.Block {
	if b := s.names[name]; b != nil {
		return b.blk
	}
	if s.names == nil {
		s.names = map[string]*blockName{}
	}
	b := &blockName{name: name, blk: ir.NewBlock(), off: off}
	s.names[name] = b
	s.order = append(s.order, b)
	return b.blk
}

// Arg is an argument of an entry block that is named in the operation's custom form.
type Arg struct {
	Name  Operand
	Type  ir.Type
	Loc   ir.Loc
	Attrs []ir.NamedAttr
}

// Arg reads %name : type {attrs} loc(…). It reads the type only if withType is set, and the
// attributes only if withAttrs is set.
func (p *Parser) Arg(withType, withAttrs bool) (Arg, error) {
	return p.arg(withType, withAttrs, "")
}

// arg is like Arg, but appends words to the message about a missing colon.
func (p *Parser) arg(withType, withAttrs bool, words string) (Arg, error) {
	var a Arg
	if p.tok.kind != PercentID {
		return a, p.wrong("expected SSA operand")
	}
	var err error
	a.Loc = p.Loc()
	a.Name.off = p.tok.start
	a.Name.name, a.Name.numer = p.valueName()
	p.next()
	if p.tok.kind == HashID {
		return a, p.Errorf("result number not allowed in argument list")
	}
	if withType {
		if err = p.expectIn(Colon, words); err != nil {
			return a, err
		}
		if a.Type, err = p.Type(); err != nil {
			return a, err
		}
	}
	if withAttrs && p.tok.kind == LBrace {
		if err := p.dict(&a.Attrs); err != nil {
			return a, err
		}
	}
	if l, ok, err := p.tryTrailingLoc(); err != nil {
		return a, err
	} else if ok {
		a.Loc = l
	}
	return a, nil
}

// Args reads arguments in parentheses, (%a, %b), each in the form that Arg reads.
func (p *Parser) Args(withType, withAttrs bool) ([]Arg, error) {
	var args []Arg
	err := p.listIn(LParen, RParen, "argument list", func() error {
		a, err := p.Arg(withType, withAttrs)
		args = append(args, a)
		return err
	})
	return args, err
}

// Region reads { blocks } into r. args are the arguments of the entry block.
func (p *Parser) Region(st *State, r *ir.Region, args ...Arg) error {
	return p.region(r, args, st.Def)
}

// Assignments reads (%a = %init, …): arguments of a region and their initial values.
func (p *Parser) Assignments() (args []Arg, inits []Operand, err error) {
	if !p.Try(LParen) {
		return nil, nil, p.OpErrorf("expected '('")
	}
	err = p.listUntil(RParen, func() error {
		a, err := p.Arg(false, false)
		if err != nil {
			return err
		}
		if err := p.Expect(Equal); err != nil {
			return err
		}
		o, err := p.Operand()
		args, inits = append(args, a), append(inits, o)
		return err
	})
	return args, inits, err
}

func (p *Parser) region(r *ir.Region, args []Arg, def *ir.OpDef) error {
	if err := p.enter(); err != nil {
		return err
	}
	defer p.leave()
	if p.tok.kind != LBrace {
		return p.wrong("expected '{' to begin a region")
	}
	open, errs := p.tok.start, len(p.errs)
	p.next()
	if def.Traits()&ir.IsolatedFromAbove != 0 {
		p.pushValues()
		defer p.popValues()
	} else {
		p.vals.openScope()
		defer p.vals.closeScope()
	}
	scope := &blockScope{}
	p.blocks = append(p.blocks, scope)
	defer func() { p.blocks = p.blocks[:len(p.blocks)-1] }()
	if p.tok.kind == RBrace && len(args) == 0 {
		p.next()
		return nil
	}
	if err := p.entryBlock(r, args, def); err != nil {
		if p.full() {
			return err
		}
		p.report(err)
		p.skipRegion()
		if len(r.Blocks) == 0 {
			r.AddBlock()
		}
		return nil
	}
	for p.tok.kind == CaretID && !p.full() {
		begin := p.tok.start
		if err := p.labeledBlock(r); err != nil {
			p.report(err)
			p.recover(begin, err)
			if err := p.blockOps(r.Blocks[len(r.Blocks)-1]); err != nil {
				return err
			}
		}
	}
	if p.tok.kind != RBrace {
		if p.tok.kind == EOF && len(p.errs) > errs {
			return errPoisoned // recovery from an error in the region may have skipped its end
		}
		if p.tok.kind == EOF {
			return p.wrong("expected operation name in quotes").WithLabel("or '}' to end the region").
				Note(p.ErrorAt(open, "").Span, "the region begins here")
		}
		return p.wrong("expected operation name in quotes")
	}
	p.next()
	p.undefinedBlocks(scope)
	return nil
}

// skipRegion moves to the token after the brace that closes the current region.
func (p *Parser) skipRegion() {
	for depth := 0; p.tok.kind != EOF; p.next() {
		switch p.tok.kind {
		case LBrace:
			depth++
		case RBrace:
			if depth--; depth < 0 {
				p.next()
				return
			}
		}
	}
}

func (p *Parser) undefinedBlocks(s *blockScope) {
	var known []string
	for _, b := range s.order {
		if b.defined {
			known = append(known, b.name)
		}
	}
	var undefined diag.List
	for _, b := range s.order {
		if b.defined {
			continue
		}
		undefined = append(undefined, p.ErrorAt(b.off, "reference to an undefined block").DidYouMean("^", b.name, slices.Values(known)))
	}
	p.record(undefined)
}

// entryBlock reads the first block if it has no label. args are its arguments.
func (p *Parser) entryBlock(r *ir.Region, args []Arg, def *ir.OpDef) error {
	if p.tok.kind == CaretID {
		if len(args) > 0 {
			return p.Errorf("invalid block name in region with named arguments")
		}
		return nil
	}
	blk := r.Append(ir.NewBlock())
	for _, a := range args {
		v := blk.AddArg(a.Type, a.Loc)
		if a.Name.name == "" {
			continue
		}
		if off, used := p.usedAt(a.Name); used {
			p.poison([]group{{name: a.Name.name, numer: a.Name.numer, off: a.Name.off}})
			return p.ErrorAt(a.Name.off, "region entry argument '%%%s' is already in use", a.Name.name).
				Note(p.ErrorAt(off, "").Span, "previously referenced here")
		}
		if err := p.define(a.Name.name, a.Name.numer, a.Name.off, v, 1); err != nil {
			return err
		}
	}
	if def.Traits()&ir.SymbolTable != 0 {
		p.blockParts(blk)
	}
	return p.blockOps(blk)
}

// usedAt returns the offset at which the name of o was defined or used before, if any.
func (p *Parser) usedAt(o Operand) (off int, used bool) {
	if e, ok := p.vals.find(o.name, o.numer); ok && !e.bad {
		return int(e.off), true
	}
	if f := p.vals.forward[fwdKey{o.name, 0}]; f != nil {
		return f.off, true
	}
	e, used := p.findAround(o.name, o.numer)
	return int(e.off), used
}

// blockOps reads operations up to the next label or brace.
func (p *Parser) blockOps(blk *ir.Block) error {
	for p.tok.kind != CaretID && p.tok.kind != RBrace && p.tok.kind != EOF {
		if p.full() {
			return errPoisoned
		}
		begin := p.tok.start
		if err := p.operation(blk); err != nil {
			p.report(err)
			p.recover(begin, err)
		}
	}
	return nil
}

// labeledBlock reads ^name(%arg: type, …): operations.
func (p *Parser) labeledBlock(r *ir.Region) error {
	off := p.tok.start
	name := p.slice(off+1, p.tok.end)
	s := p.blocks[len(p.blocks)-1]
	blk := s.get(name, off)
	b := s.names[name]
	if b.defined {
		r.Append(ir.NewBlock())
		return p.Errorf("redefinition of block '^%s'", name).
			Note(p.ErrorAt(b.off, "").Span, "previously defined here")
	}
	b.defined, b.off = true, off
	r.Append(blk)
	p.next()
	if p.tok.kind == LParen {
		if err := p.blockArgs(blk); err != nil {
			return err
		}
	}
	if p.tok.kind != Colon {
		return p.wrong("expected ':' after block name")
	}
	p.next()
	return p.blockOps(blk)
}

func (p *Parser) blockArgs(blk *ir.Block) error {
	return p.List(LParen, RParen, func() error {
		a, err := p.arg(true, false, " and type for SSA operand")
		if err != nil {
			return err
		}
		return p.define(a.Name.name, a.Name.numer, a.Name.off, blk.AddArg(a.Type, a.Loc), 1)
	})
}

// ImplicitTerminator appends the terminator with the given name to the blocks of r that have no
// terminator. An unregistered operation is a terminator only if it has successors. An empty region
// gets a block with this terminator.
func (p *Parser) ImplicitTerminator(r *ir.Region, name string, loc ir.Loc) {
	if len(r.Blocks) == 0 {
		r.AddBlock()
	}
	for _, b := range r.Blocks {
		if b.Last() != nil && b.Last().Has(ir.Terminator) {
			continue
		}
		if b.Last() != nil && b.Last().Terminator() && !strings.HasPrefix(b.Last().Name(), "lathe.") && !b.Last().Def().Registered() && b.Last().NumSuccessors() > 0 {
			continue
		}
		p.b.AtEnd(b)
		p.b.Loc = loc
		p.b.Op(name, ir.Init{})
		p.b.Detach()
	}
}

// OptionalDict reads an attribute dictionary {…} if present. The names may share memory with the
// source text.
func (p *Parser) OptionalDict() ([]ir.NamedAttr, error) {
	if p.tok.kind != LBrace {
		return nil, nil
	}
	var es []ir.NamedAttr
	err := p.dict(&es)
	return es, err
}

// OptionalLoc reads loc(…) if present, and returns l otherwise.
func (p *Parser) OptionalLoc(l ir.Loc) (ir.Loc, error) {
	got, ok, err := p.tryTrailingLoc()
	if ok {
		return got, err
	}
	return l, err
}
