// Package infershapes infers unknown shapes and element types of a graph, forward and backward.
package infershapes

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Func infers the types in f and updates the type of f. It returns the number of values whose shape
// is still unknown, and the number of values whose element type is still unknown. It fails if two
// facts contradict each other.
func Func(f fn.Func) (shapes, elems int, err error) {
	in := inferrer{block: f.Entry(), queued: map[*ir.Op]bool{}}
	if err := in.run(); err != nil {
		return 0, 0, err
	}
	f.Retype()
	shapes, elems = Unknown(f)
	return shapes, elems, nil
}

// Unknown counts values of f, including arguments. shapes is the number of values with a shape that
// is not completely known, and elems the number of values with an unknown element type.
func Unknown(f fn.Func) (shapes, elems int) {
	count := func(v *ir.Value) {
		t := v.Type()
		if t.IsShaped() && !t.HasStaticShape() {
			shapes++
		}
		if t.IsShaped() && t.Elem() == nnvm.Any() {
			elems++
		}
	}
	for _, a := range f.Entry().Args() {
		count(a)
	}
	for op := range f.Entry().Ops() {
		for v := range op.Results() {
			count(v)
		}
	}
	return shapes, elems
}

// inferrer applies the inference rules of operations until no type changes. After a sweep from top
// to bottom, it visits only operations with new facts, so time is linear in the number of facts.
type inferrer struct {
	block  *ir.Block
	at     *ir.Op // the current operation of the sweep; nil after the sweep
	queue  []*ir.Op
	queued map[*ir.Op]bool
	shapes nnvm.Shapes // reused
	elems  nnvm.Elems
}

func (in *inferrer) run() error {
	for op := range in.block.Ops() {
		in.at = op
		if err := in.ask(op); err != nil {
			return err
		}
	}
	in.at = nil
	for len(in.queue) > 0 {
		op := in.queue[0]
		in.queue = in.queue[1:]
		delete(in.queued, op)
		if err := in.ask(op); err != nil {
			return err
		}
	}
	return nil
}

// ask applies the inference rules of one operation.
func (in *inferrer) ask(op *ir.Op) error {
	s, e := &in.shapes, &in.elems
	nnvm.Around(op, s, e)
	if ok, err := nnvm.Infer(op, s, e); !ok || err != nil {
		return err
	}
	for i, v := range op.OperandList() {
		if err := in.learn(op, v, s.In[i], e.In[i]); err != nil {
			return err
		}
	}
	for i := range op.NumResults() {
		if err := in.learn(op, op.ResultAt(i), s.Out[i], e.Out[i]); err != nil {
			return err
		}
	}
	return nil
}

// learn refines the type of v. If the type changes, learn queues the producer and the readers of v
// that the sweep has already reached. The operation whose rules gave the new facts (from) is queued
// only if it reads v more than once.
func (in *inferrer) learn(from *ir.Op, v *ir.Value, shape nnvm.Shape, elem ir.Type) error {
	if !constraint.IsTensor(v.Type()) {
		return nil // the shape of a buffer or a vector is known
	}
	was, had := nnvm.Parts(v.Type())
	if had == elem && same(was, shape) {
		return nil
	}
	both, ok := nnvm.Unify(was, shape)
	if !ok {
		return ir.Errorf(from, "needs a value to have both shape %s and shape %s", was, shape)
	}
	if elem.IsNil() {
		elem = had
	}
	if had == elem && same(was, both) || in.fixed(v) {
		return nil
	}
	v.SetType(refined(v.Type(), both, elem))
	if d := v.Def(); d != nil && d != from {
		in.again(d)
	}
	here := 0
	for u := range v.Uses() {
		if u.Owner() == from {
			here++
		}
		if u.Owner() != from || here > 1 {
			in.again(u.Owner())
		}
	}
	return nil
}

// fixed reports whether v must keep its type. Operations with regions, their yields, and
// terminators in functions of several blocks need v to have the type of another value, which the
// pass does not change.
func (in *inferrer) fixed(v *ir.Value) bool {
	last := in.block.Last()
	for u := range v.Uses() {
		o := u.Owner()
		if o.NumRegions() > 0 || o.Has(ir.Terminator) && (o != last || len(in.block.Region().Blocks) > 1) {
			return true
		}
	}
	return false
}

// refined returns t with the given shape and element type. It keeps the encoding of t, if any.
func refined(t ir.Type, shape nnvm.Shape, elem ir.Type) ir.Type {
	made := nnvm.TypeOf(shape, elem)
	if ir.IsType[*ir.TensorType](t) {
		return t.WithShape(shape).WithElem(made.Elem())
	}
	return made
}

func same(a, b nnvm.Shape) bool { return slices.Equal(a, b) && (a == nil) == (b == nil) }

func (in *inferrer) again(op *ir.Op) {
	if op.Block() != in.block || in.queued[op] || in.at != nil && in.at.IsBefore(op) {
		return
	}
	in.queued[op] = true
	in.queue = append(in.queue, op)
}
