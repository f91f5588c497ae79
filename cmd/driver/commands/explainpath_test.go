package commands_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/explain"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/ir"
)

// TestExplainedPathsAreReal checks the paths that the command "explain" prints between two clusters
// of one device. Only the first two operations of a path may be in the first cluster, and only the
// last two in the other cluster. The relation By of each [explain.Step] must hold.
func TestExplainedPathsAreReal(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 4))
	by := map[string]int{}
	for i := range 60 {
		text := effectfulProgram(rng, 5+rng.IntN(35))
		p := planner(t)
		p.AllowUnregistered = true
		devices := "d0,d1"
		o := plan.Options{PlacingArgs: cli.PlacingArgs{Devices: &devices}, File: "-", AskAll: true}
		o.Strategy = []string{"contract", "grow", "exact"}[i%3]
		pl, err := p.Make(context.Background(), o, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range pl.Funcs[0].Ops {
			r, err := explain.Of(context.Background(), pl, fmt.Sprintf("#%d", op.ID()))
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range r.Neighbors {
				if len(n.Path) > 0 {
					checkExplainedPath(t, pl, r.Cluster.Name, n, by)
				}
				if n.Relation == "merge refused" && len(n.Path) == 0 {
					t.Errorf("#%d: the merge with %s is refused without a path", op.ID(), n.Cluster)
				}
			}
		}
	}
	if by["value"] < 100 || by["order"] < 10 || by["cluster"] < 10 {
		t.Errorf("the paths have the steps %v, expected at least 100 of kind value, 10 of order and 10 of cluster", by)
	}
}

func checkExplainedPath(t *testing.T, pl *plan.Plan, own string, n explain.Neighbor, by map[string]int) {
	t.Helper()
	f := pl.Funcs[0]
	last := len(n.Path) - 1
	ends := []string{n.Path[0].Cluster, n.Path[last].Cluster}
	through := slices.ContainsFunc(n.Path, func(s explain.Step) bool { return !slices.Contains(ends, s.Cluster) })
	if !through || n.Op.ID != n.Path[0].Op.ID && n.Op.ID != n.Path[last].Op.ID || !slices.Contains(ends, own) || !slices.Contains(ends, n.Cluster) || n.Path[0].By != "start" {
		t.Errorf("the path from %s to %s is invalid: %v", own, n.Cluster, n.Path)
		return
	}
	for i, s := range n.Path {
		op := withID(f.Fn.Op, s.Op.ID)
		node, _ := f.Node(op)
		if f.ClusterName(int(f.Of[node])) != s.Cluster || op.Name() != s.Op.Op {
			t.Errorf("step %v names a wrong cluster or operation", s)
		}
		if i == 0 {
			continue
		}
		by[s.By]++
		before := withID(f.Fn.Op, n.Path[i-1].Op.ID)
		atEnds := i == 1 && s.By == "cluster" || i == last-1 && n.Path[last].By == "cluster"
		inner := i < last && slices.Contains(ends, s.Cluster) && !atEnds
		real := false
		switch s.By {
		case "value":
			real = reads(op, before)
		case "order":
			real = !reads(op, before) && hasEffects(op) && hasEffects(before) && before.IsBefore(op)
		case "cluster":
			real = n.Path[i-1].Cluster == s.Cluster
		}
		if !real || inner {
			t.Errorf("there is no step of kind %s from #%d to #%d, or it leads through one of the two clusters: %v", s.By, before.ID(), op.ID(), n.Path)
		}
	}
}

// withID returns the operation inside top with the given id.
func withID(top *ir.Op, id uint32) (found *ir.Op) {
	top.Walk(func(op *ir.Op) bool {
		if op.ID() == id && op != top {
			found = op
		}
		return found == nil
	})
	return found
}

// reads reports whether the first operation, or an operation inside it, reads a result of the
// second operation.
func reads(op, before *ir.Op) bool {
	found := false
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			found = found || v.Def() == before
		}
		return true
	})
	return found
}

// hasEffects reports whether op, an operation of effectfulProgram, has effects.
func hasEffects(op *ir.Op) bool { return strings.HasPrefix(op.Name(), "t.") }

// effectfulProgram returns a random program in which a few operations have effects. Some of these
// operations have regions.
func effectfulProgram(rng *rand.Rand, n int) string {
	var b strings.Builder
	b.WriteString("func.func @main(%v0: i32, %v1: i32) -> (i32, i32) {\n")
	made := 2
	any := func() string { return fmt.Sprintf("%%v%d", max(0, made-1-rng.IntN(min(made, 8)))) }
	for range n {
		device := fmt.Sprintf("{cluster.device = \"d%d\"}", rng.IntN(2))
		switch rng.IntN(16) {
		case 0:
			fmt.Fprintf(&b, "  \"t.effect\"(%s) %s : (i32) -> ()\n", any(), device)
			continue
		case 1:
			fmt.Fprintf(&b, "  %%v%d = \"t.region\"() ({\n    \"t.end\"(%s) : (i32) -> ()\n  }) %s : () -> i32\n", made, any(), device)
		default:
			fmt.Fprintf(&b, "  %%v%d = arith.addi %s, %s %s : i32\n", made, any(), any(), device)
		}
		made++
	}
	fmt.Fprintf(&b, "  return %s, %s : i32, i32\n}\n", any(), any())
	return b.String()
}
