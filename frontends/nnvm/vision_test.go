// In the names of tests, R and a number are a row of the tables in docs/successors.md.

package nnvm_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// expect interprets and compiles a graph, and compares both results with want.
func expect(t *testing.T, in map[string]*tensor.Tensor, want []float64, lines ...string) {
	t.Helper()
	var args []string
	for _, name := range []string{"x", "y", "z"} {
		if v := in[name]; v != nil {
			args = append(args, name+":"+strings.Trim(strings.ReplaceAll(fmt.Sprint(v.Shape), " ", "x"), "[]"))
		}
	}
	f := short(t, strings.Join(args, " "), lines...)
	interpreted := run(t, f, in)
	m, _ := ir.As[ir.Module](f.Op.Parent())
	e, err := compile.Module(context.Background(), m, compile.Options{Backend: "vm"})
	if err != nil {
		t.Fatalf("%s: %v", lines, err)
	}
	defer e.Close()
	var ts []*tensor.Tensor
	for _, a := range f.Entry().Args() {
		ts = append(ts, in[nameOf(a)])
	}
	compiled, err := e.Run(t.Context(), ts...)
	if err != nil {
		t.Fatalf("%s: %v", lines, err)
	}
	for engine, out := range map[string]*tensor.Tensor{"ref": interpreted[0], "vm": compiled[0]} {
		if out.NumElements() != len(want) {
			t.Fatalf("%s on %s has %d elements, want %d", lines, engine, out.NumElements(), len(want))
		}
		for i, w := range want {
			if got := out.Float(i); math.Abs(got-w) > 1e-4*(1+math.Abs(w)) {
				t.Fatalf("%s on %s: element %d is %v, want %v", lines, engine, i, got, w)
			}
		}
	}
}

// random returns a tensor of numbers between -1 and 1.
func random(rng *rand.Rand, shape ...int64) *tensor.Tensor { return randomTensor(rng, "x", shape) }

// TestR34Shifts shifts integers.
func TestR34Shifts(t *testing.T) {
	x, y := tensor.FromSlice([]int64{2, 3}, []float32{1, 5, -7, 100, -128, 3}), tensor.FromSlice([]int64{3}, []float32{0, 1, 2})
	for _, c := range []struct {
		line string
		want []float64
	}{
		{"__lshift_scalar__(%a) {scalar = 2.0}", []float64{4, 20, -28, 400, -512, 12}},
		{"__rshift_scalar__(%a) {scalar = 1.0}", []float64{0, 2, -4, 50, -64, 1}},
		{"broadcast_left_shift(%a, %b)", []float64{1, 10, -28, 100, -256, 12}},
		{"broadcast_right_shift(%a, %b)", []float64{1, 2, -2, 100, -64, 0}},
	} {
		expect(t, map[string]*tensor.Tensor{"x": x, "y": y}, c.want, `%a = cast(%x) {dtype = "int32"}`, `%b = cast(%y) {dtype = "int32"}`, "%r = "+c.line)
	}
	u := tensor.FromSlice([]int64{2}, []float32{200, 7})
	expect(t, map[string]*tensor.Tensor{"x": u}, []float64{100, 3}, `%a = cast(%x) {dtype = "uint8"}`, "%r = __rshift_scalar__(%a) {scalar = 1.0}")
}

// TestR34Parts tests operators that mark extreme elements or return parts of a tensor.
func TestR34Parts(t *testing.T) {
	x := tensor.FromSlice([]int64{2, 3}, []float32{1, 5, 5, 4, -2, 3})
	for _, c := range []struct {
		line string
		want []float64
	}{
		{"_max_mask(%x) {axis = array<i64: 1>}", []float64{0, 1, 1, 1, 0, 0}},
		{"_min_mask(%x) {axis = array<i64: 1>, exclude = true}", []float64{1, 0, 0, 0, 1, 1}},
		{"_max_mask(%x)", []float64{0, 1, 1, 0, 0, 0}},
	} {
		expect(t, map[string]*tensor.Tensor{"x": x}, c.want, "%r = "+c.line)
	}
	rng := rand.New(rand.NewPCG(34, 3))
	data := random(rng, 3, 4, 2)
	for _, shape := range [][]int64{{1, 5}, {2, 2, 3}, {3, 4}} {
		at := tensor.New(tensor.F32, shape...)
		for i := range at.NumElements() {
			at.SetFloat(i, float64(rng.IntN(2)))
		}
		places := at.NumElements() / int(shape[0])
		rest := 1
		for _, n := range data.Shape[shape[0]:] {
			rest *= int(n)
		}
		var want []float64
		for p := range places {
			first := 0
			for k := range shape[0] {
				first = first*int(data.Shape[k]) + int(at.Float(int(k)*places+p))
			}
			for i := range rest {
				want = append(want, data.Float(first*rest+i))
			}
		}
		expect(t, map[string]*tensor.Tensor{"x": data, "y": at}, want, `%i = cast(%y) {dtype = "int32"}`, "%r = gather_nd(%x, %i)")
	}
}

// resized resizes NCHW images by NNVM's definition: by nearest neighbor or bilinearly.
func resized(x *tensor.Tensor, h, w int, nearest, corners bool) (out []float64) {
	n, rows, cols := int(x.Shape[0]*x.Shape[1]), int(x.Shape[2]), int(x.Shape[3])
	at := func(i, from, to int) float64 {
		if corners && !nearest {
			return float64(i) * float64(from-1) / math.Max(1, float64(to-1))
		}
		return float64(i) * float64(from) / float64(to)
	}
	for c := range n {
		for i := range h {
			for j := range w {
				y, z := at(i, rows, h), at(j, cols, w)
				sum := 0.
				for _, r := range []int{0, 1} {
					for _, s := range []int{0, 1} {
						dy, dz := y-math.Floor(y), z-math.Floor(z)
						if nearest {
							dy, dz = 0, 0
						}
						row, col := min(int(y)+r, rows-1), min(int(z)+s, cols-1)
						wy, wz := 1-dy, 1-dz
						if r == 1 {
							wy = dy
						}
						if s == 1 {
							wz = dz
						}
						sum += wy * wz * x.Float((c*rows+row)*cols+col)
					}
				}
				out = append(out, sum)
			}
		}
	}
	return out
}

func TestR34Resize(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 4))
	x := random(rng, 2, 2, 4, 5)
	in := map[string]*tensor.Tensor{"x": x}
	for _, size := range [][2]int{{8, 10}, {3, 7}, {1, 1}, {4, 9}, {4, 5}} {
		for _, corners := range []bool{false, true} {
			for _, nearest := range []bool{false, true} {
				method := "BILINEAR"
				if nearest {
					method = "NEAREST_NEIGHBOR"
				}
				expect(t, in, resized(x, size[0], size[1], nearest, corners),
					fmt.Sprintf("%%r = resize(%%x) {size = array<i64: %d, %d>, method = %q, align_corners = %t}", size[0], size[1], method, corners))
			}
		}
	}
	expect(t, in, resized(x, 12, 15, false, false), `%r = upsampling(%x) {scale = 3 : i64, method = "BILINEAR"}`)
	expect(t, in, resized(x, 12, 15, true, false), `%r = upsampling(%x) {scale = 3 : i64}`)
	expect(t, in, resized(x, 6, 3, false, true), `%a = transpose(%x) {axes = array<i64: 0, 2, 3, 1>}`,
		`%b = resize(%a) {size = array<i64: 6, 3>, layout = "NHWC", align_corners = true}`, `%c = transpose(%b) {axes = array<i64: 0, 3, 1, 2>}`)
}

// TestR34Prior tests the operator that creates boxes around elements.
func TestR34Prior(t *testing.T) {
	const h, w = 3, 4
	for _, steps := range [][]float64{{-1, -1}, {0.25, 0.5}} {
		sizes, ratios, offsets := []float64{0.4, 0.9}, []float64{1, 2, 0.5}, []float64{0.25, 0.75}
		for _, clip := range []bool{false, true} {
			var want []float64
			for i := range h {
				for j := range w {
					dy, dx := 1./h, 1./w
					if steps[0] > 0 {
						dy, dx = steps[0], steps[1]
					}
					y, x := (float64(i)+offsets[0])*dy, (float64(j)+offsets[1])*dx
					for k := range len(sizes) + len(ratios) - 1 {
						bw, bh := sizes[0]*h/w/2, sizes[0]/2
						if k < len(sizes) {
							bw, bh = sizes[k]*h/w/2, sizes[k]/2
						} else {
							root := math.Sqrt(ratios[k-len(sizes)+1])
							bw, bh = bw*root, bh/root
						}
						for _, v := range []float64{x - bw, y - bh, x + bw, y + bh} {
							if clip {
								v = min(max(v, 0), 1)
							}
							want = append(want, v)
						}
					}
				}
			}
			expect(t, map[string]*tensor.Tensor{"x": tensor.New(tensor.F32, 1, 2, h, w)}, want,
				fmt.Sprintf("%%r = multibox_prior(%%x) {sizes = array<f64: 0.4, 0.9>, ratios = array<f64: 1.0, 2.0, 0.5>, offsets = array<f64: 0.25, 0.75>, steps = array<f64: %v, %v>, clip = %t}", fmt.Sprintf("%.2f", steps[0]), fmt.Sprintf("%.2f", steps[1]), clip))
		}
	}
}

// TestR34TransformLoc tests the operator that computes the positions of predicted boxes.
func TestR34TransformLoc(t *testing.T) {
	const images, classes, anchors = 2, 4, 6
	rng := rand.New(rand.NewPCG(34, 5))
	for _, threshold := range []float64{0.01, 0.5, 2} {
		for _, clip := range []bool{false, true} {
			probs, loc, anchor := random(rng, images, classes, anchors), random(rng, images, anchors*4), random(rng, 1, anchors, 4)
			var want, counts []float64
			for b := range images {
				var rows [][]float64
				for j := range anchors {
					best, class := -1., 0
					for k := 1; k < classes; k++ {
						if p := probs.Float((b*classes+k)*anchors + j); p > best {
							best, class = p, k
						}
					}
					if class == 0 || best < threshold {
						continue
					}
					var low, high [2]float64
					for d := range 2 {
						from, to := anchor.Float(j*4+d), anchor.Float(j*4+d+2)
						center := loc.Float((b*anchors+j)*4+d)*0.1*(to-from) + (from+to)/2
						half := math.Exp(loc.Float((b*anchors+j)*4+d+2)*0.2) * (to - from) / 2
						low[d], high[d] = center-half, center+half
						if clip {
							low[d], high[d] = min(max(low[d], 0), 1), min(max(high[d], 0), 1)
						}
					}
					rows = append(rows, []float64{float64(class - 1), best, low[0], low[1], high[0], high[1]})
				}
				counts = append(counts, float64(len(rows)))
				for range anchors - len(rows) {
					rows = append(rows, []float64{-1, -1, -1, -1, -1, -1})
				}
				want = append(want, slices.Concat(rows...)...)
			}
			in := map[string]*tensor.Tensor{"x": probs, "y": loc, "z": anchor}
			line := fmt.Sprintf("%%a = multibox_transform_loc(%%x, %%y, %%z) {clip = %t, threshold = %.2f}", clip, threshold)
			expect(t, in, want, line, "%r = copy(%a#0)")
			expect(t, in, counts, line, "%r = copy(%a#1)")
		}
	}
}

// suppression has the parameters of non_max_suppression or, if old is 1, of nms.
type suppression struct {
	threshold                        float64
	force, bottom                    bool
	top, id, coords, score, max, old int
}

// suppressed computes non_max_suppression of one image, or nms if p.old is 1. out has the rows of
// the result. numbers has the index of each row in the input, or -1 if the row is removed. If
// p.bottom is true, removed rows move to the end of out, but not of numbers.
func (p suppression) suppressed(rows [][]float64, valid int) (out [][]float64, numbers []float64) {
	none := func() []float64 { return slices.Repeat([]float64{-1}, 6) }
	order := make([]int, valid)
	for i := range order {
		order[i] = i
	}
	if p.threshold > 0 {
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case rows[a][p.score] > rows[b][p.score]:
				return -1
			case rows[a][p.score] < rows[b][p.score]:
				return 1
			}
			return 0
		})
	}
	for i := range rows {
		switch {
		case i >= valid || p.threshold > 0 && p.top > 0 && i >= p.top && p.old == 0:
			out, numbers = append(out, none()), append(numbers, -1)
		case p.threshold > 0 && p.top > 0 && i >= p.top:
			out, numbers = append(out, slices.Clone(rows[i])), append(numbers, float64(i))
		default:
			out, numbers = append(out, slices.Clone(rows[order[i]])), append(numbers, float64(order[i]))
		}
	}
	counts := func(r []float64) bool { return (p.old == 1 || r[p.score] > 0) && (p.id < 0 || r[p.id] >= 0) }
	for j := 0; j < valid && p.threshold > 0; j++ {
		for k := j + 1; k < valid; k++ {
			a, b := out[j], out[k]
			if !counts(a) || !counts(b) || !p.force && p.id >= 0 && a[p.id] != b[p.id] {
				continue
			}
			c := p.coords
			w, h := max(0, min(a[c+2], b[c+2])-max(a[c], b[c])), max(0, min(a[c+3], b[c+3])-max(a[c+1], b[c+1]))
			union := (a[c+2]-a[c])*(a[c+3]-a[c+1]) + (b[c+2]-b[c])*(b[c+3]-b[c+1]) - w*h
			if union <= 0 || w*h/union < p.threshold {
				continue
			}
			if p.old == 0 {
				b[p.score], numbers[k] = -1, -1
			}
			if p.id >= 0 {
				b[p.id] = -1
			}
		}
	}
	kept := 0
	for i := range out {
		if p.max > 0 && out[i][0] >= 0 {
			if kept++; kept > p.max {
				out[i], numbers[i] = none(), -1
			}
		}
	}
	if p.bottom {
		var first [][]float64
		for _, r := range out {
			if r[0] >= 0 {
				first = append(first, r)
			}
		}
		for len(first) < len(out) {
			first = append(first, none())
		}
		out = first
	}
	return out, numbers
}

// TestR34Suppression tests the operators that remove overlapping boxes.
func TestR34Suppression(t *testing.T) {
	const images, boxes = 2, 9
	rng := rand.New(rand.NewPCG(34, 6))
	for n := range 60 {
		p := suppression{threshold: []float64{0.3, 0.5, 0.1, 0}[n%4], force: n%3 == 0, bottom: n%5 == 0, top: []int{-1, 4, 20}[rng.IntN(3)], coords: 2, score: 1, max: []int{-1, 2, 3}[rng.IntN(3)]}
		if n%6 == 1 {
			p.id = -1
		}
		if n%7 == 2 {
			p.id, p.score, p.coords = 5, 4, 0
		}
		x, valid := tensor.New(tensor.F32, images, boxes, 6), tensor.New(tensor.F32, images)
		var rows [images][][]float64
		for b := range images {
			valid.SetFloat(b, float64(rng.IntN(boxes+1)))
			for range boxes {
				row := make([]float64, 6)
				for i := range row {
					row[i] = float64(rng.IntN(9)) / 8
				}
				other := 0 // the index of the class in the row
				if p.id > 0 {
					other = p.id
				}
				row[other] = float64(rng.IntN(3) - rng.IntN(2))
				row[p.coords+2] += row[p.coords] + 0.125
				row[p.coords+3] += row[p.coords+1] + 0.125
				rows[b] = append(rows[b], row)
			}
		}
		for b := range images {
			for i, v := range slices.Concat(rows[b]...) {
				x.SetFloat(b*boxes*6+i, v)
			}
		}
		check := func(p suppression, op, params string) {
			var want, numbers []float64
			for b := range images {
				out, at := p.suppressed(rows[b], int(valid.Float(b)))
				want, numbers = append(want, slices.Concat(out...)...), append(numbers, at...)
			}
			in := map[string]*tensor.Tensor{"x": x, "y": valid}
			const count = `%n = cast(%y) {dtype = "int32"}`
			if p.old == 1 {
				expect(t, in, want, count, fmt.Sprintf("%%r = %s(%%x, %%n) {%s}", op, params))
				return
			}
			expect(t, in, want, count, fmt.Sprintf("%%r = %s(%%x, %%n) {%s, return_indices = false}", op, params))
			expect(t, in, numbers, count, fmt.Sprintf("%%r = %s(%%x, %%n) {%s}", op, params))
		}
		check(p, "non_max_suppression", fmt.Sprintf("iou_threshold = %.1f, force_suppress = %t, invalid_to_bottom = %t, top_k = %d : i64, id_index = %d : i64, coord_start = %d : i64, score_index = %d : i64, max_output_size = %d : i64",
			p.threshold, p.force, p.bottom, p.top, p.id, p.coords, p.score, p.max))
		old := suppression{threshold: p.threshold, force: p.force, top: p.top, coords: 2, score: 1, old: 1}
		check(old, "nms", fmt.Sprintf("nms_threshold = %.1f, force_suppress = %t, nms_topk = %d : i64", p.threshold, p.force, p.top))
	}
}

// TestR34Yolo tests the operators that convert squares of elements to channels, and channels to
// predictions.
func TestR34Yolo(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 7))
	x := random(rng, 2, 8, 4, 6)
	const n, c, h, w = 2, 8, 4, 6
	want := make([]float64, x.NumElements())
	for b := range n { // computes the position of every element as darknet does
		for k := range c {
			for j := range h {
				for i := range w {
					offset := k / (c / (n * n))
					col, row := i*n+offset%n, j*n+offset/n
					from := col + w*n*(row+h*n*(k%(c/(n*n))+c/(n*n)*b))
					want[i+w*(j+h*(k+c*b))] = x.Float(from)
				}
			}
		}
	}
	expect(t, map[string]*tensor.Tensor{"x": x}, want, "%r = yolo_reorg(%x) {stride = 2 : i64}")

	sigmoid := func(v float64) float64 { return 1 / (1 + math.Exp(-v)) }
	const boxes, classes, coords = 2, 3, 4
	y := random(rng, 2, boxes*(classes+coords+1), 2, 3)
	const pixels, parts = 6, classes + coords + 1
	for _, background := range []int{0, 1} {
		for _, softmax := range []int{0, 1} {
			want := make([]float64, y.NumElements())
			for b := range 2 * boxes {
				for p := range pixels {
					at := func(k int) int { return (b*parts+k)*pixels + p }
					for k := range parts {
						want[at(k)] = y.Float(at(k))
						if k < 2 || k == coords && background == 0 {
							want[at(k)] = sigmoid(y.Float(at(k)))
						}
					}
					first, sum := coords+1-background, 0.
					for k := first; k < parts; k++ {
						sum += math.Exp(y.Float(at(k)))
					}
					for k := first; k < parts && softmax == 1; k++ {
						want[at(k)] = math.Exp(y.Float(at(k))) / sum
					}
				}
			}
			expect(t, map[string]*tensor.Tensor{"x": y}, want,
				fmt.Sprintf("%%r = yolo_region(%%x) {n = 2 : i64, classes = 3 : i64, coords = 4 : i64, background = %d : i64, softmax = %d : i64}", background, softmax))
		}
	}
}

// TestR34Winograd checks that convolutions with transformed kernels or blocked channels compute the
// same results as a plain convolution.
func TestR34Winograd(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 8))
	for _, c := range []struct{ kernel, tile int }{{3, 2}, {3, 4}, {3, 6}, {5, 2}, {5, 4}, {7, 2}} {
		x, w, bias := random(rng, 2, 3, 9, 8), random(rng, 4, 3, int64(c.kernel), int64(c.kernel)), random(rng, 4)
		in := map[string]*tensor.Tensor{"x": x, "y": w, "z": bias}
		params := fmt.Sprintf("channels = 4 : i64, kernel_size = array<i64: %[1]d, %[1]d>, padding = array<i64: 1, 2>", c.kernel)
		out := run(t, short(t, fmt.Sprintf("x:2x3x9x8 y:4x3x%[1]dx%[1]d z:4", c.kernel), "%r = conv2d(%x, %y, %z) {"+params+"}"), in)[0]
		want := make([]float64, out.NumElements())
		for i := range want {
			want[i] = out.Float(i)
		}
		expect(t, in, want, fmt.Sprintf("%%w = _contrib_conv2d_winograd_weight_transform(%%y) {tile_size = %d : i64}", c.tile),
			fmt.Sprintf("%%r = _contrib_conv2d_winograd_without_weight_transform(%%x, %%w, %%z) {%s, tile_size = %d : i64}", params, c.tile))
		if c.kernel == 3 && c.tile == 6 {
			expect(t, in, want, "%w = _contrib_conv2d_winograd_nnpack_weight_transform(%y) {convolution_algorithm = 3 : i64}",
				"%r = _contrib_conv2d_winograd_nnpack_without_weight_transform(%x, %w, %z) {"+params+"}")
		}
	}
	// The Winograd algorithm F(2, 3) interpolates at the points 0, -1 and 1.
	g := [4][3]float64{{1, 0, 0}, {0.5, -0.5, 0.5}, {0.5, 0.5, 0.5}, {0, 0, 1}}
	w := random(rng, 1, 1, 3, 3)
	var want []float64
	for i := range g {
		for j := range g {
			sum := 0.
			for k := range 3 {
				for l := range 3 {
					sum += g[i][k] * g[j][l] * w.Float(3*k+l)
				}
			}
			want = append(want, sum)
		}
	}
	expect(t, map[string]*tensor.Tensor{"x": w}, want, "%r = _contrib_conv2d_winograd_weight_transform(%x) {tile_size = 2 : i64}")

	x, k := random(rng, 1, 8, 5, 5), random(rng, 4, 8, 3, 3)
	in := map[string]*tensor.Tensor{"x": x, "y": k}
	plain := run(t, short(t, "x:1x8x5x5 y:4x8x3x3", "%r = conv2d(%x, %y) {channels = 4 : i64, kernel_size = array<i64: 3, 3>}"), in)[0]
	want = nil
	for i := range plain.NumElements() {
		want = append(want, plain.Float(i))
	}
	expect(t, in, want, `%a = __layout_transform__(%x) {src_layout = "NCHW", dst_layout = "NCHW4c"}`, `%b = __layout_transform__(%y) {src_layout = "OIHW", dst_layout = "OIHW4i2o"}`,
		`%c = _contrib_conv2d_NCHWc(%a, %b) {channels = 4 : i64, kernel_size = array<i64: 3, 3>, layout = "NCHW4c", kernel_layout = "OIHW4i2o", out_layout = "NCHW2c"}`,
		`%r = __layout_transform__(%c) {src_layout = "NCHW2c", dst_layout = "NCHW"}`)
}
