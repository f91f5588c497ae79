package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

const resourcesDoc = `replace constants whose elements are in resources by dense constants

Other passes read the elements of dense constants only. Constants of the same type that refer to
the same resource share the elements.`

// ResourcesPass returns resources-to-dense.
func ResourcesPass() passes.Pass {
	return passes.On("resources-to-dense", resourcesDoc, func(r *passes.Run, m ir.Module) error {
		changed := false
		var wrong diag.List
		m.Op.Walk(func(op *ir.Op) bool {
			for _, a := range resourcesOf(op) {
				dense, err := ir.WithElements(a.Attr)
				if err != nil {
					wrong = append(wrong, refused(op, err))
					continue
				}
				op.SetAttr(a.Name, dense)
				changed = true
			}
			return true
		})
		if !changed {
			r.Unchanged()
		}
		return wrong.Err()
	})
}

// refused returns the diagnostic for the constant op, whose resource caused err.
func refused(op *ir.Op, err error) *diag.Diagnostic {
	return ir.ErrorAt(op, "cannot read the elements of the constant: %v", err).
		WithHelp("define the resource in the section dialect_resources: {-# dialect_resources: { builtin: { NAME: \"0x…\" } } #-}, with 4 bytes of alignment and then the elements, all little-endian")
}

// HasResources reports whether m has a constant whose elements are in a resource.
func HasResources(m ir.Module) bool {
	return m.Op.Contains(func(op *ir.Op) bool { return len(resourcesOf(op)) > 0 })
}

// resourcesOf returns the inherent attributes of op that are constants in resources.
func resourcesOf(op *ir.Op) (attrs []ir.NamedAttr) {
	for name, a := range op.InherentAttrs() {
		if ir.IsAttr[*ir.ResourceElements](a) {
			attrs = append(attrs, ir.NamedAttr{Name: name, Attr: a})
		}
	}
	return attrs
}
