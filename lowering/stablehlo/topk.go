package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const topKDoc = `replace the custom call ApproxTopK by a sort and a slice of the first elements

The result is exact: its recall is 1. The function that the call names compares two elements.`

// TopKPass returns stablehlo-legalize-approx-top-k.
func TopKPass() passes.Pass {
	return passes.On("stablehlo-legalize-approx-top-k", topKDoc, func(r *passes.Run, m ir.Module) error {
		var found []stablehlo.CustomCall
		m.Op.Walk(func(op *ir.Op) bool {
			if o, ok := ir.As[stablehlo.CustomCall](op); ok && o.CallTargetName() == "ApproxTopK" {
				found = append(found, o)
			}
			return true
		})
		if len(found) == 0 {
			r.Unchanged()
			return nil
		}
		symbols := ir.NewSymbols(m.Op)
		rw := rewrite.New(r.Registry)
		for _, o := range found {
			if err := topK(rw, symbols, o); err != nil {
				return err
			}
		}
		return nil
	})
}

// topK sorts the first half of the operands. The second half has initial values, which are not
// used.
func topK(rw *rewrite.Rewriter, symbols *ir.Symbols, o stablehlo.CustomCall) error {
	inputs := o.Inputs()
	inputs = inputs[:len(inputs)/2]
	compare, err := comparator(symbols, o, inputs)
	if err != nil {
		return err
	}
	dim, ok := o.Option("reduction_dim")
	shape, ranked := inputs[0].Type().Shape()
	if !ok || !ranked || dim < 0 || dim >= int64(len(shape)) || !inputs[0].Type().HasStaticShape() {
		return ir.Errorf(o.Op, "must have operands of static shape, and a 'reduction_dim' in its configuration that is one of their dimensions")
	}
	rw.Before(o.Op)
	rw.Loc = o.Op.Loc()
	types := make([]ir.Type, len(inputs))
	for i, v := range inputs {
		types[i] = v.Type()
	}
	sort := ir.Create[stablehlo.Sort](&rw.Builder, ir.Init{Operands: inputs, Results: types, NumRegions: 1, Attrs: []ir.Attr{ir.NewI64(dim), ir.BoolAttr(true)}})
	block := sort.Op.RegionAt(0).AddBlock()
	for _, a := range compare.Entry().Args() {
		block.AddArg(a.Type(), a.Loc())
	}
	b := ir.NewBuilder(rw.Registry())
	b.Loc = rw.Loc
	b.AtEnd(block)
	stablehlo.NewReturn(b, bodyOf(compare)(b, block.Args())...)
	if err := ir.Verify(sort.Op); err != nil {
		return err
	}
	out := make([]*ir.Value, len(inputs))
	for i, v := range sort.Op.ResultList() {
		want := o.Op.ResultAt(i).Type()
		kept, ok := want.Shape()
		if !ok || len(kept) != len(shape) || kept[dim] < 0 || kept[dim] > shape[dim] {
			return ir.Errorf(o.Op, "must keep from 0 to %d elements of dimension %d, but result #%d is '%s'", shape[dim], dim, i, want)
		}
		limit := slices.Clone(shape)
		limit[dim] = kept[dim]
		starts, ones := make([]int64, len(shape)), slices.Repeat([]int64{1}, len(shape))
		first := stablehlo.NewSlice(&rw.Builder, v, ir.Tensor(v.Type().Elem(), limit...), starts, limit, ones)
		if out[i] = first.Op.Result(); out[i].Type() != want {
			return ir.Errorf(o.Op, "computes '%s', but its result #%d is '%s'", out[i].Type(), i, want)
		}
	}
	rw.Replace(o.Op, out...)
	return nil
}

// comparator returns the function that the call names. The function takes two elements of each
// operand.
func comparator(symbols *ir.Symbols, o stablehlo.CustomCall, inputs []*ir.Value) (fn.Func, error) {
	wrong := func(what string) (fn.Func, error) { return fn.Func{}, ir.Errorf(o.Op, "%s", what) }
	called, _ := ir.AttrAs[*ir.ArrayAttr](o.CalledComputations())
	if called == nil || len(called.Elems) != 1 || len(inputs) == 0 || len(o.Inputs())%2 != 0 || o.Op.NumResults() != len(inputs) {
		return wrong("must have one called computation, an operand and an initial value for each result, and at least one result")
	}
	ref, ok := ir.AttrAs[*ir.SymbolRefAttr](called.Elems[0])
	if !ok {
		return wrong("must name its called computation by a symbol")
	}
	f, ok := ir.As[fn.Func](symbols.Lookup(ref.Root))
	if !ok || f.IsDeclaration() || len(f.Op.RegionAt(0).Blocks) != 1 || f.Entry().NumArgs() != 2*len(inputs) {
		return wrong("must call a function of one block that takes two elements of each operand")
	}
	for i, a := range f.Entry().Args() {
		if a.Type() != ir.Tensor(inputs[i/2].Type().Elem()) {
			return wrong("must call a function that takes two elements of each operand")
		}
	}
	return f, nil
}

// bodyOf returns a function that copies the only block of f into a region.
func bodyOf(f fn.Func) stablehlo.Body {
	return func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		var to ir.Mapping
		for i, a := range f.Entry().Args() {
			to.Map(a, args[i])
		}
		last := f.Entry().Last()
		for op := range f.Entry().Ops() {
			if op != last {
				b.Clone(op, &to)
			}
		}
		returned := last.OperandList()
		for i, v := range returned {
			returned[i] = to.Value(v)
		}
		return returned
	}
}
