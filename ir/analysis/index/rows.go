package index

import "slices"

// Rows is a list of rows of numbers, in the form of compressed sparse rows (CSR). Row i is
// To[Start[i]:Start[i+1]].
type Rows struct {
	Start []int32
	To    []int32
}

// Pair is an entry B in row A, in the unsorted input of NewRows.
type Pair struct{ A, B int32 }

// Row returns row i. The caller must not change it.
func (r Rows) Row(i int32) []int32 { return r.To[r.Start[i]:r.Start[i+1]] }

// Len returns the number of rows.
func (r Rows) Len() int { return len(r.Start) - 1 }

// NewRows returns the rows of the given pairs, sorted and without duplicates. It takes time linear
// in the number of pairs, the number of rows and the largest B. B must not be negative.
func NewRows(pairs []Pair, rows int) Rows {
	cols := 0
	for _, p := range pairs {
		cols = max(cols, int(p.B)+1)
	}
	byB := make([]Pair, len(pairs))
	at := make([]int32, max(rows, cols)+1)
	for _, p := range pairs {
		at[p.B+1]++
	}
	Prefix(at)
	for _, p := range pairs {
		byB[at[p.B]] = p
		at[p.B]++
	}
	r := Rows{make([]int32, rows+1), make([]int32, len(pairs))}
	for _, p := range pairs {
		r.Start[p.A+1]++
	}
	Prefix(r.Start)
	copy(at, r.Start)
	for _, p := range byB {
		r.To[at[p.A]] = p.B
		at[p.A]++
	}
	return r.unique()
}

// SortRows sorts the entries of each row and drops duplicates, in place.
func SortRows(start, to []int32) Rows {
	for i := range len(start) - 1 {
		slices.Sort(to[start[i]:start[i+1]])
	}
	return Rows{start, to}.unique()
}

// unique drops duplicates in sorted rows, in place.
func (r Rows) unique() Rows {
	kept := int32(0)
	for i := range len(r.Start) - 1 {
		first, last := r.Start[i], r.Start[i+1]
		r.Start[i] = kept
		for k := first; k < last; k++ {
			if k > first && r.To[k] == r.To[k-1] {
				continue
			}
			// kept ≤ k, so entries that are not yet read stay unchanged.
			r.To[kept] = r.To[k]
			kept++
		}
	}
	r.Start[len(r.Start)-1] = kept
	r.To = r.To[:kept:kept]
	return r
}

// Transpose swaps rows and columns; cols is the number of columns.
func (r Rows) Transpose(cols int) Rows {
	t := Rows{make([]int32, cols+1), make([]int32, len(r.To))}
	for _, b := range r.To {
		t.Start[b+1]++
	}
	Prefix(t.Start)
	at := append([]int32(nil), t.Start...)
	for a := range len(r.Start) - 1 {
		for _, b := range r.Row(int32(a)) {
			t.To[at[b]] = int32(a)
			at[b]++
		}
	}
	return t
}

// Prefix replaces s with its prefix sums. If s[0] is 0 and s[i+1] is the length of row i, then s[i]
// becomes the start of row i.
func Prefix(s []int32) {
	for i := 1; i < len(s); i++ {
		s[i] += s[i-1]
	}
}
