package onednn_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/onednn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// suite is the folder of the public graphs, which are not part of the repository.
const suite = "../../../shared/conformance/onednn/suite"

func registry(t testing.TB) *ir.Registry {
	t.Helper()
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// graphs returns the graphs of a folder and its subfolders, by path.
func graphs(t testing.TB, dir string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".json") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// public returns the public graphs and the graphs of the repository.
func public(t testing.TB) []string {
	t.Helper()
	if _, err := os.Stat(suite); err != nil {
		t.Log("the public graphs are missing; only the graphs in testdata are tested")
		return graphs(t, "testdata")
	}
	return append(graphs(t, suite), graphs(t, "testdata")...)
}

func load(reg *ir.Registry, path string) (fn.Func, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return fn.Func{}, err
	}
	m, err := onednn.Import(context.Background(), reg, diag.NewSource(path, text))
	if err != nil {
		return fn.Func{}, err
	}
	f, _ := ir.As[fn.Func](m.Body().First())
	return f, nil
}

func print(t *testing.T, op *ir.Op) string {
	t.Helper()
	var b strings.Builder
	if err := asm.Print(&b, op, ir.NewPrintOptions()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRoundTrip writes each graph, and reads and writes the result again. Both texts must be equal.
// The printed module must parse to the same module.
func TestRoundTrip(t *testing.T) {
	reg := registry(t)
	for _, path := range public(t) {
		f, err := load(reg, path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var first, second bytes.Buffer
		if err := onednn.Export(&first, f); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		m, err := onednn.Import(t.Context(), reg, diag.NewSource("dump", first.Bytes()))
		if err != nil {
			t.Errorf("%s: Import of the exported graph: %v", path, err)
			continue
		}
		g, _ := ir.As[fn.Func](m.Body().First())
		if err := onednn.Export(&second, g); err != nil || first.String() != second.String() {
			t.Errorf("%s: the second dump differs or has the error %v", path, err)
		}
		text := print(t, m.Op)
		op, err := asm.Parse(reg, diag.NewSource(path, []byte(text)), asm.Options{})
		if err != nil {
			t.Errorf("%s: the printed module cannot be parsed: %v", path, err)
			continue
		}
		if again := print(t, op); again != text {
			t.Errorf("%s: the printed module changes when it is parsed", path)
		}
	}
}

// TestContext checks that Import stops when its context is done.
func TestContext(t *testing.T) {
	reg := registry(t)
	text, err := os.ReadFile("testdata/mlp.json")
	if err != nil {
		t.Fatal(err)
	}
	src := diag.NewSource("mlp.json", text)
	m, err := onednn.Import(t.Context(), reg, src)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](m.Body().First())
	stops := 0
	for ; stops < 10_000; stops++ {
		if _, err := onednn.Import(&irtest.Countdown{Context: t.Context(), Left: stops}, reg, src); err == nil {
			break
		} else if !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d checks of the context: %v", stops, err)
		}
	}
	// The parser, the reader and the builder check the context for each operation.
	if most := 3 * (f.Entry().Len() - 1); stops < most || stops == 10_000 {
		t.Errorf("Import checks its context %d times, expected at least %d", stops, most)
	}
}

// TestNil checks that a nil context, registry, source or function is an error.
func TestNil(t *testing.T) {
	src := diag.NewSource("g.json", []byte(`{"graph":[]}`))
	if _, err := onednn.Import(t.Context(), nil, src); err == nil || !strings.Contains(err.Error(), "needs a context, a registry and a source") {
		t.Error(err)
	}
	if _, err := onednn.Import(t.Context(), registry(t), nil); err == nil || !strings.Contains(err.Error(), "needs a context, a registry and a source") {
		t.Error(err)
	}
	var none context.Context
	if _, err := onednn.Import(none, registry(t), src); err == nil || !strings.Contains(err.Error(), "needs a context, a registry and a source") {
		t.Error(err)
	}
	if err := onednn.Export(new(bytes.Buffer), fn.Func{}); err == nil || !strings.Contains(err.Error(), "there is no function to write") {
		t.Error(err)
	}
}

// TestRepeatedInput checks that a tensor that "input_ports" has twice becomes one argument.
func TestRepeatedInput(t *testing.T) {
	const text = `{"graph":[{"id":1,"kind":"ReLU","inputs":[{"id":0,"dtype":"f32","shape":[2]}],"outputs":[{"id":1,"dtype":"f32","shape":[2]}]}],"input_ports":[0,0]}`
	m, err := onednn.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	if f, _ := ir.As[fn.Func](m.Body().First()); len(f.Entry().Args()) != 1 {
		t.Errorf("got %d arguments, expected 1", len(f.Entry().Args()))
	}
}

// TestManyInputs checks that the time is not quadratic in the number of inputs of an operation.
func TestManyInputs(t *testing.T) {
	const n = 100_000
	inputs := make([]string, n)
	for i := range inputs {
		inputs[i] = fmt.Sprintf(`{"id":%d,"dtype":"f32","shape":[1]}`, i+10)
	}
	text := `{"graph":[{"id":1,"kind":"Concat","attrs":{"axis":{"type":"s64","value":0}},"inputs":[` + strings.Join(inputs, ",") +
		`],"outputs":[{"id":2,"dtype":"f32","shape":[` + fmt.Sprint(n) + `]}]}]}`
	reg := registry(t)
	irtest.Within(t, 3*time.Second, nil, func() {
		if _, err := onednn.Import(t.Context(), reg, diag.NewSource("g.json", []byte(text))); err == nil || !strings.Contains(err.Error(), "needs 1 to 64 operands, but has 100000") {
			t.Error(err)
		}
	})
}
