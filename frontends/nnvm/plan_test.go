package nnvm_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	dialect "github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

// planned runs plan-pools on f.
func planned(t testing.TB, f fn.Func) {
	t.Helper()
	k, err := passes.NewKnown(allPasses(), nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse("builtin.module(func.func(plan-pools))", k)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&passes.Manager{Known: k}).Run(t.Context(), f.Op.Parent(), p); err != nil {
		t.Fatal(err)
	}
}

// attr returns a graph's attribute as json_attr does, without spaces.
func attr(t testing.TB, f fn.Func, name string) string {
	t.Helper()
	text, err := nnvm.JSONAttr(f, name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(text), "")
}

// runtimeGraph has the parts that TVM's graph runtime reads.
type runtimeGraph struct {
	Nodes []struct {
		Op     string
		Attrs  map[string]string
		Inputs [][3]int
	}
	ArgNodes   []int `json:"arg_nodes"`
	NodeRowPtr []int `json:"node_row_ptr"`
	Heads      [][3]int
	Attrs      map[string][]any
}

func (g *runtimeGraph) list(name string) (out []int) {
	if a := g.Attrs[name]; len(a) == 2 && a[0] == "list_int" {
		for _, v := range a[1].([]any) {
			out = append(out, int(v.(float64)))
		}
	}
	return out
}

// overlap describes two values that are live at the same time but have the same block. It returns
// "" if there are none. An operator may write its result into the block of an operand.
func (g *runtimeGraph) overlap() string {
	storage := g.list("storage_id")
	if len(storage) != g.NodeRowPtr[len(g.Nodes)] {
		return fmt.Sprintf("%d blocks for %d values", len(storage), g.NodeRowPtr[len(g.Nodes)])
	}
	last := make([]int, len(storage))
	value := func(e [3]int) int { return g.NodeRowPtr[e[0]] + e[1] }
	for n, node := range g.Nodes {
		for _, e := range node.Inputs {
			last[value(e)] = n
		}
	}
	for _, e := range g.Heads {
		last[value(e)] = len(g.Nodes)
	}
	for _, n := range g.ArgNodes {
		last[g.NodeRowPtr[n]] = len(g.Nodes) // the values of variables are set before each run
	}
	for n := range g.Nodes {
		for v := g.NodeRowPtr[n]; v < g.NodeRowPtr[n+1]; v++ {
			for w := range storage {
				from := 0
				for g.NodeRowPtr[from+1] <= w {
					from++
				}
				if slices.Contains(g.ArgNodes, from) && w != v || w < v && from <= n && last[w] > n {
					if storage[v] == storage[w] {
						return fmt.Sprintf("values %d and %d have block %d", w, v, storage[v])
					}
				}
			}
		}
	}
	return ""
}

// TestR34Plan writes NNVM's example of a memory plan in the form that TVM's graph runtime reads,
// and reads it again.
func TestR34Plan(t *testing.T) {
	f := read(t, nodes("[4, 0, 0]", "null x shape=(4,2) dtype=0", "elemwise_add addk | [0, 0, 0], [0, 0, 0]", "flatten reshapek | [1, 0, 0]",
		"elemwise_add add2 | [2, 0, 0], [1, 0, 0]", "elemwise_add add3 | [3, 0, 0], [3, 0, 0]"))
	infer(t, f)
	if _, err := nnvm.JSONAttr(f, "storage_id"); err == nil || !strings.Contains(err.Error(), "no memory plan") {
		t.Errorf("without a plan: got error %v, expected one about the missing plan", err)
	}
	planned(t, f)
	for name, want := range map[string]string{
		"shape": "[[4,2],[4,2],[4,2],[4,2],[4,2]]", "dtype": "[0,0,0,0,0]", "storage_id": "[2,0,1,1,0]",
		"dltype": `["float32","float32","float32","float32","float32"]`,
	} {
		if got := attr(t, f, name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	text := write(t, f)
	for _, want := range []string{
		`"dltype": ["list_str", [` + strings.Repeat("\n        \"float32\", ", 4) + "\n        \"float32\"]]",
		`"shape": ["list_shape", [` + strings.Repeat("\n        [4, 2], ", 4) + "\n        [4, 2]]]", `"storage_id": ["list_int", [2, 0, 1, 1, 0]]`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %s:\n%s", want, text)
		}
	}
	again := read(t, text)
	if got := printed(t, again); !strings.Contains(got, "nnvm.pool_bytes = array<i64: 32, 32>") || strings.Count(got, "nnvm.pool = array<i32: 1>") != 2 {
		t.Errorf("the plan was read as\n%s", got)
	}
	if got := write(t, again); got != text {
		t.Errorf("the graph that was read is written as\n%s", got)
	}
}

// TestR34PlanLong writes lists in dmlc's layout: in a list of more than ten numbers, each number is
// on a separate line.
func TestR34PlanLong(t *testing.T) {
	ops := []string{"%v0 = exp(%x)"}
	for i := range 9 {
		ops = append(ops, fmt.Sprintf("%%v%d = exp(%%v%d)", i+1, i))
	}
	f := short(t, "x:1x1x1x1x1x1x1x1x1x1x2", ops...)
	infer(t, f)
	planned(t, f)
	text := write(t, f)
	shape := "\n        [" + strings.Repeat("\n          1, ", 10) + "\n          2\n        ]"
	for _, want := range []string{
		`"shape": ["list_shape", [` + strings.Repeat(shape+", ", 10) + shape + "]]",
		`"storage_id": ["list_int", [` + "\n        1, " + strings.Repeat("\n        0, ", 9) + "\n        0]]",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %s:\n%s", want, text)
		}
	}
}

// compiled is a graph from NNVM's compiler. Lathe would number the blocks differently.
const compiled = `{
  "nodes": [
    {
      "op": "null", 
      "name": "x", 
      "inputs": []
    }, 
    {
      "op": "null", 
      "name": "w", 
      "inputs": []
    }, 
    {
      "op": "tvm_op", 
      "name": "dense0", 
      "attrs": {
        "flatten_data": "0", 
        "func_name": "fuse_dense_exp", 
        "num_inputs": "2", 
        "num_outputs": "1"
      }, 
      "inputs": [[0, 0, 0], [1, 0, 0]]
    }, 
    {
      "op": "tvm_op", 
      "name": "split0", 
      "attrs": {
        "flatten_data": "0", 
        "func_name": "fuse_split", 
        "num_inputs": "1", 
        "num_outputs": "2"
      }, 
      "inputs": [[2, 0, 0]]
    }
  ], 
  "arg_nodes": [0, 1], 
  "node_row_ptr": [0, 1, 2, 3, 5], 
  "heads": [[3, 0, 0], [3, 1, 0]], 
  "attrs": {
    "dltype": ["list_str", [
        "float32", 
        "float32", 
        "float32", 
        "float32", 
        "float16"]], 
    "device_index": ["list_int", [1, 1, 2, 2, 1]], 
    "storage_id": ["list_int", [0, 1, 2, 4, 3]], 
    "shape": ["list_shape", [
        [2, 6], 
        [4, 6], 
        [2, 4], 
        [2, 2], 
        [2, 2]]]
  }
}`

// TestR34Runtime reads a compiled graph, with its types and plan, and writes the same text.
func TestR34Runtime(t *testing.T) {
	f := read(t, compiled)
	text := printed(t, f)
	for _, want := range []string{
		"nnvm.pool_bytes = array<i64: 0, 0, 32, 8, 16>", `%dense0 = nnvm.tvm_op(%arg0, %arg1) {flatten_data = 0 : i64, func_name = "fuse_dense_exp", `,
		"nnvm.pool = array<i32: 4, 3>", "(tensor<2x2xf32>, tensor<2x2xf16>)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %s:\n%s", want, text)
		}
	}
	if got := write(t, f); got != compiled {
		t.Errorf("the graph that was read is written as\n%s", got)
	}
	if got := attr(t, f, "device_index"); got != "[1,1,2,2,1]" {
		t.Errorf("device_index is %s, expected [1,1,2,2,1]", got)
	}
	for _, c := range []struct{ from, to, err string }{
		{`"float16"]`, `"float17"]`, `:45:9: error: $.attrs.dltype[1][4]: node "split0" has the dltype float17 here, which is not valid for any type`},
		{`"num_outputs": "2"`, `"num_outputs": "3"`, `node 3, "split0", has 3 values`},
		{`"num_inputs": "2"`, `"num_inputs": "1"`, "has num_inputs = 1 and num_outputs = 1, but 2 operands and 1 results"},
		{"[0, 1, 2, 4, 3]", "[0, 1, 2, 4]", "4 elements here, but the graph has 5 values"},
	} {
		_, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(strings.Replace(compiled, c.from, c.to, 1))))
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: got error %v, want %q", c.to, err, c.err)
		}
	}
}

// TestR34PlanOrder plans graphs whose operations are in another order than the nodes. The written
// plan must be valid in the order of the nodes.
func TestR34PlanOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 9))
	other := 0
	for range 300 {
		var lines []string
		n := 4 + rng.IntN(12)
		name := func(i int) string { return fmt.Sprintf("%%v%d", i) }
		operand := func(i int) string {
			if i == 0 || rng.IntN(5) == 0 {
				return "%x"
			}
			return name(rng.IntN(i))
		}
		for i := range n {
			switch op := rng.IntN(3); op {
			case 0:
				lines = append(lines, fmt.Sprintf("%s = elemwise_add(%s, %s)", name(i), operand(i), operand(i)))
			default:
				lines = append(lines, fmt.Sprintf("%s = %s(%s)", name(i), []string{"exp", "flatten"}[op-1], operand(i)))
			}
		}
		f := short(t, "x:4x2", lines...)
		infer(t, f)
		planned(t, f)
		text := write(t, f)
		var g runtimeGraph
		if err := json.Unmarshal([]byte(text), &g); err != nil {
			t.Fatal(err)
		}
		if wrong := g.overlap(); wrong != "" {
			t.Fatalf("%s:\n%s\n%s", wrong, strings.Join(lines, "\n"), text)
		}
		var pools []int
		for op := range f.Entry().Ops() {
			ids, _ := op.Discardable(dialect.PoolAttr).Ints()
			for _, id := range ids {
				pools = append(pools, int(id))
			}
		}
		if slices.Max(g.list("storage_id")) > slices.Max(pools)+1 {
			other++
		}
		if back := write(t, read(t, text)); back != text {
			t.Fatalf("the graph that was read is written as\n%s", back)
		}
	}
	if other == 0 {
		t.Error("no random graph needed more blocks in the order of its nodes, so the test checks nothing")
	}
}

// TestR34PlanState checks that an assignment has the block of its variable.
func TestR34PlanState(t *testing.T) {
	f := read(t, nodes("[3, 0, 0]", "null w shape=(2,) dtype=0", "__add_scalar__ a scalar=1.0 | [0, 0, 0]", "_assign s | [0, 0, 1], [1, 0, 0]", "exp e | [2, 0, 0]"))
	infer(t, f)
	planned(t, f)
	ids := attr(t, f, "storage_id")
	var list []int
	if err := json.Unmarshal([]byte(ids), &list); err != nil || len(list) != 4 || list[0] != list[2] || list[1] == list[0] {
		t.Errorf("got blocks %s and error %v, expected four blocks, with the same block for w and s", ids, err)
	}
}

// TestR34PlanStale checks that a plan that does not cover all operations is left out.
func TestR34PlanStale(t *testing.T) {
	f := short(t, "x:4x2", "%a = exp(%x)", "%b = log(%a)")
	infer(t, f)
	planned(t, f)
	f.Entry().First().SetDiscardable(dialect.PoolAttr, ir.Attr{})
	if text := write(t, f); strings.Contains(text, "storage_id") {
		t.Errorf("the text has storage_id, but the plan does not cover all operations:\n%s", text)
	}
}

// TestR31Index lists the devices of values.
func TestR31Index(t *testing.T) {
	f := short(t, "x:4x2", "%a = exp(%x)", "%b = log(%a)")
	infer(t, f)
	if _, err := nnvm.JSONAttr(f, "device_index"); err == nil || !strings.Contains(err.Error(), "no operation with a device") {
		t.Errorf("got error %v, expected one about missing devices", err)
	}
	f.Entry().First().SetDiscardable("cluster.device", ir.NewString("vm"))
	f.Entry().First().Next().SetDiscardable("cluster.device", ir.NewString("cuda.1"))
	planned(t, f)
	if got := attr(t, f, "device_index"); got != "[1,1,2]" {
		t.Errorf("device_index is %s, expected [1,1,2]", got)
	}
	if text := write(t, f); !strings.Contains(text, `"device_index": ["list_int", [1, 1, 2]]`) {
		t.Errorf("the text lacks the devices:\n%s", text)
	}
}
