package commands

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/bisect"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cache"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/convert"
	"github.com/lathe-ir/lathe/cmd/driver/commands/devices"
	"github.com/lathe-ir/lathe/cmd/driver/commands/explain"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/cmd/driver/commands/query"
	"github.com/lathe-ir/lathe/cmd/driver/commands/run"
	"github.com/lathe-ir/lathe/cmd/driver/commands/tune"
	"github.com/lathe-ir/lathe/ir/diag"
)

type latheArgs struct {
	Run     run.Args         `cmd:"" help:"Compile a program and run it, or run a compiled one."`
	Compile run.CompileArgs  `cmd:"" help:"Compile a program and write it to a file that lathe run runs."`
	Tune    tune.Args        `cmd:"" help:"Search for faster schedules of the kernels of a program, and write them to a file for run --tuning."`
	Query   query.Args       `cmd:"" help:"Say which operations of a program each device supports, and why it does not support the others."`
	Plan    plan.Args        `cmd:"" help:"Say which operations run together on which device."`
	Explain explain.Args     `cmd:"" help:"Explain why an operation is on its device."`
	Bisect  bisect.Args      `cmd:"" help:"Find the cluster and the operation that make results wrong."`
	Convert convert.Args     `cmd:"" help:"Convert an NNVM or oneDNN graph to a program, or a program to a graph."`
	Same    convert.SameArgs `cmd:"" help:"Compare two programs, and show the first difference."`
	Cache   cache.Args       `cmd:"" help:"Show and clean the cache of compiled programs. It holds at most ${cacheLimit}; the least recently used programs are removed first."`
	Devices devices.Args     `cmd:"" help:"List the backends that devices can have, or the properties of devices."`
	Version struct{}         `cmd:"" help:"Print the version."`
}

// exitInternal is the exit status for a bug in Lathe.
const exitInternal = 70

// memoryLimit is the limit of [driver.TuneMemory]. It is lower than the limit of tools like
// lathe-opt, because programs that run for a long time, and queries, produce much garbage.
const memoryLimit = 512 << 20

// Main is the main function of a tool like lathe. It does not return.
func Main(bundles ...driver.Bundle) {
	name := filepath.Base(os.Args[0])
	t, err := driver.New(name, bundles...)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(exitInternal)
	}
	driver.TuneMemory(memoryLimit)
	os.Exit(driver.Interruptible(func(ctx context.Context) int {
		return Lathe(ctx, t, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	}))
}

// Lathe runs a command of lathe with the contents of the tool's bundles, and returns its exit
// status.
func Lathe(ctx context.Context, t *driver.Tool, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var a latheArgs
	stderr = diag.EscapeWriter(stderr)
	k, err := kong.New(&a, kong.Name(t.Name), kong.Description("Compiles machine-learning programs and runs them."),
		kong.Vars{"cacheLimit": cache.Limit()}, kong.Writers(stdout, stderr))
	if err != nil {
		panic("commands: BUG: " + err.Error())
	}
	args, note := cli.PlainDevices(args)
	parsed, help, err := cli.Parse(k, asFlags(args))
	if help {
		err = parsed.PrintUsage(false)
	}
	switch {
	case help && err == nil:
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "%s: error: %v\n", t.Name, err)
		return 1
	}
	if err := cli.EmptyFlag(args); err != nil {
		return cli.Status(err, stderr)
	}
	io.WriteString(stderr, note)
	err = dispatch(ctx, t, parsed.Command(), &a, stdin, stdout, stderr)
	if err != nil && ctx.Err() == context.Canceled {
		return 1 // without an error text, because the user has interrupted the command
	}
	return cli.Status(err, stderr)
}

// asFlags rewrites the command "help" to the flag --help, and the flag --version to the command
// "version", because users know these forms from other tools.
func asFlags(args []string) []string {
	switch {
	case len(args) > 0 && args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case len(args) == 1 && args[0] == "--version":
		return []string{"version"}
	}
	return args
}

// dispatch runs a command. The parameter name is kong's name for the command.
func dispatch(ctx context.Context, t *driver.Tool, name string, a *latheArgs, stdin io.Reader, stdout, stderr io.Writer) error {
	switch name {
	case "run <file>":
		return run.Run(ctx, t, a.Run, stdin, stdout, stderr)
	case "plan <file>":
		return plan.WithPlanner(t, stderr, func(p *plan.Planner) error { return p.Run(ctx, a.Plan, stdin, diag.EscapeWriter(stdout)) })
	case "explain <file>", "explain <file> <what>":
		return plan.WithPlanner(t, stderr, func(p *plan.Planner) error { return explain.Run(ctx, p, a.Explain, stdin, diag.EscapeWriter(stdout)) })
	case "bisect <file>":
		return bisect.Run(ctx, t, a.Bisect, stdin, diag.EscapeWriter(stdout), stderr)
	case "convert <file>":
		return convert.Run(ctx, t, a.Convert, stdin, stdout, stderr)
	case "same <first> <second>":
		return convert.Same(ctx, t, a.Same, stdin, diag.EscapeWriter(stdout))
	case "cache list", "cache verify", "cache prune", "cache explain <file>":
		return cache.Run(ctx, t, strings.Fields(name)[1], a.Cache, stdin, diag.EscapeWriter(stdout))
	case "compile <file>":
		return run.Compile(ctx, t, a.Compile, stdin, stderr)
	case "tune <file>":
		return tune.Run(ctx, t, a.Tune, stdin, diag.EscapeWriter(stdout), stderr)
	case "query <file>":
		return plan.WithPlanner(t, stderr, func(p *plan.Planner) error { return query.Run(ctx, p, a.Query, stdin, diag.EscapeWriter(stdout)) })
	case "devices", "devices <name>":
		return devices.Run(t, a.Devices, diag.EscapeWriter(stdout))
	case "version":
		_, err := fmt.Fprintf(stdout, "lathe %s\n", t.Version)
		return err
	}
	panic("commands: BUG: no command " + name)
}
