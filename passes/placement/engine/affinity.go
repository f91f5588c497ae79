package engine

import (
	"errors"
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

const affinityDoc = `assign each operation to the first device that supports it

Each device reports which operations it supports, and why it does not support the others.
An operation with the attribute cluster.device must run on the device that the attribute
names. Any other operation is assigned to the first device that supports it. An operation
that no device supports is an error.`

// affinityOptions are the options of the pass affinity.
type affinityOptions struct {
	Devices []string `opt:"devices" help:"Devices in order of priority; by default the module's attribute cluster.devices."`
	Mode    string   `opt:"mode" help:"seeded: choose devices for operations that name no device; manual: fail if an operation names no device."`
	Choosing
	Common
}

// AffinityPass returns the pass affinity. Each run calls session, which returns a function that
// opens devices and a function that closes them.
func AffinityPass(session func() (open affinity.Open, close func() error)) passes.Pass {
	p := passes.OnWith("affinity", affinityDoc, affinityOptions{Mode: "seeded"}, func(r *passes.Run, m ir.Module, o affinityOptions) (err error) {
		if o.Mode != "seeded" && o.Mode != "manual" {
			return fmt.Errorf("mode must be seeded or manual, but is '%s'", o.Mode)
		}
		o.Manual = o.Mode == "manual"
		listed, err := irplace.Listed(m)
		if err != nil {
			return err
		}
		if len(o.Devices) == 0 {
			for _, s := range listed {
				o.Devices = append(o.Devices, s.Name)
			}
		}
		if len(o.Devices) == 0 {
			return affinity.CheckDevices(nil)
		}
		open, close := session()
		defer func() { err = errors.Join(err, close()) }()
		devices, err := open(o.Devices, listed...)
		if err != nil {
			return err
		}
		e := &Engine{Open: open, Names: asm.NamesIn(r.Ctx).For(m.Op), Warn: r.Note, Log: r.Log}
		s, err := e.settle(Options{Choosing: o.Choosing, Common: o.Common})
		if err != nil {
			return err
		}
		// A later strategy does not know the rules. It obeys them through the attributes
		// cluster.candidates and cluster.pin of the operations.
		s.choice.Candidates = s.choice.Candidates || len(s.choice.Rules.All()) > 0
		return affinity.Module(r.Ctx, m, devices, s.choice)
	})
	p.Names = true
	return p
}
