// Package test is MLIR's test dialect without its operations. Every operation, type and attribute
// whose name begins with "test." is valid, although none is registered.
package test

import "github.com/lathe-ir/lathe/ir"

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:            "test",
		Doc:             "Operations for tests. Their names begin with 'test.', and their text is always the generic form.",
		AllowUnknownOps: true,
	}
}
