package nnvm

import (
	"strings"

	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Misspelt warns of an entry in a node's dictionary whose key looks like a misspelled parameter of
// the node's operator. NNVM ignores unknown entries.
func Misspelt(m ir.Module, warn func(*diag.Diagnostic)) {
	m.Op.Walk(func(op *ir.Op) bool {
		d, ok := ir.AttrAs[*ir.DictAttr](op.Discardable(nnvm.DictAttr))
		if !ok || !op.Def().Registered() {
			return true
		}
		for _, e := range d.Entries {
			for _, f := range op.Def().Spec.Attrs {
				if nearly(e.Name, f.Name) {
					warn(ir.WarnAt(op, "the entry '%s' in the node's dictionary is not a parameter of its operator, and has no effect", e.Name).
						WithHelp("rename the entry if you mean the parameter '" + f.Name + "'"))
				}
			}
		}
		return true
	})
}

// nearly reports whether two different words differ only in case. Words of more than three letters
// may instead differ in one inserted, removed or changed letter.
func nearly(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) <= 3 || len(b) > len(a)+1 {
		return strings.EqualFold(a, b)
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	rest := b[i:]
	if len(rest) > 0 {
		rest = rest[1:]
	}
	return strings.EqualFold(a, b) || len(a) == len(b) && a[min(i+1, len(a)):] == rest || len(a) < len(b) && a[i:] == rest
}
