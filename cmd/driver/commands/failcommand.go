package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// failCommand runs a user's shell command on a program and a partition of it, and says
// how it failed; "" if it did not.
func failCommand(ctx context.Context, command, program string, partition []byte) (wrong string, err error) {
	f, err := os.CreateTemp("", "lathe-*.partition")
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(partition)
	if err := errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	command = strings.NewReplacer("{program}", shellWord(program), "{partition}", shellWord(f.Name())).Replace(command)
	err = exec.CommandContext(ctx, "sh", "-c", command).Run()
	var status *exec.ExitError
	switch {
	case err == nil:
		return "", nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case !errors.As(err, &status):
		return "", diag.Errorf(diag.Span{}, "cannot run --fail-cmd: %v", err).WithHelp("it is a command for sh")
	case status.ExitCode() == 126 || status.ExitCode() == 127:
		return "", diag.Errorf(diag.Span{}, "--fail-cmd could not be run: status %d of '%s'", status.ExitCode(), command).
			WithHelp("name a program that is there and can be executed")
	}
	return fmt.Sprintf("the command ended with status %d", status.ExitCode()), nil
}

// shellWord quotes s for sh.
func shellWord(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// namesOf lists names for messages.
func namesOf(names []string) string { return strings.Join(names, ", ") }
