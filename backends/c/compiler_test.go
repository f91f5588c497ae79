package c

import (
	"os"
	"os/exec"
	"path/filepath"
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
		if _, err := new(versions).find(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("CC=%q: got %v, want %q", cc, err, want)
		}
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc: ", err)
	}
	t.Setenv("CC", "gcc -DEXTRA=1")
	cc, err := new(versions).find()
	if err != nil || cc.flags[0] != "-DEXTRA=1" {
		t.Errorf("got %+v, %v", cc, err)
	}
}

// TestCompilerReplaced: a compiler that was asked once is not asked again, until it is another.
func TestCompilerReplaced(t *testing.T) {
	dir := t.TempDir()
	cc, asked := filepath.Join(dir, "cc"), filepath.Join(dir, "asked")
	t.Setenv("CC", cc)
	var v versions
	for i, version := range []string{"one 1.0", "one 1.0", "other 22.10"} {
		script := "#!/bin/sh\necho x >> " + asked + "\necho " + version + "\n"
		if old, _ := os.ReadFile(cc); string(old) != script {
			if err := os.WriteFile(cc, []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		found, err := v.find()
		if err != nil || found.version != version {
			t.Fatalf("found %+v, %v, expected version %q", found, err, version)
		}
		if times, _ := os.ReadFile(asked); len(times) != 2*max(i, 1) {
			t.Errorf("after %d searches it was asked %d times", i+1, len(times)/2)
		}
	}
}
