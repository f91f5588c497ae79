package main

import (
	"debug/elf"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestStatic builds lathe-opt as anyone does, cgo as it comes, and checks that it
// needs neither a loader nor shared objects.
func TestStatic(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only linux links statically; this is " + runtime.GOOS)
	}
	file := filepath.Join(t.TempDir(), "lathe-opt")
	if out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the binary asks for a loader (PT_INTERP)")
		}
	}
	libs, err := f.DynString(elf.DT_NEEDED)
	if err != nil && f.SectionByType(elf.SHT_DYNAMIC) != nil {
		t.Fatal(err)
	}
	if len(libs) > 0 {
		t.Errorf("the binary needs %s", strings.Join(libs, ", "))
	}
	if t.Failed() {
		t.Log("`go list -deps -f '{{if .CgoFiles}}{{.ImportPath}}{{end}}' .` says which packages use cgo")
	}
}
