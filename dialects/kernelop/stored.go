package kernelop

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// MaxGrid is the maximum number of iterations of a kernel's grid. The sum of the index of an
// iteration and a number of iterations then fits 64 bits.
const MaxGrid = 1 << 56

// Stored returns the type of the buffer that stores a tensor of type t, as a tensor type. Integers
// are signless. Integers of 2 and 4 bits, and floats of up to 8 bits, are stored in i8. Complex
// numbers are stored as two real numbers in an additional last dimension.
func Stored(t ir.Type) ir.Type {
	if c, ok := ir.TypeAs[*ir.ComplexType](t.Elem()); ok {
		shape, _ := t.Shape()
		return ir.Tensor(c.Elem, append(slices.Clone(shape), 2)...)
	}
	narrow := t.Kind().Bits() == 2 || t.Kind().Bits() == 4
	if d, ok := ir.TypeAs[*ir.IntType](t.Elem()); ok && (d.Sign != ir.Signless || narrow) {
		return t.WithElem(ir.Int(max(8, d.Bits)))
	}
	if t.Elem().IsFloat() && t.Kind().Bits() <= 8 {
		return t.WithElem(ir.Int(8))
	}
	return t
}
