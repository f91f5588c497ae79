// Package runner runs test files that contain their own commands, as LLVM's lit does.
//
// A test file holds lines such as
//
//	// RUN: lathe-opt %s --cse | FileCheck %s
//
// The tools are functions, called in this process, so tests are fast, run in
// parallel and count for coverage. REQUIRES, UNSUPPORTED, XFAIL, DEFINE,
// REDEFINE and END. work as in lit (llvm.org/docs/CommandGuide/lit.html); the
// commands are read by a small shell with pipes, lists and redirections, but
// without variables, subshells and job control. Each command of a pipeline runs
// to its end before the next one starts.
package runner

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A Tool is a command. args does not contain its name. It returns the exit status, must not use the
// process's standard streams, and may be called concurrently. Relative paths are relative to
// Dir(ctx), the environment is Getenv(ctx, …).
type Tool func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// A Substitution replaces Key, which starts with '%', in commands.
type Substitution struct{ Key, Value string }

// A Config holds the tools and settings of tests. Several tests may use a Config concurrently; it
// is not changed.
type Config struct {
	// Tools are the commands by name. They hide the built-in ones: cat, count,
	// cp, diff, echo, false, FileCheck, grep, mkdir, mv, rm, split-file, touch, true.
	Tools map[string]Tool
	// Exec allows other commands to be programs, which are found as by the shell.
	Exec bool
	// Substitutions come before the usual %s, %S, %t and so on.
	Substitutions []Substitution
	// Features are the names for REQUIRES, UNSUPPORTED and XFAIL.
	Features []string
	// Env is the commands' environment, as "NAME=value", including FILECHECK_OPTS for FileCheck.
	// If nil, it is the process's.
	Env []string
	// Suffixes are the suffixes of test files; .mlir, .test and .txt if empty.
	Suffixes []string
	// Timeout is for one test; a minute if zero. The context of tools ends after it.
	Timeout time.Duration
	// TempDir is the directory in which each test gets a separate directory; the system's temporary
	// directory if empty.
	TempDir string
}

// A Status is how a test ended.
type Status int

const (
	Pass           Status = iota
	Fail                  // a command failed
	ExpectFail            // a command failed, as XFAIL declares
	UnexpectedPass        // none failed, although XFAIL is set
	Unsupported           // excluded by REQUIRES or UNSUPPORTED
	NotATest              // there are no RUN lines
	Unresolved            // the file cannot be read or understood
)

// String returns lit's word for s.
func (s Status) String() string {
	return [...]string{"PASS", "FAIL", "XFAIL", "XPASS", "UNSUPPORTED", "NOT A TEST", "UNRESOLVED"}[s]
}

// Failed reports whether the test needs attention.
func (s Status) Failed() bool { return s == Fail || s == UnexpectedPass || s == Unresolved }

// A Result is the result of one test file.
type Result struct {
	Path   string
	Status Status
	// Output explains the status: the commands with their exit statuses and output.
	Output string
}

// Run runs each test file below dir as a parallel subtest. It skips folders named Inputs and
// names that start with a dot.
func Run(t *testing.T, dir string, cfg Config) {
	t.Helper()
	files, err := Files(dir, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no test files in %s", dir)
	}
	for _, path := range files {
		name, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			t.Parallel()
			runSubtest(t, path, cfg)
		})
	}
}

func runSubtest(t *testing.T, path string, cfg Config) {
	cfg.TempDir = t.TempDir()
	switch r := RunFile(cfg, path); {
	case r.Status.Failed():
		t.Errorf("%s: %s\n%s", r.Status, r.Path, r.Output)
	case r.Status == Unsupported:
		t.Skip(r.Output)
	case r.Status == ExpectFail:
		t.Logf("%s: %s", r.Status, r.Path)
	}
}

// Files returns the files below dir that have RUN lines, sorted.
func Files(dir string, cfg Config) ([]string, error) {
	suffixes := cfg.Suffixes
	if len(suffixes) == 0 {
		suffixes = []string{".mlir", ".test", ".txt"}
	}
	var files []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && path != dir
		if d.IsDir() {
			if hidden || d.Name() == "Inputs" {
				return filepath.SkipDir
			}
			return nil
		}
		if hidden || !slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(path, s) }) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil && hasRunLine(data) {
			files = append(files, path)
		}
		return err
	})
	return files, err
}
