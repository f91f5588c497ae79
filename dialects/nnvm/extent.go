package nnvm

import "math"

// tooLarge stands for an extent, or a number of elements, that 64 bits do not hold. What
// is computed from it is too large as well, whatever is taken off again, and no shape has
// it: [Shapes.SetIn] and SetOut fail.
const tooLarge = math.MaxInt64

// plus adds.
func plus(a, b int64) int64 {
	sum := a + b
	if a == tooLarge || b == tooLarge || (a < 0) == (b < 0) && (sum < 0) != (a < 0) {
		return tooLarge
	}
	return sum
}

// minus subtracts.
func minus(a, b int64) int64 {
	diff := a - b
	if a == tooLarge || b == tooLarge || (a < 0) != (b < 0) && (diff < 0) != (a < 0) {
		return tooLarge
	}
	return diff
}

// times multiplies. Nothing of what is too large is nothing.
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

// floorDiv divides by b, which is positive, and rounds down.
func floorDiv(a, b int64) int64 {
	switch {
	case a == tooLarge:
		return a
	case a < 0 && a%b != 0:
		return a/b - 1
	}
	return a / b
}
