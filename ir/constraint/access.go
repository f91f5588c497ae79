package constraint

import "github.com/lathe-ir/lathe/ir"

// Alignment returns the field of the attribute "alignment", the alignment of an address in bytes.
func Alignment() ir.AttrField {
	return ir.AttrField{
		Name: "alignment", Optional: true, Doc: "The address is a multiple of this many bytes.",
		Type: ir.AttrConstraint{
			Text: "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
			Form: ir.FormNoType, Type: ir.I64(), Stores: isInt,
			Accept: func(a ir.Attr) bool {
				v, _ := a.Int()
				return a.TypeOf() == ir.I64() && v > 0 && v&(v-1) == 0
			},
		},
	}
}

// Nontemporal returns the field of the attribute "nontemporal", which marks memory that is not
// accessed again soon.
func Nontemporal() ir.AttrField {
	return ir.AttrField{
		Name: "nontemporal", Type: Bool, Optional: true, Default: ir.BoolAttr(false),
		Doc: "The memory is not accessed again soon.",
	}
}
