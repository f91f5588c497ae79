package placement

import "slices"

// Part describes a cluster that a fleet strategy formed for one or several devices of one backend.
// It corresponds to Glow's DAGNode, without the fields that can be computed from the program.
type Part struct {
	Name    string
	Backend string
	// Logical has the logical ids of the devices that hold the part. Parts that share an id share a
	// device. If a part has several ids, several devices hold it, and any of them can run it.
	Logical []int64
	// Physical has the devices of the logical ids, in the same order.
	Physical []int32
	// RunOn is the device that runs the part in place of its own devices, for profiling.
	RunOn  string
	Memory Memory
	// Replicas is the number of copies of the part that a device holds. Instances is the number of
	// copies of the whole partition, each on different devices. 0 means 1.
	Replicas, Instances int
	// Units is the number of execution units for the part. Fast lists values to keep in fast
	// memory.
	Units int
	Fast  []string
	// Options are passed to the backend, in order.
	Options []PartOption
	// Joined lists values that leave the cluster as one value: they are joined along the
	// last dimension, and split again where they are read.
	Joined []int32
}

// RunElsewhere moves each cluster whose part has RunOn to the device RunOn. It returns the list of
// devices, with missing devices appended.
func (p *Partition) RunElsewhere(devices []string) []string {
	for i := range p.Clusters {
		c := &p.Clusters[i]
		if c.Part == nil || c.Part.RunOn == "" {
			continue
		}
		at := slices.Index(devices, c.Part.RunOn)
		if at < 0 {
			at = len(devices)
			devices = append(slices.Clip(devices), c.Part.RunOn)
		}
		c.Device, c.Part.Physical = int32(at), []int32{int32(at)}
	}
	return devices
}

// PartOption is an option for a backend.
type PartOption struct{ Key, Value string }

// NodeError is an error at a node of the graph.
type NodeError struct {
	Node    int32
	Message string
	Help    string
}

func (e *NodeError) Error() string { return e.Message }
