package jit

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestRefusedMemory runs a program where mprotect may not make memory executable.
func TestRefusedMemory(t *testing.T) {
	const variable = "LATHE_TEST_REFUSED"
	if os.Getenv(variable) != "" {
		const setMDWE, refuse = 65, 1
		if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setMDWE, refuse, 0, 0, 0, 0); errno != 0 {
			t.Skip("PR_SET_MDWE: ", errno)
		}
		p := compileFile(t, "matmul.mlir")
		if _, err := p.Run(context.Background(), inputsOf(p)); err != nil {
			t.Fatal(err)
		}
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestRefusedMemory$", "-test.v")
	cmd.Env = append(os.Environ(), variable+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
