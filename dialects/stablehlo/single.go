package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

// Single describes the effect of an operation in a program that runs as one process.
type Single uint8

// The effects of an operation. In Without, no group of a collective operation contains the process,
// so the results are zeros. In Own, the process is alone in its group, so the results equal the
// operands.
const (
	NotCollective Single = iota
	Without
	Own
)

// InSingle returns the effect of op in a program that runs as one process. It returns an error if
// op exchanges values with other processes, or if its groups refer to axes of a mesh.
func InSingle(op *ir.Op) (Single, error) {
	how, groups := crossReplica, ir.Attr{}
	switch o := op.View().(type) {
	case AllGather:
		how, groups = reduceGrouping(o.ChannelHandle(), o.UseGlobalDeviceIds()), o.ReplicaGroups()
	case AllReduce:
		how, groups = reduceGrouping(o.ChannelHandle(), o.UseGlobalDeviceIds()), o.ReplicaGroups()
	case ReduceScatter:
		how, groups = reduceGrouping(o.ChannelHandle(), o.UseGlobalDeviceIds()), o.ReplicaGroups()
	case CollectiveReduce:
		how, groups = reduceGrouping(o.ChannelHandle(), o.UseGlobalDeviceIds()), o.ReplicaGroups()
	case AllToAll:
		how, groups = exchangeGrouping(o.ChannelHandle()), o.ReplicaGroups()
	case CollectiveBroadcast:
		how, groups = exchangeGrouping(o.ChannelHandle()), o.ReplicaGroups()
	case CollectivePermute:
		return permuteInSingle(o)
	default:
		return NotCollective, nil
	}
	if !isI64Elements(groups) {
		return NotCollective, ir.Errorf(op, "has replica groups that refer to axes of a mesh, so it needs several processes").WithHelp(severalProcesses)
	}
	group, _, ok := groupOf(singleProcess(), how, groups)
	switch {
	case !ok:
		return Without, nil
	case len(group) > 1:
		return NotCollective, ir.Errorf(op, "exchanges values in a group of %d processes, but the program runs as one", len(group)).WithHelp(severalProcesses)
	}
	return Own, nil
}

const severalProcesses = "run the processes with interpreter.run_parallel"

func singleProcess() *interp.Process {
	return &interp.Process{Grid: &interp.Grid{Replicas: 1, Partitions: 1}}
}

func permuteInSingle(o CollectivePermute) (Single, error) {
	does, p := Without, singleProcess()
	pairs := o.SourceTargetPairs()
	for i := 0; i+1 < len(pairs); i += 2 {
		for _, g := range members(p, exchangeGrouping(o.ChannelHandle()), pairs[i:i+2]) {
			switch from, to := g[0] == p.ID, g[1] == p.ID; {
			case from && to:
				does = Own
			case from || to:
				return NotCollective, ir.Errorf(o.Op, "exchanges values with another process, but the program runs as one").WithHelp(severalProcesses)
			}
		}
	}
	return does, nil
}
