package filecheck

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A testCase is a check file, an input and the expected result. In testdata/cases.txt it has the
// form
//
//	=== name
//	args: --ignore-case
//	CHECK: a
//	--- input
//	A
//	--- verdict
//	0
//
// with ␉ for a tab, ␍ for a carriage return, and ␄ at the end of a text without a last line end.
// The verdict is the exit status and the first line of the diagnostics of LLVM's FileCheck. With
// -update, the test runs LLVM's FileCheck again and updates the verdicts.
type testCase struct {
	name, check, input, verdict string
	args                        []string
}

func readCases(t *testing.T) []testCase {
	t.Helper()
	data, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	for _, text := range strings.Split("\n"+string(data), "\n=== ")[1:] {
		name, rest, _ := strings.Cut(text+"\n", "\n")
		check, rest, ok1 := strings.Cut(rest, "\n--- input\n")
		input, verdict, ok2 := strings.Cut(rest, "\n--- verdict\n")
		if !ok1 || !ok2 {
			t.Fatalf("%s: the case is not complete", name)
		}
		c := testCase{name: name, verdict: strings.TrimSpace(verdict), input: unescape(input)}
		if args, rest, ok := strings.Cut(check, "\n"); ok && strings.HasPrefix(args, "args: ") {
			c.args = strings.Fields(strings.TrimPrefix(args, "args: "))
			check = rest
		}
		c.check = unescape(check)
		cases = append(cases, c)
	}
	return cases
}

func unescape(s string) string {
	return strings.ReplaceAll(strings.NewReplacer("␉", "\t", "␍", "\r").Replace(s)+"\n", "␄\n", "")
}

func official() (string, bool) {
	for _, name := range []string{"FileCheck", "FileCheck-22", "FileCheck-21"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// run writes the check file of c, calls the function "command", and returns the verdict.
func (c *testCase) run(t *testing.T, command func(args []string, stdin, stderr *bytes.Buffer) int) string {
	dir := t.TempDir()
	name := filepath.Join(dir, "check")
	if err := os.WriteFile(name, []byte(c.check), 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	args := append([]string{"--dump-input=never", name}, c.args...)
	status := command(args, bytes.NewBufferString(c.input), &stderr)
	first, _, _ := strings.Cut(stderr.String(), "\n")
	first = strings.ReplaceAll(strings.ReplaceAll(first, dir+"/", ""), "FileCheck-22", "FileCheck")
	if strings.HasPrefix(first, "FileCheck: ") || strings.Contains(first, "FileCheck: for the ") {
		first = "" // the texts of the option parsers differ
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, first))
}

var update = flag.Bool("update", false, "record the verdicts of LLVM's FileCheck")

func TestCases(t *testing.T) {
	path, installed := official()
	if *update && !installed {
		t.Fatal("the official FileCheck is not installed")
	}
	cases := readCases(t)
	for i := range cases {
		c := &cases[i]
		t.Run(c.name, func(t *testing.T) {
			got := c.run(t, func(args []string, stdin, stderr *bytes.Buffer) int {
				return Run(args, stdin, &bytes.Buffer{}, stderr, os.ReadFile)
			})
			if installed {
				theirs := c.run(t, func(args []string, stdin, stderr *bytes.Buffer) int {
					cmd := exec.Command(path, args...)
					cmd.Env = []string{}
					cmd.Stdin, cmd.Stderr = stdin, stderr
					_ = cmd.Run() // the status is compared instead of the error
					return cmd.ProcessState.ExitCode()
				})
				if *update {
					c.verdict = theirs
				} else if theirs != c.verdict {
					t.Logf("the recorded verdict is %q, but the installed program says %q", c.verdict, theirs)
				}
			}
			if got != c.verdict {
				t.Errorf("got %q, want %q\n%s\n---\n%s", got, c.verdict, c.check, c.input)
			}
		})
	}
	if *update {
		writeCases(t, cases)
	}
}

func writeCases(t *testing.T, cases []testCase) {
	escape := func(s string) string {
		if !strings.HasSuffix(s, "\n") {
			s += "␄\n"
		}
		return strings.NewReplacer("\t", "␉", "\r", "␍").Replace(s)
	}
	var b strings.Builder
	for _, c := range cases {
		fmt.Fprintf(&b, "=== %s\n", c.name)
		if len(c.args) > 0 {
			fmt.Fprintf(&b, "args: %s\n", strings.Join(c.args, " "))
		}
		fmt.Fprintf(&b, "%s--- input\n%s--- verdict\n%s\n", escape(c.check), escape(c.input), c.verdict)
	}
	if err := os.WriteFile("testdata/cases.txt", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
