package bisect

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// failCommand runs a shell command of the user, in which the keys of the map "files", such as
// {program}, are replaced by file names. It returns how the command failed, or "" if it did not
// fail. If ctx ends, the command is killed. On Unix systems, the processes that it started are
// killed too.
func failCommand(ctx context.Context, command string, files map[string]string) (wrong string, err error) {
	if err := strangePlaceholder(command, files); err != nil {
		return "", err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		command = strings.ReplaceAll(command, name, shellWord(files[name]))
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	together(cmd)
	err = cmd.Run()
	var status *exec.ExitError
	switch {
	case err == nil:
		return "", nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case !errors.As(err, &status):
		return "", diag.Errorf(diag.Span{}, "cannot run --fail-cmd: %v", err).WithHelp("write a command for sh")
	case status.ExitCode() == 126 || status.ExitCode() == 127:
		return "", diag.Errorf(diag.Span{}, "--fail-cmd could not be run: status %d of '%s'", status.ExitCode(), command).
			WithHelp("name a program that exists and can be executed")
	}
	return fmt.Sprintf("the command ended with status %d", status.ExitCode()), nil
}

// writeTemporary writes a text to a file that the caller must remove. The parameter "ending" is the
// suffix of the file name, from which tools may derive the format.
func writeTemporary(ending, text string) (name string, err error) {
	f, err := os.CreateTemp("", "lathe-*"+ending)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// strangePlaceholder returns an error for a word in braces that resembles {program} or {partition},
// but is not a key of files. Other words in braces can be part of the shell command.
func strangePlaceholder(command string, files map[string]string) error {
	for _, word := range regexp.MustCompile(`\{\w+\}`).FindAllString(command, -1) {
		_, known := files[word]
		all := []string{"{program}", "{partition}"}
		if _, near := diag.Suggest(word, slices.Values(all)); known || !near && !slices.Contains(all, word) {
			continue
		}
		return diag.Errorf(diag.Span{}, "--fail-cmd has %s, but the placeholders for files are %s", word, namesOf(slices.Sorted(maps.Keys(files)))).
			WithHelp("correct the placeholder, or omit it")
	}
	return nil
}

// shellWord quotes s for sh.
func shellWord(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func namesOf(names []string) string { return strings.Join(names, ", ") }
