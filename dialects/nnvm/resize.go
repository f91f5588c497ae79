package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

func resizeOps() []ir.OpDecl {
	images := func(shapes func(*Shapes) error, expand func(*expansion) []*ir.Value, grad func(*Grads) []*ir.Value) rules {
		return rules{shapes: shapes, elems: resizeElems, pattern: Injective, expand: expand, layout: poolLayout, grad: grad}
	}
	return []ir.OpDecl{
		declare[Upsampling](images(upsamplingShapes, expandUpsampling, gradUpsampling)),
		declare[Resize](images(resizeShapes, expandResize, nil)),
	}
}

// The values of the parameter method.
const (
	nearest  = "NEAREST_NEIGHBOR"
	bilinear = "BILINEAR"
)

// Upsampling multiplies the height and width of images by the parameter scale. By default, it
// repeats each element. The method BILINEAR interpolates, as [Resize] does.
//
//	%r = nnvm.upsampling(%x) {scale = 2 : i64} : (tensor<1x4x8x8xf32>) -> tensor<1x4x16x16xf32>
type Upsampling struct{ ir.Ref }

// Spec implements ir.View.
func (Upsampling) Spec() ir.Spec {
	return unary("upsampling", "Makes images higher and wider by a factor.", need(intParam("scale")), textParam("layout"), textParam("method"))
}

// Verify implements ir.Verifier.
func (o Upsampling) Verify() error { return verify(o.Op) }

// Resize changes the height and width of images. Row i of n rows in the result is at position i ·
// height / n of the data. With align_corners, the position is i · (height - 1) / (n - 1), or 0 if n
// is 1. Columns are computed in the same way. By default, an element is the bilinear interpolation
// of the four elements of data around the position. The method NEAREST_NEIGHBOR rounds the position
// down, and ignores align_corners.
//
//	%r = nnvm.resize(%x) {size = array<i64: 16, 12>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x16x12xf32>
type Resize struct{ ir.Ref }

// Spec implements ir.View.
func (Resize) Spec() ir.Spec {
	return unary("resize", "Changes the height and width of images.", need(tupleParam("size")), textParam("layout"), textParam("method"), boolParam("align_corners"))
}

// Verify implements ir.Verifier.
func (o Resize) Verify() error { return verify(o.Op) }

func methodOf(op *ir.Op) string {
	if ir.Is[Upsampling](op) {
		return textOf(op, "method", nearest)
	}
	return textOf(op, "method", bilinear)
}

func knownMethod(op *ir.Op) error {
	if m := methodOf(op); m != nearest && m != bilinear {
		return ir.Errorf(op, "has method '%s', but only '%s' and '%s' are known", m, nearest, bilinear)
	}
	return nil
}

// resizeElems requires floating-point elements for the method BILINEAR.
func resizeElems(e *Elems) error {
	if err := e.All(); err != nil {
		return err
	}
	if t := e.In[0]; methodOf(e.Op) == bilinear && !t.IsNil() && !t.Kind().IsFloat() {
		return ir.Errorf(e.Op, "needs floating-point numbers for the method '%s', but has '%s'", bilinear, t)
	}
	return nil
}

func upsamplingShapes(s *Shapes) error {
	scale := intOf(s.Op, "scale", 1)
	if scale < 1 {
		return ir.Errorf(s.Op, "needs a scale of at least 1, but has %d", scale)
	}
	if err := knownMethod(s.Op); err != nil {
		return err
	}
	return resized(s, 0, func(n int64, _ int) int64 { return times(n, scale) }, func(n int64, _ int) int64 { return n / scale })
}

func resizeShapes(s *Shapes) error {
	size := intsOf(s.Op, "size")
	if len(size) != 2 || min(size[0], size[1]) < 1 {
		return ir.Errorf(s.Op, "needs a size of two numbers, each at least 1, but has %s", FormatTuple(size))
	}
	if err := knownMethod(s.Op); err != nil {
		return err
	}
	if err := sized(s, [2]int64{size[0], size[1]}); err != nil || s.In[0] == nil || s.Out[0] == nil {
		return err
	}
	for d, from := range s.In[0] {
		if to := s.Out[0][d]; !emit.CanSample(from, to) {
			return ir.Errorf(s.Op, "cannot resize dimension #%d from %d to %d elements: the product of these numbers is too large", d, from, to)
		}
	}
	return nil
}

func expandUpsampling(x *expansion) []*ir.Value {
	if methodOf(x.op) == bilinear {
		return expandResize(x)
	}
	at, _ := images(x.op, nil)
	scale := intOf(x.op, "scale", 1)
	var apart, dims []int64
	for d, n := range emit.Shape(x.in[0]) {
		dims = append(dims, int64(len(apart)))
		apart = append(apart, n)
		if d == at[0] || d == at[1] {
			apart = append(apart, scale)
		}
	}
	return one(x.Reshape(x.Broadcast(x.in[0], apart, dims...), x.shape()...))
}

func expandResize(x *expansion) []*ir.Value {
	at, _ := images(x.op, nil)
	v := x.in[0]
	for _, d := range at {
		if emit.Shape(v)[d] != x.shape()[d] {
			v = x.resample(v, d, x.shape()[d])
		}
	}
	return one(v)
}

// resample resizes dimension d of v to the extent n.
func (x *expansion) resample(v *ir.Value, d int, n int64) *ir.Value {
	from := emit.Shape(v)[d]
	s := emit.Sampling{Samples: n, Step: from, Divisor: max(n, 1)}
	if boolOf(x.op, "align_corners", false) && methodOf(x.op) == bilinear {
		s.Step, s.Divisor = from-1, max(n-1, 1)
	}
	low, high := x.Neighbors(s, from)
	a := x.Take(v, low, d)
	if methodOf(x.op) == nearest {
		return a
	}
	shape := emit.Shape(a)
	weight := x.Broadcast(x.Fractions(s, v.Type().Elem()), shape, int64(d))
	return x.Add(x.Mul(a, x.Sub(x.Fill(a.Type(), 1), weight)), x.Mul(x.Take(v, high, d), weight))
}

// gradUpsampling sums the gradient of the result over each square of scale × scale elements.
func gradUpsampling(g *Grads) []*ir.Value {
	if methodOf(g.Op) != nearest {
		return g.fail("has no gradient for the method '%s'", methodOf(g.Op))
	}
	n := intOf(g.Op, "scale", 1)
	square := ir.NewDenseI64(n, n)
	mean := Make[AvgPool2D](g.B, operands(g.Out[0]), named("pool_size", square), named("strides", square))
	if layout := g.Op.Attr("layout"); !layout.IsNil() {
		mean.Def().SetAttr("layout", layout)
	}
	return one(g.scale(mean, float64(n*n)))
}

// sized infers shapes if the result has the height and width "size", whatever the shape of data is.
func sized(s *Shapes, size [2]int64) error {
	if err := resized(s, 1, func(_ int64, i int) int64 { return size[i] }, nil); err != nil || s.Out[0] == nil {
		return err
	}
	at, err := images(s.Op, s.Out[0])
	if err != nil {
		return err
	}
	out := slices.Clone(s.Out[0])
	for i, d := range at {
		out[d] = size[i]
	}
	return s.SetOut(0, out)
}
