package nnvm

import (
	"hash/maphash"
	"math/bits"
	"slices"

	"github.com/bits-and-blooms/bitset"
)

// twins returns the first of n names that one before it has too, and that one; ok is false
// where all differ. An empty name is none.
//
// A table of a million names is in no cache, and each look at it waits for the memory. So
// hashes are sorted into parts, each of which has a set of bits that is in the cache, and
// that tells those apart that may stand twice: one of twenty. Only they go into a map.
func twins(n int, name func(i int) string) (first, second int, ok bool) {
	seed := maphash.MakeSeed()
	hashes := make([]uint32, 0, n)
	for i := range n {
		if s := name(i); s != "" {
			hashes = append(hashes, uint32(maphash.String(seed, s)))
		}
	}
	again := repeated(hashes)
	if len(again) == 0 {
		return 0, 0, false
	}
	may := newBits(perHash * len(again))
	for _, h := range again {
		may.Set(bitOf(may, h))
	}
	seen := make(map[string]int, len(again))
	for i := range n {
		s := name(i)
		if s == "" {
			continue
		}
		h := hashes[0]
		hashes = hashes[1:]
		if !may.Test(bitOf(may, h)) {
			continue
		}
		if k, twice := seen[s]; twice {
			return k, i, true
		}
		seen[s] = i
	}
	return 0, 0, false
}

// repeated lists the hashes that stand twice, and a few more.
func repeated(hashes []uint32) (again []uint32) {
	const parts = 256
	var ends [parts + 1]int // at first where parts begin
	for _, h := range hashes {
		ends[h%parts+1]++
	}
	most := slices.Max(ends[:])
	for i := range parts {
		ends[i+1] += ends[i]
	}
	sorted := make([]uint32, len(hashes))
	for _, h := range hashes {
		sorted[ends[h%parts]] = h
		ends[h%parts]++
	}
	seen, begin := newBits(perHash*most), 0
	for _, end := range ends[:parts] {
		seen.ClearAll()
		for _, h := range sorted[begin:end] {
			if bit := bitOf(seen, h/parts); seen.Test(bit) {
				again = append(again, h)
			} else {
				seen.Set(bit)
			}
		}
		begin = end
	}
	return again
}

// perHash is how many bits there are for each hash, at least.
const perHash = 32

// newBits returns room for n bits at least, a power of two of them.
func newBits(n int) *bitset.BitSet { return bitset.New(64 << bits.Len(uint(n/64))) }

// bitOf is the bit of a hash.
func bitOf(set *bitset.BitSet, h uint32) uint { return uint(h) & (set.Len() - 1) }
