package nnvm_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/statevalues"
)

// TestR34Errors reads malformed texts. Each must give an error with the location and the path of
// the mistake.
func TestR34Errors(t *testing.T) {
	variable := func(s string) string {
		return `{"nodes":[{"op":"null",` + s + `,"inputs":[]}],"arg_nodes":[0],"heads":[[0,0,0]]}`
	}
	node := func(s string) string { return `{"nodes":[` + s + `],"arg_nodes":[],"heads":[[0,0,0]]}` }
	for _, c := range []struct{ text, err string }{
		{"", "g.json:1:1: error: $: expected a graph: '{', but the text ends"},
		{"[]", "$: expected a graph: '{', but found '['"},
		{"{}", "$: the graph has no \"nodes\""},
		{`{"nodes":[]}`, "$: the graph has no \"arg_nodes\""},
		{`{"nodes":[],"arg_nodes":[],"heads":[]} x`, "g.json:1:40: error: $: expected the end of the text, but found 'x'"},
		{`{"nodes":[],"nodes":[]}`, "the key \"nodes\" appears twice"},
		{`{"nodez":[]}`, "g.json:1:2: error: $.nodez: unknown key \"nodez\""},
		{"{\n \"nodes\": 7}", "g.json:2:11: error: $.nodes: expected a list of nodes: '[', but found '7'"},
		{node(`{"op":"null","inputs":[]}`), "$.nodes[0]: the node has no \"name\""},
		{node(`{"op":"null","name":"x","inputs":[[0,0,0]]}`), "$.nodes[0]: the variable \"x\" has inputs"},
		{node(`{"op":"null","name":"x","inputs":[],"control_deps":[0]}`), "$.nodes[0]: the variable \"x\" has control dependencies"},
		{node(`{"op":"null","name":"x","attrs":{"":"v"},"inputs":[]}`), `g.json:1:44: error: $.nodes[0].attrs: a key of a dictionary must not be empty`},
		{`{"nodes":[],"arg_nodes":[],"heads":[],"attrs":{"a":["int",1]},"attr":{"b":["int",1],"a":["int",2]}}`,
			`g.json:1:85: error: $.attr.a: "a" is ["int",2] here, but ["int",1] in another dictionary of the graph`},
		{`{"nodes":[],"arg_nodes":[],"heads":[],"attrs":{"a":["size_t",18446744073709551616]}}`, `g.json:1:62: error: $.attrs.a[1]: the number is too large`},
		{node(`{"op":"concatenate","name":"x","inputs":[]}`), `$.nodes[0]: node "x": 'nnvm.concatenate' op needs at least one operand`},
		{`{"nodes":[{"op":"null","name":"x","attrs":{"shape":"(2,)"},"inputs":[]},{"op":"null","name":"y","attrs":{"shape":"(3,)"},"inputs":[]},{"op":"elemwise_add","name":"s","inputs":[[0,0,0],[1,0,0]]}],"arg_nodes":[0,1],"heads":[[2,0,0]]}`,
			`g.json:1:135: error: $.nodes[2]: node "s": 'nnvm.elemwise_add' op expected equal shapes`},
		{node(`{"op":"exp","name":"x","inputs":[[7,0,0]]}`), "g.json:1:45: error: $.nodes[0].inputs[0]: there is no node 7: the graph has 1 node"},
		{node(`{"op":"exp","name":"x","inputs":[[0,0,0]]}`), `$.nodes[0]: the graph has a cycle: "x" needs itself`},
		{node(`{"op":"exp","name":"x","inputs":[[1,0,0]]},{"op":"exp","name":"y","inputs":[[0,0,0]]}`), `the graph has a cycle: "x" needs "y" needs "x"`},
		{node(`{"op":"exp","name":"x","inputs":[[0]]}`), "but got 1"},
		{node(`{"op":"exp","name":"x","inputs":[[0,0,0,0]]}`), "more than three numbers"},
		{node(`{"op":"exp","name":"x","inputs":[[-1,0,0]]}`), "$.nodes[0].inputs[0][0]: expected a node's id, but found '-'"},
		{node(`{"op":"exp","name":"x","inputs":[[99999999999,0,0]]}`), "a node's id is too large"},
		{node(`{"op":"nix","name":"x","inputs":[]}`), `$.nodes[0]: node "x" has the operator "nix", which is not known`},
		{node(`{"op":"after","name":"x","inputs":[]}`), `operator "after", which is not known`},
		{node(`{"op":"exp","name":"x","inputs":[]}`), `node "x", a "exp", has 0 inputs, but needs 1`},
		{node(`{"op":"dense","name":"x","attrs":{"units":"3"},"inputs":[]}`), `has 0 inputs, but needs 2 to 3`},
		{node(`{"op":"null","name":"x","attrs":{"shape":"(2,)"},"attr":{"shape":"(3,)"},"inputs":[]}`), `g.json:1:76: error: $.nodes[0].attr.shape: "shape" is "(3,)" here, but "(2,)" in another dictionary of the node`},
		{`{"nodes":[],"arg_nodes":[],"heads":[],"attrs":{"a":["list_nix",[1]]}}`, `g.json:1:53: error: $.attrs.a[0]: unknown type "list_nix" of a graph attribute; have str, int, `},
		{`{"nodes":[],"arg_nodes":[],"heads":[],"attrs":{"a":7}}`, `g.json:1:52: error: $.attrs.a: expected ["type", value] for a graph attribute, but found '7'`},
		{`{"nodes":[{"op":"null","name":"x","inputs":[]},{"op":"split","name":"s","attrs":{"indices_or_sections":"4000000000000"},"inputs":[[0,0,0]]}],"arg_nodes":[0],"heads":[[1,0,0]]}`,
			`$.nodes[1]: node "s" splits into 4000000000000 parts, but must have at least 1 and at most 32768`},
		{`{"nodes":[{"op":"null","name":"x","inputs":[]},{"op":"tvm_op","name":"t","attrs":{"func_name":"f","flatten_data":"0","num_inputs":"0","num_outputs":"0"},"inputs":[],"control_deps":[0]}],"arg_nodes":[0],"heads":[[1,0,0]]}`,
			`$.nodes[1]: node "t": 'nnvm.tvm_op' op has num_outputs = 0, but must have at least 1 result`},
		{`{"nodes":[{"op":"tvm_op","name":"t","attrs":{"func_name":"f","flatten_data":"0","num_inputs":"0","num_outputs":"-1"},"inputs":[]},{"op":"full","name":"x","attrs":{"fill_value":"1"},"inputs":[],"control_deps":[0]}],"arg_nodes":[],"heads":[[1,0,0]]}`,
			`$.nodes[0]: node "t": 'nnvm.tvm_op' op has num_outputs = -1, but must have at least 1 result`},
		{node(`{"op":"full","name":"x","attrs":{"fill_value":"1,5"},"inputs":[]}`), `parameter 'fill_value' must be a 64-bit float attribute, but is "1,5"`},
		{`{"nodes":[{"op":"null","name":"x","inputs":[]},{"op":"conv2d","name":"c","attrs":{"channels":"-3","kernel_size":"(3, 3)","use_bias":"False"},"inputs":[[0,0,0],[0,0,0]]}],"arg_nodes":[0],"heads":[[1,0,0]]}`,
			`$.nodes[1]: node "c": 'nnvm.conv2d' op needs positive strides, dilation, channels and groups, and channels must be a multiple of groups`},
		{node(`{"op":"full","name":"x","inputs":[]}`), "requires attribute 'fill_value'"},
		{node(`{"op":"full","name":"x","attrs":{"fill_value":1.5},"inputs":[]}`), "$.nodes[0].attrs.fill_value: expected a string, but found '1'"},
		{`{"nodes":[{"op":"null","name":"x","inputs":[]}],"arg_nodes":[0],"heads":[]}`, `$.heads: the graph has 1 node, but no result`},
		{variable("\"name\":\"a\xffb\""), "g.json:1:33: error: $: the text must be UTF-8, but got byte \"\\xff\""},
		{`{"nodes":[],"arg_nodes":[],"heads":[],"attrs":{"a":["str",` + "\"\xc3\"]}}", "the text must be UTF-8"},
		{variable(`"name":"x","attr":{"dtype":"0","shape":"(2,-3)"}`), `g.json:1:63: error: $.nodes[0].attrs.shape: "(2,-3)" is not a shape`},
		{variable(`"name":"x","attrs":{"shape":"2 by 2"}`), `g.json:1:52: error: $.nodes[0].attrs.shape: "2 by 2" is not a shape`},
		{node(`{"op":"null","name":"x\q","inputs":[]}`), `unknown escape \q`},
		{`{"nodes":[{"op":"null","name":"x`, "the string does not end"},
		{`{"nodes":[{"op":"null","name":"x","inputs":[]}],"arg_nodes":[0],"heads":[[0,1,0]]}`, `$.heads[0]: node 0, "x", has no value 1`},
		{`{"nodes":[{"op":"full","name":"x","attrs":{"fill_value":"1"},"inputs":[]}],"arg_nodes":[0],"heads":[[0,0,0]]}`, `$.arg_nodes[0]: node 0, "x", is not a variable`},
		{`{"nodes":[],"arg_nodes":[],"heads":[],"attrs":{"a":` + strings.Repeat("[", 1_000_000), "$.attrs.a[0]: expected a type's name in quotes, but found '['"},
		{strings.Repeat("[", 1_000_000), "expected a graph: '{', but found '['"},
		{`{"nodes":` + strings.Repeat("[", 1_000_000), "$.nodes[0]: expected a node: '{', but found '['"},
		{`{"nodes":[],"arg_nodes":[],"heads":[],"attrs":{"a":[}}`, "expected a type's name in quotes, but found '}'"},
		{`{"nodes":[],"arg_nodes":[],"heads":[],"attrs":{"a":["int","x"]}}`, `g.json:1:59: error: $.attrs.a[1]: expected a whole number, but found '"'`},
		{`{"nodes":[],"arg_nodes":[],"heads":[],"attrs":{"a":["size_t",-1]}}`, `g.json:1:62: error: $.attrs.a[1]: expected a number that is not negative, but found '-'`},
		{node(`{"op":"exp","name":"x","inputs":[],"backward_source_id":9}`), `g.json:1:67: error: $.nodes[0].backward_source_id: there is no node 9: the graph has 1 node`},
		{node(`{"op":"exp","name":"x","inputs":[],"backward_source_id":"q"}`), `$.nodes[0].backward_source_id: expected a node's id, but found '"'`},
		{strings.TrimSuffix(variable(`"name":"x"`), "}") + `,"attrs":{"shape":["list_shape",[[2],[2]]]}}`, `$.attrs.shape: 2 elements here, but the graph has 1 value`},
		{strings.TrimSuffix(variable(`"name":"x"`), "}") + `,"node_row_ptr":[0,1],"attrs":{"dtype":["list_int",[]]}}`, `$.attrs.dtype: 0 elements here, but the graph has 1 value`},
	} {
		_, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(c.text)))
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%.80s: got error %v, want %q", c.text, err, c.err)
		}
	}
}

// TestR34Lists reads a graph in which one list, number or name is wrong.
func TestR34Lists(t *testing.T) {
	graph := nodes("[2, 0, 0]", "null x", "null y", "elemwise_add s | [0, 0, 0], [1, 0, 0]", "null unused", "exp e | [3, 0, 0]")
	if _, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(graph))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, err string }{
		{`"arg_nodes": [0, 1, 3]`, `"arg_nodes": [0, 3]`, `$.nodes[1]: the variable "y" is not among the arg_nodes`},
		{`"arg_nodes": [0, 1, 3]`, `"arg_nodes": []`, `$.nodes[0]: the variable "x" is not among the arg_nodes`},
		{`"arg_nodes": [0, 1, 3]`, `"arg_nodes": [0, 1, 3, 1]`, `$.arg_nodes[3]: node 1, "y", appears twice`},
		{`"arg_nodes": [0, 1, 3]`, `"arg_nodes": [0, 1, 2, 3]`, `$.arg_nodes[2]: node 2, "s", is not a variable`},
		{`"arg_nodes": [0, 1, 3]`, `"arg_nodes": [0, 1, 5]`, `$.arg_nodes[2]: there is no node 5: the graph has 5 nodes`},
		{`[0, 1, 2, 3, 4, 5]`, `[0, 1, 2, 3, 4]`, `$.node_row_ptr: 5 numbers here, but there must be 6 for 5 nodes`},
		{`[0, 1, 2, 3, 4, 5]`, `[]`, `$.node_row_ptr: 0 numbers here, but there must be 6 for 5 nodes`},
		{`[0, 1, 2, 3, 4, 5]`, `[1, 2, 3, 4, 5, 6]`, `$.node_row_ptr[0]: the first number is 1, not 0`},
		{`[0, 1, 2, 3, 4, 5]`, `[0, 1, 3, 2, 4, 5]`, `$.node_row_ptr[3]: 2 is less than the number before it, 3`},
		{`[0, 1, 2, 3, 4, 5]`, `[0, 1, 2, 4, 5, 6]`, `$.node_row_ptr[3]: node 2, "s", has 1 value, so expected 3 here, but got 4`},
		{`[0, 1, 2, 3, 4, 5]`, `[0, 2, 3, 4, 5, 6]`, `$.node_row_ptr[1]: node 0, "x", has 1 value, so expected 1 here, but got 2`},
		{`[0, 1, 2, 3, 4, 5]`, `[0, 1, 2, 3, 4.5, 5]`, `$.node_row_ptr: expected ',' or ']', but found '.'`},
		{`"name": "y"`, `"name": "x"`, `$.nodes[1]: the variables 0 and 1 have the same name, "x"`},
		{`"name": "s"`, `"name": "e"`, `$.nodes[4]: the nodes 2 and 4 have the same name, "e"`},
		{`"name": "s"`, `"name": "x"`, `$.nodes[2]: the nodes 0 and 2 have the same name, "x"`},
		{`"heads": [[2, 0, 0]]`, `"heads": []`, `$.heads: the graph has 5 nodes, but no result`},
		{`"heads": [[2, 0, 0]]`, `"heads": [[5, 0, 0]]`, `$.heads[0]: there is no node 5: the graph has 5 nodes`},
		{`"heads": [[2, 0, 0]]`, `"heads": [[2, 1, 0]]`, `$.heads[0]: node 2, "s", has no value 1`},
		{`"heads": [[2, 0, 0]]`, `"heads": [[2, 0, 1]]`, `$.heads[0]: node 2, "s", is not a variable and has no version 1`},
		{`"heads": [[2, 0, 0]]`, `"heads": [[0, 0, 2]]`, `$.heads[0]: version 2 of "x" is a result, but no node writes it`},
		{`[[0, 0, 0], [1, 0, 0]]`, `[[0, 0, 0], [1, 0, 1]]`, `$.nodes[2].inputs[1]: version 1 of "y" is read, but no node writes it`},
		{`[[0, 0, 0], [1, 0, 0]]`, `[[0, 0, 0], [1, 2, 0]]`, `$.nodes[2].inputs[1]: node 1, "y", has no value 2`},
		{`[[3, 0, 0]]`, `[[2, 0, 1]]`, `$.nodes[4].inputs[0]: node 2, "s", is not a variable and has no version 1`},
		{`[[3, 0, 0]]`, `[[4, 0, 0]]`, `$.nodes[4]: the graph has a cycle: "e" needs itself`},
		{`"op": "exp"`, `"op": "expo"`, `$.nodes[4]: node "e" has the operator "expo", which is not known`},
		{`"name": "e"`, `"name": "e", "control_deps": [9]`, `$.nodes[4].control_deps[0]: there is no node 9`},
		{`"name": "e"`, "\"name\": \"e\n\"", `$.nodes[4].name: a string cannot contain '\n' as it is`},
		{`"name": "e"`, `"name": "\ud83d"`, `$.nodes[4].name: \ud83d is half of a surrogate pair`},
		{`"name": "e"`, `"name": "\u12"`, `expected four hexadecimal digits after \u`},
		{`[[3, 0, 0]]`, `[[03, 0, 0]]`, `$.nodes[4].inputs[0][0]: a node's id begins with a zero`},
	} {
		text := strings.Replace(graph, c.old, c.new, 1)
		if text == graph {
			t.Errorf("the graph lacks the text %s", c.old)
		}
		_, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(text)))
		if err == nil || !strings.Contains(err.Error(), c.err) || !strings.HasPrefix(err.Error(), "g.json:") {
			t.Errorf("%s in place of %s: got error %v, want %q", c.new, c.old, err, c.err)
		}
	}
}

// TestR34Versions reads graphs with invalid versions of a variable.
func TestR34Versions(t *testing.T) {
	graph := nodes("[2, 0, 0], [3, 0, 0]", "null x", "null y", "_assign a | [0, 0, 1], [1, 0, 0]", "_assign b | [0, 0, 2], [2, 0, 0]")
	if d := cmp.Diff(graph, write(t, read(t, graph))); d != "" {
		t.Fatal(d)
	}
	for _, c := range []struct{ old, new, err string }{
		{`[0, 0, 2]`, `[0, 0, 1]`, `$.nodes[3].inputs[0]: version 1 of "x" is written twice`},
		{`[0, 0, 2]`, `[0, 0, 3]`, `$.nodes[3].inputs[0]: version 3 of "x" is written, but no node writes version 2`},
		{`[0, 0, 2], [2, 0, 0]`, `[0, 0, 2], [0, 0, 3]`, `$.nodes[3].inputs[1]: version 3 of "x" is read, but no node writes it`},
		{`[0, 0, 2], [2, 0, 0]`, `[0, 0, 2], [0, 0, 2]`, `$.nodes[3].inputs[1]: version 2 of "x" is read by the node that writes it, "b", which can read only version 1`},
		{`[0, 0, 1], [1, 0, 0]`, `[0, 0, 0], [1, 0, 0]`, `$.nodes[2].inputs[0]: node "a" changes "x", so the version here must be the one that it writes, which is at least 1`},
	} {
		_, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(strings.Replace(graph, c.old, c.new, 1))))
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: got error %v, want %q", c.new, err, c.err)
		}
	}
}

// TestR34Unchanged reads graphs that return or read the value of a variable before a later change.
// Each must be written unchanged and must compute the correct values.
func TestR34Unchanged(t *testing.T) {
	shape := " dtype=0 shape=(2,3)"
	for _, c := range []struct {
		graph string
		want  []float64 // the first element of each result; the initial value of x is 5
	}{
		// Some results are values of the variable before a later change.
		{nodes("[0, 0, 0], [2, 0, 0]", "null x"+shape, "__add_scalar__ p scalar=2.0 | [0, 0, 0]", "_assign a | [0, 0, 1], [1, 0, 0]"), []float64{5, 7}},
		{nodes("[0, 0, 1], [4, 0, 0], [0, 0, 0], [0, 0, 2], [0, 0, 1]", "null x"+shape, "__add_scalar__ p scalar=2.0 | [0, 0, 0]",
			"_assign a | [0, 0, 1], [1, 0, 0]", "__add_scalar__ q scalar=2.0 | [2, 0, 0]", "_assign b | [0, 0, 2], [3, 0, 0]"), []float64{7, 9, 5, 9, 7}},
		// An operation that changes a variable reads the value before the change.
		{nodes("[2, 0, 0]", "null x"+shape, "_assign a | [0, 0, 1], [0, 0, 0]", "__add_scalar__ e scalar=2.0 | [0, 0, 1] | 1"), []float64{7}},
	} {
		f := read(t, c.graph)
		if d := cmp.Diff(c.graph, write(t, f)); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(c.graph, write(t, reparse(t, f))); d != "" {
			t.Error(d)
		}
		infer(t, f)
		statevalues.Func(f)
		out := run(t, f, map[string]*tensor.Tensor{"x": filled(5, 2, 3)})
		for i, want := range c.want {
			if got := out[i].Float(0); got != want {
				t.Errorf("result %d is %v, want %v, of %s", i, got, want, c.graph)
			}
		}
	}
}

// TestR34GraphAttrs reads values of graph attributes. Values of the stated type must be written
// unchanged.
func TestR34GraphAttrs(t *testing.T) {
	graph := func(v string) string {
		return strings.TrimSuffix(dense, "\n}") + ", \n  \"attrs\": {\"a\": [" + v + "]}\n}"
	}
	deep := `"list_shape", ` + strings.Repeat(`[`, 500_000) + "0" + strings.Repeat("]", 500_000)
	for _, v := range []string{
		`"str", "x\"y"`, `"int", -3`, `"size_t", 18`, `"list_int", []`, `"list_int", [-1,2]`, `"list_str", ["a", "b"]`,
		`"list_shape", [[], [2, 0], [3]]`, `"list_layout", ["NCHW", "__undef__"]`, `"dict_str_int", {"a": -1, "b": 2}`,
	} {
		if back := write(t, read(t, graph(v))); back != graph(v) {
			t.Errorf("%.40s is not written unchanged", v)
		}
	}
	for _, v := range []string{
		"", `"str"`, `"str", 1`, `"str", "a", "b"`, `"int", "x"`, `"int", 1.5`, `"int", 01`, `"int", -`, `"int", +1`, `"int", 99999999999999999999`,
		`"size_t", -1`, `"list_int", [1 2]`, `"list_int", [1,]`, `"list_int", [,1]`, `"list_int", [1}`, `"list_int", ["1"]`, `"list_int", 1`,
		`"list_str", [1]`, `"list_shape", [1]`, `"list_shape", [[-1]]`, `"list_shape", ["(1,)"]`, `"list_layout", "NCHW"`,
		`"dict_str_int", {1: 2}`, `"dict_str_int", {"a"}`, `"dict_str_int", {"a": }`, `"dict_str_int", {"a": 1,}`, `"dict_str_int", {"a": "b"}`,
		`"dict_str_int", {"a": 1, "a": 1}`, `nan, 1`, `"int", null`, deep, deep[:len(deep)-1],
	} {
		_, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(graph(v))))
		if err == nil || !strings.HasPrefix(err.Error(), "g.json:") {
			t.Errorf("%.40s: got error %v, expected one with a location", v, err)
		}
	}
}

// TestR34Cut reads every proper prefix of some texts, and the texts with each byte changed. A
// prefix must give an error with a location. A changed text must give such an error, or a graph
// that can be written and read again.
func TestR34Cut(t *testing.T) {
	reg := registry(t)
	load := func(text []byte) (ir.Module, error) {
		m, err := nnvm.Import(t.Context(), reg, diag.NewSource("g.json", text))
		if err != nil && !strings.HasPrefix(err.Error(), "g.json:") {
			t.Errorf("the error has no location: %v", err)
		}
		return m, err
	}
	for _, text := range append(graphs(t)[1:4], dense, mutation("", "")) {
		for i := range len(text) {
			if _, err := load([]byte(text[:i])); err == nil {
				t.Errorf("the first %d bytes were accepted as a graph", i)
			}
			for _, c := range []byte("0{[\"\\,x") {
				b := []byte(text)
				b[i] = c
				m, err := load(b)
				if err != nil {
					continue
				}
				f, _ := ir.As[fn.Func](m.Body().First())
				again, err := load([]byte(write(t, f)))
				if err != nil || asm.String(again.Op) != asm.String(m.Op) {
					t.Errorf("with %q at offset %d, the graph that was read cannot be written and read again: %v", c, i, err)
				}
			}
		}
	}
}
