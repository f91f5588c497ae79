package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func (g *x86) oneIfNotZero(v reg) reg {
	return g.gprImm(amd64.ShRImm, 8, g.lea(memory{base: v}.plus(255)), 8)
}

func (g *x86) broadcastLoad(m memory, k tensor.Kind) reg {
	width := g.width(k.Size())
	return g.fromMemory(vector, width, broadcastOf(k.Size()), width, m)
}

func (g *x86) prefetch(m memory) {
	g.emit(inst{kind: read, op: amd64.PrefetchT0, size: 1, mem: m, hasMem: true})
}

func (g *x86) loadPart(m memory, size int) reg {
	width := g.width(size)
	switch g.chunk * size {
	case 1, 2:
		return g.toVector(g.loadInt(m, g.chunk*size), 4)
	case 4:
		return g.fromMemory(vector, width, amd64.VMovSSLoad, amd64.X, m)
	case 8:
		return g.fromMemory(vector, width, amd64.VMovSDLoad, amd64.X, m)
	}
	return g.fromMemory(vector, width, amd64.VMovUPS, width, m)
}

func (g *x86) storePart(v reg, m memory, n int) {
	switch n {
	case 1:
		g.toMemory(amd64.VPExtrB, amd64.X, m, v, 0)
	case 2:
		g.toMemory(amd64.VPExtrW, amd64.X, m, v, 0)
	case 4:
		g.toMemory(amd64.VMovSSStore, amd64.X, m, v, 0)
	case 8:
		g.toMemory(amd64.VMovSDStore, amd64.X, m, v, 0)
	default:
		g.toMemory(amd64.VMovUPSStore, min(amd64.Size(n), g.f.size[v]), m, v, 0)
	}
}

func (g *x86) streamPart(v reg, m memory, n int) {
	g.toMemory(amd64.VMovNTPSStore, amd64.Size(n), m, v, 0)
}

// fence makes streaming stores visible to other cores before all later stores.
func (g *x86) fence() { g.emit(inst{kind: read, op: amd64.SFence}) }

// moveMasked returns the instructions that load and store the lanes that a mask register selects.
func moveMasked(size int) (load, store amd64.Op) {
	return bySize(size, amd64.VMovDQU8, amd64.VMovDQU16, amd64.VMovDQU32, amd64.VMovDQU64),
		bySize(size, amd64.VMovDQU8Store, amd64.VMovDQU16Store, amd64.VMovDQU32Store, amd64.VMovDQU64Store)
}

func (g *x86) maskedLoadPart(m memory, size int, on, old reg) reg {
	width := g.width(size)
	if g.t.AVX512 {
		op, _ := moveMasked(size)
		on = g.canonical(on, size)
		r := g.f.newReg(vector, width)
		if c, ok := g.f.consts[old]; ok && allBytes(c.bytes, 0) {
			g.emit(inst{kind: define, op: op, size: width, r: [4]reg{r}, mem: m, hasMem: true, mask: on, zero: true})
		} else {
			g.emit(inst{kind: tied, op: op, size: width, r: [4]reg{r, old}, mem: m, hasMem: true, mask: on})
		}
		return r
	}
	if size < 4 || g.chunk*size < 16 {
		return g.loadLanes(m, size, on, old)
	}
	sel := g.forSize(on, size)
	r := g.f.newReg(vector, width)
	g.emit(inst{kind: define, op: bySize(size, 0, 0, amd64.VPMaskMovD, amd64.VPMaskMovQ), size: width, r: [4]reg{r, sel}, mem: m, hasMem: true})
	return g.blend(sel, r, old, size, width)
}

func (g *x86) eachLane(on reg, f func(lane int)) {
	g.storePart(g.elements(on, 1), g.areaOf(2), 64)
	for lane := range g.chunk {
		skip := g.newLabel()
		g.emit(inst{kind: compareJump, size: 1, pred: kernelop.EQ, mem: g.areaOf(2).plus(lane), hasMem: true, label: skip})
		f(lane)
		g.bind(skip)
	}
}

func (g *x86) maskedStorePart(m memory, size int, on, v reg) {
	width := g.width(size)
	switch {
	case g.t.AVX512:
		_, op := moveMasked(size)
		g.toMemory(op, width, m, v, g.canonical(on, size))
	case size < 4 || g.chunk*size < 16:
		g.storePart(v, g.areaOf(0), 64)
		g.eachLane(on, func(lane int) {
			g.storeLane(g.loadInt(g.areaOf(0).plus(lane*size), size), m.plus(lane*size), bySizeKind(size))
		})
	default:
		op := bySize(size, 0, 0, amd64.VPMaskMovDStore, amd64.VPMaskMovQStore)
		g.emit(inst{kind: read, op: op, size: width, r: [4]reg{0, g.forSize(on, size), v}, mem: m, hasMem: true})
	}
}

// gatherConstant loads the elements one by one if the lanes fit into 128 bits, since this is faster
// than the gather instruction.
func (g *x86) gatherConstant(in *kernel.Instr, m memory, k tensor.Kind) []reg {
	size := k.Size()
	data, ok := g.data[in.Args[0]]
	if !ok || size < 4 || g.chunk*size > 16 || g.parts > 1 {
		return nil
	}
	at := make([]memory, g.chunk)
	for lane := range at {
		from := min(8*lane, len(data)-8) // a splat has only one element
		disp := int64(m.disp) + signed(data[from:from+8], tensor.I64)*int64(size)
		if disp != int64(int32(disp)) {
			return nil
		}
		at[lane] = m
		at[lane].disp = int32(disp)
	}
	first, insert := amd64.VMovSSLoad, amd64.VPInsrD
	if size == 8 {
		first, insert = amd64.VMovSDLoad, amd64.VPInsrQ
	}
	v := g.fromMemory(vector, amd64.X, first, amd64.X, at[0])
	for lane, m := range at[1:] {
		r := g.f.newReg(vector, amd64.X)
		g.emit(inst{kind: define, op: insert, size: amd64.X, r: [4]reg{r, v}, mem: m, hasMem: true, imm: int64(lane + 1)})
		v = r
	}
	return []reg{v}
}

func (g *x86) gatherPart(base, index reg, size int) reg {
	if size < 4 || g.chunk < 2 {
		return 0
	}
	width := g.width(8)
	m := memory{base: base, index: index, scale: uint8(size)}
	r := g.f.newReg(vector, g.width(size))
	i := inst{kind: defineEarly, size: width, r: [4]reg{r}, mem: m, hasMem: true}
	if g.t.AVX512 {
		i.op = pick(size == 8, amd64.VPGatherQQ, amd64.VPGatherQD)
		i.clobbers = g.f.newReg(mask, 8)
		g.emit(inst{kind: define, op: amd64.KMovQ, size: amd64.X, r: [4]reg{i.clobbers, g.maskBits(1<<g.chunk - 1)}})
	} else {
		i.op = pick(size == 8, amd64.VPGatherQQV, amd64.VPGatherQDV)
		i.clobbers = g.copyOf(g.ones(width))
	}
	g.emit(i)
	return r
}
