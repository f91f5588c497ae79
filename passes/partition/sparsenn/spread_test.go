package sparsenn

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
)

// TestLargeTablesFirst: large tables are spread by size, the largest first, regardless of their
// order in the program.
func TestLargeTablesFirst(t *testing.T) {
	var b placement.Builder
	b.Devices = []string{"a.0", "a.1"}
	d := &divider{o: placement.Options{SparseOptions: placement.SparseOptions{BigTable: 1}}}
	for i, size := range []int64{1000, 1000, 2000} {
		v := b.Node(placement.Node{Takes: 3})
		table := b.Node(placement.Node{Device: placement.None, Flags: placement.Constant, Label: uint64(i)})
		b.Use(b.Value(table, size), v)
		b.Return(b.Value(v, 8))
		d.units = append(d.units, &unit{nodes: []int32{v}, bytes: size, cost: 1})
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	d.g = g
	if d.f, err = fleet.New(g, d.o); err != nil {
		t.Fatal(err)
	}
	var bytes []int64
	for _, c := range d.twoPhases(d.cards([]int64{1 << 20, 1 << 20})) {
		bytes = append(bytes, c.Constants)
	}
	if slices.Sort(bytes); fmt.Sprint(bytes) != "[2000 2000]" {
		t.Errorf("got cards with %v bytes, expected [2000 2000]", bytes)
	}
}
