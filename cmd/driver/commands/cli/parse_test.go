package cli_test

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
)

// TestParse checks errors and help of command lines. The texts are those of kong.
func TestParse(t *testing.T) {
	type args struct {
		Copy struct {
			From string `arg:""`
			To   string `arg:""`
			How  string `enum:"fast,safe" default:"safe" help:"How to copy."`
			Out  string `required:"" short:"o" placeholder:"FILE"`
		} `cmd:""`
		Store struct {
			List  struct{} `cmd:""`
			Prune struct{} `cmd:""`
		} `cmd:""`
	}
	for _, test := range []struct {
		line, want string
		help       bool
	}{
		{"copy a b -o f", "", false},
		{"copy a b -o f --how=fast", "", false},
		{"copy a b -o f --how=x", `--how must be one of "fast","safe" but got "x"`, false},
		{"copy a b", "missing flags: --out=FILE", false},
		{"copy a -o f", `expected "<to>"`, false},
		{"copy -o f", `expected "<from> <to>"`, false},
		{"copy a b c -o f", "unexpected argument c", false},
		{"copy --no", `unknown flag --no, did you mean one of "--how", "-o"?`, false},
		{"store list", "", false},
		{"store", `expected one of "list", "prune"`, false},
		{"", `expected one of "copy", "store"`, false},
		{"move", "unexpected argument move", false},
		{"--help", "", true},
		{"copy --help", "", true},
		{"store -h", "", true},
	} {
		var a args
		k, err := kong.New(&a)
		if err != nil {
			t.Fatal(err)
		}
		_, help, err := cli.Parse(k, strings.Fields(test.line))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if help != test.help || got != test.want {
			t.Errorf("%q: help %v, error %q, expected %v, %q", test.line, help, got, test.help, test.want)
		}
	}
}
