package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const tuplesDoc = `replace tuples by their elements

A tuple that is an argument, operand or result of a function, call or other operation is replaced by
its elements, in order. Nested tuples are flattened too. Tuples whose elements stablehlo.tuple does
not accept, such as scalars, stay.`

// TuplesPass returns stablehlo-flatten-tuples.
func TuplesPass() passes.Pass {
	return passes.On("stablehlo-flatten-tuples", tuplesDoc, func(r *passes.Run, m ir.Module) error {
		if !HasTuples(m) {
			r.Unchanged()
			return nil
		}
		rw, ops := rewrite.New(r.Registry), allOps(m)
		for _, op := range ops {
			if f, ok := ir.As[fn.Func](op); ok {
				flattenSignature(rw, f)
			}
		}
		for _, op := range ops {
			flatten(rw, op)
		}
		for _, op := range slices.Backward(allOps(m)) {
			if op.Dead() && (ir.Is[stablehlo.Tuple](op) || ir.Is[stablehlo.GetTupleElement](op)) {
				op.Erase()
			}
		}
		return nil
	})
}

func allOps(m ir.Module) (ops []*ir.Op) {
	m.Op.Walk(func(op *ir.Op) bool {
		ops = append(ops, op)
		return true
	})
	return ops
}

// HasTuples reports whether a value of m is a tuple.
func HasTuples(m ir.Module) bool {
	return m.Op.Contains(func(op *ir.Op) bool {
		if f, ok := ir.As[fn.Func](op); ok {
			t := f.FunctionType()
			return slices.ContainsFunc(t.Inputs, stablehlo.IsTuple) || slices.ContainsFunc(t.Results, stablehlo.IsTuple)
		}
		return slices.ContainsFunc(op.ResultList(), isTuple)
	})
}

func isTuple(v *ir.Value) bool { return stablehlo.IsTuple(v.Type()) }

// elems returns the types of the elements of the tuple type t. For other types, and for tuple types
// that stablehlo.tuple cannot create, ok is false.
func elems(t ir.Type) (es []ir.Type, ok bool) {
	if !stablehlo.IsTuple(t) {
		return nil, false
	}
	tuple, _ := ir.TypeAs[*ir.TupleType](t)
	return tuple.Elems, true
}

// leaves returns the types of the elements of the tuple type t. A nested tuple type is replaced by
// the types of its elements. If t is not a tuple type, leaves returns t.
func leaves(t ir.Type) (ts []ir.Type) {
	es, ok := elems(t)
	if !ok {
		return []ir.Type{t}
	}
	for _, e := range es {
		ts = append(ts, leaves(e)...)
	}
	return ts
}

func leavesOf(types []ir.Type) (ts []ir.Type) {
	for _, t := range types {
		ts = append(ts, leaves(t)...)
	}
	return ts
}

// flattenSignature replaces each tuple in the arguments and results of f by the elements of the
// tuple. Attributes of tuples are lost.
func flattenSignature(rw *rewrite.Rewriter, f fn.Func) {
	t := f.FunctionType()
	dicts := func(all []ir.Attr, types []ir.Type) (ds []ir.Attr) {
		for i, t := range types {
			if stablehlo.IsTuple(t) {
				ds = append(ds, make([]ir.Attr, len(leaves(t)))...)
			} else {
				ds = append(ds, all[i])
			}
		}
		return ds
	}
	ins, outs := dicts(f.ArgDicts(), t.Inputs), dicts(f.ResultDicts(), t.Results)
	f.SetFunctionType(leavesOf(t.Inputs), leavesOf(t.Results))
	f.SetArgAttrs(ins)
	f.SetResultAttrs(outs)
	if f.IsDeclaration() {
		return
	}
	entry := f.Entry()
	for i := entry.NumArgs() - 1; i >= 0; i-- {
		a := entry.Arg(i)
		if !isTuple(a) {
			continue
		}
		var parts []*ir.Value
		for j, t := range leaves(a.Type()) {
			parts = append(parts, entry.InsertArg(i+1+j, t, a.Loc()))
		}
		rw.Before(entry.First())
		rw.Loc = f.Op.Loc()
		a.ReplaceAllUses(grouped(rw, a.Type(), &parts))
		entry.EraseArg(i)
	}
}

// grouped builds a value of type t from the first values of a list, and removes these values from
// the list.
func grouped(rw *rewrite.Rewriter, t ir.Type, parts *[]*ir.Value) *ir.Value {
	es, ok := elems(t)
	if !ok {
		v := (*parts)[0]
		*parts = (*parts)[1:]
		return v
	}
	vs := make([]*ir.Value, len(es))
	for i, e := range es {
		vs[i] = grouped(rw, e, parts)
	}
	return ir.Create[stablehlo.Tuple](&rw.Builder, ir.Init{Operands: vs, Results: []ir.Type{t}}).Op.Result()
}

// element returns element i of the tuple v. It returns nil if the elements of v are unknown.
func element(v *ir.Value, i int64) *ir.Value {
	t, ok := ir.Defining[stablehlo.Tuple](v)
	if !ok || i >= int64(len(t.Val())) {
		return nil
	}
	return t.Val()[i]
}

// elements returns the elements of the tuple v, with nested tuples flattened, or v if it is no
// tuple. If the elements of a tuple are unknown, it inserts operations that read them.
func elements(rw *rewrite.Rewriter, v *ir.Value) (vs []*ir.Value) {
	es, ok := elems(v.Type())
	if !ok {
		return []*ir.Value{v}
	}
	for i, t := range es {
		e := element(v, int64(i))
		if e == nil {
			e = ir.Create[stablehlo.GetTupleElement](&rw.Builder, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}, Attrs: []ir.Attr{ir.NewI32(int64(i))}}).Op.Result()
		}
		vs = append(vs, elements(rw, e)...)
	}
	return vs
}

// flatten replaces get_tuple_element of a known tuple by the element, and other operations on
// tuples by operations on the elements of the tuples. It does not change operations with regions,
// terminators other than func.return, and operations that require tuples.
func flatten(rw *rewrite.Rewriter, op *ir.Op) {
	switch o := op.View().(type) {
	case stablehlo.Tuple, fn.Func:
		return
	case stablehlo.GetTupleElement:
		if v := element(o.Operand(), o.Index()); v != nil {
			rw.Replace(op, v)
		}
		return
	}
	returns := ir.Is[fn.Return](op)
	if op.Has(ir.Terminator) && !returns {
		return
	}
	if op.NumRegions() > 0 || !slices.ContainsFunc(op.OperandList(), isTuple) && !slices.ContainsFunc(op.ResultList(), isTuple) {
		return
	}
	rw.Before(op)
	rw.Loc = op.Loc()
	var operands []*ir.Value
	for _, v := range op.OperandList() {
		operands = append(operands, elements(rw, v)...)
	}
	made := rw.Op(op.Name(), ir.Init{Operands: operands, Results: leavesOf(op.ResultTypes())})
	made.Derive(op)
	for name, a := range op.Attrs() {
		made.SetAttr(name, a)
	}
	if !returns && ir.Verify(made) != nil {
		made.Erase() // the operation requires tuples: for example, it loads a global tuple
		return
	}
	parts, results := made.ResultList(), make([]*ir.Value, op.NumResults())
	for i, t := range op.ResultTypes() {
		results[i] = grouped(rw, t, &parts)
	}
	rw.Replace(op, results...)
}
