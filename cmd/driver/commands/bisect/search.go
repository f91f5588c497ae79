package bisect

// search returns the index of a culprit among n suspects. The suspects before the culprit do not
// fail together, but they fail together with the culprit. The function "wrong" reports whether the
// first k suspects fail together. search assumes that wrong(0) would return false, and calls the
// function at most ⌈log₂ n⌉ + 1 times. The result "found" is false if the n suspects together do
// not fail.
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
