package compile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// carried returns a program whose loop carries three splat constants of n bytes. The result has the
// first elements of the three carried values.
func carried(n uint64) string {
	return strings.ReplaceAll(`func.func @main(%n: tensor<i32>) -> tensor<3xi8> {
  %a = stablehlo.constant dense<3> : tensor<NxI8>
  %b = stablehlo.constant dense<4> : tensor<NxI8>
  %c = stablehlo.constant dense<5> : tensor<NxI8>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r:4 = stablehlo.while(%i = %z, %x = %a, %y = %b, %w = %c) : tensor<i32>, tensor<NxI8>, tensor<NxI8>, tensor<NxI8>
  cond {
    %l = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.negate %y : tensor<NxI8>
    %q = stablehlo.negate %w : tensor<NxI8>
    %s = stablehlo.negate %x : tensor<NxI8>
    stablehlo.return %j, %p, %q, %s : tensor<i32>, tensor<NxI8>, tensor<NxI8>, tensor<NxI8>
  }
  %0 = stablehlo.slice %r#1 [0:1] : (tensor<NxI8>) -> tensor<1xi8>
  %1 = stablehlo.slice %r#2 [0:1] : (tensor<NxI8>) -> tensor<1xi8>
  %2 = stablehlo.slice %r#3 [0:1] : (tensor<NxI8>) -> tensor<1xi8>
  %f = stablehlo.concatenate %0, %1, %2, dim = 0 : (tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<3xi8>
  return %f : tensor<3xi8>
}`, "NxI8", fmt.Sprint(n, "xi8"))
}

// TestLargeConstants compiles a program with three constants, each half as large as the host's
// memory. The compilation must fail before it fills the constants.
func TestLargeConstants(t *testing.T) {
	has, _ := hostbytes.Exceeds(1 << 62)
	for _, name := range []string{"vm", "jit"} {
		_, err := compile.Module(t.Context(), parseText(t, carried(has/2)), compile.Options{Backend: name, Backends: factories()})
		if err == nil || !strings.Contains(err.Error(), "a run takes at least ") || !strings.Contains(err.Error(), "but the host has ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestExportedConstants checks that an exported program stores only one element of a splat
// constant. Loading the program with a canceled context must fail.
func TestExportedConstants(t *testing.T) {
	for _, name := range []string{"vm", "jit"} {
		e, err := compile.Module(t.Context(), parseText(t, carried(1<<16)), compile.Options{Backend: name, Backends: factories()})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		var file bytes.Buffer
		if err := e.Export(&file); err != nil || file.Len() > 1<<16 {
			t.Fatalf("%s: the exported program has %d bytes; error %v", name, file.Len(), err)
		}
		done, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := compile.Load(done, file.Bytes(), compile.Options{Backends: factories()}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: a canceled load returned %v", name, err)
		}
		back, err := compile.Load(t.Context(), file.Bytes(), compile.Options{Backends: factories()})
		if err != nil {
			t.Fatal(err)
		}
		out, err := back.Run(t.Context(), tensor.FromSlice(nil, []int32{2}))
		if err != nil || !slices.Equal(tensor.Slice[int8](out[0]), []int8{5, 3, 4}) {
			t.Fatalf("%s: the loaded program returned %v, %v", name, out, err)
		}
		// After Close, the bytes of the file may change. Constants of other modules must not refer
		// to these bytes.
		back.Close()
		clear(file.Bytes())
		fresh, err := compile.Module(t.Context(), parseText(t, carried(1<<16)), compile.Options{Backend: name, Backends: factories()})
		if err != nil {
			t.Fatal(err)
		}
		defer fresh.Close()
		if out, err = fresh.Run(t.Context(), tensor.FromSlice(nil, []int32{2})); err != nil {
			t.Fatal(err)
		}
		if got := tensor.Slice[int8](out[0]); !slices.Equal(got, []int8{5, 3, 4}) {
			t.Errorf("%s: got %v, expected [5 3 4]", name, got)
		}
	}
}
