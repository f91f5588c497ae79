package viewopgraph

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/dot"
)

// newline ends a line of a label and aligns it left.
const newline = `\l`

// title returns the label of a box: name, types of the results, attributes.
func (g *graph) title(op *ir.Op) string {
	s := dot.Record(op.Name())
	if g.o.Types {
		var ts []string
		for v := range op.Results() {
			ts = append(ts, v.Type().String())
		}
		s += " : (" + g.text(strings.Join(ts, ", ")) + ")"
	}
	if g.o.Attrs {
		s += newline + g.attrs(op)
	}
	return s
}

// record returns the label of a node: ports of the operands, the operation's name and attributes,
// and ports of the results.
func (g *graph) record(op *ir.Op) string {
	s := dot.Record(op.Name()) + newline
	if attrs := g.attrs(op); g.o.Attrs && attrs != "" {
		s += newline + attrs
	}
	var operands, results []string
	for v := range op.Operands() {
		operands = append(operands, "<"+g.port("arg", v)+"> "+dot.Record(g.nameOf(v)))
	}
	for v := range op.Results() {
		results = append(results, g.result(v))
	}
	if len(operands) > 0 {
		s = "{" + strings.Join(operands, "|") + "}|" + s
	}
	if len(results) > 0 {
		s += "|{" + strings.Join(results, "|") + "}"
	}
	return "{" + s + "}"
}

// result returns the port of a result or argument.
func (g *graph) result(v *ir.Value) string {
	s := "<" + g.port("res", v) + "> " + dot.Record(g.nameOf(v))
	if g.o.Types {
		s += " " + g.text(v.Type().String())
	}
	return s
}

// nameOf returns the name of a value in the program's text.
func (g *graph) nameOf(v *ir.Value) string {
	g.name.Reset()
	g.names.Value(v)
	g.names.Flush()
	return g.name.String()
}

func (g *graph) port(kind string, v *ir.Value) string {
	return kind + strings.NewReplacer("%", "_", "#", "_").Replace(g.nameOf(v))
}

func (g *graph) attrs(op *ir.Op) string {
	var b strings.Builder
	attrs := maps.Collect(op.Attrs())
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		b.WriteString(dot.Record(name) + ": " + g.attr(attrs[name]) + newline)
	}
	return b.String()
}

func (g *graph) attr(a ir.Attr) string {
	splat := false
	switch d := a.Data().(type) {
	case *ir.ArrayAttr:
		if len(d.Elems) > g.elide {
			return "[...]"
		}
		return g.text(a.String())
	case *ir.DenseElements:
		_, splat = d.Splat()
	case *ir.DenseNumbers:
		splat = d.Splat
	case *ir.DenseStrings:
		splat = d.Splat
	case *ir.SparseElements, *ir.ResourceElements:
	default:
		return g.text(a.String())
	}
	shape, _ := a.TypeOf().Shape()
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	switch {
	case splat:
		return dot.Record(a.String())
	case n > int64(g.elide):
		return strings.Repeat("[", len(shape)) + "..." + strings.Repeat("]", len(shape)) + " : " + g.text(a.TypeOf().String())
	}
	return g.text(a.String())
}

// text returns s, truncated to the length that labels show.
func (g *graph) text(s string) string {
	if most := int(g.o.MaxLabel); len(s) > most {
		for most > 0 && !utf8.RuneStart(s[most]) { // do not cut a multi-byte character
			most--
		}
		s = s[:most] + "..."
	}
	return dot.Record(s)
}
