//go:build cgo

package main

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// "given" matches the functions that Go exports to C. "declared" matches those in the header.
const (
	given    = `(?m)^//export (\w+)$`
	declared = `(?m)^\w[\w ]*?\*?(lathe_\w+)\(`
)

func find(t *testing.T, file, pattern string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return names
}

// TestHeader compares the functions in the header with the exported functions. The build checks the
// types of the functions, since abi.go includes the header.
func TestHeader(t *testing.T) {
	have, want := find(t, "abi.go", given), find(t, "lathe.h", declared)
	if len(want) < 10 || !slices.Equal(have, want) {
		t.Errorf("the library exports\n%v\nbut the header declares\n%v", have, want)
	}
}

// TestKinds compares the code of each element type with the constant of this type in the header.
// The header must have no other constants for element types.
func TestKinds(t *testing.T) {
	text, err := os.ReadFile("lathe.h")
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]int{}
	for i, m := range regexp.MustCompile(`(?m)^    LATHE_([IUFBC]+\d+\w*)(.*)$`).FindAllStringSubmatch(string(text), -1) {
		if first := strings.HasPrefix(m[2], " = 1,"); first != (i == 0) || !first && strings.Contains(m[2], "=") {
			t.Fatalf("the header has '%s', but the test expects a value only for the first constant, which must be 1", m[0])
		}
		codes[m[1]] = i + 1
	}
	if len(codes) != len(kinds())-1 {
		t.Errorf("the header has %v, but %d kinds are mapped", codes, len(kinds())-1)
	}
	for _, k := range kinds()[1:] {
		name := strings.ToUpper(strings.Replace(k.String(), "ui", "u", 1))
		if k.IsComplex() {
			name = fmt.Sprintf("C%d", k.Bits())
		}
		if want := codes[name]; want == 0 || int(codeOf(k)) != want || kindOf(codeOf(k)) != k {
			t.Errorf("kind %s has code %d, expected the value of LATHE_%s in the header, which is %d (0: no such constant)", k, codeOf(k), name, want)
		}
	}
}

// compiler returns the C compiler. It skips the test if LATHE_CABI is not set, if there is no C
// compiler, and on systems other than Linux.
func compiler(t *testing.T) string {
	t.Helper()
	if os.Getenv("LATHE_CABI") == "" {
		t.Skip("builds the C library in about a minute; LATHE_CABI=1 enables it")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the C library is tested on Linux only")
	}
	cc := os.Getenv("CC")
	if cc == "" {
		cc = "gcc"
	}
	path, err := exec.LookPath(cc)
	if err != nil {
		t.Skipf("no C compiler: %v", err)
	}
	return path
}

// do runs a command and returns its standard output.
func do(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, errs.String())
	}
	return out.String()
}

// TestLibrary builds the library and a C program, and compares the output of the program with the
// output of lathe run. It compiles the program with warnings as errors, without and with
// AddressSanitizer.
func TestLibrary(t *testing.T) {
	cc, dir := compiler(t), t.TempDir()
	lib := filepath.Join(dir, "liblathe.so")
	do(t, []string{"CGO_ENABLED=1", "CC=" + cc}, "go", "build", "-buildmode=c-shared", "-o", lib, ".")
	checkSymbols(t, lib)
	for _, sanitize := range []string{"none", "address"} {
		bin := filepath.Join(dir, sanitize)
		args := []string{"-std=c11", "-Wall", "-Wextra", "-Werror", "-g", "-O1", "-pthread", "-I.", "-o", bin, "testdata/run.c", lib, "-Wl,-rpath," + dir}
		if sanitize != "none" {
			args = append(args, "-fsanitize="+sanitize)
		}
		do(t, nil, cc, args...)
		same := func(t *testing.T, program, backend string, inputs []string) {
			t.Helper()
			t.Run(fmt.Sprintf("%s/%s/%s", sanitize, backend, filepath.Base(program)), func(t *testing.T) {
				got := do(t, []string{"ASAN_OPTIONS=halt_on_error=1"}, bin, append([]string{program, backend}, inputs...)...)
				if want := latheRun(t, program, backend, inputs); got != want {
					t.Errorf("the C program prints\n%s\nbut lathe run prints\n%s", got, want)
				}
			})
		}
		for _, model := range models(t) {
			inputs := inputs(t, model, dir)
			for _, backend := range []string{"vm", "ref"} {
				same(t, model, backend, inputs)
			}
		}
		if sanitize == "none" {
			for program, inputs := range exported(t) {
				same(t, program, "jit", inputs)
			}
		}
	}
}

// exported returns programs that JAX exported, with the files and types of their inputs. The
// programs are not in the repository. If they do not exist, it returns none.
func exported(t *testing.T) iter.Seq2[string, []string] {
	const suite = "../../../shared/conformance/jax"
	manifest, err := os.ReadFile(filepath.Join(suite, "manifest.tsv"))
	if err != nil {
		t.Log(err)
		return func(func(string, []string) bool) {}
	}
	return func(yield func(string, []string) bool) {
		for _, line := range strings.Split(strings.TrimSpace(string(manifest)), "\n")[1:] {
			row := strings.Split(line, "\t")
			program := filepath.Join(suite, "suite", row[0])
			var inputs []string
			for i, spec := range strings.Split(strings.Trim(row[6], "-"), ";") {
				elem, shape, ok := strings.Cut(spec, ":")
				if kind, known := tensor.ParseKind(elem); ok && known {
					shape = strings.TrimSuffix(strings.Replace(shape+"x", "scalarx", "", 1), "x")
					inputs = append(inputs, fmt.Sprintf("%s.in%d.npy:%d:%s", program, i, codeOf(kind), shape))
				}
			}
			if !yield(program+".mlir", inputs) {
				return
			}
		}
	}
}

func checkSymbols(t *testing.T, lib string) {
	t.Helper()
	f, err := elf.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range symbols {
		if strings.HasPrefix(s.Name, "lathe_") && s.Section != elf.SHN_UNDEF {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	if want := find(t, "lathe.h", declared); !slices.Equal(names, want) {
		t.Errorf("the library has\n%v\nbut the header declares\n%v", names, want)
	}
}

func models(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../testdata/models/*.mlir")
	if err != nil || len(files) < 3 {
		t.Fatalf("found %d models, expected at least 3; the error is %v", len(files), err)
	}
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_pinned.mlir") })
}

// inputs writes random inputs of a model as .npy files, and returns their names.
func inputs(t *testing.T, model, dir string) []string {
	t.Helper()
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := compileText(text, compile.Options{Warn: warn})
	if err != nil {
		t.Fatal(err)
	}
	defer exe.Close()
	var names []string
	for i, typ := range exe.Inputs() {
		shape, _ := typ.Shape()
		name := filepath.Join(dir, fmt.Sprintf("%s.%d.npy", filepath.Base(model), i))
		if err := tensor.WriteNpyFile(name, tensor.Random(typ.Kind(), shape, 7, uint64(i))); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func latheRun(t *testing.T, model, backend string, inputs []string) string {
	t.Helper()
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"run", model, "--backend=" + backend, "--no-cache"}
	for _, name := range inputs {
		file, _, _ := strings.Cut(name, ":")
		args = append(args, "--input="+file)
	}
	var out, errs strings.Builder
	if status := commands.Lathe(context.Background(), tool, args, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("lathe %v: %s", args, errs.String())
	}
	return out.String()
}

// TestWarning checks that a warning is one line on standard error, also without options.
func TestWarning(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	o, err := options(nil)
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stderr
	os.Stderr = file
	o.Warn(diag.Errorf(diag.Span{}, "the disk is full"))
	warn(diag.Warningf(diag.Span{}, "the disk is full"))
	os.Stderr = old
	if got, err := os.ReadFile(file.Name()); err != nil || string(got) != strings.Repeat("liblathe: warning: the disk is full\n", 2) {
		t.Errorf("standard error has %q; the error is %v", got, err)
	}
}
