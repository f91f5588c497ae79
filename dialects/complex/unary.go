package complex

import "github.com/lathe-ir/lathe/ir"

// Cos is the cosine of a number.
//
//	%r = complex.cos %a fastmath<nnan> : complex<f32>
type Cos struct{ ir.Ref }

// Complex returns the operand.
func (o Cos) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Cos) Spec() ir.Spec { return unary("cos", "The cosine of a number.") }

// Exp is the exponential of a number.
//
//	%r = complex.exp %a fastmath<nnan> : complex<f32>
type Exp struct{ ir.Ref }

// Complex returns the operand.
func (o Exp) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Exp) Spec() ir.Spec { return unary("exp", "The exponential of a number.") }

// Fold folds exp(log(x)) to x.
func (o Exp) Fold([]ir.Attr) (ir.Folded, bool) {
	if in, ok := ir.Defining[Log](o.Complex()); ok {
		return ir.FoldTo(in.Complex()), true
	}
	return nil, false
}

// Expm1 is the exponential of a number, minus one.
//
//	%r = complex.expm1 %a fastmath<nnan> : complex<f32>
type Expm1 struct{ ir.Ref }

// Complex returns the operand.
func (o Expm1) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Expm1) Spec() ir.Spec { return unary("expm1", "The exponential of a number, minus one.") }

// Log is the natural logarithm of a number.
//
//	%r = complex.log %a fastmath<nnan> : complex<f32>
type Log struct{ ir.Ref }

// Complex returns the operand.
func (o Log) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Log) Spec() ir.Spec { return unary("log", "The natural logarithm of a number.") }

// Fold folds log(exp(x)) to x.
func (o Log) Fold([]ir.Attr) (ir.Folded, bool) {
	if in, ok := ir.Defining[Exp](o.Complex()); ok {
		return ir.FoldTo(in.Complex()), true
	}
	return nil, false
}

// Log1p is the natural logarithm of one plus a number.
//
//	%r = complex.log1p %a fastmath<nnan> : complex<f32>
type Log1p struct{ ir.Ref }

// Complex returns the operand.
func (o Log1p) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Log1p) Spec() ir.Spec { return unary("log1p", "The natural logarithm of one plus a number.") }

// Neg is the negative of a number.
//
//	%r = complex.neg %a fastmath<nnan> : complex<f32>
type Neg struct{ ir.Ref }

// Complex returns the operand.
func (o Neg) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Neg) Spec() ir.Spec { return unary("neg", "The negative of a number.") }

// Fold folds neg(neg(x)) to x.
func (o Neg) Fold([]ir.Attr) (ir.Folded, bool) {
	if in, ok := ir.Defining[Neg](o.Complex()); ok {
		return ir.FoldTo(in.Complex()), true
	}
	return nil, false
}

// Rsqrt is the reciprocal of the square root of a number.
//
//	%r = complex.rsqrt %a fastmath<nnan> : complex<f32>
type Rsqrt struct{ ir.Ref }

// Complex returns the operand.
func (o Rsqrt) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Rsqrt) Spec() ir.Spec { return unary("rsqrt", "The reciprocal of the square root of a number.") }

// Sign is a number divided by its absolute value. The sign of zero is zero.
//
//	%r = complex.sign %a fastmath<nnan> : complex<f32>
type Sign struct{ ir.Ref }

// Complex returns the operand.
func (o Sign) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Sign) Spec() ir.Spec {
	return unary("sign", "A number divided by its absolute value; the sign of zero is zero.")
}

// Sin is the sine of a number.
//
//	%r = complex.sin %a fastmath<nnan> : complex<f32>
type Sin struct{ ir.Ref }

// Complex returns the operand.
func (o Sin) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Sin) Spec() ir.Spec { return unary("sin", "The sine of a number.") }

// Sqrt is the square root of a number.
//
//	%r = complex.sqrt %a fastmath<nnan> : complex<f32>
type Sqrt struct{ ir.Ref }

// Complex returns the operand.
func (o Sqrt) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Sqrt) Spec() ir.Spec { return unary("sqrt", "The square root of a number.") }

// Tanh is the hyperbolic tangent of a number.
//
//	%r = complex.tanh %a fastmath<nnan> : complex<f32>
type Tanh struct{ ir.Ref }

// Complex returns the operand.
func (o Tanh) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Tanh) Spec() ir.Spec { return unary("tanh", "The hyperbolic tangent of a number.") }

// Tan is the tangent of a number.
//
//	%r = complex.tan %a fastmath<nnan> : complex<f32>
type Tan struct{ ir.Ref }

// Complex returns the operand.
func (o Tan) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Tan) Spec() ir.Spec { return unary("tan", "The tangent of a number.") }

// Conj is the conjugate of a number.
//
//	%r = complex.conj %a fastmath<nnan> : complex<f32>
type Conj struct{ ir.Ref }

// Complex returns the operand.
func (o Conj) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Conj) Spec() ir.Spec { return unary("conj", "The conjugate of a number.") }

// Fold folds conj(conj(x)) to x.
func (o Conj) Fold([]ir.Attr) (ir.Folded, bool) {
	if in, ok := ir.Defining[Conj](o.Complex()); ok {
		return ir.FoldTo(in.Complex()), true
	}
	return nil, false
}

// Abs is the absolute value of a number.
//
//	%r = complex.abs %a fastmath<nnan> : complex<f32>
type Abs struct{ ir.Ref }

// Complex returns the operand.
func (o Abs) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Abs) Spec() ir.Spec { return part("abs", "result", "The absolute value of a number.") }

// Angle is the angle of a number in polar coordinates.
//
//	%r = complex.angle %a fastmath<nnan> : complex<f32>
type Angle struct{ ir.Ref }

// Complex returns the operand.
func (o Angle) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Angle) Spec() ir.Spec {
	return part("angle", "result", "The angle of a number in polar coordinates.")
}

// Re is the real part of a number.
//
//	%r = complex.re %a fastmath<nnan> : complex<f32>
type Re struct{ ir.Ref }

// Complex returns the operand.
func (o Re) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Re) Spec() ir.Spec { return part("re", "real", "The real part of a number.") }

// NewRe inserts a complex.re.
func NewRe(b *ir.Builder, a *ir.Value) Re { return ir.Create[Re](b, partInit(a)) }

// Fold evaluates the real part of a constant, and folds re(create(a, b)) to a.
func (o Re) Fold(c []ir.Attr) (ir.Folded, bool) {
	if a, ok := ir.AttrAs[*ir.ArrayAttr](c[0]); ok && len(a.Elems) == 2 {
		return ir.FoldConst(a.Elems[0]), true
	}
	if in, ok := ir.Defining[Create](o.Complex()); ok {
		return ir.FoldTo(in.Real()), true
	}
	return nil, false
}

// Im is the imaginary part of a number.
//
//	%r = complex.im %a fastmath<nnan> : complex<f32>
type Im struct{ ir.Ref }

// Complex returns the operand.
func (o Im) Complex() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Im) Spec() ir.Spec { return part("im", "imaginary", "The imaginary part of a number.") }

// NewIm inserts a complex.im.
func NewIm(b *ir.Builder, a *ir.Value) Im { return ir.Create[Im](b, partInit(a)) }

// Fold evaluates the imaginary part of a constant, and folds im(create(a, b)) to b.
func (o Im) Fold(c []ir.Attr) (ir.Folded, bool) {
	if a, ok := ir.AttrAs[*ir.ArrayAttr](c[0]); ok && len(a.Elems) == 2 {
		return ir.FoldConst(a.Elems[1]), true
	}
	if in, ok := ir.Defining[Create](o.Complex()); ok {
		return ir.FoldTo(in.Imaginary()), true
	}
	return nil, false
}
