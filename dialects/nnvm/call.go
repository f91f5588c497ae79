package nnvm

import "github.com/lathe-ir/lathe/ir"

func callOps() []ir.OpDecl { return []ir.OpDecl{declare[TVMOp](rules{pattern: Opaque})} }

// TVMOp calls a function that NNVM's compiler made from a group of operators. The operator cannot
// run, because the function is in a library outside of the graph. The graph specifies the result
// types.
//
//	%r = nnvm.tvm_op(%x) {func_name = "fuse_exp", flatten_data = 1 : i64, num_inputs = 1 : i64, num_outputs = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
type TVMOp struct{ ir.Ref }

// Spec implements ir.View.
func (TVMOp) Spec() ir.Spec {
	return operator("tvm_op", "Calls a function of a library.", "data*", "results*",
		need(textParam("func_name")), need(intParam("flatten_data")), need(intParam("num_inputs")), need(intParam("num_outputs")))
}

// Verify implements ir.Verifier.
func (o TVMOp) Verify() error {
	in, out := intOf(o.Op, "num_inputs", 0), intOf(o.Op, "num_outputs", 0)
	switch {
	case out < 1:
		return ir.Errorf(o.Op, "has num_outputs = %d, but must have at least 1 result", out)
	case in != int64(o.Op.NumOperands()) || out != int64(o.Op.NumResults()):
		return ir.Errorf(o.Op, "has num_inputs = %d and num_outputs = %d, but %d operands and %d results", in, out, o.Op.NumOperands(), o.Op.NumResults())
	}
	return nil
}
