package placement

import (
	"testing"
	"time"

	"github.com/lathe-ir/lathe/ir"
)

// TestFoldKeepsConstants: a constant remains a separate node even if it is assigned to a group. The
// other members become one node, whose Inside counts the values between them.
func TestFoldKeepsConstants(t *testing.T) {
	b := Builder{Devices: []string{"a"}}
	constant := b.Node(Node{Device: None, Flags: Constant})
	first, second, reader := b.Node(Node{}), b.Node(Node{}), b.Node(Node{})
	b.Use(b.Value(constant, 8), first)
	b.Use(b.Value(first, 1000), second)
	b.Use(b.Value(second, 8), reader)
	b.Return(b.Value(reader, 8))
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	groups := &Groups{Of: []int32{0, 0, 0, None}, Names: []string{"g"}}
	folded, members, err := groups.Fold(g)
	if err != nil {
		t.Fatal(err)
	}
	if len(members) != 3 || len(members[1]) != 2 || folded.IsConstant(1) || folded.Flags[0]&Atomic != 0 || folded.Flags[1]&Atomic == 0 {
		t.Errorf("got members %v and flags %v", members, folded.Flags)
	}
	if got := folded.Inside(1); got < 1000 {
		t.Errorf("got %d bytes inside the group, expected at least 1000, the size of its inner value", got)
	}
	if got := folded.Inside(2); got != 0 {
		t.Errorf("got %d bytes inside an operation that is in no group, expected 0", got)
	}
}

// TestFoldKeepsTimes: the measured times of operations count in a folded graph too. The time of a
// group is the sum of the times of its members, if all were measured. An operation that is in no
// group keeps its name and the types of its results.
func TestFoldKeepsTimes(t *testing.T) {
	b := Builder{
		Devices: []string{"a"},
		Kinds:   func(v int32) string { return []string{"t.tanh", "t.exp", "t.add"}[v] },
		Types:   func(value int32) ir.Type { return []ir.Type{ir.F32(), ir.F64(), ir.I32()}[value] },
	}
	first, second, reader := b.Node(Node{Op: 1}), b.Node(Node{Op: 2}), b.Node(Node{Op: 3})
	b.Use(b.Value(first, 4), second)
	b.Use(b.Value(second, 8), reader)
	b.Return(b.Value(reader, 4))
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	groups := &Groups{Of: []int32{0, 0, None}, Names: []string{"g"}}
	folded, _, err := groups.Fold(g)
	if err != nil {
		t.Fatal(err)
	}
	if kind, typ := folded.Kind(1), folded.Type(folded.Values(1)[0]); kind != "t.add" || typ != ir.I32() {
		t.Errorf("got name %q and type %v, expected t.add and i32", kind, typ)
	}
	times := []ProfiledOp{{"a", 1, "t.tanh", 1}, {"a", 2, "t.exp", 2}, {"a", 3, "t.add", 4}}
	m := NewModel([]Spec{{Name: "a"}}).Measured(&Profile{Ops: times})
	if group, other := m.Run(folded, 0, 0), m.Run(folded, 1, 0); group != 3 || other != 4 {
		t.Errorf("got times %v and %v, expected 3 and 4", group, other)
	}
	m = NewModel([]Spec{{Name: "a"}}).Measured(&Profile{Ops: times[1:]})
	if got, want := m.Run(folded, 0, 0), NewModel([]Spec{{Name: "a"}}).Run(folded, 0, 0); got != want {
		t.Errorf("got time %v for a group of which one operation was not measured, expected the estimate %v", got, want)
	}
}

// TestFoldSumsReads: a group reads the sum of the bytes that its members read from a value, but not
// more than the value has. Likewise for inputs.
func TestFoldSumsReads(t *testing.T) {
	b := Builder{
		Touched: func(v, _ int32) (int64, bool) { return int64(v) * 10, true },
		Drawn:   func(v, _ int32) (int64, bool) { return int64(v) * 20, true },
	}
	producer := b.Node(Node{})
	one, two, three := b.Node(Node{}), b.Node(Node{}), b.Node(Node{})
	value, input := b.Value(producer, 35), b.Input(Input{Bytes: 70})
	for _, v := range []int32{one, two, three} {
		b.Use(value, v)
		b.Feed(input, v)
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		of             []int32
		touched, drawn int64
	}{
		{[]int32{None, 0, 0, None}, 30, 60},
		{[]int32{None, 0, 0, 0}, 35, 70},
	} {
		groups := &Groups{Of: test.of, Names: []string{"g"}}
		folded, _, err := groups.Fold(g)
		if err != nil {
			t.Fatal(err)
		}
		if touched, drawn := folded.Touched(1, 0), folded.Drawn(1, 0); touched != test.touched || drawn != test.drawn {
			t.Errorf("groups %v: got %d bytes of the value and %d of the input, expected %d and %d", test.of, touched, drawn, test.touched, test.drawn)
		}
	}
}

// TestWholeIgnoresConstants: a constant has no device, so a group is on one device even if it names
// a constant.
func TestWholeIgnoresConstants(t *testing.T) {
	b := Builder{}
	b.Node(Node{Device: None, Flags: Constant})
	b.Node(Node{})
	b.Node(Node{})
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	groups := &Groups{Of: []int32{0, 0, 0}, Names: []string{"g"}}
	if whole := groups.Whole(g); whole.Of[1] != 0 || whole.Of[2] != 0 {
		t.Errorf("got groups %v, expected that both operations stay in group 0", whole.Of)
	}
}

// TestLooseManyGroups has 5000 groups of device a in one circle. Between the groups are nodes that
// only device b accepts. So no two neighboring groups can be kept.
func TestLooseManyGroups(t *testing.T) {
	const n = 5000
	b := Builder{Devices: []string{"a", "b"}}
	groups := &Groups{}
	node := func(device, group int32) int32 {
		groups.Of = append(groups.Of, group)
		return b.Node(Node{Device: device})
	}
	// Group k has a node in a chain that visits the groups in ascending order, and a node in a chain
	// that visits them in descending order.
	for _, order := range [][2]int32{{0, 1}, {n - 1, -1}} {
		last := int32(None)
		for i := range int32(n) {
			v := node(0, order[0]+i*order[1])
			if last != None {
				b.Use(b.Value(last, 4), v)
			}
			last = node(1, None)
			b.Use(b.Value(v, 4), last)
		}
		b.Return(b.Value(last, 4))
	}
	groups.Names = make([]string, n)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	loose := groups.Loose(g)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("Loose took %v", took)
	}
	if sets := loose.Circles(g); len(sets) > 0 {
		t.Errorf("got %d circles, expected none", len(sets))
	}
}
