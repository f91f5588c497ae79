package filecheck

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// A format is the text form of a number: %u, %d, %x or %X. The number has at least precision
// digits. If alternate is true, it has the prefix 0x.
type format struct {
	verb      byte // 'u', 'd', 'x', 'X'; 0: none
	precision int
	alternate bool
}

// defaultFormat returns the format of numbers without a known format.
func defaultFormat() format { return format{verb: 'u'} }

func (f format) String() string {
	if f.verb == 0 {
		return "<none>"
	}
	s := "%"
	if f.alternate {
		s += "#"
	}
	if f.precision > 0 {
		s += "." + strconv.Itoa(f.precision)
	}
	return s + string(f.verb)
}

// wildcard returns a regular expression that matches the numbers in format f.
func (f format) wildcard() string {
	sign, first, digit, prefix := "", "[1-9]", "[0-9]", ""
	switch f.verb {
	case 'd':
		sign = "-?"
	case 'x':
		first, digit = "[1-9a-f]", "[0-9a-f]"
	case 'X':
		first, digit = "[1-9A-F]", "[0-9A-F]"
	}
	if f.alternate {
		prefix = "0x"
	}
	if f.precision > 0 {
		return fmt.Sprintf("%s%s(%s%s*)?%s{%d}", sign, prefix, first, digit, digit, f.precision)
	}
	return sign + prefix + digit + "+"
}

// spell returns v as text in format f. It fails if v is negative and f has no sign.
func (f format) spell(v *big.Int) (string, error) {
	if v.Sign() < 0 && f.verb != 'd' {
		return "", errOverflow
	}
	base := 10
	if f.verb == 'x' || f.verb == 'X' {
		base = 16
	}
	digits := new(big.Int).Abs(v).Text(base)
	if f.verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	if n := f.precision - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	if f.alternate {
		digits = "0x" + digits
	}
	if v.Sign() < 0 {
		digits = "-" + digits
	}
	return digits, nil
}

// value returns the number in s, which matched f's wildcard.
func (f format) value(s string) *big.Int {
	base := 10
	if f.verb == 'x' || f.verb == 'X' {
		base = 16
		s = strings.TrimPrefix(s, "0x")
	}
	v, ok := new(big.Int).SetString(s, base)
	if !ok {
		panic("filecheck: BUG: " + strconv.Quote(s) + " does not match " + f.String())
	}
	return v
}
