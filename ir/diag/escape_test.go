package diag

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
)

// hostile contains terminal commands, a direction override and invalid bytes.
const hostile = "a\x1b[2J\x1b]0;t\x07\r\x7f\u009b31m\u202eb\u2066\u2028\U000e0041\xff\xc3z"

func TestEscape(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"plain\n\ttext", "plain\n\ttext"},
		{"é 世界 \U0001f469\u200d\U0001f4bb", "é 世界 \U0001f469\u200d\U0001f4bb"},
		{hostile, `a\x1b[2J\x1b]0;t\x07\x0d\u007f\u009b31m\u202eb\u2066\u2028\udb40\udc41\xff\xc3z`},
		{"\uFFFD", "\uFFFD"},
	} {
		if got := Escape(test.text); got != test.want {
			t.Errorf("%q: got %q, expected %q", test.text, got, test.want)
		}
		var b strings.Builder
		if n, err := EscapeWriter(&b).Write([]byte(test.text)); n != len(test.text) || err != nil || b.String() != test.want {
			t.Errorf("%q: EscapeWriter wrote %q and returned %d, %v; expected %q", test.text, b.String(), n, err, test.want)
		}
	}
	text, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	var before, after string
	if err := json.Unmarshal(text, &before); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(Escape(string(text))), &after); err != nil || before != after {
		t.Errorf("escaped JSON text has the value %[2]q, expected %[1]q; error %[3]v", before, after, err)
	}
}

// TestRenderEscapes checks that no style prints control characters from a message, a place, a
// label, a help text or the source. It also checks that the mark is below the marked text.
func TestRenderEscapes(t *testing.T) {
	for _, line := range []string{"x \x1b[31m mark y\n", "x \u009b31m mark\u202e y\n"} {
		src := NewSource("f"+hostile+".mlir", []byte(line))
		start := strings.Index(line, "mark")
		d := Errorf(Span{Src: src, Start: start, End: start + 4}, "message %s", hostile).WithLabel(hostile).WithHelp(hostile)
		d.Note(Span{}, "%s", hostile)
		d.Notes[0].Place = hostile
		for _, style := range []Style{Rich, MLIR, JSON} {
			got := render(d, style)
			if i := strings.IndexFunc(got, func(r rune) bool {
				return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl) || r == unicode.ReplacementChar && style != JSON
			}); i >= 0 {
				t.Errorf("style %d prints the control character %q in\n%q", style, got[i:min(i+4, len(got))], got)
			}
			lines := strings.Split(got, "\n")
			if style == Rich && strings.Index(lines[1], "mark") != strings.Index(lines[2], "^^^^") ||
				style == MLIR && line[2] == '\x1b' && strings.Index(lines[1], "mark") != strings.Index(lines[2], "^") {
				t.Errorf("style %d: the mark is not below the marked text:\n%s", style, got)
			}
		}
	}
}

// TestLineFeeds checks that line feeds and tabs in the texts of a diagnostic cannot start a line
// that looks like another diagnostic.
func TestLineFeeds(t *testing.T) {
	const name = "a\nb.mlir:1:1: error: forged\n\thelp: forged"
	src := NewSource(name, []byte("text\n"))
	at := Errorf(Span{Src: src, End: 4}, "message '%s'", name).WithLabel(name).WithHelp(name)
	placed := Errorf(Span{}, "message").WithHelp("help")
	placed.Place = name
	for _, test := range []struct {
		d     *Diagnostic
		style Style
		want  string
	}{
		{at, Rich, `a\x0ab.mlir:1:1: error: forged\x0a\x09help: forged:1:1: error: message 'a
  | b.mlir:1:1: error: forged
  | 	help: forged'
   1 | text
     | ^^^^ a
  | b.mlir:1:1: error: forged
  | 	help: forged
  help: a
        | b.mlir:1:1: error: forged
        | 	help: forged
`},
		{at, MLIR, `a\x0ab.mlir:1:1: error: forged\x0a\x09help: forged:1:1: error: message 'a
  | b.mlir:1:1: error: forged
  | 	help: forged'
text
^
`},
		{placed, Rich, `a\x0ab.mlir:1:1: error: forged\x0a\x09help: forged: error: message
  help: help
`},
	} {
		if got := render(test.d, test.style); got != test.want {
			t.Errorf("style %d: got\n%s\nexpected\n%s", test.style, got, test.want)
		}
	}
	if got, want := placed.Error(), `a\x0ab.mlir:1:1: error: forged\x0a\x09help: forged: error: message`; got != want {
		t.Errorf("Error returned %q, expected %q", got, want)
	}
}

// TestShownOperation checks that the lines of an operation in a note do not begin with "|".
func TestShownOperation(t *testing.T) {
	d := Errorf(Span{}, "message").Note(Span{}, CurrentOperation+"\"a.b\"() ({\n}) : () -> ()")
	d.Place = "f:1:1"
	d.Notes[0].Place = "f:1:1"
	for _, style := range []Style{Rich, MLIR} {
		if got, want := render(d, style), "f:1:1: error: message\nf:1:1: note: see current operation: \"a.b\"() ({\n}) : () -> ()\n"; got != want {
			t.Errorf("style %d: got\n%s\nexpected\n%s", style, got, want)
		}
	}
}
