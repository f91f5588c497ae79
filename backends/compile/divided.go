package compile

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/clusterverify"
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
	var names []string
	for _, d := range devices {
		names = append(names, d.Name)
	}
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
