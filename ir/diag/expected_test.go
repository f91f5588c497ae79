package diag

import (
	"slices"
	"strings"
	"testing"
)

func TestExpectations(t *testing.T) {
	src := NewChunk("a.mlir", []byte(`// expected-error@+2 {{one}}
// expected-warning @below {{two}}
code // expected-note {{three}} {{3}}
// expected-remark@above {{four}}
// expected-error@unknown {{five}}
code
// expected-error@above {{six}}
// expected-error @ +1 {{no: a space}}
// expected-error@+1 {{no: text behind}} x
// expected-error@+010 {{octal}}
// expected-error@-100 {{above the file}}
// expected-error@below {{dangling}}  `), 100)
	got, bad := Expectations(src)
	if len(bad) != 0 {
		t.Fatal(bad)
	}
	type row struct {
		s    Severity
		line int
		text string
	}
	var rows []row
	for _, e := range got {
		rows = append(rows, row{e.Severity, e.Line, e.Text})
	}
	want := []row{
		{Error, 102, "one"}, {Warning, 105, "two"}, {Note, 102, "three}} {{3"}, {Remark, 100, "four"}, {Error, 0, "five"},
		{Error, 105, "six"}, {Error, 117, "octal"}, {Error, 10, "above the file"}, {Error, 111, "dangling"},
	}
	if !slices.Equal(rows, want) {
		t.Errorf("got\n%v\nwant\n%v", rows, want)
	}
}

func TestVerify(t *testing.T) {
	src := NewSource("a.mlir", []byte(`code // expected-error {{met}}
// expected-error-re@+1 {{at {{[0-9]+}}.}}
code
// expected-warning@unknown {{no place}}
code
code // expected-warning {{kind}}
`))
	here := func(line int, message string) *Diagnostic {
		off, _ := src.Offset(line, 1)
		return Errorf(Span{src, off, off}, "%s", message)
	}
	met := []*Diagnostic{
		here(1, "is met"), here(1, "met twice"), here(3, "at 12."),
		Warningf(Span{}, "has no place"), {Severity: Warning, Place: "a.mlir:6:9", Message: "kind"},
	}
	verify := func(got []*Diagnostic, onlyExpected bool) List {
		unexpected, unmet := Verify(src, got, onlyExpected)
		return append(unexpected, unmet...)
	}
	if out := verify(met, false); len(out) != 0 {
		t.Errorf("diagnostics that are all expected: got the errors\n%v", out)
	}
	got := []*Diagnostic{
		here(3, "at 12").Note(Span{src, 0, 0}, "met"), here(6, "kind"), here(5, "new"),
		{Place: "b.mlir:1:1", Message: "met"},
	}
	want := strings.Join([]string{
		"a.mlir:3:1: error: unexpected error: at 12",
		"a.mlir:1:9: error: 'note' diagnostic emitted when expecting a 'error'",
		"a.mlir:6:9: error: 'error' diagnostic emitted when expecting a 'warning'",
		"a.mlir:5:1: error: unexpected error: new",
		"b.mlir:1:1: error: unexpected error: met",
	}, "\n")
	unmet := strings.Join([]string{
		`a.mlir:1:9: error: expected error "met" was not produced`,
		`a.mlir:2:4: error: expected error "at {{[0-9]+}}." was not produced`,
		`a.mlir:6:9: error: expected warning "kind" was not produced`,
		`expected warning "no place" was not produced`,
	}, "\n")
	if out := verify(got, false).Error(); out != want+"\n"+unmet {
		t.Errorf("got\n%s\nwant\n%s", out, want+"\n"+unmet)
	}
	if out := verify(got, true).Error(); out != unmet {
		t.Errorf("with onlyExpected: got\n%s\nexpected\n%s", out, unmet)
	}
}
