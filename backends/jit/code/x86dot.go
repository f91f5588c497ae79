package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
)

// dot multiplies the unsigned bytes of a[0] by the signed bytes of a[1], and adds the four products
// of each word of 32 bits to the word of a[2]. It returns 0 if size, the number of bytes of an
// element, is not 4.
func (g *x86) dot(size int, width amd64.Size, a []reg) reg {
	if size != 4 {
		return 0
	}
	if g.t.Dots {
		r := g.f.newReg(vector, width)
		g.emit(inst{kind: tied, op: amd64.VPDPBUSD, size: width, r: [4]reg{r, a[2], a[0], a[1]}})
		return r
	}
	// The even bytes are extended to 16 bits in one register, and the odd bytes in another.
	// VPMAddWD then adds pairs of products in 32 bits, without overflow. The constants are values
	// of unit.at: the extended bytes are cached in g.units.
	const even, odd, signed = -1, -2, -4
	part := func(v reg, which int, compute func() reg) reg {
		key := unit{v, which}
		if _, ok := g.units[key]; !ok {
			g.units[key] = compute()
		}
		return g.units[key]
	}
	x0 := part(a[0], even, func() reg { return g.vec(amd64.VPAndD, width, a[0], g.splat(0xff, 2, width)) })
	x1 := part(a[0], odd, func() reg { return g.vecImm(amd64.VPSRLWI, width, 8, a[0]) })
	y0 := part(a[1], even+signed, func() reg { return g.vecImm(amd64.VPSRAWI, width, 8, g.vecImm(amd64.VPSLLWI, width, 8, a[1])) })
	y1 := part(a[1], odd+signed, func() reg { return g.vecImm(amd64.VPSRAWI, width, 8, a[1]) })
	sum := g.vec(amd64.VPAddD, width, g.vec(amd64.VPMAddWD, width, x0, y0), a[2])
	return g.vec(amd64.VPAddD, width, g.vec(amd64.VPMAddWD, width, x1, y1), sum)
}

// dotScalar is like dot, but for single words.
func (g *x86) dotScalar(a []reg) reg {
	words := make([]reg, len(a))
	for i, r := range a {
		words[i] = g.toVector(r, 4)
	}
	return g.gpr(amd64.VMovDStore, amd64.X, g.dot(4, amd64.X, words))
}
