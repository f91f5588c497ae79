package placement

// Assignment assigns nodes to parts, and gives the properties of the parts. It comes from a
// user's configuration, or from a program that was divided beforehand.
type Assignment struct {
	Parts []Part
	Of    []int32 // part of each node, or None if unassigned
}

// PartError is an error in a part, or about a missing part.
type PartError struct {
	Part          int    // index of the part, or None
	Key           string // key of the invalid entry in the configuration file; "" for the part's name
	Message, Help string
}

func (e *PartError) Error() string { return e.Message }

// Assigned is a strategy that applies an assignment: [Options].Assignment.
type Assigned interface {
	FleetStrategy
	// Assigned reports whether each node must have a part. If not, one part may have no nodes, and
	// it receives all unassigned nodes.
	Assigned() (complete bool)
}
