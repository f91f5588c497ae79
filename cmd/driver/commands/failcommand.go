package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// failCommand runs a user's shell command, in which names in braces stand for files, and
// says how it failed; "" if it did not.
func failCommand(ctx context.Context, command string, files map[string]string) (wrong string, err error) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		command = strings.ReplaceAll(command, name, shellWord(files[name]))
	}
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
