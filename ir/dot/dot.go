// Package dot writes texts into DOT, the language of Graphviz, so that whatever they
// contain is shown and nothing of it is taken for syntax.
package dot

import "strings"

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

// plain replaces what no text of DOT may have: what is not UTF-8, and zeros.
func plain(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
