package partition

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Find returns the strategy with this name.
func Find(strategies []placement.Strategy, name string) (placement.Strategy, error) {
	var names []string
	for _, s := range strategies {
		if s.Name() == name {
			return s, nil
		}
		names = append(names, s.Name())
	}
	return nil, diag.Errorf(diag.Span{}, "no strategy %q; have %s", name, strings.Join(names, ", ")).DidYouMean("", name, slices.Values(names))
}
