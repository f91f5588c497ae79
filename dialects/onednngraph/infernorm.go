package onednngraph

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

func inferBiasAdd(x *inference) error {
	src := x.operands[0]
	x.results[0] = src
	if src == nil {
		return nil
	}
	if err := needRank(x.op, "data", src, 1); err != nil {
		return err
	}
	return needVector(x, 1, src[channel(x.op, len(src))])
}

func inferBiasAddBackward(x *inference) error {
	src := x.operands[0]
	if src == nil {
		return nil
	}
	if err := needRank(x.op, "data", src, 1); err != nil {
		return err
	}
	x.results[0] = []int64{src[channel(x.op, len(src))]}
	return nil
}

func inferPReLU(x *inference) error {
	src, slope := x.operands[0], x.operands[1]
	x.results[0] = src
	if src == nil || slope == nil {
		return nil
	}
	_, err := slopeDims(x.op, src, slope)
	return err
}

// slopeDims returns, for each dimension of slope, the corresponding dimension of src. For a vector,
// it is the dimension of channels or, if PReLU's attribute per_channel_broadcast is false, the last
// dimension. PReLUBackward has no such attribute and accepts both. A vector of one element is
// always valid.
func slopeDims(op *ir.Op, src, slope []int64) ([]int64, error) {
	channels, suffix := len(slope) == 1 && len(src) > 1, true
	if ir.Is[PReLU](op) {
		channels = channels && boolOf(op, "per_channel_broadcast")
		suffix = !channels || slope[0] == 1
	}
	if channels {
		if c := channel(op, len(src)); slope[0] == src[c] || slope[0] == ir.Dynamic || src[c] == ir.Dynamic {
			return []int64{int64(c)}, nil
		}
	}
	if wide, ok := broadcastShapes(src, slope); suffix && ok && compatible(wide, src) {
		dims := make([]int64, len(slope))
		for i := range dims {
			dims[i] = int64(len(src) - len(slope) + i)
		}
		return dims, nil
	}
	return nil, ir.Errorf(op, "cannot broadcast a slope of shape %s to %s", brackets(slope), brackets(src))
}

func inferPReLUBackward(x *inference) error {
	if s, d := x.operands[0], x.operands[2]; s != nil && d != nil && !compatible(s, d) {
		return ir.Errorf(x.op, "needs data and gradient of equal shapes, but has %s and %s", brackets(s), brackets(d))
	}
	x.results[0], x.results[1] = x.operands[0], x.operands[1]
	if x.operands[0] == nil || x.operands[1] == nil {
		return nil
	}
	_, err := slopeDims(x.op, x.operands[0], x.operands[1])
	return err
}

func inferBatchNorm(x *inference) error {
	src := x.operands[0]
	x.results[0] = src
	if src == nil {
		return nil
	}
	if err := needRank(x.op, "data", src, 2); err != nil {
		return err
	}
	c, first := src[channel(x.op, len(src))], 1
	if ir.Is[BatchNormTrainingBackward](x.op) {
		first = 2
		if d := x.operands[1]; d != nil && !compatible(src, d) {
			return ir.Errorf(x.op, "needs data and gradient of equal shapes, but has %s and %s", brackets(src), brackets(d))
		}
	}
	for i := first; i < len(x.operands); i++ {
		if err := needVector(x, i, c); err != nil {
			return err
		}
	}
	for i := 1; i < len(x.results); i++ {
		x.results[i] = []int64{c}
	}
	return nil
}

func inferGroupNorm(x *inference) error {
	src, groups := x.operands[0], intOf(x.op, "groups")
	x.results[0] = src
	if src == nil {
		return nil
	}
	if err := needRank(x.op, "data", src, 2); err != nil {
		return err
	}
	c := src[channel(x.op, len(src))]
	if groups < 1 || c != ir.Dynamic && c%groups != 0 {
		return ir.Errorf(x.op, "cannot divide %s channels into %d groups", extentText(c), groups)
	}
	for i := 1; i < len(x.operands); i++ {
		if err := needVector(x, i, c); err != nil {
			return err
		}
	}
	for i := 1; i < len(x.results); i++ {
		x.results[i] = []int64{src[0], groups}
	}
	return nil
}

func normAxis(x *inference) (int, error) {
	if err := needRank(x.op, "data", x.operands[0], 1); err != nil {
		return 0, err
	}
	return axis(x.op, "begin_norm_axis", len(x.operands[0]))
}

// needParameters requires that all operands from index "first" on have the normalized shape, or are
// vectors with the same number of elements.
func needParameters(x *inference, first int, shape []int64) error {
	for i := first; i < len(x.operands); i++ {
		s := x.operands[i]
		if n, ok := product(shape); s == nil || compatible(s, shape) || isStatic(shape) && ok && compatible(s, []int64{n}) {
			continue
		}
		return ir.Errorf(x.op, "needs operand #%d of the normalized shape %s, but it has %s", i, brackets(shape), brackets(s))
	}
	return nil
}

func inferLayerNorm(x *inference) error {
	src := x.operands[0]
	x.results[0] = src
	if src == nil {
		return nil
	}
	d, err := normAxis(x)
	if err != nil {
		return err
	}
	for i := 1; i < len(x.results); i++ {
		x.results[i] = src[:d]
	}
	return needParameters(x, 1, src[d:])
}

func inferRMSNorm(x *inference) error { return inferLayerNorm(x) }

func inferLayerNormBackward(x *inference) error {
	src := x.operands[0]
	x.results[0] = src
	if src == nil {
		return nil
	}
	d, err := normAxis(x)
	if err != nil {
		return err
	}
	if s := x.operands[1]; s != nil && !compatible(s, src) {
		return ir.Errorf(x.op, "needs data and gradient of equal shapes, but has %s and %s", brackets(src), brackets(s))
	}
	for i := 2; i < 4; i++ {
		if s := x.operands[i]; s != nil && !compatible(s, src[:d]) && !compatible(s, append(slices.Clone(src[:d]), 1)) {
			return ir.Errorf(x.op, "needs operand #%d of shape %s, but it has %s", i, brackets(src[:d]), brackets(s))
		}
	}
	for i := 1; i < len(x.results); i++ {
		x.results[i] = src[d:]
		if s := shapeOf(x.op.ResultAt(i)); len(s) == 1 {
			if n, ok := product(src[d:]); isStatic(src[d:]) && ok {
				x.results[i] = []int64{n}
			}
		}
	}
	return needParameters(x, 4, src[d:])
}

func inferSoftMax(x *inference) error {
	src := x.operands[0]
	x.results[0] = src
	if src == nil {
		return nil
	}
	d, err := axis(x.op, "axis", len(src))
	if err != nil {
		return err
	}
	if len(x.results) > 1 {
		x.results[1] = slices.Clone(src)
		x.results[1][d] = 1
	}
	return nil
}

// reducedDims returns the dimensions along which op reduces, in increasing order. If the attribute
// axes is absent, the shapes determine them.
func reducedDims(op *ir.Op, rank int) ([]int64, error) {
	var dims []int64
	if op.Attr("axes").IsNil() {
		dims, _ = axesByShape(op)
		return dims, nil
	}
	for _, a := range intsOf(op, "axes") {
		if a < 0 {
			a += int64(rank)
		}
		if a < 0 || a >= int64(rank) {
			return nil, ir.Errorf(op, "reduces along axes %s, but its operand has rank %d", brackets(intsOf(op, "axes")), rank)
		}
		if slices.Contains(dims, a) {
			return nil, ir.Errorf(op, "reduces along an axis twice: %s", brackets(intsOf(op, "axes")))
		}
		dims = append(dims, a)
	}
	slices.Sort(dims)
	return dims, nil
}

func inferReduce(x *inference) error {
	src := x.operands[0]
	if src == nil || len(x.operands) > 1 {
		return nil
	}
	dims, err := reducedDims(x.op, len(src))
	if err != nil {
		return err
	}
	out := []int64{}
	for i, n := range src {
		switch {
		case !slices.Contains(dims, int64(i)):
			out = append(out, n)
		case boolOf(x.op, "keep_dims"):
			out = append(out, 1)
		}
	}
	x.results[0] = out
	return nil
}
