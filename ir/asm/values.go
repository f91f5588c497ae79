package asm

import (
	"errors"
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/ir"
)

// Operand is a parsed use of a value. Resolve returns the value once its type is known, since the
// type usually comes later in the text.
type Operand struct {
	off    int    // offset of the %
	name   string // without % and #
	number int    // the number after #, or 0
	numer  int    // the name as a number, or -1
}

// Offset returns the byte offset of the operand.
func (o Operand) Offset() int { return o.off }

// Name returns the operand's name, without % and #.
func (o Operand) Name() string { return o.name }

// entry is the definition of a name. Several values can share the name: count is their number, and
// val is the first of them.
type entry struct {
	val   *ir.Value
	off   uint32 // offset of the definition
	count uint16
	bad   bool // defined by an operation with an error
}

func (e *entry) defined() bool { return e.count > 0 || e.bad }

// at returns value i of the values that share the name.
func (e *entry) at(i int) *ir.Value {
	if i == 0 {
		return e.val
	}
	return e.val.Def().ResultAt(e.val.Index() + i)
}

// values is the scope of value names in one isolated region. Most names are decimal numbers:
// nums[n] is the entry for the name n.
type values struct {
	nums  []entry
	named map[string]entry
	// sparse is set if named contains a numeric name that is too large for nums.
	sparse bool
	// undo lists the entries to restore when nested regions end. marks holds, for each open region,
	// the length of undo at the start of the region.
	undo    []undone
	marks   []int
	forward map[fwdKey]*fwd
	fwdList []*fwd
}

type undone struct {
	numer int
	name  string
	old   entry
}

// fwdKey identifies a value that is used before its definition.
type fwdKey struct {
	name   string
	number int
}

// fwd is a placeholder for a value used before its definition.
type fwd struct {
	key     fwdKey
	off     int
	op      *ir.Op // operation whose result is the placeholder
	defined bool
}

// errPoisoned is returned for an operation that cannot be parsed because of an error that was
// already reported. For example, the operation uses a value whose definition has an error.
var errPoisoned = errors.New("value of a failed operation")

func (p *Parser) pushValues() {
	v := &values{named: map[string]entry{}}
	if n := len(p.freeVals); n > 0 {
		v = p.freeVals[n-1]
		p.freeVals = p.freeVals[:n-1]
	}
	p.scopes = append(p.scopes, p.vals)
	p.vals = v
}

// popValues ends an isolated scope. It reports values that were used but not defined.
func (p *Parser) popValues() {
	v := p.vals
	for _, f := range v.fwdList {
		if !f.defined {
			p.undeclared(f)
		}
	}
	clear(v.nums)
	v.nums = v.nums[:0]
	clear(v.named)
	clear(v.forward)
	v.sparse = false
	v.undo, v.marks, v.fwdList = v.undo[:0], v.marks[:0], v.fwdList[:0]
	p.freeVals = append(p.freeVals, v)
	p.vals = p.scopes[len(p.scopes)-1]
	p.scopes = p.scopes[:len(p.scopes)-1]
}

func (p *Parser) undeclared(f *fwd) {
	d := p.ErrorAt(f.off, "use of undeclared SSA value name").DidYouMean("%", f.key.name, func(yield func(string) bool) {
		for n, e := range p.vals.named {
			if e.defined() && !yield(n) {
				return
			}
		}
	})
	p.late = append(p.late, d)
	p.keep(d)
}

// openScope begins a region in which the outer names are visible; closeScope ends the region.
func (v *values) openScope() { v.marks = append(v.marks, len(v.undo)) }

func (v *values) closeScope() {
	mark := v.marks[len(v.marks)-1]
	v.marks = v.marks[:len(v.marks)-1]
	for i := len(v.undo) - 1; i >= mark; i-- {
		u := &v.undo[i]
		switch {
		case u.numer >= 0:
			v.nums[u.numer] = u.old
		case u.old.defined():
			v.named[u.name] = u.old
		default:
			delete(v.named, u.name)
		}
	}
	v.undo = v.undo[:mark]
}

func (v *values) find(name string, numer int) (entry, bool) {
	if numer >= 0 && numer < len(v.nums) {
		if e := v.nums[numer]; e.defined() {
			return e, true
		}
	}
	if numer >= 0 && !v.sparse {
		return entry{}, false
	}
	e, ok := v.named[name]
	return e, ok
}

func (v *values) set(name string, numer int, e entry) {
	if numer >= 0 && numer < 2*len(v.nums)+1024 {
		if numer >= len(v.nums) {
			v.nums = slices.Grow(v.nums, numer+1-len(v.nums))[:numer+1]
		}
		if len(v.marks) > 0 {
			v.undo = append(v.undo, undone{numer: numer, old: v.nums[numer]})
		}
		v.nums[numer] = e
		return
	}
	if len(v.marks) > 0 {
		v.undo = append(v.undo, undone{numer: -1, name: name, old: v.named[name]})
	}
	v.named[name] = e
	v.sparse = v.sparse || numer >= 0
}

// findAround looks up a name in the scopes around the innermost isolated region. The verifier
// reports uses of values from these scopes.
func (p *Parser) findAround(name string, numer int) (entry, bool) {
	for _, s := range p.scopes {
		if s == nil || s.empty() {
			continue
		}
		if e, ok := s.find(name, numer); ok {
			return e, true
		}
	}
	return entry{}, false
}

// define gives a name to count values. val is the first value, or nil if the operation has an
// error.
func (p *Parser) define(name string, numer int, off int, val *ir.Value, count int) error {
	v := p.vals
	e, ok := v.find(name, numer)
	if !ok && val != nil {
		e, ok = p.findAround(name, numer)
	}
	if ok {
		if e.bad && val == nil {
			return nil
		}
		return p.ErrorAt(off, "redefinition of SSA value '%%%s'", name).
			Note(p.ErrorAt(int(e.off), "").Span, "previously defined here")
	}
	e = entry{val: val, off: uint32(off), count: uint16(count), bad: val == nil}
	v.set(name, numer, e)
	if p.opts.Names != nil && val != nil {
		p.opts.Names(name, val, count)
	}
	if len(v.fwdList) == 0 {
		return nil
	}
	for i := range count {
		f := v.forward[fwdKey{name, i}]
		if f == nil {
			continue
		}
		f.defined = true
		delete(v.forward, f.key)
		if val == nil {
			continue
		}
		got := e.at(i)
		if want := f.op.Result().Type(); want != got.Type() {
			return p.ErrorAt(off, "definition of SSA value '%%%s#%d' has type '%s'", name, i, got.Type()).
				Note(p.ErrorAt(f.off, "").Span, "previously used here with type '%s'", want)
		}
		f.op.Result().ReplaceAllUses(got)
	}
	return nil
}

// valueName returns the name in the current token, without the %, and number(name).
func (p *Parser) valueName() (name string, numer int) {
	name = p.slice(p.tok.start+1, p.tok.end)
	return name, number(name)
}

// number returns the value of a decimal name of at most 9 digits, or -1 for any other name. A name
// with a leading zero is not decimal.
func number(s string) int {
	if len(s) == 0 || len(s) > 9 || s[0] == '0' && len(s) > 1 {
		return -1
	}
	n := 0
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return -1
		}
		n = 10*n + int(c)
	}
	return n
}

// Operand reads %name or %name#i.
func (p *Parser) Operand() (Operand, error) {
	if p.tok.kind != PercentID {
		return Operand{}, p.wrong("expected SSA operand")
	}
	o := Operand{off: p.tok.start}
	o.name, o.numer = p.valueName()
	p.next()
	if p.tok.kind != HashID {
		return o, nil
	}
	n, err := strconv.ParseUint(p.slice(p.tok.start+1, p.tok.end), 10, 31)
	if err != nil {
		return o, p.Errorf("invalid SSA value result number")
	}
	o.number = int(n)
	p.next()
	return o, nil
}

// TryOperand reads an operand if one is next.
func (p *Parser) TryOperand() (o Operand, ok bool, err error) {
	if p.tok.kind != PercentID {
		return o, false, nil
	}
	o, err = p.Operand()
	return o, err == nil, err
}

// Operands reads %a, %b, … up to another token; the list may be empty.
func (p *Parser) Operands() ([]Operand, error) {
	if p.tok.kind != PercentID {
		return nil, nil
	}
	var os []Operand
	err := p.CommaList(func() error {
		o, err := p.Operand()
		os = append(os, o)
		return err
	})
	return os, err
}

// OperandsN reads n operands: %a, %b, … .
func (p *Parser) OperandsN(n int) ([]Operand, error) {
	off := p.tok.start
	switch p.tok.kind {
	case PercentID:
	case LParen, LSquare:
		return nil, p.Errorf("unexpected delimiter")
	default:
		return nil, p.wrong("expected operand")
	}
	os, err := p.Operands()
	if err == nil && len(os) != n {
		err = p.OpErrorAt(off, "expected %d operands", n)
	}
	return os, err
}

// OperandList reads operands, separated by commas, between the tokens open and close. The list may
// be empty.
func (p *Parser) OperandList(open, close Tok) ([]Operand, error) {
	var os []Operand
	err := p.listIn(open, close, "operand list", func() error {
		o, err := p.Operand()
		os = append(os, o)
		return err
	})
	return os, err
}

// Resolve returns the value that o names, which must have type t. If the name is not yet defined,
// it returns a placeholder, which the definition replaces.
func (p *Parser) Resolve(o Operand, t ir.Type) (*ir.Value, error) {
	e, ok := p.vals.find(o.name, o.numer)
	if !ok {
		e, ok = p.findAround(o.name, o.numer)
	}
	if !ok {
		return p.forwardRef(o, t)
	}
	if e.bad {
		return nil, errPoisoned
	}
	if o.number >= int(e.count) {
		return nil, p.ErrorAt(o.off, "reference to invalid result number").
			WithHelp("the operation has results 0 to " + strconv.Itoa(int(e.count)-1))
	}
	val := e.val
	if o.number > 0 {
		val = e.at(o.number)
	}
	if val.Type() != t {
		return nil, p.ErrorAt(o.off, "use of value '%%%s' expects different type than prior uses: '%s' vs '%s'", o.name, t, val.Type()).
			Note(p.ErrorAt(int(e.off), "").Span, "prior use here")
	}
	return val, nil
}

// ResolveIndices resolves os as values of type index and adds them to st.
func (p *Parser) ResolveIndices(st *State, os []Operand) error {
	for _, o := range os {
		v, err := p.Resolve(o, ir.Index())
		if err != nil {
			return err
		}
		st.Add(v)
	}
	return nil
}

func (p *Parser) forwardRef(o Operand, t ir.Type) (*ir.Value, error) {
	v := p.vals
	k := fwdKey{o.name, o.number}
	if f := v.forward[k]; f != nil {
		if got := f.op.Result().Type(); got != t {
			return nil, p.ErrorAt(o.off, "use of value '%%%s' expects different type than prior uses: '%s' vs '%s'", o.name, t, got).
				Note(p.ErrorAt(f.off, "").Span, "prior use here")
		}
		return f.op.Result(), nil
	}
	if v.forward == nil {
		v.forward = map[fwdKey]*fwd{}
	}
	blk, before := p.b.Point()
	p.b.Detach()
	f := &fwd{key: k, off: o.off, op: p.b.Op("lathe.forward_reference", ir.Init{Results: []ir.Type{t}})}
	p.b.SetPoint(blk, before)
	v.forward[k] = f
	v.fwdList = append(v.fwdList, f)
	return f.op.Result(), nil
}

// ResolveAll resolves os with the types ts. If the numbers of operands and types differ, it returns
// an error at offset off.
func (p *Parser) ResolveAll(os []Operand, ts []ir.Type, off int) ([]*ir.Value, error) {
	if len(os) != len(ts) {
		return nil, p.OpErrorAt(off, "number of operands and types do not match: got %d operands and %d types", len(os), len(ts))
	}
	vs := make([]*ir.Value, len(os))
	for i, o := range os {
		v, err := p.Resolve(o, ts[i])
		if err != nil {
			return nil, err
		}
		vs[i] = v
	}
	return vs, nil
}
