// Package clusterinline undoes clustering: it puts the operations of clusters, as
// regions or as functions, back where they came from. Copies of constants become
// one again, copies between devices go, and operations stand in the order that they
// had before. What stays is the device of each operation.
package clusterinline

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Module undoes all clusters of a module.
func Module(m ir.Module) error {
	in := &inliner{
		symbols: ir.NewSymbols(m.Op), b: ir.NewBuilder(m.Op.Registry()), launches: map[string]int{},
	}
	m.Op.Walk(func(op *ir.Op) bool {
		if l, ok := ir.As[cluster.Launch](op); ok {
			in.launches[l.CalleeName()]++
		}
		return true
	})
	for _, f := range functions(m) {
		if f.Op.Block() == nil {
			continue // the function of a cluster, gone by now
		}
		changed, err := in.function(f)
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		mergeConstants(f)
		if err := restoreOrder(f, in.symbols); err != nil {
			return err
		}
		for _, name := range []string{cluster.HashAttr, cluster.OpsAttr, cluster.OrderAttr} {
			f.Op.SetDiscardable(name, ir.Attr{})
		}
	}
	return nil
}

// functions lists the functions of one block.
func functions(m ir.Module) []fn.Func {
	var fs []fn.Func
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && len(f.Body().Blocks) == 1 {
			fs = append(fs, f)
		}
	}
	return fs
}

type inliner struct {
	symbols  *ir.Symbols
	b        *ir.Builder
	launches map[string]int // by callee: those that are left
}

// function inlines what stands in the block of f.
func (in *inliner) function(f fn.Func) (changed bool, err error) {
	for op := range f.Entry().Ops() {
		switch o := op.View().(type) {
		case cluster.Region:
			yield := o.Yield()
			values := yield.Values()
			yield.Op.Erase()
			splice(o.Op, o.Body(), values)
		case cluster.Launch:
			if err := in.launch(o); err != nil {
				return false, err
			}
		case cluster.Copy:
			o.Op.Result().ReplaceAllUses(o.Input())
			o.Op.Erase()
		default:
			continue
		}
		changed = true
	}
	return changed, nil
}

// launch puts the callee's body in place of a launch. The callee goes with its last
// launch, unless it can be called from outside.
func (in *inliner) launch(o cluster.Launch) error {
	name := o.CalleeName()
	f, ok := ir.As[fn.Func](in.symbols.Lookup(name))
	if !ok || f.IsDeclaration() || len(f.Body().Blocks) > 1 {
		return ir.Errorf(o.Op, "can not be inlined: @%s is not a function of one block", name)
	}
	in.launches[name]--
	if in.launches[name] > 0 || !f.Op.IsPrivate() {
		in.copyBody(o, f)
		return nil
	}
	end, ok := ir.As[fn.Return](f.Entry().Last())
	if !ok {
		return ir.Errorf(end.Op, "ends a cluster, where 'func.return' is expected")
	}
	values := end.Op.OperandList()
	end.Op.Erase()
	splice(o.Op, f.Entry(), values)
	in.symbols.Erase(f.Op)
	return nil
}

func (in *inliner) copyBody(o cluster.Launch, f fn.Func) {
	in.b.Before(o.Op)
	m := &ir.Mapping{}
	for i, a := range f.Entry().Args() {
		m.Map(a, o.Op.OperandAt(i))
	}
	for op := range f.Entry().Ops() {
		if op != f.Entry().Last() {
			in.b.Clone(op, m)
		}
	}
	for i := range o.Op.NumResults() {
		o.Op.ResultAt(i).ReplaceAllUses(m.Value(f.Entry().Last().OperandAt(i)))
	}
	o.Op.Erase()
}

// splice moves the operations of body in front of op, whose operands stand for the
// arguments of body and whose results become values.
func splice(op *ir.Op, body *ir.Block, values []*ir.Value) {
	for i, v := range values {
		if v.ArgBlock() == body {
			values[i] = op.OperandAt(v.Index())
		}
	}
	for i, a := range body.Args() {
		a.ReplaceAllUses(op.OperandAt(i))
	}
	for inner := range body.Ops() {
		inner.MoveBefore(op)
	}
	for i, v := range values {
		op.ResultAt(i).ReplaceAllUses(v)
	}
	op.Erase()
}

// mergeConstants leaves one of the copies of each constant, the first.
func mergeConstants(f fn.Func) {
	first := map[uint32]*ir.Op{}
	for op := range f.Entry().Ops() {
		id, ok := cluster.Origin(op)
		if !ok {
			continue
		}
		op.SetDiscardable(cluster.OriginAttr, ir.Attr{})
		switch other := first[id]; {
		case other == nil:
			first[id] = op
		case same(op, other):
			op.Result().ReplaceAllUses(other.Result())
			op.Erase()
		}
	}
}

// same reports whether two constants have the same value. They may differ if the
// text was edited.
func same(a, b *ir.Op) bool {
	if a.Def() != b.Def() || a.NumOperands()+b.NumOperands() > 0 || a.Result().Type() != b.Result().Type() {
		return false
	}
	attrs := map[string]ir.Attr{}
	for n, x := range a.Attrs() {
		attrs[n] = x
	}
	for n, x := range b.Attrs() {
		if !ir.EqualAttr(attrs[n], x) {
			return false
		}
		delete(attrs, n)
	}
	return len(attrs) == 0 && (a.Def().Registered() || a.Properties() == b.Properties())
}
