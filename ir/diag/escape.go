package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Escape escapes characters that a terminal could interpret as commands or that change the order of
// letters, because the text of a diagnostic can come from an attacker's file. It escapes:
//   - control characters, including carriage return, but not line feed and tab; [Printed] marks the
//     lines after a line feed
//   - line separators and paragraph separators (U+2028 and U+2029)
//   - invisible format characters except zero-width joiners and non-joiners
//   - bytes that are not UTF-8
//
// Invalid bytes and characters below U+0020 become \xHH. The other escaped characters become
// \uHHHH, as in JSON; a character above U+FFFF becomes two such escapes. So escaping does not
// change the meaning of valid JSON text without carriage returns.
func Escape(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		b.WriteString(escaped(r, text[i:i+size]))
	}
	return b.String()
}

// isPlain reports whether text is ASCII without control characters and needs no escapes.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\n' && c != '\t' || c >= 0x7f {
			return false
		}
	}
	return true
}

// escaped returns the escape of the rune r, or r unchanged if it needs no escape. text has the
// bytes of r.
func escaped(r rune, text string) string {
	switch {
	case r == utf8.RuneError && len(text) == 1:
		return fmt.Sprintf(`\x%02x`, text[0])
	case !NeedsEscape(r):
		return text
	case r < ' ':
		return fmt.Sprintf(`\x%02x`, r)
	default:
		if r > 0xffff {
			high, low := utf16.EncodeRune(r)
			return fmt.Sprintf(`\u%04x\u%04x`, high, low)
		}
		return fmt.Sprintf(`\u%04x`, r)
	}
}

// NeedsEscape reports whether Escape escapes the character r.
func NeedsEscape(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case '\u200c', '\u200d': // words and emoji can contain them
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// EscapeWriter returns a writer that escapes text and writes it to w.
func EscapeWriter(w io.Writer) io.Writer { return escapeWriter{w} }

type escapeWriter struct{ w io.Writer }

func (e escapeWriter) Write(text []byte) (int, error) {
	if _, err := io.WriteString(e.w, Escape(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}
