package driver

import (
	"strings"
	"testing"
)

// TestPanicStatus checks that a panic, for example in a method of a dialect, ends the tool with the
// exit status for a bug.
func TestPanicStatus(t *testing.T) {
	var out strings.Builder
	if n := guarded(func() int { panic("no such type\x1b") }, &out); n != exitInternal {
		t.Errorf("got status %d", n)
	}
	for _, want := range []string{`error: panic: no such type\`, "a bug in Lathe, or in a dialect", "main_test.go"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
	if n := guarded(func() int { return 3 }, &out); n != 3 {
		t.Errorf("got status %d", n)
	}
}
