package placement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
)

// KeptPart converts a part that a program or a file records for some nodes of g. The memory
// is computed anew. It fails if a device of the part is not in the graph.
func KeptPart(g *Graph, nodes []int32, kept cluster.Part) (*Part, error) {
	p := &Part{
		Name: kept.Name, Backend: kept.Backend, Logical: kept.Logical, Memory: MemoryOf(g, nodes),
		Replicas: int(kept.Replicas), Instances: int(kept.Instances), Units: int(kept.Units), Fast: kept.Fast,
	}
	p.Memory.Contexts = int(kept.Memory.Contexts)
	for _, name := range kept.Devices {
		d := slices.Index(g.Devices, name)
		if d < 0 {
			return nil, &NodeError{
				Node:    nodes[0],
				Message: fmt.Sprintf("is in partition '%s', which device '%s' holds, but the devices are %s", kept.Name, name, strings.Join(g.Devices, ", ")),
				Help:    "list it among the devices",
			}
		}
		p.Physical = append(p.Physical, int32(d))
	}
	for _, o := range kept.Options {
		p.Options = append(p.Options, PartOption(o))
	}
	return p, nil
}
