package fleet

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/placement"
)

// cutOf cuts a graph for three devices with the given memory, and lists the nodes of each set.
func cutOf(t *testing.T, b *placement.Builder, limit int64) string {
	t.Helper()
	var specs []placement.Spec
	for d := range 3 {
		b.Devices = append(b.Devices, fmt.Sprint("a.", d))
		specs = append(specs, placement.Spec{Name: b.Devices[d], Backend: "a", Memory: limit})
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	f, err := New(g, placement.Options{Model: placement.NewModel(specs)})
	if err != nil {
		t.Fatal(err)
	}
	_, sets := f.Cut(nil, nil)
	var nodes [][]int32
	for _, s := range sets {
		nodes = append(nodes, s.Nodes)
	}
	return fmt.Sprint(nodes)
}

func op() placement.Node { return placement.Node{Takes: 7} }

// TestPullLeavesSharedConstants: node 2 reads the result of node 0 and a constant. It goes to the
// set of node 0, unless node 1 also reads this constant.
func TestPullLeavesSharedConstants(t *testing.T) {
	for shared, want := range map[bool]string{false: "[[0 2] [1]]", true: "[[0] [1 2]]"} {
		var b placement.Builder
		a, x, u := b.Node(op()), b.Node(op()), b.Node(op())
		big, small := b.Node(placement.Node{Device: placement.None, Flags: placement.Constant}), b.Node(placement.Node{Device: placement.None, Flags: placement.Constant})
		b.Feed(b.Input(placement.Input{Bytes: 200}), a)
		value := b.Value(a, 64)
		b.Use(value, x)
		b.Use(value, u)
		b.Use(b.Value(big, 1000), x)
		k := b.Value(small, 8)
		b.Use(k, u)
		if shared {
			b.Use(k, x)
		}
		b.Return(b.Value(x, 64))
		b.Return(b.Value(u, 64))
		if got := cutOf(t, &b, 1250); got != want {
			t.Errorf("shared %t: got sets %s, want %s", shared, got, want)
		}
	}
}

// TestPullIsLinear: the nodes of two chains alternate. The first nodes of the chains do not fit on
// one device. So the second set gets all further nodes, and then the nodes of the first chain move
// to the first set one by one. A scan of the second set for each move would take minutes.
func TestPullIsLinear(t *testing.T) {
	const length = 30000
	var b placement.Builder
	var last [2]int32
	for i := range length {
		for chain := range last {
			v := b.Node(op())
			if i == 0 {
				b.Keep(v, b.Hidden(1000))
			} else {
				b.Use(last[chain], v)
			}
			last[chain] = b.Value(v, 8)
		}
	}
	b.Return(last[0])
	b.Return(last[1])
	irtest.Within(t, 20*time.Second, nil, func() {
		if got, want := len(strings.Fields(cutOf(t, &b, 1500))), 2*length; got != want {
			t.Errorf("got %d nodes, want %d", got, want)
		}
	})
}

// TestCombineJoins: a set is joined with the only set that reads from it if a device has room for
// both. Cut first fills one set after the other, which gives the sets [0], [1 2] and [3]. Of these,
// only [1 2] reads from [0], so Cut then joins these two sets.
func TestCombineJoins(t *testing.T) {
	var b placement.Builder
	first, second, third, other := b.Node(op()), b.Node(op()), b.Node(op()), b.Node(op())
	x, y := b.Value(first, 64), b.Value(second, 1000)
	b.Use(x, second)
	b.Use(x, third)
	b.Use(y, third)
	b.Return(b.Value(third, 64))
	constant := b.Node(placement.Node{Device: placement.None, Flags: placement.Constant})
	b.Use(b.Value(constant, 480), other)
	b.Return(b.Value(other, 8))
	if got := cutOf(t, &b, 500); got != "[[0 1 2] [3]]" {
		t.Errorf("got sets %s, expected [[0 1 2] [3]]", got)
	}
}

// TestReturnedLevel: returning a value counts as a reader, so the level of a node with a returned
// value is higher than the level of a node whose value is not read.
func TestReturnedLevel(t *testing.T) {
	var b placement.Builder
	returned, unread := b.Node(op()), b.Node(op())
	b.Return(b.Value(returned, 8))
	b.Value(unread, 8)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(Levels(g, []int32{0, 1})); got != "[1 0]" {
		t.Errorf("got levels %s, expected [1 0]", got)
	}
}

// TestAloneRuns: an operation that must be alone is a separate run, so the next operation starts
// another run.
func TestAloneRuns(t *testing.T) {
	b := placement.Builder{Devices: []string{"a.0"}}
	b.Node(op())
	b.Node(placement.Node{Takes: 7, Flags: placement.Alone})
	b.Node(op())
	b.Node(op())
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	f := &Fleet{G: g}
	if got := f.count([]int32{0, 1, 2, 3}, make([]int, 4)); got != 3 {
		t.Errorf("got %d runs, want 3", got)
	}
}

// TestClassOfShare: the class of a [share] has the devices that accept the nodes of the share. If
// the goal is Even, the class has only those with the speed of the share's device.
func TestClassOfShare(t *testing.T) {
	b := placement.Builder{Devices: []string{"a.0", "a.1", "a.2"}}
	b.Value(b.Node(placement.Node{Device: 1, Takes: 0b110}), 8)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	specs := []placement.Spec{{Name: "a.0", Backend: "a"}, {Name: "a.1", Backend: "a"}, {Name: "a.2", Backend: "a", Compute: 5e10}}
	f, err := New(g, placement.Options{Model: placement.NewModel(specs)})
	if err != nil {
		t.Fatal(err)
	}
	q := f.sequence("a", []int32{0}, []int32{0})
	i := slices.IndexFunc(q.kinds, func(k *kind) bool { return k.spec.Name == "a.1" })
	for even, want := range map[bool]string{false: "[1 2]", true: "[1]"} {
		class := q.class(share{0, 1, q.kinds[i]}, Goal{Even: even})
		if got := fmt.Sprint(f.Classes[class].Devices); got != want {
			t.Errorf("even %t: got devices %s, want %s", even, got, want)
		}
	}
}

// TestTakes checks that a device accepts a load if the device has memory for the load's bytes and
// accepts as many values from other devices as the load reads.
func TestTakes(t *testing.T) {
	p := &provision{f: &Fleet{Model: placement.NewModel([]placement.Spec{{Name: "a.0", Memory: 10, Peers: 2}})}}
	for _, test := range []struct {
		bytes, values int64
		want          bool
	}{{10, 2, true}, {11, 2, false}, {10, 3, false}} {
		if got := p.takes(0, &load{bytes: test.bytes, values: test.values}); got != test.want {
			t.Errorf("takes returns %[3]t for a load of %[1]d bytes and %[2]d values, expected the opposite", test.bytes, test.values, got)
		}
	}
}

// TestCopies checks that messages mention contexts only if there are several.
func TestCopies(t *testing.T) {
	s := &Set{}
	s.Memory.Contexts = 1
	if got := s.Copies(); got != "" {
		t.Errorf("got text %q for one context, expected none", got)
	}
	s.Memory.Contexts = 2
	if got := s.Copies(); !strings.Contains(got, "for 2 contexts") {
		t.Errorf("got text %q for two contexts, expected it to contain \"for 2 contexts\"", got)
	}
}

// TestSaturate: each copy of a set has logical devices of its own, even if the given ids have gaps.
func TestSaturate(t *testing.T) {
	for _, test := range []struct {
		ids  [2]int64
		want string
	}{
		{[2]int64{0, 1}, "[0 2 4] [1 3 5]"},
		{[2]int64{0, 4}, "[0 1 3] [2 4 5]"},
	} {
		sets := []*Set{{}, {}}
		for i, s := range sets {
			s.Logical = []int64{test.ids[i]}
		}
		(&Fleet{}).Saturate(sets, 7)
		if got := fmt.Sprint(sets[0].Logical, sets[1].Logical); got != test.want {
			t.Errorf("ids %v: got %s, want %s", test.ids, got, test.want)
		}
	}
}

// TestSaturateUnplaced: the limit of saturate-devices is the number of devices of the sets that
// run, even if no device accepts the first operation.
func TestSaturateUnplaced(t *testing.T) {
	b := placement.Builder{Devices: []string{"a.0", "a.1"}}
	first := b.Node(placement.Node{Device: placement.None})
	second := b.Node(op())
	b.Edge(first, second, 8)
	b.Return(b.Value(second, 8))
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	o := placement.Options{Model: placement.NewModel([]placement.Spec{{Name: "a.0", Backend: "a"}, {Name: "a.1", Backend: "a"}})}
	for n, want := range []string{1: "", 2: "", 3: "saturate-devices is 3, but there are 2 devices of backend 'a'; list more, or give at most 2"} {
		if o.SaturateDevices = n; n == 0 {
			continue
		}
		f, err := New(g, o)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Divide(o, "memory", nil)
		if got := fmt.Sprint(err); got != want && (want != "" || err != nil) {
			t.Errorf("%d devices: got error %v, want %q", n, err, want)
		}
	}
}

// TestCombineGrowth checks that the time to join a set does not depend on the number of sets. The
// nodes of two chains alternate. Each node has a constant, of 30 bytes in one chain and 100 bytes
// in the other, so up to four nodes of the first chain are joined. All nodes read another constant,
// so that pull moves no node.
func TestCombineGrowth(t *testing.T) {
	irtest.Steady(t, func(n int) func() {
		var b placement.Builder
		constant := func(bytes int64) int32 {
			return b.Value(b.Node(placement.Node{Device: placement.None, Flags: placement.Constant}), bytes)
		}
		shared := constant(1)
		var last [2]int32
		for i := range 2 * n {
			v := b.Node(op())
			b.Use(shared, v)
			b.Use(constant(30+70*int64(i%2)), v)
			if i > 1 {
				b.Use(last[i%2], v)
			}
			last[i%2] = b.Value(v, 1)
		}
		return func() {
			sets := cutOf(t, &b, 125)
			if got, want := strings.Count(sets, "["), 1+n+(n+3)/4; got != want {
				t.Errorf("%d nodes: got %d sets, want %d", 2*n, got-1, want-1)
			}
		}
	})
}
