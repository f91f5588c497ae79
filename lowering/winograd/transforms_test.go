package winograd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTransforms checks that the transforms compute a correlation, and that they amplify errors as
// documented in docs/numerics.md.
func TestTransforms(t *testing.T) {
	for m, most := range map[int64]float64{2: 64, 4: 570} {
		a := int(m + 2)
		tile, window := random(a*a), random(9)
		sums := make([][]float64, a*a)
		u := Square(vectors{}, Kernel[[]float64](m), 3, window)
		for k, v := range Square(vectors{}, Input[[]float64](m), a, tile) {
			sums[k] = []float64{v[0] * u[k][0]}
		}
		for k, got := range Square(vectors{}, Output[[]float64](m), a, sums) {
			want := 0.0
			for w := range 9 {
				want += window[w][0] * tile[(k/int(m)+w/3)*a+k%int(m)+w%3][0]
			}
			if math.Abs(got[0]-want) > 1e-13*most {
				t.Errorf("tiles of %d: element %d is %v, expected %v", m, k, got[0], want)
			}
		}
		if got := amplification(m); got > most || got < 0.9*most {
			t.Errorf("tiles of %d: errors grow by a factor of %v, expected 0.9 to 1 times %v", m, got, most)
		}
	}
}

func random(n int) [][]float64 {
	rnd := rand.New(rand.NewPCG(1, uint64(n)))
	out := make([][]float64, n)
	for i := range out {
		out[i] = []float64{2*rnd.Float64() - 1}
	}
	return out
}

// amplification returns the largest factor by which the transforms can amplify an error.
func amplification(m int64) float64 {
	in, kernel := sums(Input[[]float64](m), int(m+2)), sums(Kernel[[]float64](m), 3)
	most := 0.0
	for _, row := range matrix(Output[[]float64](m), int(m+2)) {
		sum := 0.0
		for k, v := range row {
			sum += math.Abs(v) * in[k] * kernel[k]
		}
		most = max(most, sum)
	}
	return most * most // squared, since a tile is transformed along columns and rows
}

// sums returns the sum of absolute values of each row of f.
func sums(f Transform[[]float64], n int) []float64 {
	var out []float64
	for _, row := range matrix(f, n) {
		sum := 0.0
		for _, v := range row {
			sum += math.Abs(v)
		}
		out = append(out, sum)
	}
	return out
}

// matrix returns f as a matrix with n columns.
func matrix(f Transform[[]float64], n int) [][]float64 {
	units := make([][]float64, n)
	for i := range units {
		units[i] = make([]float64, n)
		units[i][i] = 1
	}
	return f(vectors{}, units)
}
