package diag

import "iter"

// DidYouMean adds the help "did you mean …" if Suggest finds a known name that is similar to name,
// and returns d. sigil is printed before the name, for example "@".
func (d *Diagnostic) DidYouMean(sigil, name string, known iter.Seq[string]) *Diagnostic {
	if near, ok := Suggest(name, known); ok {
		d.WithHelp("did you mean '" + sigil + near + "'?")
	}
	return d
}

// Suggest returns the known name with the fewest edits from a misspelled name. An edit inserts,
// deletes or replaces a byte, or swaps two neighbors. If several names have the fewest edits,
// Suggest returns the first in byte order. It returns false if all names have more edits than
// editLimit allows.
func Suggest(name string, known iter.Seq[string]) (string, bool) {
	limit := editLimit(len(name))
	best, found := "", false
	var rows [3][]int
	for candidate := range known {
		if candidate == name || len(candidate)-len(name) > limit || len(name)-len(candidate) > limit {
			continue
		}
		d := distance(name, candidate, &rows)
		if d < limit || d == limit && (!found || candidate < best) {
			best, limit, found = candidate, d, true
		}
	}
	return best, found
}

func editLimit(n int) int {
	switch {
	case n <= 2:
		return 0
	case n <= 5:
		return 1
	case n <= 11:
		return 2
	}
	return n / 5
}

// distance returns the restricted Damerau-Levenshtein distance (optimal string alignment) in bytes.
// A search reuses the memory of rows for all its calls.
func distance(a, b string, rows *[3][]int) int {
	for i := range rows {
		if cap(rows[i]) < len(b)+1 {
			rows[i] = make([]int, len(b)+1)
		}
		rows[i] = rows[i][:len(b)+1]
	}
	before, prev, cur := rows[0], rows[1], rows[2]
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			replace := prev[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, replace)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
