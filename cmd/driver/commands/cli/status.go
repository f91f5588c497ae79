package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Status prints an error and returns the exit status for it.
func Status(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	for _, d := range diag.All(err) {
		if !d.Span.IsValid() && d.Place == "" {
			fmt.Fprintf(stderr, "error: %s\n", d.Text())
			for _, n := range d.Notes {
				if n.Span.IsValid() || n.Place != "" {
					diag.Render(stderr, n, diag.Rich, false)
					continue
				}
				fmt.Fprintf(stderr, "  note: %s\n", n.Text())
			}
			for _, h := range d.Help {
				fmt.Fprintf(stderr, "  help: %s\n", diag.Printed(h))
			}
			continue
		}
		diag.Render(stderr, d, diag.Rich, false)
	}
	return 1
}

// WriteJSON writes a report as one line.
func WriteJSON(w io.Writer, report any) error {
	e := json.NewEncoder(diag.EscapeWriter(w))
	e.SetEscapeHTML(false)
	return e.Encode(report)
}

// WarnOn returns a function that prints warnings to w.
func WarnOn(w io.Writer) func(*diag.Diagnostic) {
	return func(d *diag.Diagnostic) { diag.Render(w, d, diag.Rich, false) }
}
