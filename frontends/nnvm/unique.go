package nnvm

import (
	"hash/maphash"
	"math/bits"
	"slices"
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
		may.add(h)
	}
	seen := make(map[string]int, len(again))
	for i := range n {
		s := name(i)
		if s == "" {
			continue
		}
		h := hashes[0]
		hashes = hashes[1:]
		if !may.has(h) {
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
		clear(seen.words)
		for _, h := range sorted[begin:end] {
			if !seen.add(h / parts) {
				again = append(again, h)
			}
		}
		begin = end
	}
	return again
}

// perHash is how many bits there are for each hash, at least.
const perHash = 32

// bitset is a set of hashes, of which it looks at as many bits as it has room for.
type bitset struct {
	words []uint64
	mask  uint32
}

// newBits returns a set of n bits at least.
func newBits(n int) bitset {
	size := 64 << bits.Len(uint(n/64))
	return bitset{make([]uint64, size/64), uint32(size - 1)}
}

func (b bitset) has(h uint32) bool {
	h &= b.mask
	return b.words[h/64]&(1<<(h%64)) != 0
}

// add reports whether h is new.
func (b bitset) add(h uint32) bool {
	if b.has(h) {
		return false
	}
	h &= b.mask
	b.words[h/64] |= 1 << (h % 64)
	return true
}
