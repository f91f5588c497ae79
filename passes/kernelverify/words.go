package kernelverify

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

// words checks op if it is an operation on words (see [kernelop.Words]), and reports whether it is.
func (v *verifier) words(k *kernel, op *ir.Op) bool {
	isWords := func(t ir.Type) bool { _, ok := kernelop.Words(t, k.lanes); return ok }
	switch o := op.View().(type) {
	case vector.Load:
		if !isWords(op.Result().Type()) {
			return false
		}
		v.memory(k, op)
	case vector.Store:
		if !isWords(o.ValueToStore().Type()) {
			return false
		}
		v.memory(k, op)
	case vector.Bitcast, vector.ShapeCast:
		if from := op.OperandList()[0].Type(); !k.castsWords(from, op.Result().Type()) {
			v.fail(ir.Errorf(op, "must cast between words and numbers of 32 bits, or between words and %d bytes in each lane, but casts '%s' to '%s'",
				kernelop.WordBytes, from, op.Result().Type()))
		}
	case vector.Extract:
		if !isWords(o.Source().Type()) {
			return false
		}
		if at := o.Position(); len(at.Values) > 0 || len(at.Static) != 1 || op.Result().Type() != ir.I32() {
			v.fail(ir.Errorf(op, "must extract a number of 32 bits"))
		}
	case arith.ExtUI, arith.ExtSI:
		if from := op.OperandList()[0].Type(); len(from.Dims()) != 2 || !isWords(from) || op.Result().Type() != from.WithElem(ir.I32()) {
			return false
		}
	case vector.Contract:
		if _, _, ok := kernelop.DotFactors(o); !ok || lanesOf(op.Result().Type()) != k.lanes || !op.Result().Type().Elem().IsInt(32) {
			v.fail(ir.Errorf(op, "must add the products of unsigned and signed bytes of words to a vector of %d lanes of i32", k.lanes).
				WithHelp("one factor is an arith.extui and the other one an arith.extsi of bytes"))
		}
	default:
		return false
	}
	return true
}

// castsWords reports whether vector.bitcast or vector.shape_cast may cast values of the first type
// to the second type.
func (k *kernel) castsWords(from, to ir.Type) bool {
	x, isX := kernelop.Words(from, k.lanes)
	y, isY := kernelop.Words(to, k.lanes)
	numbers := func(t ir.Type) bool { return lanesOf(t) == k.lanes && t.Elem().IsInt(32) }
	switch {
	case isX && isY:
		return x == y
	case isX:
		return x && numbers(to)
	}
	return isY && y && numbers(from)
}
