// Package clusterinline undoes clustering. It moves the operations of clusters, which are regions
// or outlined functions, back to the function that was divided, in their original order. It also
// merges copies of constants and removes copies between devices. The operations keep their devices.
package clusterinline

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Module undoes all clusters of a module. It fails without changes if a cluster is nested, or if a
// launched function has clusters.
func Module(m ir.Module) error {
	if d := irplace.Nested(m); d != nil {
		return d
	}
	in := &inliner{
		symbols: ir.NewSymbols(m.Op), b: ir.NewBuilder(m.Op.Registry()), launches: map[string]int{}, refs: map[string]int{},
	}
	m.Op.Walk(func(op *ir.Op) bool {
		if l, ok := ir.As[cluster.Launch](op); ok {
			in.launches[l.CalleeName()]++
		}
		ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) { in.refs[r.Root]++ })
		return true
	})
	for _, f := range functions(m) {
		if inner := firstCluster(f); inner != nil && in.launches[f.SymName()] > 0 {
			return ir.NoteAt(ir.Errorf(inner, "must not be inside a cluster, but @%s is launched", f.SymName()), f.Op, "the function")
		}
	}
	for _, f := range functions(m) {
		if f.Op.Block() == nil {
			continue // f was the function of a cluster and is erased
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

// functions lists the functions with one block.
func functions(m ir.Module) []fn.Func {
	var fs []fn.Func
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && len(f.Body().Blocks) == 1 {
			fs = append(fs, f)
		}
	}
	return fs
}

// firstCluster returns the first cluster in f, or nil.
func firstCluster(f fn.Func) (first *ir.Op) {
	f.Op.Walk(func(op *ir.Op) bool {
		if _, ok := cluster.RunsOn(op); ok && first == nil {
			first = op
		}
		return first == nil
	})
	return first
}

type inliner struct {
	symbols  *ir.Symbols
	b        *ir.Builder
	launches map[string]int // remaining launches by callee
	refs     map[string]int // remaining references by function, including launches
}

// function inlines the clusters in the block of f.
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

// launch replaces a launch by the body of the callee. After the last launch, the callee is erased
// if it is private and has no other references. Otherwise it is no longer a cluster.
func (in *inliner) launch(o cluster.Launch) error {
	name := o.CalleeName()
	ir.SymbolRefs(o.Op, func(r *ir.SymbolRefAttr) { in.refs[r.Root]-- })
	in.replicas(o)
	f, ok := ir.As[fn.Func](in.symbols.Lookup(name))
	if !ok || f.IsDeclaration() || len(f.Body().Blocks) > 1 {
		return ir.Errorf(o.Op, "cannot be inlined: @%s is not a function of one block", name)
	}
	end := f.Entry().Last()
	if !ir.Is[fn.Return](end) {
		return ir.Errorf(end, "ends a cluster, where 'func.return' is expected")
	}
	in.launches[name]--
	if in.refs[name] > 0 || !f.Op.IsPrivate() {
		in.copyBody(o, f)
		in.keep(f)
		return nil
	}
	values := end.OperandList()
	end.Erase()
	splice(o.Op, f.Entry(), values)
	in.symbols.Erase(f.Op)
	return nil
}

// replicas erases the copies of the callee that a launch lists, if they are private and have no
// other references. Outlining creates new copies.
func (in *inliner) replicas(o cluster.Launch) {
	for _, name := range o.Replicas() {
		f, ok := ir.As[fn.Func](in.symbols.Lookup(name))
		switch {
		case !ok || name == o.CalleeName():
		case f.Op.IsPrivate() && in.refs[name] == 0:
			in.symbols.Erase(f.Op)
		default:
			in.keep(f)
		}
	}
}

// keep removes the device of a function that is not erased, if no launch of it remains.
func (in *inliner) keep(f fn.Func) {
	if in.launches[f.SymName()] == 0 {
		f.Op.SetDiscardable(cluster.DeviceAttr, ir.Attr{})
	}
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

// splice moves the operations of body before op, and erases op. The operands of op replace the
// arguments of body. The parameter "values" replaces the results of op.
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

// mergeConstants replaces the copies of each constant by the first copy.
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

// same reports whether two constants have the same value. Copies of a constant may differ if a user
// edited the text of the program.
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
