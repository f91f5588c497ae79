// Package slice holds the common parts of operations on slices of tensors and buffers. It has lists
// of offsets, sizes and strides, whose elements are numbers or values. It also has groups of
// dimensions that are merged or split.
package slice

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Fields are the fields of a Spec for offsets, sizes and strides. The operands come last.
type Fields struct {
	Operands []ir.Field
	Attrs    []ir.AttrField
}

// Fields3 returns the operand and attribute fields for offsets, sizes, strides and segment sizes.
func Fields3() Fields {
	return Fields{
		Operands: []ir.Field{
			{Name: "offsets", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "sizes", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "strides", Type: constraint.Index, Arity: ir.Variadic},
		},
		Attrs: []ir.AttrField{
			{Name: "static_offsets", Type: constraint.I64s, Doc: "The static offsets."},
			{Name: "static_sizes", Type: constraint.I64s, Doc: "The static sizes."},
			{Name: "static_strides", Type: constraint.I64s, Doc: "The static strides."},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
	}
}

// Mixed is one list of offsets, sizes or strides. Static has a number for each element. If this
// number is ir.Dynamic, the element is the next value in Values.
type Mixed struct {
	Values []*ir.Value
	Static []int64
}

// Of returns one list of op. Its values are the operands of the field with the given index. Its
// numbers are in the attribute with the given name.
func Of(op *ir.Op, field int, name string) Mixed {
	static, _ := op.Attr(name).Ints()
	return Mixed{op.OperandsOf(field), static}
}

// At returns element i: a number and nil, or ir.Dynamic and a value.
func (m Mixed) At(i int) (int64, *ir.Value) {
	if m.Static[i] != ir.Dynamic {
		return m.Static[i], nil
	}
	n := 0
	for _, s := range m.Static[:i] {
		if s == ir.Dynamic {
			n++
		}
	}
	return ir.Dynamic, m.Values[n]
}

// Fixed returns a list of numbers.
func Fixed(v ...int64) Mixed { return Mixed{Static: v} }

// Init returns an ir.Init with the operands and attributes of the three lists. The operands start
// with the values in lead. The segment sizes start with the numbers in segments.
func Init(lead []*ir.Value, offsets, sizes, strides Mixed, segments ...int32) ir.Init {
	vs := append([]*ir.Value(nil), lead...)
	vs = append(append(append(vs, offsets.Values...), sizes.Values...), strides.Values...)
	segments = append(segments, int32(len(offsets.Values)), int32(len(sizes.Values)), int32(len(strides.Values)))
	return ir.Init{Operands: vs, Attrs: []ir.Attr{
		ir.NewDenseI64(offsets.Static...), ir.NewDenseI64(sizes.Static...), ir.NewDenseI64(strides.Static...),
		ir.NewDenseI32(segments...),
	}}
}

// Verify checks the three lists of op as MLIR does. The last parameters are the expected lengths.
func Verify(op *ir.Op, offsets, sizes, strides Mixed, numOffsets, numSizes, numStrides int) error {
	if n, m := len(offsets.Static), len(sizes.Static); n != m && !(n == 1 && numOffsets == 1) {
		return ir.ErrorAt(op, "expected mixed offsets rank to match mixed sizes rank (%d vs %d) so the rank of the result type is well-formed.", n, m)
	}
	if n, m := len(sizes.Static), len(strides.Static); n != m {
		return ir.ErrorAt(op, "expected mixed sizes rank to match mixed strides rank (%d vs %d) so the rank of the result type is well-formed.", n, m)
	}
	for _, l := range []struct {
		name string
		m    Mixed
		max  int
	}{{"offset", offsets, numOffsets}, {"size", sizes, numSizes}, {"stride", strides, numStrides}} {
		if err := verifyList(op, l.name, l.m, l.max); err != nil {
			return err
		}
	}
	for _, v := range offsets.Static {
		if v < 0 && v != ir.Dynamic {
			return ir.ErrorAt(op, "expected offsets to be non-negative, but got %d", v)
		}
	}
	for _, v := range sizes.Static {
		if v < 0 && v != ir.Dynamic {
			return ir.ErrorAt(op, "expected sizes to be non-negative, but got %d", v)
		}
	}
	return nil
}

func verifyList(op *ir.Op, name string, m Mixed, want int) error {
	if len(m.Static) != want {
		return ir.ErrorAt(op, "expected %d %s values, got %d", want, name, len(m.Static))
	}
	dynamic := 0
	for _, v := range m.Static {
		if v == ir.Dynamic {
			dynamic++
		}
	}
	if dynamic != len(m.Values) {
		return ir.ErrorAt(op, "expected %d dynamic %s values", dynamic, name)
	}
	return nil
}

// InBounds returns an error if the static offsets, sizes and strides show that a slice exceeds
// shape.
func InBounds(op *ir.Op, shape []int64, offsets, sizes, strides []int64) error {
	for i, extent := range shape {
		if extent == ir.Dynamic || offsets[i] == ir.Dynamic {
			continue
		}
		if offsets[i] >= extent {
			return ir.ErrorAt(op, "offset %d is out-of-bounds: %d >= %d", i, offsets[i], extent)
		}
		if sizes[i] == ir.Dynamic || strides[i] == ir.Dynamic {
			continue
		}
		if last := offsets[i] + (sizes[i]-1)*strides[i]; last >= extent {
			return ir.ErrorAt(op, "slice along dimension %d runs out-of-bounds: %d >= %d", i, last, extent)
		}
	}
	return nil
}

// Dropped reports, for each dimension of sizes, whether shape omits it. If several choices are
// possible, the leftmost dimensions are kept, as in MLIR. ok is false if shape is not equal to
// sizes without some dimensions of size 1.
func Dropped(sizes, shape []int64) (dropped []bool, ok bool) {
	dropped = make([]bool, len(sizes))
	at := 0
	for i, s := range sizes {
		if at < len(shape) && s == shape[at] {
			at++
			continue
		}
		if s != 1 {
			return nil, false
		}
		dropped[i] = true
	}
	return dropped, at == len(shape)
}
