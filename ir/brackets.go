package ir

import "strings"

// An Unbalanced is the error in a bracketed group of text.
type Unbalanced struct {
	// Open is the bracket that is open at the error, '"' if a string has no end.
	Open byte
	// Near is where the last string before that begins, or the group.
	Near int
}

// GroupEnd returns the end of the bracketed group that starts at text[off]. It
// is how the reader finds the body of a dialect's type or attribute, and how the
// printer knows that the reader will: brackets nest, strings are skipped, and
// the > of -> and >= closes nothing.
func GroupEnd(text string, off int) (int, *Unbalanced) {
	var room [16]byte
	open := room[:0]
	near := off
	for i := off; i < len(text); i++ {
		switch c := text[i]; c {
		case '<', '(', '[', '{':
			open = append(open, c)
		case '"':
			near = i
			if i = stringEnd(text, i); i < 0 {
				return 0, &Unbalanced{'"', near}
			}
		case '-':
			if i+1 < len(text) && text[i+1] == '>' {
				i++
			}
		case '>':
			if i+1 < len(text) && text[i+1] == '=' {
				i++
				continue
			}
			fallthrough
		case ')', ']', '}':
			last := open[len(open)-1]
			if last != opener(c) {
				return 0, &Unbalanced{last, near}
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1, nil
			}
		}
	}
	return 0, &Unbalanced{open[len(open)-1], near}
}

// stringEnd returns where the quote is that ends the string which begins at
// text[at], or -1: a string ends on its line.
func stringEnd(text string, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i
		case '\n', '\v', '\f':
			return -1
		case '\\':
			i++
		}
	}
	return -1
}

func opener(c byte) byte {
	switch c {
	case '>':
		return '<'
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}

// dialectSymbol writes a type or attribute of an unregistered dialect, in the
// pretty form where its body allows it.
func (w *Writer) dialectSymbol(prefix byte, dialect, body string) {
	w.Byte(prefix)
	w.Str(dialect)
	switch {
	case prettyBody(body):
		w.Byte('.')
		w.Str(body)
		return
	case strings.HasSuffix(body, "-"):
		// MLIR writes <…->, and then parses its end as an arrow. The space prevents that.
		w.Byte('.')
		w.Str(body)
		w.Byte(' ')
		return
	}
	w.Byte('<')
	w.Str(body)
	w.Byte('>')
}

// prettyBody reports whether body can follow "!dialect." unchanged: an identifier, optionally
// followed by one bracketed group.
func prettyBody(body string) bool {
	if body == "" || !isLetter(body[0]) {
		return false
	}
	i := 0
	for i < len(body) && (isLetter(body[i]) || isDigit(body[i]) || body[i] == '.' || body[i] == '_') {
		i++
	}
	if i == len(body) {
		return true
	}
	if body[i] != '<' || body[len(body)-1] != '>' || strings.HasSuffix(body[:i], ".") {
		return false
	}
	end, wrong := GroupEnd(body, i)
	return wrong == nil && end == len(body)
}

// IsNamespace reports whether s can be the name of a dialect: a letter or _,
// then those, digits and $.
func IsNamespace(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '_' && !isLetter(c) && (i == 0 || c != '$' && !isDigit(c)) {
			return false
		}
	}
	return s != ""
}
