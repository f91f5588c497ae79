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
