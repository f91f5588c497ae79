package tensor

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// FormatFloat formats the float of kind k with the bit pattern hi:lo, as MLIR prints a float
// attribute. If six significant digits represent the float, FormatFloat pads them with zeros to
// seven: 1.250000e+00. Otherwise it uses as many digits as the precision of the kind requires:
// 3.14159274. If this text has no decimal point, or if the float is an infinity or NaN, it prints
// the bits: 0x7F800000. It also prints the bits of f80 and f128 numbers that a float64 cannot
// represent, because parsers first round each number to a float64.
func FormatFloat(k Kind, lo, hi uint64) string { return string(AppendFloat(nil, k, lo, hi)) }

// AppendFloat appends the result of FormatFloat.
func AppendFloat(b []byte, k Kind, lo, hi uint64) []byte {
	x := exactly(k, lo, hi)
	switch x.class {
	case zero:
		if x.neg {
			b = append(b, '-')
		}
		return append(b, "0.000000e+00"...)
	case infinity, nan:
		return appendHex(b, k, lo, hi)
	}
	if k >= F80 && !x.isFloat64() {
		return appendHex(b, k, lo, hi)
	}
	start := len(b)
	d := x.decimal(6)
	if d.is(k, x) {
		return d.appendPadded(b, 6)
	}
	d = x.decimal(naturalDigits(k))
	b = d.appendNatural(b, naturalDigits(k))
	if strings.IndexByte(string(b[start:]), '.') >= 0 {
		return b
	}
	return appendHex(b[:start], k, lo, hi)
}

// naturalDigits returns the number of digits that APFloat prints by default for kind k.
func naturalDigits(k Kind) int { return 2 + formats[k].precision*59/196 }

// appendHex appends the bits as MLIR prints them: in upper case, without leading zeros.
func appendHex(b []byte, k Kind, lo, hi uint64) []byte {
	if f := formats[k]; f.width < 64 {
		lo &= 1<<f.width - 1
	}
	if k == F80 {
		if r := decodeF80(lo, hi); r.class == nan {
			hi |= wideExpMask // an f80 without its integer bit, which MLIR prints with the exponent of NaN
		}
	}
	if k.Bits() <= 64 || hi == 0 {
		return fmt.Appendf(b, "0x%X", lo)
	}
	return fmt.Appendf(b, "0x%X%016X", hi, lo)
}

// ParseFloat parses the text of a float attribute: a number such as -1.5e+3, or bits such as
// 0x7F800000. As in MLIR, a number is first rounded to a float64, even for f80 and f128. The errors
// have MLIR's texts.
func ParseFloat(k Kind, s string) (lo, hi uint64, err error) {
	digits, neg := strings.CutPrefix(s, "-")
	if strings.HasPrefix(digits, "0x") {
		return parseFloatBits(k, digits, neg)
	}
	if err := checkFloatLiteral(digits); err != nil {
		return 0, 0, err
	}
	// A number out of range becomes an infinity or zero, and is not an error.
	v, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, 0, err
	}
	lo, hi = encode(k, numberOf(v))
	return lo, hi, nil
}

func parseFloatBits(k Kind, s string, neg bool) (lo, hi uint64, err error) {
	if neg {
		return 0, 0, errors.New("hexadecimal float literal should not have a leading minus")
	}
	v, ok := new(big.Int).SetString(s[2:], 16)
	switch {
	case !ok || s[2] == '+' || s[2] == '-':
		return 0, 0, fmt.Errorf("expected hexadecimal digits, but found '%s'", s)
	case v.BitLen() > k.Bits():
		return 0, 0, errors.New("hexadecimal float constant out of range for type")
	}
	lo = new(big.Int).And(v, new(big.Int).SetUint64(1<<64-1)).Uint64()
	return lo, v.Rsh(v, 64).Uint64(), nil
}

// checkFloatLiteral checks that s matches [0-9]+[.][0-9]*([eE][-+]?[0-9]+)?.
func checkFloatLiteral(s string) error {
	rest := strings.TrimLeft(s, "0123456789")
	if rest == s {
		return fmt.Errorf("expected a float literal, but found '%s'", s)
	}
	if rest == "" {
		return errors.New("unexpected decimal integer literal for a floating point value")
	}
	if rest[0] == '.' {
		rest = strings.TrimLeft(rest[1:], "0123456789")
		if rest == "" {
			return nil
		}
		if rest[0] == 'e' || rest[0] == 'E' {
			rest = rest[1:]
			if rest != "" && (rest[0] == '-' || rest[0] == '+') {
				rest = rest[1:]
			}
			if rest != "" && strings.TrimLeft(rest, "0123456789") == "" {
				return nil
			}
		}
	}
	return fmt.Errorf("expected a float literal, but found '%s'", s)
}
