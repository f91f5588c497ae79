package nn

import (
	"strings"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func convOps() []ir.OpDecl { return []ir.OpDecl{ir.Decl[Conv2D]()} }

// Conv2D slides a filter over the height and width of its input and adds a bias. In a layout, N is
// the batch, C the channels, H the height and W the width. In the layout of the filter, O is the
// output channels and I the input channels of one group.
//
//	input [N,H,W,C], filter [O,KH,KW,C/groups], bias [O] → [N,H',W',O]; H' = (H + top + bottom − (KH − 1)·dilation − 1)/stride + 1
//	%r = nn.conv2d %x, %k, %b {dilation = array<i64: 1, 1>, filter_layout = "OHWI", groups = 1, layout = "NHWC", pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 1, 1>} : …
type Conv2D struct{ ir.Ref }

// Input, Filter and Bias return the operands.
func (o Conv2D) Input() *ir.Value  { return o.Op.OperandAt(0) }
func (o Conv2D) Filter() *ir.Value { return o.Op.OperandAt(1) }
func (o Conv2D) Bias() *ir.Value   { return o.Op.OperandAt(2) }

// Strides and Dilation have an element for height and one for width. Pads are for the top, left,
// bottom and right.
func (o Conv2D) Strides() []int64  { return intsOf(o.Op.AttrAt(0)) }
func (o Conv2D) Pads() []int64     { return intsOf(o.Op.AttrAt(1)) }
func (o Conv2D) Dilation() []int64 { return intsOf(o.Op.AttrAt(2)) }

// Groups returns the number of channel groups. Layout and FilterLayout return the orders of
// dimensions, such as NHWC and OHWI.
func (o Conv2D) Groups() int64        { return intOf(o.Op.AttrAt(3)) }
func (o Conv2D) Layout() string       { return wordOf(o.Op.AttrAt(4)) }
func (o Conv2D) FilterLayout() string { return wordOf(o.Op.AttrAt(5)) }

func wordOf(a ir.Attr) string {
	s, _ := a.Str()
	return s
}

// Spec implements ir.View.
func (Conv2D) Spec() ir.Spec {
	return spec("conv2d", "A convolution over height and width, with a bias.", tensors("input", "filter", "bias"), result(),
		preset(ints("strides", "for height and width"), ir.NewDenseI64(1, 1)),
		preset(ints("pads", "top, left, bottom, right"), ir.NewDenseI64(0, 0, 0, 0)),
		preset(ints("dilation", "for height and width"), ir.NewDenseI64(1, 1)),
		preset(integer("groups", "number of groups into which the channels are divided"), ir.NewI64(1)),
		preset(layout("layout", "NHWC"), ir.NewString("NHWC")),
		preset(layout("filter_layout", "OHWI"), ir.NewString("OHWI")),
	)
}

// layout returns an attribute field whose value must be a permutation of letters.
func layout(name, letters string) ir.AttrField {
	return ir.AttrField{Name: name, Doc: "the order of dimensions", Type: ir.AttrConstraint{
		Text: "order of the dimensions " + letters, Form: ir.FormNoType, Type: ir.None(),
		Accept: func(a ir.Attr) bool {
			s, ok := a.Str()
			if !ok || len(s) != len(letters) {
				return false
			}
			for _, c := range letters {
				if strings.Count(s, string(c)) != 1 {
					return false
				}
			}
			return true
		},
	}}
}

// extent returns the extent of the dimension of v that has this letter in the layout.
func extent(v *ir.Value, layout, letter string) int64 {
	return emit.Shape(v)[strings.Index(layout, letter)]
}

// Verify implements ir.Verifier.
func (o Conv2D) Verify() error {
	if err := first(verifyStatic(o.Op), verifyFloat(o.Op, "input", o.Input()), verifyRank(o.Op, "input", o.Input(), 4), verifyRank(o.Op, "filter", o.Filter(), 4)); err != nil {
		return err
	}
	if len(o.Strides()) != 2 || len(o.Pads()) != 4 || len(o.Dilation()) != 2 {
		return ir.Errorf(o.Op, "strides, pads and dilation must have 2, 4 and 2 elements, but have %d, %d and %d", len(o.Strides()), len(o.Pads()), len(o.Dilation()))
	}
	if min(o.Strides()[0], o.Strides()[1], o.Dilation()[0], o.Dilation()[1], o.Groups()) < 1 || min(o.Pads()[0], o.Pads()[1], o.Pads()[2], o.Pads()[3]) < 0 {
		return ir.Errorf(o.Op, "strides, dilation and groups must be positive, and pads not negative")
	}
	elem, c, out := o.Input().Type().Elem(), extent(o.Input(), o.Layout(), "C"), extent(o.Filter(), o.FilterLayout(), "O")
	if c%o.Groups() != 0 || out%o.Groups() != 0 || extent(o.Filter(), o.FilterLayout(), "I") != c/o.Groups() {
		return ir.Errorf(o.Op, "%d channels in %d groups do not match the filter '%s'", c, o.Groups(), o.Filter().Type())
	}
	shape := make([]int64, 4)
	for i, letter := range o.Layout() {
		switch letter {
		case 'N':
			shape[i] = extent(o.Input(), o.Layout(), "N")
		case 'C':
			shape[i] = out
		case 'H':
			shape[i] = o.window("H", 0)
		case 'W':
			shape[i] = o.window("W", 1)
		}
		switch {
		case shape[i] > 0:
		case letter == 'H' || letter == 'W':
			return ir.Errorf(o.Op, "the filter is larger than the padded input")
		default:
			return ir.Errorf(o.Op, "the result must not be empty, but its extent along %c is %d", letter, shape[i])
		}
	}
	return first(
		verifyType(o.Op, "filter", o.Filter(), elem, emit.Shape(o.Filter())...),
		verifyType(o.Op, "bias", o.Bias(), elem, out),
		verifyResult(o.Op, 0, elem, shape...),
	)
}

// window returns the number of filter positions along "H", for i = 0, or "W", for i = 1.
func (o Conv2D) window(letter string, i int) int64 {
	room := extent(o.Input(), o.Layout(), letter) + o.Pads()[i] + o.Pads()[i+2] - (extent(o.Filter(), o.FilterLayout(), letter)-1)*o.Dilation()[i] - 1
	if room < 0 {
		return 0
	}
	return room/o.Strides()[i] + 1
}

// Flops counts a multiplication and an addition for each filter element that contributes to a
// result element.
func (o Conv2D) Flops() float64 {
	k := float64(extent(o.Filter(), o.FilterLayout(), "H") * extent(o.Filter(), o.FilterLayout(), "W") * extent(o.Filter(), o.FilterLayout(), "I"))
	return 2 * count(o.Op.ResultAt(0)) * k
}

// Eval runs the expansion.
func (o Conv2D) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Conv2D) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e, t := emitting(b), o.Op.ResultAt(0).Type()
	at := func(layout, letter string) int64 { return int64(strings.Index(layout, letter)) }
	l, f := o.Layout(), o.FilterLayout()
	spatial := []int64{at(l, "H"), at(l, "W")}
	dims := &stablehlo.ConvDims{
		InputBatch: at(l, "N"), InputFeature: at(l, "C"), InputSpatial: spatial,
		KernelInputFeature: at(f, "I"), KernelOutputFeature: at(f, "O"), KernelSpatial: []int64{at(f, "H"), at(f, "W")},
		OutputBatch: at(l, "N"), OutputFeature: at(l, "C"), OutputSpatial: spatial,
	}
	p := o.Pads()
	padding := ir.NewDense(ir.Tensor(ir.I64(), 2, 2), tensor.FromSlice([]int64{2, 2}, []int64{p[0], p[2], p[1], p[3]}))
	y := ir.Create[stablehlo.Convolution](b, ir.Init{
		Operands: in[:2], Results: []ir.Type{t},
		Attrs: []ir.Attr{
			ir.NewDenseI64(o.Strides()...), padding, ir.NewDenseI64(1, 1), ir.NewDenseI64(o.Dilation()...), {},
			ir.NewAttr(dims), ir.NewI64(o.Groups()), ir.NewI64(1),
		},
	}).Op.Result()
	return []*ir.Value{e.Add(y, e.Broadcast(in[2], emit.Shape(y), dims.OutputFeature))}
}
