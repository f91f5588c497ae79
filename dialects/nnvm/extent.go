package nnvm

import "math"

// tooLarge represents an extent, or a number of elements, that does not fit into 64 bits. Sums,
// differences and products with tooLarge are tooLarge, but 0 · tooLarge is 0. [Shapes.SetIn] and
// [Shapes.SetOut] fail for a shape that contains tooLarge.
const tooLarge = math.MaxInt64

// plus(a, b) returns a + b, or tooLarge on overflow.
func plus(a, b int64) int64 {
	sum := a + b
	if a == tooLarge || b == tooLarge || (a < 0) == (b < 0) && (sum < 0) != (a < 0) {
		return tooLarge
	}
	return sum
}

// minus(a, b) returns a - b, or tooLarge on overflow.
func minus(a, b int64) int64 {
	diff := a - b
	if a == tooLarge || b == tooLarge || (a < 0) != (b < 0) && (diff < 0) != (a < 0) {
		return tooLarge
	}
	return diff
}

// times(a, b) returns a · b, or tooLarge on overflow.
func times(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	p := a * b
	if a == tooLarge || b == tooLarge || p/b != a || min(a, b) == math.MinInt64 && max(a, b) == -1 {
		return tooLarge
	}
	return p
}

// floorDiv returns a / b, rounded down, for a positive b.
func floorDiv(a, b int64) int64 {
	switch {
	case a == tooLarge:
		return a
	case a < 0 && a%b != 0:
		return a/b - 1
	}
	return a / b
}
