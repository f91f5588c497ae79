package runner

import (
	"fmt"
	"strings"
)

// A token is a word or an operator of the shell.
type token struct {
	text string
	op   bool
	fd   int  // in a redirection: the number before '<' or '>'; -1: none
	glob bool // the word has a '*' or '?' that is not quoted
}

// operators returns the operators of the shell. Longer operators come first.
func operators() []string {
	return []string{"&>>", "&&", "||", "|&", ">>", ">&", "&>", "|", ";", ">", "<", "&"}
}

// lex splits a command line. Quotes work as in sh. There are no variables.
func lex(line string) ([]token, error) {
	var tokens []token
	ops := operators()
scan:
	for i := 0; i < len(line); {
		c := line[i]
		if c == ' ' || c == '\t' || c == '\n' {
			i++
			continue
		}
		fd := -1
		start := i
		if c >= '0' && c <= '9' && i+1 < len(line) && (line[i+1] == '>' || line[i+1] == '<') {
			fd = int(c - '0')
			start++
		}
		for _, op := range ops {
			if strings.HasPrefix(line[start:], op) {
				tokens = append(tokens, token{text: op, op: true, fd: fd})
				i = start + len(op)
				continue scan
			}
		}
		w, n, err := lexWord(line[i:])
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, w)
		i += n
	}
	return tokens, nil
}

// lexWord reads a word and returns its length in line.
func lexWord(line string) (token, int, error) {
	var b strings.Builder
	w := token{fd: -1}
	i := 0
	for i < len(line) && strings.IndexByte(" \t\n|&;<>", line[i]) < 0 {
		switch c := line[i]; c {
		case '\\':
			if i+1 == len(line) {
				return w, 0, fmt.Errorf("nothing follows the '\\' at the end of the command")
			}
			b.WriteByte(line[i+1])
			i += 2
		case '\'':
			end := strings.IndexByte(line[i+1:], '\'')
			if end < 0 {
				return w, 0, fmt.Errorf("missing ' after %s", line[i:])
			}
			b.WriteString(line[i+1 : i+1+end])
			i += end + 2
		case '"':
			n, err := quoted(line[i+1:], &b)
			if err != nil {
				return w, 0, err
			}
			i += n + 1
		default:
			w.glob = w.glob || c == '*' || c == '?'
			b.WriteByte(c)
			i++
		}
	}
	w.text = b.String()
	return w, i, nil
}

// quoted reads up to and including the closing double quote.
func quoted(line string, b *strings.Builder) (int, error) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			return i + 1, nil
		case c == '\\' && i+1 < len(line) && strings.IndexByte("\"\\$`", line[i+1]) >= 0:
			i++
			b.WriteByte(line[i])
		default:
			b.WriteByte(c)
		}
	}
	return 0, fmt.Errorf("missing \" after \"%s", line)
}
