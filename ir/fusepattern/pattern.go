// Package fusepattern is the language of fusion patterns, and a matcher for them.
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
// The statements are matched in order. The first one names the root: each operation of its kinds
// starts a search. A later statement is an operation that reads a value of an earlier one (%y), or
// shares an input with one. Operands in parentheses are matched with the operations that define
// them. A plain name is a port: a value from outside, the same one wherever the name occurs. _ is
// any value from outside, and "inner" one that may also come from inside. "..." means any further
// operands; after an argument, it means that all further operands match that argument. "?", "*" and
// {m,n} repeat an operation on its first value. The language has no types of its own: kinds are
// names of operations of any dialect.
//
// A match is accepted if only its results are used outside, apart from values marked with "!",
// which other operations may use too. The search backtracks, so an accepted match is found if one
// exists, up to a limit of steps.
package fusepattern

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Pattern is one pattern, checked.
type Pattern struct {
	Name string
	// Priority orders patterns: a higher one is tried first.
	Priority float64
	// Kind is the kind of the partitions, such as convolution_post_ops. Engine, if set, is the
	// only kind of engine for which the pattern is tried.
	Kind, Engine string
	// Group, unless zero, is the number of separate instances that together are one partition,
	// which must be the whole graph.
	Group [2]int
	// At is the position of the pattern's name.
	At diag.Span

	body  []node
	root  *opNode
	slots []string // names of values and ports
	// least is the smallest number of operations of a match.
	least int
}

// Roots returns the kinds of operations at which a search starts.
func (p *Pattern) Roots() []*ir.OpDef { return p.root.kinds }

// Single reports whether the pattern matches one operation only.
func (p *Pattern) Single() bool {
	return len(p.body) == 1 && p.body[0] == node(p.root) && p.root.least == 1 && p.root.most == 1 && !p.root.nested()
}

// Least returns the smallest number of operations of a match.
func (p *Pattern) Least() int { return p.least }

// node is a statement: *opNode, *repeatNode or *eitherNode.
type node interface{ leastOps() int }

// opNode is an operation, as a statement or as an operand.
type opNode struct {
	at    diag.Span
	kinds []*ir.OpDef
	// least and most limit the number of operations in a repetition.
	least, most int
	args        []argNode
	rest        bool  // further operands are allowed
	each        bool  // the last argument is for all further operands
	results     []int // slots
	exported    []bool
	tests       []test
	// chain is the index of the argument that a repetition replaces.
	chain int
	// through are the arguments by which a statement finds its operation; they are bound slots.
	through []int
	label   string
	// fresh are the slots that each repetition binds anew.
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

// nested reports whether an operand is an operation.
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

// altNode is an operation, a value of a slot, or any value (slot -1). port is set for slots that
// hold values from outside.
type altNode struct {
	op   *opNode
	slot int
	port bool
}

// anyValue matches a value from outside, and innerValue any value.
const (
	anyValue   = -1
	innerValue = -2
)

// repeatNode repeats statements; optional ones are repeated 0 to 1 times.
type repeatNode struct {
	least, most int
	body        []node
	// fresh are slots that the body binds first: each repetition has its own.
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
