package stablehlo

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

// checkBatchNorm checks operand types. "full" has the types of the multi-dimensional tensors, and
// "vectors" has the types of the tensors with one element per feature. "feature" is the feature
// dimension.
func checkBatchNorm(full, vectors []ir.Type, feature int64) error {
	switch {
	case !allCompatible(full):
		return fmt.Errorf("expects multi-dimensional operands to have compatible shapes.")
	case !allCompatible(vectors):
		return fmt.Errorf("expects single-dimensional operands to have compatible shapes.")
	case feature >= int64(rankOf(full[0])):
		return fmt.Errorf("expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex %d, and rank %d.", feature, rankOf(full[0]))
	}
	if have, want := vectors[0].Dims()[0], full[0].Dims()[feature]; !compatibleDim(have, want) {
		return fmt.Errorf("expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is %s and the feature count is %s.", sizeText(have), sizeText(want))
	}
	return nil
}

func allCompatible(ts []ir.Type) bool {
	for i, t := range ts {
		for _, u := range ts[:i] {
			if !ir.CompatibleShapes(t, u) {
				return false
			}
		}
	}
	return true
}

// checkStatistics also checks the three results: one has the type of the first operand, and two are
// vectors with one element per feature.
func checkStatistics(op *ir.Op, full, vectors []ir.Type, feature int64) error {
	if err := checkBatchNorm(full, vectors, feature); err != nil {
		return checkResults(op, nil, err)
	}
	in := full[0]
	vector := bounded(in.Elem(), []int64{in.Dims()[feature]}, []int64{boundAt(boundsOf(in), int(feature))})
	return checkResults(op, []ir.Type{in, vector, vector}, nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o BatchNormTraining) VerifyTypes() error { return checkElems(o.Op) }

// Verify implements ir.Verifier.
func (o BatchNormTraining) Verify() error {
	return checkStatistics(o.Op, []ir.Type{o.Operand().Type()}, []ir.Type{o.Scale().Type(), o.Offset().Type()}, o.FeatureIndex())
}

// VerifyTypes implements ir.TypeVerifier.
func (o BatchNormInference) VerifyTypes() error { return checkElems(o.Op) }

// Verify implements ir.Verifier.
func (o BatchNormInference) Verify() error {
	in := []ir.Type{o.Operand().Type()}
	vectors := []ir.Type{o.Scale().Type(), o.Offset().Type(), o.Mean().Type(), o.Variance().Type()}
	return checkResults(o.Op, in, checkBatchNorm(in, vectors, o.FeatureIndex()))
}

// VerifyTypes implements ir.TypeVerifier.
func (o BatchNormGrad) VerifyTypes() error { return checkElems(o.Op) }

// Verify implements ir.Verifier.
func (o BatchNormGrad) Verify() error {
	full := []ir.Type{o.Operand().Type(), o.GradOutput().Type()}
	return checkStatistics(o.Op, full, []ir.Type{o.Scale().Type(), o.Mean().Type(), o.Variance().Type()}, o.FeatureIndex())
}
