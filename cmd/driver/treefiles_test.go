package driver_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// TestTreeFiles checks file names for symbols that are too long or have control characters, and for
// operation names with folder separators.
func TestTreeFiles(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("x", 300)
	text := `func.func @"a\0A\1B[31m/\C2\9B"() { return } func.func @` + long + `y() { return } func.func @` + long + `z() { return } "\1B[31m/../func_func_/x"() ({ func.func @inner() { return } }) : () -> ()`
	var out, errs bytes.Buffer
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	if code := tool.Opt(t.Context(), []string{"--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=" + dir, "--allow-unregistered-dialect", "--pass-pipeline=builtin.module(func.func(cse),any(any(cse)))"}, strings.NewReader(text), &out, &errs); code != 0 || errs.Len() > 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	folders := 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), "func_func_") {
			folders++
		}
		if strings.ContainsFunc(d.Name(), func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("the file name %q has a character that cannot be printed", d.Name())
		}
		return err
	})
	if err != nil || folders != 3 {
		t.Errorf("got %d folders of functions and error %v, expected 3 folders", folders, err)
	}
}

// TestTreeNotWritten checks that there is one error if no file can be written.
func TestTreeNotWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	for _, pipeline := range []string{"builtin.module(cse,canonicalize)", "builtin.module(func.func(cse,canonicalize))"} {
		var out, errs bytes.Buffer
		args := []string{"--mlir-print-ir-before-all", "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=" + file, "--pass-pipeline=" + pipeline}
		code := tool.Opt(t.Context(), args, strings.NewReader("func.func @a() { return } func.func @b() { return }"), &out, &errs)
		if n := strings.Count(errs.String(), "error: cannot write the program: "); code != 5 || n != 1 {
			t.Errorf("%s: exit %d and %d errors, expected exit 5 and one error:\n%s", pipeline, code, n, errs.String())
		}
	}
}
