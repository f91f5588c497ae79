package commands

// PlanSchema names the form of a PlanReport.
const PlanSchema = "lathe.plan/1"

// PlanReport says what runs where. Sizes are in bytes; -1 where types do not tell.
type PlanReport struct {
	Schema   string   `json:"schema"`
	File     string   `json:"file"`
	Strategy string   `json:"strategy"` // "none" without repair
	Devices  []string `json:"devices"`  // in order of priority
	// Beside are the last of these, where they were not given: a strategy such as profiling
	// runs everything there.
	Beside []string `json:"beside,omitempty"`
	// Unpinned is the first device where the program's pins alone name the devices: it is
	// for what is not pinned.
	Unpinned  string       `json:"unpinned,omitempty"`
	Functions []PlanOfFunc `json:"functions"`
}

// PlanOfFunc is the plan of one function.
type PlanOfFunc struct {
	Name     string       `json:"name"`
	Coverage PlanCoverage `json:"coverage"`
	// Devices says what each device does, in order of priority.
	Devices  []PlanDevice  `json:"devices,omitempty"`
	Cost     *PlanCost     `json:"cost,omitempty"`
	Clusters []PlanCluster `json:"clusters"` // in the order in which they run
	// Bound is how many connected clusters there must be at least with operations on
	// these devices, where the strategy proves it.
	Bound int `json:"bound,omitempty"`
	// Crossed is what goes between partitions, and Balance how evenly the devices are busy,
	// where the strategy is one for several devices of a kind.
	Crossed *PlanCrossed `json:"crossed,omitempty"`
	Balance *PlanBalance `json:"balance,omitempty"`
	Copies  []PlanCopy   `json:"copies"`
	// CopiedBytes is the sum of the copies whose size is known.
	CopiedBytes int64        `json:"copied_bytes"`
	Cycles      []PlanCycle  `json:"cycles,omitempty"`
	Advice      []PlanAdvice `json:"advice,omitempty"`
}

// PlanCrossed counts the bytes that go between partitions, and those that did between the
// partitions that were made first, where the strategy moves operations and joins partitions
// after that; FirstPartitions is 0 where it does not.
type PlanCrossed struct {
	Partitions      int   `json:"partitions"`
	Bytes           int64 `json:"bytes"`
	FirstPartitions int   `json:"first_partitions,omitempty"`
	FirstBytes      int64 `json:"first_bytes,omitempty"`
}

// PlanBalance says that Device runs longest, Ratio times the mean of the Devices that run
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
	// Held counts the clusters that the device has ready too, but that the plan runs on
	// another: its memory has room for them.
	Held       int     `json:"held,omitempty"`
	Ops        int     `json:"ops"`
	Flops      float64 `json:"flops"` // scalar operations, as far as is known
	Bytes      int64   `json:"bytes"` // that its operations read and write
	OpsShare   float64 `json:"ops_share"`
	FlopsShare float64 `json:"flops_share"`
	BytesShare float64 `json:"bytes_share"`
	Seconds    float64 `json:"seconds"` // estimated, launches included
	// PeakBytes is what the device holds at the worst moment of a run: constants of all
	// its clusters, values between clusters, and what one cluster needs inside.
	PeakBytes int64 `json:"peak_bytes"`
	// ConstantBytes of these are constants, static arguments included: what --fit and
	// cluster-verify hold against the memory.
	ConstantBytes int64 `json:"constant_bytes"`
	MemoryBytes   int64 `json:"memory_bytes,omitempty"` // that it has; 0: not known
}

// PlanCost is an estimate of one run, in seconds, from the figures of the devices.
type PlanCost struct {
	Run      float64 `json:"run"`
	Launch   float64 `json:"launch"`
	Transfer float64 `json:"transfer"`
	Total    float64 `json:"total"`
}

// PlanAdvice is what would make a plan better, tried out.
type PlanAdvice struct {
	// Kind is "capability" (a device would have to take an operation), "pin" (a pin would
	// have to go), "memory" (a device holds too much) or "unused" (a device does nothing);
	// where the division was given, "move" (to another device) or "anew" (a strategy makes
	// fewer clusters or copies of it).
	Kind   string `json:"kind"`
	Device string `json:"device,omitempty"`
	Op     string `json:"op,omitempty"`  // kind of operation
	Ops    int    `json:"ops,omitempty"` // how many it is about
	// Clusters, Copies and Seconds are what there would be, where that was tried.
	Clusters int     `json:"clusters,omitempty"`
	Copies   int     `json:"copies,omitempty"`
	Seconds  float64 `json:"seconds,omitempty"`
	Text     string  `json:"text"`
}

// PlanCoverage counts operations.
type PlanCoverage struct {
	Ops       int `json:"ops"`       // of the function's block, constants and return not counted
	Placed    int `json:"placed"`    // in exactly one cluster
	Constants int `json:"constants"` // of the function
	Copies    int `json:"constant_copies"`
}

// PlanCluster is one cluster.
type PlanCluster struct {
	Name     string      `json:"name"` // as cluster-outline calls it
	Device   string      `json:"device"`
	Origin   string      `json:"origin"` // what formed it
	Ops      []PlanOp    `json:"ops"`
	Inputs   []PlanValue `json:"inputs"`
	Outputs  []PlanValue `json:"outputs"`
	BytesIn  int64       `json:"bytes_in"`
	BytesOut int64       `json:"bytes_out"`
	Flops    float64     `json:"flops"`
	Seconds  float64     `json:"seconds"` // estimated, the launch included
	// ConstantBytes is the size of its copies of constants, PeakBytes what it needs at the
	// worst moment: inputs, constants and values made inside.
	ConstantBytes int64 `json:"constant_bytes"`
	PeakBytes     int64 `json:"peak_bytes"`
	// Part is what a strategy for several devices of a kind says of it.
	Part *PlanPart `json:"part,omitempty"`
}

// PlanPart says on which devices a cluster is, and what each sets aside for it: its
// constants, and for each context what goes in and out.
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
	Peers         int      `json:"peers"`    // values that other clusters make
	Replicas      int      `json:"replicas"` // copies on each device
}

// PlanOp is an operation, by its id, its kind, and the name of its results.
type PlanOp struct {
	ID    uint32 `json:"id"`
	Op    string `json:"op"`
	Value string `json:"value,omitempty"`
}

// PlanValue is a value that crosses the border of a cluster.
type PlanValue struct {
	Value string `json:"value"`
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"`
}

// PlanCopy is a value that goes to another device: once, however many clusters of
// that device read it.
type PlanCopy struct {
	PlanValue
	From    string   `json:"from"`
	To      string   `json:"to"`
	By      string   `json:"by"` // the cluster that makes it
	For     []string `json:"for"`
	Seconds float64  `json:"seconds"` // estimated
}

// PlanCycle is a closed path through clusters: each step leaves the cluster that
// the one before it enters.
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
