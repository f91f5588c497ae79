package compile_test

import (
	"math/cmplx"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestPrograms compiles the programs of testdata/models, testdata/goldens and testdata/speed with
// the zero options. The results must be close to the results of ref.
func TestPrograms(t *testing.T) {
	var files []string
	for _, of := range []string{"models", "goldens", "speed"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "testdata", of, "*.mlir"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no programs in testdata/%s (%v)", of, err)
		}
		files = append(files, found...)
	}
	files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_pinned.mlir") }) // their operations are pinned to devices
	if testing.Short() {
		files = files[:5] // the race detector makes the test slow
	}
	for _, file := range files {
		want := run(t, file, compile.Options{Backend: "ref"})
		for i, got := range run(t, file, compile.Options{}) {
			if j, off := differ(want[i], got, 1); off {
				t.Errorf("%s: result %d[%d] is %v, but %v on ref", file, i, j, got.Float(j), want[i].Float(j))
			}
		}
	}
}

// TestJAX compares results of programs that JAX exported with the results of JAX. It ignores
// results that are implementation-defined. The programs are not in the repository.
func TestJAX(t *testing.T) {
	if testing.Short() {
		t.Skip("143 programs are too many for the race detector")
	}
	suite := filepath.Join(outsideSuites(t), "jax")
	manifest, err := os.ReadFile(filepath.Join(suite, "manifest.tsv"))
	if err != nil {
		t.Skip(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(manifest)), "\n")[1:] {
		row := strings.Split(line, "\t")
		name, flags, ins, outs := row[0], row[2], row[6], row[7]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := filepath.Join(suite, "suite", name)
			var types []ir.Type
			var in []*tensor.Tensor
			for i, s := range specs(ins) {
				x := recorded(t, p+".in"+strconv.Itoa(i)+".npy", s)
				types, in = append(types, ir.Tensor(ir.KindType(x.Kind), x.Shape...)), append(in, x)
			}
			e, err := compile.Module(t.Context(), parseFile(t, p+".mlir"), compile.Options{Inputs: types})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			got, err := e.Run(t.Context(), in...)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range specs(outs) {
				if want := recorded(t, p+".out"+strconv.Itoa(i)+".npy", s); !strings.Contains(flags, "impl_defined") {
					near(t, i, got[i], want, s)
				}
			}
		})
	}
}

// TestStableHLO runs the test programs of StableHLO, which check their own results. It needs
// LATHE_FULL. The programs are not in the repository.
func TestStableHLO(t *testing.T) {
	if os.Getenv("LATHE_FULL") == "" {
		t.Skip("LATHE_FULL is not set")
	}
	suite := filepath.Join(outsideSuites(t), "stablehlo")
	manifest, err := os.ReadFile(filepath.Join(suite, "manifests/stablehlo_exec.tsv"))
	if err != nil {
		t.Skip(err)
	}
	var failed []string
	for _, line := range strings.Split(strings.TrimSpace(string(manifest)), "\n")[1:] {
		row := strings.Split(line, "\t")
		id, path, needs := row[0], row[2], row[8]
		if strings.Contains(needs, "probe") {
			continue // the program needs a flag of lathe run: the folder for its output files
		}
		text, err := os.ReadFile(filepath.Join(suite, "suite", path))
		if err != nil {
			t.Fatal(err)
		}
		if _, chunk, ok := strings.Cut(id, "#"); ok {
			n, _ := strconv.Atoi(chunk)
			text = []byte(strings.Split(string(text), "// -----")[n])
		}
		if err := runText(t, id, text); err != nil {
			failed = append(failed, id+": "+err.Error())
		}
	}
	// One recorded element has an error of 4.3 ULP; Lathe's result is the nearest float.
	failed = slices.DeleteFunc(failed, func(s string) bool { return strings.Contains(s, "cosh_float32_20_20_chlo") })
	for _, f := range failed {
		t.Error(f)
	}
}

func runText(t *testing.T, name string, text []byte) error {
	m, err := compile.Parse(name, text)
	if err != nil {
		return err
	}
	e, err := compile.Module(t.Context(), m, compile.Options{})
	if err != nil {
		return err
	}
	defer e.Close()
	_, err = e.Run(t.Context())
	return err
}

// specs splits a column of the manifest into one list for each tensor. A list has the element type,
// the shape and, for a result, the relative and the absolute tolerance.
func specs(column string) (out [][]string) {
	if column == "-" {
		return nil
	}
	for _, s := range strings.Split(column, ";") {
		out = append(out, strings.Split(s, ":"))
	}
	return out
}

// recorded reads a tensor from a .npy file. Element types that the format lacks are stored as
// unsigned integers.
func recorded(t *testing.T, file string, spec []string) *tensor.Tensor {
	t.Helper()
	x, err := tensor.ReadNpyFile(file)
	kind, ok := tensor.ParseKind(spec[0])
	if err != nil || !ok {
		t.Fatalf("error %v for a tensor with element type %s", err, spec[0])
	}
	x.Kind = kind
	return x
}

// near compares result i with the recorded result, within the tolerances in spec; see specs.
func near(t *testing.T, i int, got, want *tensor.Tensor, spec []string) {
	t.Helper()
	if got.Kind != want.Kind || !slices.Equal(got.Shape, want.Shape) {
		t.Errorf("result %d has kind %s and shape %v, but in JAX kind %s and shape %v", i, got.Kind, got.Shape, want.Kind, want.Shape)
		return
	}
	relative, _ := strconv.ParseFloat(spec[2], 64)
	absolute, _ := strconv.ParseFloat(spec[3], 64)
	for j := range want.NumElements() {
		if want.Kind.IsInt() {
			if got.Int(j) != want.Int(j) {
				t.Errorf("result %d[%d] is %d, but %d in JAX", i, j, got.Int(j), want.Int(j))
				return
			}
			continue
		}
		x, y := got.Complex(j), want.Complex(j)
		if x == y || cmplx.IsNaN(x) && cmplx.IsNaN(y) {
			continue
		}
		// The tolerance of an infinity is infinite, so every number would be near it.
		if cmplx.IsInf(y) || !(cmplx.Abs(x-y) <= absolute+relative*cmplx.Abs(y)) {
			t.Errorf("result %d[%d] is %v, but %v in JAX", i, j, x, y)
			return
		}
	}
}
