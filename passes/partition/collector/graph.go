package collector

// Kind is what a node of a [Graph] is.
type Kind uint8

// The kinds. A Result that is on another device than what it returns goes there; a
// Constant is cloned into each part that uses it.
const (
	Op Kind = iota
	Parameter
	Constant
	Result
	Sink // an op that is kept though nothing reads it
)

// Node is a node of a [Graph].
type Node struct {
	Kind   Kind
	Device int32
	Inputs []int32
}

// Graph is a model with its parameters, constants and results as nodes, which is
// what the algorithm was described for. Nodes may be in any order.
type Graph struct{ Nodes []Node }
