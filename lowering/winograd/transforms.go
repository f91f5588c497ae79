// Package winograd implements Winograd's algorithms F(2×2, 3×3) and F(4×4, 3×3) for convolutions
// with 3×3 windows. It chooses the convolutions for which one of the algorithms is faster than a
// direct convolution.
//
// A tile of m×m results is computed from a tile of a×a inputs, a = m + 2. The tile of inputs and
// the window are transformed and multiplied element by element. The products are summed over the
// input features, and the sums are transformed into results. For each pair of an input and an
// output feature, a tile takes a² multiplications, instead of the 9·m² of a direct convolution. For
// each of the a² elements, one product of matrices computes the sums of all tiles and output
// features.
package winograd

import (
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Arithmetic computes on values of type V.
type Arithmetic[V any] interface {
	Add(x, y V) V
	Sub(x, y V) V
	Scale(k float64, x V) V
	MulAdd(k float64, x, y V) V // k·x + y
}

// Transform is a linear function that transforms one column or row of a tile.
type Transform[V any] func(a Arithmetic[V], x []V) []V

// Input, Kernel and Output return the transforms for tiles of m×m results, where m is 2 or 4. Input
// is for tiles of inputs, Kernel is for windows, and Output is for sums of products.
func Input[V any](m int64) Transform[V]  { return choose(m, input2[V], input4[V]) }
func Kernel[V any](m int64) Transform[V] { return choose(m, kernel2[V], kernel4[V]) }
func Output[V any](m int64) Transform[V] { return choose(m, output2[V], output4[V]) }

func choose[V any](m int64, two, four Transform[V]) Transform[V] {
	switch m {
	case 2:
		return two
	case 4:
		return four
	}
	panic("winograd: BUG: no algorithm for tiles of this size")
}

// Square applies f to the columns of a matrix of n rows and n columns, and then to its rows.
func Square[V any](a Arithmetic[V], f Transform[V], n int, x []V) []V {
	columns := make([][]V, n)
	for j := range columns {
		column := make([]V, n)
		for i := range column {
			column[i] = x[i*n+j]
		}
		columns[j] = f(a, column)
	}
	var out []V
	for i := range columns[0] {
		row := make([]V, n)
		for j := range row {
			row[j] = columns[j][i]
		}
		out = append(out, f(a, row)...)
	}
	return out
}

// F(2×2, 3×3) uses the points 0, 1, -1 and ∞.

func input2[V any](a Arithmetic[V], x []V) []V {
	return []V{a.Sub(x[0], x[2]), a.Add(x[1], x[2]), a.Sub(x[2], x[1]), a.Sub(x[1], x[3])}
}

func kernel2[V any](a Arithmetic[V], g []V) []V {
	half := a.Scale(0.5, a.Add(g[0], g[2]))
	return []V{g[0], a.MulAdd(0.5, g[1], half), a.MulAdd(-0.5, g[1], half), g[2]}
}

func output2[V any](a Arithmetic[V], s []V) []V {
	return []V{a.Add(a.Add(s[0], s[1]), s[2]), a.Sub(a.Sub(s[1], s[2]), s[3])}
}

// The points of F(4×4, 3×3) are 0, p, -p, q, -q and ∞. With these p and q, the coefficients of the
// transforms of inputs and results are exact in binary. With p = 1 and q = 2, errors would be five
// times as large.
const (
	p  = 5.0 / 8
	q  = 3.0 / 2
	pp = p * p
	qq = q * q
)

func input4[V any](a Arithmetic[V], x []V) []V {
	ends := func(x0, x2, x4 V) V { return a.MulAdd(pp*qq, x0, a.MulAdd(-pp-qq, x2, x4)) }
	even, odd := a.MulAdd(-qq, x[2], x[4]), a.MulAdd(-qq, x[1], x[3])
	even2, odd2 := a.MulAdd(-pp, x[2], x[4]), a.MulAdd(-pp, x[1], x[3])
	return []V{
		ends(x[0], x[2], x[4]),
		a.MulAdd(p, odd, even), a.MulAdd(-p, odd, even),
		a.MulAdd(q, odd2, even2), a.MulAdd(-q, odd2, even2),
		ends(x[1], x[3], x[5]),
	}
}

func kernel4[V any](a Arithmetic[V], g []V) []V {
	// at returns (g[0] + g[1]·x + g[2]·x²)/n and (g[0] - g[1]·x + g[2]·x²)/n.
	at := func(x, n float64) (V, V) {
		even := a.Scale(1/n, a.MulAdd(x*x, g[2], g[0]))
		return a.MulAdd(x/n, g[1], even), a.MulAdd(-x/n, g[1], even)
	}
	p1, p2 := at(p, 2*pp*(pp-qq))
	q1, q2 := at(q, 2*qq*(qq-pp))
	return []V{a.Scale(1/(pp*qq), g[0]), p1, p2, q1, q2, g[2]}
}

func output4[V any](a Arithmetic[V], s []V) []V {
	even, odd := a.Add(s[1], s[2]), a.Sub(s[1], s[2])
	even2, odd2 := a.Add(s[3], s[4]), a.Sub(s[3], s[4])
	return []V{
		a.Add(a.Add(s[0], even), even2),
		a.MulAdd(q, odd2, a.Scale(p, odd)),
		a.MulAdd(qq, even2, a.Scale(pp, even)),
		a.MulAdd(q*qq, odd2, a.MulAdd(p*pp, odd, s[5])),
	}
}

// vectors implements Arithmetic on vectors of f64.
type vectors struct{}

func (vectors) Add(x, y []float64) []float64 { return vectors{}.MulAdd(1, x, y) }
func (vectors) Sub(x, y []float64) []float64 { return vectors{}.MulAdd(-1, y, x) }

func (vectors) Scale(k float64, x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = k * v
	}
	return out
}

func (vectors) MulAdd(k float64, x, y []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = k*v + y[i]
	}
	return out
}

// Weights transforms the windows of constant weights in f64. order lists the dimensions of the
// weights: the two dimensions of the window, the input features, and the output features. taps[k]
// is the position in the window of the weight that multiplies element k of an input window. Element
// i·(m+2) + j of the result is a matrix of the elements (i, j) of all transformed windows. It has a
// row for each input feature and a column for each output feature.
func Weights(m int64, weights *tensor.Tensor, order [4]int64, taps [][2]int64) []*tensor.Tensor {
	var strides [4]int64
	for i, d := range order {
		strides[i] = 1
		for _, n := range weights.Shape[d+1:] {
			strides[i] *= n
		}
	}
	from, to := weights.Shape[order[2]], weights.Shape[order[3]]
	all := make([]*tensor.Tensor, (m+2)*(m+2))
	for k := range all {
		all[k] = tensor.New(weights.Kind, from, to)
	}
	window := make([][]float64, len(taps))
	for i := range from {
		for k, tap := range taps {
			row := make([]float64, to)
			at := tap[0]*strides[0] + tap[1]*strides[1] + i*strides[2]
			for o := range row {
				row[o] = weights.Float(int(at + int64(o)*strides[3]))
			}
			window[k] = row
		}
		for k, row := range Square(vectors{}, Kernel[[]float64](m), 3, window) {
			for o, v := range row {
				all[k].SetFloat(int(i*to)+o, v)
			}
		}
	}
	return all
}
