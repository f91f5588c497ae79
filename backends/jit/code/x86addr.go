package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
)

func (g *x86) lea(m memory) reg {
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: define, op: amd64.Lea, size: 8, r: [4]reg{r}, mem: m, hasMem: true})
	return r
}

// times returns v·c.
func (g *x86) times(v reg, c int64) reg {
	if c == 1 {
		return v
	}
	if c == int64(int32(c)) {
		r := g.f.newReg(general, 8)
		g.emit(inst{kind: define, op: amd64.IMul3, size: 8, r: [4]reg{r, v}, imm: c})
		return r
	}
	return g.both(amd64.IMul, 8, v, g.integer(c))
}

func (g *x86) indexes(c int64) bool { return c == 1 || c == 2 || c == 4 || c == 8 }

func (g *x86) plusMultiple(base, v reg, c int64) reg {
	if g.indexes(c) {
		return g.lea(memory{base: base, index: v, scale: uint8(c)})
	}
	return g.lea(memory{base: base, index: g.times(v, c), scale: 1})
}

func (g *x86) offset(a reg, c int) reg { return g.lea(memory{base: a, disp: int32(c), scale: 1}) }

func (g *x86) grow(p reg, c int64) {
	if c == int64(int32(c)) {
		g.emit(inst{kind: tied, op: amd64.AddImm, size: 8, r: [4]reg{p, p}, imm: c})
		return
	}
	g.emit(inst{kind: tied, op: amd64.Add, size: 8, r: [4]reg{p, p, g.integer(c)}})
}
