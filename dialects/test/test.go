// Package test is the dialect of programs that are written as tests: it has no
// operations of its own and accepts all, in generic form.
package test

import "github.com/lathe-ir/lathe/ir"

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:            "test",
		Doc:             "Operations of any name, for tests.",
		AllowUnknownOps: true,
		Blobs:           true,
	}
}
