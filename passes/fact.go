package passes

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Fact is a property of a program that one pass provides and another pass needs, such as that all
// shapes are known. It is checked on the program itself, so it can hold even if no pass provided
// it.
type Fact struct {
	Name string
	// Lacks returns op or a nested operation for which the fact does not hold, or nil.
	Lacks func(op *ir.Op) *ir.Op
}

// needs returns an error if p needs a fact that does not hold for op. The error names the passes
// that provide the fact.
func (e *execution) needs(op *ir.Op, p *Pass) error {
	for _, f := range p.Needs {
		at := f.Lacks(op)
		if at == nil {
			continue
		}
		message := "pass '" + p.Name + "' needs '" + f.Name + "', which does not hold here"
		if by := e.m.providers(f.Name); len(by) > 0 {
			message += "; " + strings.Join(by, " or ") + " provides it: run that pass first"
		}
		return ir.ErrorAt(at, "%s", message)
	}
	return nil
}

// providers returns the names of the passes that provide a fact, quoted.
func (m *Manager) providers(fact string) []string {
	if m.Known == nil {
		return nil
	}
	var names []string
	for _, p := range m.Known.Passes() {
		if slices.Contains(p.Provides, fact) {
			names = append(names, "'"+p.Name+"'")
		}
	}
	return names
}

// Shapes is the fact that the shape and the element type of every shaped result are known.
func Shapes() Fact {
	return Fact{Name: "shape", Lacks: func(op *ir.Op) (at *ir.Op) {
		op.Walk(func(o *ir.Op) bool {
			for v := range o.Results() {
				t := v.Type()
				if at == nil && t.IsShaped() && (!t.HasStaticShape() || t.Elem().Kind() == tensor.Invalid) {
					at = o
				}
			}
			return at == nil
		})
		return at
	}}
}
