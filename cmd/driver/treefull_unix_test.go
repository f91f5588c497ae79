//go:build unix

package driver_test

import (
	"io/fs"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// TestTreeFull checks that --mlir-print-ir-tree-dir leaves no file if the disk is full. A limit of
// 64 bytes for each file simulates the full disk.
func TestTreeFull(t *testing.T) {
	dir := t.TempDir()
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Skip(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 64, Max: was.Max}); err != nil {
		t.Skip(err)
	}
	var out, errs strings.Builder
	code := tool.Opt(t.Context(), []string{"--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=" + dir, "--cse"}, strings.NewReader("func.func @a() { return }"), &out, &errs)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	if code != 5 || strings.Count(errs.String(), "error: cannot write the program: ") != 1 {
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
