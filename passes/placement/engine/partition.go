package engine

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
)

const partitionDoc = `group operations into clusters that can run one after the other

Operations must have the attribute cluster.device. A strategy decides which
operations of one device form a cluster. No two clusters wait for each other.`

// partitionOptions are the options of the pass partition.
type partitionOptions struct {
	Common
	Dividing
	placement.Options
}

// PartitionPass returns the pass partition; the first strategy is the default. read(file) reads a
// configuration file, and exists(device) fails if the device does not exist. rates(spec) returns
// the times that a device takes for runs, operations and kernels, or nil if they are unknown. rates
// may be nil.
func PartitionPass(read func(file string) (*partition.Config, error), exists func(device string) error, rates func(placement.Spec) *placement.Rates, strategies ...placement.Strategy) passes.Pass {
	return passes.OnWith("partition", partitionDoc, partitionOptions{}, func(r *passes.Run, m ir.Module, o partitionOptions) error {
		e := &Engine{Strategies: strategies, ReadConfig: read, Exists: exists, Warn: r.Note, Log: r.Log}
		if names := asm.NamesIn(r.Ctx); names != nil {
			e.Names = names.For(m.Op)
		}
		options := Options{Common: o.Common, Dividing: o.Dividing, Options: o.Options}
		if err := options.Check(); err != nil {
			return err
		}
		s, err := e.settle(options)
		if err != nil {
			return err
		}
		s.division.Rates = rates
		if s.file != nil {
			return e.divideAs(r.Ctx, m, s)
		}
		return partition.Module(r.Ctx, m, s.division)
	})
}
