// Package nn is the dialect of whole operators, as in the graphs of Glow and NNVM. One operator is
// one operation, so that a partition of a graph can be compared with that of Glow's partitioner.
//
// An operator is defined by its expansion into StableHLO, see [Expander]. The reference interpreter
// runs the expansion, the pass nn-to-stablehlo inserts it into the program, and backends lower it.
// Shapes are static. Operations of other dialects can implement Expander too.
package nn

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Dialect describes the dialect to a registry. To run or lower its operations, the registry must
// also have StableHLO and func.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "nn",
		Doc:  "Whole operators of neural networks, as Glow and NNVM have them.",
		Ops: func() []ir.OpDecl {
			return slices.Concat(
				elementwiseOps(), matrixOps(), sparseOps(), shapeOps(), convOps(),
			)
		},
	}
}

// Expander is an operation that is defined by its expansion.
type Expander interface {
	// Expand inserts the expansion at b and returns the values that replace the results. The
	// expansion reads the values "in" in place of the operands.
	Expand(b *ir.Builder, in []*ir.Value) []*ir.Value
}

// Partial is an [Expander] that has no expansion in some cases.
type Partial interface {
	// Unexpandable returns the reason why the operation has no expansion, or "" if it has one.
	Unexpandable() string
}

// Refiner is an operation that computes its result types from its operands and attributes.
type Refiner interface {
	// RefinedTypes returns the result types with all extents and element types that are known. It
	// fails if they contradict the types of the operands or of the results.
	RefinedTypes() ([]ir.Type, error)
}

// ExpanderOf returns op as an Expander. It reports false if op has no expansion, or if its types
// prevent the expansion.
func ExpanderOf(op *ir.Op) (e Expander, ok bool) {
	e, ok = ir.Cast[Expander](op)
	if p, partial := e.(Partial); ok && partial && p.Unexpandable() != "" || ok && Untyped(op) != "" {
		return nil, false
	}
	return e, ok
}

// Untyped returns the reason why op's types prevent an expansion, or "". All tensors must have
// static shapes and element types of StableHLO.
func Untyped(op *ir.Op) string {
	for _, t := range append(op.OperandTypes(), op.ResultTypes()...) {
		if ir.IsType[*ir.TensorType](t) && !t.HasStaticShape() || ir.IsType[*ir.UnrankedTensorType](t) {
			return "the shape of '" + t.String() + "' is not known"
		}
		if t.IsShaped() && !stablehlo.IsTensor(t) {
			return "there is no '" + t.String() + "' in StableHLO"
		}
	}
	return ""
}

// Eval runs the expansion of op, which must be an [Expander]. It fails if op cannot be expanded, or
// if the registry lacks StableHLO or func.
func Eval(c *interp.Context, op *ir.Op, in []interp.Value) ([]interp.Value, error) {
	e, ok := ir.Cast[Expander](op)
	if p, partial := e.(Partial); partial && p.Unexpandable() != "" {
		return nil, interp.Unsupported(op, p.Unexpandable())
	}
	if why := Untyped(op); why != "" {
		return nil, interp.Unsupported(op, why)
	}
	if !ok || op.Registry().Op("stablehlo.add") == nil || op.Registry().Op("func.func") == nil {
		return nil, interp.Unsupported(op, "the registry lacks stablehlo or func")
	}
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	f := Body(op, e)
	if why := invalid(f); why != "" {
		return nil, interp.Unsupported(op, why)
	}
	outs, err := interp.Run(c.Context(), f.Op, ts)
	if err != nil {
		return nil, err
	}
	return values(outs), nil
}

// Invalid returns the reason why the expansion is invalid for the types of op, or "".
func Invalid(op *ir.Op, e Expander) string { return invalid(Body(op, e)) }

func invalid(body fn.Func) string {
	if err := ir.Verify(body.Op); err != nil {
		return "its expansion is invalid: " + diag.All(err)[0].Message
	}
	return ""
}

func values(ts []*tensor.Tensor) []interp.Value {
	vs := make([]interp.Value, len(ts))
	for i, t := range ts {
		vs[i] = t
	}
	return vs
}

// Body returns a function, outside of any module, whose arguments are op's operands and whose body
// is the expansion.
func Body(op *ir.Op, e Expander) fn.Func {
	b := ir.NewBuilder(op.Registry())
	ins := make([]ir.Type, op.NumOperands())
	for i, v := range op.OperandList() {
		ins[i] = v.Type()
	}
	f := fn.New(b, "body", ins, op.ResultTypes())
	b.AtEnd(f.Entry())
	b.Loc = op.Loc()
	fn.NewReturn(b, e.Expand(b, f.Entry().Args())...)
	return f
}

// spec returns the Spec of an operation whose results are ranked tensors.
func spec(name, doc string, operands []ir.Field, results []string, attrs ...ir.AttrField) ir.Spec {
	s := ir.Spec{Name: "nn." + name, Doc: doc, Operands: operands, Attrs: attrs, Traits: ir.Pure}
	for _, r := range results {
		s.Results = append(s.Results, ir.Field{Name: r, Type: constraint.RankedTensor})
	}
	s.Format = "operands attr-dict `:` functional-type(operands, results)"
	return s
}

func tensors(names ...string) []ir.Field {
	fs := make([]ir.Field, len(names))
	for i, n := range names {
		fs[i] = ir.Field{Name: n, Type: constraint.RankedTensor}
	}
	return fs
}

func result() []string { return []string{"result"} }
