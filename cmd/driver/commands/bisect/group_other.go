//go:build !unix

package bisect

import "os/exec"

// together does nothing. On these systems, the cancellation of a command does not end the processes
// that the command started.
func together(*exec.Cmd) {}
