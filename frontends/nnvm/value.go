package nnvm

// raw skips a value of any kind and depth, and returns its text. It keeps what is open on
// a stack of its own.
func (s *scanner) raw() (string, error) {
	s.space()
	start := s.pos
	var open []byte // what closes the lists and objects that are open
	for {
		more, err := s.begin(&open)
		if err != nil {
			return "", err
		}
		for !more {
			if len(open) == 0 {
				return s.text[start:s.pos], nil
			}
			if more, err = s.next(&open); err != nil {
				return "", err
			}
		}
	}
}

// begin skips a plain or empty value, or the beginning of a list or object: then more is
// true, and a value must follow.
func (s *scanner) begin(open *[]byte) (more bool, err error) {
	s.space()
	if s.pos >= len(s.text) {
		return false, s.at(s.pos, "expected a value, but the text ends")
	}
	switch s.text[s.pos] {
	case '[':
		if s.pos++; s.try(']') {
			return false, nil
		}
		*open = append(*open, ']')
		return true, nil
	case '{':
		if s.pos++; s.try('}') {
			return false, nil
		}
		*open = append(*open, '}')
		return true, s.member()
	case '"':
		_, err := s.str("a string")
		return false, err
	}
	return false, s.word()
}

// next skips what stands behind a value in the innermost list or object: its end, or a
// comma, behind which more comes.
func (s *scanner) next(open *[]byte) (more bool, err error) {
	end := (*open)[len(*open)-1]
	if s.try(end) {
		*open = (*open)[:len(*open)-1]
		return false, nil
	}
	if err := s.expect(',', "',' or '"+string(end)+"'"); err != nil {
		return false, err
	}
	if end == '}' {
		return true, s.member()
	}
	return true, nil
}

// member skips a key and its colon.
func (s *scanner) member() error {
	if _, err := s.str("a key"); err != nil {
		return err
	}
	return s.expect(':', "':'")
}

// word skips a number, true, false or null.
func (s *scanner) word() error {
	start := s.pos
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if c != '-' && c != '+' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && c != 'E' {
			break
		}
		s.pos++
	}
	switch text := s.text[start:s.pos]; {
	case text == "true", text == "false", text == "null", isNumber(text):
		return nil
	}
	s.pos = start
	return s.at(start, "expected a value, but %s", s.found())
}

// isNumber reports whether s is a number as JSON has them: -1.5e+3, but not 01, 1. or .5.
func isNumber(s string) bool {
	digits := func() int {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n
	}
	skip := func(chars string) bool {
		for i := range len(chars) {
			if s != "" && s[0] == chars[i] {
				s = s[1:]
				return true
			}
		}
		return false
	}
	skip("-")
	zero := s != "" && s[0] == '0'
	if n := digits(); n == 0 || zero && n > 1 {
		return false
	}
	if skip(".") && digits() == 0 {
		return false
	}
	if skip("eE") {
		skip("+-")
		if digits() == 0 {
			return false
		}
	}
	return s == ""
}
