package runner

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/lit/filecheck"
)

// testConfig returns a Config with tools that show what the shell passes to them.
func testConfig() Config {
	return Config{
		Tools: map[string]Tool{
			"args": func(_ context.Context, args []string, _ io.Reader, stdout, _ io.Writer) int {
				for _, a := range args {
					fmt.Fprintf(stdout, "<%s>\n", a)
				}
				return 0
			},
			"crash": func(context.Context, []string, io.Reader, io.Writer, io.Writer) int { panic("crashed") },
			"fail": func(_ context.Context, _ []string, _ io.Reader, _, stderr io.Writer) int {
				fmt.Fprintln(stderr, "something went wrong")
				return 3
			},
			"getenv": func(ctx context.Context, args []string, _ io.Reader, stdout, _ io.Writer) int {
				if v := Getenv(ctx, args[0]); v != "" {
					fmt.Fprintln(stdout, v)
				}
				return 0
			},
			"upper": func(_ context.Context, _ []string, stdin io.Reader, stdout, _ io.Writer) int {
				data, _ := io.ReadAll(stdin)
				fmt.Fprint(stdout, strings.ToUpper(string(data)))
				return 0
			},
			"wait": func(ctx context.Context, _ []string, _ io.Reader, _, _ io.Writer) int {
				<-ctx.Done()
				return 0
			},
		},
		Substitutions: []Substitution{{"%{mine}", "my own"}},
		Features:      []string{"fast"},
		Env:           []string{},
	}
}

func TestPass(t *testing.T) { Run(t, "testdata/pass", testConfig()) }

// TestOther runs the files in testdata/other, which must fail. It compares the report with the
// directives whose prefix is the status of the test.
func TestOther(t *testing.T) {
	cfg := testConfig()
	cfg.Timeout = 200 * time.Millisecond
	cfg.TempDir = t.TempDir()
	files, err := Files("testdata/other", cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			r := RunFile(cfg, path)
			if !r.Status.Failed() {
				t.Fatalf("got %s", r.Status)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			o := filecheck.Options{Prefixes: []string{r.Status.String()}, CommentPrefixes: []string{"COM"}, DumpInput: filecheck.DumpNever}
			if err := filecheck.Check(filecheck.Text{Name: path, Data: data}, filecheck.Text{Name: "report", Data: []byte(r.Output)}, o); err != nil {
				t.Errorf("%v\n%s:\n%s", err, r.Status, r.Output)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	for name, want := range map[string]Status{
		"pass/pipes.test": Pass, "pass/xfail.test": ExpectFail, "pass/unsupported.test": Unsupported,
		"pass/no-run-lines.test": NotATest, "pass/only-define.test": NotATest, "other/xpass.test": UnexpectedPass, "no-such.test": Unresolved,
	} {
		if r := RunFile(testConfig(), "testdata/"+name); r.Status != want {
			t.Errorf("%s: got %s, want %s\n%s", name, r.Status, want, r.Output)
		}
	}
}

func TestFiles(t *testing.T) {
	files, err := Files("testdata/pass", testConfig())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.Contains(f, "Inputs") || strings.Contains(f, "no-run-lines") || strings.Contains(f, "only-define") {
			t.Errorf("Files returned %s, which is not a test", f)
		}
	}
	if len(files) < 10 {
		t.Errorf("Files returned %d tests, expected at least 10", len(files))
	}
}

func TestPercentInPath(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "50%t%s")
	path := filepath.Join(dir, "a.test")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("RUN: cat %s %/s | count 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := RunFile(testConfig(), path); r.Status != Pass {
		t.Errorf("%s\n%s", r.Status, r.Output)
	}
}

func TestExec(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "exec.test")
	text := "RUN: sh -c 'echo $A $0' | FileCheck %s\nRUN: not sh -c 'exit 3'\nRUN: not --crash sh -c 'kill -ABRT $$'\nCHECK: {{^}}b sh\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := Config{Exec: true, Env: append(os.Environ(), "A=b")}
	if r := RunFile(cfg, path); r.Status != Pass {
		t.Errorf("%s\n%s", r.Status, r.Output)
	}
	cfg.Exec = false
	if r := RunFile(cfg, path); r.Status != Fail {
		t.Errorf("got %s, want FAIL: a program ran although Exec is false", r.Status)
	}
}

func TestConditions(t *testing.T) {
	for text, want := range map[string]bool{
		"a": true, "!a": false, "b": false, "a && b": false, "a || b": true, "!(a && b)": true,
		"b || a && !b": true, "{{a|z}}": true, "x-{{.*}}.1": true, "true": true, "false": false, "(a)": true,
	} {
		if got, err := holds(text, []string{"a", "x-86.1"}); err != nil || got != want {
			t.Errorf("the condition %s: got %v and error %v", text, got, err)
		}
	}
	for _, text := range []string{"", "a b", "(a", "a &&", "{{a", "{{(}}", "a)", "&"} {
		if _, err := holds(text, nil); err == nil {
			t.Errorf("the condition %q is accepted, expected an error", text)
		}
	}
}
