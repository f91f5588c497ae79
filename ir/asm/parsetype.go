package asm

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Type reads a type.
func (p *Parser) Type() (ir.Type, error) {
	if p.tok.kind == LParen {
		return p.functionType()
	}
	return p.nonFunctionType()
}

// ColonType reads ": type".
func (p *Parser) ColonType() (ir.Type, error) {
	if err := p.Expect(Colon); err != nil {
		return ir.Type{}, err
	}
	return p.Type()
}

// Types reads type, type, … .
func (p *Parser) Types() ([]ir.Type, error) {
	var ts []ir.Type
	err := p.CommaList(func() error {
		t, err := p.Type()
		ts = append(ts, t)
		return err
	})
	return ts, err
}

// ParenTypes reads (type, …), which may be empty.
func (p *Parser) ParenTypes() ([]ir.Type, error) {
	var ts []ir.Type
	err := p.List(LParen, RParen, func() error {
		t, err := p.Type()
		ts = append(ts, t)
		return err
	})
	return ts, err
}

// ResultTypes reads the types after an arrow: one type, or any number of types in parentheses.
func (p *Parser) ResultTypes() ([]ir.Type, error) {
	if p.tok.kind == LParen {
		return p.ParenTypes()
	}
	t, err := p.nonFunctionType()
	if err != nil {
		return nil, err
	}
	return []ir.Type{t}, nil
}

// ArrowTypes reads -> T or -> (T, …).
func (p *Parser) ArrowTypes() ([]ir.Type, error) {
	if err := p.Expect(Arrow); err != nil {
		return nil, err
	}
	return p.ResultTypes()
}

// OptionalArrowTypes reads -> T or -> (T, …) if present.
func (p *Parser) OptionalArrowTypes() ([]ir.Type, error) {
	if p.tok.kind != Arrow {
		return nil, nil
	}
	return p.ArrowTypes()
}

// FunctionParts reads (inputs) -> results without creating a function type.
func (p *Parser) FunctionParts() (ins, outs []ir.Type, err error) {
	if ins, err = p.ParenTypes(); err != nil {
		return nil, nil, err
	}
	if err = p.expectIn(Arrow, " in function type"); err != nil {
		return nil, nil, err
	}
	outs, err = p.ResultTypes()
	return ins, outs, err
}

func (p *Parser) functionType() (ir.Type, error) {
	if err := p.enter(); err != nil {
		return ir.Type{}, err
	}
	defer p.leave()
	off := p.tok.start
	ins, outs, err := p.FunctionParts()
	if err != nil {
		return ir.Type{}, err
	}
	t := ir.Function(ins, outs)
	return t, p.checkSize(off, t)
}

// typeEnd returns the end of the type at off if the type is a bare name, or a name with one group
// of balanced <>. ok is false if the type needs the full parser, for example because it contains an
// alias, a dialect type, a string or a comment.
func (p *Parser) typeEnd(off int) (end int, ok bool) {
	s := p.text
	i := off
	for i < len(s) && class[s[i]]&cID != 0 {
		i++
	}
	if i >= len(s) || s[i] != '<' {
		return i, i > off
	}
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '<':
			if depth++; depth > maxCached {
				return 0, false
			}
		case '>':
			if s[i-1] == '-' {
				continue
			}
			depth--
			if depth == 0 {
				return i + 1, true
			}
		case '#', '!', '"', '/', '\n', '{', '%', '@':
			return 0, false
		}
	}
	return 0, false
}

// maxCached is the largest nesting depth of a type for which typeEnd finds the end. Without the
// limit, typeEnd at each level of a deeply nested type would take quadratic time in total.
const maxCached = 64

func (p *Parser) nonFunctionType() (ir.Type, error) {
	start := p.tok.start
	switch p.tok.kind {
	case BangID:
		t, err := p.extendedType()
		if err != nil {
			return t, err
		}
		return t, p.checkSize(start, t)
	case BareID:
	default:
		return ir.Type{}, p.wrong("expected non-function type")
	}
	// The same type often occurs several times in a row, so the cache of the last type comes first.
	if n := len(p.lastType.text); n > 0 && start+n < len(p.text) && p.slice(start, start+n) == p.lastType.text &&
		(p.lastType.text[n-1] == '>' || class[p.text[start+n]]&cID == 0 && p.text[start+n] != '<') {
		p.seek(start + n)
		return p.lastType.typ, nil
	}
	end, cacheable := p.typeEnd(start)
	if cacheable {
		text := p.slice(start, end)
		if t, ok := p.typeCache[text]; ok {
			p.lastType = typeMemo{text, t}
			p.seek(end)
			return t, nil
		}
	}
	t, err := p.builtinType()
	if err == nil {
		err = p.checkSize(start, t)
	}
	if err != nil {
		return t, err
	}
	// typeEnd may find a longer text than the type: a dialect may write <…> after a type, as in
	// i8<0:7>.
	if cacheable && p.tok.start >= end {
		text := p.slice(start, end)
		p.typeCache[text] = t
		p.lastType = typeMemo{text, t}
	}
	return t, nil
}

func (p *Parser) builtinType() (ir.Type, error) {
	if err := p.enter(); err != nil {
		return ir.Type{}, err
	}
	defer p.leave()
	name := p.str()
	switch name {
	case "tensor":
		return p.tensorType()
	case "vector":
		return p.vectorType()
	case "memref":
		return p.memrefType()
	case "complex":
		return p.complexType()
	case "tuple":
		return p.tupleType()
	case "index":
		p.next()
		return ir.Index(), nil
	case "none":
		p.next()
		return ir.None(), nil
	}
	if t, ok := scalarType(name); ok {
		p.next()
		return t, nil
	}
	if t, ok := intType(name); ok {
		if d, _ := ir.TypeAs[*ir.IntType](t); d.Bits > maxIntBits {
			if d.Bits >= 1<<32 {
				return ir.Type{}, p.Errorf("invalid integer width")
			}
			return ir.Type{}, p.Errorf("integer bitwidth is limited to %d bits", maxIntBits)
		}
		p.next()
		return t, nil
	}
	return ir.Type{}, p.wrong("expected non-function type").DidYouMean("", name, slices.Values(typeNames))
}

// maxIntBits is the largest width of MLIR's integer types.
const maxIntBits = 1<<24 - 1

var typeNames = []string{
	"tensor", "vector", "memref", "complex", "tuple", "index", "none",
	"i1", "i8", "i16", "i32", "i64", "bf16", "f16", "f32", "f64",
}

// scalarType returns the float type with the given name.
func scalarType(name string) (ir.Type, bool) {
	if name[0] != 'f' && name[0] != 'b' && name[0] != 't' {
		return ir.Type{}, false
	}
	for k := tensor.F4E2M1FN; k <= tensor.F128; k++ {
		if k.String() == name {
			return ir.Float(k), true
		}
	}
	return ir.Type{}, false
}

// intType returns the integer type with the given name: i, si or ui, followed by a width. A width
// above 1<<32 may be truncated, but the result is still above maxIntBits.
func intType(name string) (ir.Type, bool) {
	d := ir.IntType{}
	s := name
	switch {
	case strings.HasPrefix(s, "si"):
		d.Sign, s = ir.Signed, s[2:]
	case strings.HasPrefix(s, "ui"):
		d.Sign, s = ir.Unsigned, s[2:]
	case s[0] == 'i':
		s = s[1:]
	default:
		return ir.Type{}, false
	}
	if s == "" {
		return ir.Type{}, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return ir.Type{}, false
		}
		if d.Bits < 1<<32 {
			d.Bits = 10*d.Bits + int(s[i]-'0')
		}
	}
	if d.Sign == ir.Signless {
		return ir.Int(d.Bits), true
	}
	return ir.NewType(&d), true
}

func (p *Parser) complexType() (ir.Type, error) {
	p.next()
	if err := p.expectIn(Less, " in complex type"); err != nil {
		return ir.Type{}, err
	}
	off := p.tok.start
	t, err := p.Type()
	if err != nil {
		return t, err
	}
	if err := p.expectIn(Greater, " in complex type"); err != nil {
		return t, err
	}
	if !t.IsFloat() && !ir.IsType[*ir.IntType](t) {
		return t, p.ErrorAt(off, "invalid element type for complex")
	}
	return ir.Complex(t), nil
}

func (p *Parser) tupleType() (ir.Type, error) {
	p.next()
	if err := p.expectIn(Less, " in tuple type"); err != nil {
		return ir.Type{}, err
	}
	d := &ir.TupleType{}
	if p.Try(Greater) {
		return ir.NewType(d), nil
	}
	var err error
	if d.Elems, err = p.Types(); err != nil {
		return ir.Type{}, err
	}
	return ir.NewType(d), p.expectIn(Greater, " in tuple type")
}
