package asm

import (
	"strings"
	"testing"
)

func TestFormatTextErrors(t *testing.T) {
	for _, c := range []struct{ format, want string }{
		{"$", "byte 1: expected a name before the end"},
		{"$a ) $b", `byte 3: expected an element before ") $b"`},
		{"`x", "byte 0: literal without an end"},
		{"($a^)", `byte 5: expected '?' before the end`},
		{"($a^) : $b", `byte 8: expected "(" before "$b"`},
		{"custom<A", "byte 8: expected '>' before the end"},
		{"type($a", "byte 7: expected ')' before the end"},
		{"$a = $b", `byte 3: expected a name before "= $b"`},
	} {
		_, err := readFormat(c.format)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("readFormat(%q): got error %v, expected %q", c.format, err, c.want)
		}
	}
}

func TestFormatText(t *testing.T) {
	es, err := readFormat("$a (`[` $b^ `]`) : (`none`)? custom<Dims>($c, ref($d)) attr-dict-with-keyword `` `:` type(results)")
	if err != nil {
		t.Fatal(err)
	}
	if len(es) != 7 || es[0].field != "a" || es[1].group == nil || es[2].dir.of != "Dims" || es[3].word != "attr-dict-with-keyword" ||
		!es[4].isLiteral || es[4].literal != "" || es[5].literal != ":" || es[6].dir.args[0].word != "results" {
		t.Errorf("readFormat returned wrong elements: %+v", es)
	}
	if g := es[1].group; len(g.then) != 3 || !g.then[1].anchor || len(g.els) != 1 {
		t.Errorf("got the group %+v, expected three elements, of which the second is the anchor, and one element in the else branch", g)
	}
}
