package nnvm

import (
	"hash/maphash"
	"math/bits"

	"github.com/lathe-ir/lathe/ir/pages"
)

// twins returns the first of n names that one before it has too, and that one; ok is false
// where all differ. An empty name is none.
//
// It is a hash table of numbers in one piece, each with a part of the hash, so that names
// are hardly ever compared: a map of strings takes three times as long on a million nodes.
func twins(n int, name func(i int) string) (first, second int, ok bool) {
	seed := maphash.MakeSeed()
	size := 1 << bits.Len(uint(2*n))
	table := pages.Make[uint64](size, size) // half a hash, and a number and 1; 0 is free
	mask := uint64(size - 1)
	for i := range n {
		s := name(i)
		if s == "" {
			continue
		}
		h := maphash.String(seed, s)
		at := h & mask
		for ; table[at] != 0; at = (at + 1) & mask {
			if table[at]>>32 != h>>32 {
				continue
			}
			if k := int(uint32(table[at])) - 1; name(k) == s {
				return k, i, true
			}
		}
		table[at] = h>>32<<32 | uint64(i) + 1
	}
	return 0, 0, false
}
