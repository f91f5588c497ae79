package affine

// Flat is a sum with the coefficients of dimensions, symbols and divisions (locals), and a
// constant.
type Flat struct {
	Dims, Syms []int64
	Locals     []Local
	Const      int64
}

// Local is a division with its coefficient in a sum.
type Local struct {
	Expr  Expr
	Coeff int64
}

// Flatten returns e as a sum over the given numbers of dimensions and symbols. ok is false if a
// factor or divisor in e is not constant, or if a divisor is less than 1.
func (e Expr) Flatten(dims, syms int) (f Flat, ok bool) {
	f = Flat{Dims: make([]int64, dims), Syms: make([]int64, syms)}
	ok = f.add(e, 1)
	return f, ok
}

// add adds factor · e to f. It returns false if Flatten fails for e.
func (f *Flat) add(e Expr, factor int64) bool {
	if c, ok := e.Const(); ok {
		f.Const += c * factor
		return true
	}
	if i, ok := e.Dim(); ok {
		f.Dims[i] += factor
		return true
	}
	if i, ok := e.Sym(); ok {
		f.Syms[i] += factor
		return true
	}
	lhs, rhs := e.Operands()
	if e.Kind() == KindAdd {
		return f.add(lhs, factor) && f.add(rhs, factor)
	}
	c, ok := rhs.Const()
	if !ok || c == 0 {
		return false
	}
	if e.Kind() == KindMul {
		return f.add(lhs, factor*c)
	}
	part, ok := lhs.Flatten(len(f.Dims), len(f.Syms))
	if !ok || c < 0 {
		return false
	}
	if e.Kind() == KindMod {
		// x mod c is x - c · (x floordiv c).
		if part.divisible(c) {
			return true
		}
		f.merge(part, factor)
		f.divide(part, c, -factor*c, FloorDiv)
		return true
	}
	divide := FloorDiv
	if e.Kind() == KindCeilDiv {
		divide = CeilDiv
	}
	f.divide(part, c, factor, divide)
	return true
}

// merge adds factor · g to f.
func (f *Flat) merge(g Flat, factor int64) {
	for i, c := range g.Dims {
		f.Dims[i] += c * factor
	}
	for i, c := range g.Syms {
		f.Syms[i] += c * factor
	}
	for _, l := range g.Locals {
		f.local(l.Expr, l.Coeff*factor)
	}
	f.Const += g.Const * factor
}

// divide adds factor · (g / c) to f. It first cancels common factors of g and c. div builds the
// quotient.
func (f *Flat) divide(g Flat, c, factor int64, div func(Expr, Expr) Expr) {
	n := int64(gcd(uint64(c), g.divisor()))
	if n > 1 {
		g.scale(n)
		c /= n
	}
	if c == 1 {
		f.merge(g, factor)
		return
	}
	f.local(div(g.Expr(), Const(c)), factor)
}

func (f *Flat) local(e Expr, coeff int64) {
	for i := range f.Locals {
		if f.Locals[i].Expr == e {
			f.Locals[i].Coeff += coeff
			return
		}
	}
	f.Locals = append(f.Locals, Local{e, coeff})
}

// coefficients returns all coefficients and, as the last element, the constant.
func (f *Flat) coefficients() []int64 {
	cs := append(append([]int64(nil), f.Dims...), f.Syms...)
	for _, l := range f.Locals {
		cs = append(cs, l.Coeff)
	}
	return append(cs, f.Const)
}

func (f *Flat) divisible(c int64) bool { return f.divisor()%uint64(c) == 0 }

// divisor returns the greatest common divisor of all coefficients and the constant.
func (f *Flat) divisor() uint64 {
	d := uint64(0)
	for _, c := range f.coefficients() {
		d = gcd(d, uint64(max(c, -c)))
	}
	return d
}

// scale divides f by n, which must divide all coefficients and the constant.
func (f *Flat) scale(n int64) {
	for i := range f.Dims {
		f.Dims[i] /= n
	}
	for i := range f.Syms {
		f.Syms[i] /= n
	}
	for i := range f.Locals {
		f.Locals[i].Coeff /= n
	}
	f.Const /= n
}

// Expr returns the sum as an expression.
func (f *Flat) Expr() Expr {
	e := Const(0)
	term := func(x Expr, c int64) {
		if c != 0 {
			e = Add(e, Mul(x, Const(c)))
		}
	}
	for i, c := range f.Dims {
		term(Dim(i), c)
	}
	for i, c := range f.Syms {
		term(Sym(i), c)
	}
	for _, l := range f.Locals {
		term(l.Expr, l.Coeff)
	}
	return Add(e, Const(f.Const))
}

// Compare orders f and g, which must have no Locals, lexicographically by their coefficients.
func (f *Flat) Compare(g *Flat) int {
	a, b := f.coefficients(), g.coefficients()
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	return len(a) - len(b)
}

// Simplify returns e as a sum with equal terms merged, in MLIR's order of terms. If Flatten fails,
// it returns e itself.
func (e Expr) Simplify(dims, syms int) Expr {
	f, ok := e.Flatten(dims, syms)
	if !ok {
		return e
	}
	return f.Expr()
}
