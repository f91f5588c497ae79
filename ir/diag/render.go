package diag

import (
	"io"
	"strings"
)

// Style chooses how Render prints.
type Style uint8

const (
	// Rich is for people: MLIR's headline, then the source with a gutter, the
	// whole span underlined, labels, notes and help.
	Rich Style = iota
	// MLIR prints what mlir-opt prints, byte for byte: no label and no help.
	MLIR
	// JSON prints one object a line, of schema "lathe.diagnostic/1".
	JSON
)

// Render writes a diagnostic with its notes. Colours are ANSI escapes and are
// never used for JSON. Control characters of its texts and of the source are escaped.
// Errors of the writer are ignored.
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

// tabStop is LLVM's, and most terminals'.
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

// paint wraps text in a colour if colours are on.
func paint(color bool, code, text string) string {
	if !color || text == "" {
		return text
	}
	return code + text + ansiReset
}

// headline is the first line, without line end: "place: error: message".
func headline(where string, s Severity, message string, color bool) string {
	return paint(color, ansiBold, Escape(where)+": ") + paint(color, s.ansi(), s.String()+": ") +
		paint(color, ansiBold, Escape(message))
}
