package diag

import (
	"io"
	"strings"
)

// Style selects the format of Render.
type Style uint8

const (
	// Rich is MLIR's headline, followed by the source line with its number and the underlined span,
	// labels, notes and help.
	Rich Style = iota
	// MLIR is mlir-opt's format, without label and help. Unlike mlir-opt, it cuts lines and
	// messages of more than 64 KiB.
	MLIR
	// JSON is one JSON object on a line, with the schema "lathe.diagnostic/1".
	JSON
)

// Render writes a diagnostic with its notes. It escapes control characters in messages and in the
// source. If color is set, Rich and MLIR use ANSI escapes. Errors of the writer are ignored.
func Render(w io.Writer, d *Diagnostic, s Style, color bool) {
	var b strings.Builder
	switch s {
	case MLIR:
		renderMLIR(&b, d, color)
	case JSON:
		renderJSON(&b, d)
	default:
		renderRich(&b, d, color)
	}
	io.WriteString(w, b.String())
}

// tabStop is the distance of tab stops in LLVM and in most terminals.
const tabStop = 8

// ANSI escapes, as LLVM's WithColor writes them.
const (
	ansiReset   = "\x1b[0m"
	ansiBold    = "\x1b[1m"
	ansiError   = "\x1b[0;1;31m"
	ansiWarning = "\x1b[0;1;35m"
	ansiNote    = "\x1b[0;1;30m"
	ansiRemark  = "\x1b[0;1;34m"
	ansiCaret   = "\x1b[0;1;32m"
)

func (s Severity) ansi() string {
	switch s {
	case Error:
		return ansiError
	case Warning:
		return ansiWarning
	case Remark:
		return ansiRemark
	}
	return ansiNote
}

func paint(color bool, code, text string) string {
	if !color || text == "" {
		return text
	}
	return code + text + ansiReset
}

// headline returns the first line of a diagnostic. The message must be in printed form: see Text.
func headline(where string, s Severity, message string, color bool) string {
	return paint(color, ansiBold, shown(where)+": ") + paint(color, s.ansi(), s.String()+": ") +
		paint(color, ansiBold, message)
}

// CurrentOperation is the first text of a note that shows an operation. CalledFrom is the text of a
// note that shows a call site.
const (
	CurrentOperation = "see current operation: "
	CalledFrom       = "called from"
)

// Text returns the printed form of the message.
func (d *Diagnostic) Text() string { return d.text(d.Message) }

// text is like Printed, but adds no prefix to a note that shows an operation, as in mlir-opt. None
// is needed, because the printer of operations escapes line feeds in names.
func (d *Diagnostic) text(message string) string {
	if d.Severity == Note && strings.HasPrefix(d.Message, CurrentOperation) {
		return shown(message)
	}
	return Printed(message)
}

// Printed returns the printed form of a text of a diagnostic. Lines after the first have the prefix
// "  | ", so that a name with line feeds cannot look like another diagnostic.
func Printed(text string) string { return strings.ReplaceAll(shown(text), "\n", "\n  | ") }

// shown escapes a text, and cuts it after maxLine bytes.
func shown(text string) string {
	if len(text) > maxLine {
		text = strings.ToValidUTF8(text[:maxLine], "") + "…"
	}
	return Escape(text)
}
