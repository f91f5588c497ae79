package patternfusion

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// graph is a block during partitioning. Each partition found so far is a group, and each other
// operation is a group by itself.
type graph struct {
	*irplace.Groups
	// of is the partition of each operation, or -1.
	of    []int32
	parts []*Partition
}

func newGraph(block *ir.Block) (*graph, error) {
	g, err := irplace.NewGroups(block)
	if err != nil {
		return nil, err
	}
	return &graph{Groups: g, of: slices.Repeat([]int32{-1}, len(g.Ops))}, nil
}

// Taken implements fusepattern.Graph.
func (g *graph) Taken(op *ir.Op) string {
	n, _ := g.Position(op)
	if k := g.of[n]; k >= 0 {
		p := g.parts[k]
		return fmt.Sprintf("it is in partition %d of pattern %s, which has priority %g", k, p.Pattern, p.Priority)
	}
	return ""
}

// Declared implements fusepattern.Graph: a value is a declared result if an End operation reads it.
func (g *graph) Declared(v *ir.Value) bool {
	for u := range v.Uses() {
		if ir.Is[onednngraph.End](u.Owner()) {
			return true
		}
	}
	return false
}

// Accept implements fusepattern.Graph: a match must be convex in the graph of groups.
func (g *graph) Accept(m *fusepattern.Match) string {
	path := g.Path(m.Ops)
	if path == nil {
		return ""
	}
	names := make([]string, len(path))
	for i, op := range path {
		names[i] = fmt.Sprintf("#%d %s", op.ID(), op.Name())
	}
	return "would close a cycle: the path " + strings.Join(names, " → ") + " leaves the match and comes back"
}

// add adds the partition p, and merges its operations into one group. They must be convex in the
// graph of groups.
func (g *graph) add(p *Partition) {
	k := int32(len(g.parts))
	g.parts = append(g.parts, p)
	for _, op := range p.Ops {
		n, _ := g.Position(op)
		g.of[n] = k
	}
	g.Merge(p.Ops)
}
