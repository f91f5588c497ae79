// In test names, R1, R2, … are rows of the tables in docs/successors.md.

package placedevice_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placedevice"
)

// place runs Func with devices d0 and d1, and returns the text of the result.
func place(t *testing.T, text, key string) (string, error) {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), nnvm.Dialect(), cluster.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	if err := placedevice.Func(f, key, map[string]string{"stage1": "d0", "stage2": "d1", "g0": "d0", "g1": "d1"}, "d0"); err != nil {
		return "", err
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := asm.Print(&b, m, ir.NewPrintOptions()); err != nil {
		t.Fatal(err)
	}
	return b.String(), nil
}

// lines returns, for each line with a device, the text before the attributes, followed by the
// device.
func lines(text string) []string {
	var out []string
	for l := range strings.SplitSeq(text, "\n") {
		_, at, ok := strings.Cut(l, `cluster.device = "`)
		if ok {
			head, _, _ := strings.Cut(l, " {")
			out = append(out, strings.TrimSpace(head)+" "+at[:2])
		}
	}
	return out
}

// TestR31 places a value with one copy for all readers, and an argument that two devices read. It
// also checks the errors about a variable that another device changes, and a group without a
// device.
func TestR31(t *testing.T) {
	got, err := place(t, `func.func @main(%x: tensor<4xf32> {nnvm.dict = {group = "stage1"}}) -> (tensor<4xf32>, tensor<4xf32>) {
  %add1 = nnvm.__add_scalar__(%x) {scalar = 1.0} : (tensor<4xf32>) -> tensor<4xf32>
  %cast1 = nnvm.copy(%add1) : (tensor<4xf32>) -> tensor<4xf32>
  %add2 = nnvm.elemwise_add(%cast1, %cast1) {nnvm.dict = {group = "stage2"}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %exp = nnvm.exp(%cast1) {nnvm.dict = {group = "stage2"}} : (tensor<4xf32>) -> tensor<4xf32>
  %add3 = nnvm.elemwise_add(%add2, %exp) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %add3, %exp : tensor<4xf32>, tensor<4xf32>
}`, "group")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{
		"%0 = nnvm.__add_scalar__(%arg0) d0",
		"%1 = nnvm.copy(%0) d0",
		`%2 = cluster.copy %1 from "d0" to "d1" d1`,
		"%3 = nnvm.elemwise_add(%2, %2) d1",
		"%4 = nnvm.exp(%2) d1",
		"%5 = nnvm.elemwise_add(%3, %4) d1",
	}, lines(got)); d != "" {
		t.Errorf("one copy for all readers: the operations differ (-want +got): %s\n%s", d, got)
	}
	if !strings.Contains(got, `nnvm.device = "d0"`) {
		t.Errorf("the argument has no device:\n%s", got)
	}

	got, err = place(t, `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = nnvm.exp(%x) {nnvm.dict = {ctx = "g1"}} : (tensor<4xf32>) -> tensor<4xf32>
  %q = nnvm.log(%x) {nnvm.dict = {ctx = "g0"}} : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.elemwise_add(%p, %q) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}`, "ctx")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{
		`%0 = cluster.copy %arg0 from "d0" to "d1" d1`,
		"%1 = nnvm.exp(%0) d1",
		"%2 = nnvm.log(%arg0) d0",
		`%3 = cluster.copy %2 from "d0" to "d1" d1`,
		"%4 = nnvm.elemwise_add(%1, %3) d1",
	}, lines(got)); d != "" {
		t.Errorf("a variable of two devices: the operations differ (-want +got): %s\n%s", d, got)
	}

	for _, c := range []struct{ dict, err string }{
		{`group = "stage2"`, "runs on 'd1', but changes 'w', which is on 'd0'"},
		{`group = "nix"`, "names the group 'nix', which has no device"},
	} {
		_, err = place(t, `func.func @main(%w: tensor<4xf32> {nnvm.name = "w", nnvm.dict = {group = "stage1"}}, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = nnvm._assign(%w, %x) {nnvm.dict = {`+c.dict+`}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`, "group")
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("the error is %v, want %q", err, c.err)
		}
	}
}

// TestR31Versions copies each version of a variable, once to each device.
func TestR31Versions(t *testing.T) {
	got, err := place(t, `func.func @main(%w: tensor<4xf32> {nnvm.name = "w", nnvm.dict = {group = "stage1"}}, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = nnvm.exp(%w) {nnvm.dict = {group = "stage2"}} : (tensor<4xf32>) -> tensor<4xf32>
  %set = nnvm._assign(%w, %x) {nnvm.dict = {group = "stage1"}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = nnvm.exp(%w) {nnvm.dict = {group = "stage2"}} : (tensor<4xf32>) -> tensor<4xf32>
  %c = nnvm.log(%w) {nnvm.dict = {group = "stage2"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %a, %b, %c, %set : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}`, "group")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{
		`%0 = cluster.copy %arg0 from "d0" to "d1" d1`,
		"%1 = nnvm.exp(%0) d1",
		"%2 = nnvm._assign(%arg0, %arg1) d0",
		`%3 = cluster.copy %arg0 from "d0" to "d1" d1`,
		"%4 = nnvm.exp(%3) d1",
		"%5 = nnvm.log(%3) d1",
	}, lines(got)); d != "" {
		t.Errorf("the operations differ (-want +got): %s\n%s", d, got)
	}
	for _, name := range []string{`"w_0_copy"`, `"w_0_copy_1"`} {
		if strings.Count(got, "nnvm.name = "+name) != 1 {
			t.Errorf("expected one node called %s in\n%s", name, got)
		}
	}
}

// TestR31Backward: a gradient operation gets the device of the operation that it differentiates,
// which is the first that its attribute nnvm.after lists.
func TestR31Backward(t *testing.T) {
	const graph = `func.func @main(%x: tensor<4xf32> {nnvm.dict = {group = "stage1"}}) -> (tensor<4xf32>, tensor<4xf32>) {
  %g = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %y = nnvm.relu(%x) {nnvm.dict = {group = "stage2"}} : (tensor<4xf32>) -> tensor<4xf32>
  %dx = nnvm.relu_grad(%g, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  nnvm.after %dx, %y : tensor<4xf32>, tensor<4xf32>
  return %dx, %y : tensor<4xf32>, tensor<4xf32>
}`
	for _, c := range []struct{ text, device string }{
		{graph, "d1"},
		{strings.Replace(graph, "  nnvm.after %dx, %y : tensor<4xf32>, tensor<4xf32>\n", "", 1), "d0"},
		{strings.Replace(graph, "relu_grad(%g, %x)", "elemwise_mul(%g, %x)", 1), "d0"},
		{strings.Replace(graph, "relu_grad(%g, %x)", `relu_grad(%g, %x) {nnvm.dict = {group = "stage1"}}`, 1), "d0"},
	} {
		got, err := place(t, c.text, "group")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, l := range lines(got) {
			found = found || (strings.Contains(l, "relu_grad") || strings.Contains(l, "elemwise_mul")) && strings.HasSuffix(l, " "+c.device)
		}
		if !found {
			t.Errorf("the gradient operation is not on device %s:\n%s", c.device, got)
		}
	}
}
