package filecheck

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outputFlags select the output: only errors, matches, or all; with a dump of the input, or of
// some lines; and with colors.
func outputFlags() [][]string {
	return [][]string{
		{"-vv", "--dump-input=always"},
		{"--dump-input=never"},
		{"--dump-input=never", "-vv"},
		{"--dump-input=never", "-v", "--color"},
		{},
		{"-v"},
		{"--color"},
		{"--dump-input=always"},
		{"-v", "--dump-input=always", "--dump-input-filter=annotation", "--dump-input-context=0"},
		{"-vv", "--dump-input-filter=annotation-full", "--dump-input-context=1"},
		{"-vv", "--color", "--dump-input-filter=all"},
		{"-v", "--dump-input-filter=error", "--dump-input-filter=annotation", "--dump-input-context=2", "--dump-input-context=1"},
	}
}

// TestOutput compares every byte that the two programs write on the test
// cases: one choice of flags always, all of them if LATHE_TABLES is set.
func TestOutput(t *testing.T) {
	path, installed := official()
	if !installed {
		t.Skip("the official FileCheck is not installed")
	}
	flags := outputFlags()
	if os.Getenv("LATHE_TABLES") == "" {
		flags = flags[:1]
	}
	cases, same, total := readCases(t), 0, 0
	for i := range cases {
		c := &cases[i]
		name := filepath.Join(t.TempDir(), "check")
		if err := os.WriteFile(name, []byte(c.check), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, f := range flags {
			total++
			args := append(append([]string{name}, c.args...), f...)
			got, want := outputs(path, args, c.input)
			if got == want {
				same++
				continue
			}
			t.Errorf("%s with %q:\n%s", c.name, f, cmp.Diff(want, got))
		}
	}
	t.Logf("%d of %d outputs of %d cases are the same", same, total, len(cases))
}

// outputs returns the outputs of this and the official program.
func outputs(official string, args []string, input string) (ours, theirs string) {
	var a, b bytes.Buffer
	Run(args, strings.NewReader(input), &a, &a, os.ReadFile)
	cmd := exec.Command(official, args...)
	cmd.Env = []string{}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &b, &b
	_ = cmd.Run() // another test compares the statuses
	return tidy(a.String()), tidy(b.String())
}

// tidy removes the command line and extra line ends.
func tidy(s string) string {
	s, _, _ = strings.Cut(s, "FileCheck command line:")
	s = strings.ReplaceAll(s, "FileCheck-22", "FileCheck")
	if strings.HasPrefix(s, "FileCheck: ") || strings.Contains(s, "FileCheck: for the ") {
		return "" // words of the option parser
	}
	return strings.TrimRight(s, "\n")
}
