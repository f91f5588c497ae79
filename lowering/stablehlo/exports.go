package stablehlo

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/sdy"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const exportsDoc = `replace operations that frameworks export and that no engine supports

einsum becomes products and sums. Custom calls that are equivalent to an operation become that
operation. Sharding has no effect on a single device: annotations are erased, and the bodies of
manual computations are inlined if the device has all of the data.`

// ExportsPass returns stablehlo-legalize-exports.
func ExportsPass() passes.Pass {
	return passes.On("stablehlo-legalize-exports", exportsDoc, func(r *passes.Run, m ir.Module) error {
		rw, symbols, changed := rewrite.New(r.Registry), ir.NewSymbols(m.Op), false
		for _, op := range slices.Backward(allOps(m)) { // operations in regions come before their parents
			rw.Before(op)
			rw.Loc = op.Loc()
			rw.Created = derived(op)
			vs, ok, err := exported(rw, op, symbols)
			if err != nil {
				return err
			}
			if ok {
				rw.Created = nil
				rw.Replace(op, vs...)
				changed = true
			}
		}
		if !changed {
			r.Unchanged()
		}
		return nil
	})
}

// exported returns the values that replace the results of op, and whether op is replaced.
func exported(rw *rewrite.Rewriter, op *ir.Op, symbols *ir.Symbols) (vs []*ir.Value, replaced bool, err error) {
	e := emit.Emitter{B: &rw.Builder}
	one := func(v *ir.Value, err error) ([]*ir.Value, bool, error) { return []*ir.Value{v}, err == nil, err }
	switch o := op.View().(type) {
	case stablehlo.Einsum:
		return one(einsum(e, op, o.EinsumConfig()))
	case stablehlo.UnaryEinsum:
		return one(einsum(e, op, o.EinsumConfig()))
	case stablehlo.CustomCall:
		vs := called(rw, o)
		return vs, vs != nil, nil
	case sdy.ManualComputation:
		if slices.ContainsFunc(slices.Concat(op.OperandTypes(), op.ResultTypes()), isDynamic) && o.Splits(symbols) {
			return nil, false, nil // a shard has the same type as all of the data
		}
		return inlined(rw, op)
	case sdy.NamedComputation:
		return inlined(rw, op)
	case sdy.Constant:
		return one(stablehlo.NewConstant(&rw.Builder, o.Value()).Op.Result(), nil)
	case sdy.ShardingGroup:
		return nil, true, nil
	}
	if strings.HasPrefix(op.Name(), "sdy.") && op.NumRegions() == 0 && unchanged(op) {
		return op.OperandList(), true, nil
	}
	return nil, false, nil
}

// unchanged reports whether the results of op can be replaced by its operands.
func unchanged(op *ir.Op) bool {
	return op.NumResults() > 0 && slices.Equal(op.OperandTypes(), op.ResultTypes())
}

// inlined replaces op by its body if the arguments and results of the body have the types of op's
// operands and results. Then the body computes on whole tensors, not on shards.
func inlined(rw *rewrite.Rewriter, op *ir.Op) ([]*ir.Value, bool, error) {
	body := op.RegionAt(0).Entry()
	last := body.Last()
	if !slices.EqualFunc(body.Args(), op.OperandTypes(), func(v *ir.Value, t ir.Type) bool { return v.Type() == t }) || !slices.Equal(last.OperandTypes(), op.ResultTypes()) {
		return nil, false, nil
	}
	rw.Created = nil
	var to ir.Mapping
	for i, a := range body.Args() {
		to.Map(a, op.OperandAt(i))
	}
	for inner := range body.Ops() {
		if inner != last {
			rw.Clone(inner, &to)
		}
	}
	vs := last.OperandList()
	for i, v := range vs {
		vs[i] = to.Value(v)
	}
	return vs, true, nil
}

// placements lists the targets of custom calls that only describe the placement of data.
var placements = []string{"Sharding", "annotate_device_placement", "MoveToHost", "MoveToDevice", "xla.sdy.FuncResultSharding"}

// partitions lists the targets of custom calls that convert between all of the data and a device's
// part.
var partitions = []string{"SPMDFullToShardShape", "SPMDShardToFullShape", "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"}

// placed returns the operands that are equal to the results of o on a single device. It returns nil
// for calls that compute other results.
func placed(o stablehlo.CustomCall) []*ir.Value {
	parts := slices.Contains(partitions, o.CallTargetName())
	if !parts && !slices.Contains(placements, o.CallTargetName()) {
		return nil
	}
	shapes, _ := o.Op.Discardable(stablehlo.ShapeOperandsAttr).Ints()
	var data []*ir.Value
	for i, v := range o.Op.OperandList() {
		if !slices.Contains(shapes, int64(i)) {
			data = append(data, v)
		}
	}
	if len(data) != o.Op.NumResults() {
		return nil
	}
	for i, v := range data {
		t := o.Op.ResultAt(i).Type()
		if parts && (v.Type() != t || len(shapes) > 0 && isDynamic(t)) {
			return nil // the device may not hold all of the data
		}
	}
	return data
}

func typesOf(vs []*ir.Value) (types []ir.Type) {
	for _, v := range vs {
		types = append(types, v.Type())
	}
	return types
}

// called returns the operands or new values that replace the results of a call. It returns nil if
// the target of the call is not known.
func called(rw *rewrite.Rewriter, o stablehlo.CustomCall) []*ir.Value {
	target := o.CallTargetName()
	if data := placed(o); len(data) > 0 {
		if !slices.Equal(typesOf(data), o.Op.ResultTypes()) {
			return nil
		}
		return data
	}
	name, ok := strings.CutPrefix(target, "mhlo.")
	if !ok || o.Op.NumOperands() == 0 {
		return nil
	}
	if name == "topk" {
		return calledTopK(rw, o)
	}
	def := rw.Registry().Op("chlo." + name)
	if def == nil || o.Op.NumResults() != 1 || o.Op.NumOperands() != 1 || !refines(o.Inputs()[0].Type(), o.Op.Result().Type()) || !o.Op.Result().Type().Elem().IsFloat() {
		return nil
	}
	return []*ir.Value{rw.Op("chlo."+name, ir.Init{Operands: o.Op.OperandList(), Results: o.Op.ResultTypes()}).Result()}
}

// calledTopK replaces mhlo.topk: it returns the largest or the smallest elements of each row, and
// their indices.
func calledTopK(rw *rewrite.Rewriter, o stablehlo.CustomCall) []*ir.Value {
	attrs, _ := ir.AttrAs[*ir.DictAttr](o.Op.Attr("mhlo.attributes"))
	if attrs == nil || o.Op.NumOperands() != 1 || o.Op.NumResults() != 2 {
		return nil
	}
	k, ok := attrs.Get("k").Int()
	largest := attrs.Get("largest")
	if !ok || !largest.IsNil() && largest != ir.BoolAttr(true) && largest != ir.BoolAttr(false) {
		return nil
	}
	top := ir.Create[chlo.TopK](&rw.Builder, ir.Init{Operands: o.Op.OperandList(), Results: o.Op.ResultTypes(), Attrs: []ir.Attr{ir.NewI64(k)}})
	smallest := largest == ir.BoolAttr(false)
	if ir.Verify(top.Op) != nil || smallest && !top.Operand().Type().HasStaticShape() {
		top.Op.Erase()
		return nil
	}
	if smallest {
		top.Op.Erase()
		return sortedUp(emit.Emitter{B: &rw.Builder}, o.Inputs()[0], k)
	}
	return top.Op.ResultList()
}

// sortedUp sorts the rows of x in ascending order, and floats in total order. It returns the first
// k elements of each row, and their indices.
func sortedUp(e emit.Emitter, x *ir.Value, k int64) []*ir.Value {
	shape := emit.Shape(x)
	last := int64(len(shape) - 1)
	numbers := stablehlo.NewIota(e.B, ir.Tensor(ir.I32(), shape...), last).Op.Result()
	before := func(e emit.Emitter, x, y *ir.Value) *ir.Value {
		if x.Type().Elem().IsFloat() {
			return stablehlo.NewCompareAs(e.B, "LT", "TOTALORDER", x, y).Op.Result()
		}
		return e.Compare("LT", x, y)
	}
	limit := slices.Clone(shape)
	limit[last] = k
	vs := e.Sort(last, before, x, numbers)
	for i, v := range vs {
		vs[i] = e.Slice(v, make([]int64, len(shape)), limit)
	}
	return vs
}
