package stablehlo

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const wrapDoc = `replace operations by composites whose decompositions are these operations

The composite has the name and the attributes of the operation. Its operands are those of the
operation, and then the other values that the regions of the operation use. Its decomposition is a
private function that contains the operation. Terminators, and operations that are not inside a
function of the module, are errors.`

// WrapOptions are the options of stablehlo-wrap-in-composite.
type WrapOptions struct {
	Names   []string `opt:"op-names" help:"names of the operations"`
	Version int      `opt:"version" help:"version of the composites"`
}

// WrapPass returns stablehlo-wrap-in-composite.
func WrapPass() passes.Pass {
	return passes.OnWith("stablehlo-wrap-in-composite", wrapDoc, WrapOptions{}, func(r *passes.Run, m ir.Module, o WrapOptions) error {
		names := make([]string, len(o.Names))
		for i, n := range o.Names {
			names[i] = strings.TrimSpace(n)
			if r.Registry.Op(names[i]) == nil {
				r.Note(ir.WarnAt(m.Op, "Unknown op name in op-names: '%s' is not a registered operation", names[i]))
			}
		}
		var found []*ir.Op
		m.Op.Walk(func(op *ir.Op) bool {
			if !op.Def().Registered() || !slices.Contains(names, op.Name()) {
				return true
			}
			found = append(found, op)
			return false // the decomposition gets the nested operations unchanged
		})
		if len(found) == 0 {
			r.Unchanged()
		}
		rw, symbols := rewrite.New(r.Registry), ir.NewSymbols(m.Op)
		for _, op := range slices.Backward(found) {
			switch {
			case op.Has(ir.Terminator):
				return ir.Errorf(op, "cannot be wrapped in a composite: it is a terminator")
			case op == m.Op || op.Parent() == m.Op || ir.NearestTable(op) != m.Op:
				return ir.Errorf(op, "cannot be wrapped in a composite: it is not inside a function of the module")
			}
			wrap(rw, symbols, op, m, o.Version)
		}
		return nil
	})
}

func wrap(rw *rewrite.Rewriter, symbols *ir.Symbols, op *ir.Op, m ir.Module, version int) {
	var attrs []ir.NamedAttr
	for name, a := range op.Attrs() {
		attrs = append(attrs, ir.NamedAttr{Name: name, Attr: a})
	}
	ins, seen := op.OperandList(), map[*ir.Value]bool{}
	for _, v := range ins {
		seen[v] = true
	}
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Operands() {
			if !seen[v] && !op.IsAncestor(v.Block().Parent()) {
				seen[v] = true
				ins = append(ins, v)
			}
		}
		return true
	})
	var types []ir.Type
	for _, v := range ins {
		types = append(types, v.Type())
	}
	rw.AtEnd(m.Body())
	rw.Loc = op.Loc()
	f := fn.New(&rw.Builder, op.Name()+".impl", types, op.ResultTypes())
	f.SetPrivate()
	name := symbols.Insert(f.Op)
	rw.AtEnd(f.Entry())
	var args ir.Mapping
	for i, v := range ins {
		args.Map(v, f.Entry().Arg(i))
	}
	inner := rw.Clone(op, &args)
	inner.SetOperands(f.Entry().Args()[:op.NumOperands()])
	fn.NewReturn(&rw.Builder, inner.ResultList()...)
	rw.Before(op)
	c := ir.Create[stablehlo.Composite](&rw.Builder, ir.Init{
		Operands: ins, Results: op.ResultTypes(),
		Attrs: []ir.Attr{ir.NewString(op.Name()), ir.NewDict(attrs...), ir.NewSymbolRef(name), ir.NewI32(int64(version))},
	})
	rw.Replace(op, c.Op.ResultList()...)
}
