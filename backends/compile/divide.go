package compile

import (
	"context"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/clusterinline"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/engine"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// divide returns a copy of m whose operations are in clusters for o.Devices, and the opened
// devices.
func divide(ctx context.Context, r *backends.Registry, m ir.Module, o Options) (ir.Module, []irplace.Device, error) {
	listed, err := irplace.Listed(m)
	if err != nil {
		return m, nil, err
	}
	devices, err := r.Devices(o.Devices, listed...)
	if err != nil {
		return m, nil, err
	}
	to := &ir.Mapping{}
	m, _ = ir.As[ir.Module](ir.NewBuilder(m.Op.Registry()).Clone(m.Op, to))
	if o.Strategies == nil {
		o.Strategies = []placement.Strategy{contract.Strategy{}}
	}
	e := &engine.Engine{
		Open: r.Devices, Strategies: o.Strategies, ReadConfig: device.ReadPartition, Names: o.Names.Cloned(to, m.Op), Warn: o.Diagnose, Log: o.Log,
	}
	if err := e.Place(ctx, m, devices, o.Placement); err != nil {
		return m, nil, err
	}
	return m, devices, clusteroutline.Module(m, clusteroutline.Options{})
}

// undivided returns m for a single backend. If o.Backend is set, this backend runs the whole
// module, so clusters are inlined. Otherwise, m must name no devices.
func undivided(m ir.Module, o Options) (ir.Module, error) {
	named := engine.DevicesOf(m)
	if o.Backend == "" && len(named) > 0 {
		return m, diag.Errorf(diag.Span{}, "the program names the devices '%s', but no devices are selected", strings.Join(named, "', '")).
			WithHelp("pass the devices in order of priority, or the backend that runs the whole program")
	}
	if !engine.Divided(m) {
		return m, nil
	}
	if err := clusterverify.Given(m); err != nil {
		return m, err // a program that was changed after it was divided must not run
	}
	m.Op = ir.CloneModule(m.Op)
	return m, clusterinline.Module(m)
}
