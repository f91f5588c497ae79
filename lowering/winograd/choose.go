package winograd

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

// Attr is the attribute that selects one of Winograd's algorithms for a convolution. Its value is
// the width of a tile of results, 2 or 4.
const Attr = "lathe.winograd"

const doc = `choose convolutions that Winograd's algorithms compute faster

A convolution gets the attribute lathe.winograd = 2 or 4 if the estimated cost is at most four fifths
of the cost of the direct algorithm. It must be an f32 convolution with a 3×3 window, stride 1, no
groups or dilation, the default precision, and at least 16 input and 16 output features. The estimate
counts multiplications, and elements that are read and written. The attribute is the width of a tile
of results. The choice depends on the shapes, on the layout, and on whether the weights are constant.
stablehlo-to-linalg lowers the convolution accordingly. Results are rounded differently.`

// Name is the name of the pass.
const Name = "stablehlo-choose-winograd"

// Pass returns stablehlo-choose-winograd.
func Pass() passes.Pass { return passes.On(Name, doc, run) }

func run(r *passes.Run, f fn.Func) error {
	chosen := 0
	f.Op.Walk(func(op *ir.Op) bool {
		o, ok := ir.As[stablehlo.Convolution](op)
		if !ok || !op.Discardable(Attr).IsNil() || refusal(o) != "" {
			return true
		}
		m, reason := best(o)
		if m != 0 && r.Allows(op.Sources()) && allowed(r.Log, op, reason) {
			op.SetDiscardable(Attr, ir.NewI64(m))
			chosen++
		}
		return true
	})
	if r.Count("chosen", chosen); chosen == 0 {
		r.Unchanged()
	}
	return nil
}

// allowed records that a Winograd algorithm is chosen for op. It returns false if the log has
// reached its limit (see [decision.Log.Add]).
func allowed(log *decision.Log, op *ir.Op, reason string) bool {
	return !log.Recording() || log.Add(decision.Entry{Kind: decision.Kernel, Rule: Name, Ops: op.Sources(), Reason: reason})
}

// Chosen returns the width of the tiles of results if o has the attribute Attr, and 0 otherwise. It
// returns an error if the attribute is not valid for o.
func Chosen(o stablehlo.Convolution) (m int64, err error) {
	a := o.Op.Discardable(Attr)
	if a.IsNil() {
		return 0, nil
	}
	if m, _ = a.Int(); m != 2 && m != 4 {
		return 0, ir.Errorf(o.Op, "attribute '%s' must be 2 or 4, but is %s", Attr, a)
	}
	if why := refusal(o); why != "" {
		return 0, ir.Errorf(o.Op, "attribute '%s' requires %s", Attr, why)
	}
	return m, nil
}

// refusal returns the first requirement of Winograd's algorithms that o does not meet, or "".
func refusal(o stablehlo.Convolution) string {
	d, t := o.DimensionNumbers(), o.Op.Result().Type()
	kernel := emit.Shape(o.RHS())
	switch {
	case t.Elem() != ir.F32() || o.LHS().Type().Elem() != ir.F32() || o.RHS().Type().Elem() != ir.F32():
		return "elements of f32"
	case !t.HasStaticShape() || !o.LHS().Type().HasStaticShape() || !o.RHS().Type().HasStaticShape() || t.Elements() == 0:
		return "static shapes, and a result that is not empty"
	case len(d.KernelSpatial) != 2 || kernel[d.KernelSpatial[0]] != 3 || kernel[d.KernelSpatial[1]] != 3:
		return "a window of 3×3"
	case kernel[d.KernelInputFeature] == 0:
		return "at least one input feature"
	case o.FeatureGroupCount() != 1 || o.BatchGroupCount() != 1:
		return "a single group"
	case !onlyOnes(o.WindowStrides()) || !onlyOnes(o.LhsDilation()) || !onlyOnes(o.RhsDilation()):
		return "strides and dilations of 1"
	case strings.Contains(o.PrecisionConfig().String(), "HIGH"):
		return "the default precision"
	}
	return ""
}

func onlyOnes(v []int64) bool { return !slices.ContainsFunc(v, func(n int64) bool { return n != 1 }) }

// Costs in multiply-adds, measured on one thread of a Zen 4.
const (
	moved       = 7  // reading or writing an element of a tile
	transformed = 10 // reading or writing an element of weights that are not constant
	loaded      = 3  // reading an element of transformed weights
)

const (
	gain         = 0.8     // the estimated time is at most this fraction of the time of a direct convolution
	gainOfFour   = 0.9     // for tiles of 4×4, at most this fraction of the time with tiles of 2×2, which are more accurate
	leastFeature = 16      // minimum number of features of the input and of the result, so that they fill vectors
	mostElements = 1 << 26 // maximum number of elements of transformed tiles
)

// best returns the best width of tiles for o, and the reason. The width is 0 if o should be
// computed directly.
func best(o stablehlo.Convolution) (m int64, reason string) {
	d, kernel := o.DimensionNumbers(), emit.Shape(o.RHS())
	from, to := kernel[d.KernelInputFeature], kernel[d.KernelOutputFeature]
	if min(from, to) < leastFeature {
		return 0, ""
	}
	direct := 9 * o.Op.Result().Type().Elements() * float64(from)
	m, lowest := int64(2), cost(o, 2)
	if four := cost(o, 4); four < gainOfFour*lowest {
		m, lowest = 4, four
	}
	if lowest > gain*direct {
		return 0, ""
	}
	return m, fmt.Sprintf("tiles of %d×%d take an estimated %.0f %% of the time of a direct convolution", m, m, 100*lowest/direct)
}

// cost estimates the time of o with tiles of m×m results, in multiply-adds. It returns infinity if
// the transformed tiles have more than mostElements elements.
func cost(o stablehlo.Convolution, m int64) float64 {
	d := o.DimensionNumbers()
	out, kernel := emit.Shape(o.Op.Result()), emit.Shape(o.RHS())
	from, to := float64(kernel[d.KernelInputFeature]), float64(kernel[d.KernelOutputFeature])
	tiles := float64(out[d.OutputBatch])
	for _, i := range d.OutputSpatial {
		tiles *= float64((out[i] + m - 1) / m)
	}
	points := float64((m + 2) * (m + 2))
	elements := points * tiles * (from + to)
	if elements > mostElements {
		return math.Inf(1)
	}
	// Elements are also moved to pad the input and to join the tiles of the result, and to
	// transpose the input and the result if features are not the last dimension.
	around := 2*o.LHS().Type().Elements() + 2*float64(m*m)*tiles*to
	if d.InputFeature != 3 || d.OutputFeature != 3 {
		around *= 2
	}
	weights := loaded * points
	if emit.Weights(o) == nil {
		weights += transformed * (9 + points)
	}
	return points*tiles*from*to + moved*(2*elements+around) + weights*from*to
}
