package jit

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPerfMap finds the kernel of a program in the map for perf.
func TestPerfMap(t *testing.T) {
	t.Setenv(perfMapVariable, "1")
	name := fmt.Sprintf("/tmp/perf-%d.map", os.Getpid())
	t.Cleanup(func() { os.Remove(name) })
	compileFile(t, "matmul.mlir")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var start, size uint64
	if _, err := fmt.Sscanf(string(text), "%x %x", &start, &size); err != nil || size < 64 || !strings.Contains(string(text), " lathe:k") {
		t.Errorf("got %q, %v", text, err)
	}
}
