package compile

import (
	"context"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partinline"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Divided reports whether functions of m are divided into clusters already.
func Divided(m ir.Module) bool {
	if m.Op == nil {
		return false
	}
	found := false
	m.Op.Walk(func(op *ir.Op) bool {
		found = found || ir.Is[cluster.Region](op) || ir.Is[cluster.Launch](op)
		return !found
	})
	return found
}

// checkDivided fails if the clusters of m can not run on devices.
func checkDivided(m ir.Module, devices []placement.Device) error {
	if err := clusterverify.Module(m, clusterverify.Options{AnyCount: true}); err != nil {
		return err
	}
	names := deviceNames(devices)
	var err error
	m.Op.Walk(func(op *ir.Op) bool {
		device, ok := cluster.RunsOn(op)
		if err == nil && ok && !slices.Contains(names, device) {
			err = ir.Errorf(op, "is a cluster for device '%s', but the devices are %s", device, strings.Join(names, ", ")).
				WithHelp("add it to the list of devices, or run cluster-inline first to have the program divided anew")
		}
		return err == nil
	})
	return err
}

// Devices returns the names of the devices that m lists or, if it has no list, that
// its operations and clusters are for.
func Devices(m ir.Module) []string {
	if m.Op == nil {
		return nil
	}
	names := placement.Devices(m)
	if _, listed := cluster.Devices(m.Op); listed {
		return names
	}
	m.Op.Walk(func(op *ir.Op) bool {
		if device, ok := cluster.RunsOn(op); ok && !slices.Contains(names, device) {
			names = append(names, device)
		}
		return true
	})
	return names
}

// divide returns a copy of m with its operations in clusters for the devices.
func divide(ctx context.Context, r *backends.Registry, m ir.Module, o Options) (ir.Module, error) {
	listed, err := placement.Listed(m)
	if err != nil {
		return m, err
	}
	devices, err := r.Devices(o.Devices, listed...)
	if err != nil {
		return m, err
	}
	to := &ir.Mapping{}
	m, _ = ir.As[ir.Module](ir.NewBuilder(m.Op.Registry()).Clone(m.Op, to))
	o.Affinity.Names = o.Affinity.Names.Cloned(to, m.Op)
	if Divided(m) {
		err = checkDivided(m, devices)
	} else {
		err = clustered(ctx, m, devices, o)
	}
	if err != nil {
		return m, err
	}
	return m, clusteroutline.Module(m, clusteroutline.Options{})
}

// clustered puts the operations of m into clusters for devices.
func clustered(ctx context.Context, m ir.Module, devices []placement.Device, o Options) error {
	if o.Strategy == nil {
		o.Strategy = contract.Strategy{}
	}
	if o.Partition != nil {
		if _, err := o.Partition.Pin(m, deviceNames(devices), o.Affinity.Pins(m)); err != nil {
			return err
		}
		o.Strategy, o.Affinity.Refused = o.Partition.Strategy(), o.Partition.Refused
	}
	if a, ok := o.Strategy.(placement.Assigned); ok && a.Assigned() {
		if err := partinline.Module(m); err != nil {
			return err
		}
	}
	o.Affinity.Log = o.Log
	how := partition.Options{
		Strategy: o.Strategy, AllowSplit: o.Affinity.AllowSplit, NoFallback: o.Affinity.NoFallback, Require: o.Affinity.Require,
		Options: o.Division, Config: o.Config, Economy: o.Economy, Names: o.Affinity.Names, Log: o.Log,
	}
	if err := affinity.Module(ctx, m, devices, o.Affinity.Before(o.Strategy, how.Moves())); err != nil {
		return err
	}
	return partition.Module(ctx, m, how)
}

func deviceNames(devices []placement.Device) []string {
	names := make([]string, len(devices))
	for i, d := range devices {
		names[i] = d.Name
	}
	return names
}
