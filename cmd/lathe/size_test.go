package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestSize checks the size of the stripped binary. Calls of reflect's Method, or MethodByName with
// a variable name, add 3.5 MB, because the linker then keeps every exported method.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a binary")
	}
	const most = 25e6
	file := filepath.Join(t.TempDir(), "lathe")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, ".")
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > most {
		t.Errorf("the stripped binary has %d bytes, expected at most %.0f", info.Size(), most)
	}
}
