package backends_test

import (
	"math"
	"math/bits"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// programs returns a plain Go implementation of each program of kernelDir.
func programs() map[string]naive {
	return map[string]naive{
		"elementwise_tail.mlir": func(in, out []*tensor.Tensor) {
			a, b, c := f32s(in[0]), f32s(in[1]), f32s(out[0])
			for i := range c {
				c[i] = float32(a[i]*b[i]) + 1
			}
		},
		"row_sum.mlir":          rowSum,
		"matmul.mlir":           matmul,
		"gather_rows.mlir":      gatherRows,
		"transpose.mlir":        transpose,
		"halves.mlir":           halves,
		"masks.mlir":            masks,
		"integers.mlir":         integers,
		"carried.mlir":          carried,
		"rounding_scalars.mlir": roundingScalars,
		"rounding.mlir":         rounding,
		"casts.mlir":            casts,
		"schedule.mlir":         schedule,
		"gather_lanes.mlir":     gatherLanes,
		"extremes.mlir":         extremes,
		"dots.mlir":             dots,
		"tiles.mlir":            tiles,
	}
}

// dots adds products of unsigned and signed bytes.
func dots(in, out []*tensor.Tensor) {
	for j := range 16 {
		sum := int32(in[2].Int(j))
		for k := range 4 {
			out[1].SetInt(4*j+k, in[1].Int(16*k+j))
			sum += int32(uint8(in[0].Int(k))) * int32(in[1].Int(16*k+j))
		}
		out[0].SetInt(j, int64(sum))
	}
}

// tiles multiplies 2x528 unsigned bytes by 528x16 signed bytes. In the buffer of the signed bytes,
// the elements of four adjacent rows of a column are adjacent.
func tiles(in, out []*tensor.Tensor) {
	for i := range 2 {
		for j := range 16 {
			sum := int32(0)
			for k := range 528 {
				sum += int32(uint8(in[0].Int(528*i+k))) * int32(in[1].Int(64*(k/4)+4*j+k%4))
			}
			out[0].SetInt(16*i+j, int64(sum))
		}
	}
}

// extremes computes the larger and the smaller of √a and b; -1 for NaN.
func extremes(in, out []*tensor.Tensor) {
	a, b := f32s(in[0]), f32s(in[1])
	number := func(v float64) float32 {
		if math.IsNaN(v) {
			return -1
		}
		return float32(v)
	}
	for i := range a {
		root, y := math.Sqrt(float64(a[i])), float64(b[i])
		root = float64(float32(root))
		f32s(out[0])[i], f32s(out[1])[i] = number(max(root, y)), number(min(y, root))
	}
}

func f32s(t *tensor.Tensor) []float32 { return tensor.Slice[float32](t) }
func f64s(t *tensor.Tensor) []float64 { return tensor.Slice[float64](t) }
func i64s(t *tensor.Tensor) []int64   { return tensor.Slice[int64](t) }
func i32s(t *tensor.Tensor) []int32   { return tensor.Slice[int32](t) }

func rowSum(in, out []*tensor.Tensor) {
	a, s := f32s(in[0]), f32s(out[0])
	for r := range s {
		row := a[r*100 : r*100+100]
		var lanes [16]float32
		for j, v := range row[:96] {
			lanes[j%16] += v
		}
		sum := lanes[0] + lanes[1] + lanes[2] + lanes[3]
		for _, v := range row[96:] {
			sum += v
		}
		s[r] = sum
	}
}

func matmul(in, out []*tensor.Tensor) {
	a, b, c := f32s(in[0]), f32s(in[1]), f32s(out[0])
	for i := range 24 {
		for j := range 64 {
			for k := range 32 {
				c[i*64+j] += float32(a[i*32+k] * b[k*64+j])
			}
		}
	}
}

func gatherRows(in, out []*tensor.Tensor) {
	t, o := f64s(in[0]), f64s(out[0])
	for i, r := range i64s(in[1]) {
		copy(o[i*32:i*32+32], t[min(max(r, 0), 9)*32:])
	}
}

func transpose(in, out []*tensor.Tensor) {
	a, o := tensor.Slice[int16](in[0]), tensor.Slice[int16](out[0])
	for i := range 24 {
		for j := range 40 {
			o[j*24+i] = a[i*40+j]
		}
	}
}

func halves(in, out []*tensor.Tensor) {
	for i := range 64 {
		s := float32(in[0].Float(i)) + float32(in[1].Float(i))
		out[0].SetFloat(i, float64(s))
		out[1].SetFloat(i, float64(s))
	}
}

func masks(in, out []*tensor.Tensor) {
	a, b, k := f32s(in[0]), f32s(in[1]), i64s(in[2])
	for i := range 32 {
		v := -b[i]
		if a[i] < b[i] && k[i]&1 == 1 {
			v = a[i]
		}
		on := in[3].Int(i) != 0
		if !on {
			v = b[i]
		}
		out[0].SetFloat(i, float64(v))
		if !on || a[i] < b[i] {
			out[1].SetInt(i, 1)
		}
	}
}

func integers(in, out []*tensor.Tensor) {
	a, b := tensor.Slice[int8](in[0]), tensor.Slice[int8](in[1])
	for i, x := range a {
		y := b[i]
		quot := x * (x + y) / 3
		urem := uint8(y) % 3
		big := max(uint8(quot)>>2, uint8(quot>>urem))
		out[0].SetInt(i, int64(min(int8(big), y)<<urem))
	}
	for i, v := range i32s(in[2]) {
		q, r := int32(uint32(v)/7), v%7
		w := (q^int32(bits.OnesCount32(uint32(v))))*int32(bits.LeadingZeros32(uint32(q))) + max(r, -r)
		w -= int32(bits.TrailingZeros32(uint32(v)))
		if (uint32(w) < uint32(v)) != (r > 0) {
			w |= -1
		}
		out[1].SetInt(i, int64(w))
	}
}

func carried(_, out []*tensor.Tensor) {
	for i := range 40 {
		a, b, n := int64(0), int64(1), int64(0)
		for range i {
			s := a + b
			if s > 1000 {
				s, n = 1, n+1
			}
			a, b = b, s
		}
		out[0].SetInt(i, a)
		out[1].SetInt(i, n)
	}
}

func rounding(in, out []*tensor.Tensor) {
	for i, x := range f32s(in[0]) {
		v := float64(x)
		m := max(float32(math.Sqrt(math.Abs(v))), float32(math.Floor(v)))
		m = min(m, float32(math.Ceil(v)))
		m = max(m, float32(math.Trunc(v)))
		even := math.RoundToEven(v)
		s := math.Copysign(float64(m), even)
		f32s(out[0])[i] = float32(s*v + even) // the float64 is exact, so only the conversion rounds
	}
}

func roundingScalars(in, out []*tensor.Tensor) {
	for i, y := range f64s(in[0]) {
		root := math.Sqrt(math.Abs(y))
		q := root / math.RoundToEven(y)
		w := math.Copysign(min(q, math.Floor(y)), y)
		if q != q {
			w = root
		}
		f64s(out[0])[i] = w
	}
}

func casts(in, out []*tensor.Tensor) {
	for i, x := range f32s(in[0]) {
		k := i32s(in[1])[i]
		i32s(out[0])[i] = int32(x*100) + k&1 + int32(int8(math.Float32bits(x)))
		f64s(out[1])[i] = float64(k) + float64(uint32(k)) + float64(int16(int(k)+i)) + float64(x)
	}
}

func schedule(in, out []*tensor.Tensor) {
	for i, x := range f32s(in[0]) {
		f32s(out[0])[i] = (x + float32(i)) * 2
		f32s(out[1])[i] = x
	}
}

func gatherLanes(in, out []*tensor.Tensor) {
	for i := range 48 {
		i32s(out[0])[i] = i32s(in[0])[(3*i+5)%48]
	}
}
