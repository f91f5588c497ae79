package chlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// RaggedDims are the dimension numbers of ragged_dot. LHSRagged is the dimension of lhs that is
// divided into groups. RHSGroup is the dimension of rhs that has an index for each group. The other
// lists are as in stablehlo.DotDims.
//
//	#chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
type RaggedDims struct {
	LHSBatching, RHSBatching       []int64
	LHSContracting, RHSContracting []int64
	LHSRagged, RHSGroup            []int64
}

// lists returns the lists of dimensions with their names, in the order of the text form.
func (d *RaggedDims) lists() []stablehlo.DimsList {
	return []stablehlo.DimsList{
		{Name: "lhs_batching_dimensions", Dims: &d.LHSBatching}, {Name: "rhs_batching_dimensions", Dims: &d.RHSBatching},
		{Name: "lhs_contracting_dimensions", Dims: &d.LHSContracting}, {Name: "rhs_contracting_dimensions", Dims: &d.RHSContracting},
		{Name: "lhs_ragged_dimensions", Dims: &d.LHSRagged}, {Name: "rhs_group_dimensions", Dims: &d.RHSGroup},
	}
}

// Print implements ir.AttrData.
func (d *RaggedDims) Print(w *ir.Writer) {
	w.Str("#chlo.ragged_dot<")
	stablehlo.PrintDimsLists(w, d.lists())
	w.Byte('>')
}

func numbers(v []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ", "), "[]")
}

// parseRaggedDims reads <name = [dims], …>. The names may be in any order.
func parseRaggedDims(p *asm.Parser) (ir.Attr, error) {
	d := &RaggedDims{}
	if err := stablehlo.ParseDimsLists(p, "ragged_dot", d.lists()); err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(d), nil
}

// RaggedDot is a product in which the ragged dimension of lhs is divided into groups of given
// sizes. If the ragged dimension is contracting, each group has its own result. If it is neither
// contracting nor batching, each group has its own part of rhs.
//
//	%r = "chlo.ragged_dot"(%a, %b, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<…>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
type RaggedDot struct{ ir.Ref }

// LHS, RHS and GroupSizes return the operands. Dims returns the dimension numbers.
func (o RaggedDot) LHS() *ir.Value        { return o.Op.OperandAt(0) }
func (o RaggedDot) RHS() *ir.Value        { return o.Op.OperandAt(1) }
func (o RaggedDot) GroupSizes() *ir.Value { return o.Op.OperandAt(2) }
func (o RaggedDot) Dims() *RaggedDims {
	d, _ := ir.AttrAs[*RaggedDims](o.Op.AttrAt(0))
	return d
}

// Spec implements ir.View.
func (RaggedDot) Spec() ir.Spec {
	return ir.Spec{
		Name:     "chlo.ragged_dot",
		Doc:      "A product in which one dimension is divided into groups.",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}, {Name: "rhs", Type: anyTensor()}, {Name: "group_sizes", Type: rankedInt()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			{Name: "ragged_dot_dimension_numbers", Type: ir.AttrConstraint{Text: "Attribute that models the dimension information for ragged dot.", Accept: ir.IsAttr[*RaggedDims]}},
			{Name: "precision_config", Optional: true, Type: ir.AttrConstraint{Text: "Precision Config attribute", Accept: ir.IsAttr[*ir.ArrayAttr]}},
		},
		Traits: ir.Pure,
	}
}

// Verify implements ir.Verifier.
func (o RaggedDot) Verify() error {
	l, ok1 := o.LHS().Type().Shape()
	r, ok2 := o.RHS().Type().Shape()
	groups, _ := o.GroupSizes().Type().Shape()
	if !ok1 || !ok2 {
		return nil
	}
	d := o.Dims()
	if err := d.check(l, r, groups); err != nil {
		return ir.ErrorAt(o.Op, "%s", err)
	}
	want := d.result(l, r, groups)
	if have, ranked := o.Op.Result().Type().Shape(); ranked && !slices.EqualFunc(want, have, fits) {
		return ir.ErrorAt(o.Op, "inferred shape '[%s]' is incompatible with return type of operation '%s'", numbers(want), o.Op.Result().Type())
	}
	return nil
}

// check checks the dimension numbers against the shapes of the operands.
func (d *RaggedDims) check(l, r, groups []int64) error {
	dot := &stablehlo.DotDims{LHSBatching: d.LHSBatching, RHSBatching: d.RHSBatching, LHSContracting: d.LHSContracting, RHSContracting: d.RHSContracting}
	if err := dot.Check(l, r); err != nil {
		return err
	}
	if len(d.LHSRagged) != 1 {
		return fmt.Errorf("There must be exactly one ragged dimension in the lhs.")
	}
	ragged := d.LHSRagged[0]
	if ragged < 0 || ragged >= int64(len(l)) {
		return fmt.Errorf("Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, %d). got: %d.", len(l), ragged)
	}
	if err := d.checkSizes(l, groups); err != nil {
		return err
	}
	return d.checkGroups(r, groups)
}

// Outer returns the dimensions of lhs along which the group sizes may vary.
func (d *RaggedDims) Outer() []int64 {
	ragged := d.LHSRagged[0]
	if i := slices.Index(d.LHSBatching, ragged); i >= 0 {
		return d.LHSBatching[:i]
	}
	if i := slices.Index(d.LHSContracting, ragged); i >= 0 {
		return slices.Concat(d.LHSBatching, d.LHSContracting[:i])
	}
	dims := slices.Clone(d.LHSBatching)
	for i := range ragged {
		if !slices.Contains(d.LHSBatching, i) && !slices.Contains(d.LHSContracting, i) {
			dims = append(dims, i)
		}
	}
	return dims
}

func (d *RaggedDims) checkSizes(l, groups []int64) error {
	if len(groups) == 1 {
		return nil
	}
	var want []int64
	for _, i := range d.Outer() {
		want = append(want, l[i])
	}
	if len(groups) != len(want)+1 {
		return fmt.Errorf("expected group_sizes to have rank %d, got %d", len(want)+1, len(groups))
	}
	if last := len(want); !slices.Equal(want, groups[:last]) {
		return fmt.Errorf("group_sizes is expected to have shape [%s], got [%s]", numbers(append(want, groups[last])), numbers(groups))
	}
	return nil
}

func (d *RaggedDims) checkGroups(r, groups []int64) error {
	for _, i := range d.RHSGroup {
		if i < 0 || i >= int64(len(r)) {
			return fmt.Errorf("Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, %d). got: %d.", len(r), i)
		}
	}
	for _, other := range []struct {
		name string
		dims []int64
	}{{"rhs_batching_dimensions", d.RHSBatching}, {"rhs_contracting_dimensions", d.RHSContracting}} {
		all := slices.Concat(d.RHSGroup, other.dims)
		for i, n := range all {
			if slices.Contains(all[:i], n) {
				return fmt.Errorf("has duplicated dimension from rhs_group_dimensions and %s: %d", other.name, n)
			}
		}
	}
	if d.divides() {
		if len(d.RHSGroup) > 0 {
			return fmt.Errorf("There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.")
		}
		return nil
	}
	if len(d.RHSGroup) != 1 {
		return fmt.Errorf("There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.")
	}
	if want, have := groups[len(groups)-1], r[d.RHSGroup[0]]; !fits(want, have) {
		return fmt.Errorf("rhs group dimension is expected to have size=%d, got %d", want, have)
	}
	return nil
}

// divides reports whether the ragged dimension is a batching or contracting dimension.
func (d *RaggedDims) divides() bool {
	return slices.Contains(d.LHSBatching, d.LHSRagged[0]) || slices.Contains(d.LHSContracting, d.LHSRagged[0])
}

// result returns the shape of the result.
func (d *RaggedDims) result(l, r, groups []int64) []int64 {
	var shape []int64
	if slices.Contains(d.LHSContracting, d.LHSRagged[0]) {
		shape = append(shape, groups[len(groups)-1])
	}
	for _, i := range d.LHSBatching {
		shape = append(shape, l[i])
	}
	for i, n := range l {
		if !slices.Contains(d.LHSBatching, int64(i)) && !slices.Contains(d.LHSContracting, int64(i)) {
			shape = append(shape, n)
		}
	}
	for i, n := range r {
		if !slices.Contains(d.RHSBatching, int64(i)) && !slices.Contains(d.RHSContracting, int64(i)) && !slices.Contains(d.RHSGroup, int64(i)) {
			shape = append(shape, n)
		}
	}
	return shape
}
