package stablehlo

import (
	"slices"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// element is a class of element types. text is MLIR's text for the class.
type element struct {
	text   string
	accept func(ir.Type) bool
}

// The classes of element types.
func anyFloat() element { return element{"4/6/8/16/32/64-bit float", IsFloatElem} }
func pred() element     { return element{"bool", func(t ir.Type) bool { return t.IsInt(1) }} }
func anyInt() element   { return element{"2/4/8/16/32/64-bit integer", isIntElem} }
func sint() element {
	return element{"2/4/8/16/32/64-bit signless integer", func(t ir.Type) bool { return isIntElem(t) && t.IsInt(0) }}
}
func anyComplex() element {
	return element{"complex type with 32/64-bit float elements", IsComplexElem}
}
func quantized() element {
	return element{"per-tensor integer quantized", func(t ir.Type) bool { return isUniform(t, false) }}
}
func perAxis() element {
	return element{"per-axis integer quantized", func(t ir.Type) bool { return isUniform(t, true) }}
}
func indexElem() element { return element{"index", ir.Type.IsIndex} }

// IsElem reports whether t may be the element type of tensors in StableHLO and CHLO.
func IsElem(t ir.Type) bool {
	return t.IsInt(1) || IsFloatElem(t) || isIntElem(t) || IsComplexElem(t) || isUniform(t, false) || isUniform(t, true)
}

// IsTensor reports whether t is a ranked tensor type that StableHLO and CHLO accept.
func IsTensor(t ir.Type) bool {
	d, ok := ir.TypeAs[*ir.TensorType](t)
	return ok && IsElem(d.Elem) && validAxis(d)
}

// IsComplexElem reports whether t is a complex element type of StableHLO.
func IsComplexElem(t ir.Type) bool {
	c, ok := ir.TypeAs[*ir.ComplexType](t)
	return ok && (c.Elem == ir.F32() || c.Elem == ir.F64())
}

// IsFloatElem reports whether t is a float element type of StableHLO.
func IsFloatElem(t ir.Type) bool {
	d, ok := ir.TypeAs[*ir.FloatType](t)
	return ok && d.Kind != tensor.TF32 && d.Kind != tensor.F80 && d.Kind != tensor.F128
}

func isIntElem(t ir.Type) bool {
	d, ok := ir.TypeAs[*ir.IntType](t)
	return ok && d.Sign != ir.Signed && slices.Contains([]int{2, 4, 8, 16, 32, 64}, d.Bits)
}

// isUniform reports whether t is a uniform quantized type: per axis if perAxis is set, otherwise
// per tensor. The storage type must have a supported width, and the zero points must be in its
// range.
func isUniform(t ir.Type, perAxis bool) bool {
	if !ir.IsType[*quant.UniformType](t) && !ir.IsType[*quant.PerAxisType](t) {
		return false
	}
	q, _ := uniformOf(t)
	if q.perAxis != perAxis || !slices.Contains([]int{2, 4, 8, 16, 32}, q.storage.Bits) {
		return false
	}
	return !slices.ContainsFunc(q.params, func(p quant.Param) bool {
		return p.ZeroPoint < q.storage.Min || p.ZeroPoint > q.storage.Max
	})
}

// validAxis returns false if d has per-axis quantized elements, and its quantized dimension does
// not exist or has a static extent that differs from the number of scales.
func validAxis(d *ir.TensorType) bool {
	q, ok := ir.TypeAs[*quant.PerAxisType](d.Elem)
	if !ok {
		return true
	}
	return q.Axis >= 0 && q.Axis < int64(len(d.Shape)) && compatibleDim(d.Shape[q.Axis], int64(len(q.Params)))
}

func joinTexts(es []element) string {
	var b strings.Builder
	for i, e := range es {
		if i > 0 {
			b.WriteString(" or ")
		}
		b.WriteString(e.text)
	}
	return b.String()
}

func acceptAny(es []element, t ir.Type) bool {
	return slices.ContainsFunc(es, func(e element) bool { return e.accept(t) })
}

// ranked accepts ranked tensors with elements of any of the classes.
func ranked(es ...element) ir.Constraint {
	return ir.Constraint{
		Text: "ranked tensor of " + joinTexts(es) + " values",
		Accept: func(t ir.Type) bool {
			d, ok := ir.TypeAs[*ir.TensorType](t)
			return ok && acceptAny(es, d.Elem) && validAxis(d)
		},
	}
}

// rankedAs is like ranked, but the function "demand" must also return true for the type. The text
// of the constraint begins with "text", a description of this requirement.
func rankedAs(text string, demand func(*ir.TensorType) bool, es ...element) ir.Constraint {
	return ir.Constraint{
		Text: text + " of " + joinTexts(es) + " values",
		Accept: func(t ir.Type) bool {
			d, ok := ir.TypeAs[*ir.TensorType](t)
			return ok && demand(d) && acceptAny(es, d.Elem) && validAxis(d)
		},
	}
}

func isStatic(t *ir.TensorType) bool { return !slices.Contains(t.Shape, ir.Dynamic) }

func hasRank(n int) func(*ir.TensorType) bool {
	return func(t *ir.TensorType) bool { return len(t.Shape) == n }
}

func staticRank(n int) func(*ir.TensorType) bool {
	return func(t *ir.TensorType) bool { return len(t.Shape) == n && isStatic(t) }
}

// staticOrBounded accepts static shapes, and shapes with a single dynamic dimension that has a
// bound.
func staticOrBounded(t *ir.TensorType) bool {
	if isStatic(t) {
		return true
	}
	b, ok := ir.AttrAs[*Bounds](t.Encoding)
	dynamic := 0
	for i, n := range t.Shape {
		if n != ir.Dynamic {
			continue
		}
		if !ok || i >= len(b.Bounds) || b.Bounds[i] == ir.Dynamic {
			return false
		}
		dynamic++
	}
	return dynamic <= 1
}

// oneOf accepts the types that at least one of the constraints accepts.
func oneOf(cs ...ir.Constraint) ir.Constraint {
	var texts []string
	for _, c := range cs {
		texts = append(texts, c.Text)
	}
	return ir.Constraint{
		Text: strings.Join(texts, " or "),
		Accept: func(t ir.Type) bool {
			return slices.ContainsFunc(cs, func(c ir.Constraint) bool { return c.Accept(t) })
		},
	}
}

// The constraints that most operations use are created once.
var (
	anyTensor = sync.OnceValue(func() ir.Constraint {
		return ranked(anyFloat(), pred(), anyInt(), anyComplex(), quantized())
	})
	anyOrPerAxis = sync.OnceValue(func() ir.Constraint {
		return ranked(anyFloat(), pred(), anyInt(), anyComplex(), quantized(), perAxis())
	})
	floatOrQuant   = sync.OnceValue(func() ir.Constraint { return ranked(anyFloat(), quantized()) })
	floatComplexQ  = sync.OnceValue(func() ir.Constraint { return ranked(anyFloat(), anyComplex(), quantized()) })
	floatOrComplex = sync.OnceValue(func() ir.Constraint { return ranked(anyFloat(), anyComplex()) })
	vectorOfFloat  = sync.OnceValue(func() ir.Constraint {
		return rankedAs("1D tensor", hasRank(1), anyFloat(), quantized())
	})
	buffer = sync.OnceValue(func() ir.Constraint {
		return ir.Constraint{
			Text: "memref of " + joinTexts(dense()) + " values",
			Accept: func(t ir.Type) bool {
				return (isBuffer(t) || ir.IsType[*ir.UnrankedMemRefType](t)) && acceptAny(dense(), t.Elem())
			},
		}
	})
	tuple = sync.OnceValue(func() ir.Constraint {
		return nestedTuple(anyTensor(), buffer(), ranked(perAxis()), token())
	})
)

func intTensor() ir.Constraint       { return ranked(anyInt()) }
func predTensor() ir.Constraint      { return ranked(pred()) }
func predOrInt() ir.Constraint       { return ranked(pred(), anyInt()) }
func floatTensor() ir.Constraint     { return ranked(anyFloat()) }
func numberTensor() ir.Constraint    { return ranked(anyInt(), anyFloat(), anyComplex(), quantized()) }
func intOrFloat() ir.Constraint      { return ranked(anyInt(), anyFloat()) }
func predIntOrFloat() ir.Constraint  { return ranked(pred(), anyInt(), anyFloat()) }
func signedNumber() ir.Constraint    { return ranked(sint(), anyFloat(), anyComplex(), quantized()) }
func nonQuantized() ir.Constraint    { return ranked(anyFloat(), pred(), anyInt(), anyComplex()) }
func complexTensor() ir.Constraint   { return ranked(anyComplex()) }
func quantTensor() ir.Constraint     { return ranked(quantized(), perAxis()) }
func floatOrAnyQuant() ir.Constraint { return ranked(anyFloat(), quantized(), perAxis()) }
func float32Or64() ir.Constraint {
	return ranked(element{"32/64-bit float", func(t ir.Type) bool { return t == ir.F32() || t == ir.F64() }})
}
func i32Tensor() ir.Constraint {
	return ranked(element{"32-bit signless integer", func(t ir.Type) bool { return t.IsInt(32) }})
}
func ui32Tensor() ir.Constraint {
	return ranked(element{"32-bit unsigned integer", func(t ir.Type) bool { return t == ir.KindType(tensor.U32) }})
}
func scalarInt() ir.Constraint { return rankedAs("0D tensor", hasRank(0), anyInt()) }
func scalarTensor() ir.Constraint {
	return rankedAs("0D tensor", hasRank(0), anyFloat(), pred(), anyInt(), anyComplex(), quantized())
}
func staticTensor() ir.Constraint {
	return rankedAs("statically shaped tensor", isStatic, anyFloat(), pred(), anyInt(), anyComplex(), quantized(), perAxis())
}
func staticNumber() ir.Constraint {
	return rankedAs("statically shaped tensor", isStatic, anyInt(), anyFloat(), anyComplex(), quantized())
}
func boundedTensor() ir.Constraint {
	return rankedAs("statically shaped or single bounded dimension tensor", staticOrBounded, anyFloat(), pred(), anyInt(), anyComplex(), quantized(), perAxis())
}
func shapeVector() ir.Constraint {
	return rankedAs("statically shaped 1-dimensional tensor", staticRank(1), indexElem(), anyInt())
}
func dimVector() ir.Constraint { return rankedAs("1D tensor", hasRank(1), indexElem(), anyInt()) }
func token() ir.Constraint {
	return ir.Constraint{Text: "token", Accept: ir.IsType[*TokenType]}
}
func future() ir.Constraint {
	return ir.Constraint{Text: "future", Accept: ir.IsType[*FutureType]}
}

// dense lists the element classes of anyTensor.
func dense() []element { return []element{anyFloat(), pred(), anyInt(), anyComplex(), quantized()} }

// nestedTuple accepts tuples, possibly nested, in which each leaf satisfies one of the constraints.
func nestedTuple(leaves ...ir.Constraint) ir.Constraint {
	leaf := oneOf(leaves...)
	var accept func(t ir.Type) bool
	accept = func(t ir.Type) bool {
		if d, ok := ir.TypeAs[*ir.TupleType](t); ok {
			return !slices.ContainsFunc(d.Elems, func(e ir.Type) bool { return !accept(e) })
		}
		return leaf.Accept(t)
	}
	return ir.Constraint{
		Text:   "nested tuple with any combination of " + leaf.Text + " values",
		Accept: func(t ir.Type) bool { return ir.IsType[*ir.TupleType](t) && accept(t) },
	}
}

// IsTuple reports whether t is a tuple, possibly nested, of ranked tensors, buffers or tokens.
func IsTuple(t ir.Type) bool { return tuple().Accept(t) }

func tensorOrToken() ir.Constraint       { return oneOf(anyTensor(), ranked(perAxis()), token()) }
func tensorTokenOrBuffer() ir.Constraint { return oneOf(tensorOrToken(), buffer()) }
func tensorTokenOrTuple() ir.Constraint  { return oneOf(anyTensor(), token(), tuple()) }
func anyValue() ir.Constraint {
	return oneOf(anyTensor(), ranked(perAxis()), token(), tuple(), buffer())
}
func rankedOrNot() ir.Constraint {
	es := append(dense(), perAxis())
	return ir.Constraint{
		Text: "tensor of " + joinTexts(es) + " values",
		Accept: func(t ir.Type) bool {
			if d, ok := ir.TypeAs[*ir.TensorType](t); ok && !validAxis(d) {
				return false
			}
			return isAnyTensor(t) && acceptAny(es, t.Elem())
		},
	}
}
func customCallValue() ir.Constraint {
	return oneOf(rankedOrNot(), buffer(), token(), nestedTuple(rankedOrNot(), buffer(), token()), future())
}
