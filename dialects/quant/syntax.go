package quant

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const maxStorageBits = 32

type syntax struct{}

// ParseType implements asm.TypeSyntax.
func (syntax) ParseType(p *asm.Parser, mnemonic string) (ir.Type, error) {
	var read func(*asm.Parser) (ir.TypeData, error)
	switch mnemonic {
	case "uniform":
		read = parseUniform
	case "any":
		read = parseAny
	case "calibrated":
		read = parseCalibrated
	default:
		return ir.Type{}, p.MnemonicErrorf("unknown quantized type %s", mnemonic).
			DidYouMean("!quant.", mnemonic, slices.Values([]string{"uniform", "any", "calibrated"}))
	}
	if err := p.Expect(asm.Less); err != nil {
		return ir.Type{}, err
	}
	d, err := read(p)
	if err != nil {
		return ir.Type{}, err
	}
	return ir.NewType(d), p.Expect(asm.Greater)
}

// parseStorage reads a storage type such as i8, u16 or u16<0:1023>.
func parseStorage(p *asm.Parser) (Storage, error) {
	off := p.Offset()
	bits, signed := 0, false
	if isIntType(p.PeekText()) {
		t, err := p.Type()
		if err != nil {
			return Storage{}, err
		}
		d, _ := ir.TypeAs[*ir.IntType](t)
		bits, signed = d.Bits, d.Sign != ir.Unsigned
	} else {
		word, err := p.Keyword()
		if err != nil {
			return Storage{}, err
		}
		digits, ok := strings.CutPrefix(word, "u")
		if !ok {
			return Storage{}, p.ErrorAt(off, "illegal storage type prefix").WithHelp("use an integer type, such as i8 or u8")
		}
		if bits, err = strconv.Atoi(digits); err != nil {
			return Storage{}, p.ErrorAt(off, "expected storage type width")
		}
	}
	if bits == 0 || bits > maxStorageBits {
		return Storage{}, p.ErrorAt(off, "illegal storage type size: %d", bits)
	}
	return parseRange(p, FullRange(bits, signed))
}

// isIntType reports whether a word is the name of an integer type, such as i8, si8 or ui8.
func isIntType(s string) bool {
	s = strings.TrimLeft(s, "su")
	n, err := strconv.Atoi(strings.TrimPrefix(s, "i"))
	return strings.HasPrefix(s, "i") && err == nil && n > 0
}

// parseRange reads <min:max>. If it is absent, parseRange returns the full range.
func parseRange(p *asm.Parser, full Storage) (Storage, error) {
	s, start := full, p.Offset()
	if !p.Try(asm.Less) {
		return s, nil
	}
	minOff := p.Offset()
	var err error
	if s.Min, err = p.Int(); err != nil {
		return s, err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return s, err
	}
	maxOff := p.Offset()
	if s.Max, err = p.Int(); err != nil {
		return s, err
	}
	if err := p.Expect(asm.Greater); err != nil {
		return s, err
	}
	switch {
	case s.Min < full.Min:
		return s, p.ErrorAt(minOff, "illegal storage type minimum: %d", s.Min)
	case s.Max > full.Max:
		return s, p.ErrorAt(maxOff, "illegal storage type maximum: %d", s.Max)
	case s.Max <= s.Min:
		return s, p.ErrorAt(start, "illegal storage min and storage max: (%d:%d)", s.Min, s.Max)
	}
	return s, nil
}

// parseFloatType reads the type of expressed values.
func parseFloatType(p *asm.Parser) (ir.Type, error) {
	off := p.Offset()
	t, err := p.Type()
	if err == nil && !t.IsFloat() {
		err = p.ErrorAt(off, "invalid kind of type specified").WithLabel("must be a floating-point type")
	}
	return t, err
}

func parseAny(p *asm.Parser) (ir.TypeData, error) {
	s, err := parseStorage(p)
	if err != nil {
		return nil, err
	}
	d := &AnyType{Storage: s}
	if p.Try(asm.Colon) {
		d.Of, err = parseFloatType(p)
	}
	return d, err
}

func parseCalibrated(p *asm.Parser) (ir.TypeData, error) {
	start := p.Offset()
	t, err := parseFloatType(p)
	if err != nil {
		return nil, err
	}
	d := &CalibratedType{Of: t}
	if err := p.Expect(asm.Less); err != nil {
		return nil, err
	}
	if d.Min, err = p.Float(); err != nil {
		return nil, err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return nil, err
	}
	if d.Max, err = p.Float(); err != nil {
		return nil, err
	}
	if d.Max <= d.Min {
		return nil, p.ErrorAt(start, "illegal min and max: (%s:%s)", number(d.Min), number(d.Max))
	}
	return d, p.Expect(asm.Greater)
}

// parseUniform reads one of the three uniform types.
func parseUniform(p *asm.Parser) (ir.TypeData, error) {
	start := p.Offset()
	s, err := parseStorage(p)
	if err != nil {
		return nil, err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return nil, err
	}
	of, err := parseFloatType(p)
	if err != nil {
		return nil, err
	}
	if !p.Try(asm.Colon) {
		if err := p.Expect(asm.Comma); err != nil {
			return nil, err
		}
		q, err := parseParam(p, of)
		return &UniformType{s, of, q}, err
	}
	if p.Peek() == asm.LBrace {
		return parseSubChannel(p, s, of, start)
	}
	d := &PerAxisType{Storage: s, Of: of}
	if d.Axis, err = p.Int(); err != nil {
		return nil, err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return nil, err
	}
	if err := p.Expect(asm.LBrace); err != nil {
		return nil, err
	}
	err = p.CommaList(func() error {
		q, err := parseParam(p, of)
		d.Params = append(d.Params, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	if d.Axis < 0 {
		return nil, p.ErrorAt(start, "illegal quantized dimension: %d", d.Axis)
	}
	return d, p.Expect(asm.RBrace)
}

// parseParam reads scale or scale:zeroPoint. The scale must be in the expressed type's range.
func parseParam(p *asm.Parser, of ir.Type) (q Param, err error) {
	if q.Scale, err = p.Float(); err != nil {
		return q, err
	}
	if lo, hi := limits(of.Kind()); !(q.Scale >= lo && q.Scale <= hi) {
		return q, p.Errorf("scale %s out of expressed type range [%e, %e]", scientific(q.Scale), lo, hi)
	}
	if p.Try(asm.Colon) {
		q.ZeroPoint, err = p.Int()
	}
	return q, err
}

// scientific formats a number as LLVM does.
func scientific(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "INF"
	case math.IsInf(f, -1):
		return "-INF"
	}
	return strconv.FormatFloat(f, 'e', 6, 64)
}

// limits returns the least positive and the greatest finite value of the float format k. It treats
// formats wider than f64 as f64, since scales are 64-bit floats.
func limits(k tensor.Kind) (lo, hi float64) {
	if k.Bits() > 64 {
		k = tensor.F64
	}
	least, a, b := uint64(1), tensor.FloatToBits(k, 1), uint64(1)<<(k.Bits()-1)
	if k == tensor.F8E8M0FNU { // This format has no sign bit and no zero.
		least, b = 0, 1<<k.Bits()
	}
	for a+1 < b { // binary search: a greater positive number has a greater bit pattern
		m := a + (b-a)/2
		if v := tensor.BitsToFloat(k, m); v >= 1 && !math.IsInf(v, 1) {
			a = m
		} else {
			b = m
		}
	}
	return tensor.BitsToFloat(k, least), tensor.BitsToFloat(k, a)
}

// parseSubChannel reads {axis:size, …} and a nested list of quantization parameters. Invalid axes
// and sizes are reported at the last argument, an offset.
func parseSubChannel(p *asm.Parser, s Storage, of ir.Type, start int) (ir.TypeData, error) {
	d := &SubChannelType{Storage: s, Of: of}
	err := p.List(asm.LBrace, asm.RBrace, func() error {
		var b Block
		var err error
		if b.Axis, err = p.Int(); err != nil {
			return err
		}
		if err := p.Expect(asm.Colon); err != nil {
			return err
		}
		b.Size, err = p.Int()
		d.Blocks = append(d.Blocks, b)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return nil, err
	}
	if d.Shape, err = d.parseParams(p); err != nil {
		return nil, err
	}
	for _, b := range d.Blocks {
		if b.Axis < 0 {
			return nil, p.ErrorAt(start, "illegal quantized dimension: %d", b.Axis)
		}
		if b.Size <= 0 {
			return nil, p.ErrorAt(start, "illegal block size: %d", b.Size)
		}
	}
	return d, nil
}

// parseParams reads a list {…} whose elements are parameters or nested lists. It appends the
// parameters to d.Params, and returns the shape of the list.
func (d *SubChannelType) parseParams(p *asm.Parser) ([]int64, error) {
	if err := p.Expect(asm.LBrace); err != nil {
		return nil, err
	}
	n := int64(0)
	var inner []int64
	err := p.CommaList(func() error {
		var shape []int64
		if p.Peek() == asm.LBrace {
			var err error
			if shape, err = d.parseParams(p); err != nil {
				return err
			}
		} else {
			q, err := parseParam(p, d.Of)
			if err != nil {
				return err
			}
			d.Params = append(d.Params, q)
		}
		if n > 0 && !slices.Equal(shape, inner) {
			return p.Errorf("tensor literal is invalid; ranks are not consistent between elements")
		}
		inner = shape
		n++
		return nil
	})
	if err != nil {
		return nil, err
	}
	return append([]int64{n}, inner...), p.Expect(asm.RBrace)
}
