package diag

import (
	"strings"
	"testing"
	"unicode/utf8"
)

const addText = `func.func @f(%a: i32, %b: f32) -> i32 {
  %0 = arith.addi %a, %b : i32
`

// at returns the span of the nth occurrence of text, counted from 1.
func at(src *Source, text string, nth int) Span {
	start := -1
	for range nth {
		start += 1 + strings.Index(string(src.Text[start+1:]), text)
	}
	return Span{src, start, start + len(text)}
}

func render(d *Diagnostic, s Style) string {
	var b strings.Builder
	Render(&b, d, s, false)
	return b.String()
}

func typeMismatch() *Diagnostic {
	src := NewSource("bad.mlir", []byte(addText))
	return Errorf(at(src, "%b", 2), "use of value '%%b' expects different type than prior uses: 'i32' vs 'f32'").
		WithLabel("'arith.addi' gives both operands the type after the colon").
		WithHelp("convert it first: %1 = arith.fptosi %b : f32 to i32").
		Note(at(src, "%b: f32", 1), "prior use here")
}

func TestRich(t *testing.T) {
	want := `bad.mlir:2:23: error: use of value '%b' expects different type than prior uses: 'i32' vs 'f32'
   2 |   %0 = arith.addi %a, %b : i32
     |                       ^^ 'arith.addi' gives both operands the type after the colon
bad.mlir:1:23: note: prior use here
   1 | func.func @f(%a: i32, %b: f32) -> i32 {
     |                       ^^^^^^^
  help: convert it first: %1 = arith.fptosi %b : f32 to i32
`
	if got := render(typeMismatch(), Rich); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestRichPlaces(t *testing.T) {
	src := NewChunk("a.mlir", []byte("\t\"é\" bad\nnext\n"), 12345)
	wide := NewSource("w.mlir", []byte("世界 x\x1b[31m\xff y"))
	for _, c := range []struct {
		name string
		d    *Diagnostic
		want string
	}{
		{"tab and multi-byte", Errorf(at(src, "bad", 1), "m"), "" +
			"a.mlir:12345:7: error: m\n" +
			"12345 |         \"é\" bad\n" +
			"      |             ^^^\n"},
		{"several lines", Errorf(Span{src, 6, 12}, "m"), "" +
			"a.mlir:12345:7: error: m\n" +
			"12345 |         \"é\" bad\n" +
			"      |             ^^^\n"},
		{"line end", Errorf(Span{src, 9, 9}, "m"), "" +
			"a.mlir:12345:10: error: m\n" +
			"12345 |         \"é\" bad\n" +
			"      |                ^\n"},
		{"wide characters and escapes", Errorf(at(wide, "y", 1), "m"), "" +
			"w.mlir:1:16: error: m\n" +
			"   1 | 世界 x\\x1b[31m\\xff y\n" +
			"     |                    ^\n"},
		{"place", &Diagnostic{Place: "encoder/layer3", Message: "m", Label: "%0 = …", Code: "E0312"}, "" +
			"encoder/layer3: error: m [E0312]\n" +
			"     = %0 = …\n"},
		{"no place", &Diagnostic{Severity: Warning, Message: "m", Help: []string{"a\nb"}}, "" +
			"<unknown>:0: warning: m\n" +
			"  help: a\n" +
			"        | b\n"},
	} {
		if got := render(c.d, Rich); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestRichClip checks that a long line is cut to a window that contains the marked text, and that
// the mark is below this text.
func TestRichClip(t *testing.T) {
	for _, before := range []int{0, 50, 98, 200, 5000} {
		for _, after := range []int{0, 5, 80, 5000} {
			src := NewSource("a", []byte(strings.Repeat("<", before)+"WORD"+strings.Repeat(">", after)))
			lines := strings.Split(render(Errorf(at(src, "WORD", 1), "m"), Rich), "\n")
			text, mark := []rune(lines[1]), []rune(lines[2])
			if len(text) > maxSnippet+9 {
				t.Errorf("%d bytes before and %d after the marked text: the line has %d columns, expected at most %d", before, after, len(text), maxSnippet+9)
			}
			i := strings.IndexByte(lines[2], '^')
			if got := string(text[i:min(i+4, len(text))]); got != "WORD" || len(mark)-i != 4 {
				t.Errorf("%d bytes before and %d after the marked text: the mark is below %q, or has a wrong width\n%s\n%s", before, after, got, lines[1], lines[2])
			}
		}
	}
	src := NewSource("a", []byte(strings.Repeat("世", 300)))
	for off := 0; off < len(src.Text); off += 3 {
		out := render(Errorf(Span{src, off, off + 3}, "m"), Rich)
		lines := strings.Split(out, "\n")
		column := strings.IndexByte(lines[2], '^')
		at := 0
		for _, r := range lines[1] {
			if at == column && r != '世' || at > column && !strings.Contains(lines[2], "^^") {
				t.Fatalf("offset %d: the mark is not below the marked rune, or has a wrong width\n%s", off, out)
			}
			at += runeWidth(r)
		}
	}
	long := NewSource("a", []byte(strings.Repeat("x", 5000)))
	if lines := strings.Split(render(Errorf(Span{long, 5000, 5000}, "m"), Rich), "\n"); strings.IndexByte(lines[2], '^') != utf8.RuneCountInString(lines[1]) {
		t.Errorf("the end of a long line is not marked:\n%s\n%s", lines[1], lines[2])
	}
	for _, line := range strings.Split(render(Errorf(Span{long, 10, 4990}, "m"), Rich), "\n") {
		if n := utf8.RuneCountInString(line); n > maxSnippet+9 {
			t.Errorf("a mark longer than the window: a line has %d columns, expected at most %d", n, maxSnippet+9)
		}
	}
}

func TestMLIR(t *testing.T) {
	d := typeMismatch()
	d.Note(Span{}, "again, so without the line")
	d.Notes[1].Span = d.Notes[0].Span
	want := `bad.mlir:2:23: error: use of value '%b' expects different type than prior uses: 'i32' vs 'f32'
  %0 = arith.addi %a, %b : i32
                      ^
bad.mlir:1:23: note: prior use here
func.func @f(%a: i32, %b: f32) -> i32 {
                      ^
bad.mlir:1:23: note: again, so without the line
`
	if got := render(d, MLIR); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	named := &Diagnostic{Place: `loc("xx")`, Message: "bad"}
	if got, want := render(named, MLIR), "<unknown>:0: error: loc(\"xx\"): bad\n"; got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestJSON(t *testing.T) {
	want := `{"schema":"lathe.diagnostic/1","severity":"error","file":"bad.mlir","line":2,"column":23,"endLine":2,"endColumn":25,` +
		`"message":"use of value '%b' expects different type than prior uses: 'i32' vs 'f32'",` +
		`"label":"'arith.addi' gives both operands the type after the colon",` +
		`"notes":[{"severity":"note","file":"bad.mlir","line":1,"column":23,"endLine":1,"endColumn":30,"message":"prior use here"}],` +
		`"help":["convert it first: %1 = arith.fptosi %b : f32 to i32"]}` + "\n"
	if got := render(typeMismatch(), JSON); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

// TestLongLine checks that an error in a very long line shows only a part of the line, with the
// mark below the error, and only a part of the message.
func TestLongLine(t *testing.T) {
	column := func(line, mark string) int {
		before, _, _ := strings.Cut(line, mark)
		return utf8.RuneCountInString(before)
	}
	for _, at := range []int{0, 5_000_000, 9_999_999} {
		text := strings.Repeat("a", at) + "b" + strings.Repeat("a", 9_999_999-at)
		d := Errorf(Span{NewSource("x.mlir", []byte(text)), at, at + 1}, "%s is wrong", text)
		for _, style := range []Style{MLIR, Rich} {
			got := render(d, style)
			lines := strings.Split(got, "\n")
			if len(got) > 4*maxLine || len(lines) < 3 || !strings.Contains(lines[1], "b") || column(lines[1], "b") != column(lines[2], "^") {
				t.Errorf("style %v: an error at byte %d has %d bytes and %d lines", style, at, len(got), len(lines))
			}
		}
	}
}
