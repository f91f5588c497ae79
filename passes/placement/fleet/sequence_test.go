package fleet

import (
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// chain returns a fleet for a chain of nodes on two devices with the given memory. The parameter
// bytes has the size of each node's result. Each node also has a constant of 8 bytes.
func chain(t *testing.T, memory int64, bytes ...int64) *Fleet {
	t.Helper()
	b := &placement.Builder{Devices: []string{"a.0", "a.1"}}
	last := int32(placement.None)
	for _, n := range bytes {
		v := b.Node(placement.Node{Takes: 3})
		b.Keep(v, b.Hidden(8))
		if last != placement.None {
			b.Use(last, v)
		}
		last = b.Value(v, n)
	}
	b.Return(last)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	specs := []placement.Spec{{Name: "a.0", Backend: "a", Memory: memory}, {Name: "a.1", Backend: "a", Memory: memory}}
	f, err := New(g, placement.Options{Model: placement.NewModel(specs)})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestSparsely checks that each range, including the first, has one cut, where the fewest bytes
// cross.
func TestSparsely(t *testing.T) {
	f := chain(t, 0, 8, 8, 4, 8, 8, 8, 8, 4, 8)
	q := &sequence{f: f, nodes: f.Order}
	for _, c := range []struct {
		stride int
		want   []int
	}{{4, []int{0, 3, 8, 9}}, {2, []int{0, 1, 3, 5, 8, 9}}, {4, []int{0, 3, 8, 9}}, {1, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}} {
		q.sparsely(c.stride)
		var cuts []int
		for i, cut := range q.cuts {
			if cut {
				cuts = append(cuts, i)
			}
		}
		if !slices.Equal(cuts, c.want) {
			t.Errorf("got cuts before %v, expected cuts before %v", cuts, c.want)
		}
	}
}

// TestOrders checks that the only order of a chain is searched only once.
func TestOrders(t *testing.T) {
	f := chain(t, 0, 8, 8, 8)
	if n := len(f.topological()); n != 1 {
		t.Errorf("got %d orders of a chain, expected 1", n)
	}
	if n := len(f.Consecutive(Goal{})); n != 1 {
		t.Errorf("got %d divisions of a chain, expected 1", n)
	}
}
