package kernel

import (
	"encoding/binary"
	"math/bits"

	"github.com/lathe-ir/lathe/dialects/kernelop"
)

// Streams returns the stores that may bypass the caches. The function "align" returns the alignment
// in bytes that a store needs for this, a power of two; 0 if the store can't bypass the caches. The
// buffers must have this alignment.
func (k *Kernel) Streams(align func(in *Instr) int) map[*Instr]bool {
	all := map[*Instr]bool{}
	z := zeros{}
	k.Body.Walk(func(in *Instr) {
		z.define(in)
		if !in.Stream || align(in) == 0 {
			return
		}
		n := zerosOf(in.Addr.Base)
		for _, t := range in.Addr.Terms {
			n = min(n, zerosOf(t.Coeff)+z[t.Value])
		}
		size := k.Params[in.Param].Kind.Size()
		if n+zerosOf(int64(size)) >= zerosOf(int64(align(in))) {
			all[in] = true
		}
	})
	return all
}

// zeros maps each integer to the number of its lowest bits that are known to be 0.
type zeros map[ID]int

// zerosOf returns the number of lowest bits of v that are 0; 64 if v is 0.
func zerosOf(v int64) int { return bits.TrailingZeros64(uint64(v)) }

// define records the zero bits of the result of an instruction or, for a loop, of its variable.
func (z zeros) define(in *Instr) {
	switch in.Code {
	case kernelop.Const:
		if len(in.Data) == 8 {
			z[in.Results[0]] = zerosOf(int64(binary.LittleEndian.Uint64(in.Data)))
		}
	case kernelop.AddI, kernelop.SubI, kernelop.MinSI, kernelop.MaxSI:
		z[in.Results[0]] = min(z[in.Args[0]], z[in.Args[1]])
	case kernelop.MulI:
		z[in.Results[0]] = min(64, z[in.Args[0]]+z[in.Args[1]])
	case kernelop.For:
		z[in.Blocks[0].Args[0]] = min(z[in.Args[0]], z[in.Args[2]])
	}
}
