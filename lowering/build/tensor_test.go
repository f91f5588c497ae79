package build_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
)

// TestReshape checks that a reshape inserts the fewest possible operations, and panics if the
// number or the type of the elements differs.
func TestReshape(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), tensor.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	reshape := func(from, to ir.Type) (steps string, bug any) {
		defer func() { bug = recover() }()
		b := ir.NewBuilder(reg)
		f := fn.New(b, "main", []ir.Type{from}, []ir.Type{to})
		b.AtEnd(f.Entry())
		fn.NewReturn(b, build.Reshape(b, f.Entry().Arg(0), to))
		if err := ir.Verify(f.Op); err != nil {
			t.Error(err)
		}
		for op := range f.Entry().Ops() {
			steps += " " + op.Name()
		}
		return steps, nil
	}
	const expand, collapse, end = " tensor.expand_shape", " tensor.collapse_shape", " func.return"
	for _, c := range []struct {
		from, to ir.Type
		want     string
	}{
		{ir.Tensor(ir.F32(), 2, 3), ir.Tensor(ir.F32(), 2, 3), end},
		{ir.Tensor(ir.F32(), 6), ir.Tensor(ir.F32(), 2, 3), expand + end},
		{ir.Tensor(ir.F32(), 2, 3), ir.Tensor(ir.F32(), 6), collapse + end},
		{ir.Tensor(ir.F32(), 2, 3), ir.Tensor(ir.F32(), 3, 2), collapse + expand + end},
		{ir.Tensor(ir.F32()), ir.Tensor(ir.F32(), 1, 1), expand + end},
		{ir.Tensor(ir.F32(), 2, 0), ir.Tensor(ir.F32(), 0, 5), collapse + expand + end},
	} {
		if got, bug := reshape(c.from, c.to); got != c.want || bug != nil {
			t.Errorf("reshape of %s to %s: got operations%s, want%s; panic: %v", c.from, c.to, got, c.want, bug)
		}
	}
	for _, to := range []ir.Type{ir.Tensor(ir.F32(), 2, 4), ir.Tensor(ir.F64(), 6), ir.Tensor(ir.F32(), 7), ir.Tensor(ir.F32())} {
		if _, bug := reshape(ir.Tensor(ir.F32(), 6), to); bug == nil || !strings.Contains(bug.(string), "BUG: a reshape of tensor<6xf32> to "+to.String()) {
			t.Errorf("reshape to %s: got %v, expected a panic about the types", to, bug)
		}
	}
}
