package partition

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/passes/placement"
)

// attr is what the program keeps of a part.
func (p *Plan) attr(s *placement.Part) cluster.Part {
	devices := make([]string, len(s.Physical))
	for i, d := range s.Physical {
		devices[i] = p.DeviceName(d)
	}
	options := make([]cluster.PartOption, len(s.Options))
	for i, o := range s.Options {
		options[i] = cluster.PartOption(o)
	}
	return cluster.Part{
		Name: p.Fn.SymName() + "_" + s.Name, Backend: s.Backend, Logical: s.Logical, Devices: devices,
		Memory:   placement.PartMemory(s.Memory),
		Replicas: int64(max(1, s.Replicas)), Instances: int64(max(1, s.Instances)), Units: int64(s.Units), Fast: s.Fast, Options: options,
	}
}
