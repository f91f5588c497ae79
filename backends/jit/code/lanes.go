package code

import (
	"slices"

	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// laneAreas is the number of vectors in the memory for lane-by-lane operations. They are three
// operands, a result, and a vector for the two floats of a remainder.
const laneAreas = 5

// areaOf returns the address of vector i in the memory for lane-by-lane operations.
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
		x := g.m.broadcast(g.one(in.Args[0]), t.Kind)
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

// shuffle selects the instructions for a vector.shuffle.
func (g *gen) shuffle(in *kernel.Instr, k tensor.Kind) []reg {
	a, b := g.value(in.Args[0]), g.value(in.Args[1])
	size := k.Size()
	if g.parts == 1 {
		if r := g.m.permute(in.Lanes, size, a[0], b[0]); r != 0 {
			return []reg{r}
		}
	}
	from, to := g.working(2*g.parts), g.working(g.parts)
	g.toLanes(slices.Concat(a, b), k, from)
	rs := make([]reg, g.parts)
	for i, l := range in.Lanes {
		g.m.storeLane(g.m.loadLane(from.plus(int(l)*size), k), to.plus(i*size), k)
	}
	for p := range rs {
		rs[p] = g.fromLanes(to.plus(p*g.chunk*size), k)
	}
	return rs
}

// working reserves memory in the argument block for the given number of registers.
func (g *gen) working(registers int) memory {
	at := (g.f.frame + 63) &^ 63
	g.f.frame = at + int32(64*registers)
	return memory{block: true, disp: at, scale: 1}
}

// steps returns the vector 0, 1, 2, …
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

// extract reads one lane.
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
		g.set(r, g.m.maskLane(part, lane))
		return
	}
	g.set(r, g.m.laneOf(part, k, lane))
}

// unit is the key of a value that is computed from the vector register "of". If "at" is not
// negative, the value is the 16 bytes of the vector that begin at byte 16·at. Otherwise the value
// is a factor of a dot product; see the methods named dot.
type unit struct {
	of reg
	at int
}

// toLanes writes the parts of a vector to m, one after the other, and returns the size of an
// element in memory. An element of i1 becomes a byte of 0 or 1.
func (g *gen) toLanes(parts []reg, k tensor.Kind, m memory) int {
	size := k.Size()
	for p, v := range parts {
		if k == tensor.I1 {
			v = g.m.oneOrZero(v, 1)
		}
		g.m.storePart(v, m.plus(p*g.chunk*size), g.chunk*size)
	}
	return size
}

// extractAt reads a lane whose index is in a register.
func (g *gen) extractAt(parts []reg, k tensor.Kind, at reg) reg {
	area := g.wide(len(parts))
	size := g.toLanes(parts, k, area)
	return g.m.loadLane(memory{base: g.m.lea(area), index: at, scale: uint8(size)}, k)
}

// wide returns memory for a vector with the given number of parts.
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
		rs, part, lane := append([]reg(nil), parts...), in.Pos/g.chunk, in.Pos%g.chunk
		rs[part] = g.m.withLane(parts[part], t.Kind, lane, g.one(in.Args[0]))
		g.set(in.Results[0], rs...)
		return
	}
	area := g.wide(len(parts))
	size := g.toLanes(parts, t.Kind, area)
	to := area.plus(in.Pos * size)
	if len(in.Args) > 2 {
		to = memory{base: g.m.lea(area), index: g.one(in.Args[2]), scale: uint8(size)}
	}
	g.m.storeLane(g.one(in.Args[0]), to, t.Kind)
	rs := make([]reg, len(parts))
	for p := range rs {
		rs[p] = g.fromLanes(area.plus(p*g.chunk*size), t.Kind)
	}
	g.set(in.Results[0], rs...)
}

// fromLanes reads one part of a vector that toLanes wrote. If k is i1, it reads bytes and returns a
// mask.
func (g *gen) fromLanes(m memory, k tensor.Kind) reg {
	v := g.m.loadPart(m, k.Size())
	if k == tensor.I1 {
		return g.m.notZero(v, 1)
	}
	return v
}

// lanewise applies an instruction to each lane of a part separately. It returns 0 if there is no
// code for scalars either.
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
			scalars[i] = g.m.loadLane(g.areaOf(i).plus(lane*k.Size()), k)
		}
		x := g.scalar(in, scalars)
		if x == 0 {
			return 0
		}
		g.m.storeLane(x, g.areaOf(3).plus(lane*to.Size()), to)
	}
	return g.fromLanes(g.areaOf(3), to)
}

// fromMemory emits a load into a new register.
func (g *gen) fromMemory(c class, regSize asm.Size, op asm.Op, size asm.Size, m memory) reg {
	r := g.f.newReg(c, regSize)
	g.emit(inst{kind: define, op: op, size: size, r: [4]reg{r}, mem: m, hasMem: true})
	return r
}

// toMemory emits a store of v. The mask "on" selects the lanes to store; 0 selects all lanes.
func (g *gen) toMemory(op asm.Op, size asm.Size, m memory, v, on reg) {
	g.emit(inst{kind: read, op: op, size: size, r: [4]reg{0, v}, mem: m, hasMem: true, mask: on})
}
