package graphapi_test

import (
	"github.com/lathe-ir/lathe/backends/compile/graphapi"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// withPatterns is the listing of docs/onednn.md.
func withPatterns(registry *ir.Registry, f fn.Func, text []byte) (any, error) {
	patterns, err := fusepattern.Load(registry, diag.NewSource("mine.patterns", text))
	g, err := graphapi.New(f, graphapi.Options{Patterns: []patternfusion.Backend{{Name: "mine", Priority: 2, Patterns: patterns}}, Backend: "c"})
	return g, err
}

var _ = withPatterns
