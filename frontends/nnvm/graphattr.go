package nnvm

import (
	"slices"
	"strconv"
	"strings"
)

// graphAttr is an attribute of a graph. It has the original JSON text ["type", value].
type graphAttr struct {
	pair
	tag   string
	count int // number of elements of a list
}

// graphTags are NNVM's names for the types of a graph's attributes.
var graphTags = [...]string{"str", "int", "size_t", "list_int", "list_str", "list_shape", "list_layout", "dict_str_int"}

// graphAttr reads an attribute of a graph.
func (s *scanner) graphAttr(key string) (a graphAttr, err error) {
	s.space()
	a.key, a.off = key, s.pos
	parts := 0
	err = s.array("[\"type\", value] for a graph attribute", func(i int) (err error) {
		parts++
		switch i {
		case 0:
			a.tag, err = s.graphTag()
		case 1:
			a.count, err = s.graphValue(a.tag)
		default:
			err = s.at(s.pos, "expected [\"type\", value], but got more elements")
		}
		return err
	})
	if err == nil && parts < 2 {
		err = s.at(a.off, "expected [\"type\", value] for a graph attribute, but there is no value")
	}
	a.value = s.text[a.off:s.pos]
	return a, err
}

// graphTag reads the type of a graph's attribute.
func (s *scanner) graphTag() (string, error) {
	s.space()
	off := s.pos
	tag, err := s.str("a type's name in quotes")
	if err == nil && !slices.Contains(graphTags[:], tag) {
		err = s.at(off, "unknown type %q of a graph attribute; have %s", tag, strings.Join(graphTags[:], ", "))
	}
	return tag, err
}

// graphValue reads the value of a graph's attribute. For a list it returns the number of
// elements.
func (s *scanner) graphValue(tag string) (count int, err error) {
	text := func() error { _, err := s.str("a string"); return err }
	whole := func() error { return s.integer("a whole number", true) }
	natural := func() error { return s.integer("a number that is not negative", false) }
	list := func(what string, element func() error) (int, error) {
		err := s.array(what, func(int) error { count++; return element() })
		return count, err
	}
	switch tag {
	case "str":
		return 0, text()
	case "int":
		return 0, whole()
	case "size_t":
		return 0, s.size()
	case "list_int":
		return list("a list of numbers: '['", whole)
	case "list_shape":
		return list("a list of shapes: '['", func() error {
			return s.array("a shape: '['", func(int) error { return natural() })
		})
	case "dict_str_int":
		return 0, s.object("a dictionary of numbers: '{'", func(string) error { return whole() })
	}
	return list("a list of strings: '['", text)
}

// integer skips a 64-bit integer.
func (s *scanner) integer(what string, signed bool) error {
	return s.digits(what, signed, func(text string) error { _, err := strconv.ParseInt(text, 10, 64); return err })
}

// size skips an unsigned 64-bit integer.
func (s *scanner) size() error {
	return s.digits("a number that is not negative", false, func(text string) error { _, err := strconv.ParseUint(text, 10, 64); return err })
}

// digits skips a number. If the function "fits" returns an error, the number is too large, and
// digits returns an error.
func (s *scanner) digits(what string, signed bool, fits func(string) error) error {
	s.space()
	start, i := s.pos, s.pos
	if signed && i < len(s.text) && s.text[i] == '-' {
		i++
	}
	digits := i
	for i < len(s.text) && s.text[i] >= '0' && s.text[i] <= '9' {
		i++
	}
	switch {
	case i == digits:
		return s.at(start, "expected %s, but %s", what, s.found())
	case s.text[digits] == '0' && i > digits+1:
		return s.at(start, "the number begins with a zero")
	}
	if fits(s.text[start:i]) != nil {
		return s.at(start, "the number is too large")
	}
	s.pos = i
	return nil
}

// listTags has the graph attributes that list an element for each value of each node. It maps the
// name of an attribute to its type in NNVM's passes and TVM's graph runtime.
var listTags = map[string]string{
	"shape": "list_shape", "dtype": "list_int", "dltype": "list_str", "storage_id": "list_int", "storage_inplace_index": "list_int",
	"device_index": "list_int", "layout": "list_layout",
}

// perValue reports whether a graph attribute lists an element for each value of each node.
func (a *graphAttr) perValue() bool { return a.tag != "" && a.tag == listTags[a.key] }

// rows returns the index of each node's first value and, as the last element, the number of all
// values. If the text lacks node_row_ptr, rows counts the results of the operations. If nodes are
// also left out ("complete" is false), rows returns nil.
func (d *loader) rows(complete bool) []int {
	if d.starts == nil && !complete {
		return nil
	}
	rows := make([]int, len(d.nodes)+1)
	for n := range d.nodes {
		switch op := d.ops[n]; {
		case d.starts != nil:
			rows[n+1] = int(d.starts[n+1].node)
		case op != nil:
			rows[n+1] = rows[n] + op.NumResults()
		default:
			rows[n+1] = rows[n] + 1
		}
	}
	return rows
}

// checkLengths returns an error if the length of a list with an element for each value differs from
// the number of values of the graph.
func (d *loader) checkLengths(values int) error {
	for i := range d.attrs {
		if a := &d.attrs[i]; a.perValue() && a.count != values {
			return d.wrong(a.off, []step{{key: "attrs"}, {key: a.key}}, "%s here, but the graph has %s", many(a.count, "element"), many(values, "value"))
		}
	}
	return nil
}
