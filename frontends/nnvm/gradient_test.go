package nnvm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	dialect "github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/gradient"
)

// TestR33 compares gradients of graphs with finite differences.
func TestR33(t *testing.T) {
	for _, c := range []struct {
		name, args string
		lines      []string
	}{
		{"unary", "pos:3x4", []string{"%a = exp(%pos)", "%b = log(%a)", "%c = sqrt(%b)", "%d = tanh(%c)", "%e = sigmoid(%d)", "%f = negative(%e)", "%g = abs(%f)", "%h = copy(%g)"}},
		{"relu", "x:3x4", []string{"%a = relu(%x)", "%b = leaky_relu(%x) {alpha = 0.1}", "%c = elemwise_mul(%a, %b)", "%d = elemwise_add(%c, %b)"}},
		{"logarithms, softrelu and erf", "pos:3x4", []string{"%a = log2(%pos)", "%b = softrelu(%a)", "%c = erf(%b)", "%d = log10(%b)", "%e = elemwise_mul(%c, %d)"}},
		{"choices", "x:3x4 pos:3x4", []string{"%a = greater(%x, %pos)", "%b = where(%a, %x, %pos)", "%c = flip(%b) {axis = 1 : i64}", "%d = elemwise_mul(%c, %x)", "%e = elemwise_pow(%pos, %d)"}},
		{"means", "x:3x4", []string{"%a = mean(%x) {axis = array<i64: 1>}", "%b = elemwise_mul(%a, %a)"}},
		{"scalars", "pos:3x4", []string{"%a = __add_scalar__(%pos) {scalar = 2.0}", "%b = __sub_scalar__(%a) {scalar = 1.0}", "%c = __rsub_scalar__(%b) {scalar = 5.0}",
			"%d = __mul_scalar__(%c) {scalar = 3.0}", "%e = __div_scalar__(%d) {scalar = 2.0}", "%f = __rdiv_scalar__(%e) {scalar = 7.0}", "%g = __pow_scalar__(%f) {scalar = 3.0}"}},
		{"binary", "x:3x4 pos:3x4", []string{"%a = elemwise_add(%x, %pos)", "%b = elemwise_mul(%a, %x)", "%c = elemwise_div(%b, %pos)", "%d = elemwise_sub(%c, %x)"}},
		{"broadcast", "x:3x4 pos:4 p:3x1", []string{"%a = broadcast_add(%x, %pos)", "%b = broadcast_mul(%a, %p)", "%c = broadcast_div(%b, %pos)", "%d = broadcast_sub(%p, %c)"}},
		{"several uses", "x:3x4", []string{"%a = exp(%x)", "%b = elemwise_mul(%a, %x)", "%c = elemwise_sum(%a, %b, %x) {num_args = 3 : i64}"}},
		{"dense", "x:3x4 w:5x4 b:5", []string{"%y = dense(%x, %w, %b) {units = 5 : i64}", "%z = elemwise_mul(%y, %y)"}},
		{"matmul", "x:3x4 y:4x5", []string{"%y1 = matmul(%x, %y)", "%z = elemwise_mul(%y1, %y1)"}},
		{"matmul, transposed", "x:4x3 y:5x4", []string{"%y1 = matmul(%x, %y) {transpose_a = true, transpose_b = true}", "%z = elemwise_mul(%y1, %y1)"}},
		{"softmax", "x:3x4 l:3x4", []string{"%a = softmax(%x)", "%b = elemwise_mul(%a, %l)"}},
		{"log_softmax", "x:3x4 l:3x4", []string{"%a = log_softmax(%x)", "%b = elemwise_mul(%a, %l)", "%c = sum(%b) {axis = array<i64: 1>, keepdims = true}"}},
		{"moves", "x:3x4", []string{"%a = transpose(%x) {axes = array<i64: 1, 0>}", "%b = reshape(%a) {shape = array<i64: 2, 6>}", "%c = expand_dims(%b) {axis = 0 : i64}", "%d = squeeze(%c)", "%e = flatten(%d)", "%f = elemwise_mul(%e, %e)"}},
		{"convolution", "x:1x2x5x5 w:3x2x3x3 b:3", []string{"%a = conv2d(%x, %w, %b) {channels = 3 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, strides = array<i64: 2, 2>}", "%b1 = elemwise_mul(%a, %a)"}},
		{"a convolution that does not read the last row and column", "x:1x2x6x6 w:3x2x3x3", []string{"%a = conv2d(%x, %w) {channels = 3 : i64, kernel_size = array<i64: 3, 3>, strides = array<i64: 2, 2>}", "%b1 = elemwise_mul(%a, %a)"}},
		{"a convolution in groups, with dilation", "x:1x4x6x6 w:4x2x2x2", []string{"%a = conv2d(%x, %w) {channels = 4 : i64, groups = 2 : i64, kernel_size = array<i64: 2, 2>, dilation = array<i64: 2, 2>}", "%b1 = elemwise_mul(%a, %a)"}},
		{"clip", "x:3x4", []string{"%a = clip(%x) {a_min = -0.5, a_max = 0.75}", "%b = elemwise_mul(%a, %x)"}},
		{"larger, smaller and powers", "x:3x4 pos:4 y:3x1", []string{"%a = broadcast_max(%x, %y)", "%b = broadcast_min(%a, %pos)", "%c = broadcast_pow(%pos, %b)", "%d = elemwise_mul(%c, %x)"}},
		{"reductions", "x:3x4 y:3x4", []string{"%a = max(%x) {axis = array<i64: 1>}", "%b = min(%y) {axis = array<i64: 0>, exclude = true}", "%c = elemwise_mul(%a, %b)"}},
		{"shapes of other tensors", "x:12 y:3x4 z:4", []string{"%a = reshape_like(%x, %y)", "%b = collapse_sum(%a, %z)", "%c = expand_like(%b, %y) {axis = array<i64: 0>}", "%d = elemwise_mul(%c, %y)", "%e = broadcast_to(%z) {shape = array<i64: 3, 4>}", "%f = elemwise_mul(%d, %e)"}},
		{"parts", "x:2x3 y:2x5", []string{"%a = concatenate(%x, %y) {axis = 1 : i64}", "%b = elemwise_mul(%a, %a)", "%c = split(%b) {indices_or_sections = array<i64: 2, 5>, axis = 1 : i64}", "%d = elemwise_mul(%c#1, %x)"}},
		{"images", "x:1x2x3x3", []string{"%a = upsampling(%x) {scale = 2 : i64}", "%b = elemwise_mul(%a, %a)", "%c = global_avg_pool2d(%b)", "%d = global_max_pool2d(%x)", "%e = elemwise_mul(%c, %d)"}},
		{"images of another layout", "x:1x3x3x2", []string{"%a = upsampling(%x) {scale = 2 : i64, layout = \"NHWC\"}", "%b = elemwise_mul(%a, %a)", "%c = global_avg_pool2d(%b) {layout = \"NHWC\"}", "%d = __layout_transform__(%c) {src_layout = \"NHWC\", dst_layout = \"NCHW\"}", "%e = elemwise_mul(%d, %d)"}},
		{"prelu", "x:2x3x2 w:3", []string{"%a = prelu(%x, %w)", "%b = elemwise_mul(%a, %a)"}},
		{"batch_norm", "x:2x3x2 w:3 b:3 m:3 pos:3", []string{"%a = batch_norm(%x, %w, %b, %m, %pos)", "%c = elemwise_mul(%a, %a)"}},
		{"batch_norm of blocks", "x:2x3x2x2x4 w:3x4 b:3x4 m:3x4 pos:3x4", []string{"%a = batch_norm(%x, %w, %b, %m, %pos)", "%c = elemwise_mul(%a, %x)"}},
		{"batch_norm of blocks without images", "x:2x3x4 w:3x4 b:3x4 m:3x4 pos:3x4", []string{"%a = batch_norm(%x, %w, %b, %m, %pos)", "%c = elemwise_mul(%a, %a)"}},
		{"channels in blocks", "x:1x1x3x3x4 w:2x2x2x2x2x2 b:2x2", []string{`%a = _contrib_conv2d_NCHWc(%x, %w, %b) {channels = 4 : i64, kernel_size = array<i64: 2, 2>, layout = "NCHW4c", kernel_layout = "OIHW2i2o", out_layout = "NCHW2c"}`, "%c = elemwise_mul(%a, %a)"}},
		{"predictions of boxes", "x:1x14x2x1 y:1x14x2x1", []string{"%a = yolo_region(%x) {n = 2 : i64, classes = 3 : i64, coords = 3 : i64, background = 0 : i64, softmax = 1 : i64}", "%b = elemwise_mul(%a, %y)",
			"%c = yolo_region(%b) {n = 1 : i64, classes = 11 : i64, coords = 2 : i64, background = 1 : i64, softmax = 0 : i64}", "%d = elemwise_mul(%c, %y)"}},
		{"boxes around elements", "x:1x2x2x2", []string{"%a = multibox_prior(%x) {sizes = array<f64: 0.5, 1.0>}", "%b = reshape(%a) {shape = array<i64: 1, 2, 4, 4>}", "%c = upsampling(%x) {scale = 2 : i64}", "%d = broadcast_mul(%c, %b)"}},
		{"integers", "x:3x4", []string{"%a = __mul_scalar__(%x) {scalar = 1.5}", "%b = cast(%a) {dtype = \"int32\"}", "%c = cast(%b) {dtype = \"float32\"}", "%d = elemwise_mul(%c, %a)"}},
		{"reductions over several axes", "x:2x3x4", []string{"%a = max(%x) {axis = array<i64: 2, 0>, keepdims = true}", "%b = broadcast_sub(%x, %a)", "%c = mean(%b) {axis = array<i64: -1, 0>}", "%d = elemwise_mul(%c, %c)"}},
		{"dropout", "x:3x4", []string{"%a = dropout(%x)", "%c = elemwise_mul(%a, %a)"}},
		{"max_pool", "x:1x2x4x4", []string{"%a = max_pool2d(%x) {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>}", "%b = elemwise_mul(%a, %a)"}},
	} {
		f, g := short(t, c.args, c.lines...), short(t, c.args, c.lines...)
		if err := gradient.Func(g, gradient.Options{}); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if err := ir.Verify(g.Op); err != nil {
			t.Fatal(err)
		}
		compareGradients(t, c.name, f, g)
	}
}

// compareGradients runs g, and compares each element of the gradients with a finite difference of
// the sum of all elements of f's results.
func compareGradients(t *testing.T, name string, f, g fn.Func) {
	t.Helper()
	rng := rand.New(rand.NewPCG(33, 1))
	in := map[string]*tensor.Tensor{}
	for _, a := range f.Entry().Args() {
		shape, _ := a.Type().Shape()
		in[nameOf(a)] = randomTensor(rng, nameOf(a), shape)
	}
	total := func() float64 {
		sum := 0.0
		for _, out := range run(t, f, in) {
			for i := range out.NumElements() {
				sum += out.Float(i)
			}
		}
		return sum
	}
	grads := run(t, g, in)
	const h = 1.0 / 256
	for k, a := range f.Entry().Args() {
		x := in[nameOf(a)]
		for i := range x.NumElements() {
			at := x.Float(i)
			x.SetFloat(i, at+h)
			more := total()
			x.SetFloat(i, at-h)
			less := total()
			x.SetFloat(i, at)
			want := (more - less) / (2 * h)
			if got := grads[k].Float(i); math.Abs(got-want) > 0.02*(1+math.Abs(want)) {
				t.Errorf("%s: the gradient of %s at %d is %v, but the finite difference is %v", name, nameOf(a), i, got, want)
				return
			}
		}
	}
}

// TestR33Graph checks heads, sums, blocked gradients, errors, and mirroring. Mirroring means that
// selected operations are computed again, so their results need not be kept.
func TestR33Graph(t *testing.T) {
	two := nodes("[3, 0, 0], [4, 0, 0]", "null x shape=(3,) dtype=0", "null y shape=(3,) dtype=0", "sqrt s | [1, 0, 0]",
		"elemwise_add z1 | [0, 0, 0], [2, 0, 0]", "log z2 | [0, 0, 0]")
	f := read(t, two)
	if err := gradient.Func(f, gradient.Options{WRT: []string{"x", "y"}, Heads: []string{"g1", "g2"}}); err != nil {
		t.Fatal(err)
	}
	infer(t, f)
	if got := names(f); got != "x y g1 g2" || len(f.FunctionType().Results) != 2 {
		t.Errorf("got arguments %s and results %v, expected arguments x y g1 g2 and two results", got, f.FunctionType().Results)
	}
	in := map[string]*tensor.Tensor{"x": filled(2, 3), "y": filled(4, 3), "g1": filled(1, 3), "g2": filled(3, 3)}
	out := run(t, f, in)
	for i := range 3 {
		x, y, g1, g2 := in["x"].Float(i), in["y"].Float(i), in["g1"].Float(i), in["g2"].Float(i)
		if dx, dy := g1+g2/x, g1*0.5/math.Sqrt(y); math.Abs(out[0].Float(i)-dx) > 1e-5 || math.Abs(out[1].Float(i)-dy) > 1e-5 {
			t.Errorf("the gradients are %v and %v, want %v and %v", out[0].Float(i), out[1].Float(i), dx, dy)
		}
	}

	// The gradients of two losses with respect to one argument are added. A blocked gradient is
	// zero. The shape and the type of the node "label" are inferred from its readers.
	loss := read(t, nodes("[7, 0, 0], [8, 0, 0]", "null data2 shape=(10,) dtype=0", "sqrt loss1 | [0, 0, 0]", "block_grad b | [1, 0, 0]",
		"null data1 shape=(10,5) dtype=0", "full label fill_value=3", "elemwise_sub sub1 | [3, 0, 0], [4, 0, 0]",
		"sum square axis=1 | [5, 0, 0]", "elemwise_sum total num_args=2 | [2, 0, 0], [6, 0, 0]", "relu loss2 | [3, 0, 0]"))
	if err := gradient.Func(loss, gradient.Options{}); err != nil {
		t.Fatal(err)
	}
	infer(t, loss)
	if got := fmt.Sprint(loss.FunctionType().Results); got != "[tensor<10xf32> tensor<10x5xf32>]" {
		t.Errorf("got gradients of types %s, expected tensor<10xf32> and tensor<10x5xf32>", got)
	}
	last := loss.Entry().Last()
	if s, ok := ir.Defining[dialect.ElemSum](last.OperandAt(1)); !ok || s.Op.NumOperands() != 2 {
		t.Errorf("the gradient of data1 is not a sum of two gradients:\n%s", printed(t, loss))
	}
	if text := printed(t, loss); !strings.Contains(text, "nnvm.zeros_like") {
		t.Errorf("no gradient is zero, but one was blocked:\n%s", text)
	}

	// After an error, the function is unchanged.
	for _, c := range []struct{ args, op, wrt, err string }{
		{"x:3 y:3", "%z = exp(%x)", "y", "has no result that depends on 'y', whose gradient is requested"},
		{"x:3", "%z = exp(%x)", "q", "has no argument 'q'"},
		{"x:1x1x2x2", "%z = avg_pool2d(%x) {pool_size = array<i64: 2, 2>}", "x", "'nnvm.avg_pool2d' op has no gradient, but one is needed"},
	} {
		f := short(t, c.args, c.op)
		before := printed(t, f)
		if err := gradient.Func(f, gradient.Options{WRT: []string{c.wrt}, Heads: []string{"g"}}); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("got error %v, want %q", err, c.err)
		}
		if now := printed(t, f); now != before {
			t.Errorf("%s was changed in spite of the error:\n%s", c.op, now)
		}
	}

	// Selected operations are computed again after the forward pass.
	lines := []string{"%a = exp(%x)", "%b = tanh(%a)", "%c = elemwise_mul(%b, %b)"}
	plain, mirrored := short(t, "x:3", lines...), short(t, "x:3", lines...)
	if err := gradient.Func(plain, gradient.Options{}); err != nil {
		t.Fatal(err)
	}
	err := gradient.Func(mirrored, gradient.Options{Mirror: func(op *ir.Op) bool { return ir.Is[dialect.Tanh](op) || ir.Is[dialect.Exp](op) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(mirrored.Op); err != nil {
		t.Fatal(err)
	}
	count := func(f fn.Func) (n int) {
		for op := range f.Entry().Ops() {
			if ir.Is[dialect.Tanh](op) || ir.Is[dialect.Exp](op) {
				n++
			}
		}
		return n
	}
	if a, b := count(plain), count(mirrored); a != 2 || b != 4 {
		t.Errorf("got %d operations exp and tanh, and %d with mirroring, expected 2 and 4", a, b)
	}
	near(t, "mirrored", mirrored, plain, 0)
}

// TestR33Unknown requests gradients of a batch_norm whose variance has an unknown rank. The
// channels may be in blocks or not.
func TestR33Unknown(t *testing.T) {
	f := short(t, "x:2x3 v:3", "%z = batch_norm(%x, %v, %v, %v, %v)")
	f.Entry().Arg(1).SetType(dialect.Unknown())
	const want = "'nnvm.batch_norm' op cannot compute gradients: the rank of its variance is unknown"
	if err := gradient.Func(f, gradient.Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got error %v, want %q", err, want)
	}
}

// TestR33Heads passes names of head gradients that do not match the graph: too many names, or the
// name of an argument. The graph reads and changes a variable. After the error, the graph must be
// unchanged.
func TestR33Heads(t *testing.T) {
	for _, c := range []struct {
		heads []string
		err   string
	}{
		{[]string{"g", "h"}, "the number of results is 1, the number of names is 2"},
		{[]string{"y"}, "already has an argument 'y', the name of a new argument in the option heads"},
	} {
		f := read(t, nodes("[3, 0, 0]", "null w shape=(2,) dtype=0", "null y shape=(2,) dtype=0", "exp e | [0, 0, 0]", "elemwise_mul m | [2, 0, 0], [4, 0, 0]", "_assign a | [0, 0, 1], [1, 0, 0]"))
		infer(t, f)
		before := printed(t, f)
		if err := gradient.Func(f, gradient.Options{Heads: c.heads}); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("got error %v, want %q", err, c.err)
		}
		if after := printed(t, f); after != before {
			t.Errorf("heads %v changed the graph to\n%s", c.heads, after)
		}
	}
}
