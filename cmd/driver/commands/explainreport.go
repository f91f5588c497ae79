package commands

// ExplainSchema names the form of an ExplainReport.
const ExplainSchema = "lathe.explain/1"

// ExplainReport says why an operation, or a cluster, is where it is. Fields that do
// not apply are empty.
type ExplainReport struct {
	Schema   string `json:"schema"`
	What     string `json:"what"` // as asked
	Function string `json:"function"`
	// Role is "operation", "argument", "constant", "return", "cluster" or "program".
	Role   string  `json:"role"`
	Op     *PlanOp `json:"op,omitempty"`
	Place  string  `json:"place,omitempty"`  // in the text
	Inside string  `json:"inside,omitempty"` // what was asked for lies inside this operation
	Device string  `json:"device,omitempty"`
	Reason string  `json:"reason,omitempty"` // for the device
	// Shadowed are rules that pin the operation elsewhere, but do not hold.
	Shadowed   []string           `json:"shadowed,omitempty"`
	Candidates []ExplainCandidate `json:"candidates,omitempty"`
	Cluster    *PlanCluster       `json:"cluster,omitempty"`
	Neighbours []ExplainNeighbour `json:"neighbours,omitempty"`
	// Moved are the operations that are not on the first device, where nothing else is
	// asked for.
	Moved []ExplainMove `json:"moved,omitempty"`
	// Readers are the clusters that read an argument or have a copy of a constant.
	Readers []string `json:"readers,omitempty"`
}

// ExplainCandidate is a device, in order of priority.
type ExplainCandidate struct {
	Device string `json:"device"`
	Takes  bool   `json:"takes"`
	Reason string `json:"reason,omitempty"` // the first rule that refused
	// Seconds is how long the operation would take there, as estimated.
	Seconds float64 `json:"seconds"`
	// If is what the program would be with the operation on this device, whether it
	// takes it or not.
	If *ExplainIf `json:"if,omitempty"`
	// Untried says why there is no If where the operation is on another device.
	Untried string `json:"untried,omitempty"`
}

// ExplainIf is a plan that there is not.
type ExplainIf struct {
	// Strategy would find it, where the division that there is was given, not searched.
	Strategy string  `json:"strategy,omitempty"`
	Clusters int     `json:"clusters"`
	Copies   int     `json:"copies"`
	Seconds  float64 `json:"seconds"`
	Text     string  `json:"text"`
}

// ExplainMove is an operation that is not on the first device.
type ExplainMove struct {
	Op      PlanOp   `json:"op"`
	Place   string   `json:"place"`
	Device  string   `json:"device"`
	Reasons []string `json:"reasons"`
}

// ExplainNeighbour is an operation, or a cluster, beside the one that is explained.
type ExplainNeighbour struct {
	Op      PlanOp `json:"op"`
	Before  bool   `json:"before"` // it must run first
	Device  string `json:"device"`
	Cluster string `json:"cluster"`
	// Relation is "same cluster", "other device", "merge refused" or "not joined".
	Relation string `json:"relation"`
	Reason   string `json:"reason,omitempty"` // of the refusal
	// Path would have become a cycle, its two ends being in one cluster.
	Path []ExplainStep `json:"path,omitempty"`
}

// ExplainStep is an operation on a path, and how the path comes to it.
type ExplainStep struct {
	Op      PlanOp `json:"op"`
	Cluster string `json:"cluster"`
	// By is "value" where it reads a result of the step before it, "order" where it must
	// run after that for its effects, "cluster" where it is in one cluster with that, and
	// "start" of the first.
	By string `json:"by"`
}
