package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Helpers for dialects that extend this one.

// Compatible reports whether values of types a and b may have the same run-time type.
func Compatible(a, b ir.Type) bool { return compatible(a, b) }

// CheckElems requires that all operands and results have compatible element types.
func CheckElems(op *ir.Op) error { return checkElems(op) }

// CheckCompatible requires that all operands and results have [Compatible] types.
func CheckCompatible(op *ir.Op) error { return checkCompatible(op) }

// CheckResults requires that the result types are [Compatible] with the inferred types "want". If
// err, the error of the inference, is not nil, CheckResults fails.
func CheckResults(op *ir.Op, want []ir.Type, err error) error { return checkResults(op, want, err) }

// Check checks the dimension numbers against the shapes of both operands.
func (d *DotDims) Check(lhs, rhs []int64) error { return d.check(lhs, rhs) }

// DimsList is a named list of dimensions in an attribute.
type DimsList struct {
	Name string
	Dims *[]int64
}

// ParseDimsLists reads <name = [dims], …> in any order. The parameter "what" is the name of the
// attribute in errors.
func ParseDimsLists(p *asm.Parser, what string, lists []DimsList) error {
	fs := make([]field, len(lists))
	for i, l := range lists {
		fs[i] = field{l.Name, dims(l.Dims)}
	}
	return parseStruct(p, what, fs...)
}

// PrintDimsLists writes the lists that are not empty.
func PrintDimsLists(w *ir.Writer, lists []DimsList) {
	f := fields{w: w}
	for _, l := range lists {
		f.dims(l.Name, *l.Dims)
	}
}
