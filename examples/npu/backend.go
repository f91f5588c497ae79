package main

import (
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// npu is the backend. The embedded Core has the methods that are the same for all backends.
type npu struct{ *backends.Core }

// factory returns the backend's name, its description, and the function that opens a device.
func factory() backends.Factory {
	return backends.Factory{Name: "npu", Doc: "a made-up matrix unit", Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "npu", Doc: "a made-up matrix unit", Version: "1"}, npu{})
		return npu{core}, err
	}}
}

// Spec implements backends.Describer. It returns the cost model.
func (npu) Spec() placement.Spec {
	return placement.Spec{Compute: 1e12, Bandwidth: 5e10, Launch: 2e-6, Memory: 64 << 20}
}

// Query implements irplace.Querier. It runs the passes that Compile runs.
func (npu) Query(ctx context.Context, f fn.Func) ([]irplace.Answer, error) {
	return irplace.Through(ctx, f, irplace.Pipeline{Passes: []passes.Pass{fuse()}, Supports: refusal})
}

// refusal returns the reason why the NPU cannot run op, or "" if it can.
func refusal(op *ir.Op) string {
	if op.Terminator() || irplace.IsConstant(op) {
		return ""
	}
	for v := range op.Results() {
		if v.Type().Elem() != ir.F32() {
			return fmt.Sprintf("the NPU computes in f32, but a result is '%s'", v.Type())
		}
	}
	switch o := op.View().(type) {
	case Dense:
		if sizes(o.W())[1] > 64 {
			return fmt.Sprintf("the NPU's accumulator has 64 columns, but the weights are '%s'", o.W().Type())
		}
	case stablehlo.Add, stablehlo.Multiply, stablehlo.Maximum:
	default:
		return fmt.Sprintf("the NPU has no instruction for '%s'", op.Name())
	}
	return ""
}

// Compile implements backends.Backend.
func (b npu) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	s, err := b.Settings(o.Properties)
	if err != nil {
		return nil, err
	}
	m, _ = ir.As[ir.Module](ir.CloneModule(m.Op))
	f, err := fn.Entry(m, o.Entry)
	if err == nil {
		err = passes.Apply(ctx, m.Op, fuse())
	}
	if err != nil {
		return nil, err
	}
	for op := range f.Entry().Ops() {
		if why := refusal(op); why != "" {
			return nil, ir.ErrorAt(op, "%s", why)
		}
	}
	return host.NewFunction(f, s, func(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
		results, err := interp.Run(ctx, f.Op, inputs) // the interpreter simulates the NPU
		for i := range results {
			results[i] = results[i].Clone() // the interpreter may return an input
		}
		return results, err
	})
}
