package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// demand is a condition on the value of an integer attribute.
type demand uint8

const (
	anyNumber demand = iota
	nonNegative
	positive
)

func intField(name string, t ir.Type, bits string, d demand) ir.AttrField {
	text := bits + "-bit signless integer attribute"
	switch d {
	case nonNegative:
		text += " whose value is non-negative"
	case positive:
		text += " whose value is positive"
	}
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: text, Form: ir.FormNoType, Type: t,
		Accept: func(a ir.Attr) bool {
			v, ok := a.Int()
			return ok && a.TypeOf() == t && (d == anyNumber || d == nonNegative && v >= 0 || d == positive && v > 0)
		},
	}}
}

func i64Attr(name string, d demand) ir.AttrField { return intField(name, ir.I64(), "64", d) }
func i32Attr(name string, d demand) ir.AttrField { return intField(name, ir.I32(), "32", d) }

func f32Attr(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: "32-bit float attribute", Form: ir.FormNoType, Type: ir.F32(),
		Accept: func(a ir.Attr) bool { return ir.IsAttr[*ir.FloatAttr](a) && a.TypeOf() == ir.F32() },
	}}
}

// dimsAttr is an attribute array<i64: …>, which custom assembly prints as [1, 2].
func dimsAttr(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: constraint.I64s}
}

func boolsAttr(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: constraint.Bools}
}

// elementsAttr is an attribute dense<…> : tensor<…xi64>.
func elementsAttr(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: "64-bit signless integer elements attribute", Accept: isI64Elements, List: true,
	}}
}

func isI64Elements(a ir.Attr) bool {
	d, ok := ir.AttrAs[*ir.DenseElements](a)
	return ok && d.Type.Elem() == ir.I64()
}

func boolAttr(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: "bool attribute", Form: ir.FormNoType, Type: ir.I1(),
		Accept: func(a ir.Attr) bool { return ir.IsAttr[*ir.IntAttr](a) && a.TypeOf() == ir.I1() },
	}}
}

func stringAttr(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: "string attribute", Form: ir.FormNoType, Type: ir.None(), Accept: ir.StringConstraint.Accept,
	}}
}

func unitAttr(name string) ir.AttrField {
	return ir.AttrField{Name: name, Optional: true, Type: ir.AttrConstraint{
		Text: "unit attribute", Accept: ir.IsAttr[*ir.UnitAttr],
	}}
}

// valueAttr is an attribute with constant elements of any type.
func valueAttr(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: "constant vector/tensor attribute", Accept: constraint.IsElements,
	}}
}

func enumAttr(name, mnemonic string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: enumText(mnemonic), Form: ir.FormStripped, Mnemonic: "stablehlo." + mnemonic,
		Accept: func(a ir.Attr) bool {
			e, ok := ir.AttrAs[*Enum](a)
			return ok && e.Mnemonic == mnemonic
		},
	}}
}

// enumText returns MLIR's description of an enumeration, for error messages.
func enumText(mnemonic string) string {
	switch mnemonic {
	case direction:
		return "Which comparison operation to perform."
	case comparisonType:
		return "Which comparison type to use."
	case fftType:
		return "XLA fast fourier transform type."
	case transposeKind:
		return "Transpose options"
	case distribution:
		return "XLA PRNG distribution to be used."
	case rngAlgorithm:
		return "XLA PRNG algorithm to be used."
	}
	return mnemonic
}

// structAttr is one of the dialect's struct-like attributes, of type D.
func structAttr[D ir.AttrData](name, text string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{Text: text, Accept: ir.IsAttr[D]}}
}

func optional(f ir.AttrField) ir.AttrField {
	f.Optional = true
	return f
}

func withDefault(f ir.AttrField, a ir.Attr) ir.AttrField {
	f.Optional, f.Default = true, a
	return f
}

// accuracyAttr is the attribute result_accuracy of transcendental functions.
func accuracyAttr() ir.AttrField {
	zero := ir.NewFloat(0, ir.F64())
	d := ir.NewAttr(&ResultAccuracy{Atol: zero, Rtol: zero, Mode: NewEnum(accuracyMode, "DEFAULT")})
	return withDefault(structAttr[*ResultAccuracy]("result_accuracy", "The requested accuracy for transcendental unary ops."), d)
}

// precisionAttr is the attribute precision_config, an optional list of precisions.
func precisionAttr() ir.AttrField {
	return ir.AttrField{Name: "precision_config", Optional: true, Type: ir.AttrConstraint{
		Text: "Precision Config attribute",
		Accept: func(a ir.Attr) bool {
			arr, ok := ir.AttrAs[*ir.ArrayAttr](a)
			if !ok {
				return false
			}
			for _, e := range arr.Elems {
				if w, ok := ir.AttrAs[*Enum](e); !ok || w.Mnemonic != precision {
					return false
				}
			}
			return true
		},
	}}
}

// replicaGroups is the attribute replica_groups: either a matrix of IDs, or axes of a mesh.
func replicaGroups() ir.AttrField {
	return ir.AttrField{Name: "replica_groups", Type: ir.AttrConstraint{
		Text: "Attribute that models the replica groups (either tensor or ReplicaGroupMeshAxes)", List: true,
		Accept: func(a ir.Attr) bool { return isI64Elements(a) || ir.IsAttr[*ReplicaGroupMesh](a) },
	}}
}

func channelAttr() ir.AttrField {
	return structAttr[*ChannelHandle]("channel_handle", "two 64-bit integers 'handle' and 'type'")
}

// intAt returns the integer attribute with index slot in the Spec, or its default.
func intAt(op *ir.Op, slot int) int64 {
	v, _ := attrOrDefault(op, slot).Int()
	return v
}

// boolAt returns the boolean attribute with index slot in the Spec, or its default.
func boolAt(op *ir.Op, slot int) bool { return intAt(op, slot) != 0 }

// intsAt returns the integers of the attribute with index slot in the Spec, or nil if it is absent.
func intsAt(op *ir.Op, slot int) []int64 {
	v, _ := op.AttrAt(slot).Ints()
	return v
}

func attrOrDefault(op *ir.Op, slot int) ir.Attr {
	if a := op.AttrAt(slot); !a.IsNil() {
		return a
	}
	return op.Def().Spec.Attrs[slot].Default
}

// floatAt returns the float attribute with index slot in the Spec, or its default.
func floatAt(op *ir.Op, slot int) float64 {
	if f, ok := ir.AttrAs[*ir.FloatAttr](attrOrDefault(op, slot)); ok {
		return f.Float()
	}
	return 0
}

// stringAt returns the string attribute with index slot in the Spec, or its default.
func stringAt(op *ir.Op, slot int) string {
	s, _ := attrOrDefault(op, slot).Str()
	return s
}

// structAt returns the dialect attribute with index slot in the Spec, or nil if it is absent.
func structAt[D ir.AttrData](op *ir.Op, slot int) D {
	d, _ := ir.AttrAs[D](op.AttrAt(slot))
	return d
}

// arrayAttr is an attribute with a list of elements. accept reports whether an element is valid. If
// accept is nil, all elements are valid.
func arrayAttr(name, text string, accept func(ir.Attr) bool) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: text,
		Accept: func(a ir.Attr) bool {
			d, ok := ir.AttrAs[*ir.ArrayAttr](a)
			if !ok {
				return false
			}
			for _, e := range d.Elems {
				if accept != nil && !accept(e) {
					return false
				}
			}
			return true
		},
	}}
}

func isFlatRef(a ir.Attr) bool {
	r, ok := ir.AttrAs[*ir.SymbolRefAttr](a)
	return ok && len(r.Nested) == 0
}

func isConfig(a ir.Attr) bool {
	return ir.IsAttr[*ir.StringAttr](a) || ir.IsAttr[*ir.DictAttr](a)
}
