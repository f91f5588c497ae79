package runner

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A script has the directives of a test file.
type script struct {
	lines       []scriptLine
	requires    []string
	unsupported []string
	xfail       []string
}

// A scriptLine is a command or a definition.
type scriptLine struct {
	number  int    // the number of its first line, from 1
	keyword string // RUN, DEFINE or REDEFINE
	text    string
}

// keywordPattern returns an expression that finds keywords anywhere on a line, but not inside a
// longer word.
func keywordPattern() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^A-Za-z0-9_-])((?:RUN|REQUIRES|UNSUPPORTED|XFAIL|DEFINE|REDEFINE):|END\.)(.*)$`)
}

func hasRunLine(data []byte) bool {
	s, err := parseScript(data)
	return err != nil || s.runs()
}

func (s *script) runs() bool {
	return slices.ContainsFunc(s.lines, func(l scriptLine) bool { return l.keyword == "RUN" })
}

func parseScript(data []byte) (*script, error) {
	s := &script{}
	pattern := keywordPattern()
	var open *scriptLine // a command or definition that continues in a later line
	number := 0
	for line := range bytes.Lines(data) {
		number++
		// Most lines contain no keyword, and the regular expression is slow.
		if bytes.IndexByte(line, ':') < 0 && !bytes.Contains(line, []byte("END.")) {
			continue
		}
		m := pattern.FindSubmatch(bytes.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		keyword, text := strings.TrimSuffix(string(m[1]), ":"), strings.TrimSpace(string(m[2]))
		if open != nil && (keyword == "RUN" || keyword == "DEFINE" || keyword == "REDEFINE") && keyword != open.keyword {
			return nil, fmt.Errorf("line %d: expected another %s line after the '\\' of line %d", number, open.keyword, open.number)
		}
		switch keyword {
		case "END.":
			return s, s.complete(open)
		case "REQUIRES":
			s.requires = append(s.requires, splitList(text)...)
		case "UNSUPPORTED":
			s.unsupported = append(s.unsupported, splitList(text)...)
		case "XFAIL":
			s.xfail = append(s.xfail, splitList(text)...)
		default:
			text = lineNumbers(text, number)
			if open == nil {
				s.lines = append(s.lines, scriptLine{number: number, keyword: keyword})
				open = &s.lines[len(s.lines)-1]
			}
			open.text += strings.TrimSuffix(text, `\`)
			if !strings.HasSuffix(text, `\`) {
				open = nil
			}
		}
	}
	return s, s.complete(open)
}

func (s *script) complete(open *scriptLine) error {
	if open != nil {
		return fmt.Errorf("line %d: %s line ends in '\\', but no line continues it", open.number, open.keyword)
	}
	return nil
}

func splitList(text string) []string {
	var out []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// lineNumbers replaces keys such as %(line), %(line+1) and %(line-1) by line numbers.
func lineNumbers(text string, number int) string {
	if !strings.Contains(text, "%(line") {
		return text
	}
	return regexp.MustCompile(`%\(line *(?:([+-]) *(\d+))?\)`).ReplaceAllStringFunc(text, func(m string) string {
		offset := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(m, "%(line"), ")"), " ", "")
		n, _ := strconv.Atoi(offset) // an empty offset is 0
		return strconv.Itoa(number + n)
	})
}
