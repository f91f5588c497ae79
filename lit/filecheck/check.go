package filecheck

import "bytes"

// Check compares input with the directives of checkFile. It returns nil or an *Error.
func Check(checkFile, input Text, o Options) error {
	r, err := run(checkFile, input, &o)
	if err != nil {
		return err
	}
	if !r.failed() {
		return nil
	}
	text := r.text.String()
	if o.DumpInput != DumpNever {
		text += r.dump()
	}
	return &Error{Text: text}
}

// run returns an error only if the check file, the options or the input are invalid.
func run(checkFile, input Text, o *Options) (*report, *Error) {
	src := checkFile.canonical(o)
	vars := newVariables()
	checks, err := readChecks(src, o, vars)
	if err != nil {
		return nil, err
	}
	if len(input.Data) == 0 && !o.AllowEmpty {
		return nil, usagef("FileCheck error: '%s' is empty.", input.Name)
	}
	in := input.canonical(o)
	r := &report{o: o, checkName: checkFile.Name, input: in}
	c := &comparison{o: o, vars: vars, report: r, input: in}
	c.run(checks)
	return r, nil
}

type comparison struct {
	o      *Options
	vars   *variables
	report *report
	input  *source
}

type region struct{ from, to int }

func (c *comparison) text(r region) []byte { return c.input.Data[r.from:r.to] }

// run divides checks into blocks, which end at -LABEL directives. It first finds the match of the
// -LABEL, and then matches all directives of the block in the text up to the end of this match. So
// a failure in a block does not hide failures in the next blocks. If a -LABEL has no match, run
// stops.
func (c *comparison) run(checks []*check) {
	rest := region{0, len(c.input.Data)}
	for first, next := 0, 0; ; {
		for next < len(checks) && checks[next].dir.kind != kindLabel {
			next++
		}
		block := rest
		if next < len(checks) {
			m, ok := c.count(checks[next], rest)
			if !ok {
				return
			}
			block.to = m.to
			rest.from = m.to
			next++
		}
		if first > 0 && c.o.EnableVarScope {
			c.vars.forgetLocals()
		}
		c.block(checks[first:next], block)
		first = next
		if first == len(checks) {
			return
		}
	}
}

// block matches checks within one block, in order, up to the first failure.
func (c *comparison) block(checks []*check, rest region) {
	for _, k := range checks {
		m, ok := c.check(k, rest)
		if !ok {
			return
		}
		rest.from = m.to
	}
}

// check matches the -NOT and -DAG directives before k, and then k.
func (c *comparison) check(k *check, rest region) (region, bool) {
	from, nots, ok := c.before(k, rest)
	if !ok {
		return region{}, false
	}
	m, ok := c.count(k, region{from, rest.to})
	if !ok {
		return m, false
	}
	skipped := region{from, m.from}
	if !c.onLine(k, skipped, m) {
		return m, false
	}
	return m, c.absent(k, nots, skipped)
}

// count finds as many matches as k requires.
func (c *comparison) count(k *check, rest region) (region, bool) {
	all := region{-1, rest.from}
	for i := range k.dir.count {
		m, found, err := k.find(c.text(rest), c.vars)
		if err != nil || !found {
			c.report.missing(k.pattern, k.name(), i+1, rest, err, c.vars)
			return all, false
		}
		c.report.matched(k.pattern, k.name(), i+1, rest.from, region{rest.from + m.start, rest.from + m.end}, c.vars)
		if all.from < 0 {
			all.from = rest.from + m.start
		}
		rest.from += m.end
		all.to = rest.from
		if m.end == 0 && !c.report.verbose() {
			break // an empty match would only be found again at the same position
		}
	}
	return all, true
}

// onLine checks that a match m of -NEXT, -EMPTY or -SAME is on the correct line. skipped is the
// text between the previous match and m.
func (c *comparison) onLine(k *check, skipped, m region) bool {
	text := c.text(skipped)
	lines := bytes.Count(text, []byte{'\n'})
	switch {
	case k.dir.kind == kindSame && lines > 0:
		c.report.wrongLine(k, "is not on the same line as the previous match", skipped, m, -1)
	case k.dir.kind != kindNext && k.dir.kind != kindEmpty || lines == 1:
		return true
	case lines == 0:
		c.report.wrongLine(k, "is on the same line as previous match", skipped, m, -1)
	default:
		c.report.wrongLine(k, "is not on the line after the previous match", skipped, m,
			skipped.from+bytes.IndexByte(text, '\n')+1)
	}
	return false
}

// absent checks that none of the patterns occurs in the skipped text. It reports each pattern that
// occurs.
func (c *comparison) absent(k *check, nots []*pattern, skipped region) bool {
	ok := true
	for _, p := range nots {
		prefix := k.prefix
		if p.line == 0 {
			prefix = "IMPLICIT-CHECK"
		}
		m, found, err := p.find(c.text(skipped), c.vars)
		switch {
		case err != nil:
			c.report.missing(p, p.dir.spelling(prefix), 1, skipped, err, c.vars)
		case found:
			c.report.excluded(p, p.dir.spelling(prefix), skipped.from, region{skipped.from + m.start, skipped.from + m.end}, c.vars)
		default:
			c.report.absent(p, p.dir.spelling(prefix), skipped, c.vars)
			continue
		}
		ok = false
	}
	return ok
}

// before matches the -DAG directives before k, and the -NOT directives between them. It returns the
// position from which k may match, and the -NOT patterns after the last -DAG, which apply to the
// text before the match of k. ok is false if a directive before k failed.
func (c *comparison) before(k *check, rest region) (from int, nots []*pattern, ok bool) {
	from = rest.from
	var group []region // the matches of consecutive -DAG directives, by position
	for i, p := range k.before {
		if p.dir.kind == kindNot {
			nots = append(nots, p)
			continue
		}
		m, found, err := c.dag(p, p.dir.spelling(k.prefix), region{from, rest.to}, &group)
		if err != nil || !found {
			c.report.missing(p, p.dir.spelling(k.prefix), 1, m, err, c.vars)
			return 0, nil, false
		}
		if i+1 < len(k.before) && k.before[i+1].dir.kind != kindNot {
			continue
		}
		if !c.absent(k, nots, region{from, group[0].from}) {
			return 0, nil, false
		}
		nots = nil
		from = group[len(group)-1].to
		group = nil
	}
	return from, nots, true
}

// dag adds to group a match of p that does not overlap the matches in group. If there is no such
// match, dag returns the region that was searched last. With AllowDeprecatedDagOverlap, matches may
// overlap, and group has one region that spans all of them.
func (c *comparison) dag(p *pattern, name string, rest region, group *[]region) (region, bool, error) {
	next := 0 // index of the first match in group that can overlap the next match of p
	for {
		s, found, err := p.find(c.text(rest), c.vars)
		if err != nil || !found {
			return rest, false, err
		}
		m := region{rest.from + s.start, rest.from + s.end}
		if c.o.VeryVerbose || c.o.AllowDeprecatedDagOverlap {
			c.report.matched(p, name, 1, rest.from, m, c.vars)
		}
		if c.o.AllowDeprecatedDagOverlap {
			if len(*group) == 0 {
				*group = []region{m}
			}
			all := &(*group)[0]
			all.from, all.to = min(all.from, m.from), max(all.to, m.to)
			return m, true, nil
		}
		for next < len(*group) && m.from >= (*group)[next].to {
			next++
		}
		if next == len(*group) || (*group)[next].from >= m.to {
			*group = append(*group, region{})
			copy((*group)[next+1:], (*group)[next:])
			(*group)[next] = m
			if !c.o.VeryVerbose {
				c.report.matched(p, name, 1, rest.from, m, c.vars)
			}
			return m, true, nil
		}
		c.report.discarded(p, (*group)[next])
		rest.from = (*group)[next].to
	}
}
