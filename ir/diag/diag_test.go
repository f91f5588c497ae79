package diag

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestPosition(t *testing.T) {
	src := NewSource("a.mlir", []byte("ab\ncd\r\n\néf"))
	for _, c := range []struct{ off, line, col int }{
		{-5, 1, 1}, {0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {6, 2, 4}, {7, 3, 1}, {8, 4, 1}, {10, 4, 3}, {11, 4, 4}, {99, 4, 4},
	} {
		if line, col := src.Position(c.off); line != c.line || col != c.col {
			t.Errorf("Position(%d) = %d:%d, want %d:%d", c.off, line, col, c.line, c.col)
		}
		if c.off < 0 || c.off > len(src.Text) {
			continue
		}
		if off, ok := src.Offset(c.line, c.col); !ok || off != c.off {
			t.Errorf("Offset(%d, %d) = %d, %t, want %d", c.line, c.col, off, ok, c.off)
		}
	}
	for n, want := range []string{"", "ab", "cd", "", "éf", ""} {
		if got := src.Line(n); got != want {
			t.Errorf("Line(%d) = %q, want %q", n, got, want)
		}
	}
	if _, ok := src.Offset(2, 9); ok {
		t.Error("Offset accepted a column beyond the end of the line")
	}
}

func TestChunk(t *testing.T) {
	src := NewChunk("a.mlir", []byte("x\ny"), 10)
	if line, col := src.Position(2); line != 11 || col != 1 {
		t.Errorf("Position = %d:%d, want 11:1", line, col)
	}
	if src.Line(11) != "y" || src.Line(1) != "" || src.FirstLine() != 10 || src.LastLine() != 11 {
		t.Errorf("line 11 is %q, line 1 is %q, and the source has the lines %d to %d, expected y, no text, and 10 to 11", src.Line(11), src.Line(1), src.FirstLine(), src.LastLine())
	}
	literal := &Source{Name: "b", Text: []byte("x")}
	if line, col := literal.Position(0); line != 1 || col != 1 {
		t.Errorf("Position in a Source without NewSource: got %d:%d, expected 1:1", line, col)
	}
}

func TestPositionConcurrent(t *testing.T) {
	src := NewSource("a", []byte(strings.Repeat("line\n", 1000)))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if line, _ := src.Position(4999); line != 1000 {
				t.Errorf("concurrent Position: got line %d, expected 1000", line)
			}
		})
	}
	wg.Wait()
}

func TestError(t *testing.T) {
	src := NewSource("a.mlir", []byte("one\ntwo\n"))
	for _, c := range []struct {
		d    *Diagnostic
		want string
	}{
		{Errorf(Span{src, 5, 6}, "bad '%s'", "w"), "a.mlir:2:2: error: bad 'w'"},
		{Errorf(Span{}, "bad"), "bad"},
		{Warningf(Span{}, "odd"), "warning: odd"},
		{Remarkf(Span{src, 5, 99}, "odd"), "remark: odd"},
		{&Diagnostic{Place: "encoder/layer3", Message: "bad"}, "encoder/layer3: error: bad"},
		{Errorf(Span{NewSource("-", nil), 0, 0}, "empty"), "<stdin>:1:1: error: empty"},
	} {
		if got := c.d.Error(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestErrorsAs(t *testing.T) {
	d := Errorf(Span{}, "bad")
	wrapped := fmt.Errorf("pass dce: %w", List{d}.Err())
	var got *Diagnostic
	if !errors.As(wrapped, &got) || got != d {
		t.Errorf("errors.As found %v, expected %v", got, d)
	}
	if (List{}).Err() != nil {
		t.Error("Err of an empty list is not nil")
	}
	if got, want := (List{d, d}).Error(), d.Error()+"\n"+d.Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAll(t *testing.T) {
	a, b := Errorf(Span{}, "a"), Errorf(Span{}, "b")
	plain := errors.New("plain")
	for _, c := range []struct {
		name string
		err  error
		want []string
	}{
		{"nil", nil, nil},
		{"one", a, []string{"a"}},
		{"list", List{a, b}, []string{"a", "b"}},
		{"wrapped", fmt.Errorf("pass: %w", fmt.Errorf("op: %w", List{a, b})), []string{"a", "b"}},
		{"joined", errors.Join(a, plain, fmt.Errorf("x: %w", b)), []string{"a", "plain", "b"}},
		{"plain", fmt.Errorf("x: %w", plain), []string{"x: plain"}},
		{"joined plain", errors.Join(plain, plain), []string{"plain", "plain"}},
		{"sentence", fmt.Errorf("%w after %w", plain, plain), []string{"plain after plain"}},
		{"sentence with a diagnostic", fmt.Errorf("%w after %w", plain, a), []string{"plain", "a"}},
	} {
		var got []string
		for _, d := range All(c.err) {
			got = append(got, d.Message)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSuggest(t *testing.T) {
	known := []string{"dce", "cse", "canonicalize", "fusion", "inline", "arith.addi", "arith.addf", "sccp"}
	for _, c := range []struct{ name, want string }{
		{"fuson", "fusion"}, {"fuze", ""}, {"canonicalise", "canonicalize"}, {"cannoicalize", "canonicalize"},
		{"dec", "dce"}, {"cs", ""}, {"arith.add", "arith.addf"}, {"arith.adid", "arith.addi"}, {"", ""},
		{"cse", ""}, {"inlin", "inline"}, {"something else", ""},
	} {
		got, ok := Suggest(c.name, slices.Values(known))
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Suggest(%q) = %q, %t, want %q", c.name, got, ok, c.want)
		}
		slices.Reverse(known)
		if again, _ := Suggest(c.name, slices.Values(known)); again != got {
			t.Errorf("Suggest(%q) depends on the order of the known names: got %q and %q", c.name, got, again)
		}
	}
}

func TestDistance(t *testing.T) {
	var rows [3][]int
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"ab", "ba", 1}, {"ca", "abc", 3}, {"kitten", "sitting", 3}, {"abcd", "acbd", 1},
	} {
		if got := distance(c.a, c.b, &rows); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestLimit(t *testing.T) {
	for what, make := range map[string]func(Span, string, ...any) *Diagnostic{"errors": Errorf, "warnings": Warningf} {
		var l List
		for range 3 {
			l = append(l, make(Span{}, "odd"))
		}
		if l = l.Limit(2); len(l) != 2 || len(l[1].Notes) != 1 || l[1].Notes[0].Message != "stopped after 2 "+what+"; there are more" {
			t.Errorf("%s: got the limited list %v, expected 2 diagnostics and a note", what, l)
		}
	}
}
