package onednngraph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// These functions return declarations of required attributes.

func integer(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: constraint.I64}
}

func integers(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: constraint.I64s}
}

func boolean(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: constraint.Bool}
}

func number(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: "32-bit float attribute", Form: ir.FormNoType, Type: ir.F32(),
		Accept: func(a ir.Attr) bool { return ir.IsAttr[*ir.FloatAttr](a) && a.TypeOf() == ir.F32() },
	}}
}

func numbers(name string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: "f32 dense array attribute", Form: ir.FormDenseArray, Type: ir.F32(),
		Accept: func(a ir.Attr) bool {
			d, ok := ir.AttrAs[*ir.DenseArrayAttr](a)
			return ok && d.Elem == ir.F32()
		},
	}}
}

// word returns an attribute whose value is one of the words.
func word(name string, words ...string) ir.AttrField {
	return ir.AttrField{Name: name, Type: ir.AttrConstraint{
		Text: "one of " + strings.Join(words, ", "), Form: ir.FormNoType,
		Accept: func(a ir.Attr) bool {
			s, ok := a.Str()
			return ok && slices.Contains(words, s)
		},
	}}
}

func maybe(f ir.AttrField) ir.AttrField {
	f.Optional = true
	return f
}

// preset gives the attribute a default value.
func preset(f ir.AttrField, value any) ir.AttrField {
	switch v := value.(type) {
	case int:
		f.Default = ir.NewI64(int64(v))
	case bool:
		f.Default = ir.BoolAttr(v)
	case float64:
		f.Default = ir.NewFloat(v, ir.F32())
	case string:
		f.Default = ir.NewString(v)
	}
	return f
}

func broadcastMode() ir.AttrField { return preset(word("auto_broadcast", "none", "numpy"), "numpy") }
func dataFormat() ir.AttrField    { return preset(word("data_format", "NCX", "NXC"), "NXC") }
func autoPad() ir.AttrField {
	return preset(word("auto_pad", "None", "SAME_UPPER", "SAME_LOWER", "VALID"), "None")
}

// window returns the attributes common to all operations that slide a window.
func window() []ir.AttrField {
	return []ir.AttrField{integers("strides"), integers("pads_begin"), integers("pads_end")}
}

// convolution returns the attributes of a convolution. The parameter "weights" lists the valid
// values of weights_format, the default first.
func convolution(weights ...string) []ir.AttrField {
	return append(window(), integers("dilations"), autoPad(), preset(integer("groups"), 1), dataFormat(),
		preset(word("weights_format", weights...), weights[0]))
}

func pool(more ...ir.AttrField) []ir.AttrField {
	return slices.Concat(window(), []ir.AttrField{integers("kernel"), dataFormat(), autoPad()}, more)
}

func rounding() ir.AttrField { return preset(word("rounding_type", "floor", "ceil"), "floor") }

// These functions return the value of an attribute of op, or the zero value of its type if the
// attribute is absent.

func intOf(op *ir.Op, name string) int64 {
	v, _ := op.Attr(name).Int()
	return v
}

func boolOf(op *ir.Op, name string) bool { return op.Attr(name) == ir.BoolAttr(true) }

func floatOf(op *ir.Op, name string) float64 {
	if d, ok := ir.AttrAs[*ir.FloatAttr](op.Attr(name)); ok {
		return d.Float()
	}
	return 0
}

func intsOf(op *ir.Op, name string) []int64 {
	v, _ := op.Attr(name).Ints()
	return v
}

func floatsOf(op *ir.Op, name string) []float64 {
	d, ok := ir.AttrAs[*ir.DenseArrayAttr](op.Attr(name))
	if !ok {
		return nil
	}
	v := make([]float64, d.Values.NumElements())
	for i := range v {
		v[i] = d.Values.Float(i)
	}
	return v
}

func textOf(op *ir.Op, name string) string {
	s, _ := op.Attr(name).Str()
	return s
}

func itoa(i int) string { return strconv.Itoa(i) }
