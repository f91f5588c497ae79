package code

import (
	"slices"

	"github.com/lathe-ir/lathe/backends/jit/arm64"
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func (g *arm) broadcast(a reg, k tensor.Kind) reg {
	switch {
	case k == tensor.I1:
		return g.vec(arm64.DupFrom, asm.Size(g.widest), g.field(8, a, 0, 0, true))
	case isWide(k):
		r := g.vec(arm64.DupV, asm.Size(k.Size()), a)
		g.scalarOf[r] = a
		return r
	}
	return g.vec(arm64.DupFrom, asm.Size(k.Size()), a)
}

func (g *arm) permute(lanes []int64, size int, a, b reg) reg {
	if g.chunk*size != arm64Bytes {
		return 0
	}
	n := g.chunk
	selects := func(from func(l int) int) bool {
		for l, x := range lanes {
			if int(x) != from(l) {
				return false
			}
		}
		return true
	}
	s := asm.Size(size)
	switch first := int(lanes[0]); {
	case selects(func(l int) int { return l/2 + l%2*n }):
		return g.vec(arm64.Zip1V, s, a, b)
	case selects(func(l int) int { return n/2 + l/2 + l%2*n }):
		return g.vec(arm64.Zip2V, s, a, b)
	case selects(func(l int) int { return 2 * l }):
		return g.vec(arm64.Uzp1V, s, a, b)
	case selects(func(l int) int { return 2*l + 1 }):
		return g.vec(arm64.Uzp2V, s, a, b)
	case selects(func(l int) int { return l&^1 + l%2*n }):
		return g.vec(arm64.Trn1V, s, a, b)
	case selects(func(l int) int { return l&^1 + 1 + l%2*n }):
		return g.vec(arm64.Trn2V, s, a, b)
	case first < n && selects(func(l int) int { return first + l }):
		return g.imm(vector, arm64.ExtV, 1, int64(first*size), a, b)
	}
	// fromA and fromB have the indices of the selected bytes in a and b. For an index outside the
	// register, Tbl gives 0, and Tbx leaves the byte unchanged.
	var fromA, fromB []byte
	for _, l := range lanes {
		for i := range size {
			at := byte(int(l)*size + i)
			fromA, fromB = append(fromA, at), append(fromB, at-arm64Bytes)
		}
	}
	if slices.Max(lanes) < int64(n) {
		return g.vec(arm64.TblV, 1, a, g.bytes(fromA))
	}
	return g.update(arm64.TbxV, 1, 0, g.vec(arm64.TblV, 1, a, g.bytes(fromA)), b, g.bytes(fromB))
}

func (g *arm) laneOf(part reg, k tensor.Kind, lane int) reg {
	size := asm.Size(k.Size())
	switch {
	case isWide(k):
		return g.imm(vector, arm64.DupS, size, int64(lane), part)
	case size == 8:
		return g.imm(general, arm64.UMovX, size, int64(lane), part)
	}
	return g.imm(general, arm64.UMov, size, int64(lane), part)
}

func (g *arm) withLane(part reg, k tensor.Kind, lane int, v reg) reg {
	op := arm64.InsFrom
	if isWide(k) {
		op = arm64.InsV
	}
	return g.update(op, asm.Size(k.Size()), int64(lane), part, v)
}

// loadVector reads size bytes into a vector register. The other bytes become zero.
func (g *arm) loadVector(m memory, size int) reg {
	return g.fromMemory(vector, arm64Bytes, arm64.LdrV, asm.Size(size), m)
}

func (g *arm) loadLane(m memory, k tensor.Kind) reg {
	if isWide(k) {
		return g.loadVector(m, k.Size())
	}
	return g.loadInt(m, k.Size())
}

func (g *arm) loadInt(m memory, size int) reg {
	return g.fromMemory(general, 8, arm64.Ldr, asm.Size(size), m)
}

func (g *arm) storeLane(v reg, m memory, k tensor.Kind) {
	op := arm64.Str
	if isWide(k) {
		op = arm64.StrV
	}
	g.toMemory(op, asm.Size(k.Size()), m, v, 0)
}

func (g *arm) oneIfNotZero(v reg) reg {
	return g.field(8, g.offset(v, 255), 8, 63, false)
}

// broadcastLoad returns 0, so that a scalar is loaded without a broadcast. Products can read the
// scalar directly; see byLane.
func (g *arm) broadcastLoad(memory, tensor.Kind) reg { return 0 }

func (g *arm) loadPart(m memory, size int) reg { return g.loadVector(m, g.chunk*size) }

func (g *arm) storePart(v reg, m memory, n int) {
	g.toMemory(arm64.StrV, asm.Size(min(n, arm64Bytes)), m, v, 0)
}

// streamPart does not bypass the caches: streaming is implemented for x86-64 only.
func (g *arm) streamPart(v reg, m memory, n int) { g.storePart(v, m, n) }

func (g *arm) fence() {}

func (g *arm) maskedLoadPart(m memory, size int, on, old reg) reg {
	r := g.copyOf(old)
	g.eachLane(on, func(lane int) {
		x := g.loadVector(m.plus(lane*size), size)
		g.emit(inst{kind: tied, op: arm64.InsV, size: asm.Size(size), imm: int64(lane), r: [4]reg{r, r, x}})
	})
	return r
}

func (g *arm) maskedStorePart(m memory, size int, on, v reg) {
	g.eachLane(on, func(lane int) {
		x := g.imm(vector, arm64.DupS, asm.Size(size), int64(lane), v)
		g.toMemory(arm64.StrV, asm.Size(size), m.plus(lane*size), x, 0)
	})
}

func (g *arm) gatherConstant(*kernel.Instr, memory, tensor.Kind) []reg { return nil }

func (g *arm) gatherPart(base, index reg, size int) reg {
	r := reg(0)
	for lane := range g.chunk {
		at := g.imm(general, arm64.UMovX, 8, int64(lane), index)
		x := g.loadVector(memory{base: base, index: at, scale: uint8(size)}, size)
		if lane == 0 {
			r = x
		} else {
			r = g.update(arm64.InsV, asm.Size(size), int64(lane), r, x)
		}
	}
	return r
}

func (g *arm) prefetch(m memory) {
	g.emit(inst{kind: read, op: arm64.Prfm, size: 8, mem: m, hasMem: true})
}
