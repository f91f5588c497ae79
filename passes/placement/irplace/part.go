package irplace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/passes/placement"
)

// KeptPart converts a part that a program or a file records for some nodes of g. It recomputes the
// recorded memory, except the number of contexts. It fails if a device of the part is not in g.
func KeptPart(g *placement.Graph, nodes []int32, kept cluster.Part) (*placement.Part, error) {
	p := &placement.Part{
		Name: kept.Name, Backend: kept.Backend, Logical: kept.Logical, Memory: placement.MemoryOf(g, nodes),
		Replicas: int(kept.Replicas), Instances: int(kept.Instances), Units: int(kept.Units), Fast: kept.Fast,
	}
	p.Memory.Contexts = int(kept.Memory.Contexts)
	for _, name := range kept.Devices {
		d := slices.Index(g.Devices, name)
		if d < 0 {
			return nil, &placement.NodeError{
				Node:    nodes[0],
				Message: fmt.Sprintf("is in partition '%s', which device '%s' holds, but the devices are %s", kept.Name, name, strings.Join(g.Devices, ", ")),
				Help:    "add the device to the list of devices",
			}
		}
		p.Physical = append(p.Physical, int32(d))
	}
	for _, o := range kept.Options {
		p.Options = append(p.Options, placement.PartOption(o))
	}
	return p, nil
}
