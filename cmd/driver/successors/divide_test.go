package successors

import (
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// TestR5Replicas divides a program each of whose partitions is to be there twice: a device
// must hold both copies.
func TestR5Replicas(t *testing.T) {
	o := placement.Options{FleetOptions: placement.FleetOptions{Replicas: 2}}
	for _, s := range []string{"memory", "balance"} {
		p := divided(t, "g02", several("I", 3, 3600), s, o, nil)
		for _, n := range p.dag() {
			if n.Replicas != 2 || 2*n.Memory.Size() > 3600 {
				t.Errorf("%s: %s is there %d times, each with %d bytes", s, n.Name, n.Replicas, n.Memory.Size())
			}
		}
	}
	fails(t, "g01", several("I", 3, 3072), "memory", o, nil, "needs 4608 bytes, but a device of backend 'I' has 3072; it is there 2 times, each with 2304")
}
