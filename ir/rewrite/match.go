package rewrite

import "github.com/lathe-ir/lathe/ir"

// Const returns the attribute of v's value if v is a constant.
func Const(v *ir.Value) (a ir.Attr, ok bool) {
	def := v.Def()
	if def == nil || !def.Has(ir.ConstantLike) {
		return ir.Attr{}, false
	}
	c, ok := def.View().(ir.Constant)
	if !ok {
		return ir.Attr{}, false
	}
	return c.Value(), true
}

// ConstInt returns the value of v if v is a constant integer or index of at most 64 bits. If v is a
// constant vector or tensor of integers, all elements must be equal, and ConstInt returns that
// element.
func ConstInt(v *ir.Value) (n int64, ok bool) {
	a, ok := Const(v)
	if !ok {
		return 0, false
	}
	return IntOf(a)
}

// IntOf is like ConstInt for the attribute of a constant.
func IntOf(a ir.Attr) (n int64, ok bool) {
	d, isDense := ir.AttrAs[*ir.DenseElements](a)
	if !isDense {
		return a.Int()
	}
	one, ok := d.Splat()
	if !ok || one.Kind.IsFloat() || one.Kind.IsComplex() {
		return 0, false
	}
	return one.Int(0), true
}

// constants returns the values of op's operands, in the memory of buf. For an operand that is not
// constant, the value is the zero Attr.
func constants(op *ir.Op, buf []ir.Attr) []ir.Attr {
	buf = buf[:0]
	for i := range op.NumOperands() {
		a, _ := Const(op.OperandAt(i))
		buf = append(buf, a)
	}
	return buf
}
