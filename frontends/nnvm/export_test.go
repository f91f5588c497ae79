package nnvm_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	dialect "github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// export writes a function with the given arguments, attributes and body as JSON.
func export(t *testing.T, args, attrs, body string) (string, error) {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cluster.Dialect(), dialect.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	text := "func.func @main(" + args + ") -> tensor<*x!nnvm.any> " + attrs + "{\n" + body + "\n}"
	m, err := asm.Parse(reg, diag.NewSource("g.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	var b bytes.Buffer
	err = nnvm.Export(&b, f)
	return b.String(), err
}

// sum is a body that adds two arguments. TYPE is a placeholder for the type of %x. The type of the
// result is unknown.
const sum = `  %0 = "nnvm.elemwise_add"(%x, %y) : (TYPE, tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>`

// TestExportTypes writes arguments with full, partial or no types in their dictionaries. In the
// graph that is read back, the dictionary of x must contain every known part of its type.
func TestExportTypes(t *testing.T) {
	for _, c := range []struct{ typ, dict, want string }{
		{"tensor<4xf32>", `{}`, `shape=(4,) dtype=0`},
		{"tensor<?x3xi64>", `{b = "1", z = "2"}`, `shape=(0, 3) dtype=6`},
		{"tensor<*xf16>", `{}`, `dtype=2`},
		{"tensor<*x!nnvm.any>", `{}`, ``},
		{"tensor<2x3x!nnvm.any>", `{dtype = "-1"}`, `shape=(2, 3) dtype=-1`},
		{"tensor<2x3xf32>", `{dtype = "float32", shape = "[2,3]"}`, `shape=[2,3] dtype=float32`},
		{"tensor<2x3xf32>", `{dtype = "-1", shape = "(0,3)"}`, `shape=(2, 3) dtype=0`},
		{"tensor<?x3xf32>", `{dtype = "0", shape = "(2,0)"}`, `shape=(2, 3) dtype=0`},
		{"tensor<*xf32>", `{shape = "(2,0)"}`, `shape=(2,0) dtype=0`},
	} {
		text, err := export(t, "%x: "+c.typ+" {nnvm.dict = "+c.dict+"}, %y: tensor<*x!nnvm.any>", "", strings.Replace(sum, "TYPE", c.typ, 1))
		if err != nil {
			t.Errorf("%s %s: %v", c.typ, c.dict, err)
			continue
		}
		attrs := nnvm.Attributes(read(t, text), true)
		got := []string{}
		for _, key := range []string{"shape", "dtype"} {
			if v, ok := attrs["arg0$"+key]; ok {
				got = append(got, key+"="+v)
			}
		}
		if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
			t.Errorf("%s %s: %s", c.typ, c.dict, d)
		}
		if again := write(t, read(t, text)); again != text {
			t.Errorf("%s %s: writing the graph that was read gives another text", c.typ, c.dict)
		}
	}
}

// TestExportMistakes writes functions that no graph can represent. It expects errors and no text.
func TestExportMistakes(t *testing.T) {
	for _, c := range []struct{ typ, arg, attrs, op, err string }{
		{typ: "tensor<4xbf16>", err: "has the argument #0 of type 'tensor<4xbf16>', but NNVM has no element type 'bf16'"},
		{typ: "tensor<f32>", err: "but NNVM has no scalars"},
		{typ: "tensor<0xf32>", err: "but in NNVM an extent of 0 means that it is unknown"},
		{typ: "tensor<4xf32, 7 : i32>", err: "has the argument #0 of type 'tensor<4xf32, 7 : i32>', but NNVM's tensors have no encoding"},
		{arg: `nnvm.name = "\FF\C3"`, err: `has nnvm.name = "\FF\C3", which is not UTF-8, as names in JSON must be`},
		{op: `nnvm.dict = {k = "\FF"}`, err: `'nnvm.__add_scalar__' op has "k" = "\FF", which is not UTF-8, as strings in JSON must be`},
		{attrs: `nnvm.graph = [["a", "[\22str\22, \22\FF\22]"]]`, err: `which is not UTF-8, as strings in JSON must be`},
		{arg: `nnvm.dict = {shape = "(5,)"}`, err: "of type 'tensor<4xf32>', but nnvm.dict gives its type as 'tensor<5x!nnvm.any>'"},
		{arg: `nnvm.dict = {dtype = "1"}`, err: "but nnvm.dict gives its type as 'tensor<*xf64>'"},
		{arg: `nnvm.dict = {shape = "(5"}`, err: `nnvm.dict has "(5" as its shape, which is invalid`},
		{arg: `nnvm.name = "arg", nnvm.dict = 3`, err: "has nnvm.dict = 3 : i64, which is not a dictionary"},
		{arg: `nnvm.dict = {a = 3}`, err: "has the entry a = 3 : i64 in nnvm.dict, which is not a string"},
		{arg: `nnvm.name = 3`, err: "has nnvm.name = 3 : i64, which is not a string"},
		{arg: `nnvm.name = "y"`, err: "has two arguments with the name 'y'"},
		{arg: `nnvm.spelled = {units = "3"}`, err: "has the text of a parameter 'units' in nnvm.spelled, but no such parameter"},
		{op: `nnvm.spelled = {zork = "3"}`, err: "'nnvm.__add_scalar__' op has the text of a parameter 'zork' in nnvm.spelled"},
		{op: `nnvm.dict = {scalar = "3"}`, err: "'nnvm.__add_scalar__' op has its parameter 'scalar' in nnvm.dict"},
		{op: `nnvm.name = "y"`, err: "'nnvm.__add_scalar__' op has the name 'y', but another node of the graph has the same name"},
		{op: `nnvm.name = 3`, err: "'nnvm.__add_scalar__' op has nnvm.name = 3 : i64"},
		{attrs: `nnvm.graph = 3`, err: "has nnvm.graph = 3 : i64, which is not a list of names and texts"},
		{attrs: `nnvm.graph = ["a"]`, err: `has the entry "a" in nnvm.graph, which is not a pair [name, text]`},
		{attrs: `nnvm.graph = [["a", "zork"]]`, err: `has the text "zork" for 'a' in nnvm.graph, which is not a graph attribute: `},
		{attrs: `nnvm.graph = [["a", "[\22int\22, 1]x"]]`, err: `expected the end of the text, but found 'x'`},
		{attrs: `nnvm.graph = [["a", "[\22int\22, 1]"], ["a", "[\22int\22, 2]"]]`, err: `has 'a' twice in nnvm.graph`},
	} {
		if c.typ == "" {
			c.typ = "tensor<4xf32>"
		}
		if c.attrs != "" {
			c.attrs = "attributes {" + c.attrs + "} "
		}
		body := `  %z = "nnvm.__add_scalar__"(%x) <{scalar = 1.0}> {` + c.op + `} : (` + c.typ + `) -> TYPE` + "\n" + sum
		body = strings.ReplaceAll(strings.Replace(body, "(%x, %y)", "(%z, %y)", 1), "TYPE", c.typ)
		text, err := export(t, "%x: "+c.typ+" {"+c.arg+`}, %y: tensor<*x!nnvm.any> {nnvm.name = "y"}`, c.attrs, body)
		if err == nil || !strings.Contains(err.Error(), c.err) || text != "" {
			t.Errorf("%s: got error %v, want %q; got text %q, want none", c.arg+c.attrs+c.op, err, c.err, text)
		}
	}
}

// TestExportChanges writes a function that changes a variable, although no result needs the change.
func TestExportChanges(t *testing.T) {
	const args = `%x: tensor<4xf32> {nnvm.name = "x"}, %y: tensor<4xf32> {nnvm.name = "y"}`
	const body = "  %a = nnvm._assign(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n  %e = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<*x!nnvm.any>\n"
	const want = "'nnvm._assign' op changes 'x', but no result needs this change, so it would not be in the graph"
	if text, err := export(t, args, "", body+"  return %e : tensor<*x!nnvm.any>\n"); err == nil || !strings.Contains(err.Error(), want) || text != "" {
		t.Errorf("got error %v, want %q", err, want)
	}
	const unnamed = "'nnvm._assign' op changes the argument #0, but no result needs this change"
	if _, err := export(t, "%x: tensor<4xf32>, %y: tensor<4xf32>", "", body+"  return %e : tensor<*x!nnvm.any>\n"); err == nil || !strings.Contains(err.Error(), unnamed) {
		t.Errorf("got error %v, want %q", err, unnamed)
	}
}

// TestExportCopy writes a copy between devices. The list of shapes is left out, because its length
// does not match the graph. The list of element types gets the types of the program.
func TestExportCopy(t *testing.T) {
	text, err := export(t, `%x: tensor<4xf32> {nnvm.name = "x"}, %y: tensor<*x!nnvm.any> {nnvm.name = "y"}`,
		`attributes {nnvm.graph = [["shape", "[\22list_shape\22, [[4], [4]]]"], ["dtype", "[\22list_int\22, [0, 0, 0, 0]]"]]} `,
		`  %z = cluster.copy %x from "vm" to "ref" {cluster.device = "ref", nnvm.name = "x_0_copy"} : tensor<4xf32>`+"\n"+
			strings.Replace(strings.Replace(sum, "TYPE", "tensor<4xf32>", 1), "%x", "%z", 1))
	if err != nil {
		t.Fatal(err)
	}
	if again := write(t, read(t, text)); again != text {
		t.Error("writing the graph that was read gives another text")
	}
	for _, want := range []string{"\"op\": \"copy\", \n      \"name\": \"x_0_copy\", \n      \"inputs\": [[0, 0, 0]]", `"dtype": ["list_int", [0, 0, -1, -1]]`} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %s:\n%s", want, text)
		}
	}
	if strings.Contains(text, "list_shape") {
		t.Errorf("the text has a list_shape, which is for a graph of two values:\n%s", text)
	}
}

// TestBuilderNames creates two variables with the same name.
func TestBuilderNames(t *testing.T) {
	g := nnvm.NewBuilder(registry(t))
	sum := g.Op("elemwise_add", "s", nil, nil, g.Variable("x", nil), g.Variable("x", nil))
	if _, err := g.Finish(sum...); err == nil || !strings.Contains(err.Error(), "has two variables with the name 'x'") {
		t.Errorf("got error %v, expected one about the name 'x'", err)
	}
}

// TestExportDead writes a function with a batch_norm whose results are not used. NNVM declares that
// batch_norm changes its operand m, but m keeps its value. So the graph needs no batch_norm,
// although a later operation reads m.
func TestExportDead(t *testing.T) {
	const dead = "  %o, %n, %q = nnvm.batch_norm(%x, %v, %v, %m, %v) : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)\n"
	const live = "  %e = nnvm.exp(%m) : (tensor<4xf32>) -> tensor<*x!nnvm.any>\n  return %e : tensor<*x!nnvm.any>\n"
	const args = `%x: tensor<2x4xf32> {nnvm.name = "x"}, %m: tensor<4xf32> {nnvm.name = "m"}, %v: tensor<4xf32> {nnvm.name = "v"}`
	with, err := export(t, args, "", dead+live)
	if err != nil {
		t.Fatal(err)
	}
	without, err := export(t, args, "", live)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(without, with); d != "" {
		t.Error(d)
	}
	if again := write(t, read(t, with)); again != with {
		t.Error("writing the graph that was read gives another text")
	}
}

// TestExportForeign writes functions with an operation of another dialect. The error must name this
// operation, even if the function has other errors.
func TestExportForeign(t *testing.T) {
	const want = "'builtin.unrealized_conversion_cast' op is not an NNVM operator"
	const body = "  %a = builtin.unrealized_conversion_cast %x : TYPE to tensor<*x!nnvm.any>\n"
	for _, c := range []struct{ typ, arg, attrs, more string }{
		{typ: "i32"},
		{arg: "nnvm.name = 3"},
		{attrs: "attributes {nnvm.graph = 3} "},
		{more: "  %b = nnvm._assign(%x, %a) : (tensor<4xf32>, tensor<*x!nnvm.any>) -> tensor<4xf32>\n"},
	} {
		if c.typ == "" {
			c.typ = "tensor<4xf32>"
		}
		text, err := export(t, "%x: "+c.typ+" {"+c.arg+"}", c.attrs, strings.ReplaceAll(body, "TYPE", c.typ)+c.more+"  return %a : tensor<*x!nnvm.any>\n")
		if err == nil || !strings.Contains(err.Error(), want) || text != "" {
			t.Errorf("%+v: got error %v, want %q", c, err, want)
		}
	}
}
