package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

func canonicalCasts() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(extSignedOfUnsigned), rewrite.On(truncOfSigned), rewrite.On(truncOfUnsigned), rewrite.On(truncShift),
		rewrite.On(truncHighSigned), rewrite.On(truncHighUnsigned), rewrite.On(truncOfIntToFloat),
		rewrite.On(indexOfIndex), rewrite.On(indexOfExtended), rewrite.On(indexOfIndexUnsigned), rewrite.On(indexOfExtendedUnsigned),
		rewrite.On(bitcastOfBitcast),
	}
}

// extsi(extui x) → extui x
func extSignedOfUnsigned(op ExtSI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[ExtUI](op.In())
	if !ok {
		return false
	}
	rw.Replace(op.Op, NewExtUI(&rw.Builder, in.In(), op.Out().Type()).Out())
	return true
}

// trunci(extsi x) → extsi x, where x is narrower than the result
func truncOfSigned(op TruncI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[ExtSI](op.In())
	if !ok || width(in.In().Type().Elem()) >= width(op.Out().Type().Elem()) {
		return false
	}
	rw.Replace(op.Op, NewExtSI(&rw.Builder, in.In(), op.Out().Type()).Out())
	return true
}

// trunci(extui x) → extui x, where x is narrower than the result
func truncOfUnsigned(op TruncI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[ExtUI](op.In())
	if !ok || width(in.In().Type().Elem()) >= width(op.Out().Type().Elem()) {
		return false
	}
	rw.Replace(op.Op, NewExtUI(&rw.Builder, in.In(), op.Out().Type()).Out())
	return true
}

// trunci(x >> c) with signs → without, where no sign bit is left
func truncShift(op TruncI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[ShRSI](op.In())
	if !ok {
		return false
	}
	n, w, ok := splatInt(constantOf(in.RHS()))
	if !ok || n < 0 || int64(w-width(op.Out().Type().Elem())) < n {
		return false
	}
	b := &rw.Builder
	shift := NewShRUI(b, in.LHS(), in.RHS())
	r := NewTruncI(b, shift.Result(), op.Out().Type())
	r.SetAttrAt(0, op.AttrAt(0))
	rw.Replace(op.Op, r.Out())
	return true
}

// trunci((extsi x · extsi y) >> n) → high of x · y, where n is their width
func truncHighSigned(op TruncI, rw *rewrite.Rewriter) bool {
	x, y, ok := highHalf(op, func(v *ir.Value) *ir.Value {
		if e, ok := ir.Defining[ExtSI](v); ok {
			return e.In()
		}
		return nil
	})
	if !ok {
		return false
	}
	rw.Replace(op.Op, NewMulSIExtended(&rw.Builder, x, y).High())
	return true
}

// trunci((extui x · extui y) >> n) → high of x · y, where n is their width
func truncHighUnsigned(op TruncI, rw *rewrite.Rewriter) bool {
	x, y, ok := highHalf(op, func(v *ir.Value) *ir.Value {
		if e, ok := ir.Defining[ExtUI](v); ok {
			return e.In()
		}
		return nil
	})
	if !ok {
		return false
	}
	rw.Replace(op.Op, NewMulUIExtended(&rw.Builder, x, y).High())
	return true
}

// highHalf matches the upper half of a product of extended values.
func highHalf(op TruncI, source func(*ir.Value) *ir.Value) (x, y *ir.Value, ok bool) {
	shift, ok := ir.Defining[ShRUI](op.In())
	if !ok {
		return nil, nil, false
	}
	product, ok := ir.Defining[MulI](shift.LHS())
	if !ok {
		return nil, nil, false
	}
	x, y = source(product.LHS()), source(product.RHS())
	t := op.Out().Type()
	if x == nil || y == nil || x.Type() != t || y.Type() != t {
		return nil, nil, false
	}
	n, wide, ok := splatInt(constantOf(shift.RHS()))
	w := width(t.Elem())
	return x, y, ok && n == int64(w) && wide >= 2*w
}

// truncf(sitofp x) → sitofp x, and so of uitofp
func truncOfIntToFloat(op TruncF, rw *rewrite.Rewriter) bool {
	if s, ok := ir.Defining[SIToFP](op.In()); ok {
		rw.Replace(op.Op, NewSIToFP(&rw.Builder, s.In(), op.Out().Type()).Out())
		return true
	}
	if u, ok := ir.Defining[UIToFP](op.In()); ok {
		rw.Replace(op.Op, NewUIToFP(&rw.Builder, u.In(), op.Out().Type()).Out())
		return true
	}
	return false
}

// index_cast(index_cast x) → x, where the types are equal
func indexOfIndex(op IndexCast, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[IndexCast](op.In())
	if !ok || in.In().Type() != op.Out().Type() {
		return false
	}
	rw.Replace(op.Op, in.In())
	return true
}

// index_cast(extsi x) → index_cast x
func indexOfExtended(op IndexCast, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[ExtSI](op.In())
	if !ok {
		return false
	}
	rw.Replace(op.Op, NewIndexCast(&rw.Builder, in.In(), op.Out().Type()).Out())
	return true
}

// index_castui(index_castui x) → x, where the types are equal
func indexOfIndexUnsigned(op IndexCastUI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[IndexCastUI](op.In())
	if !ok || in.In().Type() != op.Out().Type() {
		return false
	}
	rw.Replace(op.Op, in.In())
	return true
}

// index_castui(extui x) → index_castui x
func indexOfExtendedUnsigned(op IndexCastUI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[ExtUI](op.In())
	if !ok {
		return false
	}
	rw.Replace(op.Op, NewIndexCastUI(&rw.Builder, in.In(), op.Out().Type()).Out())
	return true
}

// bitcast(bitcast x) → bitcast x, or x where the types are equal
func bitcastOfBitcast(op Bitcast, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Bitcast](op.In())
	if !ok {
		return false
	}
	if in.In().Type() == op.Out().Type() {
		rw.Replace(op.Op, in.In())
		return true
	}
	rw.Replace(op.Op, NewBitcast(&rw.Builder, in.In(), op.Out().Type()).Out())
	return true
}
