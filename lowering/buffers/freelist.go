package buffers

import (
	"math/bits"
	"slices"
)

// none means that there is no block.
const none = -1

// freeList holds the free blocks of one device by size. The blocks of one size are in a list, which
// begins with the block that has been free for longest. The cost of each change and search does not
// depend on the number of free blocks.
type freeList struct {
	sizes       []int64 // sorted
	front, back []int32 // for each size, the first and the last block of its list
	filled      *bitset // sizes that have free blocks
}

func newFreeList(sizes []int64) *freeList {
	ends := slices.Repeat([]int32{none}, len(sizes))
	return &freeList{sizes: sizes, front: ends, back: slices.Clone(ends), filled: newBitset(len(sizes))}
}

// row links a free block to the previous and to the next block of its list.
type row struct{ before, behind int32 }

// at returns the index of a size in l.sizes.
func (l *freeList) at(size int64) int {
	i, _ := slices.BinarySearch(l.sizes, size)
	return i
}

// give appends block id to the list of its size. rows[id] is the row of block id.
func (l *freeList) give(rows []row, id int32, size int64) {
	i := l.at(size)
	rows[id] = row{before: l.back[i], behind: none}
	if last := l.back[i]; last != none {
		rows[last].behind = id
	} else {
		l.front[i] = id
		l.filled.set(i)
	}
	l.back[i] = id
}

// take removes block id, which has the given size, from its list.
func (l *freeList) take(rows []row, id int32, size int64) {
	i, r := l.at(size), rows[id]
	if r.before != none {
		rows[r.before].behind = r.behind
	} else {
		l.front[i] = r.behind
	}
	if r.behind != none {
		rows[r.behind].before = r.before
	} else {
		l.back[i] = r.before
	}
	if l.front[i] == none {
		l.filled.clear(i)
	}
}

// atLeast returns the smallest free block that has at least the given size, or none. Among blocks
// of equal size, it returns the block that has been free for longest.
func (l *freeList) atLeast(size int64) int32 {
	if i := l.filled.next(l.at(size)); i >= 0 {
		return l.front[i]
	}
	return none
}

// below returns the largest free block that is smaller than the given size, or none. Among blocks
// of equal size, it returns the block that was freed last.
func (l *freeList) below(size int64) int32 {
	if i := l.filled.previous(l.at(size) - 1); i >= 0 {
		return l.back[i]
	}
	return none
}

// bitset is a hierarchical set of numbers that finds the next and the previous member quickly. Each
// bit of a level is set if the corresponding word of the level below is not zero.
type bitset struct{ levels [][]uint64 }

func newBitset(n int) *bitset {
	s := &bitset{}
	for more := true; more; more = n > 1 {
		n = (n + 63) / 64
		s.levels = append(s.levels, make([]uint64, n))
	}
	return s
}

func (s *bitset) set(i int) {
	for _, words := range s.levels {
		words[i/64] |= 1 << (i % 64)
		i /= 64
	}
}

func (s *bitset) clear(i int) {
	for _, words := range s.levels {
		if words[i/64] &^= 1 << (i % 64); words[i/64] != 0 {
			return
		}
		i /= 64
	}
}

// next returns the smallest member of s that is at least i, or -1 if there is none.
func (s *bitset) next(i int) int {
	for level, words := range s.levels {
		if i/64 >= len(words) {
			return -1
		}
		if rest := words[i/64] >> (i % 64); rest != 0 {
			i += bits.TrailingZeros64(rest)
			for level--; level >= 0; level-- {
				i = i*64 + bits.TrailingZeros64(s.levels[level][i])
			}
			return i
		}
		i = i/64 + 1
	}
	return -1
}

// previous returns the largest member of s that is at most i, or -1 if there is none.
func (s *bitset) previous(i int) int {
	for level, words := range s.levels {
		if i < 0 {
			return -1
		}
		if rest := words[i/64] << (63 - i%64); rest != 0 {
			i -= bits.LeadingZeros64(rest)
			for level--; level >= 0; level-- {
				i = i*64 + 63 - bits.LeadingZeros64(s.levels[level][i])
			}
			return i
		}
		i = i/64 - 1
	}
	return -1
}
