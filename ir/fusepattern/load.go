package fusepattern

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// mostRepeats is the largest number of repetitions. "*" means {0,mostRepeats}.
const mostRepeats = 1 << 10

// Load parses and checks patterns. It looks up the operations in reg. The patterns are sorted by
// descending priority; patterns of equal priority keep the order of the text.
func Load(reg *ir.Registry, src *diag.Source) ([]*Pattern, error) {
	file, err := parse(src)
	if err != nil {
		return nil, err
	}
	l := &loader{reg: reg, src: src, sets: map[string][]*ir.OpDef{}}
	var list diag.List
	var out []*Pattern
	names := map[string]lexer.Position{}
	for _, item := range file.Items {
		switch {
		case item.Dialect != nil:
			if err := l.useDialect(item.Dialect); err != nil {
				return nil, append(list, err).Err() // without the dialect, every name after this line would cause an error
			}
		case item.Set != nil:
			if err := l.set(item.Set); err != nil {
				list = append(list, err)
			}
		default:
			p, err := l.pattern(item.Pattern)
			if first, twice := names[item.Pattern.Name]; twice && err == nil {
				err = l.errorf(item.Pattern.Pos, item.Pattern.Name, "the pattern '%s' is declared twice", item.Pattern.Name).
					Note(l.span(first, item.Pattern.Name), "the other declaration is here")
			}
			names[item.Pattern.Name] = item.Pattern.Pos
			if err != nil {
				list = append(list, err)
				continue
			}
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b *Pattern) int {
		switch {
		case a.Priority > b.Priority:
			return -1
		case a.Priority < b.Priority:
			return 1
		}
		return 0
	})
	return out, list.Err()
}

// loader checks the syntax trees of patterns and compiles them to nodes.
type loader struct {
	reg     *ir.Registry
	src     *diag.Source
	dialect string
	sets    map[string][]*ir.OpDef

	p      *Pattern
	root   *assignSyntax   // first statement of the pattern
	bound  map[string]bool // values and ports that are bound at the current statement
	values map[string]bool // names of values; other names are ports
}

func (l *loader) span(pos lexer.Position, text string) diag.Span {
	return diag.Span{Src: l.src, Start: pos.Offset, End: min(pos.Offset+max(len(text), 1), len(l.src.Text))}
}

func (l *loader) errorf(pos lexer.Position, text, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(l.span(pos, text), format, args...)
}

// opsNamed returns the operations of the set with the given name, or the operation with this name.
func (l *loader) opsNamed(n *nameSyntax) ([]*ir.OpDef, *diag.Diagnostic) {
	if set, ok := l.sets[n.Text]; ok {
		return set, nil
	}
	for _, name := range []string{l.dialect + n.Text, n.Text} {
		if def := l.reg.Op(name); def != nil && strings.Contains(name, ".") {
			return []*ir.OpDef{def}, nil
		}
	}
	return nil, l.unknownName(n)
}

// unknownName returns the error for a name that is neither an operation nor a set.
func (l *loader) unknownName(n *nameSyntax) *diag.Diagnostic {
	d := l.errorf(n.Pos, n.Text, "there is no operation or set '%s'", n.Text)
	names := slices.Sorted(maps.Keys(l.sets))
	for _, def := range l.reg.Ops() {
		if name, ok := strings.CutPrefix(def.Name(), l.dialect); ok && l.dialect != "" {
			names = append(names, name)
		}
	}
	if near, ok := nearest(n.Text, names); ok {
		return d.WithHelp("did you mean '" + near + "'?")
	}
	var have []string
	for _, dialect := range l.reg.DialectNames() {
		if l.reg.Op(dialect+"."+n.Text) != nil {
			have = append(have, dialect)
		}
	}
	switch {
	case len(have) == 0:
		return d
	case l.dialect != "":
		return d.WithHelp("write '" + have[0] + "." + n.Text + "'")
	case len(have) == 1:
		return d.WithHelp("add 'dialect " + have[0] + "', or write '" + have[0] + "." + n.Text + "'")
	}
	return d.WithHelp("add a line such as 'dialect " + have[0] + "': the dialects with an operation of this name are " + strings.Join(have, ", "))
}

// nearest returns the element of names that is most similar to name, or false if none is similar.
func nearest(name string, names []string) (string, bool) {
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
		return names[i], true
	}
	return diag.Suggest(name, slices.Values(names))
}

// useDialect sets the dialect in which later names are looked up.
func (l *loader) useDialect(n *nameSyntax) *diag.Diagnostic {
	l.dialect = n.Text + "."
	if l.reg.Dialect(n.Text) != nil {
		return nil
	}
	d := l.errorf(n.Pos, n.Text, "there is no dialect '%s'", n.Text)
	names := l.reg.DialectNames()
	near, ok := nearest(n.Text, names)
	if !ok {
		i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, n.Text) })
		if i < 0 {
			return d
		}
		near = names[i]
	}
	return d.WithHelp("did you mean '" + near + "'?")
}

// opsOf returns the operations of the names. It fails if two names include the same operation.
func (l *loader) opsOf(list []*nameSyntax) ([]*ir.OpDef, *diag.Diagnostic) {
	var out []*ir.OpDef
	for _, n := range list {
		defs, err := l.opsNamed(n)
		if err != nil {
			return nil, err
		}
		for _, d := range defs {
			if slices.Contains(out, d) {
				return nil, l.errorf(n.Pos, n.Text, "'%s' includes '%s', which an earlier name already includes", n.Text, d.Name())
			}
			out = append(out, d)
		}
	}
	return out, nil
}

func (l *loader) set(s *setSyntax) *diag.Diagnostic {
	if _, ok := l.sets[s.Name]; ok {
		return l.errorf(s.Pos, s.Name, "the set '%s' is declared twice", s.Name)
	}
	defs, err := l.opsOf(s.Kinds)
	l.sets[s.Name] = defs
	return err
}

func (l *loader) pattern(s *patternSyntax) (*Pattern, *diag.Diagnostic) {
	l.p = &Pattern{Name: s.Name, Priority: math.NaN(), Kind: "misc", At: l.span(s.Pos, s.Name)}
	l.bound, l.values = map[string]bool{}, map[string]bool{}
	for _, o := range s.Options {
		switch {
		case o.Priority != nil:
			l.p.Priority = *o.Priority
		case o.Kind != "":
			l.p.Kind = o.Kind
		case o.Engine != "":
			l.p.Engine = o.Engine
		default:
			if o.Group.Min < 1 || o.Group.Max < o.Group.Min {
				return nil, l.errorf(o.Pos, "group", "a group of %d to %d matches is not possible: the first number must be at least 1, and the second must be at least the first", o.Group.Min, o.Group.Max)
			}
			l.p.Group = [2]int{o.Group.Min, o.Group.Max}
		}
	}
	if math.IsNaN(l.p.Priority) {
		return nil, l.errorf(s.Pos, s.Name, "the pattern '%s' has no priority", s.Name).WithHelp("write 'pattern " + s.Name + " priority 8.0 { … }'")
	}
	if len(s.Body.Stmts) == 0 || s.Body.Stmts[0].Assign == nil {
		return nil, l.errorf(s.Body.Pos, "{", "a pattern begins with an operation, its root")
	}
	l.root = s.Body.Stmts[0].Assign
	body, err := l.block(s.Body)
	if err != nil {
		return nil, err
	}
	l.p.body = body
	l.p.root = body[0].(*opNode)
	if l.p.root.least < 1 {
		return nil, l.errorf(s.Body.Stmts[0].Pos, "", "the root of a pattern must not be optional")
	}
	l.p.least = leastOf(body)
	return l.p, nil
}

func (l *loader) block(b *blockSyntax) ([]node, *diag.Diagnostic) {
	var out []node
	for _, s := range b.Stmts {
		n, err := l.stmt(s)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

func (l *loader) stmt(s *stmtSyntax) (node, *diag.Diagnostic) {
	switch {
	case s.Assign != nil:
		return l.assign(s.Assign)
	case s.Optional != nil:
		return l.repeat(s.Pos, "optional", 0, 1, s.Optional)
	case s.Repeat != nil:
		return l.repeat(s.Pos, "repeat", s.Repeat.Range.Min, s.Repeat.Range.Max, s.Repeat.Body)
	}
	return l.either(s.Either)
}

func (l *loader) checkRepeats(pos lexer.Position, word string, least, most int) *diag.Diagnostic {
	if least < 0 || most < max(least, 1) || most > mostRepeats {
		return l.errorf(pos, word, "%d to %d repetitions are not possible: the first number must be at least 0, and the second must be at least the first number and between 1 and %d", least, most, mostRepeats)
	}
	return nil
}

func (l *loader) repeat(pos lexer.Position, word string, least, most int, b *blockSyntax) (node, *diag.Diagnostic) {
	if err := l.checkRepeats(pos, word, least, most); err != nil {
		return nil, err
	}
	if len(b.Stmts) == 0 {
		return nil, l.errorf(b.Pos, "{", "the block must not be empty")
	}
	before := clone(l.bound)
	body, err := l.block(b)
	if err != nil {
		return nil, err
	}
	fresh := l.freshSince(before)
	if least == 0 {
		l.bound = before // if the body may be absent, its values are not bound after it
	}
	return &repeatNode{least, most, body, fresh}, nil
}

// freshSince returns the slots of names that are in l.bound but not in before, an earlier copy.
func (l *loader) freshSince(before map[string]bool) []int {
	var fresh []int
	for i, name := range l.p.slots {
		if l.bound[name] && !before[name] {
			fresh = append(fresh, i)
		}
	}
	return fresh
}

func clone(m map[string]bool) map[string]bool {
	c := map[string]bool{}
	for k := range m {
		c[k] = true
	}
	return c
}

// either compiles the alternatives of a statement "either". A value is bound after the statement if
// all alternatives bind it.
func (l *loader) either(s *eitherSyntax) (node, *diag.Diagnostic) {
	before := l.bound
	var after map[string]bool
	n := &eitherNode{}
	for _, b := range s.Alts {
		if len(b.Stmts) == 0 {
			return nil, l.errorf(b.Pos, "{", "an alternative must not be empty").WithHelp("write 'optional { … }'")
		}
		l.bound = clone(before)
		body, err := l.block(b)
		if err != nil {
			return nil, err
		}
		for _, earlier := range n.alts {
			if covers(earlier, body) {
				return nil, l.errorf(b.Pos, "{", "the alternative is unreachable: an earlier alternative matches everything that this alternative matches")
			}
		}
		n.alts = append(n.alts, body)
		if after == nil {
			after = l.bound
		}
		for name := range after {
			if !l.bound[name] {
				delete(after, name)
			}
		}
	}
	l.bound = after
	return n, nil
}

// covers reports whether the list "earlier" is known to match everything that the list "later"
// matches. At each index, both operations must have the same operands and results. The operation in
// "earlier" must have no tests, and must allow all kinds and repetitions of the operation in
// "later".
func covers(earlier, later []node) bool {
	if len(earlier) != len(later) {
		return false
	}
	for i := range earlier {
		x, ok1 := earlier[i].(*opNode)
		y, ok2 := later[i].(*opNode)
		if !ok1 || !ok2 || x.least > y.least || x.most < y.most || len(x.tests) > 0 || !sameArgs(x, y) {
			return false
		}
		for _, k := range y.kinds {
			if !slices.Contains(x.kinds, k) {
				return false
			}
		}
	}
	return true
}

func sameArgs(x, y *opNode) bool {
	return x.rest == y.rest && x.each == y.each && slices.Equal(x.results, y.results) && slices.EqualFunc(x.args, y.args, func(a, b argNode) bool {
		return a.optional == b.optional && slices.EqualFunc(a.alts, b.alts, func(c, d altNode) bool {
			return c.op == nil && d.op == nil && c == d
		})
	})
}

// slot returns the index of a name's slot, and adds the slot if needed.
func (l *loader) slot(name string) int {
	if i := slices.Index(l.p.slots, name); i >= 0 {
		return i
	}
	l.p.slots = append(l.p.slots, name)
	return len(l.p.slots) - 1
}

func (l *loader) assign(s *assignSyntax) (node, *diag.Diagnostic) {
	known := clone(l.bound)
	n, err := l.op(s.Op, s.Results)
	if err != nil {
		return nil, err
	}
	if s != l.root {
		if err := l.connect(n, s.Op, known); err != nil {
			return nil, err
		}
	}
	if n.least == 1 && n.most == 1 {
		return n, nil
	}
	// Each repetition reads a value, and its result becomes the new value of the same name.
	if len(n.results) != 1 || n.chain < 0 || n.args[n.chain].alts[0].slot != n.results[0] {
		return nil, l.errorf(s.Op.Pos, "", "an operation with '?', '*' or {m,n} must have one result, and its first operand that is not a port must have the same %%name as this result").WithHelp("write '%y = op?(%y)'")
	}
	return n, nil
}

// bind makes a value the next result of n.
func (l *loader) bind(n *opNode, v *valueSyntax) {
	n.results = append(n.results, l.slot(v.Name))
	n.exported = append(n.exported, v.Export)
	l.bound[v.Name] = true
	l.values[v.Name] = true
}

// connect finds the arguments by which the search looks for the operation (see [loader.reach]), and
// fails if there are none.
func (l *loader) connect(n *opNode, s *opSyntax, known map[string]bool) *diag.Diagnostic {
	l.reach(n, known)
	if len(n.through) > 0 {
		return nil
	}
	return l.errorf(s.Pos, "", "the operation is not connected with earlier ones").
		WithHelp("use an earlier value or port as an operand, or write this operation as an operand of the operation that reads its result")
}

// reach sets n.through to the arguments from which the search finds n. First are arguments that can
// be a bound value, then those that can be a bound port, then those that can be an operation with
// such arguments. reach sets the field through of these operations too. The set "known" has the
// values and ports that are bound when the search looks for n.
func (l *loader) reach(n *opNode, known map[string]bool) {
	for _, a := range n.args {
		for _, alt := range a.alts {
			if alt.op != nil {
				l.reach(alt.op, known)
			}
		}
	}
	bound := func(alt altNode) bool { return alt.op == nil && alt.slot >= 0 && known[l.p.slots[alt.slot]] }
	for _, reaches := range []func(altNode) bool{
		func(alt altNode) bool { return bound(alt) && !alt.port },
		func(alt altNode) bool { return bound(alt) && alt.port },
		func(alt altNode) bool { return alt.op != nil && len(alt.op.through) > 0 },
	} {
		for _, a := range n.args {
			if slices.ContainsFunc(a.alts, reaches) {
				n.through = append(n.through, a)
			}
		}
	}
}

func (l *loader) op(s *opSyntax, results []*valueSyntax) (*opNode, *diag.Diagnostic) {
	kinds, err := l.opsOf(s.Kinds)
	if err != nil {
		return nil, err
	}
	before := clone(l.bound)
	n := &opNode{at: l.span(s.Pos, ""), kinds: kinds, least: 1, most: 1, chain: -1, label: kindLabel(s)}
	if q := s.Quant; q != nil {
		switch {
		case q.Mark == "?":
			n.least = 0
		case q.Mark == "*":
			n.least, n.most = 0, mostRepeats
		default:
			n.least, n.most = q.Range[0], q.Range[1]
		}
		if err := l.checkRepeats(s.Pos, "", n.least, n.most); err != nil {
			return nil, err
		}
	}
	for i, a := range s.Args {
		if a.Rest {
			if i != len(s.Args)-1 {
				return nil, l.errorf(a.Pos, "...", "'...' must be the last operand")
			}
			n.rest = true
			continue
		}
		arg, err := l.arg(n, a, len(n.args))
		if err != nil {
			return nil, err
		}
		n.args = append(n.args, arg)
		if a.Each && i != len(s.Args)-1 {
			return nil, l.errorf(a.Pos, "", "only the last operand may be followed by '...'")
		}
		n.each = n.each || a.Each
	}
	if err := l.checkArity(n, s); err != nil {
		return nil, err
	}
	if n.most > 1 {
		n.fresh = l.freshSince(before)
	}
	for _, v := range results {
		l.bind(n, v)
	}
	if s.As != nil {
		l.bind(n, s.As)
	}
	for _, t := range s.Where {
		test, err := l.test(n, t)
		if err != nil {
			return nil, err
		}
		n.tests = append(n.tests, test)
	}
	return n, nil
}

func kindLabel(s *opSyntax) string {
	var names []string
	for _, k := range s.Kinds {
		names = append(names, k.Text)
	}
	return strings.Join(names, "|")
}

func (l *loader) arg(n *opNode, s *argSyntax, i int) (argNode, *diag.Diagnostic) {
	var a argNode
	for _, alt := range s.Alts {
		switch {
		case alt.Op != nil:
			op, err := l.op(alt.Op, nil)
			if err != nil {
				return a, err
			}
			if (op.least != 1 || op.most != 1) && op.chain < 0 && len(op.args) > 0 {
				op.chain = 0
			}
			if (op.least != 1 || op.most != 1) && op.chain < 0 {
				return a, l.errorf(alt.Pos, "", "a repeated operation needs an operand")
			}
			a.alts = append(a.alts, altNode{op: op})
			if n.chain < 0 {
				n.chain = i
			}
		case alt.Value != nil:
			if alt.Value.Export {
				return a, l.errorf(alt.Value.Pos, alt.Value.Name, "'!' is allowed only at the definition of %s: write '%s! = …'", alt.Value.Name, alt.Value.Name)
			}
			if !l.bound[alt.Value.Name] {
				return a, l.errorf(alt.Value.Pos, alt.Value.Name, "the value '%s' is not bound here", alt.Value.Name).
					WithHelp("use the result of an earlier statement that is always matched, or a plain name, which is a port")
			}
			a.alts = append(a.alts, altNode{slot: l.slot(alt.Value.Name)})
			if n.chain < 0 {
				n.chain = i
			}
		case alt.Port == "_":
			a.alts = append(a.alts, altNode{slot: anyValue, port: true})
		case alt.Port == "inner":
			a.alts = append(a.alts, altNode{slot: innerValue, port: true})
		default:
			l.bound[alt.Port] = true
			a.alts = append(a.alts, altNode{slot: l.slot(alt.Port), port: true})
		}
		a.optional = a.optional || alt.Optional
		if k := len(a.alts) - 1; k > 0 && a.alts[k-1].op == nil && a.alts[k-1].slot == anyValue {
			return a, l.errorf(alt.Pos, "", "the alternative is unreachable: the earlier alternative '_' matches every value")
		}
	}
	return a, nil
}

// checkArity fails if the number of operands in the pattern is invalid for an operation in n.kinds.
func (l *loader) checkArity(n *opNode, s *opSyntax) *diag.Diagnostic {
	least := 0
	for _, a := range n.args {
		if !a.optional {
			least++
		}
	}
	for _, k := range n.kinds {
		low, high := 0, 0
		for _, f := range k.Spec.Operands {
			switch f.Arity {
			case ir.One:
				low++
			case ir.Optional:
			default:
				high = math.MaxInt
			}
			if high < math.MaxInt {
				high++
			}
		}
		if least > high || !n.rest && !n.each && len(n.args) < low {
			return l.errorf(s.Pos, "", "'%s' has %s, but the pattern has %d", k.Name(), countText(low, high), len(n.args)).
				WithHelp("write '_' for an operand of any value, and '...' for any further operands")
		}
	}
	return nil
}

// countText returns a text such as "2 to 3 operands". high is math.MaxInt if there is no limit.
func countText(low, high int) string {
	switch {
	case low == 1 && high == 1:
		return "1 operand"
	case low == high:
		return fmt.Sprintf("%d operands", low)
	case high == math.MaxInt:
		return fmt.Sprintf("%d or more operands", low)
	}
	return fmt.Sprintf("%d to %d operands", low, high)
}
