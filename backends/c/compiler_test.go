package c

import (
	"os/exec"
	"strings"
	"testing"
)

// TestCompilerOfCC: CC may have arguments, which come before Lathe's flags; where it can't be
// used the error says what failed.
func TestCompilerOfCC(t *testing.T) {
	for cc, want := range map[string]string{
		"no-such-compiler -O1": "no-such-compiler was not found",
		"false":                "'false --version' failed: exit status 1",
	} {
		t.Setenv("CC", cc)
		if _, err := findCompiler(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("CC=%q: got %v, want %q", cc, err, want)
		}
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc: ", err)
	}
	t.Setenv("CC", "gcc -DEXTRA=1")
	cc, err := findCompiler()
	if err != nil || cc.flags[0] != "-DEXTRA=1" {
		t.Errorf("got %+v, %v", cc, err)
	}
}
