package filecheck

import "strings"

// block reads a string variable [[NAME]], a number [[#…]], or a line number [[@LINE]].
func (r *patternReader) block() *Error {
	start := r.pos
	n, ok := blockEnd(r.src.Data[r.pos+2 : r.end])
	if n < 0 {
		return place{r.src, start}.errorf("Invalid substitution block, no ]] found")
	}
	if !ok {
		err := place{r.src, start + 2 + n}.errorf("missing closing \"]\" for regex variable")
		err.Usage = false // LLVM's FileCheck stops here with status 1
		return err
	}
	from, to := start+2, start+2+n
	r.pos = to + 2
	if r.src.Data[from] == '#' {
		return r.numberBlock(from+1, to)
	}
	return r.stringBlock(from, to)
}

// stringBlock reads the text between the brackets of [[NAME:regex]], [[NAME]] or [[@LINE]].
func (r *patternReader) stringBlock(from, to int) *Error {
	text := string(r.src.Data[from:to])
	at := place{r.src, from}
	head, ere, isDef := strings.Cut(text, ":")
	if i := strings.IndexAny(head, " \t"); i >= 0 {
		return place{r.src, from + i}.errorf("unexpected whitespace")
	}
	name := head[:nameLength(head)]
	switch {
	case text == "":
		return at.errorf("empty variable name")
	case name == "":
		return at.errorf("invalid variable name")
	case strings.HasPrefix(name, "@") && !isDef:
		return r.lineBlock(from, to)
	case name != head || strings.HasPrefix(name, "@"):
		if isDef {
			return at.errorf("invalid name in string variable definition")
		}
		return at.errorf("invalid name in string variable use")
	case !isDef:
		return r.useString(name, at)
	case r.vars.numbers[name] != nil:
		return at.errorf("numeric variable with name '%s' already exists", name)
	}
	return r.defineString(name, ere, place{r.src, to - len(ere)})
}

func (r *patternReader) defineString(name, ere string, at place) *Error {
	group := r.open()
	if ere != "" {
		if err := r.addRegex(ere); err != nil {
			return at.errorf("invalid regex: %s", err)
		}
	}
	r.close(group)
	r.defs = append(r.defs, definition{name: name, group: group})
	r.vars.stringNames[name] = true
	return nil
}

// useString inserts the value of a variable. If the same directive defines the variable, useString
// inserts a back-reference.
func (r *patternReader) useString(name string, at place) *Error {
	for i := len(r.defs) - 1; i >= 0; i-- {
		if d := r.defs[i]; d.name == name && d.number == nil {
			if d.group > 9 {
				return at.errorf("Can't back-reference more than 9 variables")
			}
			r.source += "\\" + string(rune('0'+d.group))
			r.add([]elem{{op: opBack, group: d.group}})
			return nil
		}
	}
	r.parts = append(r.parts, part{sub: &substitution{text: name, name: name, at: at}})
	return nil
}

func (r *patternReader) lineBlock(from, to int) *Error {
	p := &exprParser{vars: r.vars, src: r.src, pos: from, end: to, line: r.line}
	e, err := p.legacyLine()
	if err != nil {
		return err
	}
	r.addExpr(from, to, e, defaultFormat())
	return nil
}

func (r *patternReader) addExpr(from, to int, e expr, f format) {
	r.parts = append(r.parts, part{sub: &substitution{
		text: string(r.src.Data[from:to]), at: place{r.src, from}, expr: e, format: f,
	}})
}

// A numberSpec is the content of [[# … ]].
type numberSpec struct {
	format format // the format of the number; its verb is always set
	def    *number
	expr   expr // nil: any number
}

// numberBlock reads the text between the brackets of [[#fmt,NAME:expr]].
func (r *patternReader) numberBlock(from, to int) *Error {
	p := &exprParser{vars: r.vars, src: r.src, pos: from, end: to, line: r.line}
	s, err := p.numberSpec()
	if err != nil {
		return err
	}
	group := 0
	if s.def != nil {
		group = r.open()
		r.defs = append(r.defs, definition{name: s.def.name, group: group, number: s.def})
		s.def.defLine = r.line
	}
	if s.expr != nil {
		r.addExpr(from, to, s.expr, s.format)
	} else {
		r.must(s.format.wildcard())
	}
	if s.def != nil {
		r.close(group)
	}
	return nil
}

func (p *exprParser) numberSpec() (*numberSpec, *Error) {
	s := &numberSpec{}
	// A comma ends the format. Commas after a '(' separate the arguments of a call.
	if comma, call := strings.IndexByte(p.rest(), ','), strings.IndexByte(p.rest(), '('); comma >= 0 && (call < 0 || comma < call) {
		f, err := p.format(p.pos + comma)
		if err != nil {
			return nil, err
		}
		s.format = f
		p.pos++
	}
	defFrom, defTo := p.pos, -1
	if colon := strings.IndexByte(p.rest(), ':'); colon >= 0 {
		defTo = p.pos + colon
		p.pos = defTo + 1
	}
	if err := p.constraint(s); err != nil {
		return nil, err
	}
	if defTo >= 0 {
		def, err := p.definition(defFrom, defTo, s.format)
		if err != nil {
			return nil, err
		}
		s.def = def
	}
	return s, nil
}

// constraint parses the expression, which may be missing, and determines the format. An explicit
// format takes precedence over the format of the expression. If there is neither, the format is %u.
func (p *exprParser) constraint(s *numberSpec) *Error {
	explicit := p.eat("==")
	p.space()
	switch {
	case p.pos < p.end:
		e, err := p.sum(!explicit)
		if err == nil && p.pos < p.end {
			err = p.here().errorf("unsupported operation '%c'", p.src.Data[p.pos])
		}
		if err != nil {
			return err
		}
		s.expr = e
	case explicit:
		return p.here().errorf("empty numeric expression should not have a constraint")
	}
	if s.format.verb == 0 && s.expr != nil {
		f, err := s.expr.format()
		if err != nil {
			return err
		}
		s.format = f
	}
	if s.format.verb == 0 {
		s.format = defaultFormat()
	}
	return nil
}

// format parses a format such as %#.8X, which ends before the comma at offset end.
func (p *exprParser) format(end int) (format, *Error) {
	inner := exprParser{src: p.src, pos: p.pos, end: end}
	p.pos = end
	var f format
	if !inner.eat("%") {
		return f, inner.here().errorf("invalid matching format specification in expression")
	}
	flag := inner.here()
	f.alternate = strings.HasPrefix(inner.rest(), "#")
	if f.alternate {
		inner.pos++
	}
	if strings.HasPrefix(inner.rest(), ".") {
		inner.pos++
		for inner.pos < end && p.src.Data[inner.pos] >= '0' && p.src.Data[inner.pos] <= '9' && f.precision <= maxRepeat {
			f.precision = f.precision*10 + int(p.src.Data[inner.pos]-'0')
			inner.pos++
		}
		if p.src.Data[inner.pos-1] == '.' || f.precision > maxRepeat {
			return f, inner.here().errorf("invalid precision in format specifier")
		}
	}
	inner.space()
	if inner.pos < end {
		f.verb = p.src.Data[inner.pos]
		if !strings.ContainsRune("udxX", rune(f.verb)) {
			return f, inner.here().errorf("invalid format specifier in expression")
		}
		inner.pos++
	}
	if f.alternate && f.verb != 'x' && f.verb != 'X' {
		return f, flag.errorf("alternate form only supported for hex values")
	}
	if inner.space(); inner.pos < end {
		return f, inner.here().errorf("invalid matching format specification in expression")
	}
	return f, nil
}

// definition parses the NAME in "NAME:".
func (p *exprParser) definition(from, to int, f format) (*number, *Error) {
	d := exprParser{src: p.src, pos: from, end: to}
	d.space()
	at := d.here()
	name := d.rest()[:nameLength(d.rest())]
	switch {
	case d.pos == d.end:
		return nil, at.errorf("empty variable name")
	case name == "":
		return nil, at.errorf("invalid variable name")
	case strings.HasPrefix(name, "@"):
		return nil, at.errorf("definition of pseudo numeric variable unsupported")
	case p.vars.stringNames[name]:
		return nil, at.errorf("string variable with name '%s' already exists", name)
	}
	d.pos += len(name)
	after := d.here()
	if d.space(); d.pos < d.end {
		return nil, d.here().errorf("unexpected characters after numeric variable name")
	}
	n := p.vars.numbers[name]
	if n == nil {
		n = &number{name: name, format: f}
		p.vars.numbers[name] = n
	} else if n.format != f {
		return nil, after.errorf("format different from previous variable definition")
	}
	return n, nil
}
