// Package rules is the language that pins operations to a device or excludes them from it:
//
//	pin op stablehlo.dot_general and bytes > 4096 to c
//	keep symbol @attention or loc "model.py:*" from vm
//	pin id 12-17 to vm.1; pin attr role = "head" to c
//
// A test is one condition of a rule, such as 'op stablehlo.dot_general'. It selects operations by
// their name (op), the name of their first result (name), their source location (loc), the
// enclosing function (symbol), a result type (type), their id, or an attribute. A test can also
// compare the bytes of the operation's results, its scalar operations (flops), or its number of
// operands or results. In patterns, * matches any text and ? any character. If several rules pin an
// operation, the first of these rules applies.
//
// A rule that matches a nested operation, such as the addition in a reduction, applies to the
// outermost operation, which runs on one device as a whole. Comparisons are about the outermost
// operation. A test after 'not' must be false for the nested operation and for all operations that
// contain it: 'not op stablehlo.reduce' does not match the addition in a reduction.
package rules

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/grammar"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Rules is a list of rules.
type Rules struct {
	list []*Rule
}

// Rule is one rule.
type Rule struct {
	Pin    bool // true: operations run on Device; false: they must not
	Device string
	Text   string // source text of the rule
	At     diag.Span
	when   *expr
}

// Parse parses rules. Errors have a source position.
func Parse(src *diag.Source) (*Rules, error) {
	if err := src.CheckSize("a text of rules", MaxText, "pin operations by patterns, such as 'pin op stablehlo.* to vm'"); err != nil {
		return nil, err
	}
	if err := checkDepth(src); err != nil {
		return nil, err
	}
	parser, err := participle.Build[ruleList](participle.Lexer(tokens()), participle.Elide("Space", "Comment"),
		grammar.Unquote(), participle.UseLookahead(2))
	if err != nil {
		panic("rules: BUG: " + err.Error())
	}
	list, err := parser.ParseString(src.Name, string(src.Text))
	if err != nil {
		return nil, syntax(src, err)
	}
	if len(list.Rules) == 0 {
		return nil, diag.Errorf(diag.Span{Src: src}, "there are no rules").WithHelp("write rules such as 'pin op stablehlo.add to vm', or leave the rules out")
	}
	r := &Rules{}
	for _, x := range list.Rules {
		text := strings.TrimRight(string(src.Text[x.Pos.Offset:x.EndPos.Offset]), "; \t\n")
		at := diag.Span{Src: src, Start: x.Pos.Offset, End: x.Pos.Offset + len(text)}
		if want := map[string]string{"pin": "to", "keep": "from"}[x.Verb]; x.Prep != want {
			return nil, diag.Errorf(at, "'%s' is followed by '%s', not by '%s'", x.Verb, want, x.Prep).
				WithHelp("write 'pin … to DEVICE', or 'keep … from DEVICE'")
		}
		if err := x.When.check(src); err != nil {
			return nil, err
		}
		r.list = append(r.list, &Rule{x.Verb == "pin", x.Device.value(), text, at, x.When})
	}
	return r, nil
}

// syntax converts a parser error to a diagnostic at the offending word.
func syntax(src *diag.Source, err error) error {
	var at participle.Error
	if !errors.As(err, &at) {
		return diag.Errorf(diag.Span{Src: src}, "%v", err)
	}
	text := string(src.Text)
	begin := min(at.Position().Offset, len(text))
	var token *participle.UnexpectedTokenError
	var cut *lexer.Error
	var invalid *strconv.NumError
	number := errors.As(err, &invalid)
	for number && begin < len(text) && (text[begin] < '0' || text[begin] > '9') {
		begin++ // the parser may report a position before the invalid number
	}
	end := len(text)
	if n := strings.IndexAny(text[begin:], " \t\n;()"); n > 0 {
		end = begin + n
	}
	d := diag.Errorf(diag.Span{Src: src, Start: begin, End: end}, "unexpected '%s'", text[begin:end])
	switch {
	case begin == len(text):
		d = diag.Errorf(diag.Span{Src: src, Start: begin, End: begin}, "the rule ends too early")
	case number && errors.Is(invalid, strconv.ErrSyntax):
		d.Message = "'" + text[begin:end] + "' is not a whole number"
	case number:
		d.Message = "number '" + text[begin:end] + "' is out of range"
	case errors.As(err, &cut):
		d.Message = "'" + text[begin:end] + "' is neither a word nor a number"
		d.WithHelp("write numbers as 4096 or 4e3, and quote patterns with other characters than letters, digits and _ . : $ / # @ % * ?")
	case !errors.As(err, &token):
		d.Message = at.Message()
	}
	return d.WithHelp(`write rules such as 'pin op stablehlo.add and bytes > 64 to DEVICE' or 'keep symbol @f from DEVICE'`)
}

// All lists the rules in order. It works for a nil *Rules.
func (r *Rules) All() []*Rule {
	if r == nil {
		return nil
	}
	return r.list
}

// CheckDevices fails if a rule names an unlisted device.
func (r *Rules) CheckDevices(names []string) error {
	for _, x := range r.All() {
		if slices.Contains(names, x.Device) {
			continue
		}
		d := diag.Errorf(x.At, "the rule names device '%s', but the devices are '%s'", x.Device, strings.Join(names, "', '"))
		d.DidYouMean("", x.Device, slices.Values(names))
		return d.WithHelp("add '" + x.Device + "' to the list of devices, or change the rule")
	}
	return nil
}

// Ops returns the names and patterns of operations in the tests of the rule, except the tests after
// "not".
func (r *Rule) Ops() []string { return r.when.ops(nil) }

func (e *expr) ops(names []string) []string {
	for _, c := range e.Any {
		for _, n := range c.All {
			switch {
			case len(n.Nots) > 0: // a negated name need not exist
			case n.Paren != nil:
				names = n.Paren.ops(names)
			case n.Test.Pattern != nil && n.Test.Pattern.Of == "op":
				names = append(names, n.Test.Pattern.Pattern.value())
			}
		}
	}
	return names
}

// Subject is an operation with the context that rules need.
type Subject struct {
	Op    *ir.Op
	Names *asm.Names
	// Within is the enclosing operation, or nil if the operation is placed by itself.
	Within *Subject
	// Insides analyzes nested operations of the module.
	Insides *irplace.Insides
}

// whole returns the outermost enclosing operation, which is placed as a whole.
func (s Subject) whole() *ir.Op {
	for s.Within != nil {
		s = *s.Within
	}
	return s.Op
}

// Matches reports whether the rule matches an operation.
func (r *Rule) Matches(s Subject) bool { return r.when.holds(s, false) }

// holds reports whether an expression is true for s. If negated is set, an odd number of negations
// contain the expression. Its tests are then true if they hold for s or any enclosing operation.
func (e *expr) holds(s Subject, negated bool) bool {
	return slices.ContainsFunc(e.Any, func(c *conjunction) bool {
		return !slices.ContainsFunc(c.All, func(n *negation) bool { return !n.holds(s, negated) })
	})
}

func (n *negation) holds(s Subject, negated bool) bool {
	if len(n.Nots)%2 == 1 {
		return !n.positive(s, !negated)
	}
	return n.positive(s, negated)
}

// positive reports whether n without its leading negations is true for s.
func (n *negation) positive(s Subject, negated bool) bool {
	if n.Paren != nil {
		return n.Paren.holds(s, negated)
	}
	return n.Test.holds(s) || negated && s.Within != nil && n.positive(*s.Within, true)
}

func (t *test) holds(s Subject) bool {
	switch {
	case t.Pattern != nil:
		return t.Pattern.holds(s)
	case t.ID != nil:
		of, last := number(s.Op.ID()), t.ID.First
		if t.ID.Last != nil {
			last = *t.ID.Last
		}
		return of != 0 && t.ID.First <= of && of <= last // 0 means no id
	case t.Attr != nil:
		return t.Attr.holds(s)
	}
	return t.Number.holds(s)
}

func (t *patternTest) holds(s Subject) bool {
	p := t.Pattern.value()
	switch t.Of {
	case "op":
		return fits(p, s.Op.Name())
	case "name":
		return s.Op.NumResults() > 0 && fits("%"+strings.TrimPrefix(p, "%"), s.Names.Op(s.Op))
	case "loc":
		return fits(p, place(s.Op.Loc())) || fits(p, s.Op.Loc().String())
	case "symbol":
		for op := s.Op; op != nil; op = op.Parent() {
			if name, ok := op.SymbolName(); ok && fits(strings.TrimPrefix(p, "@"), name) {
				return true
			}
		}
		return false
	}
	for v := range s.Op.Results() {
		if fits(p, v.Type().String()) {
			return true
		}
	}
	return false
}

// place returns the location of an operation as "file:line:column".
func place(l ir.Loc) string {
	if sp := l.Span(); sp.IsValid() {
		line, col := sp.Src.Position(sp.Start)
		return fmt.Sprintf("%s:%d:%d", sp.Src.Name, line, col)
	}
	return l.Place()
}

// ordinary replaces the characters that have a meaning only in patterns of [path.Match].
var ordinary = strings.NewReplacer("/", "\x00", "[", "\x01", "\\", "\x02")

// fits reports whether a text matches a pattern. The characters /, [ and \ are ordinary characters.
func fits(pattern, text string) bool {
	if !strings.ContainsAny(pattern, "*?") {
		return pattern == text
	}
	ok, err := path.Match(ordinary.Replace(pattern), ordinary.Replace(text))
	return ok && err == nil
}

func (t *attrTest) holds(s Subject) bool {
	a := s.Op.Attr(t.Name.value())
	if a.IsNil() || t.Value == nil {
		return !a.IsNil()
	}
	value := t.Value.value()
	if text, ok := a.Str(); ok {
		return fits(value, text)
	}
	if n, ok := a.Int(); ok && value == strconv.FormatInt(n, 10) {
		return true
	}
	if f, ok := ir.AttrAs[*ir.FloatAttr](a); ok {
		if x, err := strconv.ParseFloat(value, 64); err == nil && ir.NewFloat(x, f.Type) == a {
			return true
		}
	}
	return fits(value, a.String())
}

func (t *numberTest) holds(s Subject) bool {
	x, op := 0.0, s.whole()
	switch t.Of {
	case "bytes":
		for v := range op.Results() {
			n, _ := irplace.Bytes(v.Type())
			x += float64(n)
		}
	case "flops":
		x = s.Insides.Work(op)
	case "operands":
		x = float64(op.NumOperands())
	case "results":
		x = float64(op.NumResults())
	}
	switch t.Compare {
	case "<":
		return x < t.Number
	case "<=":
		return x <= t.Number
	case ">":
		return x > t.Number
	case ">=":
		return x >= t.Number
	}
	return x == t.Number
}

// check rejects descending ranges of ids.
func (e *expr) check(src *diag.Source) error {
	for _, c := range e.Any {
		for _, n := range c.All {
			switch {
			case n.Paren != nil:
				if err := n.Paren.check(src); err != nil {
					return err
				}
			case n.Test.ID != nil && n.Test.ID.Last != nil && *n.Test.ID.Last < n.Test.ID.First:
				return diag.Errorf(diag.Span{Src: src, Start: n.Test.Pos.Offset, End: n.Test.Pos.Offset + 2},
					"the range %d-%d of ids is empty", n.Test.ID.First, *n.Test.ID.Last)
			}
		}
	}
	return nil
}
