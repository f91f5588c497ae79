package asm

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/pages"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// numberList reads [1.0, 2.0]> : type, also with nested brackets. It does not create tokens for the
// numbers, because constants can have megabytes of numbers. It reads only decimal numbers of
// builtin types. For other text, including errors, it restores the position and returns false. The
// caller then uses the token parser.
func (p *Parser) numberList() (ir.Attr, bool) {
	start := p.tok.start
	a, ok := p.tryNumberList()
	if !ok {
		p.seek(start)
	}
	return a, ok
}

func (p *Parser) tryNumberList() (ir.Attr, bool) {
	l := listReader{text: p.text, at: p.tok.start}
	from := l.at
	if !l.measure(0) {
		return ir.Attr{}, false
	}
	p.seek(l.at)
	if !p.Try(Greater) || p.tok.kind != Colon {
		return ir.Attr{}, false
	}
	before := len(p.errs)
	t, err := p.elementsType(ir.Type{}, from)
	if err != nil || len(p.errs) != before {
		return ir.Attr{}, false
	}
	shape, _ := t.Shape()
	k := t.Kind()
	elem := t.Elem()
	switch {
	case !t.HasStaticShape(), len(shape) != len(l.shape):
		return ir.Attr{}, false
	case elem.IsFloat() && k != tensor.F80 && k != tensor.F128:
	case ir.IsType[*ir.IntType](elem) && k != tensor.Invalid && k != tensor.I1, elem.IsIndex():
	default:
		return ir.Attr{}, false
	}
	for i := range shape {
		if shape[i] != l.shape[i] {
			return ir.Attr{}, false
		}
	}
	l.v = tensor.New(k, shape...)
	pages.FillBytes(l.v.Data)
	l.at, l.float, l.bits = from, elem.IsFloat(), 64
	if d, ok := ir.TypeAs[*ir.IntType](elem); ok {
		l.bits, l.sign = d.Bits, d.Sign
	}
	if !l.read(0) {
		return ir.Attr{}, false
	}
	return ir.NewDense(t, l.v), true
}

// listReader reads a bracketed list of numbers: first its shape and, once the type is known, the
// numbers.
type listReader struct {
	text  []byte
	at    int
	shape []int64
	v     *tensor.Tensor
	float bool
	bits  int // width of integers, at most 64
	sign  ir.Sign
	n     int // numbers read
}

// measure finds the shape of the list at l.at and sets l.at to the end of the list. It assumes a
// regular list of numbers; l.read checks this assumption.
func (l *listReader) measure(depth int) bool {
	if !l.accept('[') || depth > 64 {
		return false
	}
	if depth == len(l.shape) {
		l.shape = append(l.shape, 0)
	}
	n := int64(1)
	l.skip()
	if l.at < len(l.text) && l.text[l.at] == '[' {
		for ; ; n++ {
			if !l.measure(depth + 1) {
				return false
			}
			if !l.accept(',') {
				break
			}
		}
	} else {
		end := bytes.IndexByte(l.text[l.at:], ']')
		if end <= 0 {
			return false
		}
		n += int64(bytes.Count(l.text[l.at:l.at+end], []byte{','}))
		l.at += end
	}
	if l.shape[depth] != 0 && l.shape[depth] != n {
		return false
	}
	l.shape[depth] = n
	return l.accept(']')
}

// read reads the list at l.at, whose shape is l.shape[depth:].
func (l *listReader) read(depth int) bool {
	if !l.accept('[') {
		return false
	}
	last := depth == len(l.shape)-1
	from := int64(0)
	if last && !l.float && (l.bits == 32 || l.bits == 64) && l.sign != ir.Unsigned {
		from = l.row(l.shape[depth])
	}
	for i := from; i < l.shape[depth]; i++ {
		if i > 0 && !l.accept(',') {
			return false
		}
		if last && !l.number() || !last && !l.read(depth+1) {
			return false
		}
	}
	return l.accept(']')
}

// row reads at most n numbers with spaces only after commas. It stops before a number in another
// form. It returns how many numbers it has read, and sets l.at to the end of the last number. Local
// variables instead of the fields of l stay in registers. measure has checked that the row has n-1
// commas and an end, so every access is inside the text.
func (l *listReader) row(n int64) int64 {
	s, at := l.text, l.at
	wide, limit := l.bits == 64, 10
	if wide {
		limit = 18
	}
	out := l.v.Data[l.bits/8*l.n:]
	i := int64(0)
	for ; i < n; i++ {
		p := at
		if i > 0 {
			if s[p] != ',' {
				break
			}
			if p++; s[p] == ' ' {
				p++
			}
		}
		sign := int64(1)
		if s[p] == '-' {
			sign = -1
			if p++; s[p] == '0' {
				break // possibly -0, which l.number handles
			}
		}
		start, v := p, int64(0)
		for s[p]-'0' <= 9 {
			v = 10*v + int64(s[p]-'0')
			p++
		}
		v *= sign
		if p == start || p-start > limit || s[start] == '0' && p-start > 1 || !wide && v != int64(int32(v)) || class[s[p]]&cID != 0 {
			break
		}
		if wide {
			binary.LittleEndian.PutUint64(out[8*i:], uint64(v))
		} else {
			binary.LittleEndian.PutUint32(out[4*i:], uint32(v))
		}
		at = p
	}
	l.at, l.n = at, l.n+int(i)
	return i
}

func (l *listReader) skip() {
	for l.at < len(l.text) && class[l.text[l.at]]&cSpace != 0 {
		l.at++
	}
}

func (l *listReader) accept(c byte) bool {
	if l.at < len(l.text) && l.text[l.at] != c {
		l.skip()
	}
	if l.at >= len(l.text) || l.text[l.at] != c {
		return false
	}
	l.at++
	return true
}

// number reads one number into the next element.
func (l *listReader) number() bool {
	l.skip()
	neg := l.accept('-')
	if neg {
		l.skip()
	}
	start, s := l.at, l.text
	n := int64(0)
	for l.at < len(s) && class[s[l.at]]&cDigit != 0 {
		n = 10*n + int64(s[l.at]-'0')
		l.at++
	}
	if l.at == start || l.at == len(s) {
		return false
	}
	i := l.n
	l.n++
	if !l.float {
		return l.integer(i, n, neg, s[start:l.at])
	}
	v, ok := l.fraction(start)
	if !ok {
		return false
	}
	if neg {
		v = -v
	}
	l.v.SetFloat(i, v)
	return true
}

// integer stores n or, if neg is set, -n as element i. text is the literal of n.
func (l *listReader) integer(i int, n int64, neg bool, text []byte) bool {
	n, ok := inRange(n, text, neg, l.bits, l.sign)
	if !ok || class[l.text[l.at]]&cID != 0 {
		return false
	}
	switch l.bits {
	case 64:
		binary.LittleEndian.PutUint64(l.v.Data[8*i:], uint64(n))
	case 32:
		binary.LittleEndian.PutUint32(l.v.Data[4*i:], uint32(n))
	default:
		l.v.SetInt(i, n)
	}
	return true
}

// The powers of ten that a float64 represents exactly.
var powersOfTen = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// fraction reads the fraction and exponent of a float. Its integer part starts at start and ends at
// l.at. If both the digits and the power of ten are exact floats, their product or quotient is
// rounded once and therefore correct. For other numbers, fraction calls strconv.
func (l *listReader) fraction(start int) (float64, bool) {
	s := l.text
	if s[l.at] != '.' {
		return 0, false
	}
	point := l.at
	l.at++
	for l.at < len(s) && class[s[l.at]]&cDigit != 0 {
		l.at++
	}
	exp, digits := point+1-l.at, l.at
	if l.at < len(s) && s[l.at]|0x20 == 'e' {
		e, ok := l.exponent()
		if !ok {
			return 0, false
		}
		exp += e
	}
	if l.at < len(s) && class[s[l.at]]&cID != 0 {
		return 0, false
	}
	if digits-start <= 16 && exp >= -22 && exp <= 22 {
		m := uint64(0)
		for _, c := range s[start:digits] {
			if c != '.' {
				m = 10*m + uint64(c-'0')
			}
		}
		if exp < 0 {
			return float64(m) / powersOfTen[-exp], true
		}
		return float64(m) * powersOfTen[exp], true
	}
	// A number out of range is an infinity or zero, not an error.
	v, err := strconv.ParseFloat(string(s[start:l.at]), 64)
	return v, err == nil || math.IsInf(v, 0)
}

// exponent reads an exponent such as e+12.
func (l *listReader) exponent() (int, bool) {
	s := l.text
	l.at++
	neg := false
	if l.at < len(s) && (s[l.at] == '-' || s[l.at] == '+') {
		neg = s[l.at] == '-'
		l.at++
	}
	start, e := l.at, 0
	for l.at < len(s) && class[s[l.at]]&cDigit != 0 {
		e = min(10*e+int(s[l.at]-'0'), 1<<20)
		l.at++
	}
	if neg {
		e = -e
	}
	return e, l.at > start
}

// plainInteger returns n, the value of a literal of type t, negated if neg is set. ok is false if
// the literal is not decimal, t has more than 64 bits, or inRange returns false.
func plainInteger(text []byte, neg bool, t ir.Type) (n int64, ok bool) {
	bits, sign := 64, ir.Signless
	if d, is := ir.TypeAs[*ir.IntType](t); is {
		bits, sign = d.Bits, d.Sign
	}
	if bits > 64 {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return inRange(n, text, neg, bits, sign)
}

// inRange returns n or, if neg is set, -n. ok is false if an integer type with the given width and
// signedness cannot represent this number. ok is also false if text, the decimal literal of n, has
// more than 18 digits or a leading zero, or if the number is "-0". The width must be at most 64
// bits.
func inRange(n int64, text []byte, neg bool, bits int, sign ir.Sign) (v int64, ok bool) {
	if len(text) > 18 || len(text) > 1 && text[0] == '0' || neg && (sign == ir.Unsigned || n == 0) {
		return 0, false
	}
	if neg {
		n = -n
	}
	return n, bits >= 63 || fits(n, bits, sign)
}
