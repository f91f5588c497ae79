package placement

import "context"

// Strategy divides a graph among clusters. Every strategy's result passes [Verify] and is
// in the normal form of [NewPartition]. A cluster's device is the device of its nodes. If nodes
// have several devices in [Graph].Takes, the cluster's device is a device that accepts all nodes of
// the cluster.
type Strategy interface {
	Name() string
	// Partition fails if the graph has a cycle or the context is done. The result depends only on
	// the arguments, not on the number of workers, the order of maps or earlier calls. log may be
	// nil.
	Partition(ctx context.Context, g *Graph, o Options, log Logger) (*Partition, error)
}

// FleetStrategy is a strategy that chooses the devices of nodes, usually among all devices of one
// backend. Clusters of its partitions have a [Part].
type FleetStrategy interface {
	Strategy
	Fleet()
}

// Configured is a strategy that reads options. Other strategies read no options. Setting an option
// that the strategy does not read is an error.
type Configured interface {
	Strategy
	// Reads lists the names of the options that the strategy reads. They may be options in
	// [Options], [EconomyOptions] and, for an [Assigned] strategy, [ConfigOption].
	Reads() []string
}

// EconomyOptions returns the names of the options in partition.Economy.
func EconomyOptions() []string { return []string{"cost", "fit", "fit-transfer", "join", "min-size"} }

// ConfigOption is the name of the option whose value is the file of an [Assignment].
const ConfigOption = "config"

// Called maps names of pass options to the names that the user knows, such as flags of a
// command. An option without an entry keeps its name.
type Called map[string]string

// Option returns the name of an option for messages.
func (c Called) Option(name string) string {
	if flag, ok := c[name]; ok {
		return flag
	}
	return name
}

// Options has the options of all strategies. A strategy reads the options that its method Reads
// lists. The zero value is the default.
type Options struct {
	// Model is the cost of running and moving, for strategies that use it; nil: defaults.
	Model *Model `kong:"-"`
	// Connected merges clusters only along edges, so that each cluster is connected. Otherwise
	// clusters of one device are merged even if no edge joins them, since that saves launches.
	Connected bool `opt:"connected" kong:"-" help:"merge operations only along edges"`
	// SearchLimit is the largest number of edges that the search for one merge may visit, so that
	// time is linear on any graph. A merge that needs more edges is refused. 0 means the default of
	// the strategy, such as 2²⁴ divided by the number of edges, but at least 256.
	SearchLimit int `opt:"search-limit" kong:"-" help:"edges visited to decide one merge; 0: by size of graph"`
	// Attempts is the number of partitions computed. The partition with the fewest clusters is
	// returned. 0 means 18 on small graphs and fewer on larger graphs, down to 1 above 20,000 ops,
	// or above 300,000 ops with Connected. Without Connected, graphs of more than 300,000 ops are
	// divided only by the schedule in turns ([Turns]), without attempts to merge along edges.
	Attempts int `opt:"attempts" kong:"-" help:"number of partitions computed, of which the best is returned; 0: by size of graph"`
	FleetOptions
	SparseOptions
	// Assignment is the assignment that an [Assigned] strategy applies.
	Assignment *Assignment `kong:"-"`
	// Called has the names of options for messages; may be nil.
	Called Called `kong:"-"`
}

// Mover is a strategy that moves operations among the devices that accept them, so it needs the
// operations' lists of candidates.
type Mover interface {
	Strategy
	Moves()
}

// Ordered is a strategy that applies a given division, and knows where the user can change the
// division.
type Ordered interface {
	Strategy
	// Idle returns why a device runs no operation, as the end of a sentence, and help
	// texts.
	Idle(device string) (why string, help []string)
}

// FleetOptions are for strategies that divide a program among several devices of one
// backend.
type FleetOptions struct {
	SaturateHost    bool   `opt:"saturate-host" help:"Repeat the program on unused devices, for strategies such as memory and balance."`
	SaturateDevices int    `opt:"saturate-devices" kong:"-" help:"number of devices to fill with copies of the program; 0: all, if saturate-host is set"`
	Devices         int    `opt:"devices" kong:"-" help:"least number of devices to divide among, for strategy balance"`
	Contexts        int    `opt:"contexts" kong:"-" help:"copies of inputs and outputs that each partition keeps ready; 0: one"`
	ProfileOn       string `opt:"profile-on" kong:"-" help:"the backend on which strategy profiling runs everything; ref by default"`
	Replicas        int    `opt:"replicas" kong:"-" help:"copies of each partition on its device; 0: one"`
}

// Costs returns the model, or a default model for the devices of g.
func (o Options) Costs(g *Graph) *Model {
	if o.Model != nil {
		return o.Model
	}
	specs := make([]Spec, len(g.Devices))
	for i, n := range g.Devices {
		specs[i].Name = n
	}
	return NewModel(specs)
}

// Reason is why a merge was refused.
type Reason uint8

const (
	// ClosesCycle: a path through another cluster leads from one of the two clusters to the other.
	ClosesCycle Reason = iota
	// SearchSpent: the search visited as many edges as [Options].SearchLimit allows, or stopped
	// because this was likely.
	SearchSpent
)

func (r Reason) String() string {
	switch r {
	case ClosesCycle:
		return "would close a cycle"
	case SearchSpent:
		return "search limit reached"
	}
	return "unknown"
}

// Logger receives decisions, for explanations. A node represents the cluster that contains it at
// that time.
type Logger interface {
	Merged(a, b int32)
	// Refused receives two nodes whose clusters were not merged. For [ClosesCycle] it also receives
	// one node for each cluster on the path that would have closed the cycle, from a's cluster to
	// b's cluster. Some strategies report only some of these nodes. The path must not be retained
	// after the call.
	Refused(a, b int32, why Reason, path []int32)
}

// Stepper is a Logger that also receives each step of a search, such as a node that joins the set
// of nodes that is being grown, or leaves it again.
type Stepper interface {
	Logger
	Step(what string, node int32)
}

// SparseOptions are for the strategy that divides recommendation models by their tables.
type SparseOptions struct {
	Cards       int      `opt:"cards" kong:"-" help:"the number of devices that hold tables; 0: all. If these devices are too few, more are tried"`
	TableUnits  int      `opt:"table-units" kong:"-" help:"execution units of each partition with tables"`
	RestUnits   int      `opt:"rest-units" kong:"-" help:"execution units of the partition with the other operations"`
	JoinOutputs bool     `opt:"join-outputs" kong:"-" help:"join the outputs of each partition with tables into one value, so that one copy transfers them"`
	ByTime      bool     `opt:"by-time" kong:"-" help:"spread tables by the time that their lookups take, not by their number"`
	Pair        []string `opt:"pair" kong:"-" help:"kinds of operations that are placed in the partition of the tables before them: Tile, LayerNorm, Tanh, Concat"`
	BigTable    int64    `opt:"big-table" kong:"-" help:"tables of more bytes than this are spread first, by size; 0: 100 MiB"`
}
