package linalg

import (
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// layout describes how the loops of a named computation index its operands. Each loop is a letter:
// a capital letter if it is a reduction. Each operand is a list of its dimensions; the list is
// empty for a scalar. A dimension is either one loop, or two loops: the position of a window and
// the offset in this window.
//
//	{loops: "nyxfYXC", operands: {"n yY xX C", "Y X C f", "n y x f"}}
type layout struct {
	loops    string
	operands []string
}

func (l layout) iterators() []Iterator {
	its := make([]Iterator, len(l.loops))
	for i, c := range l.loops {
		if c < 'a' {
			its[i] = Reduction
		}
	}
	return its
}

// maps returns the maps of the operands. It multiplies positions of windows by strides, and offsets
// in windows by dilations. Nil strides or dilations are 1.
func (l layout) maps(strides, dilations []int64) []affine.Map {
	ms := make([]affine.Map, len(l.operands))
	for i, operand := range l.operands {
		ms[i].Dims = len(l.loops)
		window := 0
		for dim := range strings.FieldsSeq(operand) {
			e := affine.Dim(strings.IndexByte(l.loops, dim[0]))
			if len(dim) == 2 {
				offset := affine.Dim(strings.IndexByte(l.loops, dim[1]))
				e = affine.Add(times(e, strides, window), times(offset, dilations, window))
				window++
			}
			ms[i].Results = append(ms[i].Results, e)
		}
	}
	return ms
}

// times(e, factors, i) returns e times factors[i]; a missing factor is 1.
func times(e affine.Expr, factors []int64, i int) affine.Expr {
	if i >= len(factors) {
		return e
	}
	return affine.Mul(e, affine.Const(factors[i]))
}

// stepsField describes an attribute that has a number for each dimension of a window.
func stepsField(name, doc string, dims int) ir.AttrField {
	return ir.AttrField{Name: name, Doc: doc, Optional: true, Type: ir.AttrConstraint{
		Text: "64-bit signless int elements attribute of shape [" + list([]int64{int64(dims)}) + "]",
		Accept: func(a ir.Attr) bool {
			d, ok := ir.AttrAs[*ir.DenseElements](a)
			if !ok {
				return false
			}
			shape, _ := d.Type.Shape()
			return d.Type.Elem() == ir.I64() && len(shape) == 1 && shape[0] == int64(dims)
		},
	}}
}

// stepsOf returns the numbers in a, an attribute of stepsField, or nil if a is absent.
func stepsOf(a ir.Attr) []int64 {
	d, ok := ir.AttrAs[*ir.DenseElements](a)
	if !ok {
		return nil
	}
	values := d.Tensor()
	steps := make([]int64, values.NumElements())
	for i := range steps {
		steps[i] = values.Int(i)
	}
	return steps
}

// conv describes a convolution with strides and dilations.
func conv(name, doc, loops, in, kernel, out string) named {
	n := convPlain(name, doc, loops, in, kernel, out)
	n.window = strings.Count(loops, "X") + strings.Count(loops, "Y") + strings.Count(loops, "Z")
	return n
}

// convPlain describes a convolution whose strides and dilations are 1.
func convPlain(name, doc, loops, in, kernel, out string) named {
	return named{
		name: name, doc: doc, inputs: 2, family: convolutions,
		layout: &layout{loops, []string{in, kernel, out}}, body: multiplyAdd,
	}
}

// convQuantized describes a convolution after subtraction of zero points.
func convQuantized(name, doc, loops, in, kernel, out string) named {
	return quantized(conv(name, doc, loops, in, kernel, out))
}

// quantized adds the zero points of the two inputs to n, as scalar operands after the inputs. The
// body subtracts them from the elements.
func quantized(n named) named {
	d := n.layout.operands
	n.inputs, n.body = 4, multiplyAddShifted
	if n.family == contractions {
		n.family = others
	}
	n.layout.operands = []string{d[0], d[1], "", "", d[2]}
	return n
}

// pool describes a pooling that combines the elements of each window by the function fn.
func pool(name, doc, loops, in, kernel, out, fn string) named {
	n := conv(name, doc, loops, in, kernel, out)
	n.body = func(b *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) {
		x := castScalar(b, args[0], args[2].Type(), strings.HasSuffix(fn, "_unsigned"))
		return applyBinary(b, fn, args[2], x)
	}
	return n
}
