package driver_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/passes"
)

// TestOutputDiscarded checks that cancellation removes the output before a pass ends.
func TestOutputDiscarded(t *testing.T) {
	dir := t.TempDir()
	files := func() int {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Error(err)
		}
		return len(entries)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	busy := passes.On("t-busy", "cancel the run, and wait until no file is left", func(*passes.Run, fn.Func) error {
		if files() != 1 {
			t.Error("the run has no temporary file")
		}
		cancel()
		for end := time.Now().Add(10 * time.Second); files() > 0; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Error("the temporary file was not removed")
				break
			}
		}
		return nil
	})
	tool, err := driver.New("lathe-opt", all.Bundle(), driver.Bundle{Passes: []passes.Pass{busy}})
	if err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	args := []string{"--t-busy", "-o", filepath.Join(dir, "out.mlir")}
	if status := tool.Opt(ctx, args, strings.NewReader("func.func @f() {\n  return\n}\n"), &out, &errs); status == 0 || files() > 0 {
		t.Errorf("the canceled run ended with status %d and left %d files:\n%s", status, files(), errs.String())
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestInformationNotWritten checks the error of a flag such as --help if the disk is full.
func TestInformationNotWritten(t *testing.T) {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--help", "--help-hidden", "--version", "--show-dialects", "--list-passes"} {
		var errs strings.Builder
		status := tool.Opt(t.Context(), []string{flag}, nil, failingWriter{}, &errs)
		if want := "cannot write output file '-': No space left on device\n"; status != 1 || errs.String() != want {
			t.Errorf("%s ends with status %d and prints %q, expected status 1 and %q", flag, status, errs.String(), want)
		}
	}
}
