package placement

// Assignment says which nodes are to be together, and what of their parts: what a user
// orders, or a program that was divided beforehand brings along.
type Assignment struct {
	Parts []Part
	Of    []int32 // part of each node; None where nothing is said
}

// PartError is what is wrong with a part, or with there being none.
type PartError struct {
	Part          int    // its index, or None
	Key           string // what is said of it, as a file calls it; "" is its name
	Message, Help string
}

func (e *PartError) Error() string { return e.Message }

// Assigned is a strategy that carries out an assignment: [Options].Assignment.
type Assigned interface {
	FleetStrategy
	// Assigned reports whether each node must have a part. Otherwise one part may be
	// left without nodes, and gets all that have none.
	Assigned() (complete bool)
}
