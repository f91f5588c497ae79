package partition

import (
	"context"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
)

// FromFile divides m as the text in a file says, on the devices that it says. On
// error the module is not changed.
func FromFile(ctx context.Context, m ir.Module, file string, o Options) error {
	f, err := replay.ReadFile(file)
	if err != nil {
		return err
	}
	undo, err := f.Pin(m, placement.Devices(m))
	if err != nil {
		return err
	}
	o.Strategy, o.NoRepair = f.Strategy(), false
	if err := Module(ctx, m, o); err != nil {
		undo()
		return err
	}
	return nil
}
