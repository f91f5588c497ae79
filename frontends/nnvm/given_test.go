package nnvm_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/infershapes"
)

// listed returns a graph of three values with lists of their shapes and types.
func listed(x, shape, dtype string) string {
	return withLists(nodes("[2, 0, 0]", "null x"+x, "elemwise_add add1 | [0, 0, 0], [0, 0, 0]", "flatten fl | [1, 0, 0]"), shape, dtype)
}

// withLists adds lists of shapes and types to the text of a graph, in dmlc's layout.
func withLists(graph, shape, dtype string) string {
	return strings.TrimSuffix(graph, "\n}") + `, 
  "attrs": {
    "shape": ["list_shape", [
        ` + strings.ReplaceAll(shape, "], [", "], \n        [") + `]], 
    "dtype": ["list_int", [` + dtype + `]]
  }
}`
}

// TestR30Listed reads types from the attributes of a graph, which list all or some types. An
// unchanged graph must be written as the same text. Inferred types must be added.
func TestR30Listed(t *testing.T) {
	for _, c := range []struct{ x, shape, dtype, shapes, dtypes string }{
		{"", "[2, 4, 2], [], []", "0, -1, -1", "[2, 4, 2], [2, 4, 2], [2, 8]", "0, 0, 0"},
		{"", "[], [2, 0, 2], [2, 8]", "-1, -1, 1", "[2, 4, 2], [2, 4, 2], [2, 8]", "1, 1, 1"},
		{" dtype=0 shape=(2,4,2)", "[2, 4, 2], [2, 4, 2], [2, 8]", "0, 0, 0", "[2, 4, 2], [2, 4, 2], [2, 8]", "0, 0, 0"},
		{" shape=(0,4,2)", "[2, 0, 2], [], []", "0, -1, -1", "[2, 4, 2], [2, 4, 2], [2, 8]", "0, 0, 0"},
	} {
		text := listed(c.x, c.shape, c.dtype)
		f := read(t, text)
		if back := write(t, f); back != text {
			t.Errorf("%s\nis written as\n%s", text, back)
		}
		if shapes, elems, err := infershapes.Func(f); err != nil || shapes+elems > 0 {
			t.Errorf("%s: %d shapes and %d types are unknown: %v", text, shapes, elems, err)
		}
		if back, want := write(t, f), listed(c.x, c.shapes, c.dtypes); c.x != " shape=(0,4,2)" && back != want {
			t.Errorf("with inferred types, the text is\n%s\nwant\n%s", back, want)
		}
	}
}

// TestListedPart reads a graph with nodes that no result needs. The lists of types include these
// nodes, but the function that is read and the text that is written do not.
func TestListedPart(t *testing.T) {
	graph := nodes("[4, 0, 0]", "null unused", "null x", "split s indices_or_sections=2 | [1, 0, 0]", "elemwise_add add1 | [1, 0, 0], [1, 0, 0]", "flatten fl | [3, 0, 0]")
	f := read(t, withLists(graph, "[9], [2, 4, 2], [2, 2, 2], [2, 2, 2], [2, 4, 2], []", "1, 0, 0, 0, -1, -1"))
	if got, want := f.Body().Entry().Arg(0).Type(), ir.Tensor(ir.F32(), 2, 4, 2); got != want || f.FunctionType().Inputs[0] != want {
		t.Errorf("the variable has type '%s' in a function of type '%s', want '%s'", got, f.FunctionType(), want)
	}
	if got, want := write(t, f), withLists(nodes("[2, 0, 0]", "null x", "elemwise_add add1 | [0, 0, 0], [0, 0, 0]", "flatten fl | [1, 0, 0]"), "[2, 4, 2], [2, 4, 2], []", "0, -1, -1"); got != want {
		t.Errorf("the graph is written as\n%s\nwant\n%s", got, want)
	}
	if shapes, elems, err := infershapes.Func(f); err != nil || shapes+elems > 0 {
		t.Errorf("%d shapes and %d types are unknown: %v", shapes, elems, err)
	}
	_, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(withLists(graph, "[9], [2, 4, 2], [], [], [5], []", "1, 0, 0, 0, -1, -1"))))
	if want := `$.attrs.shape[1][4]: the given types of node "add1" and its inputs contradict its operator: 'nnvm.elemwise_add' op expected equal shapes`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got error %v, want %q", err, want)
	}
}

// TestR30ListedErrors checks lists that contradict a variable's dictionary or an operator, or that
// have an invalid code of an element type.
func TestR30ListedErrors(t *testing.T) {
	for _, c := range []struct{ x, shape, dtype, err string }{
		{" shape=(2,4,2)", "[3, 4, 2], [], []", "-1, -1, -1", `$.attrs.shape[1][0]: node "x" has the shape [3 4 2] here, but [2 4 2] in its dictionary`},
		{" dtype=0", "[], [], []", "1, -1, -1", `$.attrs.dtype[1][0]: node "x" has the dtype 1 here, which is 'f64', but 'f32' in its dictionary`},
		{"", "[], [], []", "-1, 99, -1", `$.attrs.dtype[1][1]: node "add1" has the dtype 99 here, which is not valid for any type`},
		{"", "[2, 4, 2], [5], [9, 9]", "-1, -1, -1", `$.attrs.shape[1][1]: the given types of node "add1" and its inputs contradict its operator: 'nnvm.elemwise_add' op expected equal shapes`},
		{"", "[], [2, 4, 2], [9, 9]", "-1, -1, -1", `$.attrs.shape[1][2]: the given types of node "fl" and its inputs contradict its operator: 'nnvm.flatten' op needs result #0 of shape [2 8]`},
		{"", "[], [], []", "0, 1, -1", `$.attrs.dtype[1][1]: the given types of node "add1" and its inputs contradict its operator: 'nnvm.elemwise_add' op needs one element type`},
	} {
		_, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(listed(c.x, c.shape, c.dtype))))
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: got error %v, want %q", c.shape+c.dtype, err, c.err)
		}
	}
	m, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(listed("", "[2, 4, 2], [], [9, 9]", "-1, -1, -1"))))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](m.Body().First())
	if _, _, err := infershapes.Func(f); err == nil || !strings.Contains(err.Error(), "'nnvm.flatten' op needs result #0 of shape [2 8], but it has shape [9 9]") {
		t.Errorf("got error %v, expected one about the shape of nnvm.flatten", err)
	}
}

// TestListedPartly reads lists without elements, and lists with unknown element types. The text
// that is written must be readable, and reading it must give the same graph.
func TestListedPartly(t *testing.T) {
	graph := func(nodes, args, rows, heads, attr string) string {
		return `{"nodes":[` + nodes + `],"arg_nodes":[` + args + `],"node_row_ptr":[` + rows + `],"heads":[` + heads + `],"attrs":{` + attr + `}}`
	}
	variable := func(attrs string) string { return `{"op":"null","name":"x",` + attrs + `"inputs":[]}` }
	for _, c := range []struct{ text, want string }{
		{graph("", "", "0", "", `"storage_id":["list_int",[]]`), `"dltype": ["list_str", []]`},
		{graph(variable(""), "0", "0,1", "[0,0,0]", `"dltype":["list_str",["-1"]]`), `"dltype": ["list_str",["-1"]]`},
		{graph(variable(`"attrs":{"dtype":"1"},`), "0", "0,1", "[0,0,0]", `"dltype":["list_str",["-1"]]`), `"dltype": ["list_str",["-1"]]`},
		{graph(variable(`"attrs":{"dtype":"1"},`)+`,{"op":"exp","name":"e","inputs":[[0,0,0]]}`, "0", "0,1,2", "[1,0,0]", `"dltype":["list_str",["-1","float64"]]`), `["-1","float64"]`},
	} {
		text := write(t, read(t, c.text))
		if !strings.Contains(text, c.want) {
			t.Errorf("the text lacks %s:\n%s", c.want, text)
		}
		if again := write(t, read(t, text)); again != text {
			t.Errorf("the graph that was read is written as\n%s", again)
		}
	}
}
