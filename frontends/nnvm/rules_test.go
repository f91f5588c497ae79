package nnvm_test

import (
	"io"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestR42Variadic builds an operator of any number of operands.
func TestR42Variadic(t *testing.T) {
	g := nnvm.NewBuilder(registry(t))
	x, y, z := g.Variable("x", nil), g.Variable("y", nil), g.Variable("z", nil)
	f, err := g.Finish(g.Op("concatenate", "all", nnvm.Dict{"axis": "0"}, nil, x, y, z)...)
	if err != nil {
		t.Fatal(err)
	}
	if op := f.Entry().First(); op.NumOperands() != 3 || len(f.Entry().Args()) != 3 {
		t.Errorf("the graph has the wrong number of operands or arguments, expected 3:\n%s", printed(t, f))
	}
}

// TestR34Nearly checks that a misspelled entry causes a warning, and that larger differences do
// not.
func TestR34Nearly(t *testing.T) {
	for key, want := range map[string]bool{"unitz": true, "Units": true, "unit": true, "unitss": true, "unots": true, "vnits": true, "units_": true, "uni": false, "unitsss": false, "knots": false, "use": false} {
		f := read(t, nodes("[2, 0, 0]", "null x", "null w", "dense d "+key+"=3 units=3 use_bias=False | [0, 0, 0], [1, 0, 0]"))
		m, _ := ir.As[ir.Module](f.Op.Parent())
		warned := false
		nnvm.Misspelt(m, func(*diag.Diagnostic) { warned = true })
		if warned != want {
			t.Errorf("%s: got warning = %t, want %t", key, warned, want)
		}
	}
}

// TestR34Spaces reads a name with escapes and spaces.
func TestR34Spaces(t *testing.T) {
	text := strings.Replace(nodes("[1, 0, 0]", "null x", "exp e | [0, 0, 0]"), `"name": "e"`, `"name": "a \"b\" c"`, 1)
	f := read(t, text)
	if got := nameOf(f.Entry().First().Result()); got != `a "b" c` {
		t.Errorf("the name is %q, expected a \"b\" c", got)
	}
	if got := write(t, f); got != text {
		t.Errorf("the graph that was read is written as\n%s", got)
	}
}

// TestR34Paths checks that paths in errors have quotes only around keys that need them.
func TestR34Paths(t *testing.T) {
	for key, want := range map[string]string{"a0": "$.nodes[0].a0:", "az_9": "$.nodes[0].az_9:", "a-b": `$.nodes[0]["a-b"]:`, "AZ": "$.nodes[0].AZ:", "a:": `$.nodes[0]["a:"]:`} {
		_, err := nnvm.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(`{"nodes":[{"`+key+`":1}],"arg_nodes":[],"heads":[]}`)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want %s", key, err, want)
		}
	}
}

// TestR27FirstNode reads a graph whose first node reads the old value of a variable that changes.
func TestR27FirstNode(t *testing.T) {
	f := read(t, nodes("[0, 0, 0], [3, 0, 0]", "exp e | [1, 0, 0]", "null w shape=(2,) dtype=0", "__add_scalar__ a scalar=1.0 | [1, 0, 0]", "_assign s | [1, 0, 1], [2, 0, 0]"))
	if got := f.Entry().NumArgs(); got != 1 {
		t.Errorf("got %d arguments, expected 1", got)
	}
}

// TestExportDeclaration checks that writing a function without a body fails.
func TestExportDeclaration(t *testing.T) {
	m, err := asm.Parse(registry(t), diag.NewSource("f.mlir", []byte("func.func private @f()")), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	if err := nnvm.Export(io.Discard, f); err == nil || !strings.Contains(err.Error(), "it has 0 blocks, not one") {
		t.Errorf("got error %v, expected one about the number of blocks", err)
	}
}
