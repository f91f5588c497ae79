package main

import (
	"context"
	"hash/crc32"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// checksum is the target of stablehlo.custom_call @my.checksum(%x) : (tensor<…>) -> tensor<ui32>.
var checksum = stablehlo.CallTarget{
	Limit: func(call stablehlo.CustomCall) string {
		in, out := call.Op.OperandTypes(), call.Op.ResultTypes()
		if len(in) != 1 || len(out) != 1 || out[0] != ir.Tensor(ir.KindType(tensor.U32)) {
			return "it must have one operand and one result of type 'tensor<ui32>'"
		}
		return ""
	},
	Eval: func(_ context.Context, _ stablehlo.CustomCall, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
		sum := tensor.New(tensor.U32)
		sum.SetBits(0, uint64(crc32.ChecksumIEEE(in[0].Data)))
		return []*tensor.Tensor{sum}, nil
	},
}
