//go:build unix

package main

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestStatic checks that lathe-opt is linked statically with the default setting of cgo.
func TestStatic(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only linux links statically; this is " + runtime.GOOS)
	}
	checkStatic(t, build(t, ".", os.Environ()))
}

// TestEmptyRoot builds lathe-opt and examples/embed without cgo. It runs each in a root folder that
// contains only its binary and a model.
func TestEmptyRoot(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only linux links statically; this is " + runtime.GOOS)
	}
	const embed = "../../examples/embed"
	model, err := os.ReadFile(filepath.Join(embed, "double.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		dir  string
		args []string
		says string
	}{
		{".", []string{"--cse", "/double.mlir"}, "stablehlo.add"},
		{embed, nil, "[2 4]"},
	} {
		file := build(t, test.dir, append(os.Environ(), "CGO_ENABLED=0"))
		checkStatic(t, file)
		root := filepath.Dir(file)
		if err := os.WriteFile(filepath.Join(root, "double.mlir"), model, 0o644); err != nil {
			t.Fatal(err)
		}
		if os.Geteuid() != 0 {
			t.Log("does not run the program in an empty root folder, because only root can change the root folder")
			continue
		}
		cmd := exec.Command("/"+filepath.Base(file), test.args...)
		cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", []string{}, &syscall.SysProcAttr{Chroot: root}
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), test.says) {
			t.Errorf("%s in an empty root: %v\n%s", test.dir, err, out)
		}
	}
}

// build builds a program and returns its binary, which is the only file in a new folder.
func build(t *testing.T, dir string, env []string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	cmd := exec.Command("go", "build", "-o", file, ".")
	cmd.Dir, cmd.Env = dir, env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return file
}

// checkStatic checks that an ELF file does not name a loader or shared objects.
func checkStatic(t *testing.T, file string) {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the binary names a loader (PT_INTERP), expected none")
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
