package onednngraph

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// matrix returns the batch dimensions of an operand of MatMul, and the numbers of rows and columns
// of its matrices after transposition. A vector is a row if it is the first operand, and a column
// if it is the second operand.
func matrix(shape []int64, transposed, second bool) (batch []int64, rows, columns int64) {
	if len(shape) == 1 {
		if second {
			return nil, shape[0], 1
		}
		return nil, 1, shape[0]
	}
	n := len(shape)
	if transposed {
		return shape[:n-2], shape[n-1], shape[n-2]
	}
	return shape[:n-2], shape[n-2], shape[n-1]
}

func inferMatMul(x *inference) error {
	a, b := x.operands[0], x.operands[1]
	if a == nil || b == nil {
		return nil
	}
	if len(a) == 0 || len(b) == 0 {
		return ir.Errorf(x.op, "needs operands of rank 1 or more, but has shapes %s and %s", brackets(a), brackets(b))
	}
	batchA, m, k := matrix(a, boolOf(x.op, "transpose_a"), false)
	batchB, k2, n := matrix(b, boolOf(x.op, "transpose_b"), true)
	if k != k2 && k != ir.Dynamic && k2 != ir.Dynamic {
		return ir.Errorf(x.op, "sums over %d elements of the first operand, but %d of the second: shapes %s and %s", k, k2, brackets(a), brackets(b))
	}
	batch, ok := broadcastShapes(batchA, batchB)
	if !ok {
		return ir.Errorf(x.op, "cannot broadcast the batches of shapes %s and %s", brackets(a), brackets(b))
	}
	out := slices.Clone(batch)
	if len(a) > 1 {
		out = append(out, m)
	}
	if len(b) > 1 {
		out = append(out, n)
	}
	x.results[0] = out
	if len(x.operands) < 3 || x.operands[2] == nil {
		return nil
	}
	if wide, ok := broadcastShapes(out, x.operands[2]); !ok || !compatible(wide, out) {
		return ir.Errorf(x.op, "cannot broadcast a bias of shape %s to %s", brackets(x.operands[2]), brackets(out))
	}
	return nil
}

// geometry has the dimension numbers of a convolution or pooling.
type geometry struct {
	batch, feature int
	spatial        []int // dimensions of the data
	// in and out are the dimensions of the weights that weights_format calls I and O.
	in, out int
	kernel  []int // spatial dimensions of the weights
}

func geometryOf(op *ir.Op) geometry {
	n := len(intsOf(op, "strides"))
	g := geometry{feature: channel(op, n+2)}
	first := 1
	if g.feature == 1 {
		first = 2
	}
	for i := range n {
		g.spatial = append(g.spatial, first+i)
	}
	at := 0
	for _, letter := range textOf(op, "weights_format") {
		switch letter {
		case 'X':
			for range n {
				g.kernel = append(g.kernel, at)
				at++
			}
			continue
		case 'I':
			g.in = at
		case 'O':
			g.out = at
		}
		at++
	}
	return g
}

// dilation returns the distance between neighboring elements of the window in spatial dimension i.
func dilation(op *ir.Op, i int) int64 {
	if d := intsOf(op, "dilations"); i < len(d) {
		return d[i]
	}
	return 1
}

// padding returns the padding at the start and at the end of spatial dimension i. The parameter
// "extent" is that of the data, and "size" is the number of elements of the window.
func padding(op *ir.Op, i int, extent, size int64) (low, high int64) {
	stride, span := intsOf(op, "strides")[i], (size-1)*dilation(op, i)+1
	switch auto := textOf(op, "auto_pad"); auto {
	case "VALID":
		return 0, 0
	case "SAME_UPPER", "SAME_LOWER":
		total := max(0, ((extent+stride-1)/stride-1)*stride+span-extent)
		low, high = total/2, total-total/2
		if auto == "SAME_LOWER" {
			low, high = high, low
		}
		return low, high
	}
	return intsOf(op, "pads_begin")[i], intsOf(op, "pads_end")[i]
}

// slid returns the number of positions of a window along spatial dimension i. The parameters are
// those of [padding].
func slid(op *ir.Op, i int, extent, size int64) (int64, error) {
	if extent == ir.Dynamic || size == ir.Dynamic {
		return ir.Dynamic, nil
	}
	low, high := padding(op, i, extent, size)
	room := extent + low + high - ((size-1)*dilation(op, i) + 1)
	if size < 1 || room < 0 {
		return 0, ir.Errorf(op, "cannot place a window of %d elements, with dilation %d, in the %d elements of spatial dimension %d, including the padding", size, dilation(op, i), extent+low+high, i)
	}
	stride := intsOf(op, "strides")[i]
	if textOf(op, "rounding_type") == "ceil" {
		return (room+stride-1)/stride + 1, nil
	}
	return room/stride + 1, nil
}

// checkGroups checks the numbers of channels of a convolution: in for the data, out for the result,
// and kernelIn and kernelOut for the weights. It requires kernelIn · groups = in and kernelOut =
// out. For a transposed convolution, it requires kernelIn · groups = out and kernelOut = in.
func checkGroups(op *ir.Op, in, out, kernelIn, kernelOut int64, transposed bool) error {
	groups := intOf(op, "groups")
	divided, whole := in, out
	if transposed {
		divided, whole = out, in
	}
	if kernelIn != ir.Dynamic && divided != ir.Dynamic && kernelIn*groups != divided || kernelOut != ir.Dynamic && whole != ir.Dynamic && kernelOut != whole ||
		whole != ir.Dynamic && whole%groups != 0 {
		return ir.Errorf(op, "has data of %s channels, a result of %s channels and %d groups, which do not fit weights of %s by %s channels", extentText(in), extentText(out), groups, extentText(kernelIn), extentText(kernelOut))
	}
	return nil
}

func inferConvolution(x *inference) error {
	src, w := x.operands[0], x.operands[1]
	if src == nil || w == nil {
		return nil
	}
	g := geometryOf(x.op)
	out := slices.Clone(src)
	out[g.feature] = w[g.out]
	if err := checkGroups(x.op, src[g.feature], out[g.feature], w[g.in], w[g.out], false); err != nil {
		return err
	}
	for i, d := range g.spatial {
		n, err := slid(x.op, i, src[d], w[g.kernel[i]])
		if err != nil {
			return err
		}
		out[d] = n
	}
	x.results[0] = out
	return needVector(x, 2, out[g.feature])
}

// spread is the inverse of [slid]: for n positions of a window, it returns an extent of the data,
// plus output_padding. If auto_pad is neither SAME_UPPER nor SAME_LOWER, the extent is the smallest
// possible.
func spread(op *ir.Op, i int, n, size int64) int64 {
	if n == ir.Dynamic || size == ir.Dynamic {
		return ir.Dynamic
	}
	low, high := padding(op, i, n*intsOf(op, "strides")[i], size)
	extra := int64(0)
	if p := intsOf(op, "output_padding"); i < len(p) && len(p) == len(intsOf(op, "strides")) {
		extra = p[i]
	}
	return (n-1)*intsOf(op, "strides")[i] + (size-1)*dilation(op, i) + 1 - low - high + extra
}

// inferConvTranspose expects weights of O/groups by I channels. I is the number of channels of the
// data, and O is that of the result.
func inferConvTranspose(x *inference) error {
	src, w := x.operands[0], x.operands[1]
	if src == nil || w == nil {
		return nil
	}
	g := geometryOf(x.op)
	out := slices.Clone(src)
	out[g.feature] = ir.Dynamic
	if w[g.out] != ir.Dynamic {
		out[g.feature] = w[g.out] * intOf(x.op, "groups")
	}
	if err := checkGroups(x.op, src[g.feature], out[g.feature], w[g.out], w[g.in], true); err != nil {
		return err
	}
	for i, d := range g.spatial {
		if w[g.kernel[i]] == 0 {
			return ir.Errorf(x.op, "has an empty window in spatial dimension %d", i)
		}
		out[d] = spread(x.op, i, src[d], w[g.kernel[i]])
		if out[d] < 1 && out[d] != ir.Dynamic {
			return ir.Errorf(x.op, "has more padding than elements in spatial dimension %d", i)
		}
	}
	x.results[0] = out
	return needVector(x, 2, out[g.feature])
}

// inferTransposeBackwardData is the shape rule of a convolution that exchanges the dimensions I and
// O of the weights.
func inferTransposeBackwardData(x *inference) error {
	diff, w := x.operands[0], x.operands[1]
	if diff == nil || w == nil {
		return nil
	}
	g := geometryOf(x.op)
	out := slices.Clone(diff)
	out[g.feature] = w[g.in]
	if err := checkGroups(x.op, diff[g.feature], out[g.feature], w[g.out], w[g.in], false); err != nil {
		return err
	}
	for i, d := range g.spatial {
		n, err := slid(x.op, i, diff[d], w[g.kernel[i]])
		if err != nil {
			return err
		}
		out[d] = n
	}
	x.results[0] = out
	return nil
}

// inferBackwardData checks the attribute dst_shape: a convolution of data of this shape must have a
// result of the gradient's shape.
func inferBackwardData(x *inference) error {
	diff, w, shape := x.operands[0], x.operands[1], intsOf(x.op, "dst_shape")
	if diff == nil || w == nil || shape == nil {
		x.results[0] = runtimeShape(x.op)
		return nil
	}
	if slices.IndexFunc(shape, func(n int64) bool { return n != 0 }) < 0 {
		return nil // all zeros is oneDNN's default and specifies no shape
	}
	if len(shape) != len(diff) {
		return ir.Errorf(x.op, "has dst_shape %s, whose rank differs from that of the gradient of shape %s", brackets(shape), brackets(diff))
	}
	g := geometryOf(x.op)
	if err := checkGroups(x.op, shape[g.feature], diff[g.feature], w[g.in], w[g.out], false); err != nil {
		return err
	}
	for i, d := range g.spatial {
		n, err := slid(x.op, i, shape[d], w[g.kernel[i]])
		if err != nil {
			return err
		}
		if diff[d] != ir.Dynamic && n != ir.Dynamic && n != diff[d] {
			return ir.Errorf(x.op, "has dst_shape %s: the convolution of data of this shape has %d elements in dimension %d of its result, but the gradient has %d", brackets(shape), n, d, diff[d])
		}
	}
	if shape[g.batch] != diff[g.batch] && diff[g.batch] != ir.Dynamic {
		return ir.Errorf(x.op, "has dst_shape %s, whose batch size differs from that of the gradient of shape %s", brackets(shape), brackets(diff))
	}
	x.results[0] = shape
	return nil
}

// inferBackwardWeights checks the attribute weights_shape: the convolution of the data with weights
// of this shape must have a result of the gradient's shape. For a transposed convolution, data and
// gradient are exchanged.
func inferBackwardWeights(x *inference) error {
	src, diff, shape := x.operands[0], x.operands[1], intsOf(x.op, "weights_shape")
	if src == nil || diff == nil || shape == nil {
		x.results[0] = runtimeShape(x.op)
		return nil
	}
	if len(shape) != len(src) {
		return ir.Errorf(x.op, "has weights_shape %s, whose rank differs from that of the data of shape %s", brackets(shape), brackets(src))
	}
	g := geometryOf(x.op)
	in, out, large, small := shape[g.in], shape[g.out], src, diff
	if ir.Is[ConvTransposeBackwardWeights](x.op) {
		in, out, large, small = shape[g.out], shape[g.in], diff, src
	}
	if err := checkGroups(x.op, large[g.feature], small[g.feature], in, out, false); err != nil {
		return err
	}
	for i, d := range g.spatial {
		n, err := slid(x.op, i, large[d], shape[g.kernel[i]])
		if err != nil {
			return err
		}
		if small[d] != ir.Dynamic && n != ir.Dynamic && n != small[d] {
			return ir.Errorf(x.op, "has weights_shape %s: the convolution with weights of this shape has %d elements in dimension %d of its result, but must have %d", brackets(shape), n, d, small[d])
		}
	}
	if src[g.batch] != diff[g.batch] && src[g.batch] != ir.Dynamic && diff[g.batch] != ir.Dynamic {
		return ir.Errorf(x.op, "has data with batch size %d, but a gradient with batch size %d", src[g.batch], diff[g.batch])
	}
	x.results[0] = shape
	return nil
}

// pooled(op, src) returns the shape of the result of pooling data of shape src.
func pooled(op *ir.Op, src []int64) ([]int64, error) {
	out := slices.Clone(src)
	for i, d := range geometryOf(op).spatial {
		n, err := slid(op, i, src[d], intsOf(op, "kernel")[i])
		if err != nil {
			return nil, err
		}
		out[d] = n
	}
	return out, nil
}

func inferPool(x *inference) (err error) {
	if x.operands[0] != nil {
		x.results[0], err = pooled(x.op, x.operands[0])
	}
	return err
}

func inferMaxPoolBackward(x *inference) error { return poolGradient(x, x.operands[0], x.operands[1]) }

func inferAvgPoolBackward(x *inference) error {
	shape := intsOf(x.op, "src_shape")
	if shape == nil {
		x.results[0] = runtimeShape(x.op)
		return nil
	}
	if len(shape) != len(intsOf(x.op, "strides"))+2 {
		return ir.Errorf(x.op, "has %d strides, but src_shape is %s, which must have 2 more elements", len(intsOf(x.op, "strides")), brackets(shape))
	}
	return poolGradient(x, shape, x.operands[0])
}

// poolGradient requires that pooling data of shape src has a result of shape diff. It gives the
// result, the gradient of the data, the shape src.
func poolGradient(x *inference, src, diff []int64) error {
	if src == nil {
		return nil
	}
	out, err := pooled(x.op, src)
	if err != nil {
		return err
	}
	if diff != nil && !nearly(out, diff, channel(x.op, len(out))) {
		return ir.Errorf(x.op, "needs a gradient with the shape %s of the pooling's result, but the gradient has shape %s", brackets(out), brackets(diff))
	}
	x.results[0] = src
	return nil
}

// nearly reports whether diff can be the shape of a pooling's result. The parameter "floor" is this
// shape with extents rounded down. Spatial extents of diff may be larger by one, because the
// gradient operation has no attribute rounding_type: the pooling may have rounded up.
func nearly(floor, diff []int64, channel int) bool {
	for d := range floor {
		spatial := d != 0 && d != channel
		if len(diff) != len(floor) || !compatible(floor[d:d+1], diff[d:d+1]) && !(spatial && floor[d]+1 == diff[d]) {
			return false
		}
	}
	return true
}
