package fusepattern

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// test is a condition on a matched operation.
type test struct {
	at   diag.Span
	text string
	// fn is "elem", "rank", "dim", or "" for an attribute.
	fn    string
	slot  int // slot of fn's argument
	index int
	attr  string
	cmp   string // a comparison operator, or "in" for a list
	want  []literal
}

// integerType matches integer types of all widths.
var integerType = regexp.MustCompile(`^[su]?i[0-9]+$`)

// literal is a number or a word.
type literal struct {
	number float64
	word   string
	isWord bool
}

func (l literal) String() string {
	if l.isWord {
		return l.word
	}
	return fmt.Sprint(l.number)
}

// test checks the syntax tree of a condition of n and converts it to a test.
func (l *loader) test(n *opNode, s *testSyntax) (test, *diag.Diagnostic) {
	t := test{at: l.span(s.Pos, ""), fn: s.Func, attr: s.Attr, cmp: s.Compare}
	if s.Func != "" {
		if !l.bound[s.Ref] {
			return t, l.errorf(s.Pos, s.Func, "'%s' is not bound here", s.Ref)
		}
		t.slot = l.slot(s.Ref)
		if (s.Func == "dim") != (s.Index != nil) {
			return t, l.errorf(s.Pos, s.Func, "'%s' has the wrong number of arguments", s.Func).
				WithHelp("write 'elem(x)', 'rank(x)' or 'dim(x, 0)'")
		}
		if s.Index != nil {
			t.index = *s.Index
		}
	} else if err := l.attribute(n, s); err != nil {
		return t, err
	}
	lits := s.In
	if s.Literal != nil {
		lits = []*literalSyntax{s.Literal}
	} else {
		t.cmp = "in"
	}
	for _, lit := range lits {
		switch {
		case lit.Int != nil:
			t.want = append(t.want, literal{number: float64(*lit.Int)})
		case lit.Float != nil:
			t.want = append(t.want, literal{number: *lit.Float})
		case lit.String != nil:
			t.want = append(t.want, literal{word: *lit.String, isWord: true})
		default:
			t.want = append(t.want, literal{word: lit.Word, isWord: true})
		}
	}
	if ordered := strings.ContainsAny(t.cmp, "<>"); ordered && t.want[0].isWord {
		return t, l.errorf(s.Pos, "", "'%s' compares numbers, but '%s' is a word", t.cmp, t.want[0])
	}
	if s.Func == "elem" {
		for i, w := range t.want {
			if _, ok := tensor.ParseKind(w.word); !w.isWord || !ok && !integerType.MatchString(w.word) && lits[i].String == nil {
				return t, l.errorf(lits[i].Pos, w.String(), "there is no element type '%s'", w)
			}
		}
	}
	t.text = t.describe(l.p)
	return t, nil
}

// attribute checks that all operations in n.kinds have the attribute of a condition. It also checks
// that boolean attributes are compared with true or false.
func (l *loader) attribute(n *opNode, s *testSyntax) *diag.Diagnostic {
	for _, k := range n.kinds {
		i := slices.IndexFunc(k.Spec.Attrs, func(f ir.AttrField) bool { return f.Name == s.Attr })
		if i < 0 {
			names := func(yield func(string) bool) {
				for _, f := range k.Spec.Attrs {
					if !yield(f.Name) {
						return
					}
				}
			}
			return l.errorf(s.Pos, s.Attr, "'%s' has no attribute '%s'", k.Name(), s.Attr).DidYouMean("", s.Attr, names)
		}
		accept := k.Spec.Attrs[i].Type.Accept
		if accept == nil || !accept(ir.BoolAttr(true)) || accept(ir.Unit()) {
			continue
		}
		for _, lit := range append(s.In, s.Literal) {
			if lit != nil && lit.Word != "true" && lit.Word != "false" {
				return l.errorf(lit.Pos, "", "'%s' is a boolean attribute, which can be compared only with true or false", s.Attr)
			}
		}
	}
	return nil
}

// describe returns the condition as it is written in a pattern.
func (t *test) describe(p *Pattern) string {
	left := t.attr
	switch t.fn {
	case "elem", "rank":
		left = fmt.Sprintf("%s(%s)", t.fn, p.slots[t.slot])
	case "dim":
		left = fmt.Sprintf("dim(%s, %d)", p.slots[t.slot], t.index)
	}
	if t.cmp == "in" {
		var words []string
		for _, w := range t.want {
			words = append(words, w.String())
		}
		return left + " in (" + strings.Join(words, ", ") + ")"
	}
	return left + " " + t.cmp + " " + t.want[0].String()
}

// holds evaluates the condition. got is the value of its left side. ok is false if it is unknown.
func (t *test) holds(op *ir.Op, env []*ir.Value) (holds bool, got literal, ok bool) {
	got, ok = t.left(op, env)
	if !ok {
		return false, got, false
	}
	for _, w := range t.want {
		if got.isWord == w.isWord && compare(t.cmp, got, w) {
			return true, got, true
		}
	}
	return false, got, true
}

func compare(cmp string, a, b literal) bool {
	switch cmp {
	case "==", "in":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a.number < b.number
	case "<=":
		return a.number <= b.number
	case ">":
		return a.number > b.number
	}
	return a.number >= b.number
}

// left returns the value of a condition's left side. ok is false if the value is unknown.
func (t *test) left(op *ir.Op, env []*ir.Value) (literal, bool) {
	if t.fn == "" {
		return attrLiteral(op.Attr(t.attr))
	}
	v := env[t.slot]
	if v == nil {
		return literal{}, false
	}
	if t.fn == "elem" {
		return literal{word: v.Type().Elem().String(), isWord: true}, true
	}
	shape, ranked := v.Type().Shape()
	if !ranked {
		return literal{}, false
	}
	if t.fn == "rank" {
		return literal{number: float64(len(shape))}, true
	}
	i := t.index
	if i < 0 {
		i += len(shape)
	}
	if i < 0 || i >= len(shape) || shape[i] == ir.Dynamic {
		return literal{}, false
	}
	return literal{number: float64(shape[i])}, true
}

func attrLiteral(a ir.Attr) (literal, bool) {
	switch {
	case a == ir.BoolAttr(true):
		return literal{word: "true", isWord: true}, true
	case a == ir.BoolAttr(false):
		return literal{word: "false", isWord: true}, true
	}
	if n, ok := a.Int(); ok {
		return literal{number: float64(n)}, true
	}
	if s, ok := a.Str(); ok {
		return literal{word: s, isWord: true}, true
	}
	if f, ok := ir.AttrAs[*ir.FloatAttr](a); ok {
		return literal{number: f.Float()}, true
	}
	return literal{}, false
}
