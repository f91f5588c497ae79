package filecheck

import (
	"errors"
	"math/big"
)

type expr interface {
	// eval returns the value. It fails with errOverflow, an *undefined, or errors.Join of them.
	eval() (*big.Int, error)
	// format returns the format that the variables of the expression imply.
	format() (format, *Error)
}

type constant struct{ value *big.Int }

func (c constant) eval() (*big.Int, error)  { return c.value, nil }
func (c constant) format() (format, *Error) { return format{}, nil }

type variableUse struct {
	number *number
	at     place
}

func (u variableUse) eval() (*big.Int, error) {
	if u.number.value == nil {
		return nil, &undefined{u.number.name, u.at}
	}
	return u.number.value, nil
}

func (u variableUse) format() (format, *Error) { return u.number.format, nil }

type binary struct {
	op          string // add, sub, mul, div, min, max
	left, right expr
	leftText    string
	rightText   string
	at          place
}

func (b binary) eval() (*big.Int, error) {
	x, err := b.left.eval()
	y, err2 := b.right.eval()
	if err != nil || err2 != nil {
		return nil, errors.Join(err, err2)
	}
	switch b.op {
	case "add":
		return new(big.Int).Add(x, y), nil
	case "sub":
		return new(big.Int).Sub(x, y), nil
	case "mul":
		return new(big.Int).Mul(x, y), nil
	case "div":
		if y.Sign() == 0 {
			return nil, errOverflow
		}
		return new(big.Int).Quo(x, y), nil
	case "min":
		if x.Cmp(y) > 0 {
			x = y
		}
		return x, nil
	case "max":
		if x.Cmp(y) < 0 {
			x = y
		}
		return x, nil
	}
	panic("filecheck: BUG: unknown function " + b.op)
}

func (b binary) format() (format, *Error) {
	l, err := b.left.format()
	if err != nil {
		return l, err
	}
	r, err := b.right.format()
	if err != nil {
		return r, err
	}
	if l.verb == 0 {
		return r, nil
	}
	if r.verb != 0 && l != r {
		return l, b.at.errorf("implicit format conflict between '%s' (%s) and '%s' (%s), need an explicit format specifier",
			b.leftText, l, b.rightText, r)
	}
	return l, nil
}
