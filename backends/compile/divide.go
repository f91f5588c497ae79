package compile

import (
	"context"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/partinline"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// divide returns a copy of m with its operations in clusters for the devices.
func divide(ctx context.Context, r *backends.Registry, m ir.Module, o Options) (ir.Module, error) {
	listed, err := irplace.Listed(m)
	if err != nil {
		return m, err
	}
	devices, err := r.Devices(o.Devices, listed...)
	if err != nil {
		return m, err
	}
	to := &ir.Mapping{}
	m, _ = ir.As[ir.Module](ir.NewBuilder(m.Op.Registry()).Clone(m.Op, to))
	if Divided(m) {
		return m, adopt(m, devices, o)
	}
	o.Affinity.Names = o.Affinity.Names.Cloned(to, m.Op)
	o.Affinity.Log = o.Log
	if o.Partition != nil {
		more, err := r.Devices(o.Partition.Beside(irplace.DeviceNames(devices)))
		if err != nil {
			return m, err
		}
		devices = append(devices, more...)
	}
	if err := o.order(m, devices); err != nil {
		return m, err
	}
	how := o.partition()
	if err := affinity.Module(ctx, m, devices, o.Affinity.Before(o.Strategy, how.Overrides())); err != nil {
		return m, err
	}
	if err := partition.Module(ctx, m, how); err != nil {
		return m, err
	}
	return m, clusteroutline.Module(m, clusteroutline.Options{})
}

// order finds the strategy, and has operations say what it carries out.
func (o *Options) order(m ir.Module, devices []irplace.Device) error {
	chosen := o.Strategy != nil || o.Partition != nil
	if o.Strategy == nil {
		o.Strategy = contract.Strategy{}
	}
	if o.Partition != nil {
		if _, err := o.Partition.Pin(m, irplace.DeviceNames(devices), o.Affinity.Pins(m)); err != nil {
			return err
		}
		o.Strategy, o.Affinity.Refused = o.Partition.Strategy(), o.Partition.Refused
	}
	if a, ok := o.Strategy.(placement.Assigned); ok && a.Assigned() {
		return partinline.Module(m, nil)
	}
	if chosen {
		return nil
	}
	return partinline.Check(m)
}

// partition is how the module is divided once its operations have devices.
func (o *Options) partition() partition.Options {
	return partition.Options{
		Strategy: o.Strategy, AllowSplit: o.Affinity.AllowSplit, NoFallback: o.Affinity.NoFallback, Require: o.Affinity.Require,
		Strategies: o.Strategies, Options: o.Division, Config: o.Config, Economy: o.Economy, Names: o.Affinity.Names, Log: o.Log, Warn: o.Affinity.Warn,
	}
}
