package lit

import (
	"context"
	"io"
	"os"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
	"github.com/lathe-ir/lathe/lit/runner"
)

// TestLit runs the test files of every area with the tools in this process.
func TestLit(t *testing.T) {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	lathe, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	cfg := runner.Config{Tools: map[string]runner.Tool{"lathe-opt": inProcess(tool), "lathe": commandsOf(lathe)}}
	areas, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range areas {
		// These two folders are packages with their own tests.
		if !a.IsDir() || a.Name() == "runner" || a.Name() == "filecheck" {
			continue
		}
		t.Run(a.Name(), func(t *testing.T) { runner.Run(t, a.Name(), cfg) })
	}
}

func inProcess(tool *driver.Tool) runner.Tool {
	return func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		return tool.Opt(driver.WithDir(ctx, runner.Dir(ctx)), args, stdin, stdout, stderr)
	}
}

// commandsOf returns a tool that runs the commands of lathe. The commands do not run in the folder
// of the test, so the test files pass absolute file names.
func commandsOf(t *driver.Tool) runner.Tool {
	return func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		return commands.Lathe(ctx, t, args, stdin, stdout, stderr)
	}
}
