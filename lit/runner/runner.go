// Package runner runs test files that contain their own commands, as LLVM's lit does.
//
// A test file contains lines such as
//
//	// RUN: lathe-opt %s --cse | FileCheck %s
//
// The tools are functions that are called in this process. So tests are fast, run in parallel and
// count for coverage. The keywords REQUIRES:, UNSUPPORTED:, XFAIL:, DEFINE:, REDEFINE: and "END."
// work as in lit (llvm.org/docs/CommandGuide/lit.html). A small shell runs the commands. It has
// pipes, lists and redirections, but no variables, subshells or job control. Each command of a
// pipeline ends before the next command starts.
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

// A Tool is a command and returns its exit status. args does not contain its name. A Tool must not
// use the standard streams of the process, and may be called concurrently. Relative paths are
// relative to Dir(ctx). The environment is available through Getenv(ctx, …).
type Tool func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// A Substitution replaces Key, which starts with '%', in commands.
type Substitution struct{ Key, Value string }

// A Config has the tools and settings of tests. It is not changed, so several tests may use it
// concurrently.
type Config struct {
	// Tools are the commands by name. They hide built-in tools of the same name. The built-in tools
	// are cat, count, cp, diff, echo, false, FileCheck, grep, mkdir, mv, rm, split-file, touch,
	// true and ":". The commands not, env and export are part of the shell.
	Tools map[string]Tool
	// Exec allows commands that are not tools. Such commands are programs, which are looked up on
	// the PATH as in a shell.
	Exec bool
	// Substitutions take precedence over the usual substitutions, such as %s, %S and %t.
	Substitutions []Substitution
	// Features are the names that are true in REQUIRES, UNSUPPORTED and XFAIL.
	Features []string
	// Env is the commands' environment, as "NAME=value", including FILECHECK_OPTS for FileCheck.
	// If nil, it is the environment of the process.
	Env []string
	// Suffixes are the suffixes of test files. If empty, they are .mlir, .test and .txt.
	Suffixes []string
	// Timeout is the time limit for one test. After this time, the context of the tools is
	// canceled. If Timeout is zero, the limit is one minute.
	Timeout time.Duration
	// TempDir is the directory in which each test gets a separate directory. If empty, it is the
	// temporary directory of the system. Run uses the subtest's temporary directory instead.
	TempDir string
}

// A Status is the result of a test.
type Status int

const (
	Pass           Status = iota
	Fail                  // a command failed
	ExpectFail            // a command failed, as XFAIL declares
	UnexpectedPass        // no command failed, although XFAIL is set
	Unsupported           // excluded by REQUIRES or UNSUPPORTED
	NotATest              // there are no RUN lines
	Unresolved            // the file cannot be read or parsed
)

// String returns the name of s in lit, or "NOT A TEST", which lit does not have.
func (s Status) String() string {
	return [...]string{"PASS", "FAIL", "XFAIL", "XPASS", "UNSUPPORTED", "NOT A TEST", "UNRESOLVED"}[s]
}

// Failed reports whether the test needs attention.
func (s Status) Failed() bool { return s == Fail || s == UnexpectedPass || s == Unresolved }

// A Result is the result of one test file.
type Result struct {
	Path   string
	Status Status
	// Output explains the status. If a command failed, Output has this command, its exit status and
	// its output.
	Output string
}

// Run runs each test file below dir as a parallel subtest. It skips folders named Inputs, and files
// and folders whose names start with a dot.
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

// Files returns the sorted names of the test files below dir. A test file has one of the suffixes,
// and RUN lines or invalid directives. Files skips the same files and folders as Run.
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
