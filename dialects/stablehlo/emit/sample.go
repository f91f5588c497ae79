package emit

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Sampling describes the positions along a dimension at which a tensor is sampled. Sample i is at
// the position (i·Step + Offset) / Divisor. Divisor is positive, Step is not negative, and
// positions are at least -1. Samples·Step + Offset + 2·Divisor must fit into 64 bits.
type Sampling struct{ Samples, Step, Offset, Divisor int64 }

// Whole reports whether all positions are integers.
func (s Sampling) Whole() bool { return s.Step%s.Divisor == 0 && s.Offset%s.Divisor == 0 }

// CanSample reports whether n positions in a dimension of m elements can be computed without
// overflow of 64-bit integers.
func CanSample(m, n int64) bool { return m <= math.MaxInt64/16/max(n, 1) }

// At returns the neighbors and the fraction of sample i: see Neighbors and Fractions.
func (s Sampling) At(i, extent int64) (low, high int64, fraction float64) {
	// Adding Divisor makes the numerator nonnegative, so the division rounds down.
	numerator, last := i*s.Step+s.Offset+s.Divisor, max(extent-1, 0)
	index := func(n int64) int64 { return min(max(n/s.Divisor-1, 0), last) }
	return index(numerator), index(numerator + s.Divisor - 1), float64(numerator%s.Divisor) / float64(s.Divisor)
}

// mostTable is the maximum number of samples for which Neighbors and Fractions return constants. It
// equals foldLimit in package stablehlo, which keeps programs small.
const mostTable = 4096

// Neighbors returns two vectors: low has the position of each sample rounded down, and high has the
// position rounded up. Both are clamped to the indices of a dimension with the given extent.
func (e Emitter) Neighbors(s Sampling, extent int64) (low, high *ir.Value) {
	if s.Samples > mostTable {
		return e.rounded(s, 0, extent), e.rounded(s, s.Divisor-1, extent)
	}
	lows, highs := tensor.New(tensor.I64, s.Samples), tensor.New(tensor.I64, s.Samples)
	for i := range s.Samples {
		l, h, _ := s.At(i, extent)
		lows.SetInt(int(i), l)
		highs.SetInt(int(i), h)
	}
	return e.constant(lows), e.constant(highs)
}

func (e Emitter) constant(t *tensor.Tensor) *ir.Value {
	return stablehlo.NewConstant(e.B, ir.NewDense(ir.Tensor(ir.KindType(t.Kind), t.Shape...), t)).Op.Result()
}

// rounded computes ⌊(i·Step + Offset + more) / Divisor⌋ for each sample i, clamped to the indices
// of a dimension with the given extent.
func (e Emitter) rounded(s Sampling, more, extent int64) *ir.Value {
	s.Offset += s.Divisor + more // as in At
	last := max(extent-1, 0)
	quotient := stablehlo.NewDivide(e.B, e.numerators(s), e.all(s, s.Divisor)).Op.Result()
	index := e.Min(e.Max(e.Sub(quotient, e.all(s, 1)), e.all(s, 0)), e.all(s, last))
	if last > math.MaxInt32 {
		return index
	}
	return e.Convert(index, ir.I32()) // half as much memory
}

// Fractions returns a vector with each position minus the position rounded down. elem is the float
// type of the elements.
func (e Emitter) Fractions(s Sampling, elem ir.Type) *ir.Value {
	if s.Samples <= mostTable {
		t := tensor.New(elem.Kind(), s.Samples)
		for i := range s.Samples {
			_, _, fraction := s.At(i, 1)
			if elem.Kind() != tensor.F64 {
				fraction = float64(float32(fraction)) // the operations below compute in f32
			}
			t.SetFloat(int(i), fraction)
		}
		return e.constant(t)
	}
	s.Offset += s.Divisor // as in At
	exact := ir.F32()
	if elem.Kind() == tensor.F64 {
		exact = elem
	}
	rest := e.Convert(stablehlo.NewRemainder(e.B, e.numerators(s), e.all(s, s.Divisor)).Op.Result(), exact)
	return e.Convert(e.Div(rest, e.Fill(rest.Type(), float64(s.Divisor))), elem)
}

// numerators computes i·Step + Offset for each sample i.
func (e Emitter) numerators(s Sampling) *ir.Value {
	return e.Add(e.Mul(e.Iota(ir.I64(), 0, s.Samples), e.all(s, s.Step)), e.all(s, s.Offset))
}

// all(s, n) returns a vector with the integer n for each sample.
func (e Emitter) all(s Sampling, n int64) *ir.Value {
	t := tensor.New(tensor.I64)
	t.SetInt(0, n)
	return e.Broadcast(e.constant(t), []int64{s.Samples})
}
