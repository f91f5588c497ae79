package arith

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/ub"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// holds evaluates a comparison of integers of w bits; x and y are sign-extended.
func (p IntPredicate) holds(x, y int64, w int) bool {
	a, b := unsigned(x, w), unsigned(y, w)
	switch p {
	case EQ:
		return x == y
	case NE:
		return x != y
	case SLT:
		return x < y
	case SLE:
		return x <= y
	case SGT:
		return x > y
	case SGE:
		return x >= y
	case ULT:
		return a < b
	case ULE:
		return a <= b
	case UGT:
		return a > b
	}
	return a >= b
}

// Swapped returns the predicate with the same result for swapped operands.
func (p IntPredicate) Swapped() IntPredicate {
	return [...]IntPredicate{EQ, NE, SGT, SGE, SLT, SLE, UGT, UGE, ULT, ULE}[p]
}

// Inverted returns the predicate with the opposite result.
func (p IntPredicate) Inverted() IntPredicate {
	return [...]IntPredicate{NE, EQ, SGE, SGT, SLE, SLT, UGE, UGT, ULE, ULT}[p]
}

// holds evaluates a comparison of floats.
func (p FloatPredicate) holds(x, y float64) bool {
	nan := math.IsNaN(x) || math.IsNaN(y)
	switch p {
	case FFalse:
		return false
	case FTrue:
		return true
	case FORD:
		return !nan
	case FUNO:
		return nan
	}
	if nan {
		return p >= FUEQ
	}
	if p >= FUEQ {
		p -= FUEQ - FOEQ
	}
	switch p {
	case FOEQ:
		return x == y
	case FOGT:
		return x > y
	case FOGE:
		return x >= y
	case FOLT:
		return x < y
	case FOLE:
		return x <= y
	}
	return x != y
}

// Fold evaluates a comparison of two constants, and a comparison of a value with itself. It
// simplifies comparisons of an i1 with a constant. If only the left operand is constant, Fold swaps
// the operands.
func (o CmpI) Fold(c []ir.Attr) (ir.Folded, bool) {
	p := o.Predicate()
	if o.LHS() == o.RHS() {
		v := int64(0)
		if p.holds(0, 0, 64) {
			v = -1
		}
		if a, ok := constInt(v, o.Op.Result().Type()); ok {
			return ir.FoldConst(a), true
		}
		return nil, false
	}
	if f, ok := o.foldBool(c); ok {
		return f, true
	}
	if !c[0].IsNil() && c[1].IsNil() {
		lhs, rhs := o.LHS(), o.RHS()
		o.SetPredicate(p.Swapped())
		o.Op.SetOperandAt(0, rhs)
		o.Op.SetOperandAt(1, lhs)
		return nil, true
	}
	if c[0].IsNil() || c[1].IsNil() {
		return nil, false
	}
	a, ok := foldIntsTo(c[0], c[1], o.Op.Result().Type(), func(x, y int64, w int) (int64, bool) {
		if p.holds(x, y, w) {
			return -1, true
		}
		return 0, true
	})
	if !ok {
		return nil, false
	}
	return ir.FoldConst(a), true
}

// foldBool folds x == 1, x != 0, extsi(x) != 0 and extui(x) != 0 to x if x is an i1.
func (o CmpI) foldBool(c []ir.Attr) (ir.Folded, bool) {
	p := o.Predicate()
	if isZero(c[1]) && p == NE {
		if def := o.LHS().Def(); def != nil && (ir.Is[ExtSI](def) || ir.Is[ExtUI](def)) {
			if src := def.OperandAt(0); src.Type().Elem().IsInt(1) {
				return ir.FoldTo(src), true
			}
		}
	}
	if !o.LHS().Type().Elem().IsInt(1) {
		return nil, false
	}
	if isOne(c[1]) && p == EQ || isZero(c[1]) && p == NE {
		return ir.FoldTo(o.LHS()), true
	}
	return nil, false
}

// Fold evaluates comparisons of scalar constants, and comparisons of any value with a constant NaN.
func (o CmpF) Fold(c []ir.Attr) (ir.Folded, bool) {
	x, ok1 := scalarFloat(c[0])
	y, ok2 := scalarFloat(c[1])
	switch {
	case ok1 && math.IsNaN(x):
		y, ok2 = x, true
	case ok2 && math.IsNaN(y):
		x, ok1 = y, true
	}
	if !ok1 || !ok2 {
		return nil, false
	}
	return ir.FoldConst(ir.BoolAttr(o.Predicate().holds(x, y))), true
}

func scalarFloat(a ir.Attr) (float64, bool) {
	if !ir.IsAttr[*ir.FloatAttr](a) {
		return 0, false
	}
	return splatFloat(a)
}

// Fold folds a select if an operand is poison, if the condition is a scalar or splat constant, if
// all operands are constants, or if both values are the same. It folds c ? true : false to c.
func (o Select) Fold(c []ir.Attr) (ir.Folded, bool) {
	cond, t, f := o.Condition(), o.TrueValue(), o.FalseValue()
	switch {
	case t == f:
		return ir.FoldTo(t), true
	case ub.IsPoison(c[0]):
		return ir.FoldConst(c[0]), true
	case ub.IsPoison(c[1]):
		return ir.FoldTo(f), true
	case ub.IsPoison(c[2]):
		return ir.FoldTo(t), true
	case isInt(c[0], 1):
		return ir.FoldTo(t), true
	case isInt(c[0], 0):
		return ir.FoldTo(f), true
	case o.Op.Result().Type().Elem().IsInt(1) && cond.Type() == o.Op.Result().Type() && isOne(c[1]) && isZero(c[2]):
		return ir.FoldTo(cond), true
	}
	if cmp, ok := ir.Defining[CmpI](cond); ok {
		if f, ok := foldSelectEqual(cmp, t, f); ok {
			return f, true
		}
	}
	return foldSelectElements(c)
}

// foldSelectEqual folds t == f ? t : f to f, and t != f ? t : f to t. cmp is the condition.
func foldSelectEqual(cmp CmpI, t, f *ir.Value) (ir.Folded, bool) {
	if cmp.Op.Result().Type().IsShaped() {
		return nil, false
	}
	l, r := cmp.LHS(), cmp.RHS()
	if !(l == t && r == f || l == f && r == t) {
		return nil, false
	}
	switch cmp.Predicate() {
	case EQ:
		return ir.FoldTo(f), true
	case NE:
		return ir.FoldTo(t), true
	}
	return nil, false
}

// foldSelectElements folds a select of tensors or vectors whose three operands are constants.
func foldSelectElements(c []ir.Attr) (ir.Folded, bool) {
	cond, ok := ir.AttrAs[*ir.DenseElements](c[0])
	t, ok1 := ir.AttrAs[*ir.DenseElements](c[1])
	f, ok2 := ir.AttrAs[*ir.DenseElements](c[2])
	if !ok || !ok1 || !ok2 || t.Type.Kind() == tensor.Invalid {
		return nil, false
	}
	if one, splat := cond.Splat(); splat && one.Int(0) != 0 {
		return ir.FoldConst(c[1]), true
	} else if splat {
		return ir.FoldConst(c[2]), true
	}
	pick, yes, out := cond.Tensor(), t.Tensor(), f.Tensor().Clone()
	size := out.Kind.Size()
	for i := range pick.NumElements() {
		if pick.Int(i) != 0 {
			copy(out.Data[i*size:(i+1)*size], yes.Data[i*size:(i+1)*size])
		}
	}
	return ir.FoldConst(ir.NewDense(t.Type, out)), true
}
