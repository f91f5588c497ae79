package collector

// Kind is the kind of a node of a [Graph].
type Kind uint8

// The kinds. If a Result is on another device than its value, the value is moved there. A Constant
// is cloned into each part that uses it.
const (
	Op Kind = iota
	Parameter
	Constant
	Result
	Sink // an op that is kept although no node reads it
)

// Node is a node of a [Graph].
type Node struct {
	Kind   Kind
	Device int32
	Inputs []int32
}

// Graph is a model. Its parameters, constants and results are nodes too. Nodes may be in any order.
type Graph struct{ Nodes []Node }
