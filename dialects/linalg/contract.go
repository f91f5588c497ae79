package linalg

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Contract is a sum of products of two operands: C[H] += A[I] B[J]. The indices I, J and H are the
// results of the maps. The sum is over the loops that are in I and J but not in H.
//
//	%r = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, …] ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
type Contract struct{ ir.Ref }

// Inputs implements Structured.
func (o Contract) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Outputs implements Structured.
func (o Contract) Outputs() []*ir.Value { return o.Op.OperandsOf(1) }

// Body implements Structured.
func (o Contract) Body() *ir.Block { return o.Op.RegionAt(0).Entry() }

// Maps implements Structured.
func (o Contract) Maps() []affine.Map { return mapsOf(o.Op.AttrAt(0)) }

// Iterators implements Structured: a loop that does not index the output is a reduction.
func (o Contract) Iterators() []Iterator {
	ms := o.Maps()
	if len(ms) == 0 {
		return nil
	}
	out := ms[len(ms)-1]
	its := make([]Iterator, out.Dims)
	for d := range its {
		if !out.UsesDim(d) {
			its[d] = Reduction
		}
	}
	return its
}

// Spec implements ir.View.
func (Contract) Spec() ir.Spec {
	return ir.Spec{
		Name: "linalg.contract",
		Doc:  "A sum of products of two operands. Maps determine how the operands are indexed.",
		Operands: []ir.Field{
			{Name: "inputs", Type: constraint.Any, Arity: ir.Variadic}, {Name: "outputs", Type: constraint.Shaped, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result_tensors", Type: constraint.Shaped, Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "indexing_maps", Type: constraint.Maps, Doc: "The maps of the operands."},
			castField(), {Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Regions: []ir.RegionField{{Name: "combiner", Sized: true}},
		Traits:  structuredTraits() | ir.AttrSizedOperandSegments,
	}
}

// Effects implements ir.Effecter.
func (o Contract) Effects() []ir.Effect { return structuredEffects(o) }

// ParseOp implements asm.OpParser.
func (Contract) ParseOp(p *asm.Parser, st *asm.State) error {
	if err := parseMaps(p, st); err != nil {
		return err
	}
	if st.Attr("indexing_maps").IsNil() {
		return st.ErrorAt(p, p.Offset(), "expected 'indexing_maps' attribute")
	}
	n := named{name: "contract", inputs: 2, body: multiplyAdd}
	return n.parse(p, st)
}

// PrintOp implements asm.OpPrinter.
func (o Contract) PrintOp(w *asm.Printer) {
	w.Str(" indexing_maps = ")
	w.Attr(o.Op.AttrAt(0))
	w.AttrDict(o.Op, "indexing_maps")
	printParts(w, o.Inputs(), o.Outputs())
	w.OptionalArrowTypes(o.Op.ResultTypes())
}

// Verify implements ir.Verifier.
func (o Contract) Verify() error {
	ms := o.Maps()
	if len(ms) == 0 || o.Op.NumOperands() == 0 {
		return nil
	}
	inputs, outputs := make([]int, ms[0].Dims), make([]int, ms[0].Dims)
	for i, m := range ms[:min(len(ms), 3, o.Op.NumOperands())] {
		if err := o.verifyMap(m, ms[0].Dims, o.Op.OperandAt(i).Type()); err != nil {
			return err
		}
		counts := inputs
		if i == 2 {
			counts = outputs
		}
		for _, e := range m.Results {
			d, _ := e.Dim()
			counts[d]++
		}
	}
	contracts := false
	for d, n := range inputs {
		contracts = contracts || n == 2 && outputs[d] == 0
		switch {
		case n == 0 && outputs[d] == 0:
			return ir.ErrorAt(o.Op, "iteration space dim at index %d not used to access any operand", d)
		case n == 1 && outputs[d] != 1:
			return ir.ErrorAt(o.Op, "iteration space dim at index %d is neither a contracting dim nor of parallel iteration type", d)
		}
	}
	if !contracts {
		return ir.ErrorAt(o.Op, "'indexing_maps' do not specify a contracting dimension")
	}
	return nil
}

func (o Contract) verifyMap(m affine.Map, loops int, t ir.Type) error {
	switch {
	case m.Dims != loops:
		return ir.ErrorAt(o.Op, "iteration spaces of provided affine_maps differ")
	case !m.IsProjectedPermutation(false):
		return ir.ErrorAt(o.Op, "provided affine_map is not a projected permutation")
	case t.IsShaped():
		if shape, _ := t.Shape(); len(shape) != len(m.Results) {
			return ir.ErrorAt(o.Op, "ranks of shaped operand and results of corresponding affine_map differ")
		}
	case len(m.Results) != 0:
		return ir.ErrorAt(o.Op, "affine_map specifies shaped access while operand has non-shaped type")
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o Contract) VerifyRegions() error {
	if err := verifyStructured(o); err != nil {
		return err
	}
	return verifyContraction(o)
}
