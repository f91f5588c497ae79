package nnvm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/foldscale"
	"github.com/lathe-ir/lathe/passes/simplifyinference"
)

// TestR37Simplify expands chains of batch_norm for inference.
func TestR37Simplify(t *testing.T) {
	for _, c := range []struct{ dim, axis, steps int }{{2, 1, 1}, {4, 0, 3}, {4, 1, 2}} {
		args := "x:" + strings.TrimSuffix(strings.Repeat("10x", c.dim), "x") + " beta:10 gamma:10 var:10 mean:10"
		lines, want := []string{"%v = __add_scalar__(%x) {scalar = 1.0}"}, []string{"%v = __add_scalar__(%x) {scalar = 1.0}"}
		v, w := "%v", "%v"
		for i := range c.steps {
			n := func(s string) string { return fmt.Sprintf("%%%s%d", s, i) }
			lines = append(lines, n("a")+" = __add_scalar__("+v+") {scalar = 1.0}",
				fmt.Sprintf("%s = batch_norm(%s, %%gamma, %%beta, %%mean, %%var) {epsilon = 0.01, axis = %d : i64}", n("bn"), n("a"), c.axis),
				n("d")+" = dropout("+n("bn")+"#0)")
			v = n("d") + "#0"
			want = append(want, n("a")+" = __add_scalar__("+w+") {scalar = 1.0}", n("e")+" = __add_scalar__(%var) {scalar = 0.01}",
				n("r")+" = sqrt("+n("e")+")", n("q")+" = __rdiv_scalar__("+n("r")+") {scalar = 1.0}",
				n("s")+" = elemwise_mul("+n("q")+", %gamma)", n("m")+" = negative(%mean)", n("ms")+" = elemwise_mul("+n("m")+", "+n("s")+")",
				n("sh")+" = elemwise_add("+n("ms")+", %beta)")
			scale, shift := n("s"), n("sh")
			if k := c.dim - c.axis - 1; k > 0 {
				want = append(want, fmt.Sprintf("%s = expand_dims(%s) {axis = 1 : i64, num_newaxis = %d : i64}", n("se"), scale, k),
					fmt.Sprintf("%s = expand_dims(%s) {axis = 1 : i64, num_newaxis = %d : i64}", n("she"), shift, k))
				scale, shift = n("se"), n("she")
			}
			want = append(want, n("p")+" = broadcast_mul("+n("a")+", "+scale+")", n("o")+" = broadcast_add("+n("p")+", "+shift+")")
			w = n("o")
		}
		f, before := short(t, args, lines...), short(t, args, lines...)
		if n := simplifyinference.Func(f); n != 2*c.steps {
			t.Errorf("%v: the wrong number of operations was replaced: %d", c, n)
		}
		if err := ir.Verify(f.Op); err != nil {
			t.Fatal(err)
		}
		equal(t, fmt.Sprint(c), f, short(t, args, want...))
		near(t, fmt.Sprint(c), f, before, 1e-4)
	}
}

// near runs two functions on the same random tensors and compares their results.
func near(t testing.TB, what string, f, g fn.Func, tolerance float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 7))
	in := map[string]*tensor.Tensor{}
	for _, h := range []fn.Func{f, g} {
		for _, a := range h.Entry().Args() {
			if in[nameOf(a)] == nil {
				shape, _ := a.Type().Shape()
				in[nameOf(a)] = randomTensor(rng, nameOf(a), shape)
			}
		}
	}
	a, b := run(t, f, in), run(t, g, in)
	for k := range b {
		for i := range b[k].NumElements() {
			x, y := a[k].Float(i), b[k].Float(i)
			if math.Abs(x-y) > tolerance*(1+math.Abs(y)) {
				t.Errorf("%s: result %d at %d is %v, want %v", what, k, i, x, y)
				return
			}
		}
	}
}

// randomTensor returns positive elements if name begins with "var" or "pos".
func randomTensor(rng *rand.Rand, name string, shape []int64) *tensor.Tensor {
	v := tensor.New(tensor.F32, shape...)
	for i := range v.NumElements() {
		x := rng.Float64()*2 - 1
		if strings.HasPrefix(name, "var") || strings.HasPrefix(name, "pos") {
			x = math.Abs(x) + 0.25
		}
		v.SetFloat(i, x)
	}
	return v
}

const convAttrs = "{channels = 2 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>}"

// scaled returns a function with the operations scale, convolution, relu, scale.
func scaled(t testing.TB, out string) fn.Func {
	return short(t, "x:2x4x10x10 weight:2x4x3x3 bias:2 in_scale:4 "+out+":2",
		"%v = __add_scalar__(%x) {scalar = 1.0}",
		"%i = expand_dims(%in_scale) {axis = 1 : i64, num_newaxis = 2 : i64}", "%xi = broadcast_mul(%v, %i)",
		"%c = conv2d(%xi, %weight, %bias) "+convAttrs, "%r = relu(%c)",
		"%o = expand_dims(%"+strings.Split(out, "!")[0]+") {axis = 1 : i64, num_newaxis = 2 : i64}", "%y = broadcast_mul(%r, %o)")
}

// folded is scaled(t, out) with both scales folded into the operands of the convolution.
func folded(t testing.TB, out string) fn.Func {
	name := strings.Split(out, "!")[0]
	return short(t, "x:2x4x10x10 weight:2x4x3x3 bias:2 in_scale:4 "+out+":2",
		"%v = __add_scalar__(%x) {scalar = 1.0}",
		"%o = expand_dims(%"+name+") {axis = 1 : i64, num_newaxis = 3 : i64}", "%wo = broadcast_mul(%weight, %o)",
		"%i = expand_dims(%in_scale) {axis = 1 : i64, num_newaxis = 2 : i64}", "%wi = broadcast_mul(%wo, %i)",
		"%b = broadcast_mul(%bias, %"+name+")",
		"%c = conv2d(%v, %wi, %b) "+convAttrs, "%y = relu(%c)")
}

// TestR37Fold folds the scales before and after a convolution with relu. NNVM assumes that the
// second scale is positive, which makes the results wrong for negative scales. Without this
// assumption, a second scale that may be negative is not folded.
func TestR37Fold(t *testing.T) {
	f := scaled(t, "pos!positive")
	if n := foldscale.Func(f, false); n != 2 {
		t.Errorf("%d scales were folded, expected 2", n)
	}
	if err := ir.Verify(f.Op); err != nil {
		t.Fatal(err)
	}
	equal(t, "a positive scale", f, folded(t, "pos!positive"))
	near(t, "a positive scale", f, scaled(t, "pos!positive"), 1e-4)

	f = scaled(t, "out")
	if n := foldscale.Func(f, true); n != 2 {
		t.Errorf("%d scales were folded, expected 2", n)
	}
	equal(t, "NNVM's own result", f, folded(t, "out"))
	if differs(t, f, scaled(t, "out")) == 0 {
		t.Error("moving a negative scale across relu must change the results (NNVM's defect), but does not")
	}

	f = scaled(t, "out")
	if n := foldscale.Func(f, false); n != 1 {
		t.Errorf("%d scales were folded, want 1: the scale before the convolution", n)
	}
	equal(t, "a scale of unknown sign", f, short(t, "x:2x4x10x10 weight:2x4x3x3 bias:2 in_scale:4 out:2",
		"%v = __add_scalar__(%x) {scalar = 1.0}",
		"%i = expand_dims(%in_scale) {axis = 1 : i64, num_newaxis = 2 : i64}", "%wi = broadcast_mul(%weight, %i)",
		"%c = conv2d(%v, %wi, %bias) "+convAttrs, "%r = relu(%c)",
		"%o = expand_dims(%out) {axis = 1 : i64, num_newaxis = 2 : i64}", "%y = broadcast_mul(%r, %o)"))
	near(t, "a scale of unknown sign", f, scaled(t, "out"), 1e-4)

	// A scale along another axis is not folded.
	wrong := func() fn.Func {
		return short(t, "x:2x10x10x10 weight:10x10x3x3 bias:10 pos!positive:10",
			"%c = conv2d(%x, %weight, %bias) {channels = 10 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>}",
			"%s = expand_dims(%pos) {axis = 1 : i64, num_newaxis = 1 : i64}", "%y = broadcast_mul(%c, %s)")
	}
	f = wrong()
	if n := foldscale.Func(f, true); n != 0 {
		t.Errorf("%d scales along the height were folded, expected none", n)
	}
	equal(t, "along the height", f, wrong())
}

// differs counts the elements in which the results of two functions differ.
func differs(t testing.TB, f, g fn.Func) int {
	rng := rand.New(rand.NewPCG(3, 7))
	in := map[string]*tensor.Tensor{}
	for _, a := range g.Entry().Args() {
		shape, _ := a.Type().Shape()
		in[nameOf(a)] = randomTensor(rng, nameOf(a), shape)
	}
	a, b := run(t, f, in), run(t, g, in)
	n := 0
	for i := range b[0].NumElements() {
		if math.Abs(a[0].Float(i)-b[0].Float(i)) > 1e-3 {
			n++
		}
	}
	return n
}

// TestR37Chains folds scales through additions, pools and relu: up into an earlier convolution, or
// down into all later ones. In the rows that begin with "not", the scale must not be folded.
func TestR37Chains(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		n     int
	}{
		{"up through a pool and an addition", []string{
			"%c = conv2d(%x, %w, %b) " + convAttrs, "%be = expand_dims(%out) {axis = 1 : i64, num_newaxis = 2 : i64}",
			"%a = broadcast_add(%c, %be)", "%p = avg_pool2d(%a) {pool_size = array<i64: 2, 2>}",
			"%s = expand_dims(%out) {axis = 1 : i64, num_newaxis = 2 : i64}", "%y = broadcast_mul(%p, %s)"}, 1},
		{"not up through max_pool", []string{
			"%c = conv2d(%x, %w, %b) " + convAttrs, "%p = max_pool2d(%c) {pool_size = array<i64: 2, 2>}",
			"%s = expand_dims(%out) {axis = 1 : i64, num_newaxis = 2 : i64}", "%y = broadcast_mul(%p, %s)"}, 0},
		{"up through max_pool", []string{
			"%c = conv2d(%x, %w, %b) " + convAttrs, "%p = max_pool2d(%c) {pool_size = array<i64: 2, 2>}", "%e = exp(%out)",
			"%s = expand_dims(%e) {axis = 1 : i64, num_newaxis = 2 : i64}", "%y = broadcast_mul(%p, %s)"}, 1},
		{"down to two convolutions", []string{
			"%s = expand_dims(%in) {axis = 1 : i64, num_newaxis = 2 : i64}", "%m = broadcast_mul(%x, %s)",
			"%c = conv2d(%m, %w, %b) " + convAttrs, "%d = conv2d(%m, %w, %b) " + convAttrs, "%y = elemwise_add(%c, %d)"}, 1},
		{"not down if one reader is not a convolution", []string{
			"%s = expand_dims(%in) {axis = 1 : i64, num_newaxis = 2 : i64}", "%m = broadcast_mul(%x, %s)",
			"%c = conv2d(%m, %w, %b) " + convAttrs, "%d = sum(%m) {axis = array<i64: 1>, keepdims = true}", "%y = broadcast_add(%c, %d)"}, 0},
		{"down through an addition and relu", []string{
			"%e = exp(%in)", "%e1 = __add_scalar__(%e) {scalar = 0.5}", "%s = expand_dims(%e1) {axis = 1 : i64, num_newaxis = 2 : i64}",
			"%m = broadcast_mul(%x, %s)", "%ie = expand_dims(%in) {axis = 1 : i64, num_newaxis = 2 : i64}", "%a = broadcast_add(%m, %ie)",
			"%r = relu(%a)", "%y = conv2d(%r, %w, %b) " + convAttrs}, 1},
		{"not down through an addition if the scale may round to 0", []string{
			"%e = exp(%in)", "%s = expand_dims(%e) {axis = 1 : i64, num_newaxis = 2 : i64}", "%m = broadcast_mul(%x, %s)",
			"%ie = expand_dims(%in) {axis = 1 : i64, num_newaxis = 2 : i64}", "%a = broadcast_add(%m, %ie)",
			"%y = conv2d(%a, %w, %b) " + convAttrs}, 0},
		{"not up through relu if the scale may be minus infinity", []string{
			"%c = conv2d(%x, %w, %b) " + convAttrs, "%p = relu(%c)", "%q = relu(%out)", "%e = __rdiv_scalar__(%q) {scalar = 1.0}",
			"%s = expand_dims(%e) {axis = 1 : i64, num_newaxis = 2 : i64}", "%y = broadcast_mul(%p, %s)"}, 0},
	} {
		args := "x:2x4x10x10 w:2x4x3x3 b:2 in:4 out:2"
		f, g := short(t, args, c.lines...), short(t, args, c.lines...)
		if n := foldscale.Func(f, false); n != c.n {
			t.Errorf("%s: %d scales were folded, want %d\n%s", c.name, n, c.n, printed(t, f))
		}
		if err := ir.Verify(f.Op); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		near(t, c.name, f, g, 1e-4)
	}
}

// TestR37Residual folds the scales of a residual network, which must not change the results.
func TestR37Residual(t *testing.T) {
	conv := "{channels = 4 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, use_bias = false}"
	args := "x:2x4x8x8 w1:4x4x3x3 w2:4x4x3x3 fc:5x4 b:5"
	for i := range 3 {
		args += fmt.Sprintf(" gamma%d:4 beta%d:4 mean%d:4 var%d:4", i, i, i, i)
	}
	bn := func(out, in string, i int) string {
		return fmt.Sprintf("%s = batch_norm(%s, %%gamma%d, %%beta%d, %%mean%d, %%var%d)", out, in, i, i, i, i)
	}
	lines := []string{
		bn("%b0", "%x", 0), "%r0 = relu(%b0#0)", "%c1 = conv2d(%r0, %w1) " + conv, bn("%b1", "%c1", 1), "%r1 = relu(%b1#0)",
		"%c2 = conv2d(%r1, %w2) " + conv, bn("%b2", "%c2", 2), "%s = elemwise_add(%b2#0, %x)", "%r2 = relu(%s)",
		"%g = global_avg_pool2d(%r2)", "%f = flatten(%g)", "%d = dense(%f, %fc, %b) {units = 5 : i64}", "%y = softmax(%d)",
	}
	f := short(t, args, lines...)
	simplifyinference.Func(f)
	infer(t, f)
	if n := foldscale.Func(f, false); n != 2 {
		t.Errorf("%d scales were folded, expected 2: those of the second and third normalization", n)
	}
	near(t, "a residual network", f, short(t, args, lines...), 1e-4)
}
