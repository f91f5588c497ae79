// Package dot escapes texts for DOT, the language of Graphviz, so that no text is interpreted as
// syntax.
package dot

import (
	"strings"
	"unicode"
)

// Quote returns a text as a quoted string of DOT.
func Quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(plain(s)) + `"`
}

// Record escapes a text for a quoted record label.
func Record(s string) string {
	return strings.NewReplacer(
		`\`, `\\`, `"`, `\"`, "\n", `\n`, "{", `\{`, "}", `\}`, "|", `\|`, "<", `\<`, ">", `\>`,
	).Replace(plain(s))
}

// plain replaces characters that DOT and terminals do not accept as text: bytes that are not
// UTF-8, and control characters.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
