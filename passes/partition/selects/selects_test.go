// In test names, O1, O2, … are rows of the tables in docs/placement-reference.md.

package selects

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// toy selects by the first letter of a node's name. Sets begin with convolutions (c), and accept
// only weights (w) as producers and only activations (a and r) as readers. The filter rejects sets
// of one node.
type toy struct{ asked *[]string }

func (s toy) name(g *placement.Graph, v int32) string { return strings.TrimPrefix(g.Name(v), "%") }

func (s toy) Select(g *placement.Graph, v int32) bool { return s.name(g, v)[0] == 'c' }

func (s toy) SelectInput(g *placement.Graph, producer, _, member int32) bool {
	*s.asked = append(*s.asked, "in "+s.name(g, producer)+"→"+s.name(g, member))
	return s.name(g, producer)[0] == 'w'
}

func (s toy) SelectOutput(g *placement.Graph, member, _, consumer int32) bool {
	*s.asked = append(*s.asked, "out "+s.name(g, member)+"→"+s.name(g, consumer))
	return strings.ContainsRune("ar", rune(s.name(g, consumer)[0]))
}

func (s toy) Filter(_ *placement.Graph, piece []int32) bool { return len(piece) > 1 }

func parts(g *placement.Graph, p *placement.Partition) string {
	var list []string
	for _, k := range p.Clusters {
		var names []string
		for _, v := range k.Nodes {
			names = append(names, strings.TrimPrefix(g.Name(v), "%"))
		}
		slices.Sort(names)
		list = append(list, strings.Join(names, "+"))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func one(string) int32 { return 0 }

// TestO31ToySelector divides ten operations with two selectors, toy and ByDevice. With toy, the set
// of c1 gets the weight of c1 and the activations after c1. The set of c2 is cut, since x2 is on a
// path between two of its members. The filter rejects the piece that has only r2, and ByDevice
// takes r2.
func TestO31ToySelector(t *testing.T) {
	g := graphgen.Text(one, "w1 c1 a1 r1 x1 c2 a2", "c2 x2 r2", "a2 r2", "r2 o")
	var asked []string
	s := Strategy{Selectors: []Selector{toy{&asked}, ByDevice{Device: placement.None}}}
	p, err := s.Partition(t.Context(), g, placement.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := placement.Verify(g, p); err != nil {
		t.Fatal(err)
	}
	if got, want := parts(g, p), "a1+c1+r1+w1 a2+c2 o+r2+x2 x1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if want := "in w1→c1, out c1→a1"; !strings.HasPrefix(strings.Join(asked, ", "), want) {
		t.Errorf("got the queries %v, expected them to begin with %s", asked, want)
	}
}

// Operations that a filter rejected are taken by a later selector, or stay alone.
func TestO31FilterFrees(t *testing.T) {
	g := graphgen.Text(one, "a b c d")
	s := Strategy{Selectors: []Selector{ByDevice{Device: placement.None, Least: 5}, ByDevice{Device: placement.None, Least: 2}}}
	p, err := s.Partition(t.Context(), g, placement.Options{}, nil)
	if err != nil || parts(g, p) != "a+b+c+d" {
		t.Errorf("got error %v and partitions %s", err, parts(g, p))
	}
	s.Selectors = s.Selectors[:1]
	if p, err = s.Partition(t.Context(), g, placement.Options{}, nil); err != nil || parts(g, p) != "a b c d" {
		t.Errorf("got error %v and partitions %s", err, parts(g, p))
	}
}

// A selector with a list of ids takes only operations in the list. An operation goes to the first
// selector that takes it.
func TestO31Lists(t *testing.T) {
	g := graphgen.Text(one, "a b c d e")
	for v := range g.Op {
		g.Op[v] = uint32(10 + v)
	}
	list := func(ids ...uint32) map[uint32]bool {
		m := map[uint32]bool{}
		for _, id := range ids {
			m[id] = true
		}
		return m
	}
	for _, test := range []struct {
		lists []map[uint32]bool
		want  string
	}{
		{[]map[uint32]bool{list(10, 11, 13, 14)}, "a+b c d+e"},
		{[]map[uint32]bool{list(11, 12), nil}, "a b+c d+e"},
		{[]map[uint32]bool{list(10, 11, 12), list(12, 13, 14)}, "a+b+c d+e"},
		{[]map[uint32]bool{list(12, 13, 14), list(10, 11, 12)}, "a+b c+d+e"},
		{[]map[uint32]bool{{}}, "a b c d e"},
	} {
		var s Strategy
		for _, l := range test.lists {
			s.Selectors = append(s.Selectors, ByDevice{Device: placement.None, Ops: l})
		}
		p, err := s.Partition(t.Context(), g, placement.Options{}, nil)
		if err != nil || fmt.Sprint(parts(g, p)) != test.want {
			t.Errorf("%v: got error %v and parts %s, want %s", test.lists, err, parts(g, p), test.want)
		}
	}
}

// TestByDevice: a selector for one device takes no operation of another device. A selector for any
// device takes all operations that have a device.
func TestByDevice(t *testing.T) {
	g := graphgen.Text(func(name string) int32 {
		if name == "n" {
			return placement.None
		}
		return int32(strings.Index("xy", name[:1]))
	}, "x y", "y n")
	for _, c := range []struct {
		device int32
		want   string
	}{{0, "x"}, {1, "y"}, {placement.None, "xy"}} {
		got := ""
		for v := range int32(g.Len()) {
			if (ByDevice{Device: c.device}).Select(g, v) {
				got += strings.TrimPrefix(g.Name(v), "%")
			}
		}
		if got != c.want {
			t.Errorf("device %d selects %q, want %q", c.device, got, c.want)
		}
	}
}
