package nnvm

import (
	"hash/maphash"
	"math/bits"
	"slices"

	"github.com/bits-and-blooms/bitset"
)

// twins finds two equal names among n names, ignoring empty names. second is the lowest index whose
// name is equal to an earlier name, and first is the index of the earlier name.
//
// A map of a million names does not fit into the cache, so each lookup would wait for memory.
// Therefore, hashes are first partitioned. A bit set for each partition fits into the cache and
// finds the hashes that may occur twice. Only names with these hashes go into a map.
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

// repeated lists all hashes that occur more than once, and possibly a few that occur once.
func repeated(hashes []uint32) (again []uint32) {
	const parts = 256
	var ends [parts + 1]int // the start of each part; after sorting, the end of each part
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

// perHash is the least number of bits for each hash in a bit set.
const perHash = 32

// newBits returns a bit set of at least n bits. Its size is a power of two.
func newBits(n int) *bitset.BitSet { return bitset.New(64 << bits.Len(uint(n/64))) }

// bitOf returns the index of the bit that represents the hash h.
func bitOf(set *bitset.BitSet, h uint32) uint { return uint(h) & (set.Len() - 1) }
