package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestSize checks the size of the stripped binary. If any reachable function calls
// reflect.Value.Method or reflect.Type.Method, or calls MethodByName of one of these types with a
// name that is not constant, the linker keeps every exported method. This adds 3.5 MB.
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
