package diag

import (
	"bytes"
	"errors"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// designator is the syntax of an expectation, as in MLIR (SourceMgrDiagnosticVerifierHandler). An
// expectation extends to the end of its line, so a line has at most one.
const designator = `expected-(error|note|remark|warning)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$`

// Expectation is a comment that expects a diagnostic: an error, a warning, a remark or a note.
//
//	// expected-error@+1 {{use of undeclared}}
//	// expected-note-re @above {{at {{[0-9]+}}}}
//
// By default, the diagnostic is on the same line. @+N and @-N mean N lines below or above. @above
// and @below mean the nearest line without an expectation. @unknown means a diagnostic without a
// position in a file.
type Expectation struct {
	Severity Severity
	Unknown  bool   // the diagnostic must have no position in a file
	Line     int    // line of the diagnostic, unless Unknown is set
	Text     string // text that the message must contain, as written in the comment
	Span     Span   // starts at "expected-" and is as long as Text

	re *regexp.Regexp // for the -re form
}

// Matches reports whether message contains the text, or matches the expression, that e expects.
func (e *Expectation) Matches(message string) bool {
	if e.re != nil {
		return e.re.MatchString(message)
	}
	return strings.Contains(message, e.Text)
}

// Expectations returns the expectations in a source, in order, and errors for invalid regular
// expressions.
func Expectations(src *Source) ([]Expectation, List) {
	form := regexp.MustCompile(designator)
	var out []Expectation
	var bad List
	plain := src.FirstLine() // the last line without an expectation
	var below []int          // indices in out of expectations with @below whose line is not yet known
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
		// As in MLIR, the length of the span is the length of the expected text.
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

// lineOffset parses a line offset such as "+1". It returns 0 for "".
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

// matcher compiles the text of an expectation in the -re form. Text in {{…}} is a regular
// expression, and all other text is literal.
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

// regexWords returns LLVM's message for an error in a regular expression.
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

// Verify compares the diagnostics of a run with the expectations in its source. It returns errors
// with mlir-opt's messages. unexpected has the errors of Expectations and the diagnostics that
// match no expectation, but not those marked Further. If onlyExpected is set, it has only the
// errors of Expectations. unmet has the expectations that no diagnostic matches; those with
// @unknown come last. Notes are compared like diagnostics. Several diagnostics may match one
// expectation.
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

// errorf returns an error at the expectation. As in mlir-opt, the error of an expectation with
// @unknown has no position.
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

// lineIn returns the line of d in src. unknown is true if d has no position in a file. here is
// false if d is in another file.
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

// filePlace returns the file and the line of a place of the form file:line:col.
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
