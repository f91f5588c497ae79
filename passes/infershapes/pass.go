package infershapes

import (
	"errors"
	"fmt"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `infer unknown shapes and element types of a graph

Each operator relates the shapes and types of its operands and results, so facts propagate
in both directions. The values that remain unknown are counted as a statistic.`

type options struct {
	Complete bool   `opt:"complete" help:"fail if a shape or an element type is still unknown"`
	ShapeKey string `opt:"shape-key" help:"in the dictionary of each argument, the name of the entry that has its shape, such as __shape__; the NNVM frontend reads only the entry called shape"`
	DtypeKey string `opt:"dtype-key" help:"in the dictionary of each argument, the name of the entry that has its element type, such as __dtype__; the NNVM frontend reads only the entry called dtype"`
}

// Pass returns infer-shapes.
func Pass() passes.Pass {
	p := passes.OnWith("infer-shapes", doc, options{}, func(r *passes.Run, f fn.Func, o options) error {
		if f.IsDeclaration() {
			return nil
		}
		if err := ByKeys(f, o.ShapeKey, o.DtypeKey); err != nil {
			return err
		}
		shapes, elems, err := Func(f)
		if err != nil {
			return explained(f, err)
		}
		r.Count("unknown-shapes", shapes)
		r.Count("unknown-types", elems)
		if o.Complete {
			if err := Complete(f); err != nil {
				return err
			}
		}
		if d := unknownArgument(f); d != nil {
			r.Note(d)
		}
		return nil
	})
	p.Provides = []string{passes.Shapes().Name}
	return p
}

// explained adds help to err if an attribute of the graph also lists types, since this list can be
// wrong.
func explained(f fn.Func, err error) error {
	var d *diag.Diagnostic
	list, ok := ir.AttrAs[*ir.ArrayAttr](f.Op.Discardable(nnvm.GraphAttr))
	if !ok || !errors.As(err, &d) {
		return err
	}
	for _, e := range list.Elems {
		p, _ := ir.AttrAs[*ir.ArrayAttr](e)
		if p == nil || len(p.Elems) == 0 {
			continue
		}
		if name, _ := p.Elems[0].Str(); name == "shape" || name == "dtype" {
			return d.WithHelp(fmt.Sprintf("the graph's own attribute %q lists types too: check that the types in this list belong to the graph", name))
		}
	}
	return err
}

// unknownArgument returns a warning about the first argument whose shape or element type is unknown
// after inference, since passes that need types fail on it. An argument of known rank with unknown
// extents gives no warning.
func unknownArgument(f fn.Func) *diag.Diagnostic {
	for i, a := range f.Entry().Args() {
		shape, elem := nnvm.Parts(a.Type())
		if !a.Type().IsShaped() || shape != nil && !elem.IsNil() {
			continue
		}
		what := "element type"
		if shape == nil {
			what = "shape"
		}
		d := ir.WarnAt(f.Op, "the %s of argument %s cannot be inferred: its type is '%s'", what, argName(a), a.Type())
		if _, ok := entry(f, i, "__shape__"); ok {
			return d.WithHelp("the argument's dictionary has __shape__: use --infer-shapes='shape-key=__shape__ dtype-key=__dtype__'")
		}
		return d.WithHelp(`give the argument a type such as tensor<2x3xf32>; in the JSON text of an NNVM graph, write "shape": "(2, 3)" and "dtype": "float32" in attrs of its node`)
	}
	return nil
}

// argName returns the name of an argument for messages, or its number if it has none.
func argName(a *ir.Value) string {
	if n := nnvm.NameOf(a); n != "" {
		return "'" + n + "'"
	}
	return fmt.Sprint("#", a.Index())
}

func open(v *ir.Value) bool {
	t := v.Type()
	return t.IsShaped() && (!t.HasStaticShape() || t.Elem() == nnvm.Any())
}

// Complete fails on the first result with an unknown shape, extent or element type, or else on the
// first such argument.
func Complete(f fn.Func) error {
	for op := range f.Entry().Ops() {
		for v := range op.Results() {
			if open(v) {
				return ir.Errorf(op, "has a result of unknown type: '%s'", v.Type())
			}
		}
	}
	for _, a := range f.Entry().Args() {
		if open(a) {
			return ir.Errorf(f.Op, "has argument %s of unknown type: '%s'", argName(a), a.Type())
		}
	}
	return nil
}
