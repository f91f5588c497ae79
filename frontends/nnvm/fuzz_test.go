package nnvm_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// FuzzJSON looks for graphs that crash the reader, or need much time or memory. A graph that can be
// read must be a valid program. If it can be written, reading it again must give the same graph.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		nodes("[2, 0, 0]", "null x", "null y", "elemwise_add s | [0, 0, 0], [1, 0, 0]", "null unused", "exp e | [3, 0, 0]"),
		`{"nodes":[{"op":"null","name":"x","inputs":[],"attrs":{"shape":"(1,4,8,8)","dtype":"0"}},{"op":"null","name":"w","inputs":[]},` +
			`{"op":"conv2d","name":"c","attrs":{"channels":"8","kernel_size":"(3, 3)","use_bias":"False"},"inputs":[[0,0,0],[1,0,0]],"control_deps":[0]}],` +
			`"arg_nodes":[0,1],"node_row_ptr":[0,1,2,3],"heads":[[2,0,0]],"attrs":{"shape":["list_shape",[[1,4,8,8],[],[]]],"a":["str","\u00e9\ud83d\ude00"],"n":["int",-3]}}`,
		`{"nodes":[{"op":"null","name":"x","inputs":[]},{"op":"split","name":"s","attrs":{"indices_or_sections":"2","axis":"1"},"inputs":[[0,0,0]]}],"arg_nodes":[0],"heads":[[1,0,0],[1,1,0]]}`,
		`{"nodes":[{"op":"null","name":"x","inputs":[]},{"op":"_assign","name":"a","inputs":[[0,0,0],[0,0,0]]},{"op":"exp","name":"e","inputs":[[0,0,1]]}],"arg_nodes":[0],"heads":[[2,0,0],[0,0,1]]}`,
		`{"nodes":[{"op":"full","name":"x","attrs":{"fill_value":"1.5","shape":"(2,)"},"inputs":[]}],"arg_nodes":[],"heads":[[0,0,0]]}`, `{"nodes":[],"arg_nodes":[],"heads":[]}`,
	} {
		f.Add([]byte(seed))
	}
	reg := registry(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		defer irtest.MustEnd(10*time.Second, text)()
		var m ir.Module
		var err error
		read := func() { m, err = nnvm.Import(t.Context(), reg, diag.NewSource("g.json", bytes.Clone(text))) }
		most := 4<<20 + 4096*uint64(len(text))
		if by := irtest.Allocated(most, read); by > most {
			t.Errorf("%d bytes were allocated to read %d bytes", by, len(text))
		}
		if err != nil {
			if len(diag.All(err)) == 0 {
				t.Errorf("the error is not a diagnostic: %v", err)
			}
			return
		}
		if err := ir.Verify(m.Op); err != nil {
			t.Fatalf("the program is invalid: %v", err)
		}
		graph, _ := ir.As[fn.Func](m.Body().First())
		var first, second bytes.Buffer
		if nnvm.Export(&first, graph) != nil {
			return
		}
		again, err := nnvm.Import(t.Context(), reg, diag.NewSource("again.json", bytes.Clone(first.Bytes())))
		if err != nil {
			t.Fatalf("Import of an exported graph: %v\n%s", err, first.String())
		}
		graph, _ = ir.As[fn.Func](again.Body().First())
		if err := nnvm.Export(&second, graph); err != nil || first.String() != second.String() {
			t.Errorf("the graph is written as\n%s\nand then as\n%s\n%v", first.String(), second.String(), err)
		}
	})
}

// FuzzParams looks for files of parameters that crash the reader or need much memory. Parameters
// that were read must be the same after they are written and read again.
func FuzzParams(f *testing.F) {
	var b bytes.Buffer
	if err := nnvm.SaveParams(&b, map[string]*tensor.Tensor{
		"w": tensor.FromSlice([]int64{2, 2}, []float32{1, 2, 3, 4}), "b": tensor.FromSlice([]int64{3}, []int64{5, 6, 7}), "s": tensor.FromSlice([]int64{}, []uint8{8}),
	}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		defer irtest.MustEnd(10*time.Second, data)()
		var params map[string]*tensor.Tensor
		var err error
		most := 8<<20 + 64*uint64(len(data))
		if by := irtest.Allocated(most, func() { params, err = nnvm.LoadParams(bytes.NewReader(data)) }); by > most {
			t.Errorf("%d bytes were allocated to read %d bytes", by, len(data))
		}
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := nnvm.SaveParams(&out, params); err != nil {
			t.Fatalf("SaveParams of parameters that were read: %v", err)
		}
		again, err := nnvm.LoadParams(&out)
		if err != nil || !slices.Equal(slices.Sorted(maps.Keys(again)), slices.Sorted(maps.Keys(params))) {
			t.Fatalf("LoadParams of parameters that were written: %v", err)
		}
		for name, p := range params {
			if q := again[name]; q.Kind != p.Kind || !slices.Equal(q.Shape, p.Shape) || !bytes.Equal(q.Data, p.Data) {
				t.Errorf("tensor %q differs after SaveParams and LoadParams", name)
			}
		}
	})
}

// TestTextLimit checks that a graph that is too large is refused before memory is allocated for it.
func TestTextLimit(t *testing.T) {
	reg := registry(t)
	src := diag.NewSource("large.json", make([]byte, nnvm.MaxText+1))
	var err error
	by := irtest.Allocated(1<<16, func() { _, err = nnvm.Import(t.Context(), reg, src) })
	want := fmt.Sprintf("a graph of NNVM must have at most %d bytes", nnvm.MaxText)
	if by > 1<<16 || err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got error %[2]v after allocating %[1]d bytes, expected a refusal without allocation", by, err)
	}
}
