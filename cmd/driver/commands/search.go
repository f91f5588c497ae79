package commands

// search finds the first of n suspects that makes things wrong, where wrong(k) reports
// whether they are with the first k of them at work. Nothing is assumed to be wrong with
// none. found is false if nothing is wrong with all. With one culprit it takes
// ⌈log₂ n⌉ + 1 calls.
func search(n int, wrong func(k int) (bool, error)) (culprit int, found bool, err error) {
	bad, err := wrong(n)
	if err != nil || !bad {
		return 0, false, err
	}
	right, left := 0, n // right(right) and wrong(left)
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
