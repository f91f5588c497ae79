// Package dot escapes texts for DOT, the language of Graphviz, which then shows them literally. In
// a record label, Graphviz shows adjacent spaces as one.
package dot

import (
	"strings"
	"unicode"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Quote returns s as a quoted string of DOT.
func Quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "&", "&amp;").Replace(plain(s)) + `"`
}

// Record returns s escaped for use in a quoted record label.
func Record(s string) string {
	return strings.NewReplacer(
		`\`, `\\`, `"`, `\"`, "\n", `\n`, "{", `\{`, "}", `\}`, "|", `\|`, "<", `\<`, ">", `\>`, "&", "&amp;",
	).Replace(plain(s))
}

// plain replaces invalid UTF-8, and the characters that diagnostics escape, by U+FFFD.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if diag.NeedsEscape(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
