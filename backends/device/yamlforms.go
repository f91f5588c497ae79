package device

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/lathe-ir/lathe/ir/diag"
)

// form is the required form of a value in a YAML file. The YAML library accepts other forms too,
// such as a word for a list, or a fraction for a whole number.
type form interface {
	// misfit returns nil if the value n has the form. Otherwise it returns the first wrong part of
	// n, and a description such as "not a name".
	misfit(n ast.Node) (bad ast.Node, not string)
}

// word is the form of a text that is not empty, and text is the form of any text. A text that looks
// like a number or a boolean must be in quotes.
type (
	word struct{}
	text struct{}
)

// whole is the form of a whole number that fits into an int64, and numeric is the form of any
// number.
type (
	whole   struct{}
	numeric struct{}
)

// list and mapping are the forms of lists and mappings whose values all have the same form.
type (
	list    struct{ of form }
	mapping struct{ key, value form }
)

func (word) misfit(n ast.Node) (ast.Node, string) {
	if s, ok := n.(*ast.StringNode); ok && s.Value != "" {
		return nil, ""
	}
	return n, "not a name"
}

func (text) misfit(n ast.Node) (ast.Node, string) {
	if _, ok := n.(*ast.StringNode); ok {
		return nil, ""
	}
	return n, "not a string"
}

func (whole) misfit(n ast.Node) (ast.Node, string) {
	if i, ok := n.(*ast.IntegerNode); ok {
		switch v := i.Value.(type) {
		case int64:
			return nil, ""
		case uint64:
			if v < 1<<63 {
				return nil, ""
			}
		}
	}
	return n, "not a whole number"
}

func (numeric) misfit(n ast.Node) (ast.Node, string) {
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return nil, ""
	case *ast.StringNode: // the library reads 5e10 as a text
		if _, err := strconv.ParseFloat(n.Value, 64); err == nil && n.Token.Type == token.StringType {
			return nil, ""
		}
	}
	return n, "not a number"
}

func (l list) misfit(n ast.Node) (ast.Node, string) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		return n, "not a list"
	}
	for _, v := range s.Values {
		if bad, not := l.of.misfit(v); bad != nil {
			return bad, not
		}
	}
	return nil, ""
}

func (m mapping) misfit(n ast.Node) (ast.Node, string) {
	pairs, ok := n.(ast.MapNode)
	if !ok {
		return n, "not a mapping"
	}
	for it := pairs.MapRange(); it.Next(); {
		if bad, not := m.key.misfit(it.Key()); bad != nil {
			return bad, not
		}
		if bad, not := m.value.misfit(it.Value()); bad != nil {
			return bad, not
		}
	}
	return nil, ""
}

// field is a key of a file, with the destination, the form, the description and an example of its
// value.
type field struct {
	key     string
	into    any
	form    form
	need    string
	example string
}

// check fails if a value does not have the field's form. The error is at the first wrong part.
func (f field) check(src *diag.Source, n ast.Node) error {
	bad, not := f.form.misfit(n)
	switch {
	case bad == nil:
		return nil
	case bad == n:
		return f.mistake(src, n, "is '%s'", n)
	}
	return f.mistake(src, bad, "has '%s', which is %s", bad, not)
}

// mistake returns the error about n, which is the value of the field or a part of this value. The
// format "but" and its arguments describe what is wrong with n.
func (f field) mistake(src *diag.Source, n ast.Node, but string, args ...any) error {
	return diag.Errorf(tokenSpan(src, n.GetToken()), "%s must be %s, but %s", f.key, f.need, fmt.Sprintf(but, args...)).WithHelp("write, for example, " + f.key + ": " + f.example)
}

// keyed returns the values of a mapping by their keys. It fails if a key is unknown, is repeated or
// has no value. The parameter "of" describes what the mapping is.
func keyed(m ast.MapNode, of string, known []string) (map[string]ast.Node, error) {
	values := map[string]ast.Node{}
	for it := m.MapRange(); it.Next(); {
		key := it.Key().GetToken()
		message, help := "", "omit it"
		switch {
		case !slices.Contains(known, key.Value):
			message = "unknown key '" + key.Value + "' of " + of + "; have " + strings.Join(known, ", ")
			if near, ok := diag.Suggest(key.Value, slices.Values(known)); ok {
				help = "did you mean '" + near + "'?"
			}
		case values[key.Value] != nil:
			message, help = "key '"+key.Value+"' is given twice", "remove one of the two"
		case it.Value().Type() == ast.NullType:
			message, help = "key '"+key.Value+"' must have a value, but has none", "give the key a value, or omit the key"
		default:
			values[key.Value] = it.Value()
			continue
		}
		return nil, &entryError{key, message, help}
	}
	return values, nil
}

// readFields checks the values of the keys in fields, and converts the values to their
// destinations.
func readFields(src *diag.Source, values map[string]ast.Node, fields []field) error {
	for _, f := range fields {
		n := values[f.key]
		if n == nil {
			continue
		}
		if err := f.check(src, n); err != nil {
			return err
		}
		if f.into != nil && yaml.NodeToValue(n, f.into) != nil {
			return f.mistake(src, n, "is '%s'", n)
		}
	}
	return nil
}
