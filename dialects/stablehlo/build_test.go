package stablehlo_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestConstructors checks that the constructed operations are valid, and that their text parses to
// the same operations.
func TestConstructors(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	f32 := func(shape ...int64) ir.Type { return ir.Tensor(ir.F32(), shape...) }
	i32 := func(shape ...int64) ir.Type { return ir.Tensor(ir.I32(), shape...) }
	m, b := ir.NewModule(reg), ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	ins := []ir.Type{f32(4, 6), f32(), i32(), i32(3, 1), ir.Tensor(ir.I1(), 4, 6), f32(6), f32(1, 8, 8, 2), f32(3, 3, 2, 5), f32(3, 6), f32(2, 3)}
	f := fn.New(b, "main", ins, nil)
	b.AtEnd(f.Entry())
	a := f.Entry().Args()
	x, zero, at, rows, pred, vec, image, kernel, update, part := a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]
	add := func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		return []*ir.Value{stablehlo.NewAdd(b, args[0], args[1]).Op.Result()}
	}
	larger := func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		return []*ir.Value{stablehlo.NewCompareAs(b, "GE", "FLOAT", args[0], args[1]).Op.Result()}
	}
	stablehlo.NewConvert(b, x, ir.F64())
	stablehlo.NewReshape(b, x, f32(24))
	stablehlo.NewBitcastConvert(b, x, i32(4, 6))
	stablehlo.NewBroadcastInDim(b, vec, f32(4, 6), 1)
	stablehlo.NewTranspose(b, x, f32(6, 4), 1, 0)
	stablehlo.NewReverse(b, x, 0)
	stablehlo.NewSlice(b, x, f32(2, 3), []int64{0, 0}, []int64{4, 6}, []int64{2, 2})
	stablehlo.NewPad(b, x, zero, f32(7, 6), []int64{1, 0}, []int64{2, 0}, []int64{0, 0})
	stablehlo.NewConcatenate(b, f32(8, 6), 0, x, x)
	stablehlo.NewIota(b, i32(4, 6), 1)
	stablehlo.NewClamp(b, zero, x, zero)
	stablehlo.NewSelect(b, pred, x, x)
	stablehlo.NewDotGeneral(b, x, vec, f32(4), stablehlo.DotDims{LHSContracting: []int64{1}, RHSContracting: []int64{0}})
	stablehlo.NewConvolution(b, image, kernel, f32(1, 4, 4, 5),
		stablehlo.Window{Strides: []int64{2, 2}, Padding: [][2]int64{{1, 1}, {1, 1}}},
		stablehlo.ConvDims{
			InputFeature: 3, InputSpatial: []int64{1, 2}, KernelInputFeature: 2, KernelOutputFeature: 3, KernelSpatial: []int64{0, 1},
			OutputFeature: 3, OutputSpatial: []int64{1, 2},
		}, 1, 1)
	stablehlo.NewDynamicSlice(b, x, f32(2, 3), []*ir.Value{at, at}, []int64{2, 3})
	stablehlo.NewDynamicUpdateSlice(b, x, part, []*ir.Value{at, at})
	stablehlo.NewFft(b, vec, ir.Tensor(ir.Complex(ir.F32()), 4), "RFFT", 6)
	stablehlo.NewBatchNormInference(b, x, vec, vec, vec, vec, 0.5, 1)
	stablehlo.NewBatchNormTraining(b, x, vec, vec, 0.5, 1)
	stablehlo.NewBatchNormGrad(b, x, vec, vec, vec, x, 0.5, 1)
	stablehlo.NewReduce(b, []*ir.Value{x}, []*ir.Value{zero}, []ir.Type{f32(6)}, []int64{0}, add)
	stablehlo.NewReduceWindow(b, x, zero, f32(2, 3), []int64{2, 2}, stablehlo.Window{Strides: []int64{2, 2}}, add)
	stablehlo.NewSelectAndScatter(b, x, part, zero, []int64{2, 2}, stablehlo.Window{Strides: []int64{2, 2}}, larger, add)
	stablehlo.NewScatter(b, x, rows, update, stablehlo.ScatterDims{
		UpdateWindowDims: []int64{1}, InsertedWindowDims: []int64{0}, ScatterDimsToOperandDims: []int64{0}, IndexVectorDim: 1,
	}, false, false, add)
	d := stablehlo.GatherDims{OffsetDims: []int64{1}, CollapsedSliceDims: []int64{0}, StartIndexMap: []int64{0}, IndexVectorDim: 1}
	g, err := stablehlo.NewGather(b, x, rows, d, []int64{1, 6}, false)
	if err != nil || g.Op.Result().Type() != f32(3, 6) {
		t.Errorf("NewGather: got error %v or a wrong type", err)
	}
	if _, err := stablehlo.NewGather(b, x, rows, d, []int64{1, 7}, false); err == nil {
		t.Error("NewGather accepts slices of seven columns, but x has only six")
	}
	fn.NewReturn(b)
	if err := ir.Verify(m.Op); err != nil {
		t.Fatal(err)
	}
	text := asm.String(m.Op)
	again, err := asm.Parse(reg, diag.NewSource("built.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if got := asm.String(again); got != text {
		t.Errorf("the printed module was parsed to\n%s\nexpected\n%s", got, text)
	}
}
