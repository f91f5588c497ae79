package diag

import (
	"bytes"
	"errors"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// designator is the form of an expectation, as in MLIR (SourceMgrDiagnosticVerifierHandler). It
// extends to the end of its line, so a line has at most one.
const designator = `expected-(error|note|remark|warning)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$`

// Expectation is one expected-error comment, or one for a warning, remark or
// note:
//
//	// expected-error@+1 {{use of undeclared}}
//	// expected-note-re @above {{at {{[0-9]+}}}}
//
// The place is given by @+N or @-N lines, by @above or @below for the nearest line without an
// expectation, or by @unknown for diagnostics without a file.
type Expectation struct {
	Severity Severity
	Unknown  bool   // the diagnostic must have no place in a file
	Line     int    // where the diagnostic must be, if not Unknown
	Text     string // what the message must contain, as written
	Span     Span   // of the comment, from "expected-"

	re *regexp.Regexp // for the -re form
}

// Matches reports whether a message is one that e expects.
func (e *Expectation) Matches(message string) bool {
	if e.re != nil {
		return e.re.MatchString(message)
	}
	return strings.Contains(message, e.Text)
}

// Expectations returns the expectations in a source, in order. The list holds errors for invalid
// regular expressions.
func Expectations(src *Source) ([]Expectation, List) {
	form := regexp.MustCompile(designator)
	var out []Expectation
	var bad List
	plain := src.FirstLine() // the last line without an expectation
	var below []int          // indices in out that refer to the next such line
	for line := src.FirstLine(); line <= src.LastLine(); line++ {
		start, end, _ := src.bounds(line)
		text := bytes.TrimRight(src.Text[start:end], " \t\n\v\f\r")
		m := form.FindSubmatchIndex(text)
		if m == nil {
			for _, i := range below {
				out[i].Line = line
			}
			below, plain = below[:0], line
			continue
		}
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return string(text[m[2*i]:m[2*i+1]])
		}
		e := Expectation{Severity: severityOf(group(1)), Text: group(4)}
		// MLIR underlines as many bytes as the expected text has.
		e.Span = Span{src, start + m[0], min(start+m[0]+len(e.Text), end)}
		if group(2) != "" {
			re, err := matcher(e.Text)
			if err != nil {
				bad = append(bad, marked(e.Span, err.Error()))
				continue
			}
			e.re = re
		}
		switch at := group(3); at {
		case "unknown":
			e.Unknown = true
		case "above":
			e.Line = plain
		case "below":
			below = append(below, len(out))
			e.Line = src.LastLine()
		default:
			e.Line = line + lineOffset(at)
		}
		out = append(out, e)
	}
	return out, bad
}

func severityOf(name string) Severity {
	for _, s := range []Severity{Warning, Remark, Note} {
		if s.String() == name {
			return s
		}
	}
	return Error
}

// lineOffset reads an offset such as "+1"; "" is 0.
func lineOffset(at string) int {
	if at == "" {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(at, "+"), 0, 32)
	if err != nil {
		return 0
	}
	return int(n)
}

// matcher compiles the -re form: the text in {{…}} is a regular expression, all other text is
// literal.
func matcher(text string) (*regexp.Regexp, error) {
	var b strings.Builder
	for {
		literal, rest, ok := strings.Cut(text, "{{")
		b.WriteString(regexp.QuoteMeta(literal))
		if !ok {
			break
		}
		expr, after, ok := strings.Cut(rest, "}}")
		if !ok {
			return nil, errors.New("found start of regex with no end '}}'")
		}
		if _, err := regexp.Compile(expr); err != nil {
			return nil, errors.New("invalid regex: " + regexWords(err))
		}
		b.WriteString("(" + expr + ")")
		text = after
	}
	return regexp.Compile(b.String())
}

// regexWords describes an invalid expression in LLVM's words.
func regexWords(err error) string {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	switch e.Code {
	case syntax.ErrInvalidCharRange:
		return "invalid character range"
	case syntax.ErrInvalidCharClass:
		return "invalid character class"
	case syntax.ErrMissingBracket:
		return "brackets ([ ]) not balanced"
	case syntax.ErrMissingParen, syntax.ErrUnexpectedParen:
		return "parentheses not balanced"
	case syntax.ErrInvalidRepeatSize:
		return "invalid repetition count(s)"
	case syntax.ErrMissingRepeatArgument, syntax.ErrInvalidRepeatOp:
		return "repetition-operator operand invalid"
	case syntax.ErrTrailingBackslash:
		return `trailing backslash (\)`
	}
	return e.Code.String()
}

// Verify compares the diagnostics of a run with the expectations in its source. It returns the
// differences as errors in mlir-opt's words: unexpected diagnostics, and unmet expectations, with
// those of unknown place last. Each note is compared separately. Several diagnostics may match
// one expectation. With onlyExpected, only unmet expectations are differences. Diagnostics marked
// Further are never unexpected.
func Verify(src *Source, got []*Diagnostic, onlyExpected bool) (unexpected, unmet []*Diagnostic) {
	want, bad := Expectations(src)
	unexpected = bad
	met := make([]bool, len(want))
	check := func(d *Diagnostic, further bool) {
		line, unknown, here := lineIn(src, d)
		near := -1
		for i := range want {
			e := &want[i]
			if !here || e.Unknown != unknown || e.Line != line || !e.Matches(d.Message) {
				continue
			}
			if e.Severity == d.Severity {
				met[i] = true
				return
			}
			near = i
		}
		switch {
		case onlyExpected, further:
		case near >= 0:
			e := &want[near]
			unexpected = append(unexpected, e.errorf("'"+d.Severity.String()+"' diagnostic emitted when expecting a '"+
				e.Severity.String()+"'", false))
		default:
			unexpected = append(unexpected, &Diagnostic{Span: d.Span, Place: d.Place,
				Message: "unexpected " + d.Severity.String() + ": " + d.Message})
		}
	}
	for _, d := range got {
		check(d, d.Further)
		for _, n := range d.Notes {
			check(n, d.Further)
		}
	}
	var unknown []*Diagnostic
	for i := range want {
		e := &want[i]
		if met[i] {
			continue
		}
		d := e.errorf("expected "+e.Severity.String()+" \""+e.Text+"\" was not produced", true)
		if e.Unknown {
			unknown = append(unknown, d)
		} else {
			unmet = append(unmet, d)
		}
	}
	return unexpected, append(unmet, unknown...)
}

// errorf returns an error at the expectation. As in mlir-opt, it has no place if the expectation
// is for an unknown place.
func (e *Expectation) errorf(message string, underline bool) *Diagnostic {
	if e.Unknown {
		return &Diagnostic{Message: message}
	}
	d := marked(e.Span, message)
	d.underline = underline
	return d
}

func marked(sp Span, message string) *Diagnostic {
	return &Diagnostic{Span: sp, Message: message, underline: true}
}

// lineIn returns the line of d in src, which may be 0, or unknown if d has no place in a file. here
// is false if d is in another file, so that no expectation of src matches it.
func lineIn(src *Source, d *Diagnostic) (line int, unknown, here bool) {
	if d.Span.IsValid() {
		line, _ := d.Span.Src.Position(d.Span.Start)
		return line, false, d.Span.Src == src || d.Span.Src.Name == src.Name
	}
	file, line, ok := filePlace(d.Place)
	if !ok {
		return 0, true, true
	}
	return line, false, file == src.Name || file == src.DisplayName()
}

// filePlace splits a place of the form file:line:col.
func filePlace(place string) (file string, line int, ok bool) {
	rest, col, ok1 := cutLast(place, ":")
	file, at, ok2 := cutLast(rest, ":")
	line, err1 := strconv.Atoi(at)
	_, err2 := strconv.Atoi(col)
	return file, line, ok1 && ok2 && err1 == nil && err2 == nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
