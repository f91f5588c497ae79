package stablehlo

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

const deprecatedDoc = `replace deprecated operations of StableHLO by others

dot, broadcast, unary_einsum, create_token and cross-replica-sum are replaced. map and rng have no
replacement: they are errors, unless an option permits them.`

// DeprecatedOptions are the options of stablehlo-legalize-deprecated-ops.
type DeprecatedOptions struct {
	Fail bool `opt:"fail-on-unused" help:"fail on deprecated operations without a replacement"`
}

// DeprecatedPass returns stablehlo-legalize-deprecated-ops.
func DeprecatedPass() passes.Pass {
	return passes.OnWith("stablehlo-legalize-deprecated-ops", deprecatedDoc, DeprecatedOptions{Fail: true}, func(r *passes.Run, f fn.Func, o DeprecatedOptions) error {
		var ops []*ir.Op
		f.Op.Walk(func(op *ir.Op) bool {
			ops = append(ops, op)
			return true
		})
		rw, changed, failed := rewrite.New(r.Registry), false, diag.List{}
		for _, op := range ops {
			if o.Fail && (ir.Is[stablehlo.Map](op) || ir.Is[stablehlo.Rng](op)) {
				failed = append(failed, ir.ErrorAt(op, "failed to legalize operation '%s' that was explicitly marked illegal", op.Name()))
				continue
			}
			rw.Before(op)
			rw.Loc = op.Loc()
			if v := successor(rw, op); v != nil {
				rw.Replace(op, v)
				changed = true
			}
		}
		if !changed {
			r.Unchanged()
		}
		return failed.Err()
	})
}

// successor inserts the operations that replace op and returns their result. It returns nil if
// there is no replacement.
func successor(rw *rewrite.Rewriter, op *ir.Op) *ir.Value {
	b := &rw.Builder
	switch o := op.View().(type) {
	case stablehlo.Broadcast:
		first := int64(len(o.BroadcastSizes()))
		dims := make([]int64, op.Result().Type().Rank()-len(o.BroadcastSizes()))
		for i := range dims {
			dims[i] = first + int64(i)
		}
		return stablehlo.NewBroadcastInDim(b, o.Operand(), op.Result().Type(), dims...).Op.Result()
	case stablehlo.CreateToken:
		return ir.Create[stablehlo.AfterAll](b, ir.Init{Results: op.ResultTypes()}).Op.Result()
	case stablehlo.Dot:
		d := stablehlo.DotDims{LHSContracting: []int64{int64(o.LHS().Type().Rank()) - 1}, RHSContracting: []int64{0}}
		made := stablehlo.NewDotGeneral(b, o.LHS(), o.RHS(), op.Result().Type(), d)
		made.Op.SetAttr("precision_config", o.PrecisionConfig())
		return made.Op.Result()
	case stablehlo.UnaryEinsum:
		return einsumWithOne(rw, o)
	case stablehlo.CrossReplicaSum:
		return sumOfReplicas(rw, o)
	}
	return nil
}

// einsumWithOne returns the einsum of the number 1 and the operand.
func einsumWithOne(rw *rewrite.Rewriter, o stablehlo.UnaryEinsum) *ir.Value {
	t := ir.Tensor(o.Operand().Type().Elem())
	if t.Kind() == tensor.Invalid {
		return nil
	}
	one := tensor.New(t.Kind())
	switch {
	case t.Kind().IsInt():
		one.SetInt(0, 1)
	case t.Kind().IsFloat():
		one.SetFloat(0, 1)
	default:
		one.SetComplex(0, 1)
	}
	c := stablehlo.NewConstant(&rw.Builder, ir.NewSplat(t, one))
	return ir.Create[stablehlo.Einsum](&rw.Builder, ir.Init{
		Operands: []*ir.Value{c.Op.Result(), o.Operand()}, Results: o.Op.ResultTypes(), Attrs: []ir.Attr{ir.NewString("," + o.EinsumConfig())},
	}).Op.Result()
}

// sumOfReplicas returns the result of an all_reduce with an addition.
func sumOfReplicas(rw *rewrite.Rewriter, o stablehlo.CrossReplicaSum) *ir.Value {
	made := ir.Create[stablehlo.AllReduce](&rw.Builder, ir.Init{Operands: []*ir.Value{o.Operand()}, Results: o.Op.ResultTypes(), NumRegions: 1})
	made.Op.SetAttr("replica_groups", o.Op.Attr("replica_groups"))
	t := ir.Tensor(o.Operand().Type().Elem())
	block := made.Computation().AddBlock(t, t)
	b := ir.NewBuilder(o.Op.Registry())
	b.AtEnd(block)
	b.Loc = o.Op.Loc()
	stablehlo.NewReturn(b, stablehlo.NewAdd(b, block.Arg(0), block.Arg(1)).Op.Result())
	return made.Op.Result()
}
