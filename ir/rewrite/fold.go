package rewrite

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
)

// Fold folds op, first with its folder, then by its traits. consts[i] is the value of operand i, or
// the zero Attr if the operand is not constant. If ok is set and f is empty, op was changed in
// place.
func Fold(op *ir.Op, consts []ir.Attr) (f ir.Folded, ok bool) {
	if folder, has := foldable(op); has {
		f, ok = folder.Fold(consts)
		if ok && len(f) > 0 {
			return f, true
		}
		if ok && op.NumOperands() != len(consts) {
			return nil, true
		}
	}
	if op.Has(ir.Commutative) && constantsLast(op, consts) {
		return nil, true
	}
	if op.Has(ir.Idempotent) && op.NumOperands() > 0 {
		if v := idempotent(op); v != nil {
			return ir.FoldTo(v), true
		}
	}
	if op.Has(ir.Involution) && op.NumOperands() > 0 {
		if def := op.OperandAt(0).Def(); def != nil && def.Def() == op.Def() {
			return ir.FoldTo(def.OperandAt(0)), true
		}
	}
	return nil, ok
}

// foldable returns op's folder: its view or a model.
func foldable(op *ir.Op) (ir.Folder, bool) {
	if op.Def().Folds() {
		return op.View().(ir.Folder), true
	}
	return ir.Cast[ir.Folder](op)
}

// constantsLast moves the constant operands of a commutative operation after the other operands,
// and reports whether anything moved. Apart from this, the operands keep their order.
func constantsLast(op *ir.Op, consts []ir.Attr) bool {
	first := 0
	for first < len(consts) && consts[first].IsNil() {
		first++
	}
	sorted := true
	for i := first; i < len(consts); i++ {
		sorted = sorted && !consts[i].IsNil()
	}
	if sorted {
		return false
	}
	vs := op.OperandList()
	at := first
	for pass := range 2 {
		for i := first; i < len(consts); i++ {
			if consts[i].IsNil() == (pass == 0) {
				op.SetOperandAt(at, vs[i])
				at++
			}
		}
	}
	return true
}

// idempotent returns the value to which f(f(x)) or f(x, x) folds, or nil if op has another form.
func idempotent(op *ir.Op) *ir.Value {
	v := op.OperandAt(0)
	if op.NumOperands() == 1 {
		if def := v.Def(); def != nil && def.Def() == op.Def() {
			return v
		}
		return nil
	}
	if v == op.OperandAt(1) {
		return v
	}
	return nil
}

// fold folds op and replaces its results by the folded values. It creates constants if needed, and
// reports whether anything changed.
func (g *greedy) fold(op *ir.Op) bool {
	if !g.rw.Log.Allows() {
		return false
	}
	g.consts = constants(op, g.consts)
	f, ok := Fold(op, g.consts)
	if !ok || g.o.ExactNaN && changesNaN(op, f) {
		return false
	}
	if len(f) == 0 {
		g.note(decision.Fold, "in place", op)
		g.modified(op)
		return true
	}
	vs, ok := Materialize(&g.rw.Builder, op, f)
	if !ok {
		return false
	}
	g.note(decision.Fold, op.Name(), op)
	g.rw.Replace(op, vs...)
	return true
}

// changesNaN reports whether folding op may change the bits of a NaN. This is the case if op makes
// all NaNs canonical, but f contains a value whose NaNs may not be canonical.
func changesNaN(op *ir.Op, f ir.Folded) bool {
	if !op.Has(ir.CanonicalNaN) {
		return false
	}
	for _, r := range f {
		if r.Value == nil {
			continue
		}
		k := r.Value.Type().Elem().Kind()
		def := r.Value.Def()
		if (k.IsFloat() || k.IsComplex()) && (def == nil || !def.Has(ir.CanonicalNaN)) {
			return true
		}
	}
	return false
}

// Materialize converts f, the outcome of folding op, to values. It inserts a constant before op for
// each attribute in f. If op's dialect cannot create a constant, it changes nothing and returns
// false.
func Materialize(b *ir.Builder, op *ir.Op, f ir.Folded) ([]*ir.Value, bool) {
	vs := make([]*ir.Value, 0, len(f))
	b.Before(op)
	var made []*ir.Op
	for i, r := range f {
		if r.Value != nil {
			vs = append(vs, r.Value)
			continue
		}
		c := constant(b, op, r.Attr, op.ResultAt(i).Type())
		if c == nil {
			for _, m := range made {
				m.Erase()
			}
			return nil, false
		}
		c.Derive(op)
		made = append(made, c)
		vs = append(vs, c.Result())
	}
	return vs, true
}

func constant(b *ir.Builder, op *ir.Op, a ir.Attr, t ir.Type) *ir.Op {
	d := op.Def().Dialect()
	if d == nil || d.Constant == nil {
		return nil
	}
	return d.Constant(b, a, t)
}
