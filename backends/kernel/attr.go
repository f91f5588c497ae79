package kernel

import "github.com/lathe-ir/lathe/ir"

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
