package explain

import (
	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
)

// Schema identifies the format of a Report.
const Schema = "lathe.explain/1"

// Report explains an operation, an argument, a cluster, a kernel or a program. Fields that do not
// apply are empty.
type Report struct {
	Schema   string `json:"schema"`
	What     string `json:"what"` // the argument of the command
	Function string `json:"function"`
	// Role is "operation", "argument", "constant", "return", "cluster", "kernel" or "program".
	Role   string   `json:"role"`
	Op     *plan.Op `json:"op,omitempty"`
	Place  string   `json:"place,omitempty"`  // the location in the text
	Inside string   `json:"inside,omitempty"` // the explained operation or argument nested in Op, or the function around it
	Device string   `json:"device,omitempty"`
	Reason string   `json:"reason,omitempty"` // why the operation is on the device
	// Shadowed lists rules that also match the operation, but have no effect, because an attribute
	// or an earlier rule pins the operation to another device.
	Shadowed   []string      `json:"shadowed,omitempty"`
	Candidates []Candidate   `json:"candidates,omitempty"`
	Cluster    *plan.Cluster `json:"cluster,omitempty"`
	Neighbors  []Neighbor    `json:"neighbours,omitempty"`
	// Fusion describes which kernel or pattern the operation is part of, and which fusions were
	// refused.
	Fusion []string `json:"fusion,omitempty"`
	// Moved are the operations that are not on the first device. It is set if the command has no
	// argument.
	Moved []Move `json:"moved,omitempty"`
	// Kernel describes a kernel and its code.
	Kernel *backends.KernelReport `json:"kernel,omitempty"`
	// Readers are the clusters that read an argument or have a copy of a constant.
	Readers []string `json:"readers,omitempty"`
}

// Candidate describes one device on which the operation or cluster could run. Candidates are in
// order of priority.
type Candidate struct {
	Device string `json:"device"`
	Takes  bool   `json:"takes"`
	Reason string `json:"reason,omitempty"` // why the device refuses the operation or cluster
	// Seconds is the estimated time of the operation or cluster on this device.
	Seconds float64 `json:"seconds"`
	// The field If is the outcome with the operation or cluster on this device, even if the device
	// refuses it.
	If *Outcome `json:"if,omitempty"`
	// Untried is the reason that the field If is nil. For the current device, both fields are
	// unset.
	Untried string `json:"untried,omitempty"`
}

// Outcome is the outcome of a hypothetical plan.
type Outcome struct {
	// Strategy is the strategy that found this outcome. It is set if the actual division was given
	// instead of found by a search.
	Strategy string  `json:"strategy,omitempty"`
	Clusters int     `json:"clusters"`
	Copies   int     `json:"copies"`
	Seconds  float64 `json:"seconds"`
	Text     string  `json:"text"`
}

// Move is an operation that is not on the first device.
type Move struct {
	Op      plan.Op  `json:"op"`
	Place   string   `json:"place"`
	Device  string   `json:"device"`
	Reasons []string `json:"reasons"`
}

// Neighbor is an operation that an edge connects to the explained operation, or to an operation of
// the explained cluster.
type Neighbor struct {
	Op      plan.Op `json:"op"`
	Before  bool    `json:"before"` // the neighbor must run first
	Device  string  `json:"device"`
	Cluster string  `json:"cluster"`
	// Relation is "same cluster", "other device", "merge refused" or "not joined".
	Relation string `json:"relation"`
	Reason   string `json:"reason,omitempty"` // why the two are in different clusters
	// Path is a path that would become a cycle if its two ends were in one cluster.
	Path []Step `json:"path,omitempty"`
}

// Step is an operation on a path, and the kind of edge that leads to it.
type Step struct {
	Op      plan.Op `json:"op"`
	Cluster string  `json:"cluster"`
	// By is "start" for the first step. It is "value" if the operation reads a result of the
	// previous operation, "order" if it must run after the previous operation because of effects,
	// and "cluster" if the two operations are in one cluster.
	By string `json:"by"`
}
