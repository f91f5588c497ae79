package filecheck

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// outputFlags returns sets of flags. Each set selects what is reported, which lines of the input
// are dumped, and whether the output has colors.
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

// TestOutput compares the complete outputs of this program and LLVM's FileCheck for the test cases.
// It uses one set of flags, or all sets if LATHE_TABLES is set.
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

func outputs(official string, args []string, input string) (ours, theirs string) {
	var a, b bytes.Buffer
	Run(args, strings.NewReader(input), &a, &a, os.ReadFile)
	cmd := exec.Command(official, args...)
	cmd.Env = []string{}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &b, &b
	_ = cmd.Run() // another test compares the exit statuses
	return tidy(a.String()), tidy(b.String())
}

// tidy removes the parts of an output that may differ: the command line at the end, the version in
// the name FileCheck-22, messages about options, and line ends at the end.
func tidy(s string) string {
	s, _, _ = strings.Cut(s, "FileCheck command line:")
	s = strings.ReplaceAll(s, "FileCheck-22", "FileCheck")
	if strings.HasPrefix(s, "FileCheck: ") || strings.Contains(s, "FileCheck: for the ") {
		return "" // a message of the option parser
	}
	return strings.TrimRight(s, "\n")
}

// TestEscapes checks that messages and dumps escape terminal control sequences, and that the marks
// are still below the correct text.
func TestEscapes(t *testing.T) {
	check := Text{"c\x1b[31m", []byte("CHECK: hel\x1b[31mo\nCHECK: world\n")}
	input := Text{"i", []byte("a \x1b[31m hello \u202e\nb\x1b[2J hel\x1b[31mo ab\n")}
	for _, o := range []Options{{}, {VeryVerbose: true, DumpInput: DumpAlways}, {VeryVerbose: true, DumpInput: DumpNever}, {ImplicitCheckNot: []string{"b\x1b"}}} {
		err := Check(check, input, o)
		if err == nil {
			t.Fatal("Check found a match, expected an error")
		}
		text := err.Error()
		if strings.ContainsAny(text, "\x1b\u202e") {
			t.Errorf("expected no control characters in %q", text)
		}
		if !strings.Contains(text, `\x1b[`) {
			t.Errorf("expected the escaped text \\x1b[ in %q", text)
		}
	}
	err := Check(check, input, Options{DumpInput: DumpNever})
	if want := "b\\x1b[2J hel\\x1b[31mo ab\n" + strings.Repeat(" ", len("b\\x1b[2J hel\\x1b[31mo")) + "^\n"; !strings.Contains(err.Error(), want) {
		t.Errorf("the caret is not below the end of the match:\n%s", err)
	}
}

// TestLargeExpressions checks that large expressions, large patterns, and lines in which a prefix
// occurs many times are either read in a short time or refused.
func TestLargeExpressions(t *testing.T) {
	for name, c := range map[string]struct{ check, want string }{
		"parentheses": {"CHECK: [[#" + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000) + "]]\n", "more than 10000 operands"},
		"sum":         {"CHECK: [[#1" + strings.Repeat("+1", 1_000_000) + "]]\n", "more than 10000 operands"},
		"short sum":   {"CHECK: [[#1" + strings.Repeat("+1", 5000) + "]]\n", "expected string not found"},
		"groups":      {"CHECK: {{" + strings.Repeat("(", 100_000) + "a" + strings.Repeat(")", 100_000) + "}}\n", "nested deeper than 1000 levels"},
		"parts":       {"CHECK: " + strings.Repeat("{{a*}}", 400_000) + "\n", "more than 10000 parts"},
		"repetitions": {"CHECK: {{" + strings.Repeat("a*", 100_000) + "b}}\n", "more than 10000 repetitions"},
		"sets":        {"CHECK: {{" + strings.Repeat("(a*)", 5000) + "}}{{" + strings.Repeat("(.?|b)", 5001) + "}}\n", "more than 10000 repetitions"},
		"literals":    {"CHECK: {{" + strings.Repeat("a", 1_000_000) + "}}\n", "expected string not found"},
		"prefixes":    {strings.Repeat("CHECK- ", 500_000) + "\nCHECK: b\n", "expected string not found"},
	} {
		t.Run(name, func(t *testing.T) {
			irtest.Within(t, 3*time.Second, nil, func() {
				err := Check(Text{"c", []byte(c.check)}, Text{"i", []byte("a\n")}, Options{DumpInput: DumpNever})
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %.200v, want %q", err, c.want)
				}
			})
		})
	}
}
