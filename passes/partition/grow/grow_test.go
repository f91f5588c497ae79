// In test names, O1, O2, … are rows of the tables in docs/placement-reference.md.

package grow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// TestO1DocumentedExample runs the worked example of HETERO's documentation, step by step. The
// first growth removes 7, 6 and 5 when it rejects 4. The second growth removes 2, and {3,5,6,7}
// becomes a cluster.
func TestO1DocumentedExample(t *testing.T) {
	g := graphgen.Text(func(n string) int32 {
		if n == "4" {
			return 1
		}
		return 0
	}, "1 2 3 5 6 7", "2 4 5")
	notes := &placement.Record{Stepwise: true}
	p, err := Strategy{}.Partition(t.Context(), g, placement.Options{}, notes)
	if err != nil {
		t.Fatal(err)
	}
	var trace []string
	for _, s := range notes.Steps {
		trace = append(trace, fmt.Sprintf("%s %s", s.What, g.Name(s.Node)[1:]))
	}
	want := "root 1, merge 2, merge 3, merge 5, merge 6, merge 7, reject 4, rollback 7, rollback 6, rollback 5, " +
		"root 5, merge 6, merge 7, merge 3, merge 2, reject 4, rollback 2, pick 5, "
	if got := strings.Join(trace, ", "); !strings.HasPrefix(got, want) {
		t.Errorf("got steps\n%s\nwant steps that begin with\n%s", got, want)
	}
	if got := names(g, p); got != "0:[1 2] 1:[4] 0:[3 5 6 7]" {
		t.Errorf("got clusters %s, which are not the expected clusters", got)
	}
}

func names(g *placement.Graph, p *placement.Partition) string {
	var s []string
	for _, c := range p.Clusters {
		var members []string
		for _, v := range c.Nodes {
			members = append(members, g.Name(v)[1:])
		}
		slices.Sort(members)
		s = append(s, fmt.Sprintf("%d:%v", c.Device, members))
	}
	return strings.Join(s, " ")
}

// TestO1Candidates checks two graphs of the graph library ADE's tests, in which the candidates of
// the first round overlap.
func TestO1Candidates(t *testing.T) {
	for _, test := range []struct {
		chains  []string
		refused string
		want    string
	}{
		{[]string{"0 1 2 4 6 7", "1 3 5 6"}, "3 5", "[0 1 2 4] [2 4 6 7]"},
		{[]string{"0 1 2 4 6 8 9", "1 3 5 7 8"}, "5", "[0 1 2 3 4 6] [2 4 6 7 8 9]"},
	} {
		g := graphgen.Text(func(n string) int32 {
			if strings.Contains(test.refused, n) {
				return 1
			}
			return 0
		}, test.chains...)
		if got := candidates(t, g); got != test.want {
			t.Errorf("got candidates %s, want %s", got, test.want)
		}
	}
}

// candidates grows from every root on device 0 and lists the distinct candidates.
func candidates(t *testing.T, g *placement.Graph) string {
	t.Helper()
	reach, err := placement.NewReach(g)
	if err != nil {
		t.Fatal(err)
	}
	w := newGrower(g, reach, nil)
	var found []string
	for root := range int32(g.Len()) {
		if !w.joins(root, 0) {
			continue
		}
		w.grow(root, 0)
		var members []string
		for _, v := range w.stack {
			members = append(members, g.Name(v)[1:])
		}
		slices.Sort(members)
		if s := fmt.Sprint(members); !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	return strings.Join(found, " ")
}
