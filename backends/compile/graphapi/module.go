package graphapi

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// Module returns the partition p as a module whose function @main computes the outputs of p from
// its inputs. The argument "inputs" lists the types of the inputs; nil means the types in the
// graph. If the graph does not specify the type of a result, the type is inferred.
func (g *Graph) Module(p *patternfusion.Partition, inputs []ir.Type) (ir.Module, error) {
	if err := g.check(); err != nil {
		return ir.Module{}, err
	}
	if err := checkPartition(p); err != nil {
		return ir.Module{}, err
	}
	reg := g.f.Op.Registry()
	if inputs == nil {
		for _, v := range p.Inputs {
			inputs = append(inputs, v.Type())
		}
	}
	if err := g.checkInputs(p, inputs); err != nil {
		return ir.Module{}, err
	}
	m := ir.NewModule(reg)
	b := ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	f := fn.New(b, "main", inputs, nil)
	b.AtEnd(f.Entry())
	var mapping ir.Mapping
	for i, v := range p.Inputs {
		mapping.Map(v, f.Entry().Arg(i))
	}
	for _, op := range p.Ops {
		if ir.Is[onednngraph.End](op) {
			continue // End marks its operand as an output, and p.Outputs has this operand
		}
		b.Loc = op.Loc()
		c := b.Clone(op, &mapping)
		types, err := onednngraph.Infer(c)
		if err != nil {
			return ir.Module{}, err
		}
		for i, t := range types {
			c.ResultAt(i).SetType(t)
		}
	}
	outs := make([]*ir.Value, len(p.Outputs))
	for i, v := range p.Outputs {
		outs[i] = mapping.Value(v)
	}
	ret := fn.NewReturn(b, outs...)
	f.SetFunctionType(inputs, ret.Op.OperandTypes())
	for _, v := range outs {
		if def := v.Def(); def != nil && !v.Type().HasStaticShape() {
			return ir.Module{}, ir.Errorf(def, "has a result of type '%s', whose shape does not follow from the inputs", v.Type())
		}
	}
	return m, ir.Verify(m.Op)
}

func checkPartition(p *patternfusion.Partition) error {
	if p == nil || len(p.Ops) == 0 {
		return diag.Errorf(diag.Span{}, "there is no partition to compile: it is nil or has no operations")
	}
	if i := slices.Index(p.Ops, nil); i >= 0 {
		return diag.Errorf(diag.Span{}, "operation #%d of the partition is nil", i)
	}
	if slices.Contains(p.Inputs, nil) || slices.Contains(p.Outputs, nil) {
		return diag.Errorf(diag.Span{}, "the partition has an input or output that is nil")
	}
	return nil
}

// checkInputs checks that there is one type for each input of p, with a static shape, and with the
// element type and rank of the input. Extents may differ from the extents in the graph.
func (g *Graph) checkInputs(p *patternfusion.Partition, inputs []ir.Type) error {
	first := p.Ops[0]
	if len(inputs) != len(p.Inputs) {
		return ir.Errorf(first, "is in a partition of %d inputs, but %d types are given", len(p.Inputs), len(inputs))
	}
	for i, t := range inputs {
		want := p.Inputs[i].Type()
		if t.Elem() != want.Elem() || !t.HasStaticShape() || !sameRank(t, want) {
			return ir.Errorf(first, "is in a partition whose input #%d must be '%s' with static extents, but got '%s'", i, want, t)
		}
	}
	return nil
}

// sameRank reports whether t has the rank of want, or the rank of want is not known.
func sameRank(t, want ir.Type) bool {
	have, ranked := t.Shape()
	shape, known := want.Shape()
	return !known || ranked && len(have) == len(shape)
}
