package asm

import (
	"math/big"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// numberAttr reads a number with an optional type after a colon.
func (p *Parser) numberAttr(t ir.Type) (ir.Attr, error) {
	neg := p.Try(Minus)
	lit := p.tok
	if lit.kind != IntLit && lit.kind != FloatLit {
		return ir.Attr{}, p.wrong("expected constant integer or floating point value")
	}
	p.next()
	if t.IsNil() {
		switch {
		case p.tok.kind == Colon:
			var err error
			if t, err = p.ColonType(); err != nil {
				return ir.Attr{}, err
			}
		case lit.kind == FloatLit:
			t = ir.F64()
		default:
			t = ir.I64()
		}
	}
	return p.number(lit, neg, t)
}

// number makes an attribute of type t from a literal.
func (p *Parser) number(lit token, neg bool, t ir.Type) (ir.Attr, error) {
	text := p.slice(lit.start, lit.end)
	if t.IsFloat() {
		lo, hi, err := p.floatBits(text, lit, neg, t.Kind())
		if err != nil {
			return ir.Attr{}, err
		}
		return ir.NewAttr(&ir.FloatAttr{Type: t, Lo: lo, Hi: hi}), nil
	}
	if lit.kind == FloatLit {
		return ir.Attr{}, p.Errorf("floating point value not valid for specified type")
	}
	seen := &p.integers[(uint(text[0])+uint(text[len(text)-1])*11+uint(len(text))*3)%uint(len(p.integers))]
	if seen.text == text && seen.typ == t && seen.neg == neg {
		return seen.attr, nil
	}
	if !t.IsIndex() && !ir.IsType[*ir.IntType](t) {
		return ir.Attr{}, p.ErrorAt(lit.start, "integer literal not valid for specified type")
	}
	a, err := p.integer(text, lit.start, neg, t)
	if err == nil {
		*seen = integerMemo{text, neg, t, a}
	}
	return a, err
}

// integerMemo caches the attribute of an integer literal.
type integerMemo struct {
	text string
	neg  bool
	typ  ir.Type
	attr ir.Attr
}

func (p *Parser) integer(text string, off int, neg bool, t ir.Type) (ir.Attr, error) {
	bits, sign := 64, ir.Signed // the values for index
	if d, ok := ir.TypeAs[*ir.IntType](t); ok {
		bits, sign = d.Bits, d.Sign
	}
	if sign == ir.Unsigned && neg {
		return ir.Attr{}, p.ErrorAt(off, "negative integer literal not valid for unsigned integer type")
	}
	if neg && strings.Trim(text, "0x") == "" { // MLIR has no negative zero
		return ir.Attr{}, p.ErrorAt(off, "integer constant out of range for attribute")
	}
	if len(text) <= 18 && !strings.HasPrefix(text, "0x") {
		v := int64(0)
		for i := range len(text) {
			v = 10*v + int64(text[i]-'0')
		}
		if neg {
			v = -v
		}
		if bits >= 63 || fits(v, bits, sign) {
			return ir.NewInt(v, t), nil
		}
		return ir.Attr{}, p.ErrorAt(off, "integer constant out of range for attribute")
	}
	v := literal(text)
	if neg {
		v.Neg(v)
	}
	return p.bigInteger(v, off, bits, sign, t)
}

// bigInteger makes an integer attribute of any size. As in MLIR, a signless type of n bits accepts
// values up to 2ⁿ−1 as bit patterns.
func (p *Parser) bigInteger(v *big.Int, off, bits int, sign ir.Sign, t ir.Type) (ir.Attr, error) {
	limit := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	half := new(big.Int).Rsh(limit, 1)
	switch {
	case v.Sign() < 0 && (bits == 0 || new(big.Int).Neg(v).Cmp(half) > 0),
		v.Cmp(limit) >= 0,
		sign == ir.Signed && v.Cmp(half) >= 0:
		return ir.Attr{}, p.ErrorAt(off, "integer constant out of range for attribute")
	}
	if sign != ir.Unsigned && bits > 0 && v.Cmp(half) >= 0 {
		v = new(big.Int).Sub(v, limit)
	}
	if bits <= 64 {
		if sign == ir.Unsigned {
			return ir.NewInt(int64(v.Uint64()), t), nil
		}
		return ir.NewInt(v.Int64(), t), nil
	}
	if v.IsInt64() {
		return ir.NewAttr(&ir.IntAttr{Type: t, Value: v.Int64()}), nil
	}
	return ir.NewAttr(&ir.IntAttr{Type: t, Big: v}), nil
}

// fits reports whether an integer type with the given width and signedness can represent v. The
// width must be less than 63 bits.
func fits(v int64, bits int, sign ir.Sign) bool {
	if bits == 0 {
		return v == 0
	}
	lo, hi := -int64(1)<<(bits-1), int64(1)<<bits-1
	switch sign {
	case ir.Signed:
		hi = int64(1)<<(bits-1) - 1
	case ir.Unsigned:
		lo = 0
	}
	return v >= lo && v <= hi
}

// floatBits returns the bit pattern of a literal in format k. A hexadecimal integer is the
// pattern itself.
func (p *Parser) floatBits(text string, lit token, neg bool, k tensor.Kind) (lo, hi uint64, err error) {
	if lit.kind == FloatLit {
		if neg {
			text = "-" + text
		}
		lo, hi, err = tensor.ParseFloat(k, text)
		if err != nil {
			return 0, 0, p.ErrorAt(lit.start, "%s", err)
		}
		return lo, hi, nil
	}
	if !strings.HasPrefix(text, "0x") {
		d := p.ErrorAt(lit.start, "unexpected decimal integer literal for a floating point value")
		return 0, 0, d.Note(diag.Span{}, "add a trailing dot to make the literal a float").WithHelp("write " + text + ".")
	}
	if neg {
		return 0, 0, p.ErrorAt(lit.start, "hexadecimal float literal should not have a leading minus")
	}
	v := literal(text)
	if v.BitLen() > k.Bits() {
		return 0, 0, p.ErrorAt(lit.start, "hexadecimal float constant out of range for type")
	}
	var w [16]byte
	v.FillBytes(w[:])
	for i := range 8 {
		hi = hi<<8 | uint64(w[i])
		lo = lo<<8 | uint64(w[8+i])
	}
	return lo, hi, nil
}

// Int reads an integer literal with an optional minus. As in MLIR, it reads true as -1 and false as
// 0.
func (p *Parser) Int() (int64, error) {
	if p.tok.kind != IntLit && p.tok.kind != Minus && !p.is("true") && !p.is("false") {
		return 0, p.wrongHere("%sexpected integer value", p.context())
	}
	v, _, err := p.TryInt()
	return v, err
}

// Bits reads a signed or unsigned 64-bit integer literal.
func (p *Parser) Bits() (uint64, error) {
	off := p.tok.start
	n, ok, err := p.tryInteger()
	switch {
	case err != nil:
		return 0, err
	case !ok:
		return 0, p.wrongHere("%sexpected integer value", p.context())
	case n.IsUint64():
		return n.Uint64(), nil
	case n.IsInt64():
		return uint64(n.Int64()), nil
	}
	return 0, p.OpErrorAt(off, "integer value too large")
}

// TryInt reads an integer as Int does. ok is false if the current token does not begin an integer.
func (p *Parser) TryInt() (v int64, ok bool, err error) {
	off := p.tok.start
	n, ok, err := p.tryInteger()
	if !ok || err != nil {
		return 0, false, err
	}
	if !n.IsInt64() {
		return 0, false, p.OpErrorAt(off, "integer value too large")
	}
	return n.Int64(), true, nil
}

// tryInteger reads an integer of any size if one is next.
func (p *Parser) tryInteger() (n *big.Int, ok bool, err error) {
	switch {
	case p.TryKeyword("true"):
		return big.NewInt(-1), true, nil
	case p.TryKeyword("false"):
		return big.NewInt(0), true, nil
	case p.tok.kind != IntLit && p.tok.kind != Minus:
		return nil, false, nil
	}
	neg := p.Try(Minus)
	if p.tok.kind != IntLit {
		return nil, false, p.wrong("expected integer value")
	}
	n = literal(p.str())
	p.next()
	if neg {
		n.Neg(n)
	}
	return n, true, nil
}

// literal returns the value of an integer literal. A leading zero does not change the base.
func literal(text string) *big.Int {
	if hex, ok := strings.CutPrefix(text, "0x"); ok {
		v, _ := new(big.Int).SetString(hex, 16)
		return v
	}
	return decimal(text)
}

// decimal returns the value of decimal digits. It divides long texts into halves, because SetString
// takes quadratic time.
func decimal(digits string) *big.Int {
	if len(digits) <= 4096 {
		v, _ := new(big.Int).SetString(digits, 10)
		return v
	}
	low := len(digits) / 2
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(low)), nil)
	v := decimal(digits[:len(digits)-low])
	return v.Add(v.Mul(v, scale), decimal(digits[len(digits)-low:]))
}

// Float reads a floating-point literal, or a hexadecimal integer as the bits of a float64.
func (p *Parser) Float() (float64, error) {
	neg := p.Try(Minus)
	lit := p.tok
	if lit.kind != FloatLit && lit.kind != IntLit {
		return 0, p.wrongHere("expected floating point literal")
	}
	lo, _, err := p.floatBits(p.str(), lit, neg, tensor.F64)
	if err != nil {
		return 0, err
	}
	p.next()
	return tensor.BitsToFloat(tensor.F64, lo), nil
}
