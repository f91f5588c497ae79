package code

import (
	"bytes"

	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func (g *x86) permute(lanes []int64, size int, a, b reg) reg {
	width := g.width(size)
	if size < 4 || g.chunk*size != int(width) || !g.t.AVX512 && width != amd64.Y {
		return 0
	}
	if op, imm := g.shuffleOf(lanes, size); op != 0 {
		return g.vecImm(op, width, imm, a, b)
	}
	var index, second []byte
	for _, l := range lanes {
		for w := range size / 4 {
			if g.t.AVX512 && w > 0 {
				index = append(index, 0, 0, 0, 0)
			} else if g.t.AVX512 {
				index = append(index, littleEndian(uint64(l), 4)...)
			} else {
				index = append(index, littleEndian(uint64(int(l)*size/4+w)%8, 4)...)
			}
			second = append(second, bytes.Repeat([]byte{byte(-(l / int64(len(lanes))))}, 4)...)
		}
	}
	at := g.bytes(index)
	if g.t.AVX512 {
		r := g.f.newReg(vector, width)
		g.emit(inst{kind: tied, op: bySize(size, 0, 0, amd64.VPermT2D, amd64.VPermT2Q), size: width, r: [4]reg{r, a, at, b}})
		return r
	}
	return g.vec(amd64.VPBlendVB, width, g.vec(amd64.VPermD, width, at, a), g.vec(amd64.VPermD, width, at, b), g.bytes(second))
}

// shuffleOf returns an instruction of two operands that selects the given lanes, and its immediate;
// 0 if there is no such instruction.
func (g *x86) shuffleOf(lanes []int64, size int) (op amd64.Op, imm int64) {
	n := len(lanes)
	inUnit := 16 / size
	selects := func(from func(l int) int) bool {
		for l, x := range lanes {
			if int(x) != from(l) {
				return false
			}
		}
		return true
	}
	// unpacked reports whether an instruction that interleaves pieces of the two operands selects
	// the lanes. The parameter "piece" is the number of lanes of a piece. In each unit of 16 bytes,
	// the pieces are from the lower half if "half" is 0, and from the upper half if it is 1.
	unpacked := func(piece, half int) bool {
		return selects(func(l int) int {
			in := l % inUnit
			return l - in + half*inUnit/2 + in/(2*piece)*piece + in%piece + in/piece%2*n
		})
	}
	switch {
	case size == 4 && unpacked(1, 0):
		return amd64.VUnpckLPS, 0
	case size == 4 && unpacked(1, 1):
		return amd64.VUnpckHPS, 0
	case unpacked(inUnit/2, 0):
		return amd64.VUnpckLPD, 0
	case unpacked(inUnit/2, 1):
		return amd64.VUnpckHPD, 0
	}
	units := n / inUnit
	var from []int // the units of 16 bytes that are selected
	for u := range units {
		from = append(from, int(lanes[u*inUnit])/inUnit)
	}
	if !selects(func(l int) int { return from[l/inUnit]*inUnit + l%inUnit }) {
		return 0, 0
	}
	switch {
	case units == 2 && !g.t.AVX512:
		return amd64.VPerm2F128, int64(from[0] | from[1]<<4)
	case units == 2 && from[0] < 2 && from[1] >= 2:
		return amd64.VShufF64x2, int64(from[0] | (from[1]-2)<<1)
	case units == 4 && max(from[0], from[1]) < 4 && min(from[2], from[3]) >= 4:
		return amd64.VShufF64x2, int64(from[0] | from[1]<<2 | (from[2]-4)<<4 | (from[3]-4)<<6)
	}
	return 0, 0
}

func (g *x86) broadcast(a reg, k tensor.Kind) reg {
	size := k.Size()
	switch {
	case k == tensor.I1 && g.t.AVX512:
		return g.def(mask, 8, amd64.KMovQFrom, amd64.X, g.gprImm(amd64.Neg, 8, a, 0))
	case k == tensor.I1:
		return g.broadcastInt(g.gprImm(amd64.Neg, 8, a, 0), g.widest)
	case isWide(k):
		return g.vec(broadcastOf(size), g.width(size), a)
	}
	return g.broadcastInt(a, size)
}

// unitOf returns the 16 bytes of a vector that have the given index. It caches the result, since a
// sum of lanes reads each unit several times.
func (g *x86) unitOf(v reg, at int, width amd64.Size) reg {
	if r, ok := g.units[unit{v, at}]; ok {
		return r
	}
	op := amd64.VExtractI32x4
	if width < amd64.Z && !g.t.AVX512 {
		op = amd64.VExtractI128
	}
	r := g.vecImm(op, width, int64(at), v)
	g.f.size[r] = amd64.X
	g.units[unit{v, at}] = r
	return r
}

func (g *x86) laneOf(part reg, k tensor.Kind, lane int) reg {
	size := k.Size()
	if at := lane * size / 16; at > 0 { // the 128 bits that contain the lane
		part = g.unitOf(part, at, g.width(size))
		lane -= at * 16 / size
	}
	return g.laneOf128(part, k, lane)
}

// laneOf128 returns one lane of a register of 128 bits.
func (g *x86) laneOf128(v reg, k tensor.Kind, lane int) reg {
	size := k.Size()
	switch {
	case isWide(k) && lane == 0:
		return g.vec(amd64.VMovAPS, amd64.X, v)
	case k == tensor.F32:
		return g.vecImm(amd64.VPShufD, amd64.X, int64(lane), v)
	case k == tensor.F64:
		return g.vecImm(amd64.VPShufD, amd64.X, 0xee, v)
	}
	r := g.gpr(bySize(size, amd64.VPExtrB, amd64.VPExtrW, amd64.VPExtrD, amd64.VPExtrQ), amd64.X, v)
	g.f.insts[len(g.f.insts)-1].imm = int64(lane)
	return r
}

func (g *x86) maskLane(m reg, lane int) reg {
	var bits reg
	if g.t.AVX512 {
		bits = g.gpr(amd64.KMovQTo, amd64.X, m)
		if lane > 0 {
			bits = g.gprImm(amd64.ShRImm, 8, bits, int64(lane))
		}
	} else {
		g.storePart(g.elements(m, 1), g.areaOf(0), 64)
		bits = g.loadInt(g.areaOf(0).plus(lane), 1)
	}
	return g.gprImm(amd64.AndImm, 4, bits, 1)
}

func (g *x86) withLane(part reg, k tensor.Kind, lane int, v reg) reg {
	size := k.Size()
	on := make([]byte, g.chunk)
	on[lane] = 1
	m := reg(0)
	if g.t.AVX512 {
		m = g.maskConstant(on)
	} else {
		m = g.elementsConstant(on, size)
	}
	return g.blend(m, g.broadcast(v, k), part, size, g.width(size))
}

func (g *x86) loadLane(m memory, k tensor.Kind) reg {
	switch k {
	case tensor.F32:
		return g.fromMemory(vector, amd64.X, amd64.VMovSSLoad, amd64.X, m)
	case tensor.F64:
		return g.fromMemory(vector, amd64.X, amd64.VMovSDLoad, amd64.X, m)
	}
	return g.loadInt(m, k.Size())
}

func (g *x86) loadInt(m memory, size int) reg {
	switch size {
	case 1:
		return g.fromMemory(general, 8, amd64.MovZX8, 4, m)
	case 2:
		return g.fromMemory(general, 8, amd64.MovZX16, 4, m)
	}
	return g.fromMemory(general, 8, amd64.Mov, amd64.Size(size), m)
}

func (g *x86) storeLane(v reg, m memory, k tensor.Kind) {
	op, size := amd64.MovStore, amd64.Size(k.Size())
	switch k {
	case tensor.F32:
		op, size = amd64.VMovSSStore, amd64.X
	case tensor.F64:
		op, size = amd64.VMovSDStore, amd64.X
	}
	g.toMemory(op, size, m, v, 0)
}
