package commands

// PlanSchema identifies the format of a PlanReport.
const PlanSchema = "lathe.plan/1"

// PlanReport describes what runs where. Sizes are in bytes; -1 if types do not determine them.
type PlanReport struct {
	Schema   string   `json:"schema"`
	File     string   `json:"file"`
	Strategy string   `json:"strategy"` // "none" without repair
	Devices  []string `json:"devices"`  // in order of priority
	// Added are the last of these if they were not given: a strategy such as profiling runs
	// everything there.
	Added []string `json:"beside,omitempty"`
	// Unpinned is the first device, which runs unpinned operations, if only the program's pins
	// name devices.
	Unpinned  string       `json:"unpinned,omitempty"`
	Functions []PlanOfFunc `json:"functions"`
}

// PlanOfFunc is the plan of one function.
type PlanOfFunc struct {
	Name     string       `json:"name"`
	Coverage PlanCoverage `json:"coverage"`
	// Devices are the figures of each device, in order of priority.
	Devices  []PlanDevice  `json:"devices,omitempty"`
	Cost     *PlanCost     `json:"cost,omitempty"`
	Clusters []PlanCluster `json:"clusters"` // in the order in which they run
	// Bound is the least number of connected clusters with operations on these devices, if the
	// strategy proves it.
	Bound int `json:"bound,omitempty"`
	// Crossed counts the values that cross between partitions, and Balance compares the load of
	// the devices. Both are set for strategies for several devices of a kind.
	Crossed *PlanCrossed `json:"crossed,omitempty"`
	Balance *PlanBalance `json:"balance,omitempty"`
	Copies  []PlanCopy   `json:"copies"`
	// CopiedBytes is the sum of the copies whose size is known.
	CopiedBytes int64        `json:"copied_bytes"`
	Cycles      []PlanCycle  `json:"cycles,omitempty"`
	Advice      []PlanAdvice `json:"advice,omitempty"`
}

// PlanCrossed counts the bytes that cross between partitions. FirstPartitions and its bytes
// describe the initial partitions if the strategy then moves operations and merges partitions;
// otherwise FirstPartitions is 0.
type PlanCrossed struct {
	Partitions      int   `json:"partitions"`
	Bytes           int64 `json:"bytes"`
	FirstPartitions int   `json:"first_partitions,omitempty"`
	FirstBytes      int64 `json:"first_bytes,omitempty"`
}

// PlanBalance reports that Device runs longest: Ratio times the mean of the Devices that run
// something.
type PlanBalance struct {
	Device  string  `json:"device"`
	Ratio   float64 `json:"ratio"`
	Devices int     `json:"devices"`
}

// PlanDevice is a device's share of a function. Shares are between 0 and 1.
type PlanDevice struct {
	Device   string `json:"device"`
	Clusters int    `json:"clusters"`
	// Held counts the clusters that the device also holds in memory although the plan runs them
	// on another device.
	Held       int     `json:"held,omitempty"`
	Ops        int     `json:"ops"`
	Flops      float64 `json:"flops"` // scalar operations, as far as known
	Bytes      int64   `json:"bytes"` // read and written by its operations
	OpsShare   float64 `json:"ops_share"`
	FlopsShare float64 `json:"flops_share"`
	BytesShare float64 `json:"bytes_share"`
	Seconds    float64 `json:"seconds"` // estimated, including launches
	// PeakBytes is the peak memory of the device in a run: constants of all its clusters, values
	// between clusters, and the values inside the running cluster.
	PeakBytes int64 `json:"peak_bytes"`
	// ConstantBytes is the part of PeakBytes for constants and static arguments. --fit and
	// cluster-verify compare it with the memory of the device.
	ConstantBytes int64 `json:"constant_bytes"`
	MemoryBytes   int64 `json:"memory_bytes,omitempty"` // of the device; 0 if unknown
}

// PlanCost is an estimate of one run, in seconds, from the figures of the devices.
type PlanCost struct {
	Run      float64 `json:"run"`
	Launch   float64 `json:"launch"`
	Transfer float64 `json:"transfer"`
	Total    float64 `json:"total"`
}

// PlanAdvice is a change that would improve a plan; its effect was tried.
type PlanAdvice struct {
	// Kind is "capability" (a device would have to accept an operation), "pin" (a pin would have
	// to be removed), "memory" (a device holds too much) or "unused" (a device runs nothing). If
	// the division was given, it can also be "move" (to another device) or "anew" (a strategy
	// finds fewer clusters or copies).
	Kind   string `json:"kind"`
	Device string `json:"device,omitempty"`
	Op     string `json:"op,omitempty"`  // kind of operation
	Ops    int    `json:"ops,omitempty"` // how many operations it affects
	// Clusters, Copies and Seconds are the outcome with the change, if it was tried.
	Clusters int     `json:"clusters,omitempty"`
	Copies   int     `json:"copies,omitempty"`
	Seconds  float64 `json:"seconds,omitempty"`
	Text     string  `json:"text"`
}

// PlanCoverage counts operations.
type PlanCoverage struct {
	Ops       int `json:"ops"`       // of the function's block, without constants and return
	Placed    int `json:"placed"`    // in exactly one cluster
	Constants int `json:"constants"` // of the function
	Copies    int `json:"constant_copies"`
}

// PlanCluster is one cluster.
type PlanCluster struct {
	Name     string      `json:"name"` // of the function that cluster-outline makes
	Device   string      `json:"device"`
	Origin   string      `json:"origin"` // what formed it
	Ops      []PlanOp    `json:"ops"`
	Inputs   []PlanValue `json:"inputs"`
	Outputs  []PlanValue `json:"outputs"`
	BytesIn  int64       `json:"bytes_in"`
	BytesOut int64       `json:"bytes_out"`
	Flops    float64     `json:"flops"`
	Seconds  float64     `json:"seconds"` // estimated, including the launch
	// ConstantBytes is the size of its copies of constants. PeakBytes is its peak memory: inputs,
	// constants and values made inside.
	ConstantBytes int64 `json:"constant_bytes"`
	PeakBytes     int64 `json:"peak_bytes"`
	// Part is set by strategies for several devices of a kind.
	Part *PlanPart `json:"part,omitempty"`
}

// PlanPart lists the devices that hold a cluster, and the memory that each reserves for it: its
// constants, and for each context its inputs and outputs.
type PlanPart struct {
	Name          string   `json:"name"`
	Backend       string   `json:"backend"`
	Logical       []int64  `json:"logical"`
	Devices       []string `json:"devices"`
	ReservedBytes int64    `json:"reserved_bytes"`
	BytesIn       int64    `json:"bytes_in"`
	BytesOut      int64    `json:"bytes_out"`
	ConstantBytes int64    `json:"constant_bytes"`
	Contexts      int      `json:"contexts"`
	Peers         int      `json:"peers"`    // values from other clusters
	Replicas      int      `json:"replicas"` // copies on each device
}

// PlanOp is an operation, by its id, its kind, and the name of its results.
type PlanOp struct {
	ID    uint32 `json:"id"`
	Op    string `json:"op"`
	Value string `json:"value,omitempty"`
}

// PlanValue is a value that enters or leaves a cluster.
type PlanValue struct {
	Value string `json:"value"`
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"`
}

// PlanCopy is a value that is copied to another device, once for all clusters of that device that
// read it.
type PlanCopy struct {
	PlanValue
	From    string   `json:"from"`
	To      string   `json:"to"`
	By      string   `json:"by"` // the cluster that makes it
	For     []string `json:"for"`
	Seconds float64  `json:"seconds"` // estimated
}

// PlanCycle is a closed path through clusters. Each step starts in the cluster that the previous
// step enters.
type PlanCycle struct {
	Path []PlanStep `json:"path"`
	Text string     `json:"text"`
}

// PlanStep is an edge between clusters.
type PlanStep struct {
	From        string `json:"from"`
	To          string `json:"to"`
	FromCluster string `json:"from_cluster"`
	ToCluster   string `json:"to_cluster"`
}
