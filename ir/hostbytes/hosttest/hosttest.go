// Package hosttest simulates a host that lacks memory or space on its disk.
package hosttest

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// ownProcess is an environment variable. In a process that was started for one test, the variable
// has the name of this test.
const ownProcess = "LATHE_TEST_ALONE"

// Alone runs the calling test in a separate process, because Limited and FillUp affect the whole
// process. In the separate process, it returns true. In the original process, it waits for the
// separate process, gives the test the same result, and returns false.
func Alone(t *testing.T) bool {
	t.Helper()
	if Raced {
		t.Skip("the race detector needs additional memory")
	}
	if os.Getenv(ownProcess) == t.Name() {
		return true
	}
	own := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	own.Env = append(os.Environ(), ownProcess+"="+t.Name())
	out, err := own.CombinedOutput()
	switch {
	case err != nil:
		t.Fatalf("%v\n%s", err, out)
	case bytes.Contains(out, []byte("--- SKIP: "+t.Name()+" ")):
		t.Skipf("%s", out)
	case !bytes.Contains(out, []byte("--- PASS: "+t.Name()+" ")):
		t.Fatalf("the test did not run:\n%s", out)
	}
	return false
}
