// Package fusion merges producers into the nests that read them.
package fusion

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir/decision"
)

// Run fuses in f.
func Run(f fn.Func, log *decision.Log) {}
