package compile

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/clusterinline"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Divided reports whether functions of m are divided into clusters already.
func Divided(m ir.Module) bool {
	if m.Op == nil {
		return false
	}
	found := false
	m.Op.Walk(func(op *ir.Op) bool {
		_, is := cluster.RunsOn(op)
		found = found || is
		return !found
	})
	return found
}

// checkDivided fails if the clusters of m can not run on devices.
func checkDivided(m ir.Module, devices []irplace.Device) error {
	if err := clusterverify.Given(m); err != nil {
		return err
	}
	names := irplace.DeviceNames(devices)
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

// adopt makes functions of the clusters that m has already, which o must not order to be
// others.
func adopt(m ir.Module, devices []irplace.Device, o Options) error {
	if err := o.checkUndivided(); err != nil {
		return err
	}
	if err := checkDivided(m, devices); err != nil {
		return err
	}
	if err := idle(m, devices, o.Affinity.Require); err != nil {
		return err
	}
	return clusteroutline.Module(m, clusteroutline.Options{})
}

// checkUndivided fails if options say how to divide m, which is divided already.
func (o *Options) checkUndivided() error {
	names := o.partition().Given()
	for _, n := range []struct {
		name string
		set  bool
	}{
		{"Strategy", o.Strategy != nil}, {"Partition", o.Partition != nil},
		{"Affinity.Rules", len(o.Affinity.Rules.All()) > 0}, {"Affinity.Manual", o.Affinity.Manual}, {"Affinity.Candidates", o.Affinity.Candidates},
		{"Affinity.NoFallback", o.Affinity.NoFallback}, {"Affinity.AllowSplit", o.Affinity.AllowSplit},
	} {
		if n.set {
			names = append(names, n.name)
		}
	}
	if len(names) > 0 {
		return diag.Errorf(diag.Span{}, "the module is divided already, so %s has nothing to do", names[0]).
			WithHelp("leave it out, or run clusterinline.Module on the module first")
	}
	return nil
}

// idle fails if devices that are required run none of the clusters of m.
func idle(m ir.Module, devices []irplace.Device, required []string) error {
	busy := map[string]bool{}
	m.Op.Walk(func(op *ir.Op) bool {
		if device, ok := cluster.RunsOn(op); ok {
			busy[device] = true
		}
		return true
	})
	runs := func(name string) bool { return busy[name] }
	return irplace.CheckRequired(required, irplace.DeviceNames(devices), runs, func(string) (string, []string) { return NoCluster() })
}

// NoCluster says why a device runs nothing of a program that is divided already, as the end
// of a sentence, and what to do.
func NoCluster() (why string, help []string) {
	return ": none of the program's clusters is for it", []string{"run lathe-opt --cluster-inline on the program first, to have it divided anew"}
}

// undivided returns m as one backend takes it. One that is named runs everything, so that
// clusters are taken apart; where none is, nothing may ask for devices.
func undivided(m ir.Module, o Options) (ir.Module, error) {
	named := Devices(m)
	if o.Backend == "" && len(named) > 0 {
		return m, diag.Errorf(diag.Span{}, "the program names the devices '%s', but none are given", strings.Join(named, "', '")).
			WithHelp("give devices, in order of priority, or the backend that is to run everything")
	}
	if !Divided(m) {
		return m, nil
	}
	if err := clusterverify.Given(m); err != nil {
		return m, err // what was changed since must not run as if it were what was divided
	}
	m.Op = ir.CloneModule(m.Op)
	return m, clusterinline.Module(m)
}

// Devices returns the names of the devices that m lists or, if it has no list, that
// its operations and clusters are for.
func Devices(m ir.Module) []string {
	if m.Op == nil {
		return nil
	}
	names := irplace.Devices(m)
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
