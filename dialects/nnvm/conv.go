package nnvm

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

func convOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[Conv2D](rules{shapes: conv2DShapes, pattern: OutFusable, expand: expandConv, layout: convLayout, grad: gradConv}),
		declare[Conv2DTranspose](rules{shapes: convTransposeShapes, pattern: OutFusable, expand: expandConvTranspose, layout: convLayout}),
		declare[Conv2DGrad](rules{shapes: convGradShapes, pattern: Opaque, expand: expandConvGrad}),
	}
}

func convParams() []ir.AttrField {
	return []ir.AttrField{
		need(intParam("channels")), need(tupleParam("kernel_size")), tupleParam("strides"), tupleParam("padding"),
		tupleParam("dilation"), intParam("groups"), textParam("layout"), textParam("out_layout"), textParam("kernel_layout"),
		boolParam("use_bias"),
	}
}

// Conv2D slides kernels over images.
//
//	%r = nnvm.conv2d(%x, %w, %b) {channels = 12 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<12x4x3x3xf32>, tensor<12xf32>) -> tensor<1x12x6x6xf32>
type Conv2D struct{ ir.Ref }

// Data, Weight and Bias return the operands; Bias may be nil.
func (o Conv2D) Data() *ir.Value   { return o.Op.OperandAt(0) }
func (o Conv2D) Weight() *ir.Value { return o.Op.OperandAt(1) }
func (o Conv2D) Bias() *ir.Value   { return optional(o.Op, 2) }

// DataUse, WeightUse and BiasUse return the uses of the operands; BiasUse may be nil.
func (o Conv2D) DataUse() *ir.Use   { return o.Op.UseAt(0) }
func (o Conv2D) WeightUse() *ir.Use { return o.Op.UseAt(1) }
func (o Conv2D) BiasUse() *ir.Use {
	if o.Bias() == nil {
		return nil
	}
	return o.Op.UseAt(2)
}

// Layouts returns the layouts of data, weight and result.
func (o Conv2D) Layouts() (data, kernel, out Layout) {
	w := convOf(o.Op)
	return w.data, w.kernel, w.out
}

// SetLayouts changes the layouts of data and weight. If the parameter out_layout is absent, the
// result also gets the layout of data.
func (o Conv2D) SetLayouts(data, kernel Layout) {
	o.Op.SetAttr("layout", ir.NewString(string(data)))
	o.Op.SetAttr("kernel_layout", ir.NewString(string(kernel)))
}

// Groups returns the number of groups of channels, which are convolved separately.
func (o Conv2D) Groups() int64 { return convOf(o.Op).groups }

// Spec implements ir.View.
func (Conv2D) Spec() ir.Spec {
	return operator("conv2d", "Slides kernels over images.", "data weight bias?", "result", convParams()...)
}

// Verify implements ir.Verifier.
func (o Conv2D) Verify() error { return verify(o.Op) }

// Conv2DTranspose is the transposed convolution. Each element of data adds a kernel, multiplied by
// the element, to the result.
//
//	%r = nnvm.conv2d_transpose(%x, %w) {channels = 15 : i64, kernel_size = array<i64: 3, 3>} : (tensor<4x10x10x12xf32>, tensor<10x15x3x3xf32>) -> tensor<4x15x12x14xf32>
type Conv2DTranspose struct{ ir.Ref }

// Data, Weight and Bias return the operands; Bias may be nil.
func (o Conv2DTranspose) Data() *ir.Value   { return o.Op.OperandAt(0) }
func (o Conv2DTranspose) Weight() *ir.Value { return o.Op.OperandAt(1) }
func (o Conv2DTranspose) Bias() *ir.Value   { return optional(o.Op, 2) }

// Spec implements ir.View.
func (Conv2DTranspose) Spec() ir.Spec {
	return operator("conv2d_transpose", "Each element of data adds a kernel, multiplied by the element, to the result.", "data weight bias?", "result",
		append(convParams(), tupleParam("output_padding"))...)
}

// Verify implements ir.Verifier.
func (o Conv2DTranspose) Verify() error { return verify(o.Op) }

// Conv2DGrad computes the gradients of the operands of a convolution: data, weight and bias, if
// there is one. Its first operand is the gradient of the convolution's result.
//
//	%dx, %dw = nnvm._conv2d_grad(%grad, %x, %w) {channels = 12 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x12x6x6xf32>, tensor<1x4x8x8xf32>, tensor<12x4x3x3xf32>) -> (tensor<1x4x8x8xf32>, tensor<12x4x3x3xf32>)
type Conv2DGrad struct{ ir.Ref }

// Grad, Data and Weight return the operands.
func (o Conv2DGrad) Grad() *ir.Value   { return o.Op.OperandAt(0) }
func (o Conv2DGrad) Data() *ir.Value   { return o.Op.OperandAt(1) }
func (o Conv2DGrad) Weight() *ir.Value { return o.Op.OperandAt(2) }

// DataGrad, WeightGrad and BiasGrad return the results; BiasGrad may be nil.
func (o Conv2DGrad) DataGrad() *ir.Value   { return o.Op.ResultAt(0) }
func (o Conv2DGrad) WeightGrad() *ir.Value { return o.Op.ResultAt(1) }
func (o Conv2DGrad) BiasGrad() *ir.Value {
	if o.Op.NumResults() < 3 {
		return nil
	}
	return o.Op.ResultAt(2)
}

// Spec implements ir.View.
func (Conv2DGrad) Spec() ir.Spec {
	return operator("_conv2d_grad", "The gradients of a convolution's operands.", "grad data weight",
		"data_grad weight_grad bias_grad?", convParams()...)
}

// Verify implements ir.Verifier.
func (o Conv2DGrad) Verify() error { return verify(o.Op) }

// conv holds the parameters of a convolution.
type conv struct {
	channels, groups                        int64
	kernelSize, strides, padding, dilations []int64
	data, kernel, out                       Layout
}

func convOf(op *ir.Op) conv {
	c := conv{
		channels: intOf(op, "channels", 0), groups: intOf(op, "groups", 1),
		kernelSize: intsOf(op, "kernel_size"), strides: intsOf(op, "strides", 1, 1), padding: intsOf(op, "padding", 0, 0),
		dilations: intsOf(op, "dilation", 1, 1),
		data:      Layout(textOf(op, "layout", "NCHW")), kernel: Layout(textOf(op, "kernel_layout", "OIHW")),
	}
	c.out = Layout(textOf(op, "out_layout", Undef))
	if c.out == Undef {
		c.out = c.data
	}
	return c
}

const maxGroups = 1 << 16

func (c conv) check(op *ir.Op) error {
	for _, l := range []Layout{c.data, c.kernel, c.out} {
		if _, err := ParseLayout(string(l)); err != nil {
			return ir.Errorf(op, "%v", err)
		}
	}
	switch {
	case !c.data.Convertible("NCHW") || !c.out.Convertible("NCHW") || !c.kernel.Convertible("OIHW"):
		return ir.Errorf(op, "needs layouts with the dimensions NCHW (data), OIHW (weight) and NCHW (result), but has '%s', '%s' and '%s'", c.data, c.kernel, c.out)
	case len(c.kernelSize) != 2 || len(c.strides) != 2 || len(c.padding) != 2 || len(c.dilations) != 2:
		return ir.Errorf(op, "needs two numbers for each of kernel_size, strides, padding and dilation")
	case min(c.kernelSize[0], c.kernelSize[1]) < 1 || min(c.padding[0], c.padding[1]) < 0:
		return ir.Errorf(op, "needs a kernel_size of at least 1 and no negative padding, but has %s and %s",
			FormatTuple(c.kernelSize), FormatTuple(c.padding))
	case c.groups < 1 || c.channels < 1 || c.channels%c.groups != 0 || min(c.strides[0], c.strides[1], c.dilations[0], c.dilations[1]) < 1:
		return ir.Errorf(op, "needs positive strides, dilation, channels and groups, and channels must be a multiple of groups")
	case c.groups > maxGroups:
		return ir.Errorf(op, "has %d groups, but at most %d are supported", c.groups, maxGroups)
	}
	return nil
}

// span returns the extent that a dilated kernel covers in dimension i.
func (c conv) span(i int) int64 { return plus(times(c.kernelSize[i]-1, c.dilations[i]), 1) }

// known(n, f) returns f(n), or ir.Dynamic if the extent n is unknown.
func known(n int64, f func(int64) int64) int64 {
	if n == ir.Dynamic {
		return n
	}
	return f(n)
}

// biasShape returns the shape of the bias: one element per channel, in blocks if the result has its
// channels in blocks.
func (c conv) biasShape() Shape {
	sh, err := ConvertShape(Shape{c.channels}, "C", c.biasLayout())
	if err != nil {
		return Shape{c.channels}
	}
	return sh
}

func (c conv) biasLayout() Layout { return c.out.sub(func(p byte) bool { return p == 'C' }) }

func convGradShapes(s *Shapes) error {
	if err := biasedBy(s.Op, len(s.Out) > 2); err != nil {
		return err
	}
	if len(s.Out) > 2 {
		if err := s.SetOut(2, convOf(s.Op).biasShape()); err != nil {
			return err
		}
	}
	for i := range 2 {
		if err := firstOf(s.SetOut(i, s.In[i+1]), s.SetIn(i+1, s.Out[i])); err != nil {
			return err
		}
	}
	inner := &Shapes{Op: s.Op, In: []Shape{s.In[1], s.In[2]}, Out: []Shape{s.In[0]}}
	if err := convShapes(inner); err != nil {
		return err
	}
	s.In[1], s.In[2], s.In[0] = inner.In[0], inner.In[1], inner.Out[0]
	return firstOf(s.SetOut(0, s.In[1]), s.SetOut(1, s.In[2]))
}

// plainDims returns the dimension numbers for data and results in NCHW, and kernels in OIHW.
func plainDims() stablehlo.ConvDims {
	return stablehlo.ConvDims{
		InputFeature: 1, InputSpatial: []int64{2, 3}, KernelInputFeature: 1, KernelSpatial: []int64{2, 3},
		OutputFeature: 1, OutputSpatial: []int64{2, 3},
	}
}

// plainShape returns the shape of a tensor after conversion to a layout without blocks.
func plainShape(t ir.Type, from, to Layout) []int64 {
	sh, _ := t.Shape()
	out, _ := ConvertShape(sh, from, to)
	return out
}

func expandConv(x *expansion) []*ir.Value {
	c := convOf(x.op)
	return one(x.conv(c, x.relayout(x.in[1], c.kernel, "OIHW")))
}

// conv slides kernels of layout OIHW over the data, and adds the bias.
func (x *expansion) conv(c conv, kernel *ir.Value) *ir.Value {
	y := x.Conv(x.relayout(x.in[0], c.data, "NCHW"), kernel, plainDims(), emit.Window{
		Strides: c.strides, Low: c.padding, High: c.padding, Dilation: c.dilations,
	}, c.groups, plainShape(x.out(0), c.out, "NCHW"))
	return x.relayout(x.addBias(y, c), "NCHW", c.out)
}

// addBias adds the optional bias to each channel of y, which has layout NCHW.
func (x *expansion) addBias(y *ir.Value, c conv) *ir.Value {
	if len(x.in) < 3 {
		return y
	}
	bias := x.relayout(x.in[2], c.biasLayout(), "C")
	return x.Add(y, x.Broadcast(bias, emit.Shape(y), 1))
}

func expandConvTranspose(x *expansion) []*ir.Value {
	c, more := convOf(x.op), intsOf(x.op, "output_padding", 0, 0)
	data, kernel := x.relayout(x.in[0], c.data, "NCHW"), x.relayout(x.in[1], c.kernel, "OIHW")
	y := x.scatterKernels(data, kernel, c, more, plainShape(x.out(0), c.out, "NCHW"))
	return one(x.relayout(x.addBias(y, c), "NCHW", c.out))
}

// scatterKernels returns the transposed convolution of y. The kernel's first dimension is the
// channels of y. The result has the given shape. Its last more[0] rows and more[1] columns are
// extra, as with the parameter output_padding.
func (x *expansion) scatterKernels(y, kernel *ir.Value, c conv, more, shape []int64) *ir.Value {
	w := emit.Window{Strides: []int64{1, 1}, BaseDilation: c.strides, Dilation: c.dilations}
	for i := range 2 {
		pad := c.span(i) - 1 - c.padding[i]
		w.Low, w.High = append(w.Low, pad), append(w.High, pad+more[i])
	}
	if c.groups > 1 {
		kernel = x.swapGroups(kernel, c.groups)
		return x.Conv(y, x.Reverse(kernel, 2, 3), plainDims(), w, c.groups, shape)
	}
	return x.Conv(y, x.Reverse(x.Transpose(kernel, 1, 0, 2, 3), 2, 3), plainDims(), w, 1, shape)
}

// swapGroups converts a kernel of shape [G·O, I, …] to shape [G·I, O, …], where G is the number of
// groups.
func (x *expansion) swapGroups(kernel *ir.Value, groups int64) *ir.Value {
	s := emit.Shape(kernel)
	v := x.Reshape(kernel, groups, s[0]/groups, s[1], s[2], s[3])
	return x.Reshape(x.Transpose(v, 0, 2, 1, 3, 4), groups*s[1], s[0]/groups, s[2], s[3])
}

func expandConvGrad(x *expansion) []*ir.Value {
	c := convOf(x.op)
	grad, data, kernel := x.relayout(x.in[0], c.out, "NCHW"), x.relayout(x.in[1], c.data, "NCHW"), x.relayout(x.in[2], c.kernel, "OIHW")
	shape := emit.Shape(data)
	// more has the numbers of rows and columns at the end of the padded data that no kernel covers.
	more := make([]int64, 2)
	for i := range more {
		more[i] = shape[2+i] + 2*c.padding[i] - c.span(i) - (emit.Shape(grad)[2+i]-1)*c.strides[i]
	}
	dx := x.scatterKernels(grad, kernel, c, more, shape)
	out := []*ir.Value{
		x.relayout(dx, "NCHW", c.data),
		x.relayout(x.kernelGrad(grad, data, c, more, emit.Shape(kernel)), "OIHW", c.kernel),
	}
	if x.op.NumResults() > 2 {
		out = append(out, x.relayout(x.Reduce(grad, 0, emit.Emitter.Add, 0, 2, 3), "C", c.biasLayout()))
	}
	return out
}

// kernelGrad returns the gradient of a kernel: the convolution of data with grad. The batch and
// channel dimensions swap roles, so the groups divide the batches of this convolution.
func (x *expansion) kernelGrad(grad, data *ir.Value, c conv, more, shape []int64) *ir.Value {
	dims := stablehlo.ConvDims{
		InputBatch: 1, InputFeature: 0, InputSpatial: []int64{2, 3},
		KernelInputFeature: 0, KernelOutputFeature: 1, KernelSpatial: []int64{2, 3},
		OutputBatch: 1, OutputFeature: 0, OutputSpatial: []int64{2, 3},
	}
	w := emit.Window{Strides: c.dilations, Low: c.padding, Dilation: c.strides}
	for i := range 2 {
		w.High = append(w.High, c.padding[i]-more[i])
	}
	return x.BatchConv(data, grad, dims, w, c.groups, shape)
}
