package onednngraph

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// elems is a set of element types; nil accepts all.
type elems []tensor.Kind

// anyVariable is the type variable without a constraint. Operands and results with the same type
// variable, except anyVariable, must have the same element type.
const anyVariable = "any"

// dtype is an element type, with its name in oneDNN.
type dtype struct {
	name string
	kind tensor.Kind
}

// dtypes lists oneDNN's element types. Signed integers are signless in the IR, as in StableHLO.
func dtypes() []dtype {
	return []dtype{
		{"f32", tensor.F32}, {"f16", tensor.F16}, {"bf16", tensor.BF16}, {"s8", tensor.I8}, {"u8", tensor.U8},
		{"s32", tensor.I32}, {"s64", tensor.I64}, {"boolean", tensor.I1}, {"f8_e5m2", tensor.F8E5M2},
		{"f8_e4m3", tensor.F8E4M3FN}, {"s4", tensor.I4}, {"u4", tensor.U4},
	}
}

// ElemOf returns the element type with the given name in oneDNN. It reports false if there is none.
func ElemOf(name string) (ir.Type, bool) {
	for _, d := range dtypes() {
		if d.name == name {
			return ir.KindType(d.kind), true
		}
	}
	return ir.Type{}, false
}

// NameOf returns oneDNN's name of an element type. It reports false if there is none.
func NameOf(elem ir.Type) (string, bool) {
	for _, d := range dtypes() {
		if ir.KindType(d.kind) == elem {
			return d.name, true
		}
	}
	return "", false
}

// These functions return the sets of element types in oneDNN's operation schemas.
func floats() elems            { return elems{tensor.F32, tensor.BF16, tensor.F16} }
func floatsOrInt() elems       { return append(floats(), tensor.I32) }
func parameters() elems        { return elems{tensor.F32, tensor.BF16} }
func quantized() elems         { return elems{tensor.U8, tensor.I8, tensor.F8E5M2, tensor.F8E4M3FN} }
func compressed() elems        { return append(quantized(), tensor.I4, tensor.U4) }
func zeroPoints() elems        { return elems{tensor.U8, tensor.I8, tensor.I32} }
func zeroPoints4() elems       { return append(zeroPoints(), tensor.I4, tensor.U4) }
func only(k tensor.Kind) elems { return elems{k} }

// constraint accepts tensors with one of the element types.
func (s elems) constraint() ir.Constraint {
	if s == nil {
		return constraint.AnyTensor
	}
	accepted, names := make([]ir.Type, len(s)), make([]string, len(s))
	for i, k := range s {
		accepted[i] = ir.KindType(k)
		names[i] = accepted[i].String()
	}
	text := strings.Join(names, ", ")
	if n := len(names); n > 1 {
		text = strings.Join(names[:n-1], ", ") + " or " + names[n-1]
	}
	return ir.Constraint{Text: "tensor of " + text + " values", Accept: func(t ir.Type) bool {
		return constraint.IsTensor(t) && slices.Contains(accepted, t.Elem())
	}}
}
