package onednn_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/frontends/onednn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// TestErrors reads invalid graphs. Errors must have a location.
func TestErrors(t *testing.T) {
	reg := registry(t)
	const (
		x    = `{"id": 0, "dtype": "f32", "shape": [2]}`
		y    = `{"id": 1, "dtype": "f32", "shape": [2]}`
		relu = `{"id": 1, "kind": "ReLU", "inputs": [` + x + `], "outputs": [` + y + `]}`
	)
	for _, c := range []struct{ text, want string }{
		{`{"graph": [` + relu + `,` + strings.ReplaceAll(relu, `"id": 1, "dtype"`, `"id": 2, "dtype"`) + `]}`, "another operation also has the id 1"},
		{`{"graph": [` + relu + `,` + strings.Replace(relu, `"id": 1, "kind"`, `"id": 2, "kind"`, 1) + `]}`, "operations 1 and 2 both produce tensor 1"},
		{`{"graph": [` + strings.Replace(relu, `"ReLU"`, `"Relu"`, 1) + `]}`, `there is no operation of kind "Relu"`},
		{`{"graph": [` + strings.Replace(relu, `"kind": "ReLU", `, ``, 1) + `]}`, `an operation has no "kind"`},
		{`{"graph": [` + strings.Replace(relu, `"f32"`, `"f31"`, 2) + `]}`, `tensor 0 has the element type "f31", which is not known`},
		{`{"graph": [` + strings.Replace(relu, `"shape": [2]`, `"shape": [2], "stride": [1, 1]`, 1) + `]}`, "the tensor has 2 strides, but rank 1"},
		{`{"graph": [` + strings.Replace(relu, `"shape": [2]`, `"shape": [-3]`, 1) + `]}`, "tensor 0 has a negative extent: -3"},
		{`{"graph": [` + strings.Replace(relu, `"inputs"`, `"attrs": {"axis": {"type": "s64", "value": 1}}, "inputs"`, 1) + `]}`, `an operation of kind ReLU has no attribute "axis"`},
		{`{"graph": [` + strings.Replace(relu, `"inputs"`, `"attrs": {"axis": {"type": "s65", "value": 1}}, "inputs"`, 1) + `]}`, `"s65" is not a type of attributes`},
		{`{"graph": [` + strings.Replace(relu, `"id": 0`, `"id": 1`, 1) + `]}`, "the graph has a cycle: ReLU 1; the first operation reads a result of the last one"},
		{`{"graph": [` + relu + `], "input_ports": [7]}`, "tensor 7 is not an input: no operation reads it"},
		{`{"graph": [` + relu + `], "input_ports": [1]}`, "tensor 1 is not an input: operation ReLU 1 produces it"},
		{`{"graph": [` + relu + `], "output_ports": [0]}`, "tensor 0 is not an output: no operation produces it"},
		{`{"graph": [` + strings.Replace(relu, `[2]`, `[3]`, 1) + `]}`, "'onednn_graph.ReLU' op result #0 must have shape [3] by the rule of the operation, but has [2]"},
		{`{"graph": [` + strings.Replace(relu, x, x+`,`+x, 1) + `]}`, "'onednn_graph.ReLU' op requires a single operand"},
		{`{"graph": {}}`, "expected a list of operations, but found an object"},
		{`{"graf": []}`, `a graph has no key "graf"`},
		{`{}`, `a graph has no "graph"`},
		{`{"graph": [], "graph": []}`, `the key "graph" occurs twice`},
		{`{"graph": [` + strings.Replace(relu, `"inputs"`, `"attrs": {"axis": {"type": "f32", "value": 1e39}}, "inputs"`, 1) + `]}`, "$.graph[0].attrs.axis.value: expected a number in the range of f32"},
		{`{"graph": [` + strings.Replace(relu, `"inputs"`, `"attrs": {"axis": {"type": "f32[]", "value": [1, -1e400]}}, "inputs"`, 1) + `]}`, "$.graph[0].attrs.axis.value[1]: expected a number in the range of f32"},
		{"{\"version\": \"3\xff\"}", "g.json:1:15: error: the text is not UTF-8"},
		{`{"version": "\ud83d"}`, `g.json:1:14: error: \ud83d is half of a surrogate pair`},
		{`{"\\u00e9\ud83d\ude00\ufffd\ude00": 1}`, `g.json:1:28: error: \ude00 is half of a surrogate pair`},
		{`{"version": "\ud83d\u0041"}`, `\ud83d is half of a surrogate pair`},
		{`{"graph": []} x`, "the text"},
		{`{"graph": [`, "it ends too early"},
		{strings.Repeat("[", 100), "nested more than 64 levels deep"},
	} {
		_, err := onednn.Import(t.Context(), reg, diag.NewSource("g.json", []byte(c.text)))
		var d *diag.Diagnostic
		switch {
		case !errors.As(err, &d) || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s\ngot error %v, want %s", c.text, err, c.want)
		case !d.Span.IsValid():
			t.Errorf("%s\ngot an error without a location: %v", c.text, err)
		}
	}
}

// TestMutations changes each graph 50 times. Import must return a module whose operations have
// valid expansions, or a diagnostic.
func TestMutations(t *testing.T) {
	reg := registry(t)
	for i, path := range public(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		for range 50 {
			var g map[string]any
			dec := json.NewDecoder(bytes.NewReader(text))
			dec.UseNumber()
			if err := dec.Decode(&g); err != nil {
				t.Fatal(err)
			}
			mutate(rng, g)
			changed, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			m, err := onednn.Import(t.Context(), reg, diag.NewSource(filepath.Base(path), changed))
			if err == nil {
				expands(t, m, changed)
			}
			var d *diag.Diagnostic
			if err != nil && (!errors.As(err, &d) || strings.Contains(err.Error(), "BUG")) {
				t.Fatalf("%s: %v\n%s", path, err, changed)
			}
		}
	}
}

// expands expands each operation of a module, and verifies the result.
func expands(t *testing.T, m ir.Module, text []byte) {
	t.Helper()
	m.Op.Walk(func(op *ir.Op) bool {
		if e, ok := nn.ExpanderOf(op); ok {
			if err := ir.Verify(nn.Body(op, e).Op); err != nil {
				t.Fatalf("the expansion of '%s' is invalid: %v\n%s", op.Name(), err, text)
			}
		}
		return true
	})
}

func mutate(rng *rand.Rand, g map[string]any) {
	ops := g["graph"].([]any)
	op := ops[rng.IntN(len(ops))].(map[string]any)
	odd := []any{json.Number("-1"), json.Number("0"), json.Number("1"), json.Number("7"), json.Number("4611686018427387904"), json.Number("-9223372036854775808"), "NCX", true, nil, []any{}}
	pick := func() any { return odd[rng.IntN(len(odd))] }
	list := op[[]string{"inputs", "outputs"}[rng.IntN(2)]].([]any)
	attrs, _ := op["attrs"].(map[string]any)
	switch rng.IntN(5) {
	case 0, 1:
		if len(list) == 0 {
			return
		}
		v := list[rng.IntN(len(list))].(map[string]any)
		switch shape := v["shape"].([]any); rng.IntN(4) {
		case 0:
			v["dtype"] = []string{"f32", "bf16", "s8", "u4", "boolean", "s64"}[rng.IntN(6)]
		case 1:
			v["shape"] = append(shape, pick())
		case 2:
			v["id"] = pick()
		default:
			if len(shape) > 0 {
				shape[rng.IntN(len(shape))] = pick()
			}
		}
	case 2:
		for _, a := range attrs { // takes any attribute
			a := a.(map[string]any)
			if l, ok := a["value"].([]any); ok && len(l) > 0 && rng.IntN(2) == 0 {
				l[rng.IntN(len(l))] = pick()
			} else {
				a["value"] = pick()
			}
			return
		}
	case 3:
		op["kind"] = []string{"ReLU", "MatMul", "Convolution", "Concat", "LayerNorm", "Select", "StaticReshape", "Interpolate"}[rng.IntN(8)]
	default:
		if len(list) > 0 && rng.IntN(2) == 0 {
			op["inputs"] = list[1:]
		} else {
			op["inputs"] = append(op["inputs"].([]any), list...)
		}
	}
}

// FuzzImport looks for graphs that crash the reader, or need much time or memory.
func FuzzImport(f *testing.F) {
	for _, path := range graphs(f, "testdata") {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	long := strings.Repeat("k", 1<<16)
	f.Add([]byte(`{"` + long + `":[` + strings.Repeat("1,", 1<<15) + "1]}")) // a reader that stores paths would store the key for each number
	reg := registry(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		defer irtest.MustEnd(10*time.Second, text)()
		most := 4<<20 + 4096*uint64(len(text))
		if by := irtest.Allocated(most, func() { _, _ = onednn.Import(t.Context(), reg, diag.NewSource("fuzz", bytes.Clone(text))) }); by > most {
			t.Errorf("%d bytes were allocated to read %d bytes", by, len(text))
		}
	})
}

// TestTextLimit checks that a graph that is too large is refused before memory is allocated.
func TestTextLimit(t *testing.T) {
	reg := registry(t)
	src := diag.NewSource("large.json", make([]byte, onednn.MaxText+1))
	var err error
	by := irtest.Allocated(1<<16, func() { _, err = onednn.Import(t.Context(), reg, src) })
	want := fmt.Sprintf("a graph of oneDNN must have at most %d bytes", onednn.MaxText)
	if by > 1<<16 || err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got error %[2]v after allocating %[1]d bytes, expected a refusal without allocation", by, err)
	}
}
