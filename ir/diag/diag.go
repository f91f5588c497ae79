package diag

import (
	"errors"
	"fmt"
	"strings"
)

// Severity is the severity of a diagnostic.
type Severity uint8

// The severities, as in MLIR. A Note is always attached to another diagnostic.
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
	// Place is printed instead of file:line:col if there is no span. It can be the name of an
	// operation's location. If it is "", Render prints "<unknown>:0", as in MLIR. In the MLIR
	// style, a place of the form "loc(…)" is printed after "<unknown>:0: error: ", as in mlir-opt.
	Place   string
	Message string // text of the headline, in MLIR's style: lower case, no period
	Label   string // printed below the text, next to the caret
	Notes   []*Diagnostic
	Help    []string // advice on how to avoid the problem
	Code    string   // stable identity such as "E0312", or ""
	// Further marks an error that mlir-opt would not report, because it stops at an earlier error.
	// Files written for mlir-opt do not expect it.
	Further bool
	// Subject is the *ir.Op to which the diagnostic refers, or nil.
	Subject any

	// If underline is set, the MLIR style draws "~" under the span. mlir-opt does this for errors
	// about comments such as "expected-error".
	underline bool
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

// Note appends a note and returns d. If sp is zero, the note has the span and the place of d.
func (d *Diagnostic) Note(sp Span, format string, args ...any) *Diagnostic {
	n := newf(Note, sp, format, args)
	if sp.Src == nil {
		n.Span, n.Place = d.Span, d.Place
	}
	d.Notes = append(d.Notes, n)
	return d
}

// WithHelp appends s to the help texts and returns d.
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

// Error returns the headline, "file:line:col: error: message". A headline without a position is
// "warning: message" or, for an error, only the message, as is usual in Go.
func (d *Diagnostic) Error() string {
	switch {
	case d.Span.IsValid() || d.Place != "":
		return d.where() + ": " + d.Severity.String() + ": " + d.Message
	case d.Severity != Error:
		return d.Severity.String() + ": " + d.Message
	}
	return d.Message
}

// where returns the part of the headline before the severity. It has no line feeds and tabs,
// although names of files in locations can contain them.
func (d *Diagnostic) where() string {
	if d.Span.IsValid() {
		line, col := d.Span.Src.Position(d.Span.Start)
		return fmt.Sprintf("%s:%d:%d", OneLine(d.Span.Src.DisplayName()), line, col)
	}
	if d.Place != "" {
		return OneLine(d.Place)
	}
	return "<unknown>:0"
}

// OneLine escapes line feeds and tabs, which Escape leaves unchanged, so that a name cannot add
// lines or cells to a table.
func OneLine(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "\n", `\x0a`), "\t", `\x09`)
}

// DisplayName returns the name as LLVM prints it: "<stdin>" for "-".
func (s *Source) DisplayName() string {
	if s.Name == "-" {
		return "<stdin>"
	}
	return s.Name
}

// List is an error that consists of several diagnostics, in the order in which they were found.
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

// Unwrap returns the diagnostics, for errors.Is and errors.As.
func (l List) Unwrap() []error {
	errs := make([]error, len(l))
	for i, d := range l {
		errs[i] = d
	}
	return errs
}

// Limit returns the first n diagnostics of l, with a note on the last that there are more. If l has
// at most n diagnostics or n is not positive, Limit returns l.
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

// Err returns l as an error, or nil if l is empty.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// All returns every diagnostic inside err, in order. It searches joined errors, wrapped errors and
// Lists, and converts a Diagnoser. An error that contains no diagnostic becomes a diagnostic
// without a position. The text that a wrapper adds to a diagnostic is lost.
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

// Messages returns the messages of all diagnostics inside err, without their positions.
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

// inside reports whether err contains a diagnostic.
func inside(err error) bool {
	var d *Diagnostic
	var own Diagnoser
	return errors.As(err, &d) || errors.As(err, &own)
}

// allOf is All for an error with several causes. The result is one diagnostic with the text of err
// if no cause contains a diagnostic and err has its own text, such as "%w after %w".
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
