package code

import (
	"bytes"
	"slices"

	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// laneAreas is how many vectors the memory for single lanes holds: three operands,
// a result, and two floats for remainders.
const laneAreas = 5

// areaOf is where vector number i of the memory for lanes is.
func (g *gen) areaOf(i int) memory { return memory{block: true, disp: g.lanes + 64*int32(i), scale: 1} }

func (m memory) plus(disp int) memory {
	m.disp += int32(disp)
	return m
}

// laneMove selects an instruction that moves single lanes.
func (g *gen) laneMove(in *kernel.Instr) {
	r := in.Results[0]
	t := g.k.Type(r)
	switch in.Code {
	case kernelop.Broadcast:
		if g.k.Type(in.Args[0]).Lanes > 0 {
			g.set(r, g.value(in.Args[0])...)
			return
		}
		x := g.broadcast(g.one(in.Args[0]), t.Kind)
		rs := make([]reg, g.parts)
		for p := range rs {
			rs[p] = x
		}
		g.set(r, rs...)
	case kernelop.StepVec:
		g.set(r, g.steps()...)
	case kernelop.CreateMask:
		g.createMask(in)
	case kernelop.Extract:
		g.extract(in)
	case kernelop.Insert:
		g.insert(in)
	case kernelop.Shuffle:
		g.set(r, g.shuffle(in, t.Kind)...)
	}
}

// shuffle selects lanes of two vectors.
func (g *gen) shuffle(in *kernel.Instr, k tensor.Kind) []reg {
	a, b := g.value(in.Args[0]), g.value(in.Args[1])
	size := k.Size()
	width := g.width(size)
	if g.parts == 1 && size >= 4 && g.chunk*size == int(width) && (g.t.AVX512 || width == amd64.Y) {
		return []reg{g.permute(in.Lanes, size, width, a[0], b[0])}
	}
	from, to := g.working(2*g.parts), g.working(g.parts)
	g.toLanes(slices.Concat(a, b), k, from)
	rs := make([]reg, g.parts)
	for i, l := range in.Lanes {
		g.storeLane(g.loadLane(from.plus(int(l)*size), k), to.plus(i*size), k)
	}
	for p := range rs {
		rs[p] = g.fromLanes(to.plus(p*g.chunk*size), k)
	}
	return rs
}

// permute selects lanes of two registers, of 4 or 8 bytes each.
func (g *gen) permute(lanes []int64, size int, width amd64.Size, a, b reg) reg {
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

// shuffleOf is an instruction of two operands that selects these lanes, with its immediate; 0 if
// there is none.
func (g *gen) shuffleOf(lanes []int64, size int) (op amd64.Op, imm int64) {
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
	// The lower or upper halves of each unit of 16 bytes, piece by piece in turn.
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

// working is memory for so many registers, which nothing else uses.
func (g *gen) working(registers int) memory {
	at := (g.f.frame + 63) &^ 63
	g.f.frame = at + int32(64*registers)
	return memory{block: true, disp: at, scale: 1}
}

// broadcast has a scalar in all lanes of a part.
func (g *gen) broadcast(a reg, k tensor.Kind) reg {
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

// steps is 0, 1, 2 …
func (g *gen) steps() []reg {
	var rs []reg
	for p := range g.parts {
		var b []byte
		for i := range g.chunk {
			b = append(b, littleEndian(uint64(p*g.chunk+i), 8)...)
		}
		rs = append(rs, g.bytes(padded(b, int(g.width(8)))))
	}
	return rs
}

// extract selects one lane.
func (g *gen) extract(in *kernel.Instr) {
	v := in.Args[0]
	k := g.k.Type(v).Kind
	r := in.Results[0]
	if len(in.Args) > 1 {
		if at, ok := g.ints[in.Args[1]]; ok {
			in = &kernel.Instr{Code: in.Code, Args: in.Args[:1], Results: in.Results, Pos: int(at), Op: in.Op}
		} else {
			g.set(r, g.extractAt(g.value(v), k, g.one(in.Args[1])))
			return
		}
	}
	part, lane := g.value(v)[in.Pos/g.chunk], in.Pos%g.chunk
	if k == tensor.I1 {
		g.set(r, g.maskLane(part, lane))
		return
	}
	size := k.Size()
	if at := lane * size / 16; at > 0 { // the 128 bits that have the lane
		part = g.unitOf(part, at, g.width(size))
		lane -= at * 16 / size
	}
	g.set(r, g.laneOf128(part, k, lane))
}

// unit is a part of a vector.
type unit struct {
	of reg
	at int // in units of 16 bytes
}

// unitOf is 16 bytes of a vector. The lanes of a sum read each of them several times.
func (g *gen) unitOf(v reg, at int, width amd64.Size) reg {
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

// laneOf128 is one lane of 128 bits.
func (g *gen) laneOf128(v reg, k tensor.Kind, lane int) reg {
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

// maskLane is one lane of a mask, as 0 or 1.
func (g *gen) maskLane(m reg, lane int) reg {
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

// toLanes writes the parts of a vector to the memory for lanes, one behind the other,
// and returns the size of an element there.
func (g *gen) toLanes(parts []reg, k tensor.Kind, m memory) int {
	size := k.Size()
	for p, v := range parts {
		if k == tensor.I1 {
			v = g.oneOrZero(v, 1)
		}
		g.storePart(v, m.plus(p*g.chunk*size), g.chunk*size)
	}
	return size
}

// extractAt selects a lane whose number is in a register.
func (g *gen) extractAt(parts []reg, k tensor.Kind, at reg) reg {
	area := g.wide(len(parts))
	size := g.toLanes(parts, k, area)
	return g.loadLane(memory{base: g.lea(area), index: at, scale: uint8(size)}, k)
}

// wide is memory for a vector of so many parts.
func (g *gen) wide(parts int) memory {
	if parts <= laneAreas-1 {
		return g.areaOf(0)
	}
	return g.working(parts)
}

// insert replaces one lane.
func (g *gen) insert(in *kernel.Instr) {
	t := g.k.Type(in.Args[1])
	parts := g.value(in.Args[1])
	if t.Kind != tensor.I1 && len(in.Args) == 2 {
		g.set(in.Results[0], g.insertConstant(in, t.Kind, parts)...)
		return
	}
	area := g.wide(len(parts))
	size := g.toLanes(parts, t.Kind, area)
	to := area.plus(in.Pos * size)
	if len(in.Args) > 2 {
		to = memory{base: g.lea(area), index: g.one(in.Args[2]), scale: uint8(size)}
	}
	g.storeLane(g.one(in.Args[0]), to, t.Kind)
	rs := make([]reg, len(parts))
	for p := range rs {
		rs[p] = g.fromLanes(area.plus(p*g.chunk*size), t.Kind)
	}
	g.set(in.Results[0], rs...)
}

// insertConstant replaces one lane whose number is a constant, in registers.
func (g *gen) insertConstant(in *kernel.Instr, k tensor.Kind, parts []reg) []reg {
	size := k.Size()
	rs := append([]reg(nil), parts...)
	part, lane := in.Pos/g.chunk, in.Pos%g.chunk
	on := make([]byte, g.chunk)
	on[lane] = 1
	m := reg(0)
	if g.t.AVX512 {
		m = g.maskConstant(on)
	} else {
		m = g.elementsConstant(on, size)
	}
	rs[part] = g.blend(m, g.broadcast(g.one(in.Args[0]), k), parts[part], size, g.width(size))
	return rs
}

// fromLanes reads a part of a vector, or a mask whose lanes are bytes.
func (g *gen) fromLanes(m memory, k tensor.Kind) reg {
	v := g.loadPart(m, k.Size())
	if k == tensor.I1 {
		return g.notZero(v, 1)
	}
	return v
}

// lanewise selects in for each lane of a part on its own; 0 if scalars have no code
// for it either.
func (g *gen) lanewise(in *kernel.Instr, a []reg) reg {
	kinds := make([]tensor.Kind, len(a))
	for i, v := range a {
		kinds[i] = g.k.Type(in.Args[i]).Kind
		g.toLanes([]reg{v}, kinds[i], g.areaOf(i))
	}
	to := g.k.Type(in.Results[0]).Kind
	for lane := range g.chunk {
		scalars := make([]reg, len(a))
		for i, k := range kinds {
			scalars[i] = g.loadLane(g.areaOf(i).plus(lane*k.Size()), k)
		}
		x := g.scalar(in, scalars)
		if x == 0 {
			return 0
		}
		g.storeLane(x, g.areaOf(3).plus(lane*to.Size()), to)
	}
	return g.fromLanes(g.areaOf(3), to)
}

// loadLane reads a scalar.
func (g *gen) loadLane(m memory, k tensor.Kind) reg {
	switch k {
	case tensor.F32:
		return g.fromMemory(vector, amd64.X, amd64.VMovSSLoad, amd64.X, m)
	case tensor.F64:
		return g.fromMemory(vector, amd64.X, amd64.VMovSDLoad, amd64.X, m)
	}
	return g.loadInt(m, k.Size())
}

func (g *gen) loadInt(m memory, size int) reg {
	switch size {
	case 1:
		return g.fromMemory(general, 8, amd64.MovZX8, 4, m)
	case 2:
		return g.fromMemory(general, 8, amd64.MovZX16, 4, m)
	}
	return g.fromMemory(general, 8, amd64.Mov, amd64.Size(size), m)
}

// fromMemory is a new register that an instruction loads.
func (g *gen) fromMemory(c class, regSize amd64.Size, op amd64.Op, size amd64.Size, m memory) reg {
	r := g.f.newReg(c, regSize)
	g.emit(inst{kind: define, op: op, size: size, r: [4]reg{r}, mem: m, hasMem: true})
	return r
}

// storeLane writes a scalar.
func (g *gen) storeLane(v reg, m memory, k tensor.Kind) {
	op, size := amd64.MovStore, amd64.Size(k.Size())
	switch k {
	case tensor.F32:
		op, size = amd64.VMovSSStore, amd64.X
	case tensor.F64:
		op, size = amd64.VMovSDStore, amd64.X
	}
	g.toMemory(op, size, m, v, 0)
}

// toMemory emits a store, of the lanes that a mask has on if it is not 0.
func (g *gen) toMemory(op amd64.Op, size amd64.Size, m memory, v, on reg) {
	g.emit(inst{kind: read, op: op, size: size, r: [4]reg{0, v}, mem: m, hasMem: true, mask: on})
}
