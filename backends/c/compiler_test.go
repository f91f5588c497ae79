package c

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCompilerOfCC checks that CC may have arguments, which precede Lathe's flags. If the compiler
// can't be used, the error must have the reason.
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
		t.Skip("this test needs gcc: ", err)
	}
	t.Setenv("CC", "gcc -DEXTRA=1")
	cc, err := new(versions).find()
	if err != nil || cc.flags[0] != "-DEXTRA=1" {
		t.Errorf("got %+v, %v", cc, err)
	}
}

// TestCompilerCannotStart checks the error if the compiler's file is not executable.
func TestCompilerCannotStart(t *testing.T) {
	cc := compiler{path: filepath.Join(t.TempDir(), "cc")}
	if err := os.WriteFile(cc.path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := cc.compile(t.Context(), "source")
	if err == nil || !strings.Contains(err.Error(), "could not be started: ") || !strings.HasSuffix(err.Error(), " -lm") {
		t.Errorf("got %v, expected the reason and the command", err)
	}
}

// TestCompilerReplaced checks that the compiler's version is queried again only after a change of
// the compiler's file, or of the file of an executable that an argument names.
func TestCompilerReplaced(t *testing.T) {
	program, err := exec.LookPath("echo")
	if err != nil {
		t.Skip(err)
	}
	code, err := os.ReadFile(program)
	if err != nil {
		t.Skip(err)
	}
	cc := filepath.Join(t.TempDir(), "cc")
	for _, call := range []string{cc, program + " " + cc} {
		if err := os.WriteFile(cc, code, 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("CC", call)
		var v versions
		if _, err := v.find(); err != nil || len(v.of) != 1 {
			t.Fatalf("%s: find returned %v; the cached versions are %v", call, err, v.of)
		}
		for key := range v.of {
			v.of[key] = "kept"
		}
		if found, err := v.find(); err != nil || found.version != "kept" {
			t.Errorf("%s: the version was queried again: %+v, %v", call, found, err)
		}
		later := time.Now().Add(time.Hour)
		if err := os.Chtimes(cc, later, later); err != nil {
			t.Fatal(err)
		}
		if found, err := v.find(); err != nil || found.version == "kept" {
			t.Errorf("%s: the compiler's file was replaced, but the version was not queried again: %+v, %v", call, found, err)
		}
	}
}

// TestCompilerScript checks that the version is queried each time if the compiler is a script,
// since it is unknown which compiler the script calls.
func TestCompilerScript(t *testing.T) {
	dir := t.TempDir()
	cc, says := filepath.Join(dir, "cc"), filepath.Join(dir, "says")
	if err := os.WriteFile(cc, []byte("#!/bin/sh\ncat "+says+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", cc)
	var v versions
	for _, version := range []string{"one 1.0", "other 22.10"} {
		if err := os.WriteFile(says, []byte(version+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if found, err := v.find(); err != nil || found.version != version {
			t.Errorf("found %+v, %v, expected version %q", found, err, version)
		}
	}
}
