package kernel

import "github.com/lathe-ir/lathe/ir"

// attrOf returns the attribute of op called name. Operations are known by their
// names here, not by their views, and inherent attributes are looked for among the
// properties too: lowering makes operations of dialects that the registry of an
// embedding program need not list.
func attrOf(op *ir.Op, name string) ir.Attr {
	if a := op.Attr(name); !a.IsNil() {
		return a
	}
	if d, ok := ir.AttrAs[*ir.DictAttr](op.Properties()); ok && !op.Def().Registered() {
		for _, e := range d.Entries {
			if e.Name == name {
				return e.Attr
			}
		}
	}
	return ir.Attr{}
}
