package plan

import (
	"context"
	"io"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/engine"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Read parses a program and returns a plan without devices and divisions.
func (p *Planner) Read(ctx context.Context, file string, stdin io.Reader) (*Plan, error) {
	text, err := cli.ReadText(file, stdin)
	if err != nil {
		return nil, err
	}
	pl := &Plan{
		Names: asm.NewNames(nil), Sources: map[string][]*ir.Value{}, Inlined: map[string][]Inlined{}, handed: map[*ir.Value]*ir.Value{}, log: decision.New(),
	}
	op, err := cli.ParseText(ctx, p.Registry, diag.NewSource(file, text), asm.Options{AllowUnregistered: p.AllowUnregistered, Names: func(name string, v *ir.Value, count int) {
		pl.Names.Give(v, name, count)
		pl.Sources[name] = append(pl.Sources[name], v)
	}})
	if err != nil {
		return nil, err
	}
	m, ok := ir.As[ir.Module](op)
	if !ok {
		return nil, ir.Errorf(op, "is not a module")
	}
	pl.Module = m
	pl.Names.Number(op)
	return pl, nil
}

// open opens the devices of the command line. If the command line has none, it opens the devices
// that the program names, see [engine.Engine.Named]. If the program names none either, it opens the
// default backend.
func (p *Planner) open(e *engine.Engine, pl *Plan, a cli.PlacingArgs) ([]irplace.Device, error) {
	names, err := cli.SplitDevices(a.Devices)
	if err != nil {
		return nil, err
	}
	listed, err := irplace.Listed(pl.Module)
	if err != nil {
		return nil, err
	}
	if a.Devices == nil {
		named, err := e.Named(pl.Module, a.Options, p.Default)
		if err != nil {
			return nil, err
		}
		names, pl.open = named.Names, named.Unpinned
	}
	if len(names) == 0 {
		names = []string{p.Default()}
	}
	devices, err := p.Devices(names, listed...)
	if err != nil {
		return nil, err
	}
	p.warnUnready(devices)
	if a.Devices == nil {
		return devices, nil
	}
	d, err := engine.UnusedList(pl.Module, irplace.DeviceNames(devices))
	if d != nil {
		p.warnOne(d)
	}
	return devices, err
}

// WithPlanner calls f with a planner and closes the planner's devices when f returns.
func WithPlanner(t *driver.Tool, stderr io.Writer, f func(*Planner) error) error {
	r := backends.NewRegistry(t.All().Backends, backends.Config{})
	defer r.Close()
	return f(&Planner{Registry: t.Registry(), Devices: r.Devices, Default: cli.DefaultOf(r, stderr), Strategies: t.All().Strategies, Warn: cli.WarnOn(stderr)})
}
