package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Equal fails if the tensors differ in shape, in element type, or in an element. Floats are
// compared as in IEEE 754: NaN equals nothing, not even NaN, and 0 equals -0.
func Equal(got, want *tensor.Tensor) error {
	return each(got, want, "equal", func(x, y complex128, i int) bool {
		return x == y && (!got.Kind.IsInt() || got.Int(i) == want.Int(i))
	})
}

func same(x, y float64) bool { return x == y || x != x && y != y }

// AlmostEqual fails if the tensors differ in shape or in element type, or if corresponding elements
// differ by more than the tolerance. Two NaNs do not differ.
func AlmostEqual(got, want *tensor.Tensor, tolerance float64) error {
	near := func(x, y float64) bool { return same(x, y) || math.Abs(x-y) <= tolerance }
	return each(got, want, fmt.Sprintf("equal within a tolerance of %g", tolerance), func(x, y complex128, _ int) bool {
		return near(real(x), real(y)) && near(imag(x), imag(y))
	})
}

// Close fails if the tensors differ in shape or in element type, or if the largest distance between
// corresponding elements is not in [least, most]. The distance of floats, and of the parts of
// complex numbers, is in units in the last place. Elements of other types must be equal.
func Close(got, want *tensor.Tensor, least, most uint64) error {
	if !got.Kind.IsFloat() && !got.Kind.IsComplex() {
		return Equal(got, want)
	}
	if err := sameType(got, want); err != nil {
		return err
	}
	k := got.Kind.Part()
	x, y := parts(got), parts(want)
	largest := uint64(0)
	for i := range x.NumElements() {
		d := ulps(k, x.Bits(i), y.Bits(i))
		largest = max(largest, d)
		if d > most {
			return fmt.Errorf("expected values to be close, but element %d is %s instead of %s: they differ by %d units in the last place, more than the limit of %d",
				i, text(x, i), text(y, i), d, most)
		}
	}
	if largest < least {
		return fmt.Errorf("expected values to differ by at least %d units in the last place, but the largest difference is %d", least, largest)
	}
	return nil
}

// parts returns a tensor of complex numbers as a tensor of real numbers, which shares the data and
// has a new last dimension of size 2. It returns other tensors unchanged.
func parts(t *tensor.Tensor) *tensor.Tensor {
	if !t.Kind.IsComplex() {
		return t
	}
	return &tensor.Tensor{Kind: t.Kind.Part(), Shape: append(slices.Clone(t.Shape), 2), Data: t.Data}
}

// ulps returns the distance in units in the last place between two floats of kind k. a and b are
// the bits of the floats. Equal infinities and two NaNs have distance 0. The distance from an
// infinity or a NaN to any other float is the largest uint64.
func ulps(k tensor.Kind, a, b uint64) uint64 {
	x, y := tensor.BitsToFloat(k, a), tensor.BitsToFloat(k, b)
	if same(x, y) {
		return 0
	}
	if math.IsInf(x, 0) || math.IsInf(y, 0) || x != x || y != y {
		return math.MaxUint64
	}
	i, j := line(k, a), line(k, b)
	if i > j {
		i, j = j, i
	}
	return uint64(j - i)
}

// line maps the bits of a float to its position in the ascending order of all floats. Both zeros
// have position 0. f8E8M0FNU has no zero and no sign: its least float has position 0.
func line(k tensor.Kind, b uint64) int64 {
	sign := uint64(1) << (k.Bits() - 1)
	if k != tensor.F8E8M0FNU && b&sign != 0 {
		return -int64(b &^ sign)
	}
	return int64(b)
}

func text(t *tensor.Tensor, i int) string { return fmt.Sprint(t.Float(i)) }

func sameType(got, want *tensor.Tensor) error {
	if got.Kind != want.Kind || !slices.Equal(got.Shape, want.Shape) {
		return fmt.Errorf("expected %s %v, but got %s %v", want.Kind, want.Shape, got.Kind, got.Shape)
	}
	return nil
}

// each fails if the tensors differ in shape or in element type, or if the function "equal" returns
// false for two corresponding elements. The parameter "expected" continues the error message
// "expected values to be …".
func each(got, want *tensor.Tensor, expected string, equal func(x, y complex128, i int) bool) error {
	if err := sameType(got, want); err != nil {
		return err
	}
	for i := range got.NumElements() {
		if x, y := got.Complex(i), want.Complex(i); !equal(x, y, i) {
			if !got.Kind.IsComplex() {
				return fmt.Errorf("expected values to be %s, but element %d is %v instead of %v", expected, i, real(x), real(y))
			}
			return fmt.Errorf("expected values to be %s, but element %d is %v instead of %v", expected, i, x, y)
		}
	}
	return nil
}

func pair(in []interp.Value, a ir.Attr) (x, y *tensor.Tensor, err error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, nil, err
	}
	if len(ts) == 2 {
		return ts[0], ts[1], nil
	}
	if a, err = ir.WithElements(a); err != nil {
		return nil, nil, err
	}
	d, ok := ir.AttrAs[*ir.DenseElements](a)
	if !ok {
		return nil, nil, fmt.Errorf("failed: its constant is not dense")
	}
	return ts[0], d.Tensor(), nil
}

func number(a, otherwise ir.Attr) ir.Attr {
	if a.IsNil() {
		return otherwise
	}
	return a
}

// Eval fails if the operands differ.
func (o ExpectEq) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	x, y, err := pair(in, ir.Attr{})
	if err != nil {
		return nil, err
	}
	return nil, Equal(x, y)
}

// Eval fails if the operand differs from the constant.
func (o ExpectEqConst) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	x, y, err := pair(in, o.Value())
	if err != nil {
		return nil, err
	}
	return nil, Equal(x, y)
}

func toleranceOf(op *ir.Op, slot int) float64 {
	f, _ := ir.AttrAs[*ir.FloatAttr](number(op.AttrAt(slot), op.Def().Spec.Attrs[slot].Default))
	return f.Float()
}

// Eval fails if the operands differ by more than the tolerance.
func (o ExpectAlmostEq) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	x, y, err := pair(in, ir.Attr{})
	if err != nil {
		return nil, err
	}
	return nil, AlmostEqual(x, y, toleranceOf(o.Op, 0))
}

// Eval fails if the operand differs from the constant by more than the tolerance.
func (o ExpectAlmostEqConst) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	x, y, err := pair(in, o.Value())
	if err != nil {
		return nil, err
	}
	return nil, AlmostEqual(x, y, toleranceOf(o.Op, 1))
}

// Eval fails if the largest distance between corresponding elements is outside the limits.
func (o ExpectClose) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	x, y, err := pair(in, ir.Attr{})
	if err != nil {
		return nil, err
	}
	limit := func(slot int) uint64 {
		v, _ := number(o.Op.AttrAt(slot), o.Op.Def().Spec.Attrs[slot].Default).Int()
		return uint64(v)
	}
	return nil, Close(x, y, limit(1), limit(0))
}

// Eval fails if the record is missing, or if the operand differs from the recorded tensor.
func (o ExpectSerializedEq) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	want, _, err := pair(append(in, in...), ir.Attr{})
	if err != nil {
		return nil, err
	}
	id, _ := o.Op.AttrAt(0).Str()
	n, _ := number(o.Op.AttrAt(1), o.Op.Def().Spec.Attrs[1].Default).Int()
	got, ok := c.Recorded(id, int(n))
	if !ok {
		return nil, fmt.Errorf("found no record %d of probe %q", n, id)
	}
	return nil, Equal(got, want)
}
