package plan

// Schema identifies the format of a Report.
const Schema = "lathe.plan/1"

// Report describes which operations run on which devices. Sizes are in bytes. The size of a value
// is -1 if its type does not determine the size. Sums do not include such values.
type Report struct {
	Schema   string   `json:"schema"`
	File     string   `json:"file"`
	Strategy string   `json:"strategy"` // "none" with --no-repair
	Devices  []string `json:"devices"`  // in order of priority
	// Added are the devices at the end of Devices that the strategy added, such as the device on
	// which the strategy "profiling" runs everything.
	Added []string `json:"added,omitempty"`
	// Unpinned is the first device if the program names devices only by pins, several devices are
	// used, and the first one runs the operations without a pin. Otherwise it is "".
	Unpinned  string     `json:"unpinned,omitempty"`
	Functions []Function `json:"functions"`
}

// Function is the plan of one function.
type Function struct {
	Name     string   `json:"name"`
	Coverage Coverage `json:"coverage"`
	// Devices describes what each device runs and holds. The devices are in order of priority.
	Devices  []Device  `json:"devices,omitempty"`
	Cost     *Cost     `json:"cost,omitempty"`
	Clusters []Cluster `json:"clusters"` // in the order in which they run
	// Bound is a proven lower bound on the number of clusters if the operations stay on their
	// devices. It is 0 if the strategy proves no bound.
	Bound int `json:"bound,omitempty"`
	// Crossed counts the bytes that cross between partitions, and Balance compares the load of the
	// devices. Both are set only if a cluster has a [Part].
	Crossed *Crossed `json:"crossed,omitempty"`
	Balance *Balance `json:"balance,omitempty"`
	Copies  []Copy   `json:"copies"`
	// CopiedBytes is the total size of the copies whose size is known.
	CopiedBytes int64    `json:"copied_bytes"`
	Cycles      []Cycle  `json:"cycles,omitempty"`
	Advice      []Advice `json:"advice,omitempty"`
}

// Crossed counts the bytes that cross between partitions. Partitions is the number of clusters with
// a [Part]. FirstPartitions and FirstBytes describe the initial partitions of a strategy that then
// tries to move operations and to merge partitions. For other strategies, FirstPartitions is 0.
type Crossed struct {
	Partitions      int   `json:"partitions"`
	Bytes           int64 `json:"bytes"`
	FirstPartitions int   `json:"first_partitions,omitempty"`
	FirstBytes      int64 `json:"first_bytes,omitempty"`
}

// Balance compares the times of the devices that run operations. Devices is the number of these
// devices. Device is the one that runs longest, for Ratio times the mean time.
type Balance struct {
	Device  string  `json:"device"`
	Ratio   float64 `json:"ratio"`
	Devices int     `json:"devices"`
}

// Device describes the part of a function that one device runs and holds. OpsShare, FlopsShare and
// BytesShare are fractions of the function's totals.
type Device struct {
	Device   string `json:"device"`
	Clusters int    `json:"clusters"`
	// Held counts the clusters that the device also holds in memory although the plan runs them
	// on another device.
	Held       int     `json:"held,omitempty"`
	Ops        int     `json:"ops"`
	Flops      float64 `json:"flops"` // number of scalar operations, as far as it is known
	Bytes      int64   `json:"bytes"` // the bytes that its operations read and write
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
	MemoryBytes   int64 `json:"memory_bytes,omitempty"` // the memory of the device; 0 if unknown
}

// Cost is an estimate of one run, in seconds, from the rates and launch times of the devices.
type Cost struct {
	Run      float64 `json:"run"`
	Launch   float64 `json:"launch"`
	Transfer float64 `json:"transfer"`
	Total    float64 `json:"total"`
}

// Advice describes a change that would improve a plan, or a device that holds too much or runs
// nothing.
type Advice struct {
	// Kind is "capability" if a device would have to accept an operation, and "pin" if a pin would
	// have to be removed. It is "memory" if a device holds too much, and "unused" if a device runs
	// nothing. If the division was given, it can also be "move" (to another device) or "anew" (a
	// strategy finds fewer clusters or copies).
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

// Coverage counts operations.
type Coverage struct {
	Ops       int `json:"ops"`       // operations in the function's block, without constants and return
	Placed    int `json:"placed"`    // operations in exactly one cluster
	Constants int `json:"constants"` // constants of the function
	Copies    int `json:"constant_copies"`
}

// Cluster is one cluster.
type Cluster struct {
	Name     string        `json:"name"` // the name of the function that cluster-outline creates
	Device   string        `json:"device"`
	Origin   string        `json:"origin"` // the strategy or file that formed the cluster
	Ops      []Op          `json:"ops"`
	Inputs   []ValueReport `json:"inputs"`
	Outputs  []ValueReport `json:"outputs"`
	BytesIn  int64         `json:"bytes_in"`
	BytesOut int64         `json:"bytes_out"`
	Flops    float64       `json:"flops"`
	Seconds  float64       `json:"seconds"` // estimated, including the launch
	// ConstantBytes is the size of the cluster's copies of constants. PeakBytes is the peak memory
	// for the inputs and constants of the cluster and the values that it computes.
	ConstantBytes int64 `json:"constant_bytes"`
	PeakBytes     int64 `json:"peak_bytes"`
	// Part is set if a fleet strategy (see package fleet) formed the cluster, also if the cluster
	// was read from a partition file or from the program.
	Part *Part `json:"part,omitempty"`
}

// Part lists the devices that hold a cluster. On each device, each of the Replicas copies of the
// cluster reserves memory for its constants and, Contexts times, for its inputs and outputs.
type Part struct {
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
	Replicas      int      `json:"replicas"` // copies of the cluster on each device
}

// Op describes an operation by its id, its kind, and the name of its results.
type Op struct {
	ID    uint32 `json:"id"`
	Op    string `json:"op"`
	Value string `json:"value,omitempty"`
}

// ValueReport describes a value that enters or leaves a cluster.
type ValueReport struct {
	Value string `json:"value"`
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"`
}

// Copy describes a value that is copied to another device. All clusters of this device that read
// the value share one copy.
type Copy struct {
	ValueReport
	From    string   `json:"from"`
	To      string   `json:"to"`
	By      string   `json:"by"` // the cluster that computes the value
	For     []string `json:"for"`
	Seconds float64  `json:"seconds"` // estimated
}

// Cycle is a closed path through clusters. Each step starts in the cluster that the previous
// step enters.
type Cycle struct {
	Path []Step `json:"path"`
	Text string `json:"text"`
}

// Step is an edge between clusters.
type Step struct {
	From        string `json:"from"`
	To          string `json:"to"`
	FromCluster string `json:"from_cluster"`
	ToCluster   string `json:"to_cluster"`
}
