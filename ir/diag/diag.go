package diag

import (
	"errors"
	"fmt"
	"strings"
)

// Severity is the severity of a diagnostic.
type Severity uint8

// The severities, in MLIR's words. A Note is always attached to another diagnostic.
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

// Diagnostic is one message about a program. It is an error, and errors.As finds it in wrapped
// errors. It is not safe for concurrent changes.
type Diagnostic struct {
	Severity Severity
	Span     Span
	// Place replaces the span if there is no text, for instance by the name of an operation's
	// location. It is printed instead of file:line:col; "" prints "<unknown>:0" as MLIR does. In
	// the MLIR style, a place of the form "loc(…)" is printed after "<unknown>:0: error: ", as by
	// mlir-opt.
	Place   string
	Message string // the headline, in MLIR's words: lower case, no period
	Label   string // printed below the text, next to the caret
	Notes   []*Diagnostic
	Help    []string // advice to the reader
	Code    string   // stable identity such as "E0312", or ""
	// Further marks an error after the one at which mlir-opt stops. Files written for mlir-opt do
	// not expect it.
	Further bool
	// Subject is the object of the diagnostic, an *ir.Op, or nil.
	Subject any

	underline bool // the MLIR style draws "~" under the span, as mlir-opt does only for errors of Verify
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

//go:noinline
func newf(s Severity, sp Span, format string, args []any) *Diagnostic {
	return &Diagnostic{Severity: s, Span: sp, Message: fmt.Sprintf(format, args...)}
}

// Note appends a note and returns d. If sp is zero, the note has the place of d.
func (d *Diagnostic) Note(sp Span, format string, args ...any) *Diagnostic {
	n := newf(Note, sp, format, args)
	if sp.Src == nil {
		n.Span, n.Place = d.Span, d.Place
	}
	d.Notes = append(d.Notes, n)
	return d
}

// WithHelp appends advice and returns d.
//
//go:noinline
func (d *Diagnostic) WithHelp(s string) *Diagnostic {
	d.Help = append(d.Help, s)
	return d
}

// WithLabel sets the text next to the caret and returns d.
func (d *Diagnostic) WithLabel(s string) *Diagnostic {
	d.Label = s
	return d
}

// Error returns the headline, "file:line:col: error: message". Without a place it is "warning:
// message" or, for an error, the message alone, like other errors in Go.
func (d *Diagnostic) Error() string {
	switch {
	case d.Span.IsValid() || d.Place != "":
		return d.where() + ": " + d.Severity.String() + ": " + d.Message
	case d.Severity != Error:
		return d.Severity.String() + ": " + d.Message
	}
	return d.Message
}

// where returns the text before the severity.
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

// List is several diagnostics as one error, in the order of their detection.
type List []*Diagnostic

// Error returns the headlines, one per line.
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

// Limit returns l, or its first n diagnostics if it has more. A note at the last of them says that
// there are more.
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

// All returns every diagnostic inside err, in order. It searches errors.Join, wrapped errors and
// List. An error without a diagnostic becomes one without a place. Text that a wrapper adds to a
// diagnostic is dropped.
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

// Messages returns the text of all diagnostics inside err, without their places.
func Messages(err error) string {
	var all []string
	for _, d := range All(err) {
		all = append(all, d.Message)
	}
	return strings.Join(all, "; ")
}

// Diagnoser is an error of another type that converts itself to a diagnostic.
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

// allOf is All for an error with several causes. If none of the causes contains a diagnostic, the
// wrapper's sentence ("%w after %w") is kept.
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
