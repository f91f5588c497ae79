package sparsenn

import (
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// TestConcatOfTanh: a concat is placed with the tables before it if all its operands are results of
// tanh, or if all its readers are tanh.
func TestConcatOfTanh(t *testing.T) {
	for _, c := range []struct {
		inputs []string
		reader string
		want   bool
	}{
		{[]string{"nn.tanh", "nn.tanh"}, "nn.fc", true},
		{[]string{"nn.tanh", "nn.clip"}, "nn.fc", false},
		{[]string{"nn.clip", "nn.clip"}, "nn.tanh", true},
		{[]string{"nn.clip", "nn.clip"}, "nn.fc", false},
		{nil, "nn.fc", false},
	} {
		var b placement.Builder
		b.Devices = []string{"a"}
		kinds := []string{"nn.concat", c.reader}
		concat, reader := b.Node(placement.Node{Takes: 1}), b.Node(placement.Node{Takes: 1})
		b.Use(b.Value(concat, 8), reader)
		for _, kind := range c.inputs {
			kinds = append(kinds, kind)
			b.Use(b.Value(b.Node(placement.Node{Takes: 1}), 4), concat)
		}
		b.Kinds = func(v int32) string { return kinds[v] }
		g, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		d := &divider{g: g, o: placement.Options{SparseOptions: placement.SparseOptions{Pair: []string{"Concat"}}}}
		if got := d.absorbed(concat, false); got != c.want {
			t.Errorf("inputs %v, reader %s: got absorbed %t, expected the opposite", c.inputs, c.reader, got)
		}
	}
}
