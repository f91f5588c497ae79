package cli

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/diag"
)

// TestStatusNotes checks that Status prints the notes and help of an error without a location.
func TestStatusNotes(t *testing.T) {
	var out strings.Builder
	d := diag.Errorf(diag.Span{}, "the device is lost").Note(diag.Span{}, "its operations are a, b").WithHelp("find it")
	if got, want := Status(d, &out), "error: the device is lost\n  note: its operations are a, b\n  help: find it\n"; got != 1 || out.String() != want {
		t.Errorf("Status returns %d and prints %q, expected %q", got, out.String(), want)
	}
}

// TestStatusLineFeeds checks that line feeds in the texts of an error do not start lines that look
// like other diagnostics.
func TestStatusLineFeeds(t *testing.T) {
	var out strings.Builder
	d := diag.Errorf(diag.Span{}, "no '%s'", "a\nerror: b").Note(diag.Span{}, "has '%s'", "c\nerror: d").WithHelp("add 'e\nerror: f'")
	Status(d, &out)
	if got, want := out.String(), "error: no 'a\n  | error: b'\n  note: has 'c\n  | error: d'\n  help: add 'e\n  | error: f'\n"; got != want {
		t.Errorf("Status prints\n%s\nexpected\n%s", got, want)
	}
}
