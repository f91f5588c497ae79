package stablehloopt

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// regions returns the patterns of operations with regions.
func regions() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(reduceOfNoDims), rewrite.On(reduceToOuterValues), rewrite.On(reduceOfEmpty), rewrite.On(reduceUnused),
		rewrite.On(sortUnused), rewrite.On(sortLastDim), rewrite.On(whileInvariants),
	}
}

// reduce(empty, init) → broadcast_in_dim(init), converted to the type of the result
func reduceOfEmpty(op stablehlo.Reduce, rw *rewrite.Rewriter) bool {
	if !isEmpty(op.Inputs()[0].Type()) || slices.ContainsFunc(op.Op.ResultTypes(), func(t ir.Type) bool { return !t.HasStaticShape() }) {
		return false
	}
	inits := op.InitValues()
	for i, v := range inits {
		v = emit.Emitter{B: &rw.Builder}.Convert(v, op.Op.ResultAt(i).Type().Elem())
		inits[i] = stablehlo.NewBroadcastInDim(&rw.Builder, v, op.Op.ResultAt(i).Type()).Op.Result()
	}
	rw.Replace(op.Op, inits...)
	return true
}

// reduce(x, y) → reduce(x), if the result of y is unused and the result of x depends only on x
func reduceUnused(op stablehlo.Reduce, rw *rewrite.Rewriter) bool {
	n := op.Op.NumResults()
	used := make([]bool, n)
	count := 0
	for i, v := range op.Op.ResultList() {
		if used[i] = v.HasUses(); used[i] {
			count++
		}
	}
	if count == n || count == 0 {
		return false
	}
	needed, operations := dependencies(op, used)
	if !slices.Equal(needed, used) {
		return false
	}
	shrinkReduce(op, rw, used, operations)
	return true
}

// dependencies returns which inputs affect the used results of a reduction, and the operations of
// its body that compute these results.
func dependencies(op stablehlo.Reduce, used []bool) (inputs []bool, operations map[*ir.Op]bool) {
	n := len(used)
	inputs, operations = make([]bool, n), map[*ir.Op]bool{}
	var follow func(v *ir.Value)
	follow = func(v *ir.Value) {
		if v.Block() != op.Body().Entry() {
			return
		}
		if v.IsArg() {
			inputs[v.Index()%n] = true
			return
		}
		if def := v.Def(); !operations[def] {
			operations[def] = true
			def.Walk(func(o *ir.Op) bool {
				for w := range o.Operands() {
					follow(w)
				}
				return true
			})
		}
	}
	for i, v := range returned(op) {
		if used[i] {
			follow(v)
		}
	}
	return inputs, operations
}

// shrinkReduce replaces op by a reduction that has only the used results, and their inputs.
func shrinkReduce(op stablehlo.Reduce, rw *rewrite.Rewriter, used []bool, operations map[*ir.Op]bool) {
	var inputs, inits []*ir.Value
	var types, first, second []ir.Type
	args := op.Body().Entry().Args()
	for i := range used {
		if used[i] {
			types = append(types, op.Op.ResultAt(i).Type())
			inputs, inits = append(inputs, op.Inputs()[i]), append(inits, op.InitValues()[i])
			first, second = append(first, args[i].Type()), append(second, args[len(used)+i].Type())
		}
	}
	made := ir.Create[stablehlo.Reduce](&rw.Builder, ir.Init{
		Operands: append(inputs, inits...), Results: types, Attrs: []ir.Attr{ir.NewDenseI64(op.Dimensions()...)}, NumRegions: 1,
	})
	body := made.Body().AddBlock(append(first, second...)...)
	var to ir.Mapping
	at := 0
	for i, a := range args {
		if used[i%len(used)] {
			to.Map(a, body.Arg(at))
			at++
		}
	}
	rw.AtEnd(body)
	for o := range op.Body().Entry().Ops() {
		if operations[o] {
			rw.Clone(o, &to)
		}
	}
	var values []*ir.Value
	for i, v := range returned(op) {
		if used[i] {
			values = append(values, to.Value(v))
		}
	}
	stablehlo.NewReturn(&rw.Builder, values...)
	rw.Before(op.Op)
	replaceUsed(rw, op.Op, made.Op, used)
}

// replaceUsed replaces the used results of op by the results of another operation (parameter made),
// in order, and erases op.
func replaceUsed(rw *rewrite.Rewriter, op, made *ir.Op, used []bool) {
	at := 0
	for i, v := range op.ResultList() {
		if used[i] {
			rw.ReplaceUses(v, made.ResultAt(at))
			at++
		}
	}
	rw.Erase(op)
}

// sort(x, y) → sort(x), if the result of y is unused and the comparator does not use the elements
// of y
func sortUnused(op stablehlo.Sort, rw *rewrite.Rewriter) bool {
	block := op.Comparator().Entry()
	var inputs []*ir.Value
	var types []ir.Type
	used := make([]bool, op.Op.NumResults())
	for i, v := range op.Op.ResultList() {
		if used[i] = v.HasUses() || block.Arg(2*i).HasUses() || block.Arg(2*i+1).HasUses(); used[i] {
			inputs, types = append(inputs, op.Op.OperandAt(i)), append(types, v.Type())
		}
	}
	if len(inputs) == len(used) || len(inputs) == 0 {
		return false
	}
	made := ir.Create[stablehlo.Sort](&rw.Builder, ir.Init{
		Operands: inputs, Results: types, NumRegions: 1, Attrs: []ir.Attr{ir.NewI64(op.Dimension()), ir.BoolAttr(op.IsStable())},
	})
	made.Comparator().TakeBlocks(op.Comparator())
	for i := len(used) - 1; i >= 0; i-- {
		if !used[i] {
			block.EraseArg(2*i + 1)
			block.EraseArg(2 * i)
		}
	}
	replaceUsed(rw, op.Op, made.Op, used)
	return true
}

// sort(x, dim = -1) → sort(x, dim = the last dimension)
func sortLastDim(op stablehlo.Sort, rw *rewrite.Rewriter) bool {
	if op.Op.NumResults() == 0 || op.Dimension() != -1 {
		return false
	}
	last := int64(op.Op.ResultAt(0).Type().Rank()) - 1
	if last < 0 {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetAttr("dimension", ir.NewI64(last)) })
	return true
}

// while(x, y) → while(x), if no iteration changes y, and y has the type of its region arguments and
// of its result. The loop then uses y directly.
func whileInvariants(op stablehlo.While, rw *rewrite.Rewriter) bool {
	cond, body := op.Cond().Entry(), op.Body().Entry()
	last := body.Last()
	varies := make([]bool, op.Op.NumOperands())
	var inputs []*ir.Value
	var types []ir.Type
	for i, v := range op.Operand() {
		next, t := last.OperandAt(i), v.Type()
		varies[i] = next != v && next != body.Arg(i) || t != op.Op.ResultAt(i).Type() || t != cond.Arg(i).Type() || t != body.Arg(i).Type()
		if varies[i] {
			inputs, types = append(inputs, v), append(types, op.Op.ResultAt(i).Type())
		}
	}
	if len(inputs) == len(varies) {
		return false
	}
	operands := op.Operand()
	for i := len(varies) - 1; i >= 0; i-- {
		if varies[i] {
			continue
		}
		rw.ReplaceUses(cond.Arg(i), operands[i])
		rw.ReplaceUses(body.Arg(i), operands[i])
		rw.ReplaceUses(op.Op.ResultAt(i), operands[i])
		last.EraseOperand(i)
		cond.EraseArg(i)
		body.EraseArg(i)
	}
	made := ir.Create[stablehlo.While](&rw.Builder, ir.Init{Operands: inputs, Results: types, NumRegions: 2})
	mergeAttrs(op.Op, made.Op)
	made.Cond().TakeBlocks(op.Cond())
	made.Body().TakeBlocks(op.Body())
	replaceUsed(rw, op.Op, made.Op, varies)
	return true
}
