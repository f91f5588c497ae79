// Package hosttest gives tests a host that lacks memory.
package hosttest

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// ownProcess is the environment variable that says which test a process was made for.
const ownProcess = "LATHE_TEST_ALONE"

// Alone runs the test that calls it in a process of its own, since what Limited does holds for
// all of a process: it reports whether this is that process. In the other one the test is done:
// it failed or was skipped as that in its own process.
func Alone(t *testing.T) bool {
	t.Helper()
	if Raced {
		t.Skip("the race detector maps memory of its own")
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
