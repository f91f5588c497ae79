package tensor

import (
	"fmt"
	"strconv"
	"strings"
)

type npyHeader struct {
	kind      Kind
	shape     []int64
	fortran   bool // the first dimension varies fastest
	bigEndian bool
}

// npyKinds maps numpy's type codes, without the byte order, to kinds. The void codes V1 to V8 are
// read as unsigned integers, because ml_dtypes stores types that numpy lacks, such as bf16, with V1
// and V2. V16 is the code with which WriteNpy writes f128.
var npyKinds = map[string]Kind{
	"b1": I1, "i1": I8, "i2": I16, "i4": I32, "i8": I64,
	"u1": U8, "u2": U16, "u4": U32, "u8": U64,
	"f2": F16, "f4": F32, "f8": F64, "f16": F80, "c8": C64, "c16": C128,
	"V1": U8, "V2": U16, "V4": U32, "V8": U64, "V16": F128,
}

// npyDescr returns the numpy type that stores elements of kind k.
func npyDescr(k Kind) string {
	switch {
	case k == I1:
		return "|b1"
	case k == I8:
		return "|i1"
	case k.Size() == 1:
		return "|u1"
	case k == F128:
		return "|V16"
	case k.IsComplex():
		return "<c" + strconv.Itoa(k.Size())
	case k == F16 || k == F32 || k == F64 || k == F80:
		return "<f" + strconv.Itoa(k.Size())
	case k.IsInt() && !k.IsUnsigned():
		return "<i" + strconv.Itoa(k.Size())
	}
	return "<u" + strconv.Itoa(k.Size())
}

// headerParser parses the header of an .npy file, which is a Python dictionary of literals.
type headerParser struct {
	text string
	pos  int
	base int // offset of text in the file
}

// parseNpyHeader parses the dictionary in text, which starts at byte offset base of the file.
func parseNpyHeader(text string, base int) (h npyHeader, err error) {
	p := &headerParser{text: text, base: base}
	if err := p.expect('{'); err != nil {
		return h, err
	}
	seen := map[string]int{}
	for !p.accept('}') {
		key, err := p.quoted()
		if err != nil {
			return h, err
		}
		if err := p.expect(':'); err != nil {
			return h, err
		}
		switch key {
		case "descr":
			err = p.descr(&h)
		case "fortran_order":
			h.fortran, err = p.boolean()
		case "shape":
			h.shape, err = p.shape()
		default:
			err = p.errorf("unexpected key '%s'", key)
		}
		if err != nil {
			return h, err
		}
		seen[key]++
		if !p.accept(',') && !p.at('}') {
			return h, p.expected("',' or '}'")
		}
	}
	if p.skip(); p.pos != len(p.text) {
		return h, p.expected("the header's end")
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if seen[key] != 1 {
			return h, p.errorf("expected one '%s', but found %d", key, seen[key])
		}
	}
	if _, err := CheckShape(h.kind, h.shape); err != nil {
		return h, p.errorf("%v", err)
	}
	return h, nil
}

func (p *headerParser) descr(h *npyHeader) error {
	p.skip()
	at := p.pos
	if p.at('[') {
		return p.errorf("structured types are not supported")
	}
	descr, err := p.quoted()
	if err != nil {
		return err
	}
	code, order := descr, byte('<')
	if descr != "" && strings.IndexByte("<>=|", descr[0]) >= 0 {
		code, order = descr[1:], descr[0]
	}
	kind, ok := npyKinds[code]
	if !ok {
		p.pos = at
		return p.errorf("unsupported type '%s'", descr)
	}
	h.kind, h.bigEndian = kind, order == '>' && code[0] != 'V'
	return nil
}

func (p *headerParser) boolean() (bool, error) {
	p.skip()
	for i, word := range []string{"False", "True"} {
		if strings.HasPrefix(p.text[p.pos:], word) {
			p.pos += len(word)
			return i == 1, nil
		}
	}
	return false, p.expected("True or False")
}

func (p *headerParser) shape() ([]int64, error) {
	if err := p.expect('('); err != nil {
		return nil, err
	}
	shape := []int64{}
	for !p.accept(')') {
		d, err := p.dimension()
		if err != nil {
			return nil, err
		}
		shape = append(shape, d)
		if !p.accept(',') && (!p.at(')') || len(shape) == 1) {
			return nil, p.expected("','")
		}
	}
	return shape, nil
}

func (p *headerParser) dimension() (int64, error) {
	p.skip()
	end := p.pos
	for end < len(p.text) && '0' <= p.text[end] && p.text[end] <= '9' {
		end++
	}
	if end == p.pos {
		return 0, p.expected("a dimension")
	}
	d, err := strconv.ParseInt(p.text[p.pos:end], 10, 64)
	if err != nil {
		return 0, p.errorf("dimension %s is too large", p.text[p.pos:end])
	}
	p.pos = end
	p.accept('L') // Python 2 writes long integers with an L
	return d, nil
}

func (p *headerParser) quoted() (string, error) {
	p.skip()
	if !p.at('\'') && !p.at('"') {
		return "", p.expected("a string")
	}
	rest := p.text[p.pos+1:]
	n := strings.IndexByte(rest, p.text[p.pos])
	if n < 0 {
		return "", p.errorf("string without end")
	}
	p.pos += n + 2
	return rest[:n], nil
}

func (p *headerParser) skip() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// at skips spaces and reports whether the next character is c.
func (p *headerParser) at(c byte) bool {
	p.skip()
	return p.pos < len(p.text) && p.text[p.pos] == c
}

func (p *headerParser) accept(c byte) bool {
	if !p.at(c) {
		return false
	}
	p.pos++
	return true
}

func (p *headerParser) expect(c byte) error {
	if !p.accept(c) {
		return p.expected("'" + string(c) + "'")
	}
	return nil
}

func (p *headerParser) expected(what string) error {
	p.skip()
	if p.pos == len(p.text) {
		return p.errorf("expected %s, but found the header's end", what)
	}
	rest := p.text[p.pos:]
	return p.errorf("expected %s, but found %q", what, rest[:min(len(rest), 12)])
}

func (p *headerParser) errorf(format string, args ...any) error {
	return fmt.Errorf("in the header, at byte %d: %s", p.base+p.pos, fmt.Sprintf(format, args...))
}
