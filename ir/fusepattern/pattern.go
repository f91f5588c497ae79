// Package fusepattern implements a language of fusion patterns, and a matcher for them.
//
// A pattern describes operations that become one partition:
//
//	dialect onednn_graph
//	set unary = ReLU | Tanh | Sigmoid
//
//	pattern matmul-post-ops priority 8.4 kind matmul {
//	  %y = MatMul(_, Dequantize?(w), ...)
//	  optional { %y = BiasAdd(%y, bias) }
//	  %y = unary{0,8}(%y)
//	}
//
// The statements are matched in order. A search starts at an operation that matches the first
// statement, the root. Every other statement matches an operation that reads a value or a port of
// an earlier statement, directly or through an operand that is written as an operation.
//
// An operand has one of these forms:
//
//	%y              the result of an earlier statement
//	Dequantize(w)   the result of an operation that also belongs to the match
//	w               a port: a value from outside, the same wherever the name occurs
//	w?              like w, but the operand may be missing
//	_               any value from outside
//	inner           any value from inside or outside
//	...             any number of further operands from outside
//	w...            w for this operand and all further operands
//
// "?", "*" and {m,n} repeat an operation. From the second repetition on, the result of the previous
// repetition replaces the first operand that is a value, such as %y, or an operation. A set is used
// like an operation. An operation of another dialect is written with its prefix, such as
// stablehlo.tanh.
//
// A match is refused if a result has users both inside and outside the match, except for results
// that are marked with "!" or that the graph declares. The search backtracks, so it finds an
// accepted match if one exists, up to a limit of steps.
package fusepattern

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Pattern is a checked pattern.
type Pattern struct {
	Name string
	// Priority orders patterns: patterns with a higher priority are tried first.
	Priority float64
	// Kind is the kind of the resulting partitions, such as convolution_post_ops. If Engine is set,
	// the pattern is tried only for engines of this kind.
	Kind, Engine string
	// If Group is not zero, the matches of the pattern form one partition together. They must be
	// disjoint and cover the whole graph, and their number must be in the range [Group[0],
	// Group[1]].
	Group [2]int
	// At is the position of the pattern's name.
	At diag.Span

	body  []node
	root  *opNode
	slots []string // names of values and ports; a slot is an index in this list
	least int
}

// Roots returns the kinds of operations at which a search starts.
func (p *Pattern) Roots() []*ir.OpDef { return p.root.kinds }

// Single reports whether the pattern matches one operation only.
func (p *Pattern) Single() bool {
	return len(p.body) == 1 && p.body[0] == node(p.root) && p.root.least == 1 && p.root.most == 1 && !p.root.nested()
}

// Least returns a lower bound on the number of operations of a match.
func (p *Pattern) Least() int { return p.least }

// node is a statement: *opNode, *repeatNode or *eitherNode.
type node interface{ leastOps() int }

// opNode describes an operation that is a statement or an operand.
type opNode struct {
	at    diag.Span
	kinds []*ir.OpDef
	// least and most limit the number of repetitions of the operation.
	least, most int
	args        []argNode
	rest        bool  // further operands are allowed
	each        bool  // the last argument matches all further operands
	results     []int // slots
	exported    []bool
	tests       []test
	// chain is the index of the argument that the previous repetition computes, or -1.
	chain int
	// through are the arguments from which the search finds the operation: see [loader.reach].
	through []argNode
	label   string
	// fresh are the slots of names that the operands bind. Each repetition rebinds them.
	fresh []int
}

func (n *opNode) leastOps() int {
	sum := 1
	for _, a := range n.args {
		least := -1
		for _, alt := range a.alts {
			k := 0
			if alt.op != nil {
				k = alt.op.leastOps()
			}
			if least < 0 || k < least {
				least = k
			}
		}
		sum += max(least, 0)
	}
	return sum * min(n.least, 1)
}

// nested reports whether an operand of n is written as an operation.
func (n *opNode) nested() bool {
	for _, a := range n.args {
		for _, alt := range a.alts {
			if alt.op != nil {
				return true
			}
		}
	}
	return false
}

// argNode is an operand: one of several alternatives.
type argNode struct {
	alts     []altNode
	optional bool
}

// altNode is the operation op if op is set. Otherwise it is the value or port with the given slot,
// or slot is anyValue or innerValue. port is false only for a value such as %y.
type altNode struct {
	op   *opNode
	slot int
	port bool
}

// anyValue is "_" in a pattern: any value from outside. innerValue is "inner": any value.
const (
	anyValue   = -1
	innerValue = -2
)

// repeatNode repeats statements. Optional statements are repeated 0 to 1 times.
type repeatNode struct {
	least, most int
	body        []node
	// fresh are the slots of names that the body binds. Each repetition rebinds them.
	fresh []int
}

func (n *repeatNode) leastOps() int { return min(n.least, 1) * leastOf(n.body) }

// eitherNode matches one of several lists of statements.
type eitherNode struct{ alts [][]node }

func (n *eitherNode) leastOps() int {
	least := -1
	for _, alt := range n.alts {
		if k := leastOf(alt); least < 0 || k < least {
			least = k
		}
	}
	return max(least, 0)
}

func leastOf(list []node) int {
	sum := 0
	for _, n := range list {
		sum += n.leastOps()
	}
	return sum
}
