package driver_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// TestReproducerFiles runs reproducers whose pipelines write a file. Without
// --allow-writing-anywhere, the file must be below the current folder, after symbolic links are
// resolved. The same holds when passes run again for a local reproducer.
func TestReproducerFiles(t *testing.T) {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	outside, here := t.TempDir(), t.TempDir()
	t.Chdir(here)
	if err := errors.Join(os.Symlink(outside, "link"), os.Mkdir("sub", 0o755)); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct {
		name    string
		file    string // the file that the reproducer names
		allowed bool
	}{
		{filepath.Join(outside, "absolute"), filepath.Join(outside, "absolute"), false},
		{"../" + filepath.Base(outside) + "/parent", filepath.Join(outside, "parent"), false},
		{"sub/../../" + filepath.Base(outside) + "/dots", filepath.Join(outside, "dots"), false},
		{"link/linked", filepath.Join(outside, "linked"), false},
		{"own", "own", true},
		{"sub/own", "sub/own", true},
	} {
		text := fmt.Sprintf("func.func @f() {\n  return\n}\n{-#\n  external_resources: {\n    mlir_reproducer: {\n"+
			"      pipeline: \"builtin.module(snapshot-op-locations{filename=%s})\",\n      disable_threading: false,\n      verify_each: true\n    }\n  }\n#-}\n", test.name)
		local := []string{"--run-reproducer", "--mlir-pass-pipeline-crash-reproducer=crash", "--mlir-pass-pipeline-local-reproducer"}
		for _, flags := range [][]string{{"--run-reproducer"}, {"--run-reproducer", "--allow-writing-anywhere"}, local} {
			var out, errs strings.Builder
			status := tool.Opt(t.Context(), flags, strings.NewReader(text), &out, &errs)
			want := test.allowed || slices.Contains(flags, "--allow-writing-anywhere")
			_, err := os.Stat(test.file)
			if (status == 0) != want || err == nil != want || err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s %v: got status %d, %v\n%s", test.name, flags, status, err, errs.String())
			}
			if !want && !strings.Contains(errs.String(), "--allow-writing-anywhere") {
				t.Errorf("%s: the error does not mention --allow-writing-anywhere: %s", test.name, errs.String())
			}
			os.Remove(test.file)
		}
	}
}
