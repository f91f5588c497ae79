package affine

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestParserInside parses affine text with SSA values inside the text of an operation.
func TestParserInside(t *testing.T) {
	const text = "affine.load %m[%i + symbol(%n#1) * 2, %j - %i] : memref"
	p := NewParser(text, strings.Index(text, "%i"))
	var values []string
	p.Values(func(name string, symbol bool) (Expr, error) {
		if name == "%j" && symbol {
			return Expr{}, errors.New("wrong")
		}
		for i, v := range values {
			if v == name {
				return Dim(i), nil
			}
		}
		if symbol {
			return Sym(0), nil
		}
		values = append(values, name)
		return Dim(len(values) - 1), nil
	})
	x, ok1 := p.Expr()
	comma := p.accept(",")
	y, ok2 := p.Expr()
	if !ok1 || !ok2 || !comma || p.Err() != nil {
		t.Fatal(p.Err())
	}
	if x.String() != "d0 + s0 * 2" || y.String() != "d1 - d0" || fmt.Sprint(values) != "[%i %j]" {
		t.Errorf("got %s and %s over the values %v, expected d0 + s0 * 2 and d1 - d0 over [%%i %%j]", x, y, values)
	}
	if text[p.Offset():] != "] : memref" {
		t.Errorf("the text after the expressions is %q, expected %q", text[p.Offset():], "] : memref")
	}
	named := string(x.Append(nil, func(b []byte, e Expr) []byte {
		if i, ok := e.Dim(); ok {
			return append(b, values[i]...)
		}
		return append(b, "symbol(%n#1)"...)
	}))
	if want := "%i + symbol(%n#1) * 2"; named != want {
		t.Errorf("with names of values: got %s, expected %s", named, want)
	}
}

func TestParseNesting(t *testing.T) {
	for _, unit := range []string{"(", "-"} {
		_, err := ParseMap("(d0) -> (" + strings.Repeat(unit, 100000))
		if err == nil || !strings.Contains(err.Error(), "nested too deeply") {
			t.Errorf("nested %s: got error %.60v, expected that the text is nested too deeply", unit, err)
		}
	}
	long := "(d0) -> (d0" + strings.Repeat(" floordiv 3 + d0", 20000) + ")"
	if _, err := ParseMap(long); err != nil {
		t.Error(err)
	}
}

func TestParseEnd(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "0 expected '(' in dimensional identifier list",
		"(d0":               "2 expected ')' in dimensional identifier list",
		"(d0) -> (":         "8 expected affine expression",
		"(d0) -> (d0) ":     "",
		"(d0) -> (d0) x":    "13 encountered unexpected token",
		"(d0) -> (d0) // c": "",
		"(d0) : (d0 >= 0)":  "0 expected AffineMap, but got IntegerSet",
	} {
		_, err := ParseMap(text)
		var e *Error
		got := ""
		if errors.As(err, &e) {
			got = fmt.Sprintf("%d %s", e.Offset, e.Message)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range append(maps(), wrong()...) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMap(text)
		if err != nil {
			return
		}
		if err := m.Check(); err != nil {
			t.Errorf("%q: the parsed map is invalid: %v", text, err)
		}
		// As in MLIR, parsing the printed text may simplify the map further.
		printed := m.String()
		if _, err := ParseMap(printed); err != nil {
			t.Errorf("%q is printed as %q, which cannot be parsed: %v", text, printed, err)
		}
	})
}
