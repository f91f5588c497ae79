package stablehlo

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

type windowDim struct {
	size, stride, low, high      int64
	baseDilation, windowDilation int64
}

// windowSpec has the attributes of a window. All lists except sizes may be empty, and padding may
// be nil. reversals is the length of window_reversal.
type windowSpec struct {
	sizes, strides, baseDilations, windowDilations []int64
	padding                                        ir.Attr
	reversals                                      int
}

// dims checks the attributes, and returns their values for each dimension. The value of an absent
// attribute is the default.
func (s windowSpec) dims() ([]windowDim, error) {
	pads, err := paddings(s.padding)
	if err != nil {
		return nil, err
	}
	for _, a := range []struct {
		n    int
		name string
	}{
		{len(s.strides), "window-strides"}, {len(s.baseDilations), "base-dilation factors"},
		{len(s.windowDilations), "window-dilation factors"}, {len(pads), "padding-entries"}, {s.reversals, "window-reversal"},
	} {
		if a.n != 0 && a.n != len(s.sizes) {
			return nil, fmt.Errorf("expects %s to have same dimension-size as size of window dimensions (%d), but got: %d.", a.name, len(s.sizes), a.n)
		}
	}
	out := make([]windowDim, len(s.sizes))
	for i, n := range s.sizes {
		d := windowDim{size: n, stride: oneOr(s.strides, i), baseDilation: oneOr(s.baseDilations, i), windowDilation: oneOr(s.windowDilations, i)}
		if len(pads) > 0 {
			d.low, d.high = pads[i][0], pads[i][1]
		}
		if out[i] = d; d.size != ir.Dynamic && d.size <= 0 {
			return nil, fmt.Errorf("expects window to have positive value for %d-th window dimension, but got %d.", i, d.size)
		}
		if d.size != ir.Dynamic && dilated(d.size, d.windowDilation) == mostExtent {
			return nil, fmt.Errorf("expects the dilated window to have fewer than 2^60 elements in dimension %d", i)
		}
		for _, c := range []struct {
			n    int64
			name string
		}{{d.stride, "stride"}, {d.baseDilation, "base dilation factor"}, {d.windowDilation, "window dilation factor"}} {
			if c.n <= 0 {
				return nil, fmt.Errorf("expects window to have positive %s for %d-th window dimension, but got %d.", c.name, i, c.n)
			}
		}
	}
	return out, nil
}

func oneOr(v []int64, i int) int64 {
	if len(v) == 0 {
		return 1
	}
	return v[i]
}

// paddings returns the pairs of a padding attribute, or nil without an attribute.
func paddings(a ir.Attr) ([][2]int64, error) {
	if a.IsNil() {
		return nil, nil
	}
	shape := a.TypeOf().Dims()
	if len(shape) != 2 || shape[1] != 2 {
		return nil, fmt.Errorf("expects the shape of padding-attribute to be {N, 2}, but got {%s}.", list(shape))
	}
	v, _ := a.Ints()
	pairs := make([][2]int64, len(v)/2)
	for i := range pairs {
		pairs[i] = [2]int64{v[2*i], v[2*i+1]}
	}
	return pairs, nil
}

// outputs returns the number of window positions along each dimension of a tensor. The number is
// ir.Dynamic if the extent or the size of the window is dynamic.
func outputs(shape []int64, window []windowDim) ([]int64, error) {
	out := make([]int64, len(window))
	for i, d := range window {
		if shape[i] == ir.Dynamic || d.size == ir.Dynamic {
			out[i] = ir.Dynamic
			continue
		}
		extent, err := PaddedExtent(shape[i], d.low, d.high, d.baseDilation-1)
		if err != nil {
			return nil, fmt.Errorf("has dimension %d that %v", i, err)
		}
		out[i] = windowPlaces(extent, d.size, d.stride, d.windowDilation)
	}
	return out, nil
}

// mostExtent limits extents and padding so that their sums fit into 64 bits. No tensor has so many
// elements.
const mostExtent = 1 << 60

func limited(n int64) int64 { return min(max(n, -mostExtent), mostExtent) }

// dilated returns the extent of n elements at a distance of factor, such as 5 for 3 elements at a
// distance of 2. It returns at most mostExtent.
func dilated(n, factor int64) int64 {
	switch {
	case n <= 1:
		return n
	case n-1 > (mostExtent-1)/max(factor, 1):
		return mostExtent
	}
	return (n-1)*factor + 1
}

// PaddedExtent returns the extent of n elements with interior padding between them, and low and
// high padding at the ends. The result is negative if negative padding removes more elements than
// there are. PaddedExtent fails if interior is negative, if low or high padding is outside [-2^60,
// 2^60], or if the extent is 2^60 or more.
func PaddedExtent(n, low, high, interior int64) (int64, error) {
	if interior < 0 {
		return 0, fmt.Errorf("has the negative interior padding %d", interior)
	}
	if limited(low) != low || limited(high) != high {
		return 0, fmt.Errorf("is padded by more than 2^60 elements")
	}
	inner := dilated(n, limited(interior)+1)
	if inner == mostExtent || inner+low+high >= mostExtent {
		return 0, fmt.Errorf("has 2^60 elements or more after padding")
	}
	return inner + low + high, nil
}

// windowPlaces returns the number of window positions along a dimension with this padded extent.
func windowPlaces(extent, size, stride, dilation int64) int64 {
	span := dilated(size, dilation)
	if extent <= 0 || span > extent {
		return 0
	}
	return (extent-span)/stride + 1
}
