package slice

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Equal reports whether two lists have the same numbers and values.
func (m Mixed) Equal(n Mixed) bool {
	return slices.Equal(m.Static, n.Static) && slices.Equal(m.Values, n.Values)
}

// All reports whether every element is the number n.
func (m Mixed) All(n int64) bool {
	for _, s := range m.Static {
		if s != n {
			return false
		}
	}
	return true
}

// Known returns the elements as numbers. A constant value is replaced by its number, and any other
// value by ir.Dynamic.
func (m Mixed) Known() []int64 {
	known := slices.Clone(m.Static)
	n := 0
	for i, s := range known {
		if s != ir.Dynamic || n == len(m.Values) {
			continue
		}
		if c, ok := rewrite.ConstInt(m.Values[n]); ok {
			known[i] = c
		}
		n++
	}
	return known
}

// foldList replaces each constant value of m by its number if accept returns true for this number.
// It reports whether it replaced a value.
func foldList(m Mixed, accept func(int64) bool) (Mixed, bool) {
	out := Mixed{Static: slices.Clone(m.Static)}
	if len(m.Values) < countDynamic(m.Static) {
		return m, false // m is invalid: a number equal to ir.Dynamic looks like a value
	}
	n := 0
	for i, s := range m.Static {
		if s != ir.Dynamic {
			continue
		}
		v := m.Values[n]
		n++
		if c, ok := rewrite.ConstInt(v); ok && accept(c) {
			out.Static[i] = c
		} else {
			out.Values = append(out.Values, v)
		}
	}
	return out, len(out.Values) < len(m.Values)
}

func countDynamic(static []int64) (n int) {
	for _, s := range static {
		if s == ir.Dynamic {
			n++
		}
	}
	return n
}

func notNegative(n int64) bool { return n >= 0 }
func notZero(n int64) bool     { return n != 0 && n != ir.Dynamic }

// FoldSizes replaces constant values in a list of sizes or offsets by numbers, if they are not
// negative. changed reports whether a value was replaced.
func FoldSizes(m Mixed) (folded Mixed, changed bool) { return foldList(m, notNegative) }

// FoldSteps is like FoldSizes, for a list of strides. Strides may be negative, but not 0.
func FoldSteps(m Mixed) (folded Mixed, changed bool) { return foldList(m, notZero) }

// FoldConstants calls FoldSizes for offsets and sizes, and FoldSteps for strides. Like MLIR, it
// stops after the first list that changes. It returns false if no list changes.
func FoldConstants(offsets, sizes, strides *Mixed) bool {
	for _, l := range []struct {
		m    *Mixed
		fold func(Mixed) (Mixed, bool)
	}{{offsets, FoldSizes}, {sizes, FoldSizes}, {strides, FoldSteps}} {
		if folded, ok := l.fold(*l.m); ok {
			*l.m = folded
			return true
		}
	}
	return false
}

// Inside returns false if the static numbers show that a slice exceeds shape.
func Inside(shape []int64, offsets, sizes, strides Mixed) bool {
	for i, extent := range shape {
		at, n, step := offsets.Static[i], sizes.Static[i], strides.Static[i]
		if extent == ir.Dynamic || at == ir.Dynamic {
			continue
		}
		if at >= extent || n != ir.Dynamic && step != ir.Dynamic && at+(n-1)*step >= extent {
			return false
		}
	}
	return true
}
