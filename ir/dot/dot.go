// Package dot escapes texts for DOT, the language of Graphviz. No escaped text is interpreted as
// syntax.
package dot

import (
	"strings"
	"unicode"
)

// Quote returns s as a quoted string of DOT.
func Quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(plain(s)) + `"`
}

// Record returns s escaped for use in a quoted record label.
func Record(s string) string {
	return strings.NewReplacer(
		`\`, `\\`, `"`, `\"`, "\n", `\n`, "{", `\{`, "}", `\}`, "|", `\|`, "<", `\<`, ">", `\>`,
	).Replace(plain(s))
}

// plain replaces bytes that are not UTF-8 and control characters, except line feed and tab. DOT and
// terminals do not accept these as text.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
