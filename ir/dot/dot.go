// Package dot writes texts into DOT, the language of Graphviz, so that whatever they
// contain is shown and nothing of it is taken for syntax.
package dot

import (
	"strings"
	"unicode"
)

// Quote is a text as a quoted string of DOT.
func Quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(plain(s)) + `"`
}

// Record is a text as a part of a record's label, which stands in quotes.
func Record(s string) string {
	return strings.NewReplacer(
		`\`, `\\`, `"`, `\"`, "\n", `\n`, "{", `\{`, "}", `\}`, "|", `\|`, "<", `\<`, ">", `\>`,
	).Replace(plain(s))
}

// plain replaces what DOT and terminals do not take as text: bytes that are not UTF-8, and
// control characters.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
