package ir_test

import (
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func TestDense(t *testing.T) {
	bytes := make([]byte, 400)
	bytes[0], bytes[399] = 1, 2
	text := []byte((&ir.Resource{Align: 4, Blob: bytes}).HexText())
	typ := ir.Tensor(ir.I32(), 100)
	for _, r := range []*ir.Resource{{Name: "blob", Align: 4, Blob: bytes}, {Name: "text", Text: text}} {
		first, err := (&ir.ResourceElements{Type: typ, Resource: r}).Dense()
		if err != nil {
			t.Fatal(err)
		}
		second, err := (&ir.ResourceElements{Type: typ, Resource: r}).Dense()
		if err != nil {
			t.Fatal(err)
		}
		if first != second {
			t.Errorf("%s: two constants of one type have different elements", r.Name)
		}
		d, ok := ir.AttrAs[*ir.DenseElements](first)
		if !ok || !slices.Equal(d.Tensor().Data, bytes) {
			t.Errorf("%s: got %s", r.Name, first)
		}
	}
	truths := ir.NewDense(ir.Tensor(ir.I1(), 3), tensor.FromSlice([]int64{3}, []bool{true, false, true}))
	for _, r := range []*ir.Resource{{Align: 1, Blob: []byte{5}}, {Align: 1, Blob: []byte{1, 0, 1}}} {
		if a, err := (&ir.ResourceElements{Type: ir.Tensor(ir.I1(), 3), Resource: r}).Dense(); err != nil || a != truths {
			t.Errorf("%v: got %s and error %v, want %s", r.Blob, a, err, truths)
		}
	}
	if a, err := (&ir.ResourceElements{Type: ir.Tensor(ir.I32(), 0), Resource: &ir.Resource{Name: "none"}}).Dense(); err == nil {
		t.Errorf("an undefined resource: got %s, expected an error", a)
	}
}
