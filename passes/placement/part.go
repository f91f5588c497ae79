package placement

import "slices"

// Part is what a strategy that divides among several devices of a kind says of a
// cluster: Glow's DAGNode, but for what the program itself shows.
type Part struct {
	Name string
	// Backend is the kind of device that runs it.
	Backend string
	// Logical numbers the devices that hold it. Parts that share a number share a
	// device; a part with several numbers is held by several devices, any of which runs
	// it.
	Logical []int64
	// Physical are the devices of the logical numbers, in their order.
	Physical []int32
	// RunOn is the device that runs it instead, where profiling asks for that.
	RunOn string
	// Memory is what it takes.
	Memory Memory
	// Replicas is how many copies of it a device holds, and Instances how many copies of
	// all parts the devices hold together; 0 means 1.
	Replicas, Instances int
	// Units is how many execution units it asks for, and Fast the values that it asks to
	// be kept in fast memory.
	Units int
	Fast  []string
	// Options are passed on to the backend, in order.
	Options []PartOption
	// Joined are values of the graph that are to leave as one: joined along the last
	// dimension, and cut again where they are read.
	Joined []int32
}

// RunElsewhere gives clusters whose part names a device that runs them instead that device,
// and returns the list of devices with what it lacked at its end.
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

// PartOption is a word for a backend.
type PartOption struct{ Key, Value string }

// NodeError is a mistake that has a place in the graph.
type NodeError struct {
	Node    int32
	Message string
	Help    string
}

func (e *NodeError) Error() string { return e.Message }
