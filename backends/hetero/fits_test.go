package hetero

import (
	"reflect"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// typed is a program that only has types.
type typed struct {
	backends.Program
	in, out []ir.Type
}

func (p typed) Inputs() []ir.Type  { return p.in }
func (p typed) Outputs() []ir.Type { return p.out }

// TestPlanFits checks that plan.fits rejects plans with contradictions, such as a result of another
// type than in the signature. A file with such a plan can have a correct checksum.
func TestPlanFits(t *testing.T) {
	r, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	sig, err := host.ParseSignature(r, "func.func private @signature(tensor<4xf32>) -> tensor<4xf32>")
	if err != nil {
		t.Fatal(err)
	}
	f32, i32 := ir.Tensor(ir.F32(), 4), ir.Tensor(ir.I32(), 4)
	of := func(in, out ir.Type) *part {
		return &part{program: typed{in: []ir.Type{in}, out: []ir.Type{out}}}
	}
	parts := []*part{of(f32, f32), of(f32, f32), of(i32, f32), of(f32, i32)}
	for _, test := range []struct {
		name                string
		slots               int
		copies, in, results []int
		constant            *tensor.Tensor // in the slot before the last
		want                bool
	}{
		{name: "right", slots: 2, copies: []int{0, 1}, in: []int{0}, results: []int{1}, want: true},
		{name: "fewer slots than inputs", slots: 0, copies: []int{0}},
		{name: "one result too many", slots: 2, copies: []int{0}, in: []int{0}, results: []int{1, 1}},
		{name: "a copy with another input type", slots: 2, copies: []int{0, 2}, in: []int{0}, results: []int{1}},
		{name: "a copy with another output type", slots: 2, copies: []int{0, 3}, in: []int{0}, results: []int{1}},
		{name: "an input of another type", slots: 2, copies: []int{2}, in: []int{0}, results: []int{1}},
		{name: "a part that reads its own output", slots: 2, copies: []int{0}, in: []int{1}, results: []int{1}},
		{name: "a constant", slots: 3, copies: []int{0}, in: []int{1}, results: []int{1}, constant: tensor.New(tensor.F32, 4), want: true},
		{name: "a constant of another type than the part's input", slots: 3, copies: []int{0}, in: []int{1}, results: []int{2}, constant: tensor.New(tensor.I32, 4)},
		{name: "a constant of another type than the result", slots: 3, copies: []int{0}, in: []int{0}, results: []int{1}, constant: tensor.New(tensor.I32, 4)},
		{name: "a constant as an input", slots: 2, copies: []int{2}, in: []int{0}, results: []int{1}, constant: tensor.New(tensor.I32, 4)},
	} {
		pl := &plan{slots: test.slots, constants: make([]*tensor.Tensor, test.slots), results: test.results}
		if test.constant != nil {
			pl.constants[test.slots-2] = test.constant
		}
		pl.steps = []step{{copies: test.copies, in: test.in, out: []int{test.slots - 1}}}
		if got := pl.fits(sig, parts); got != test.want {
			t.Errorf("%s: fits returned %t", test.name, got)
		}
	}
}

// TestPlanOrder checks that a step comes after the steps whose results it reads.
func TestPlanOrder(t *testing.T) {
	pl := &plan{slots: 4, constants: make([]*tensor.Tensor, 4), results: []int{3, 3, 0, 2}, steps: []step{
		{in: []int{0}, out: []int{1}}, {in: []int{1, 1}, out: []int{2}}, {in: []int{0, 2, 1}, out: []int{3}},
	}}
	pl.settle()
	after := [][]int{pl.steps[0].after, pl.steps[1].after, pl.steps[2].after}
	if want := [][]int{nil, {0}, {1, 0}}; !reflect.DeepEqual(after, want) {
		t.Errorf("the steps come after %v, expected %v", after, want)
	}
	if want := []int{-1, -1, 3, 0}; !slices.Equal(pl.place, want) {
		t.Errorf("the values are computed into the results %v, expected %v", pl.place, want)
	}
}
