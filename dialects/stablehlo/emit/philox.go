package emit

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Philox returns four 32-bit words of random bits for a key and a counter. key[0] and counter[0]
// are the lowest words. The generator is Philox4x32-10 (Salmon et al., "Parallel random numbers: as
// easy as 1, 2, 3", 2011).
func (e Emitter) Philox(key [2]*ir.Value, counter [4]*ir.Value) [4]*ir.Value {
	c := counter
	for round := range 10 {
		if round > 0 {
			key[0], key[1] = e.Add(key[0], e.Fill(key[0].Type(), 0x9E3779B9)), e.Add(key[1], e.Fill(key[1].Type(), 0xBB67AE85))
		}
		p, q := e.wideProduct(c[0], 0xD2511F53), e.wideProduct(c[2], 0xCD9E8D57)
		c = [4]*ir.Value{e.xor(e.xor(q[1], c[1]), key[0]), q[0], e.xor(e.xor(p[1], c[3]), key[1]), p[0]}
	}
	return c
}

// Words returns the low and the high words of 64-bit unsigned integers.
func (e Emitter) Words(x *ir.Value) [2]*ir.Value {
	word := ir.KindType(tensor.U32)
	high := stablehlo.NewShiftRightLogical(e.B, x, e.Fill(x.Type(), 32)).Op.Result()
	return [2]*ir.Value{e.Convert(x, word), e.Convert(high, word)}
}

// wideProduct returns the low and the high words of the 64-bit products of x and an integer.
func (e Emitter) wideProduct(x *ir.Value, by float64) [2]*ir.Value {
	wide := e.Convert(x, ir.KindType(tensor.U64))
	return e.Words(e.Mul(wide, e.Fill(wide.Type(), by)))
}

func (e Emitter) xor(x, y *ir.Value) *ir.Value { return stablehlo.NewXor(e.B, x, y).Op.Result() }
