package code

import (
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// memory selects the instructions for a memory access in block b.
func (g *gen) memory(in *kernel.Instr, b *kernel.Block) {
	param := g.k.Params[in.Param]
	k := param.Kind
	switch in.Code { // a load or store of 32-bit words can access a buffer of bytes
	case kernelop.Load:
		k = g.k.Type(in.Results[0]).Kind
	case kernelop.Store:
		k = g.k.Type(in.Args[0]).Kind
	}
	m := g.addr.at(in)
	m.fixed = !param.Written && param.InPlace < 0
	switch in.Code {
	case kernelop.Load:
		g.load(in, m, k, b)
	case kernelop.Store:
		g.store(in, m, k)
	case kernelop.MaskedLoad:
		g.maskedLoad(in, m, k)
	case kernelop.MaskedStore:
		g.maskedStore(in, m, k)
	case kernelop.Gather:
		g.gather(in, m, k)
	case kernelop.Prefetch:
		g.m.prefetch(m)
	}
}

func (g *gen) load(in *kernel.Instr, m memory, k tensor.Kind, b *kernel.Block) {
	r := in.Results[0]
	if g.k.Type(r).Lanes == 0 {
		if u := g.user[r]; u != nil && u.Code == kernelop.Broadcast && g.inBlock(u, b) && g.k.Type(u.Results[0]).Lanes > 0 && k.Size() >= 4 && g.broadcastLoad(u, m, k) {
			return
		}
		v := g.m.loadLane(m, k)
		if k == tensor.I1 {
			v = g.m.oneIfNotZero(v)
		}
		g.set(r, v)
		return
	}
	size := k.Size()
	rs := make([]reg, g.parts)
	for p := range rs {
		rs[p] = g.fromLanes(m.plus(p*g.chunk*size), k)
	}
	g.set(r, rs...)
}

func (g *gen) inBlock(in *kernel.Instr, b *kernel.Block) bool {
	for _, x := range b.Code {
		if x == in {
			return true
		}
	}
	return false
}

// broadcastLoad selects a load together with the broadcast u of its result. It returns false if the
// machine has no instruction for this.
func (g *gen) broadcastLoad(u *kernel.Instr, m memory, k tensor.Kind) bool {
	x := g.m.broadcastLoad(m, k)
	if x == 0 {
		return false
	}
	rs := make([]reg, g.parts)
	for p := range rs {
		rs[p] = x
	}
	g.set(u.Results[0], rs...)
	g.done[u] = true
	return true
}

func (g *gen) store(in *kernel.Instr, m memory, k tensor.Kind) {
	v := in.Args[0]
	if g.k.Type(v).Lanes == 0 {
		g.m.storeLane(g.one(v), m, k)
		return
	}
	if !g.streams[in] {
		g.toLanes(g.value(v), k, m)
		return
	}
	for p, r := range g.value(v) {
		g.m.streamPart(r, m.plus(p*g.chunk*k.Size()), g.chunk*k.Size())
	}
}

// streamable returns the alignment that a given vector store needs to bypass the caches; 0 if the
// store cannot bypass them.
func (g *gen) streamable(in *kernel.Instr) int {
	t := g.k.Type(in.Args[0])
	if n := g.chunk * t.Kind.Size(); t.Kind != tensor.I1 && n >= scalarBytes {
		return n
	}
	return 0
}

func (g *gen) maskedLoad(in *kernel.Instr, m memory, k tensor.Kind) {
	size := k.Size()
	on, pass := g.value(in.Args[0]), g.value(in.Args[1])
	var rs []reg
	for p := range g.parts {
		at := m.plus(p * g.chunk * size)
		old := pass[p]
		if k == tensor.I1 {
			old = g.m.oneOrZero(old, 1)
		}
		v := g.m.maskedLoadPart(at, size, on[p], old)
		if k == tensor.I1 {
			v = g.m.notZero(v, 1)
		}
		rs = append(rs, v)
	}
	g.set(in.Results[0], rs...)
}

// loadLanes does the work of maskedLoadPart lane by lane, for machines without an instruction for
// masked loads of this size.
func (g *gen) loadLanes(m memory, size int, on, old reg) reg {
	kind := bySizeKind(size)
	g.m.storePart(old, g.areaOf(0), 64)
	g.m.eachLane(on, func(lane int) {
		g.m.storeLane(g.m.loadInt(m.plus(lane*size), size), g.areaOf(0).plus(lane*size), kind)
	})
	return g.m.loadPart(g.areaOf(0), size)
}

// bySizeKind returns the integer kind with the given size.
func bySizeKind(size int) tensor.Kind {
	switch size {
	case 1:
		return tensor.I8
	case 2:
		return tensor.I16
	case 4:
		return tensor.I32
	}
	return tensor.I64
}

func (g *gen) maskedStore(in *kernel.Instr, m memory, k tensor.Kind) {
	size := k.Size()
	on, vs := g.value(in.Args[0]), g.value(in.Args[1])
	for p := range g.parts {
		at, v := m.plus(p*g.chunk*size), vs[p]
		if k == tensor.I1 {
			v = g.m.oneOrZero(v, 1)
		}
		g.m.maskedStorePart(at, size, on[p], v)
	}
}

func (g *gen) gather(in *kernel.Instr, m memory, k tensor.Kind) {
	if rs := g.m.gatherConstant(in, m, k); rs != nil {
		g.set(in.Results[0], rs...)
		return
	}
	var rs []reg
	base := m.base
	if m.index != 0 || m.disp != 0 || m.block {
		base = g.m.lea(m)
	}
	for _, index := range g.value(in.Args[0]) {
		if r := g.m.gatherPart(base, index, k.Size()); r != 0 {
			if k == tensor.I1 {
				r = g.m.notZero(r, 1)
			}
			rs = append(rs, r)
			continue
		}
		g.m.storePart(index, g.areaOf(0), g.chunk*8)
		size := k.Size()
		for lane := range g.chunk {
			at := g.m.loadInt(g.areaOf(0).plus(8*lane), 8)
			v := g.m.loadInt(memory{base: base, index: at, scale: uint8(size)}, size)
			g.m.storeLane(v, g.areaOf(3).plus(lane*size), bySizeKind(size))
		}
		rs = append(rs, g.fromLanes(g.areaOf(3), k))
	}
	g.set(in.Results[0], rs...)
}
