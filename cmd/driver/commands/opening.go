package commands

import (
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// open opens the devices of the command line, or else those that the program names, or else the
// default backend of lathe run.
func (p *Planner) open(pl *plan, o planOptions) error {
	names, err := splitDevices(o.Devices)
	if err != nil {
		return err
	}
	listed, err := irplace.Listed(pl.module)
	if err != nil {
		return err
	}
	if o.Devices == nil {
		how, err := o.affinity(o.how)
		if err != nil {
			return err
		}
		how.Names = pl.names
		names, _, pl.open = namedDevices(pl.module, how, p.Default)
		if err := openNamed(pl.module, names, listed, p.Devices); err != nil {
			return err
		}
	}
	if len(names) == 0 {
		names = []string{p.Default()}
	}
	devices, err := p.Devices(names, listed...)
	if err != nil {
		return err
	}
	p.warnUnready(devices)
	if d := unusedList(pl.module, listed, devices); d != nil && o.Devices != nil {
		p.warnOne(d)
	}
	pl.devices, err = affinity.Known(pl.module, devices)
	return err
}

// openMore opens the devices of a division that were not given: those on which a strategy runs
// everything.
func (p *Planner) openMore(pl *plan, names []string) error {
	if len(names) <= len(pl.devices) {
		return nil
	}
	more, err := p.Devices(names[len(pl.devices):])
	if err != nil {
		return err
	}
	pl.beside = append(pl.beside, names[len(pl.devices):]...)
	pl.devices = append(pl.devices, more...)
	pl.model = pl.figures()
	return nil
}
