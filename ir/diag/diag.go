package diag

import (
	"errors"
	"fmt"
	"strings"
)

// Severity says how bad a diagnostic is.
type Severity uint8

// The severities, in MLIR's words. A Note only ever accompanies another
// diagnostic.
const (
	Error Severity = iota
	Warning
	Remark
	Note
)

// String returns the severity as it is printed, such as "error".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Remark:
		return "remark"
	case Note:
		return "note"
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// Diagnostic is one thing said about a program. It is an error, and errors.As
// finds it through any wrapping. Not safe for concurrent change.
type Diagnostic struct {
	Severity Severity
	Span     Span
	// Place stands in for the span where there is no text: the name of an
	// operation's location, say. It is printed instead of file:line:col; ""
	// prints "<unknown>:0" as MLIR does. A place written "loc(…)" is put after
	// "<unknown>:0: error: " in the MLIR style, which is where mlir-opt has it.
	Place   string
	Message string // the headline, in MLIR's words: lower case, no period
	Label   string // stands under the text, beside the caret
	Notes   []*Diagnostic
	Help    []string // what the reader could do
	Code    string   // stable identity such as "E0312", or ""
	// Further is set for an error behind the one at which mlir-opt stops, of which
	// a file that was written for mlir-opt knows nothing.
	Further bool
	// Subject is what the diagnostic is about, an *ir.Op, or nil.
	Subject any

	underline bool // the MLIR style draws "~" under the span, as it does nowhere but in Verify
}

// Errorf returns an error at a span.
func Errorf(sp Span, format string, args ...any) *Diagnostic {
	return newf(Error, sp, format, args)
}

// Warningf returns a warning at a span.
func Warningf(sp Span, format string, args ...any) *Diagnostic {
	return newf(Warning, sp, format, args)
}

// Remarkf returns a remark at a span.
func Remarkf(sp Span, format string, args ...any) *Diagnostic {
	return newf(Remark, sp, format, args)
}

func newf(s Severity, sp Span, format string, args []any) *Diagnostic {
	return &Diagnostic{Severity: s, Span: sp, Message: fmt.Sprintf(format, args...)}
}

// Note appends a note and returns d. A zero span repeats d's place.
func (d *Diagnostic) Note(sp Span, format string, args ...any) *Diagnostic {
	n := newf(Note, sp, format, args)
	if sp.Src == nil {
		n.Span, n.Place = d.Span, d.Place
	}
	d.Notes = append(d.Notes, n)
	return d
}

// WithHelp appends advice and returns d.
func (d *Diagnostic) WithHelp(s string) *Diagnostic {
	d.Help = append(d.Help, s)
	return d
}

// WithLabel sets the text beside the caret and returns d.
func (d *Diagnostic) WithLabel(s string) *Diagnostic {
	d.Label = s
	return d
}

// Error returns the headline, "file:line:col: error: message".
func (d *Diagnostic) Error() string {
	return d.where() + ": " + d.Severity.String() + ": " + d.Message
}

// where returns what stands before the severity.
func (d *Diagnostic) where() string {
	if d.Span.IsValid() {
		line, col := d.Span.Src.Position(d.Span.Start)
		return fmt.Sprintf("%s:%d:%d", d.Span.Src.DisplayName(), line, col)
	}
	if d.Place != "" {
		return d.Place
	}
	return "<unknown>:0"
}

// DisplayName is the name as LLVM prints it: "<stdin>" for "-".
func (s *Source) DisplayName() string {
	if s.Name == "-" {
		return "<stdin>"
	}
	return s.Name
}

// List is several diagnostics as one error, in the order of their discovery.
type List []*Diagnostic

// Error returns the headlines, one a line.
func (l List) Error() string {
	var b strings.Builder
	for i, d := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.Error())
	}
	return b.String()
}

// Unwrap lets errors.Is and errors.As look inside.
func (l List) Unwrap() []error {
	errs := make([]error, len(l))
	for i, d := range l {
		errs[i] = d
	}
	return errs
}

// Limit returns l, or its first n diagnostics if it has more; the last of those says so
// in a note.
func (l List) Limit(n int) List {
	if len(l) <= n || n <= 0 {
		return l
	}
	l = l[:n]
	what := "errors"
	if l[n-1].Severity == Warning {
		what = "warnings"
	}
	l[n-1].Note(Span{}, "stopped after %d %s; there are more", n, what)
	return l
}

// Err returns l as an error, nil if it is empty.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// All returns every diagnostic inside err, in order: through errors.Join,
// wrapping and List. An error without one becomes a diagnostic without a
// place. The words that a wrapper puts around a diagnostic are dropped.
func All(err error) []*Diagnostic {
	if err == nil {
		return nil
	}
	switch e := err.(type) {
	case *Diagnostic:
		return []*Diagnostic{e}
	case List:
		return e
	case Diagnoser:
		return []*Diagnostic{e.Diagnostic()}
	case interface{ Unwrap() []error }:
		return allOf(err, e.Unwrap())
	}
	if inner := errors.Unwrap(err); inner != nil && inside(inner) {
		return All(inner)
	}
	return []*Diagnostic{{Message: err.Error()}}
}

// Messages are what all diagnostics inside err say, without their places.
func Messages(err error) string {
	var all []string
	for _, d := range All(err) {
		all = append(all, d.Message)
	}
	return strings.Join(all, "; ")
}

// Diagnoser is an error of a type of its own that can say itself as a diagnostic.
type Diagnoser interface {
	error
	Diagnostic() *Diagnostic
}

// inside reports whether there is a diagnostic in err.
func inside(err error) bool {
	var d *Diagnostic
	var own Diagnoser
	return errors.As(err, &d) || errors.As(err, &own)
}

// allOf is All for an error with several causes. Causes that only a sentence
// holds together ("%w after %w") stay that sentence unless there is a
// diagnostic among them.
func allOf(err error, causes []error) []*Diagnostic {
	if !inside(err) && errors.Join(causes...).Error() != err.Error() {
		return []*Diagnostic{{Message: err.Error()}}
	}
	var out []*Diagnostic
	for _, c := range causes {
		out = append(out, All(c)...)
	}
	return out
}
