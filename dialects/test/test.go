// Package test is MLIR's test dialect without its operations. The dialect accepts every operation,
// type and attribute whose name begins with "test." without registration.
package test

import "github.com/lathe-ir/lathe/ir"

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:            "test",
		Doc:             "Operations for tests, of any name, in generic form.",
		AllowUnknownOps: true,
	}
}
