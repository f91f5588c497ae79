package nnvm

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Kind is the type of a parameter. NNVM writes parameters as strings. The comments of the kinds
// show examples.
type Kind string

// The kinds.
const (
	IntParam   Kind = "64-bit signless integer attribute" // 30
	BoolParam  Kind = "bool attribute"                    // True
	FloatParam Kind = "64-bit float attribute"            // 1e-05
	TupleParam Kind = "i64 dense array attribute"         // (3, 3)
	TextParam  Kind = "string attribute"                  // NCHW
	// CountParam is a number, or a tuple.
	CountParam Kind = "64-bit signless integer or i64 dense array attribute"
	// FloatsParam is a tuple of floating-point numbers.
	FloatsParam Kind = "f64 dense array attribute" // (0.5, 1.0)
	// PairsParam is a tuple of pairs, in one array.
	PairsParam Kind = "i64 dense array attribute with an even number of elements" // ((0, 0), (1, 1))
)

func param(name string, k Kind, accept func(ir.Attr) bool) ir.AttrField {
	return ir.AttrField{Name: name, Optional: true, Type: ir.AttrConstraint{Text: string(k), Accept: accept}}
}

func intParam(name string) ir.AttrField { return param(name, IntParam, constraint.IntOf(ir.I64())) }

func boolParam(name string) ir.AttrField {
	return param(name, BoolParam, func(a ir.Attr) bool { return a == ir.BoolAttr(true) || a == ir.BoolAttr(false) })
}

func floatParam(name string) ir.AttrField {
	return param(name, FloatParam, func(a ir.Attr) bool { return ir.IsAttr[*ir.FloatAttr](a) && a.TypeOf() == ir.F64() })
}

func isTuple(a ir.Attr) bool {
	d, ok := ir.AttrAs[*ir.DenseArrayAttr](a)
	_, ints := a.Ints()
	return ok && ints && d != nil
}

func tupleParam(name string) ir.AttrField { return param(name, TupleParam, isTuple) }

func textParam(name string) ir.AttrField {
	return param(name, TextParam, ir.IsAttr[*ir.StringAttr])
}

func countParam(name string) ir.AttrField {
	return param(name, CountParam, func(a ir.Attr) bool { return isTuple(a) || constraint.IntOf(ir.I64())(a) })
}

func floatsParam(name string) ir.AttrField {
	return param(name, FloatsParam, func(a ir.Attr) bool {
		d, ok := ir.AttrAs[*ir.DenseArrayAttr](a)
		return ok && d.Elem == ir.F64()
	})
}

func pairsParam(name string) ir.AttrField {
	return param(name, PairsParam, func(a ir.Attr) bool {
		v, _ := a.Ints()
		return isTuple(a) && len(v)%2 == 0
	})
}

// need makes a parameter required.
func need(f ir.AttrField) ir.AttrField {
	f.Optional = false
	return f
}

// ParseParam parses a parameter in NNVM's form.
func ParseParam(f ir.AttrField, text string) (ir.Attr, error) {
	bad := func() (ir.Attr, error) {
		return ir.Attr{}, fmt.Errorf("parameter '%s' must be a %s, but is %q", f.Name, f.Type.Text, text)
	}
	s := strings.TrimSpace(text)
	switch Kind(f.Type.Text) {
	case IntParam:
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return bad()
		}
		return ir.NewI64(n), nil
	case BoolParam:
		switch s {
		case "True", "true", "1":
			return ir.BoolAttr(true), nil
		case "False", "false", "0":
			return ir.BoolAttr(false), nil
		}
		return bad()
	case FloatParam:
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return bad()
		}
		return ir.NewFloat(v, ir.F64()), nil
	case PairsParam:
		v, ok := parsePairs(s)
		if !ok {
			return bad()
		}
		return ir.NewDenseI64(v...), nil
	case FloatsParam:
		v, ok := parseTuple(s, func(text string) (float64, error) { return strconv.ParseFloat(text, 64) })
		if !ok {
			return bad()
		}
		return ir.NewDenseF64(v...), nil
	case TupleParam, CountParam:
		if n, err := strconv.ParseInt(s, 10, 64); err == nil && Kind(f.Type.Text) == CountParam {
			return ir.NewI64(n), nil
		}
		v, ok := ParseTuple(s)
		if !ok {
			return bad()
		}
		return ir.NewDenseI64(v...), nil
	}
	return ir.NewString(text), nil
}

// ParseTuple parses (3, 3), [3,3], (3,), () or 3.
func ParseTuple(s string) ([]int64, bool) {
	return parseTuple(s, func(text string) (int64, error) { return strconv.ParseInt(strings.TrimSuffix(text, "L"), 10, 64) })
}

// parseTuple parses a list of numbers. The function "one" parses a number.
func parseTuple[T any](s string, one func(text string) (T, error)) ([]T, bool) {
	s = strings.TrimSpace(s)
	if n := len(s); n >= 2 && (s[0] == '(' && s[n-1] == ')' || s[0] == '[' && s[n-1] == ']') {
		s = strings.TrimSpace(s[1 : n-1])
		if s == "" {
			return []T{}, true
		}
		s = strings.TrimSuffix(s, ",")
	}
	var out []T
	for part := range strings.SplitSeq(s, ",") {
		n, err := one(strings.TrimSpace(part))
		if err != nil {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

// parsePairs parses ((0, 0), (1, 1)).
func parsePairs(s string) ([]int64, bool) {
	n := len(s)
	if n < 2 || !(s[0] == '(' && s[n-1] == ')' || s[0] == '[' && s[n-1] == ']') {
		return nil, false
	}
	out := []int64{}
	for rest := strings.Trim(s[1:n-1], " ,"); rest != ""; {
		end := strings.IndexAny(rest, ")]")
		if end < 0 || rest[0] != '(' && rest[0] != '[' {
			return nil, false
		}
		pair, ok := ParseTuple(rest[:end+1])
		if !ok || len(pair) != 2 {
			return nil, false
		}
		out, rest = append(out, pair...), strings.TrimLeft(rest[end+1:], " ,")
	}
	return out, true
}

// formatPairs writes ((0, 0), (1, 1)).
func formatPairs(v []int64) string {
	var pairs []string
	for pair := range slices.Chunk(v, 2) {
		pairs = append(pairs, FormatTuple(pair))
	}
	if len(pairs) == 1 {
		return "(" + pairs[0] + ",)"
	}
	return "(" + strings.Join(pairs, ", ") + ")"
}

// FormatParam formats a parameter as NNVM's Python code does.
func FormatParam(f ir.AttrField, a ir.Attr) string {
	switch d := a.Data().(type) {
	case *ir.IntAttr:
		switch a {
		case ir.BoolAttr(true):
			return "True"
		case ir.BoolAttr(false):
			return "False"
		}
		return strconv.FormatInt(d.Value, 10)
	case *ir.FloatAttr:
		return formatFloat(d.Float())
	case *ir.StringAttr:
		return d.Value
	}
	if v, ok := a.Floats(); ok {
		return formatTuple(v, formatFloat)
	}
	v, _ := a.Ints()
	if Kind(f.Type.Text) == PairsParam {
		return formatPairs(v)
	}
	return FormatTuple(v)
}

// FormatTuple writes (3, 3), (3,) or ().
func FormatTuple(v []int64) string {
	return formatTuple(v, func(n int64) string { return strconv.FormatInt(n, 10) })
}

func formatTuple[T any](v []T, one func(T) string) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, n := range v {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(one(n))
	}
	if len(v) == 1 {
		b.WriteByte(',')
	}
	return b.String() + ")"
}

// formatFloat formats v as Python's repr does: with the shortest digits that parse to v. An
// absolute value below 1e-4 or at least 1e16 gets an exponent.
func formatFloat(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 0):
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(v, 'f', -1, 64), "+"))
	}
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// These functions return the value of a parameter, or the argument absent if op lacks the
// parameter.

func intOf(op *ir.Op, name string, absent int64) int64 {
	if v, ok := op.Attr(name).Int(); ok {
		return v
	}
	return absent
}

func boolOf(op *ir.Op, name string, absent bool) bool {
	if a := op.Attr(name); !a.IsNil() {
		return a == ir.BoolAttr(true)
	}
	return absent
}

func floatOf(op *ir.Op, name string, absent float64) float64 {
	if d, ok := ir.AttrAs[*ir.FloatAttr](op.Attr(name)); ok {
		return d.Float()
	}
	return absent
}

func intsOf(op *ir.Op, name string, absent ...int64) []int64 {
	if v, ok := op.Attr(name).Ints(); ok {
		return v
	}
	return absent
}

func floatsOf(op *ir.Op, name string, absent ...float64) []float64 {
	if v, ok := op.Attr(name).Floats(); ok {
		return v
	}
	return absent
}

func textOf(op *ir.Op, name, absent string) string {
	if s, ok := op.Attr(name).Str(); ok {
		return s
	}
	return absent
}
