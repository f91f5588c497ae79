package placement

import "testing"

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
