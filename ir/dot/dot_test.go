package dot_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/ir/dot"
)

func TestTexts(t *testing.T) {
	for _, test := range []struct{ text, quoted, record string }{
		{`a "b"`, `"a \"b\""`, `a \"b\"`},
		{`end\`, `"end\\"`, `end\\`},
		{`\"`, `"\\\""`, `\\\"`},
		{"two\nlines", `"two\nlines"`, `two\nlines`},
		{"{a|b} <c>", `"{a|b} <c>"`, `\{a\|b\} \<c\>`},
		{"&lt;x&amp;y", `"&amp;lt;x&amp;amp;y"`, `&amp;lt;x&amp;amp;y`},
		{"\x1b[2J\u009b\r", "\"\uFFFD[2J\uFFFD\uFFFD\"", "\uFFFD[2J\uFFFD\uFFFD"},
		{"a\u202eb\u2066\u2028\U000e0041\u200d", "\"a\uFFFDb\uFFFD\uFFFD\uFFFD\u200d\"", "a\uFFFDb\uFFFD\uFFFD\uFFFD\u200d"},
		{"\xff\x00é", "\"\uFFFD\uFFFDé\"", "\uFFFD\uFFFDé"},
	} {
		if got := dot.Quote(test.text); got != test.quoted {
			t.Errorf("Quote(%q) = %s, want %s", test.text, got, test.quoted)
		}
		if got := dot.Record(test.text); got != test.record {
			t.Errorf("Record(%q) = %s, want %s", test.text, got, test.record)
		}
	}
}

// TestClosed checks that Graphviz reads each quoted text as exactly one string.
func TestClosed(t *testing.T) {
	for _, text := range []string{`"`, `\`, `\\"`, "\\\n\"", "\xc3", strings.Repeat("é{\\\"\n", 5000)} {
		for _, quoted := range []string{dot.Quote(text), `"` + dot.Record(text) + `"`} {
			if i := end(quoted); i != len(quoted) || !utf8.ValidString(quoted) || strings.Contains(quoted, "\n") {
				t.Errorf("%.40q: the string %.40q ends at byte %d of %d, or is not valid", text, quoted, i, len(quoted))
			}
		}
	}
}

// end returns the end of the DOT string at the start of s.
func end(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}
