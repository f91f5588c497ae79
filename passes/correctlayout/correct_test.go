// An R with a number in the name of a test is a row of the tables in docs/successors.md.

package correctlayout_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/correctlayout"
	"github.com/lathe-ir/lathe/passes/infershapes"
)

func parse(t *testing.T, text string, models ...ir.ModelDecl) fn.Func {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), nnvm.Dialect(), &ir.Dialect{Name: "device", Models: models})
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	return f
}

// graph returns a function with one operator, whose result has the given name. Arguments have
// unknown types.
func graph(args, op, name string) string {
	var params, uses, types []string
	for _, a := range strings.Fields(args) {
		typ := "tensor<*x!nnvm.any>"
		params = append(params, fmt.Sprintf("%%%s: %s {nnvm.name = %q}", a, typ, a))
		uses, types = append(uses, "%"+a), append(types, typ)
	}
	op, attrs, _ := strings.Cut(op, " ")
	results := 1
	if op == "batch_norm" {
		results = 3
	}
	out := strings.Repeat("tensor<*x!nnvm.any>, ", results)
	if attrs != "" {
		attrs += ", "
	}
	return fmt.Sprintf("func.func @main(%s) {\n %%r:%d = nnvm.%s(%s) {%snnvm.name = %q} : (%s) -> (%s)\n return\n}",
		strings.Join(params, ", "), results, op, strings.Join(uses, ", "), attrs, name, strings.Join(types, ", "), out[:len(out)-2])
}

// set sets layouts of arguments. "layouts" has the form name=layout name=layout.
func set(f fn.Func, layouts string) {
	given := map[string]string{}
	for w := range strings.FieldsSeq(layouts) {
		n, l, _ := strings.Cut(w, "=")
		given[n] = l
	}
	var attrs []ir.Attr
	for i, a := range f.Entry().Args() {
		es := []ir.NamedAttr{}
		for _, e := range f.ArgAttrs(i).Entries {
			if e.Name != nnvm.LayoutAttr || given[nnvm.NameOf(a)] == "" {
				es = append(es, e)
			}
		}
		if l := given[nnvm.NameOf(a)]; l != "" {
			es = append(es, ir.NamedAttr{Name: nnvm.LayoutAttr, Attr: ir.NewString(l)})
		}
		attrs = append(attrs, ir.NewDict(es...))
	}
	f.Op.SetAttr("arg_attrs", ir.NewArray(attrs...))
}

// found returns the layouts of arguments and of operations, by name. Layouts of several results are
// joined by "/".
func found(f fn.Func) map[string]string {
	out := map[string]string{}
	for i, a := range f.Entry().Args() {
		l, _ := f.ArgAttrs(i).Get(nnvm.LayoutAttr).Str()
		out[nnvm.NameOf(a)] = nnvm.Layout(l).String()
	}
	for op := range f.Entry().Ops() {
		list, ok := ir.AttrAs[*ir.ArrayAttr](op.Discardable(nnvm.LayoutsAttr))
		if !ok {
			continue
		}
		var ls []string
		for _, a := range list.Elems {
			s, _ := a.Str()
			ls = append(ls, s)
		}
		out[nnvm.NameOf(op.ResultAt(0))] = strings.Join(ls, "/")
	}
	return out
}

// step has the layouts of arguments, and the layouts that the pass must find for them.
type step struct{ set, want string }

// TestR36 corrects the layouts of functions with one operator.
func TestR36(t *testing.T) {
	const u = "__undef__"
	bnParams := "bn_gamma=C bn_beta=C bn_moving_mean=C bn_moving_var=C"
	bnBlocks := " bn_gamma_C16c=C16c bn_beta_C16c=C16c bn_moving_mean_C16c=C16c bn_moving_var_C16c=C16c bn=NCHW16c/C16c/C16c"
	conv := "conv2d channels = 12 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, "
	pool := func(op string) []step {
		return []step{
			{"", "data=NCHW pool=NCHW"}, {"data=NCHW16c", "data=NCHW16c pool=NCHW16c"},
			{"data=NHWC", "data=NHWC data_NCHW=NCHW pool=NCHW"},
		}
	}
	one := func(layout, other, out string) []step {
		return []step{
			{"x=" + layout, "x=" + layout + " y=" + out},
			{"x=" + other, "x=" + other + " x_" + layout + "=" + layout + " y=" + out},
		}
	}
	for _, c := range []struct {
		op, args, name string
		steps          []step
	}{
		{"dense units = 30 : i64", "data fc_weight fc_bias", "fc", []step{
			{"data=HW", "data=HW fc=HW fc_bias=" + u}, {"data=HW16w", "data=HW16w data_HW=HW fc=HW fc_bias=" + u}}},
		{"matmul", "a b", "m", []step{
			{"a=HW b=WC", "a=HW b=WC m=HC"}, {"a=HW16w b=WC16c", "a=HW16w a_HW=HW b=WC16c b_WC=WC m=HC"}}},
		{"matmul transpose_a = true", "a b", "m", []step{{"a=HW b=HC", "a=HW b=HC m=WC"}}},
		{"matmul transpose_b = true", "a b", "m", []step{{"a=HW b=CW", "a=HW b=CW m=HC"}}},
		{"matmul transpose_a = true, transpose_b = true", "a b", "m", []step{{"a=HW b=CH", "a=HW b=CH m=WC"}}},
		{"concatenate", "x z", "y", []step{
			{"x=HW z=HW", "x=HW z=HW y=" + u}, {"x=HW16w z=HW16w", "x=HW16w x_HW=HW z=HW16w z_HW=HW y=" + u}}},
		{"expand_dims axis = 1 : i64", "x", "y", one("HW", "HW16w", u)},
		{"split indices_or_sections = 1 : i64", "x", "y", one("HW", "HW16w", u)},
		{"batch_norm", "data bn_gamma bn_beta bn_moving_mean bn_moving_var", "bn", []step{
			{"data=NCHW", "data=NCHW bn=NCHW/C/C " + bnParams},
			{"data=NCHW16c", "data=NCHW16c " + bnParams + bnBlocks},
			{"data=NCH16cW", "data=NCH16cW data_NCHW16c=NCHW16c " + bnParams + bnBlocks}}},
		{"flatten", "x", "y", one("NCHW", "NCHW16c", u)},
		{conv + `layout = "NCHW"`, "data conv_weight conv_bias", "conv", []step{
			{"", "data=NCHW conv_weight=OIHW conv_bias=C conv=NCHW"}}},
		{conv + `layout = "NCHW16c", kernel_layout = "OIHW16i16o", out_layout = "NCHW8c"`, "data conv_weight conv_bias", "conv", []step{
			{"", "data=NCHW16c conv_weight=OIHW16i16o conv_bias=C8c conv=NCHW8c"}}},
		{conv + `layout = "N16cHWC"`, "data conv_weight conv_bias", "conv", []step{
			{"", "data=N16cHWC conv_weight=OIHW conv_bias=16cC conv=N16cHWC"}}},
		{strings.Replace(conv, "conv2d", "conv2d_transpose", 1) + `layout = "NCHW"`, "data conv_weight conv_bias", "conv", []step{
			{"", "data=NCHW conv_weight=OIHW conv_bias=C conv=NCHW"}}},
		{"max_pool2d pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1>", "data", "pool", pool("")},
		{"global_max_pool2d", "data", "pool", pool("")},
		{"reshape shape = array<i64: 2, 2>", "x", "y", one("C", "C16c", u)},
		{"transpose axes = array<i64: 0, 2, 3, 1>", "x", "y", one("NCHW", "NCHW16c", "NHWC")},
		{"broadcast_to shape = array<i64: 0, 4>", "x", "y", one("HW", "HW16h", u)},
		{"broadcast_add", "x y", "z", []step{
			{"x=NCHW y=CHW", "x=NCHW y=CHW z=NCHW"},
			{"x=NCHW16c y=CHW", "x=NCHW16c y=CHW y_CHW16c=CHW16c z=NCHW16c"}}},
		{"broadcast_add", "x y", "z", []step{
			{"x=HCW16c y=N16nCH16cW", "x=HCW16c y=N16nCH16cW x_CH16cW=CH16cW z=N16nCH16cW"}}},
		{"sum axis = array<i64: 1>", "x", "y", one("NCHW", "NCHW16c", u)},
		{"elemwise_add", "x y", "z", []step{{"x=NCHW16c y=NCHW", "x=NCHW16c y=NCHW y_NCHW16c=NCHW16c z=NCHW16c"}}},
	} {
		f := parse(t, graph(c.args, c.op, c.name))
		for _, s := range c.steps {
			set(f, s.set)
			if _, err := correctlayout.Func(f); err != nil {
				t.Errorf("%s with %s: got error %v", c.op, s.set, err)
				break
			}
			if err := ir.Verify(f.Op); err != nil {
				t.Fatal(err)
			}
			got := found(f)
			for w := range strings.FieldsSeq(s.want) {
				if n, l, _ := strings.Cut(w, "="); got[n] != l {
					t.Errorf("%s with %s: %s is %q, want %q", c.op, s.set, n, got[n], l)
				}
			}
			for n := range got { // no other transform is inserted
				known := slices.Contains(strings.Fields(c.args+" "+c.name), n)
				if !known && !strings.Contains(" "+s.want, " "+n+"=") {
					t.Errorf("%s with %s: got an unexpected value %s of layout %s", c.op, s.set, n, got[n])
				}
			}
		}
	}
}

// TestR36Errors checks the errors about layouts that are invalid or that an operator cannot
// combine.
func TestR36Errors(t *testing.T) {
	for _, c := range []struct{ op, args, set, err string }{
		{"exp", "x", "x=NC16", "ends in a number"},
		{"exp", "x", "x=NCN", "'N' appears twice"},
		{"exp", "x", "x=Nc", "'c' needs the size of its blocks"},
		{"exp", "x", "x=N4c", "'c' appears without 'C'"},
		{"exp", "x", "x=4N", "has a number before 'N'"},
		{"exp", "x", "x=N-C", "'-' is not a dimension"},
		{"elemwise_add", "x y", "x=NC y=HW", "cannot combine layout 'NC' with layout 'HW' of operand #1"},
		{"broadcast_add", "x y", "x=NC y=CHW", "cannot broadcast layouts 'NC' and 'CHW'"},
		{"batch_norm", "x a b c d", "x=NHWC", "does not support layout 'NHWC' along axis 1"},
		{`conv2d channels = 4 : i64, kernel_size = array<i64: 3, 3>`, "x w", "x=NHW", "needs layout 'NCHW', but 'NHW' cannot be transformed to it"},
	} {
		f := parse(t, graph(c.args, c.op, "y"))
		set(f, c.set)
		if _, err := correctlayout.Func(f); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s with %s: the error is %v, want %q", c.op, c.set, err, c.err)
		}
	}
}

// blocked is a convolution that a device computes on blocks of 16 channels.
type blocked struct{ nnvm.Conv2D }

func (o blocked) Alter(b *ir.Builder) *ir.Op {
	if data, _, _ := o.Layouts(); data != "NCHW" {
		return nil
	}
	by := b.Clone(o.Op, &ir.Mapping{})
	by.SetAttr("layout", ir.NewString("NCHW16c"))
	by.SetAttr("kernel_layout", ir.NewString("OIHW16i16o"))
	nnvm.SetName(by, "conv_alter")
	by.ResultAt(0).SetType(nnvm.Unknown())
	return by
}

// TestR36Alter replaces a convolution by a convolution on blocks. The layouts of other values stay
// the same, and transforms are inserted around the convolution.
func TestR36Alter(t *testing.T) {
	f := parse(t, `func.func @main(%data: tensor<1x32x8x8xf32> {nnvm.name = "data"}, %w: tensor<*x!nnvm.any> {nnvm.name = "conv_weight"}) -> tensor<*x!nnvm.any> {
  %0 = nnvm.conv2d(%data, %w) {channels = 16 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, use_bias = false, layout = "NCHW", nnvm.name = "conv"} : (tensor<1x32x8x8xf32>, tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %1:2 = nnvm.split(%0) {indices_or_sections = 2 : i64, nnvm.name = "split"} : (tensor<*x!nnvm.any>) -> (tensor<*x!nnvm.any>, tensor<*x!nnvm.any>)
  %2 = nnvm.relu(%1#0) {nnvm.name = "relu"} : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %3 = nnvm.relu(%1#1) {nnvm.name = "relu"} : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %4 = nnvm.concatenate(%2, %3) {nnvm.name = "concat"} : (tensor<*x!nnvm.any>, tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %5 = nnvm.flatten(%4) {nnvm.name = "flatten"} : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %6 = nnvm.softmax(%5) {nnvm.name = "softmax"} : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  return %6 : tensor<*x!nnvm.any>
}`, ir.Model(func(o nnvm.Conv2D) correctlayout.Alterer { return blocked{o} }))
	if _, err := correctlayout.Func(f); err != nil {
		t.Fatal(err)
	}
	if _, _, err := infershapes.Func(f); err != nil {
		t.Fatal(err)
	}
	before := run(t, f)
	origin := found(f)
	if n, changed, err := correctlayout.AlterFunc(f, 0); n != 1 || !changed || err != nil {
		t.Fatalf("got %d altered operations, changed = %v and error %v, expected 1, true and nil", n, changed, err)
	}
	altered := found(f)
	for _, n := range []string{"data", "relu", "flatten", "softmax", "conv_weight"} {
		if altered[n] != origin[n] {
			t.Errorf("got layout %[2]s for %[1]s, expected %[3]s", n, altered[n], origin[n])
		}
	}
	transforms := 0
	for op := range f.Entry().Ops() {
		if ir.Is[nnvm.LayoutTransform](op) {
			transforms++
		}
	}
	if transforms != 3 {
		t.Errorf("got %d transforms, expected 3", transforms)
	}
	if n, err := correctlayout.Func(f); n != 0 || err != nil {
		t.Errorf("correcting the layouts again inserts %d transforms and returns error %v, want none", n, err)
	}
	if s, e, err := infershapes.Func(f); err != nil || s+e > 0 {
		t.Errorf("%d shapes and %d element types are unknown, and the error is %v", s, e, err)
	}
	now := found(f)
	for n, l := range map[string]string{"data_NCHW16c": "NCHW16c", "conv_weight_OIHW16i16o": "OIHW16i16o", "conv_alter": "NCHW16c", "conv_alter_NCHW": "NCHW"} {
		if now[n] != l {
			t.Errorf("the layout of %s is %q, want %q", n, now[n], l)
		}
	}
	after := run(t, f)
	for i := range before.NumElements() {
		if x, y := before.Float(i), after.Float(i); math.Abs(x-y) > 1e-5 {
			t.Fatalf("element %d computed on blocks is %v, expected %v", i, y, x)
		}
	}
}

// TestR36AlterNothing calls AlterFunc if no operation can be replaced. If an operation implements
// Alterer, the function still changes, because AlterFunc infers layouts.
func TestR36AlterNothing(t *testing.T) {
	const text = `func.func @main(%x: tensor<1x8x8x4xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x8x8x4xf32> {
  %0 = nnvm.conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>, use_bias = false, layout = "NHWC"} : (tensor<1x8x8x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}`
	for _, able := range []bool{true, false} {
		var models []ir.ModelDecl
		if able {
			models = append(models, ir.Model(func(o nnvm.Conv2D) correctlayout.Alterer { return blocked{o} }))
		}
		f := parse(t, text, models...)
		before := asm.String(f.Op)
		n, changed, err := correctlayout.AlterFunc(f, 0)
		if did := asm.String(f.Op) != before; n != 0 || changed != able || did != able || err != nil {
			t.Errorf("the convolution implements Alterer = %v: got %d altered operations, changed = %v, text changed = %v, error %v", able, n, changed, did, err)
		}
	}
}

// run evaluates f on irregular numbers between -0.5 and 0.5.
func run(t *testing.T, f fn.Func) *tensor.Tensor {
	t.Helper()
	var in []*tensor.Tensor
	for _, a := range f.Entry().Args() {
		shape, _ := a.Type().Shape()
		v := tensor.New(tensor.F32, shape...)
		for i := range v.NumElements() {
			v.SetFloat(i, float64(i*7919%101)/101-0.5)
		}
		in = append(in, v)
	}
	out, err := interp.Run(context.Background(), f.Op, in)
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}
