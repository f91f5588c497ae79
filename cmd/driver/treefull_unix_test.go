//go:build unix

package driver_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
)

// TestTreeFull checks that --mlir-print-ir-tree-dir leaves no file if the disk is full.
func TestTreeFull(t *testing.T) {
	if !hosttest.Alone(t) {
		return
	}
	dir := t.TempDir()
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	room := hosttest.FillUp(t)
	var out, errs strings.Builder
	code := tool.Opt(t.Context(), []string{"--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=" + dir, "--cse"}, strings.NewReader("func.func @a() { return }"), &out, &errs)
	room()
	if code != 5 || strings.Count(errs.String(), "error: cannot write the program: ") != 1 || strings.Contains(errs.String(), ".lathe.") || strings.Count(errs.String(), "too large") != 1 {
		t.Errorf("got exit status %d and the errors %q, expected 5 and one error", code, errs.String())
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			t.Errorf("the file %s remains", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
