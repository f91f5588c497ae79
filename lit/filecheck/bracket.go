package filecheck

import "bytes"

// bracket parses a bracket expression after its '['.
func (p *ereParser) bracket() ([]elem, error) {
	if rest := p.src[p.pos:]; bytes.HasPrefix(rest, []byte("[:<:]]")) || bytes.HasPrefix(rest, []byte("[:>:]]")) {
		p.pos += len("[:<:]]")
		if rest[2] == '<' {
			return []elem{{op: opBOW}}, nil
		}
		return []elem{{op: opEOW}}, nil
	}
	set := new(byteSet)
	inverted := p.eat('^')
	if p.at(']') || p.at('-') {
		set[p.src[p.pos]] = true
		p.pos++
	}
	for p.more() && !p.at(']') && !(p.at('-') && p.pos+1 < len(p.src) && p.src[p.pos+1] == ']') {
		if err := p.bracketTerm(set); err != nil {
			return nil, err
		}
	}
	if p.eat('-') {
		set['-'] = true
	}
	if !p.eat(']') {
		return nil, errBracket
	}
	if p.ignoreCase {
		set.fold()
	}
	if inverted {
		set.invert()
	}
	return []elem{{op: opRun, set: set, min: 1, max: 1}}, nil
}

// bracketTerm parses a character, a range or a class.
func (p *ereParser) bracketTerm(set *byteSet) error {
	if p.at('-') {
		return errRange
	}
	if p.at('[') && p.pos+1 < len(p.src) {
		switch p.src[p.pos+1] {
		case ':':
			return p.class(set)
		case '=':
			c, err := p.collating('=')
			if err == nil {
				set[c] = true
			}
			return err
		}
	}
	lo, err := p.bracketSymbol()
	if err != nil {
		return err
	}
	hi := lo
	if p.at('-') && p.pos+1 < len(p.src) && p.src[p.pos+1] != ']' {
		p.pos++
		if p.eat('-') {
			hi = '-'
		} else if hi, err = p.bracketSymbol(); err != nil {
			return err
		}
	}
	if lo > hi {
		return errRange
	}
	set.addRange(lo, hi)
	return nil
}

func (p *ereParser) bracketSymbol() (byte, error) {
	if !p.more() {
		return 0, errBracket
	}
	if p.at('[') && p.pos+1 < len(p.src) && p.src[p.pos+1] == '.' {
		return p.collating('.')
	}
	c := p.src[p.pos]
	p.pos++
	return c, nil
}

// collating parses [.x.] or [=x=], where x must be a single character.
func (p *ereParser) collating(mark byte) (byte, error) {
	rest := p.src[p.pos+2:]
	end := bytes.Index(rest, []byte{mark, ']'})
	if end < 0 {
		return 0, errBracket
	}
	if end != 1 {
		return 0, errCollate
	}
	p.pos += 2 + end + 2
	return rest[0], nil
}

// class parses [:name:].
func (p *ereParser) class(set *byteSet) error {
	rest := p.src[p.pos+2:]
	n := 0
	for n < len(rest) && (rest[n] >= 'a' && rest[n] <= 'z' || rest[n] >= 'A' && rest[n] <= 'Z') {
		n++
	}
	if !addClass(set, string(rest[:n])) {
		return errClass
	}
	if !bytes.HasPrefix(rest[n:], []byte(":]")) {
		return errClass
	}
	p.pos += 2 + n + 2
	return nil
}

// addClass adds the characters of a POSIX class in the C locale.
func addClass(set *byteSet, name string) bool {
	ranges := ""
	switch name {
	case "alnum":
		ranges = "azAZ09"
	case "alpha":
		ranges = "azAZ"
	case "blank":
		ranges = "  \t\t"
	case "cntrl":
		ranges = "\x00\x1f\x7f\x7f"
	case "digit":
		ranges = "09"
	case "graph":
		ranges = "!~"
	case "lower":
		ranges = "az"
	case "print":
		ranges = " ~"
	case "punct":
		ranges = "!/:@[`{~"
	case "space":
		ranges = "\t\r  "
	case "upper":
		ranges = "AZ"
	case "xdigit":
		ranges = "09afAF"
	default:
		return false
	}
	for i := 0; i < len(ranges); i += 2 {
		set.addRange(ranges[i], ranges[i+1])
	}
	return true
}
