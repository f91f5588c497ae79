package sdy

import (
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// parseRule reads <([i, j])->([ij]) {i=2, j=4} reduction={j}, custom>.
func parseRule(p *asm.Parser) (ir.Attr, error) {
	d := &Rule{}
	err := p.Expect(asm.Less)
	if err == nil {
		d.Operands, err = parseMappings(p)
	}
	if err == nil {
		err = p.Expect(asm.Arrow)
	}
	if err == nil {
		d.Results, err = parseMappings(p)
	}
	if err == nil && p.Peek() == asm.LBrace {
		err = d.parseSizes(p)
	}
	for _, l := range d.lists() {
		if err == nil && p.TryKeyword(l.name) {
			err = parseFactors(p, l.factors)
		}
	}
	if err == nil && p.Try(asm.Comma) {
		d.Custom = true
		err = p.ExpectKeyword("custom")
	}
	if err == nil {
		err = p.Expect(asm.Greater)
	}
	return made(d, err)
}

// parseMappings reads ([i, j], [k]).
func parseMappings(p *asm.Parser) (values [][][]int64, err error) {
	err = p.List(asm.LParen, asm.RParen, func() error {
		var dims [][]int64
		err := p.List(asm.LSquare, asm.RSquare, func() error {
			var factors []int64
			if p.Peek() == asm.BareID {
				off := p.Offset()
				word, err := p.Keyword()
				if err != nil {
					return err
				}
				if factors, err = factorsOf(p, off, word); err != nil {
					return err
				}
			}
			dims = append(dims, factors)
			return nil
		})
		values = append(values, dims)
		return err
	})
	return values, err
}

// factorsOf returns the indices of the factors in a word such as ijz_2: 0 to 17 for i to z, and
// 17 + n for z_n. off is the offset of the word, for errors.
func factorsOf(p *asm.Parser, off int, word string) ([]int64, error) {
	var factors []int64
	for word != "" {
		c := word[0]
		if c < 'i' || c > 'z' {
			return nil, p.ErrorAt(off, "expecting symbol from 'i' to 'z'. Received: '%c'", c)
		}
		rest, numbered := strings.CutPrefix(word, "z_")
		if !numbered {
			factors, word = append(factors, int64(c-'i')), word[1:]
			continue
		}
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits == 0 {
			return nil, p.ErrorAt(off, "expecting integer after 'z_'. Received: '%s'", word)
		}
		if rest[0] == '0' {
			return nil, p.ErrorAt(off, "expecting positive integer without leading zeros. Received: '%s'", rest[:digits])
		}
		n, err := strconv.ParseInt(rest[:digits], 10, 32)
		if err != nil {
			return nil, p.ErrorAt(off, "expecting symbol index <=2^31-1. Received: '%s'", rest[:digits])
		}
		factors, word = append(factors, n+('z'-'i')), rest[digits:]
	}
	return factors, nil
}

// parseFactor reads the name of one factor, and returns its index.
func parseFactor(p *asm.Parser) (int64, error) {
	off := p.Offset()
	word, err := p.Keyword()
	if err != nil {
		return 0, err
	}
	factors, err := factorsOf(p, off, word)
	if err == nil && len(factors) != 1 {
		err = p.ErrorAt(off, "expecting single factor symbol: %s", word)
	}
	if err != nil {
		return 0, err
	}
	return factors[0], nil
}

// parseSizes reads the sizes of factors, such as {i=2, j=4}. The factors must be in the order of
// their indices, without gaps.
func (d *Rule) parseSizes(p *asm.Parser) error {
	return p.List(asm.LBrace, asm.RBrace, func() error {
		off := p.Offset()
		n, err := parseFactor(p)
		if err != nil {
			return err
		}
		if want := int64(len(d.Sizes)); n != want {
			return p.ErrorAt(off, "expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol '%s', received: '%s'", factorName(want), factorName(n))
		}
		if err := p.Expect(asm.Equal); err != nil {
			return err
		}
		size, err := p.Int()
		d.Sizes = append(d.Sizes, size)
		return err
	})
}

// parseFactors reads ={i, j}.
func parseFactors(p *asm.Parser, to *[]int64) error {
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	return p.List(asm.LBrace, asm.RBrace, func() error {
		n, err := parseFactor(p)
		*to = append(*to, n)
		return err
	})
}
