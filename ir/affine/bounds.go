package affine

// FoldBounds simplifies quotients and remainders by the bounds of their operands, as in MLIR's
// simplifyExprAndOperands. Bounds come from constants and from remainders: for c > 0, x mod c is
// from 0 to c-1.
//
//	(d0 mod 4) floordiv 4 → 0
//	(d0 mod 4) mod 8 → d0 mod 4
func (e Expr) FoldBounds() Expr {
	if !e.IsBinary() {
		return e
	}
	lhs, rhs := e.Operands()
	e = Binary(e.kind, lhs.FoldBounds(), rhs.FoldBounds())
	if e.kind < KindMod {
		return e
	}
	lhs, rhs = e.Operands()
	c, ok := rhs.Const()
	if !ok || c <= 0 {
		return e
	}
	lo, hi, ok := lhs.bounds()
	if !ok {
		return e
	}
	if e.kind == KindMod {
		if lo >= 0 && hi < c {
			return lhs
		}
		return e
	}
	// A quotient is a constant if it is the same for both bounds of its dividend.
	least, _ := Binary(e.kind, Const(lo), rhs).Const()
	most, _ := Binary(e.kind, Const(hi), rhs).Const()
	if least == most {
		return Const(least)
	}
	return e
}

// bounds returns a lower and an upper bound of e. ok is false if no bounds are known.
func (e Expr) bounds() (lo, hi int64, ok bool) {
	if c, ok := e.Const(); ok {
		return c, c, true
	}
	if !e.IsBinary() {
		return 0, 0, false
	}
	lhs, rhs := e.Operands()
	c, constant := rhs.Const()
	if e.kind == KindMod {
		return 0, c - 1, constant && c > 0
	}
	lo, hi, ok = lhs.bounds()
	if !ok {
		return 0, 0, false
	}
	least, most := rhs, rhs
	switch {
	case e.kind == KindAdd:
		from, to, ok := rhs.bounds()
		if !ok {
			return 0, 0, false
		}
		least, most = Const(from), Const(to)
	case !constant || e.kind != KindMul && c <= 0:
		return 0, 0, false
	}
	// Const returns false if a bound does not fit 64 bits.
	lo, ok = Binary(e.kind, Const(lo), least).Const()
	hi, constant = Binary(e.kind, Const(hi), most).Const()
	return min(lo, hi), max(lo, hi), ok && constant
}
