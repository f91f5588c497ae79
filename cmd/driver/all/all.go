// Package all is the Bundle of everything that links statically.
package all

import (
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/ub"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/canonicalize"
	"github.com/lathe-ir/lathe/passes/cse"
	"github.com/lathe-ir/lathe/passes/dce"
)

// Bundle returns everything that links statically.
func Bundle() driver.Bundle {
	return driver.Bundle{
		Dialects: []*ir.Dialect{
			builtin.Dialect(), fn.Dialect(), arith.Dialect(), cluster.Dialect(), scf.Dialect(), ub.Dialect(),
		},
		Passes: []passes.Pass{
			canonicalize.Pass(), cse.Pass(), dce.Pass(),
		},
	}
}
