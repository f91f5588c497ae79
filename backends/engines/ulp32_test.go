package engines_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// worstOfF32 returns the largest error of fn for f32 on engine e, and says where it occurs. It uses
// one of stride bit patterns. The reference is Go's package math in f64, whose errors are negligible
// for functions that are computed in f32.
func worstOfF32(t *testing.T, e engine, fn function, stride uint64) (worst float64, at string) {
	const size = 1 << 22
	x, y := tensor.New(tensor.F32, size), tensor.New(tensor.F32, size)
	in, more := tensor.Slice[uint32](x), tensor.Slice[uint32](y)
	m := parse(t, registry(t), strings.ReplaceAll(elementaryProgram([]function{fn}, formats()[1:2]), "?", strconv.Itoa(size)))
	p := compile(t, []engine{e}, m)
	for first := uint64(0); first < 1<<32; first += size * stride {
		for i := range in {
			in[i] = uint32(first + uint64(i)*stride)
			more[i] = in[i]*2654435761 ^ in[i]>>7
		}
		got, err := p.programs[0].Run(t.Context(), []*tensor.Tensor{x, y})
		if err != nil {
			t.Fatal(err)
		}
		for i, bits := range tensor.Slice[uint32](got[0]) {
			a, b, g := float64(math.Float32frombits(in[i])), float64(math.Float32frombits(more[i])), float64(math.Float32frombits(bits))
			want := fn.plain(a, b)
			if d := ulpsOfF32(g, want); d > worst || at == "" {
				worst, at = d, fmt.Sprintf("%v, %v: got %v, want %v", a, b, g, want)
			}
		}
	}
	return worst, at
}

// ulpsOfF32 returns the distance between got, an f32, and want in units of the last place of want.
// Infinity counts as the first power of 2 that overflows.
func ulpsOfF32(got, want float64) float64 {
	const most = 0x1p128
	got, want = min(max(got, -most), most), min(max(want, -most), most)
	switch {
	case got == want || got != got && want != want:
		return 0
	case got != got || want != want:
		return math.Inf(1)
	}
	e := max(int(math.Float64bits(want)>>52&0x7ff)-1023-23, -149)
	return math.Abs(got-want) * math.Float64frombits(uint64(1023-e)<<52)
}
