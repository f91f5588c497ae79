package commands

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"github.com/lathe-ir/lathe/ir/diag"
)

// parseArgs parses the command line into the struct into; done means that the command must end.
func parseArgs(name, doc string, into any, args []string, stdout, stderr io.Writer) (code int, done bool) {
	k, err := kong.New(into, kong.Name(name), kong.Description(doc), kong.Writers(stdout, stderr),
		kong.Exit(func(c int) { code, done = c, true }))
	if err != nil {
		panic("commands: BUG: " + err.Error())
	}
	_, err = k.Parse(args)
	if done {
		return code, true // --help
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: error: %v\n", name, err)
		return 1, true
	}
	if err := emptyFlag(args); err != nil {
		return status(err, stderr), true
	}
	return 0, false
}

// status prints an error and returns the exit status for it.
func status(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	for _, d := range diag.All(err) {
		if !d.Span.IsValid() && d.Place == "" {
			fmt.Fprintf(stderr, "error: %s\n", d.Message)
			for _, n := range d.Notes {
				if n.Span.IsValid() || n.Place != "" {
					diag.Render(stderr, n, diag.Rich, false)
					continue
				}
				fmt.Fprintf(stderr, "  note: %s\n", n.Message)
			}
			for _, h := range d.Help {
				fmt.Fprintf(stderr, "  help: %s\n", h)
			}
			continue
		}
		diag.Render(stderr, d, diag.Rich, false)
	}
	return 1
}

// writeJSON writes a report as one line.
func writeJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(report)
}

// warnOn returns a function that prints warnings to w.
func warnOn(w io.Writer) func(*diag.Diagnostic) {
	return func(d *diag.Diagnostic) { diag.Render(w, d, diag.Rich, false) }
}
