package ir

import "strings"

// Unbalanced describes an error in a bracketed group: the brackets do not match, or a string has no
// end.
type Unbalanced struct {
	// Open is the innermost bracket that is open at the error, or '"' if a string has no end.
	Open byte
	// Near is the start of the last string before the error, or the start of the group if there is
	// no string.
	Near int
}

// GroupEnd returns the index after the bracketed group that starts at text[off], which must be an
// opening bracket. Brackets can be nested. Brackets in strings, and the > in -> and >=, do not
// count. With GroupEnd, the parser finds the body of a dialect's type or attribute, and the printer
// checks that the parser will find it.
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

// stringEnd returns the position of the closing quote of the string that begins at text[at]. It
// returns -1 if the string does not end on the same line.
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

// dialectSymbol writes a type or attribute of an unregistered dialect. It uses the form
// !dialect.body if the body allows it, and otherwise !dialect<body>.
func (w *Writer) dialectSymbol(prefix byte, dialect, body string) {
	w.Byte(prefix)
	w.Str(dialect)
	switch {
	case prettyBody(body):
		w.Byte('.')
		w.Str(body)
		return
	case strings.HasSuffix(body, "-"):
		// MLIR prints <…->, but its parser reads the -> as an arrow. So the form with a dot, which
		// needs no >, is used. The space separates the dash from a > that may follow.
		w.Byte('.')
		w.Str(body)
		w.Byte(' ')
		return
	}
	w.Byte('<')
	w.Str(body)
	w.Byte('>')
}

// prettyBody reports whether body can be written unchanged after "!dialect.". It must be an
// identifier, which may contain dots, optionally followed by one bracketed group.
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

// IsNamespace reports whether s can be the name of a dialect: a letter or _, followed by letters,
// digits, _ and $.
func IsNamespace(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '_' && !isLetter(c) && (i == 0 || c != '$' && !isDigit(c)) {
			return false
		}
	}
	return s != ""
}
