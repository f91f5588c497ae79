// Package test is MLIR's test dialect as far as users see it: a name under which
// any operation, type or attribute may be written without being registered.
package test

import "github.com/lathe-ir/lathe/ir"

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:            "test",
		Doc:             "Operations for tests, of any name, in generic form.",
		AllowUnknownOps: true,
	}
}
