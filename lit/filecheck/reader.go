package filecheck

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// A check is one directive, such as CHECK-NEXT, with the -NOT and -DAG directives before it.
type check struct {
	*pattern
	prefix string
	before []*pattern
}

func (c *check) name() string { return c.dir.spelling(c.prefix) }

// A fileReader converts a check file to checks.
type fileReader struct {
	o        *Options
	src      *source
	vars     *variables
	implicit []*pattern // --implicit-check-not
	pending  []*pattern // -NOT and -DAG directives since the last check
	checks   []*check
	used     map[string]bool // prefixes that occurred
	line     int             // the number, from 1, of the line that contains the offset lineOff
	lineOff  int
}

// readChecks reads the checks in src, which must come from [Text.canonical].
func readChecks(src *source, o *Options, vars *variables) ([]*check, *Error) {
	if err := validatePrefixes(o); err != nil {
		return nil, err
	}
	if err := defineAll(o, vars); err != nil {
		return nil, err
	}
	r := &fileReader{o: o, src: src, vars: vars, used: map[string]bool{}, line: 1}
	if err := r.readImplicit(); err != nil {
		return nil, err
	}
	r.pending = slices.Clone(r.implicit)
	s := newScanner(src.slice(0, len(src.Data)), o.prefixes(), o.commentPrefixes())
	last := 0 // the end of the last directive
	for f, ok := s.scan(); ok; f, ok = s.scan() {
		eol := f.end + len(lineAt(src.Data, f.end))
		if f.dir.kind != kindComment {
			if err := r.add(f, eol); err != nil {
				return nil, err
			}
		}
		s.pos, last = eol, eol
	}
	if err := r.unused(); err != nil {
		return nil, err
	}
	if len(r.pending) > 0 {
		at := place{src, last}
		line, _ := at.position()
		end := &pattern{dir: directive{kind: kindEOF, count: 1}, at: at, line: line}
		r.checks = append(r.checks, &check{pattern: end, prefix: o.prefixes()[0], before: r.pending})
	}
	return r.checks, nil
}

// add reads the directive f, whose pattern ends at eol.
func (r *fileReader) add(f found, eol int) *Error {
	start, end := place{r.src, f.start}, place{r.src, f.end}
	switch f.dir.kind {
	case kindMisspelled:
		return start.errorf("misspelled directive '%s'", r.src.Data[f.start:f.end])
	case kindBadNot:
		return end.errorf("unsupported -NOT combo on prefix '%s'", f.prefix)
	case kindBadCount:
		return end.errorf("invalid count in -COUNT specification on prefix '%s'", f.prefix)
	}
	r.used[f.prefix] = true
	pos := r.patternStart(f, eol)
	r.line += bytes.Count(r.src.Data[r.lineOff:pos], []byte{'\n'})
	r.lineOff = pos
	p, err := readPattern(r.src, pos, eol, r.line, f.dir, f.prefix, r.o, r.vars)
	if err != nil {
		return err
	}
	if f.dir.kind == kindLabel && p.hasVariable() {
		return start.errorf("found '%s:' with variable definition or use", f.dir.spelling(f.prefix))
	}
	switch f.dir.kind {
	case kindNext, kindSame, kindEmpty:
		if len(r.checks) == 0 {
			name := f.dir.spelling("")
			return start.errorf("found '%s%s' without previous '%s: line", f.prefix, name, f.prefix)
		}
	case kindNot, kindDag:
		r.pending = append(r.pending, p)
		return nil
	}
	r.checks = append(r.checks, &check{pattern: p, prefix: f.prefix, before: r.pending})
	r.pending = slices.Clone(r.implicit)
	return nil
}

func (r *fileReader) patternStart(f found, eol int) int {
	if f.end == len(r.src.Data) {
		// As in LLVM, if a file ends in "CHECK-NEXT:", the pattern is "-NEXT:".
		return f.start + len(f.prefix)
	}
	pos := f.end
	if r.o.StrictWhitespace && r.o.MatchFullLines {
		return pos
	}
	for pos < eol && (r.src.Data[pos] == ' ' || r.src.Data[pos] == '\t') {
		pos++
	}
	return pos
}

func (r *fileReader) readImplicit() *Error {
	for _, text := range r.o.ImplicitCheckNot {
		if text == "" {
			continue
		}
		head := "-implicit-check-not='"
		src := &source{Text: Text{"command line", []byte(head + text + "'")}, color: r.o.Color}
		p, err := readPattern(src, len(head), len(head)+len(text), 0, directive{kind: kindNot, count: 1},
			"IMPLICIT-CHECK", r.o, r.vars)
		if err != nil {
			return err
		}
		r.implicit = append(r.implicit, p)
		p.implicit = len(r.implicit)
	}
	return nil
}

// unused returns an error if a prefix has no directive in the check file. With AllowUnusedPrefixes,
// it is enough that one prefix has a directive. If there is an --implicit-check-not, the default
// prefix needs no directive.
func (r *fileReader) unused() *Error {
	var missing []string
	// LLVM's FileCheck also sorts the prefixes.
	for _, p := range slices.Sorted(slices.Values(r.o.prefixes())) {
		if !r.used[p] {
			missing = append(missing, "'"+p+":'")
		}
	}
	if len(r.used) > 0 && (r.o.AllowUnusedPrefixes || len(missing) == 0) ||
		len(r.implicit) > 0 && len(r.o.Prefixes) == 0 {
		return nil
	}
	noun := "prefix"
	if len(missing) > 1 {
		noun = "prefixes"
	}
	return usagef("error: no check strings found with %s %s", noun, strings.Join(missing, ", "))
}

// validatePrefixes checks the prefixes in the options. It does not check default prefixes.
func validatePrefixes(o *Options) *Error {
	seen := map[string]bool{}
	if len(o.Prefixes) == 0 {
		seen["CHECK"] = true
	}
	if len(o.CommentPrefixes) == 0 {
		seen["COM"], seen["RUN"] = true, true
	}
	if err := validateList("check", o.Prefixes, seen); err != nil {
		return err
	}
	return validateList("comment", o.CommentPrefixes, seen)
}

func validateList(kind string, prefixes []string, seen map[string]bool) *Error {
	for _, p := range prefixes {
		if p == "" {
			return usagef("error: supplied %s prefix must not be the empty string", kind)
		}
		for i := range len(p) {
			if !isName(p[i]) {
				return usagef("error: supplied %s prefix must start with a letter and contain only "+
					"alphanumeric characters, hyphens, and underscores: '%s'", kind, p)
			}
		}
		if seen[p] {
			return usagef("error: supplied %s prefix must be unique among check and comment prefixes: '%s'", kind, p)
		}
		seen[p] = true
	}
	return nil
}

func defineAll(o *Options, vars *variables) *Error {
	var lines []string
	type block struct{ from, to int }
	blocks := make([]block, len(o.Defines))
	size := 0
	for i, d := range o.Defines {
		head := fmt.Sprintf("Global define #%d: ", i+1)
		line := head + d
		blocks[i] = block{size + len(head), size + len(line)}
		if num, ok := strings.CutPrefix(d, "#"); ok {
			name, value, ok := strings.Cut(num, "=")
			if !ok {
				return usagef("Missing equal sign in command-line definition '-D%s'", d)
			}
			line += " (parsed as: [[#"
			from := size + len(line)
			line += name + ":" + value
			blocks[i] = block{from, size + len(line)}
			line += "]])"
		}
		lines = append(lines, line)
		size += len(line) + 1
	}
	src := &source{Text: Text{"Global defines", []byte(strings.Join(lines, "\n") + "\n")}, color: o.Color}
	for i, d := range o.Defines {
		var err *Error
		if strings.HasPrefix(d, "#") {
			err = defineNumber(src, blocks[i].from, blocks[i].to, vars)
		} else {
			err = defineString(src, blocks[i].from, d, vars)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func defineString(src *source, pos int, d string, vars *variables) *Error {
	name, value, ok := strings.Cut(d, "=")
	at := place{src, pos}
	switch {
	case !ok:
		return usagef("Missing equal sign in command-line definition '-D%s'", d)
	case name == "":
		return usagef("Missing variable name in command-line definition '-D%s'", d)
	case nameLength(name) != len(name) || name[0] == '@':
		return at.errorf("invalid variable name")
	case vars.numbers[name] != nil:
		return at.errorf("numeric variable with name '%s' already exists", name)
	}
	if !vars.stringNames[name] { // the first definition applies
		vars.strings[name] = value
	}
	vars.stringNames[name] = true
	return nil
}

func defineNumber(src *source, from, to int, vars *variables) *Error {
	p := &exprParser{vars: vars, src: src, pos: from, end: to}
	s, err := p.numberSpec()
	if err != nil {
		return err
	}
	if s.expr == nil {
		return place{src, to}.errorf("missing value in numeric variable definition")
	}
	v, evalErr := s.expr.eval()
	if evalErr != nil {
		return usagef("%v", evalErr)
	}
	s.def.value = v
	return nil
}
