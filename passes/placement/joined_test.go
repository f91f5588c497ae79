package placement_test

import (
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// TestUnlike: only tensors of static shape without encoding can be joined, and only if they have
// equal extents except in the last dimension.
func TestUnlike(t *testing.T) {
	encoded := ir.NewType(&ir.TensorType{Shape: []int64{4, 2}, Elem: ir.F32(), Encoding: ir.NewString("e")})
	for _, c := range []struct {
		first, second ir.Type
		want          int32
	}{
		{ir.Tensor(ir.F32(), 4, 2), ir.Tensor(ir.F32(), 4, 3), placement.None},
		{ir.Tensor(ir.F32(), 4, 2), ir.Tensor(ir.F32(), 5, 2), 1},
		{ir.Tensor(ir.F32(), 4, 2), ir.Tensor(ir.I32(), 4, 2), 1},
		{ir.Tensor(ir.F32(), 4, 2), ir.Tensor(ir.F32(), 2), 1},
		{ir.Tensor(ir.F32(), 4, 2), ir.Tensor(ir.F32(), 4, ir.Dynamic), 1},
		{ir.Tensor(ir.F32(), ir.Dynamic, 2), ir.Tensor(ir.F32(), ir.Dynamic, 2), 0},
		{ir.Tensor(ir.F32()), ir.Tensor(ir.F32()), 0},
		{ir.MemRef(ir.F32(), 4, 2), ir.MemRef(ir.F32(), 4, 2), 0},
		{encoded, encoded, 0},
		{ir.F32(), ir.F32(), 0},
	} {
		types := []ir.Type{c.first, c.second}
		b := placement.Builder{Types: func(value int32) ir.Type { return types[value] }}
		for range types {
			b.Value(b.Node(placement.Node{}), 0)
		}
		g, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		if got := placement.Unlike(g, []int32{0, 1}); got != c.want {
			t.Errorf("%s and %s: got value %d, want %d", c.first, c.second, got, c.want)
		}
	}
}
