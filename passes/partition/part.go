package partition

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// nameParts prefixes part names with the function's name, so that they are unique in a
// module.
func (p *Plan) nameParts() {
	for _, k := range p.Clusters {
		if k.Part != nil {
			k.Part.Name = p.Fn.SymName() + "_" + k.Part.Name
		}
	}
}

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
		Name: s.Name, Backend: s.Backend, Logical: s.Logical, Devices: devices,
		Memory:   irplace.PartMemory(s.Memory),
		Replicas: int64(max(1, s.Replicas)), Instances: int64(max(1, s.Instances)), Units: int64(s.Units), Fast: s.Fast, Options: options,
	}
}
