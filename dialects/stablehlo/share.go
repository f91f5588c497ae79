package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Helpers for dialects that extend this one.

// Compatible reports whether values of types a and b may have the same type at run time.
func Compatible(a, b ir.Type) bool { return compatible(a, b) }

// CheckElems requires that all operands and results have compatible element types.
func CheckElems(op *ir.Op) error { return checkElems(op) }

// CheckCompatible requires that all operands and results have compatible types, as [Compatible]
// describes.
func CheckCompatible(op *ir.Op) error { return checkCompatible(op) }

// CheckResults requires that the types of the results are compatible with the types in want, as
// [Compatible] describes. The parameter err is the error of the inference of these types, or nil.
// CheckResults also fails if err is not nil.
func CheckResults(op *ir.Op, want []ir.Type, err error) error { return checkResults(op, want, err) }

// Check checks the dimension numbers against the shapes of both operands.
func (d *DotDims) Check(lhs, rhs []int64) error { return d.check(lhs, rhs) }

// DimsList is a named list of dimensions in an attribute.
type DimsList struct {
	Name string
	Dims *[]int64
}

// ParseDimsLists reads <name = [dims], …> in any order. The second argument is the name of the
// attribute in error messages.
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
