package bisect

import (
	"fmt"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// difference returns how results differ from the expected results by more than the tolerance, or ""
// if they do not. The tolerance is relative for values larger than 1. A negative tolerance selects
// the default of the element type. Integers must be equal, whatever the tolerance is.
func difference(got, want []*tensor.Tensor, tolerance float64) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%s instead of %d", cli.Plural(len(got), "result"), len(want))
	}
	for i := range want {
		if got[i].Kind != want[i].Kind || !slices.Equal(got[i].Shape, want[i].Shape) {
			return fmt.Sprintf("result #%d has shape %v and element type %s instead of shape %v and element type %s", i, got[i].Shape, got[i].Kind, want[i].Shape, want[i].Kind)
		}
		limit := tolerance
		if limit < 0 {
			limit = usualTolerance(want[i].Kind)
		}
		for at := range want[i].NumElements() {
			if why := elementDifference(got[i], want[i], at, limit); why != "" {
				return fmt.Sprintf("element %d of result #%d is %s", at, i, why)
			}
		}
	}
	return ""
}

// usualTolerance returns a tolerance that allows sums to be computed in another order.
func usualTolerance(k tensor.Kind) float64 {
	switch {
	case !k.IsFloat() && !k.IsComplex():
		return 0
	case k.Size() <= 2:
		return 2e-2
	case k == tensor.F64 || k == tensor.C128:
		return 1e-9
	}
	return 1e-4
}

func elementDifference(got, want *tensor.Tensor, at int, limit float64) string {
	if got.Kind.IsComplex() {
		g, w := got.Complex(at), want.Complex(at)
		if near(real(g), real(w), limit) && near(imag(g), imag(w), limit) {
			return ""
		}
		return fmt.Sprintf("%v instead of %v", g, w)
	}
	if !got.Kind.IsFloat() {
		if got.Int(at) == want.Int(at) {
			return ""
		}
		return fmt.Sprintf("%d instead of %d", got.Int(at), want.Int(at))
	}
	if near(got.Float(at), want.Float(at), limit) {
		return ""
	}
	return fmt.Sprintf("%v instead of %v", got.Float(at), want.Float(at))
}

func near(got, want, limit float64) bool {
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return true
	}
	return !math.IsInf(want, 0) && math.Abs(got-want) <= limit*max(1, math.Abs(want))
}
