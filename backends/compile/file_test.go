package compile_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const filed = `func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = stablehlo.add %x, %c : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  %2 = stablehlo.multiply %1, %c : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}`

// exported compiles the program, and returns the exported bytes and the results for an input.
func exported(t *testing.T, o compile.Options) (blob []byte, results []*tensor.Tensor) {
	t.Helper()
	e, err := compile.Module(t.Context(), parseText(t, filed), o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if results, err = e.Run(t.Context(), input()); err != nil {
		t.Fatal(err)
	}
	var b, again bytes.Buffer
	if err := errors.Join(e.Export(&b), e.Export(&again)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("two exports of one program have different bytes")
	}
	return b.Bytes(), results
}

func input() *tensor.Tensor { return tensor.FromSlice([]int64{4}, []float32{-1, 0.5, 2, -3}) }

// TestExportLoad checks that a loaded program has the same results as the exported program, and
// that its export has the same bytes.
func TestExportLoad(t *testing.T) {
	devices := filepath.Join(t.TempDir(), "devices.yaml")
	if err := os.WriteFile(devices, []byte("- {name: fast, backend: vm, deny: [stablehlo.tanh]}\n- {name: rest, backend: ref, threads: 1}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, o := range []compile.Options{
		{}, {Backend: "vm"}, {Backend: "ref"}, {Devices: []string{"vm.0", "ref"}}, {Devices: []string{devices}},
		{Devices: []string{"vm.0-1:memory=1KiB"}}, {Devices: []string{devices}, Properties: map[string]any{"mode": "pipelined", "streams": 3}},
	} {
		blob, want := exported(t, o)
		e, err := compile.Load(t.Context(), blob, compile.Options{})
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		defer e.Close()
		got, err := e.Run(t.Context(), input())
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		for i := range want {
			if !bytes.Equal(got[i].Data, want[i].Data) {
				t.Errorf("%+v: result %d is %v, expected %v", o, i, got[i], want[i])
			}
		}
		var again bytes.Buffer
		if err := e.Export(&again); err != nil || !bytes.Equal(again.Bytes(), blob) {
			t.Errorf("%+v: the export of the loaded program failed, or has different bytes: %v", o, err)
		}
		c, ok := e.Program().(backends.Configured)
		for key, v := range o.Properties {
			if have, err := c.Properties().Get(key); !ok || err != nil || have != v {
				t.Errorf("%+v: property %s is %v, %v", o, key, have, err)
			}
		}
		if len(o.Devices) == 1 && o.Devices[0] == devices {
			if on := property.Value[[]string](c.Properties(), backends.ExecutionProperty); !slices.Equal(on, []string{"fast", "rest"}) {
				t.Errorf("the loaded program runs on %v", on)
			}
		}
	}
}

func reloaded(t *testing.T, o compile.Options, text string) *compile.Executable {
	t.Helper()
	e, err := compile.Module(t.Context(), parseText(t, text), o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var blob bytes.Buffer
	if err := e.Export(&blob); err != nil {
		t.Fatal(err)
	}
	loaded, err := compile.Load(t.Context(), blob.Bytes(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { loaded.Close() })
	return loaded
}

func TestKernelFormExport(t *testing.T) {
	loaded := reloaded(t, compile.Options{Backend: "vm"}, `
func.func @main(%a: memref<4xf32>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 4 : index
  func.call @k(%a, %o, %lo, %hi) : (memref<4xf32>, memref<4xf32>, index, index) -> ()
  return
}
func.func private @k(%a: memref<4xf32>, %o: memref<4xf32>, %lo: index, %hi: index) attributes {kernel.grid = 4 : index, kernel.writes = array<i64: 1>} {
  %one = arith.constant 1 : index
  scf.for %i = %lo to %hi step %one {
    %x = memref.load %a[%i] : memref<4xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %o[%i] : memref<4xf32>
  }
  return
}`)
	if got, err := loaded.Run(t.Context(), input()); err != nil || got[0].Float(2) != 4 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestNestedExport(t *testing.T) {
	const levels = 500
	var b strings.Builder
	b.WriteString("func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {\n")
	for i := range levels {
		fmt.Fprintf(&b, "%%r%d = \"stablehlo.if\"(%%p) ({\n", i)
	}
	fmt.Fprintf(&b, "%%r%d = stablehlo.negate %%x : tensor<4xf32>\n", levels)
	for i := levels; i > 0; i-- {
		fmt.Fprintf(&b, "stablehlo.return %%r%d : tensor<4xf32>\n}, {\nstablehlo.return %%x : tensor<4xf32>\n}) : (tensor<i1>) -> tensor<4xf32>\n", i)
	}
	b.WriteString("return %r0 : tensor<4xf32>\n}\n")
	loaded := reloaded(t, compile.Options{}, b.String())
	yes := tensor.New(tensor.I1)
	yes.SetInt(0, 1)
	got, err := loaded.Run(t.Context(), yes, input())
	if err != nil || got[0].Float(2) != -2 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestLoadErrors(t *testing.T) {
	blob, _ := exported(t, compile.Options{Devices: []string{"vm.0", "ref"}})
	for i := range blob {
		damaged := bytes.Clone(blob)
		damaged[i] ^= 1
		if _, err := compile.Load(t.Context(), damaged, compile.Options{}); !errors.Is(err, sealed.ErrBlob) {
			t.Fatalf("with byte %d changed, Load returned %v, expected ErrBlob", i, err)
		}
	}
	for _, test := range []struct {
		blob []byte
		o    compile.Options
		want string
	}{
		{blob[:len(blob)-1], compile.Options{}, "is truncated"},
		{append(bytes.Clone(blob), 0), compile.Options{}, "is followed by extra bytes: 1"},
		{nil, compile.Options{}, "is not an exported program, or is truncated"},
		{sealed.Seal(sealed.Header{Backend: "vm", Version: "1"}, nil), compile.Options{}, "is for backend 'vm', not for 'executable'"},
		{sealed.Seal(sealed.Header{Backend: "executable", Version: "2"}, []byte{3, 'v'}), compile.Options{}, "has unreadable content"},
		{blob, compile.Options{Properties: map[string]any{"no-such": 1}}, "unknown property 'no-such'"},
		{blob, compile.Options{Properties: map[string]any{"disable-passes": "fusion"}}, "property 'disable-passes' cannot be 'fusion'"},
		{blob, compile.Options{Backends: []backends.Factory{}}, "unknown backend 'vm'"},
	} {
		_, err := compile.Load(t.Context(), test.blob, test.o)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("expected %q, but got %v", test.want, err)
		}
	}
	e, err := compile.Load(t.Context(), blob, compile.Options{Properties: map[string]any{"mode": "asynchronous"}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if v, err := e.Program().(backends.Configured).Properties().Get("mode"); err != nil || v != "asynchronous" {
		t.Errorf("the mode is %v, %v", v, err)
	}
	if err := (&compile.Executable{}).Export(&bytes.Buffer{}); err == nil {
		t.Error("an Executable without a program was exported without an error")
	}
}
