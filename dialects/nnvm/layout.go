package nnvm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// Layout names the dimensions of a tensor. In NCHW16c, channels are in blocks of 16: dimension C is
// the index of a block, and the last dimension is the index of a channel in the block. The zero
// Layout is unknown.
type Layout string

// Undef is the text of an unknown layout.
const Undef = "__undef__"

func (l Layout) String() string {
	if l == "" {
		return Undef
	}
	return string(l)
}

// axis is one dimension of a layout: 'C', or 'c' with a factor for blocks of C.
type axis struct {
	name   byte
	factor int64 // the block size of a lower-case axis; 0 for an upper-case axis
}

func (a axis) primal() byte { return a.name &^ 0x20 }

func (a axis) String() string {
	if a.factor > 0 {
		return strconv.FormatInt(a.factor, 10) + string(a.name)
	}
	return string(a.name)
}

// ParseLayout parses a layout. A capital letter is a dimension. A small letter after a number, as
// in 16c, divides the dimension with the same capital letter into blocks of this size. No letter
// occurs twice.
func ParseLayout(s string) (Layout, error) {
	if s == Undef || s == "" {
		return "", nil
	}
	_, err := axesOf(s)
	return Layout(s), err
}

// axes returns the dimensions of a valid layout.
func (l Layout) axes() []axis {
	as, _ := axesOf(string(l))
	return as
}

func axesOf(s string) ([]axis, error) {
	var as []axis
	factor := int64(0)
	for i := range len(s) {
		c := s[i]
		a := axis{c, factor}
		switch {
		case c >= '0' && c <= '9':
			if factor = factor*10 + int64(c-'0'); factor == 0 || factor > 1<<31 {
				return nil, fmt.Errorf("layout %q has blocks of size %d, but the size must be from 1 to 2^31", s, factor)
			}
			continue
		case c >= 'A' && c <= 'Z' && factor > 0:
			return nil, fmt.Errorf("layout %q has a number before '%c', which is not a block", s, c)
		case c >= 'a' && c <= 'z' && factor == 0:
			return nil, fmt.Errorf("layout %q: '%c' needs the size of its blocks before it", s, c)
		case (c < 'A' || c > 'Z') && (c < 'a' || c > 'z'):
			return nil, fmt.Errorf("layout %q: '%c' is not a dimension", s, c)
		}
		if slices.ContainsFunc(as, func(b axis) bool { return b.name == c }) {
			return nil, fmt.Errorf("layout %q: '%c' appears twice", s, c)
		}
		as, factor = append(as, a), 0
	}
	if factor > 0 {
		return nil, fmt.Errorf("layout %q ends in a number", s)
	}
	for _, a := range as {
		if a.factor > 0 && !slices.ContainsFunc(as, func(b axis) bool { return b.name == a.primal() }) {
			return nil, fmt.Errorf("layout %q: '%c' appears without '%c'", s, a.name, a.primal())
		}
	}
	return as, nil
}

func layoutOf(as []axis) Layout {
	var b strings.Builder
	for _, a := range as {
		b.WriteString(a.String())
	}
	return Layout(b.String())
}

// shape returns the shape with only the extents of blocks known, such as [? ? ? ? 16] for NCHW16c.
// It is nil if the layout is unknown.
func (l Layout) shape() Shape {
	if l == "" || l == Undef {
		return nil
	}
	var sh Shape
	for _, a := range l.axes() {
		if a.factor > 0 {
			sh = append(sh, a.factor)
		} else {
			sh = append(sh, ir.Dynamic)
		}
	}
	return sh
}

// Rank returns the number of dimensions.
func (l Layout) Rank() int { return len(l.axes()) }

// index returns the index of the dimension with the given letter, or -1.
func (l Layout) index(name byte) int {
	return slices.IndexFunc(l.axes(), func(a axis) bool { return a.name == name })
}

// factor returns the block size of a dimension, or 0 if it has no blocks.
func (l Layout) factor(primal byte) int64 {
	if i := l.index(primal | 0x20); i >= 0 {
		return l.axes()[i].factor
	}
	return 0
}

// Convertible reports whether l and m are known and have the same dimensions, ignoring blocks.
func (l Layout) Convertible(m Layout) bool { return l != "" && m != "" && l.primals() == m.primals() }

// primals lists the capital letters of the layout, sorted.
func (l Layout) primals() string {
	var s []byte
	for _, a := range l.axes() {
		if a.factor == 0 {
			s = append(s, a.name)
		}
	}
	slices.Sort(s)
	return string(s)
}

// sub returns l without the dimensions, and their blocks, for which "want" returns false.
func (l Layout) sub(want func(primal byte) bool) Layout {
	var as []axis
	for _, a := range l.axes() {
		if want(a.primal()) {
			as = append(as, a)
		}
	}
	return layoutOf(as)
}

// split divides the dimension with the capital letter primal into blocks of size factor. It inserts
// the axis of the blocks at index "at".
func (l Layout) split(primal byte, at int, factor int64) Layout {
	return layoutOf(slices.Insert(l.axes(), at, axis{primal | 0x20, factor}))
}

// ConvertShape converts the shape of a tensor from one layout to another.
func ConvertShape(sh Shape, from, to Layout) (Shape, error) {
	if sh == nil || from == Undef && to == Undef {
		return sh, nil
	}
	src, dst := from.axes(), to.axes()
	if len(src) != len(sh) {
		return nil, fmt.Errorf("a tensor of shape %s cannot have layout %q", sh, from)
	}
	if from == to {
		return sh, nil
	}
	if !from.Convertible(to) {
		return nil, fmt.Errorf("cannot convert layout %q to %q", from, to)
	}
	whole := map[byte]int64{}
	for i, a := range src {
		n := sh[i]
		if have, ok := whole[a.primal()]; ok && have >= 0 && n >= 0 {
			n = times(n, have)
		} else if ok {
			n = min(n, have)
		}
		whole[a.primal()] = n
	}
	out := make(Shape, len(dst))
	for i, a := range dst {
		n := whole[a.primal()]
		switch f := to.factor(a.primal()); {
		case a.factor > 0:
			n = a.factor
		case n < 0 || f == 0 || n == tooLarge:
		case n%f != 0:
			return nil, fmt.Errorf("extent %d of '%c' is not a multiple of the block size %d", n, a.name, f)
		default:
			n /= f
		}
		out[i] = n
	}
	return out, nil
}

// relayout emits the conversion of v from one layout to another.
func (x *expansion) relayout(v *ir.Value, from, to Layout) *ir.Value {
	if from == to {
		return v
	}
	plain, _ := ConvertShape(emit.Shape(v), from, Layout(from.primals()))
	// Sort the dimensions by name, each followed by its blocks, and merge the blocks. Then split
	// dimensions into the blocks of the new layout, and permute the resulting parts.
	type part struct {
		name byte
		at   int64
	}
	var order []int64
	for _, p := range []byte(from.primals()) {
		order = append(order, int64(from.index(p)))
		if i := from.index(p | 0x20); i >= 0 {
			order = append(order, int64(i))
		}
	}
	v = x.Reshape(x.Transpose(v, order...), plain...)
	var apart []int64
	var parts []part
	for i, p := range []byte(to.primals()) {
		f := to.factor(p)
		if f == 0 {
			parts = append(parts, part{p, int64(len(apart))})
			apart = append(apart, plain[i])
			continue
		}
		parts = append(parts, part{p, int64(len(apart))}, part{p | 0x20, int64(len(apart) + 1)})
		apart = append(apart, plain[i]/f, f)
	}
	v = x.Reshape(v, apart...)
	order = nil
	for _, a := range to.axes() {
		for _, p := range parts {
			if p.name == a.name {
				order = append(order, p.at)
			}
		}
	}
	return x.Transpose(v, order...)
}
