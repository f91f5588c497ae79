package linalg

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// The functions below build the bodies of named computations. args has an element of each input,
// then an element of the output.

func first(_ *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) { return args[0], nil }

// convert converts the input's element to the output's type.
func convert(b *ir.Builder, args []*ir.Value, unsigned bool) (*ir.Value, error) {
	return castScalar(b, args[0], args[1].Type(), unsigned), nil
}

func choose(b *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) {
	return arith.NewSelect(b, args[0], args[1], args[2]).Op.Result(), nil
}

// multiplyAdd adds the product of the inputs to the output.
func multiplyAdd(b *ir.Builder, args []*ir.Value, unsigned bool) (*ir.Value, error) {
	t := args[2].Type()
	x, y := castScalar(b, args[0], t, unsigned), castScalar(b, args[1], t, unsigned)
	return addProduct(b, args[2], x, y)
}

// addProduct returns acc + x·y.
func addProduct(b *ir.Builder, acc, x, y *ir.Value) (*ir.Value, error) {
	p, err := applyBinary(b, "mul", x, y)
	if err != nil {
		return nil, err
	}
	return applyBinary(b, "add", acc, p)
}

// multiplyAddShifted returns out + (x - zx)·(y - zy), where args are x, y, zx, zy and out.
func multiplyAddShifted(b *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) {
	t := args[4].Type()
	var shifted [2]*ir.Value
	for i := range shifted {
		x, zero := castScalar(b, args[i], t, false), castScalar(b, args[i+2], t, false)
		d, err := applyBinary(b, "sub", x, zero)
		if err != nil {
			return nil, err
		}
		shifted[i] = d
	}
	return addProduct(b, args[4], shifted[0], shifted[1])
}

// congruential returns a pseudorandom number between args[0] and args[1]. With the generator g(x) =
// 1103515245 x + 12345 (modulo 2³²), it scales g(column + g(row + seed)) to this range. The seed is
// args[2], and (row, column) is the position of the element.
func congruential(b *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) {
	f := formula{b: b}
	least, greatest, seed := args[0], args[1], args[2]
	half := f.cast(arith.NewInt(b, 1<<31-1, ir.I64()).Op.Result(), ir.F64())
	column := f.cast(NewIndex(b, 1).Op.Result(), ir.I32())
	row := f.cast(NewIndex(b, 0).Op.Result(), ir.I32())
	x := f.step(f.apply("add", row, seed))
	x = f.step(f.apply("add", column, x))
	positive := f.apply("add", half, f.cast(x, ir.F64()))
	width := f.apply("sub", greatest, least)
	scale := f.apply("mul", width, f.cast(arith.NewFloat(b, 2.3283064e-10, ir.F64()).Op.Result(), ir.F64()))
	number := f.apply("add", f.apply("mul", positive, scale), least)
	return f.cast(number, args[3].Type()), f.err
}

// formula creates an arithmetic expression. err is the first error. If err is set, apply creates no
// operations.
type formula struct {
	b   *ir.Builder
	err error
}

func (f *formula) cast(v *ir.Value, t ir.Type) *ir.Value { return castScalar(f.b, v, t, false) }

func (f *formula) apply(fn string, x, y *ir.Value) *ir.Value {
	if f.err != nil {
		return x
	}
	v, err := applyBinary(f.b, fn, x, y)
	if err != nil {
		f.err = err
		return x
	}
	return v
}

func (f *formula) step(x *ir.Value) *ir.Value {
	factor := f.cast(arith.NewInt(f.b, 1103515245, ir.I64()).Op.Result(), ir.I32())
	x = f.apply("mul", x, factor)
	return f.apply("add", x, f.cast(arith.NewInt(f.b, 12345, ir.I64()).Op.Result(), ir.I32()))
}
