package runner

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// holds evaluates a condition on features. A condition consists of names, {{regular expressions}},
// true and false, with !, &&, || and parentheses.
func holds(text string, features []string) (bool, error) {
	p := &condition{text: text, rest: text, features: features}
	v, err := p.or()
	if err != nil {
		return false, err
	}
	if p.space(); p.rest != "" {
		return false, p.errorf("expected '&&', '||' or the end")
	}
	return v, nil
}

type condition struct {
	text, rest string
	features   []string
}

func (p *condition) errorf(format string, args ...any) error {
	found := "the end"
	if p.rest != "" {
		found = fmt.Sprintf("%q", p.rest)
	}
	return fmt.Errorf("condition %q: %s, but found %s", p.text, fmt.Sprintf(format, args...), found)
}

func (p *condition) space() { p.rest = strings.TrimLeft(p.rest, " \t") }

func (p *condition) eat(s string) bool {
	p.space()
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest = rest
	return ok
}

func (p *condition) or() (bool, error) {
	v, err := p.and()
	for err == nil && p.eat("||") {
		var w bool
		w, err = p.and()
		v = v || w
	}
	return v, err
}

func (p *condition) and() (bool, error) {
	v, err := p.not()
	for err == nil && p.eat("&&") {
		var w bool
		w, err = p.not()
		v = v && w
	}
	return v, err
}

func (p *condition) not() (bool, error) {
	if p.eat("!") {
		v, err := p.not()
		return !v, err
	}
	if p.eat("(") {
		v, err := p.or()
		if err == nil && !p.eat(")") {
			err = p.errorf("expected ')'")
		}
		return v, err
	}
	return p.name()
}

// name parses a feature, which may contain {{regular expressions}}.
func (p *condition) name() (bool, error) {
	p.space()
	pattern, n := "", 0
	for n < len(p.rest) {
		if strings.HasPrefix(p.rest[n:], "{{") {
			end := strings.Index(p.rest[n:], "}}")
			if end < 0 {
				return false, p.errorf("expected '}}'")
			}
			pattern += "(?:" + p.rest[n+2:n+end] + ")"
			n += end + 2
			continue
		}
		if c := p.rest[n]; !isNameByte(c) {
			break
		}
		pattern += regexp.QuoteMeta(p.rest[n : n+1])
		n++
	}
	if n == 0 {
		return false, p.errorf("expected a feature")
	}
	re, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		return false, fmt.Errorf("condition %q: %w", p.text, err)
	}
	word := p.rest[:n]
	p.rest = p.rest[n:]
	return word == "true" || word != "false" && slices.ContainsFunc(p.features, re.MatchString), nil
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.+=", c) >= 0
}
