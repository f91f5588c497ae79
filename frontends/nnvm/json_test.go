package nnvm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	dialect "github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/infershapes"
)

func registry(t testing.TB) *ir.Registry {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), dialect.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// read imports a valid text.
func read(t testing.TB, text string) fn.Func {
	t.Helper()
	m, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(text)))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := ir.Verify(m.Op); err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](m.Body().First())
	return f
}

func write(t testing.TB, f fn.Func) string {
	t.Helper()
	var b bytes.Buffer
	if err := nnvm.Export(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// reparse prints the module and parses it.
func reparse(t testing.TB, f fn.Func) fn.Func {
	t.Helper()
	var b bytes.Buffer
	if err := asm.Print(&b, f.Op.Parent(), ir.NewPrintOptions()); err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(registry(t), diag.NewSource("g.mlir", b.Bytes()), asm.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	g, _ := ir.As[fn.Func](op.RegionAt(0).Entry().First())
	return g
}

const dense = `{
  "nodes": [
    {
      "op": "null", 
      "name": "x", 
      "inputs": []
    }, 
    {
      "op": "null", 
      "name": "conv_weight", 
      "attrs": {"units": "30"}, 
      "inputs": []
    }, 
    {
      "op": "null", 
      "name": "conv_bias", 
      "attrs": {"units": "30"}, 
      "inputs": []
    }, 
    {
      "op": "dense", 
      "name": "conv", 
      "attrs": {"units": "30"}, 
      "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]
    }
  ], 
  "arg_nodes": [0, 1, 2], 
  "node_row_ptr": [0, 1, 2, 3, 4], 
  "heads": [[3, 0, 0]]
}`

// TestR34 reads NNVM's text and writes the same text, directly and after printing and parsing the
// module as MLIR.
func TestR34(t *testing.T) {
	for _, text := range graphs(t) {
		f := read(t, text)
		if d := cmp.Diff(text, write(t, f)); d != "" {
			t.Errorf("the graph that was read is written with these differences: %s", d)
		}
		g := reparse(t, f)
		if d := cmp.Diff(text, write(t, g)); d != "" {
			t.Errorf("the graph that was parsed from MLIR is written with these differences: %s", d)
		}
		// The MLIR text must not change if the graph is written as JSON and read again.
		again := read(t, write(t, g))
		if a, b := printed(t, f), printed(t, again); a != b {
			t.Errorf("the MLIR text changes when the graph is written and read as JSON: %s", cmp.Diff(a, b))
		}
	}
}

func printed(t testing.TB, f fn.Func) string {
	t.Helper()
	var b bytes.Buffer
	if err := asm.Print(&b, f.Op.Parent(), ir.NewPrintOptions()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestR34Run runs an imported graph.
func TestR34Run(t *testing.T) {
	f := read(t, strings.Replace(dense, `"name": "x", `, "\"name\": \"x\", \n      \"attrs\": {\"dtype\": \"0\", \"shape\": \"(2, 3)\"}, ", 1))
	if _, _, err := infershapes.Func(f); err != nil {
		t.Fatal(err)
	}
	var in []*tensor.Tensor
	for _, a := range f.Entry().Args() {
		shape, _ := a.Type().Shape()
		v := tensor.New(tensor.F32, shape...)
		for i := range v.NumElements() {
			v.SetFloat(i, float64(i%7)-2)
		}
		in = append(in, v)
	}
	out, err := interp.Run(context.Background(), f.Op, in)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		for j := range 30 {
			want := in[2].Float(j)
			for k := range 3 {
				want += in[0].Float(i*3+k) * in[1].Float(j*3+k)
			}
			if got := out[0].Float(i*30 + j); got != want {
				t.Errorf("element [%d,%d] is %v, want %v", i, j, got, want)
			}
		}
	}
}

// TestR34OldKeys reads formats of older versions of NNVM and MXNet.
func TestR34OldKeys(t *testing.T) {
	text := `{"nodes":[{"op":"null","param":{},"name":"x","inputs":[],"backward_source_id":-1},
  {"op":"dense","param":{"units":"30"},"attr":{"units":"30","ctx":"gpu"},"name":"conv","inputs":[[0,0],[2,0],[3,0]],"backward_source_id":-1},
  {"op":"null","attr":{"units":"30"},"name":"conv_weight","inputs":[]},{"op":"null","attr":{"units":"30"},"name":"conv_bias","inputs":[]}],
  "arg_nodes":[0,2,3],"heads":[[1,0]]}`
	want := strings.Replace(dense, "\"name\": \"conv\", \n      \"attrs\": {\"units\": \"30\"}",
		"\"name\": \"conv\", \n      \"attrs\": {\n        \"ctx\": \"gpu\", \n        \"units\": \"30\"\n      }", 1)
	if d := cmp.Diff(want, write(t, read(t, text))); d != "" {
		t.Error(d)
	}
}

// TestR34Escapes reads names with escape sequences and writes them again.
func TestR34Escapes(t *testing.T) {
	for _, c := range []struct{ text, name, back string }{
		{`a\"\\\/\n\r\tb`, "a\"\\/\n\r\tb", `a\"\\/\n\r\tb`},
		{`\u0001\u00e9\b\f`, "\x01é\b\f", `\u0001é\u0008\u000c`},
		{`\ud83d\ude00`, "😀", "😀"},
	} {
		f := read(t, nodes("[0, 0, 0]", "null "+c.text))
		if got := nameOf(f.Entry().Arg(0)); got != c.name {
			t.Errorf("%s is read as %q", c.text, got)
		}
		if want := nodes("[0, 0, 0]", "null "+c.back); write(t, f) != want {
			t.Errorf("%q is written as %s", c.name, write(t, f))
		}
	}
}

// TestR34Reordered reads a graph whose nodes are in another order than NNVM's order. The list of
// shapes must be reordered. The list of storage ids must be left out, because it is valid only for
// the original order.
func TestR34Reordered(t *testing.T) {
	text := write(t, read(t, `{"nodes": [{"op": "flatten", "name": "a", "inputs": [[1, 0, 0]]}, {"op": "null", "name": "x", "inputs": []}],
 "arg_nodes": [1], "heads": [[0, 0, 0]], "attrs": {"shape": ["list_shape", [[2, 12], [2, 3, 4]]], "storage_id": ["list_int", [5, -1]], "n": ["size_t", 18446744073709551615]}}`))
	for _, want := range []string{"\"shape\": [\"list_shape\", [\n        [2, 3, 4], \n        [2, 12]]]", `"n": ["size_t", 18446744073709551615]`} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %s:\n%s", want, text)
		}
	}
	if strings.Contains(text, "storage_id") {
		t.Errorf("the text has storage_id, although the nodes were renumbered:\n%s", text)
	}
}

// TestR34NoNumbers writes float parameters, including NaN and infinity, as Python does.
func TestR34NoNumbers(t *testing.T) {
	for bits, want := range map[string]string{"0x7FF8000000000001": "nan", "0x7FF0000000000000": "inf", "0xFFF0000000000000": "-inf", "1.0e300": "1e+300", "2.0": "2.0"} {
		text, err := export(t, `%x: tensor<4xf32> {nnvm.name = "x"}`, "",
			`  %z = nnvm.__add_scalar__(%x) {scalar = `+bits+` : f64} : (tensor<4xf32>) -> tensor<*x!nnvm.any>`+"\n  return %z : tensor<*x!nnvm.any>\n")
		if err != nil || !strings.Contains(text, `"scalar": "`+want+`"`) {
			t.Errorf("%s: expected scalar %q, but got error %v and the text\n%s", bits, want, err, text)
			continue
		}
		if again := write(t, read(t, text)); again != text {
			t.Errorf("%s: writing the graph that was read gives another text", bits)
		}
	}
}

// TestR34NamesOfArguments reads operations whose names are equal to the names that MLIR's text uses
// for arguments. The text must represent the same program.
func TestR34NamesOfArguments(t *testing.T) {
	f := short(t, "x:3 y:3", "%arg1 = exp(%x)", "%b = elemwise_sub(%arg1, %y)")
	text := printed(t, f)
	op, err := asm.Parse(registry(t), diag.NewSource("again.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	g, _ := ir.As[fn.Func](op.RegionAt(0).Entry().First())
	if again := printed(t, g); again != text {
		t.Errorf("the text\n%s\nwas parsed to\n%s", text, again)
	}
}

// chain returns the JSON of n operations, each of which reads the operation before it.
func chain(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"nodes":[{"op":"null","name":"x","inputs":[]}`)
	for i := range n {
		fmt.Fprintf(&b, `,{"op":"exp","name":"e%d","inputs":[[%d,0,0]]}`, i, i)
	}
	fmt.Fprintf(&b, `],"arg_nodes":[0],"heads":[[%d,0,0]]}`, n)
	return b.Bytes()
}

// TestR34MillionChain checks the time to read and write a chain of up to a million nodes. See
// irtest.Million.
func TestR34MillionChain(t *testing.T) {
	n, most := irtest.Million()
	text := chain(n)
	reg, src := registry(t), diag.NewSource("g.json", text)
	var out bytes.Buffer
	out.Grow(4 * len(text))
	irtest.Within(t, most, out.Reset, func() {
		m, err := nnvm.Import(t.Context(), reg, src)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := ir.As[fn.Func](m.Body().First())
		if err := nnvm.Export(&out, f); err != nil {
			t.Fatal(err)
		}
	})
	if want := fmt.Sprintf(`"heads": [[%d, 0, 0]]`, n); !bytes.Contains(out.Bytes(), []byte(want)) {
		t.Errorf("the result lacks %s", want)
	}
}

// TestContext checks that Import stops at any time when its context is done.
func TestContext(t *testing.T) {
	const n = 20
	text := chain(n)
	reg, src := registry(t), diag.NewSource("g.json", text)
	stops := 0
	for ; stops < 10_000; stops++ {
		if _, err := nnvm.Import(&irtest.Countdown{Context: t.Context(), Left: stops}, reg, src); err == nil {
			break
		} else if !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d checks of the context: %v", stops, err)
		}
	}
	// The reader, the traversal and the builder check the context for each node.
	if most := 3 * n; stops < most || stops == 10_000 {
		t.Errorf("Import checks its context %d times, expected at least %d", stops, most)
	}
}

// TestNil checks that a nil context, registry, source or function is an error.
func TestNil(t *testing.T) {
	if _, err := nnvm.Import(t.Context(), nil, diag.NewSource("g.json", nil)); err == nil || !strings.Contains(err.Error(), "needs a context, a registry and a source") {
		t.Error(err)
	}
	if _, err := nnvm.Import(t.Context(), registry(t), nil); err == nil || !strings.Contains(err.Error(), "needs a context, a registry and a source") {
		t.Error(err)
	}
	var none context.Context
	if _, err := nnvm.Import(none, registry(t), diag.NewSource("g.json", nil)); err == nil || !strings.Contains(err.Error(), "needs a context, a registry and a source") {
		t.Error(err)
	}
	if err := nnvm.Export(new(bytes.Buffer), fn.Func{}); err == nil || !strings.Contains(err.Error(), "there is no function to write") {
		t.Error(err)
	}
}
