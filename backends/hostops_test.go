package backends_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/sealed"
)

// hosted is a program with an operation that the host runs.
const hosted = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = interpreter.probe %0, probe_id = "p" : tensor<4xf32>
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}`

// TestHostOperationsOfExports checks that an import fails if the types of an operation that the
// host runs do not match the buffers of its step.
func TestHostOperationsOfExports(t *testing.T) {
	for _, name := range []string{"vm", "jit"} {
		v, _ := newVictim(t, name, hosted)
		h, payload, err := sealed.Unseal(v.blob)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.imported(sealed.Seal(h, payload), 1<<62); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		at := bytes.LastIndex(payload, []byte("interpreter.probe"))
		if begin := bytes.LastIndex(payload, []byte("host.main")); begin >= 0 {
			at = begin
		}
		for _, to := range []string{"tensor<9xf32>", "tensor<4xi32>", "tensor<4xi64>", "tensor<?xf32>"} {
			bad := append(bytes.Clone(payload[:at]), bytes.ReplaceAll(payload[at:], []byte("tensor<4xf32>"), []byte(to))...)
			if bytes.Equal(bad, payload) {
				t.Fatalf("%s: the exported program does not contain the type to replace", name)
			}
			if _, err := v.imported(sealed.Seal(h, bad), 1<<62); err == nil {
				t.Errorf("%s: the import accepted an operation on '%s' with a buffer of 'memref<4xf32>'", name, to)
			}
		}
	}
}

// TestHostileCode checks that the import of changed exports of jit does not panic. The test does
// not run the programs, since the import trusts their machine code.
func TestHostileCode(t *testing.T) {
	v, _ := newVictim(t, "jit", hosted)
	h, payload, err := sealed.Unseal(v.blob)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(9, 9))
	read := 0
	for range rounds(t, 2000) {
		_, err := v.imported(sealed.Seal(h, mutate(rng, payload)), 1<<62)
		if err == nil {
			read++
		} else if strings.Contains(err.Error(), "panic") {
			t.Fatal(err)
		}
	}
	t.Logf("%d changed exports are valid programs", read)
}
