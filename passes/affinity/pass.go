package affinity

import (
	"errors"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement"
)

const doc = `give each operation the first device that takes it

Each device says of every operation whether it takes it, and if not, why. An
operation goes to the first of the devices that does, or, where it carries
cluster.device, to that one or nowhere. What no device takes is an error.`

// Open returns the devices of a list of names, or of one name of a file. It fails on
// names that it does not know.
type Open func(names []string) ([]placement.Device, error)

type passOptions struct {
	Devices []string `opt:"devices" help:"devices in order of priority; by default the module's attribute cluster.devices"`
}

// Pass returns the pass. Each run of it asks session for what opens devices, and
// closes them with what session returns beside that.
func Pass(session func() (open Open, close func() error)) passes.Pass {
	return passes.OnWith("affinity", doc, passOptions{}, func(r *passes.Run, m ir.Module, o passOptions) (err error) {
		names := o.Devices
		if listed, ok := cluster.Devices(m.Op); ok && len(names) == 0 {
			for _, t := range listed {
				names = append(names, t.Name)
			}
		}
		if len(names) == 0 {
			return checkDevices(nil)
		}
		open, close := session()
		defer func() { err = errors.Join(err, close()) }()
		devices, err := open(names)
		if err != nil {
			return err
		}
		return Module(r.Ctx, m, devices, Options{Log: r.Log})
	})
}
