package onednngraph

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func optionalOperand(op *ir.Op, i int) *ir.Value {
	if i >= op.NumOperands() {
		return nil
	}
	return op.OperandAt(i)
}

func optionalResult(op *ir.Op, i int) *ir.Value {
	if i >= op.NumResults() {
		return nil
	}
	return op.ResultAt(i)
}

func elemOf(v *ir.Value) ir.Type { return v.Type().Elem() }

// widened requires that the value "to" has the element type of the value "from", or f32.
func widened(op *ir.Op, from, to *ir.Value) error {
	if elemOf(to) != elemOf(from) && elemOf(to) != ir.F32() {
		return ir.Errorf(op, "cannot convert '%s' to '%s': the result must have the element type of the operand, or f32", elemOf(from), elemOf(to))
	}
	return nil
}

func checkMatMul(op *ir.Op) error { return widened(op, op.OperandAt(0), op.ResultAt(0)) }

// checkSoftMax requires that the result has the element type of operand 0, or f32. If the operand
// of SoftMax is f32, its result can have any element type.
func checkSoftMax(op *ir.Op) error {
	if ir.Is[SoftMax](op) && elemOf(op.OperandAt(0)) == ir.F32() {
		return nil
	}
	return widened(op, op.OperandAt(0), op.ResultAt(0))
}

func checkTypeCast(op *ir.Op) error {
	from, to := elemOf(op.OperandAt(0)), elemOf(op.ResultAt(0))
	if from == to {
		return ir.Errorf(op, "casts '%s' to itself", from)
	}
	if from != ir.F32() && to != ir.F32() {
		return ir.Errorf(op, "casts between '%s' and '%s', which is not supported: one of them must be f32", from, to)
	}
	return nil
}

func checkDropout(op *ir.Op) error {
	for i, name := range []string{"seed", "offset", "probability"} {
		shape := shapeOf(op.OperandAt(1 + i))
		if n, ok := product(shape); shape != nil && !slices.Contains(shape, ir.Dynamic) && (!ok || n != 1) {
			return ir.Errorf(op, "needs a %s of one element, but its shape is %s", name, brackets(shape))
		}
	}
	return nil
}

// checkWindow checks the list attributes of an operation that slides a window, and the rank of
// operand 0.
func checkWindow(op *ir.Op) error {
	rank := len(intsOf(op, "strides"))
	for _, name := range []string{"pads_begin", "pads_end", "dilations", "kernel"} {
		v := op.Attr(name)
		if list, ok := v.Ints(); ok && len(list) != rank {
			return ir.Errorf(op, "has %d strides, but %d elements in %s", rank, len(list), name)
		}
	}
	for _, name := range []string{"pads_begin", "pads_end", "output_padding"} {
		if i := slices.IndexFunc(intsOf(op, name), func(n int64) bool { return n < 0 }); i >= 0 {
			return ir.Errorf(op, "has a negative element in %s: %d", name, intsOf(op, name)[i])
		}
		if i := slices.IndexFunc(intsOf(op, name), func(n int64) bool { return n > mostExtent }); i >= 0 {
			return ir.Errorf(op, "has an element in %s that is greater than 2^31: %d", name, intsOf(op, name)[i])
		}
	}
	for _, name := range []string{"strides", "dilations", "kernel"} {
		if i := slices.IndexFunc(intsOf(op, name), func(n int64) bool { return n < 1 || n > mostExtent }); i >= 0 {
			return ir.Errorf(op, "has an element in %s that is not in the range from 1 to 2^31: %d", name, intsOf(op, name)[i])
		}
	}
	if s := shapeOf(op.OperandAt(0)); s != nil && len(s) != rank+2 {
		return ir.Errorf(op, "has %d strides, so its operand must have rank %d, but has shape %s", rank, rank+2, brackets(s))
	}
	return nil
}

// mostExtent limits attributes so that sums and products of extents fit into 64 bits.
const mostExtent = 1 << 31

const maxGroups = 1 << 16

func checkConvolution(op *ir.Op) error {
	if err := checkWindow(op); err != nil {
		return err
	}
	if g := intOf(op, "groups"); g < 1 {
		return ir.Errorf(op, "has %d groups, but needs one or more", g)
	} else if g > maxGroups && !slices.Contains(shapeOf(op.OperandAt(0)), 0) {
		return ir.Errorf(op, "has %d groups, but at most %d are supported", g, maxGroups)
	}
	for _, v := range op.OperandList()[:2] {
		if s := shapeOf(v); s != nil && len(s) != len(intsOf(op, "strides"))+2 {
			return ir.Errorf(op, "has %d strides, so its operands must have rank %d, but one has shape %s", len(intsOf(op, "strides")), len(intsOf(op, "strides"))+2, brackets(s))
		}
	}
	if p := intsOf(op, "output_padding"); p != nil && len(p) != len(intsOf(op, "strides")) && slices.ContainsFunc(p, func(n int64) bool { return n != 0 }) {
		return ir.Errorf(op, "has %d strides, but %d elements in output_padding", len(intsOf(op, "strides")), len(p))
	}
	return nil
}

// checkShapeGiven returns a check that the operation has either the attribute with the given name
// or the last operand, which both specify a shape. For the poolings' src_shape, it also calls
// checkWindow, and otherwise checkConvolution.
func checkShapeGiven(name string) func(*ir.Op) error {
	return func(op *ir.Op) error {
		last := op.Def().Spec.Operands
		given, runtime := op.Attr(name), optionalOperand(op, len(last)-1)
		if given.IsNil() == (runtime == nil) {
			return ir.Errorf(op, "needs either the attribute %s or operand #%d, and not both", name, len(last)-1)
		}
		if name == "src_shape" {
			return checkWindow(op)
		}
		return checkConvolution(op)
	}
}

// checkNorm returns a check for normalizations. Operand i and all later operands are parameters,
// such as gamma and beta. If they have the element type bf16, the data must be bf16 too. If operand
// i is absent, the type of result 1 is checked instead. checkNorm also limits the operands of
// BatchNormForwardTraining and the results of BatchNormTrainingBackward.
func checkNorm(i int) func(*ir.Op) error {
	return func(op *ir.Op) error {
		src, v := elemOf(op.OperandAt(0)), optionalOperand(op, i)
		if v == nil {
			v = optionalResult(op, 1)
		}
		bf16 := ir.KindType(tensor.BF16)
		if v != nil && elemOf(v) == bf16 && src != bf16 {
			return ir.Errorf(op, "has parameters of bf16, but data of '%s': bf16 parameters need bf16 data", src)
		}
		if ir.Is[BatchNormForwardTraining](op) && op.NumOperands() > 5 {
			return ir.Errorf(op, "has %d operands, but at most 5 are valid", op.NumOperands())
		}
		if ir.Is[BatchNormTrainingBackward](op) && op.NumResults() > 3 {
			return ir.Errorf(op, "has %d results, but at most 3 are valid", op.NumResults())
		}
		return nil
	}
}

func checkLayerNorm(op *ir.Op) error {
	if n := op.NumOperands(); n != 1 && n != 3 {
		return ir.Errorf(op, "needs 1 or 3 operands, but has %d: gamma and beta belong together", n)
	}
	if boolOf(op, "use_affine") && op.NumOperands() != 3 {
		return ir.Errorf(op, "needs gamma and beta, since use_affine is true, but has 1 operand")
	}
	if n := op.NumResults(); n != 1 && n != 3 || boolOf(op, "keep_stats") && n != 3 {
		return ir.Errorf(op, "needs 3 results if keep_stats is true, else 1 or 3, but has %d", n)
	}
	return checkNorm(1)(op)
}

func checkLayerNormBackward(op *ir.Op) error {
	if n := op.NumOperands(); n > 6 {
		return ir.Errorf(op, "has %d operands, but at most 6 are valid", n)
	}
	if n := op.NumResults(); n != 1 && n != 3 || boolOf(op, "use_affine") && n != 3 {
		return ir.Errorf(op, "needs 3 results if use_affine is true, else 1 or 3, but has %d", n)
	}
	return checkNorm(2)(op)
}

func checkAxes(op *ir.Op) error {
	if op.Attr("axes").IsNil() == (op.NumOperands() == 1) {
		return ir.Errorf(op, "needs either the attribute axes or operand #1, and not both")
	}
	return nil
}

func checkScales(op *ir.Op) error {
	scales, zps := len(floatsOf(op, "scales")), intsOf(op, "zps")
	want := int64(1)
	src := shapeOf(op.OperandAt(0))
	if textOf(op, "qtype") == "per_channel" && src != nil {
		d, err := axis(op, "axis", len(src))
		if err != nil {
			return err
		}
		want = src[d]
	} else if textOf(op, "qtype") == "per_channel" {
		want = ir.Dynamic
	}
	if want != ir.Dynamic && int64(scales) != want && !groupedScales(op, int64(scales), want) {
		return ir.Errorf(op, "needs %d scales, since qtype is %s, but has %d", want, textOf(op, "qtype"), scales)
	}
	if op.Attr("zps").IsNil() {
		return nil
	}
	if len(zps) != scales {
		return ir.Errorf(op, "has %d scales, but %d zero points", scales, len(zps))
	}
	if isFloat8(op) {
		return ir.Errorf(op, "has zero points, which do not exist for 8-bit floats")
	}
	return nil
}

// groupedScales reports whether there are several scales for each of n channels. This is valid for
// weights of a grouped transposed convolution: the extent n of their output channels counts the
// channels of one group, but there is a scale for each channel of all groups.
func groupedScales(op *ir.Op, scales, n int64) bool {
	return textOf(op, "qtype") == "per_channel" && n > 0 && scales > n && scales%n == 0
}

func refuseGroupedScales(op *ir.Op) string {
	src := shapeOf(op.OperandAt(0))
	d, err := axis(op, "axis", len(src))
	n := int64(len(floatsOf(op, "scales")))
	if err != nil || len(src) < 3 || !groupedScales(op, n, src[d]) {
		return ""
	}
	_, why := otherChannels(src, d, n/src[d])
	return why
}

func isFloat8(op *ir.Op) bool {
	for _, v := range []*ir.Value{op.OperandAt(0), op.ResultAt(0)} {
		if v.Type().Elem().IsFloat() && v.Type().Kind().Bits() == 8 {
			return true
		}
	}
	return false
}

func checkDynamic(op *ir.Op) error {
	if op.NumOperands() == 3 && isFloat8(op) {
		return ir.Errorf(op, "has zero points, which do not exist for 8-bit floats")
	}
	src := shapeOf(op.OperandAt(0))
	if src == nil {
		return nil
	}
	want, err := scaleShape(op, src)
	if err != nil || !isStatic(want) {
		return err
	}
	scales := shapeOf(op.OperandAt(1))
	if isStatic(scales) && !fitsScales(scales, want) {
		return ir.Errorf(op, "needs scales of shape %s (dimensions of extent 1 can be left out), but they have shape %s", brackets(want), brackets(scales))
	}
	if op.NumOperands() < 3 {
		return nil
	}
	zps := shapeOf(op.OperandAt(2))
	if n, ok := product(zps); isStatic(zps) && isStatic(scales) && (!ok || n != 1 && !slices.Equal(zps, scales)) {
		return ir.Errorf(op, "needs one zero point, or zero points of the shape %s of the scales, but they have shape %s", brackets(scales), brackets(zps))
	}
	return nil
}

// fitsScales reports whether the shape "scales" is the shape "want". All dimensions of extent 1 may
// be left out: for [1, 4, 1], "scales" can be [1, 4, 1] or [4]. If all extents of "want" are 1,
// "scales" may have any rank.
func fitsScales(scales, want []int64) bool {
	isOne := func(n int64) bool { return n == 1 }
	packed := slices.DeleteFunc(slices.Clone(want), isOne)
	if len(packed) == 0 {
		return !slices.ContainsFunc(scales, func(n int64) bool { return n != 1 })
	}
	return slices.Equal(scales, want) || slices.Equal(scales, packed)
}

// scaleShape returns the number of scales along each dimension of data of shape src. The attributes
// group_shape, mask and qtype determine it.
func scaleShape(op *ir.Op, src []int64) ([]int64, error) {
	want := slices.Repeat([]int64{1}, len(src))
	group := intsOf(op, "group_shape")
	switch {
	case len(group) > 0:
		if len(group) != len(src) {
			return nil, ir.Errorf(op, "has a group_shape of %d elements, but an operand of rank %d", len(group), len(src))
		}
		if textOf(op, "qtype") == "per_channel" {
			return nil, ir.Errorf(op, "has group_shape, which is not valid with qtype per_channel")
		}
		for i, n := range group {
			switch {
			case n < 1 || src[i] != ir.Dynamic && (n > src[i] || src[i]%n != 0):
				return nil, ir.Errorf(op, "has group_shape %s, whose element #%d does not divide the extent of that dimension in %s", brackets(group), i, brackets(src))
			case src[i] == ir.Dynamic:
				want[i] = ir.Dynamic
			default:
				want[i] = src[i] / n
			}
		}
		return want, nil
	case !op.Attr("mask").IsNil():
		mask := intOf(op, "mask")
		if mask < 0 || len(src) < 63 && mask>>len(src) != 0 || textOf(op, "qtype") != "per_tensor" {
			return nil, ir.Errorf(op, "has mask %d, but a mask needs qtype per_tensor and can only select dimensions of the operand, whose rank is %d", mask, len(src))
		}
		for i := range want {
			if mask>>i&1 == 1 {
				want[i] = src[i]
			}
		}
		return want, nil
	}
	switch textOf(op, "qtype") {
	case "per_channel":
		d, err := axis(op, "axis", len(src))
		if err != nil {
			return nil, err
		}
		want[d] = src[d]
	case "per_group":
		return nil, ir.Errorf(op, "needs group_shape, since qtype is per_group")
	}
	return want, nil
}

func checkConcat(op *ir.Op) error {
	if n := op.NumOperands(); n < 1 || n > 64 {
		return ir.Errorf(op, "needs 1 to 64 operands, but has %d", n)
	}
	return nil
}

func checkSizes(op *ir.Op) error {
	sizes, scales := len(intsOf(op, "sizes")), len(floatsOf(op, "scales"))
	runtime := optionalOperand(op, len(op.Def().Spec.Operands)-1) != nil
	given := 0
	for _, is := range []bool{sizes > 0, scales > 0, runtime} {
		if is {
			given++
		}
	}
	if given != 1 {
		return ir.Errorf(op, "needs exactly one of the attribute sizes, the attribute scales and the last operand, but has %d of them", given)
	}
	return nil
}
