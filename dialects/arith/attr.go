package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// FastMath is a set of fast-math flags. Each flag permits a deviation from IEEE 754.
type FastMath uint32

// The fast-math flags.
const (
	Reassoc FastMath = 1 << iota
	NoNaNs
	NoInfs
	NoSignedZeros
	AllowReciprocal
	AllowContract
	ApproxFunc

	NoFastMath FastMath = 0
	Fast                = Reassoc | NoNaNs | NoInfs | NoSignedZeros | AllowReciprocal | AllowContract | ApproxFunc
)

// FastMathAttr is the attribute for a set of fast-math flags.
//
//	#arith.fastmath<nnan,ninf>
type FastMathAttr struct{ Flags FastMath }

// Print implements ir.AttrData.
func (d *FastMathAttr) Print(w *ir.Writer) {
	w.Str("#arith.fastmath<")
	if d.Flags == Fast {
		w.Str("fast>")
		return
	}
	printFlags(w, uint32(d.Flags), fastMathWords(), ",")
}

func fastMathWords() []string {
	return []string{"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"}
}

// Overflow is a set of overflow flags. Each flag states that one kind of integer overflow does not
// occur.
type Overflow uint32

// The overflow flags. MayWrap is the empty set: both kinds of overflow may occur.
const (
	NoSignedWrap Overflow = 1 << iota
	NoUnsignedWrap
	MayWrap Overflow = 0
)

// OverflowAttr is the attribute for a set of overflow flags.
//
//	#arith.overflow<nsw, nuw>
type OverflowAttr struct{ Flags Overflow }

// Print implements ir.AttrData.
func (d *OverflowAttr) Print(w *ir.Writer) {
	w.Str("#arith.overflow<")
	printFlags(w, uint32(d.Flags), overflowWords(), ", ")
}

func overflowWords() []string { return []string{"nsw", "nuw"} }

// printFlags writes words[i] for each set bit i of flags, or "none" if no bit is set, then the
// closing bracket.
func printFlags(w *ir.Writer, flags uint32, words []string, sep string) {
	if flags == 0 {
		w.Str("none>")
		return
	}
	first := true
	for i, s := range words {
		if flags&(1<<i) == 0 {
			continue
		}
		if !first {
			w.Str(sep)
		}
		first = false
		w.Str(s)
	}
	w.Byte('>')
}

// NewFastMath returns the attribute #arith.fastmath<flags>.
func NewFastMath(flags FastMath) ir.Attr { return ir.NewAttr(&FastMathAttr{flags}) }

// NewOverflow returns the attribute #arith.overflow<flags>.
func NewOverflow(flags Overflow) ir.Attr { return ir.NewAttr(&OverflowAttr{flags}) }

// FastMathOf returns the flags of a fastmath attribute, or NoFastMath if it is absent.
func FastMathOf(a ir.Attr) FastMath {
	if d, ok := ir.AttrAs[*FastMathAttr](a); ok {
		return d.Flags
	}
	return NoFastMath
}

// OverflowOf returns the flags of an overflow attribute, or MayWrap if it is absent.
func OverflowOf(a ir.Attr) Overflow {
	if d, ok := ir.AttrAs[*OverflowAttr](a); ok {
		return d.Flags
	}
	return MayWrap
}

// FastMathField describes the inherent attribute "fastmath". By default, no flag is set.
func FastMathField() ir.AttrField {
	f := optionalFastMath()
	f.Optional, f.Default = false, NewFastMath(NoFastMath)
	return f
}

func optionalFastMath() ir.AttrField {
	return ir.AttrField{
		Name: "fastmath", Optional: true, Doc: "The fast-math flags.",
		Type: ir.AttrConstraint{
			Text: "Floating point fast math flags", Accept: ir.IsAttr[*FastMathAttr],
			Form: ir.FormStripped, Mnemonic: "arith.fastmath",
		},
	}
}

func overflowField() ir.AttrField {
	return ir.AttrField{
		Name: "overflowFlags", Default: NewOverflow(MayWrap), Doc: "The kinds of overflow that cannot happen.",
		Type: ir.AttrConstraint{
			Text: "Integer overflow arith flags", Accept: ir.IsAttr[*OverflowAttr],
			Form: ir.FormStripped, Mnemonic: "arith.overflow",
		},
	}
}

// syntax is the parser of the dialect's attributes.
type syntax struct{}

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	switch mnemonic {
	case "fastmath":
		flags, err := parseFlags(p, asm.Enum{Class: "arith::FastMathFlags", Attr: "Arith_FastMathAttr", Words: append(fastMathWords(), "fast")})
		if flags&(1<<7) != 0 {
			flags = uint32(Fast)
		}
		return NewFastMath(FastMath(flags)), err
	case "overflow":
		flags, err := parseFlags(p, asm.Enum{Class: "arith::IntegerOverflowFlags", Attr: "Arith_IntegerOverflowAttr", Words: overflowWords()})
		return NewOverflow(Overflow(flags)), err
	}
	return ir.Attr{}, p.UnknownAttr("arith", mnemonic, "fastmath", "overflow")
}

// parseFlags reads a list such as <nsw, nuw> and returns a set of bits. Word i of e sets bit i;
// "none" sets no bit.
func parseFlags(p *asm.Parser, e asm.Enum) (uint32, error) {
	e.Words = append([]string{"none"}, e.Words...)
	if err := p.Expect(asm.Less); err != nil {
		return 0, err
	}
	var flags uint32
	off := p.Offset()
	err := p.CommaList(func() error {
		i, err := p.EnumWordIn(e, off)
		flags |= 1 << i >> 1
		return err
	})
	if err != nil {
		return 0, err
	}
	return flags, p.Expect(asm.Greater)
}
