package gomlx

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/shapeinference"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// combine is the body of a reduction that applies the binary operation T.
func combine[T ir.Typed](b *ir.Builder, args []*ir.Value) []*ir.Value {
	o := ir.Create[T](b, ir.Init{Operands: args, Results: []ir.Type{args[0].Type()}})
	return []*ir.Value{ir.OpOf(o).Result()}
}

// monoid is a reduction operation with its initial value.
type monoid struct {
	body  stablehlo.Body
	start func(b *Builder, d dtypes.DType) (*ir.Value, error)
}

func startAt(v float64) func(*Builder, dtypes.DType) (*ir.Value, error) {
	return func(b *Builder, d dtypes.DType) (*ir.Value, error) { return b.number(d, v), nil }
}

func sum() monoid     { return monoid{combine[stablehlo.Add], startAt(0)} }
func product() monoid { return monoid{combine[stablehlo.Multiply], startAt(1)} }

func largest() monoid  { return monoid{combine[stablehlo.Maximum], startAtExtreme(-1)} }
func smallest() monoid { return monoid{combine[stablehlo.Minimum], startAtExtreme(1)} }

// startAtExtreme returns a function that creates the lowest value of an element type if sign is -1,
// and the highest value if sign is 1. For floats, these are the infinities. GoMLX's LowestValue is
// not used, because GoMLX 0.26 returns an int16 for Int8.
func startAtExtreme(sign int) func(*Builder, dtypes.DType) (*ir.Value, error) {
	return func(b *Builder, d dtypes.DType) (*ir.Value, error) {
		t := tensor.New(kindOf(d))
		switch {
		case d.IsComplex():
			return nil, fmt.Errorf("numbers of type %s cannot be ordered", d)
		case t.Kind.IsFloat():
			t.SetFloat(0, math.Inf(sign))
		case t.Kind.IsUnsigned(): // this includes booleans
			if sign > 0 {
				t.SetBits(0, ^uint64(0)>>(64-t.Kind.Bits()))
			}
		case sign < 0:
			t.SetInt(0, math.MinInt64>>(64-t.Kind.Bits()))
		default:
			t.SetInt(0, math.MaxInt64>>(64-t.Kind.Bits()))
		}
		return b.constant(t), nil
	}
}

// conjunction has the initial value true for booleans, and -1 for integers of any width.
func conjunction() monoid { return monoid{combine[stablehlo.And], allOnes} }
func disjunction() monoid { return monoid{combine[stablehlo.Or], startAt(0)} }
func exclusive() monoid   { return monoid{combine[stablehlo.Xor], startAt(0)} }

func allOnes(b *Builder, d dtypes.DType) (*ir.Value, error) {
	if d == dtypes.Bool {
		return b.number(d, 1), nil
	}
	return b.number(d, -1), nil
}

// monoidOf returns the monoid for GoMLX's kind.
func monoidOf(kind backends.ReduceOpType) (monoid, error) {
	switch kind {
	case backends.ReduceOpSum:
		return sum(), nil
	case backends.ReduceOpProduct:
		return product(), nil
	case backends.ReduceOpMax:
		return largest(), nil
	case backends.ReduceOpMin:
		return smallest(), nil
	}
	return monoid{}, fmt.Errorf("backend %q has no reduction %s", Name, kind)
}

// reduce combines the elements of x along axes, or along all axes if none are given.
func (b *Builder) reduce(m monoid, x backends.Op, axes []int) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	if len(axes) == 0 {
		axes = upTo(ns[0].shape.Rank())
	}
	s, err := shapeinference.ReduceOp(ns[0].shape, axes)
	if err != nil {
		return nil, err
	}
	init, err := m.start(b, s.DType)
	if err != nil {
		return nil, err
	}
	o := stablehlo.NewReduce(b.b, values(ns), []*ir.Value{init}, []ir.Type{typeOf(s)}, wide(axes), m.body)
	return b.made(o.Op, s)
}

// checkBool returns an error unless the elements of x are booleans.
func (b *Builder) checkBool(x backends.Op) error {
	ns, err := b.nodes(x)
	if err == nil && ns[0].shape.DType != dtypes.Bool {
		err = fmt.Errorf("a logical reduction needs booleans, but got %s", ns[0].shape)
	}
	return err
}

// The methods below are part of backends.StandardOps. Its other methods are in other files.

func (b *Builder) ReduceSum(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(sum(), x, axes)
}

func (b *Builder) ReduceProduct(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(product(), x, axes)
}

func (b *Builder) ReduceMax(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(largest(), x, axes)
}

func (b *Builder) ReduceMin(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(smallest(), x, axes)
}

func (b *Builder) ReduceBitwiseAnd(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(conjunction(), x, axes)
}

func (b *Builder) ReduceBitwiseOr(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(disjunction(), x, axes)
}

func (b *Builder) ReduceBitwiseXor(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(exclusive(), x, axes)
}

func (b *Builder) ReduceLogicalAnd(x backends.Op, axes ...int) (backends.Op, error) {
	if err := b.checkBool(x); err != nil {
		return nil, err
	}
	return b.reduce(conjunction(), x, axes)
}

func (b *Builder) ReduceLogicalOr(x backends.Op, axes ...int) (backends.Op, error) {
	if err := b.checkBool(x); err != nil {
		return nil, err
	}
	return b.reduce(disjunction(), x, axes)
}

func (b *Builder) ReduceLogicalXor(x backends.Op, axes ...int) (backends.Op, error) {
	if err := b.checkBool(x); err != nil {
		return nil, err
	}
	return b.reduce(exclusive(), x, axes)
}

// ArgMinMax implements backends.StandardOps. It reduces values together with their indices.
func (b *Builder) ArgMinMax(x backends.Op, axis int, d dtypes.DType, isMin bool) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	in := ns[0].shape
	if axis, err = axisOf(axis, in.Rank()); err != nil {
		return nil, err
	}
	s, err := shapeinference.ArgMinMaxOp(in, axis, d)
	if err != nil {
		return nil, err
	}
	if err := checkShape(s); err != nil {
		return nil, err
	}
	m, better := largest(), "GT"
	if isMin {
		m, better = smallest(), "LT"
	}
	worst, err := m.start(b, in.DType)
	if err != nil {
		return nil, err
	}
	places := stablehlo.NewIota(b.b, typeOf(shapes.Make(d, in.Dimensions...)), int64(axis)).Op.Result()
	o := stablehlo.NewReduce(b.b, []*ir.Value{ns[0].v, places}, []*ir.Value{worst, b.number(d, 0)},
		[]ir.Type{typeOf(shapes.Make(in.DType, s.Dimensions...)), typeOf(s)}, []int64{int64(axis)}, preferred(in.DType, better))
	if err := ir.Verify(o.Op); err != nil {
		o.Op.Erase()
		return nil, err
	}
	return b.node(o.Op.ResultAt(1), s), nil
}

// preferred returns the body of an ArgMinMax reduction, which keeps one of two values with its
// index. If "better" is "LT", it keeps the lesser value. NaN is preferred to every number. If the
// values are equal, the lower index is kept.
func preferred(d dtypes.DType, better string) stablehlo.Body {
	return func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		l, li, r, ri := args[0], args[1], args[2], args[3]
		order := orderOf(d)
		is := func(dir string, x, y *ir.Value) *ir.Value {
			return stablehlo.NewCompareAs(b, dir, order, x, y).Op.Result()
		}
		wins, equal := is(better, l, r), is("EQ", l, r)
		if d.IsFloat() {
			lnan, rnan := is("NE", l, l), is("NE", r, r)
			both := stablehlo.NewAnd(b, lnan, rnan).Op.Result()
			equal = stablehlo.NewOr(b, equal, both).Op.Result()
			wins = stablehlo.NewOr(b, wins, stablehlo.NewAnd(b, lnan, is("EQ", r, r)).Op.Result()).Op.Result()
		}
		first := stablehlo.NewCompare(b, "LT", li, ri).Op.Result()
		wins = stablehlo.NewOr(b, wins, stablehlo.NewAnd(b, equal, first).Op.Result()).Op.Result()
		return []*ir.Value{stablehlo.NewSelect(b, wins, l, r).Op.Result(), stablehlo.NewSelect(b, wins, li, ri).Op.Result()}
	}
}
