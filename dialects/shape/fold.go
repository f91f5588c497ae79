package shape

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// foldSizes applies f to two constant sizes. It does not fold if f returns false.
func foldSizes(c []ir.Attr, f func(x, y int64) (int64, bool)) (ir.Folded, bool) {
	x, ok1 := c[0].Int()
	y, ok2 := c[1].Int()
	if !ok1 || !ok2 {
		return nil, false
	}
	r, ok := f(x, y)
	return ir.FoldConst(ir.NewInt(r, ir.Index())), ok
}

// isInt reports whether a is the constant n.
func isInt(a ir.Attr, n int64) bool {
	v, ok := a.Int()
	return ok && v == n
}

// same folds the result of op to v if their types are equal.
func same(op *ir.Op, v *ir.Value) (ir.Folded, bool) {
	if v.Type() != op.Result().Type() {
		return nil, false
	}
	return ir.FoldTo(v), true
}

// Fold adds constants, and folds x + 0 to x.
func (o Add) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isInt(c[1], 0) {
		if f, ok := same(o.Op, o.LHS()); ok {
			return f, true
		}
	}
	return foldSizes(c, func(x, y int64) (int64, bool) { return x + y, true })
}

// Fold multiplies constants.
func (o Mul) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldSizes(c, func(x, y int64) (int64, bool) { return x * y, true })
}

// Fold divides constants and rounds down. It does not fold if the divisor is 0.
func (o Div) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldSizes(c, func(x, y int64) (int64, bool) {
		if y == 0 {
			return 0, false
		}
		q := x / y
		if x%y != 0 && (x < 0) != (y < 0) {
			q--
		}
		return q, true
	})
}

// Fold folds to an operand if both operands are the same value.
func (o Max) Fold([]ir.Attr) (ir.Folded, bool) { return equalOperands(o.Op) }

// Fold folds to an operand if both operands are the same value.
func (o Min) Fold([]ir.Attr) (ir.Folded, bool) { return equalOperands(o.Op) }

func equalOperands(op *ir.Op) (ir.Folded, bool) {
	if op.OperandAt(0) != op.OperandAt(1) {
		return nil, false
	}
	return same(op, op.OperandAt(0))
}

// Fold converts constants, and folds index_to_size(size_to_index x) to x.
func (o IndexToSize) Fold(c []ir.Attr) (ir.Folded, bool) {
	if x, ok := ir.Defining[SizeToIndex](o.Arg()); ok {
		return same(o.Op, x.Arg())
	}
	return ir.FoldConst(c[0]), !c[0].IsNil()
}

// Fold converts constants, and folds size_to_index(index_to_size x) to x. If the operand is an
// index, Fold folds to the operand.
func (o SizeToIndex) Fold(c []ir.Attr) (ir.Folded, bool) {
	if o.Arg().Type().IsIndex() {
		return same(o.Op, o.Arg())
	}
	if x, ok := ir.Defining[IndexToSize](o.Arg()); ok {
		return same(o.Op, x.Arg())
	}
	return ir.FoldConst(c[0]), !c[0].IsNil()
}

// Fold folds to a constant if the shape of the value is static.
func (o ShapeOf) Fold([]ir.Attr) (ir.Folded, bool) {
	t := o.Arg().Type()
	if !t.IsShaped() || !t.HasStaticShape() {
		return nil, false
	}
	shape, _ := t.Shape()
	return ir.FoldConst(Elements(shape)), true
}

// Fold folds to a constant if all extents are constants.
func (o FromExtents) Fold(c []ir.Attr) (ir.Folded, bool) {
	shape := make([]int64, len(c))
	for i, a := range c {
		n, ok := a.Int()
		if !ok {
			return nil, false
		}
		shape[i] = n
	}
	return ir.FoldConst(Elements(shape)), true
}

// Fold folds to_extent_tensor(from_extent_tensor x) to x, and a constant operand to the constant if
// the result type is static. Otherwise, it folds to an operand that has the result type.
func (o ToExtentTensor) Fold(c []ir.Attr) (ir.Folded, bool) {
	if x, ok := ir.Defining[FromExtentTensor](o.Input()); ok {
		return same(o.Op, x.Input())
	}
	t := o.Op.Result().Type()
	if c[0].IsNil() || !isExtents(t) || !t.HasStaticShape() {
		return same(o.Op, o.Input())
	}
	return ir.FoldConst(c[0]), true
}

// maxKnown is the maximum rank of a shape of which only the rank is known. For a larger rank, known
// returns false.
const maxKnown = 1 << 16

// known returns the extents of the shape v, with ir.Dynamic for each unknown extent. a is the
// constant value of v, or a nil attribute. ok is false if the rank is unknown.
func known(v *ir.Value, a ir.Attr) (shape []int64, ok bool) {
	if !a.IsNil() {
		return a.Ints()
	}
	if c, is := ir.Defining[ConstShape](v); is {
		return c.Extents(), true
	}
	if s, is := ir.Defining[ShapeOf](v); is {
		return s.Arg().Type().Shape()
	}
	if t, is := v.Type().Shape(); is && isExtents(v.Type()) && t[0] != ir.Dynamic && t[0] <= maxKnown {
		return slices.Repeat([]int64{ir.Dynamic}, int(t[0])), true
	}
	return nil, false
}

// extent folds to shape[i] if the parameter "at" is a constant i and this extent is known.
func extent(shape []int64, at ir.Attr) (ir.Folded, bool) {
	i, ok := at.Int()
	if !ok || i < 0 || i >= int64(len(shape)) || shape[i] == ir.Dynamic {
		return nil, false
	}
	return ir.FoldConst(ir.NewInt(shape[i], ir.Index())), true
}

// Fold folds to the extent if it is static and the index is a constant.
func (o Dim) Fold(c []ir.Attr) (ir.Folded, bool) {
	shape, _ := o.Value().Type().Shape()
	return extent(shape, c[1])
}

// Fold folds to the extent if it is known and the index is a constant. It also folds
// get_extent(from_extents(x, y), 1) to y.
func (o GetExtent) Fold(c []ir.Attr) (ir.Folded, bool) {
	if x, ok := ir.Defining[FromExtents](o.Shape()); ok {
		if i, ok := c[1].Int(); ok && i >= 0 && i < int64(len(x.Extents())) {
			return same(o.Op, x.Extents()[i])
		}
	}
	shape, _ := known(o.Shape(), c[0])
	return extent(shape, c[1])
}

// Fold folds to the rank if it is known.
func (o Rank) Fold(c []ir.Attr) (ir.Folded, bool) {
	shape, ok := known(o.Shape(), c[0])
	return ir.FoldConst(ir.NewInt(int64(len(shape)), ir.Index())), ok
}

// Fold multiplies constant extents.
func (o NumElements) Fold(c []ir.Attr) (ir.Folded, bool) {
	shape, ok := known(o.Shape(), c[0])
	n := int64(1)
	for _, d := range shape {
		ok = ok && d != ir.Dynamic
		n *= d
	}
	return ir.FoldConst(ir.NewInt(n, ir.Index())), ok
}

// equalShapes reports whether each operand of op is the same value as the first operand or an equal
// constant. c has the constant values of the operands.
func equalShapes(op *ir.Op, c []ir.Attr) bool {
	for i := 1; i < len(c); i++ {
		if op.OperandAt(i) != op.OperandAt(0) && (c[i].IsNil() || c[i] != c[0]) {
			return false
		}
	}
	return true
}

// Fold folds to true if all operands are known to be equal. It folds to false if all operands are
// constants and two of them differ.
func (o ShapeEq) Fold(c []ir.Attr) (ir.Folded, bool) {
	if equalShapes(o.Op, c) {
		return ir.FoldConst(ir.BoolAttr(true)), true
	}
	for _, a := range c {
		if a.IsNil() {
			return nil, false
		}
	}
	return ir.FoldConst(ir.BoolAttr(false)), true
}

// Joined returns the shape to which the given shapes broadcast. An unknown extent is ir.Dynamic. ok
// is false if extents do not match. An unknown extent matches only 1, and is then the result.
func Joined(shapes ...[]int64) (shape []int64, ok bool) {
	for _, s := range shapes {
		for len(s) > len(shape) {
			shape = slices.Insert(shape, 0, 1)
		}
		for i, n := range s {
			to := &shape[len(shape)-len(s)+i]
			switch {
			case n == 1 || n == *to && n != ir.Dynamic:
			case *to == 1:
				*to = n
			default:
				return nil, false
			}
		}
	}
	return shape, true
}

func broadcastable(op *ir.Op, c []ir.Attr) bool {
	if equalShapes(op, c) {
		return true
	}
	var all [][]int64
	for i, a := range c {
		shape, ok := known(op.OperandAt(i), a)
		if !ok {
			return false
		}
		all = append(all, shape)
	}
	_, ok := Joined(all...)
	return ok
}

// Fold folds to true if the shapes are known to be broadcastable. It does not fold to false.
func (o IsBroadcastable) Fold(c []ir.Attr) (ir.Folded, bool) {
	return ir.FoldConst(ir.BoolAttr(true)), broadcastable(o.Op, c)
}

// Fold broadcasts constants, and folds the broadcast of one shape to this shape.
func (o Broadcast) Fold(c []ir.Attr) (ir.Folded, bool) {
	if len(c) == 1 {
		return same(o.Op, o.Shapes()[0])
	}
	var all [][]int64
	for _, a := range c {
		shape, ok := a.Ints()
		if !ok || a.IsNil() {
			return nil, false
		}
		all = append(all, shape)
	}
	shape, ok := Joined(all...)
	return ir.FoldConst(Elements(shape)), ok
}

// Fold folds to the last constant operand, since the operation may return any of its operands.
func (o Any) Fold(c []ir.Attr) (ir.Folded, bool) {
	for i := len(c) - 1; i >= 0; i-- {
		if !c[i].IsNil() {
			return ir.FoldConst(c[i]), true
		}
	}
	return nil, false
}

// Fold concatenates constants.
func (o Concat) Fold(c []ir.Attr) (ir.Folded, bool) {
	x, ok1 := c[0].Ints()
	y, ok2 := c[1].Ints()
	return ir.FoldConst(Elements(slices.Concat(x, y))), ok1 && ok2
}

// Fold divides a constant shape at a constant index.
func (o SplitAt) Fold(c []ir.Attr) (ir.Folded, bool) {
	shape, ok1 := c[0].Ints()
	at, ok2 := c[1].Int()
	n := int64(len(shape))
	if !ok1 || !ok2 || at < -n || at > n {
		return nil, false
	}
	if at < 0 {
		at += n
	}
	return ir.FoldConst(Elements(shape[:at]), Elements(shape[at:])), true
}

// Fold removes duplicate operands and operands that are the constant true. It folds to false if an
// operand is the constant false.
func (o AssumingAll) Fold(c []ir.Attr) (ir.Folded, bool) {
	var rest []*ir.Value
	for i, a := range c {
		switch {
		case a == ir.BoolAttr(false):
			return ir.FoldConst(a), true
		case a.IsNil() && !slices.Contains(rest, o.Op.OperandAt(i)):
			rest = append(rest, o.Op.OperandAt(i))
		}
	}
	switch {
	case len(rest) == 0:
		return ir.FoldConst(ir.BoolAttr(true)), true
	case len(rest) == 1:
		return ir.FoldTo(rest[0]), true
	case len(rest) == len(c):
		return nil, false
	}
	o.Op.SetOperands(rest)
	return nil, true
}

// Fold folds to true if the shapes are known to be broadcastable. It does not fold to false.
func (o CstrBroadcastable) Fold(c []ir.Attr) (ir.Folded, bool) {
	return ir.FoldConst(ir.BoolAttr(true)), broadcastable(o.Op, c)
}

// Fold folds to true if the shapes are known to be equal. It never folds to false: different shapes
// are an error at run time.
func (o CstrEq) Fold(c []ir.Attr) (ir.Folded, bool) {
	return ir.FoldConst(ir.BoolAttr(true)), equalShapes(o.Op, c)
}

// Fold folds to the condition if it is constant.
func (o CstrRequire) Fold(c []ir.Attr) (ir.Folded, bool) {
	return ir.FoldConst(c[0]), !c[0].IsNil()
}
