package bisect

// search returns the index i of a culprit among n suspects: wrong(i) is false, and wrong(i+1) is
// true. The function "wrong" reports whether the first k suspects fail together, where wrong(0)
// must be false. It is called at most ⌈log₂ n⌉ + 1 times. The result "found" is false if wrong(n)
// is false.
func search(n int, wrong func(k int) (bool, error)) (culprit int, found bool, err error) {
	bad, err := wrong(n)
	if err != nil || !bad {
		return 0, false, err
	}
	right, left := 0, n // wrong(right) is false, and wrong(left) is true
	for left-right > 1 {
		k := (right + left) / 2
		if bad, err = wrong(k); err != nil {
			return 0, false, err
		}
		if bad {
			left = k
		} else {
			right = k
		}
	}
	return left - 1, true, nil
}
