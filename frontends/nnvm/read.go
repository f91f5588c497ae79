package nnvm

import (
	"bytes"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// document is a graph as it stands in the text. It is gone once the module is built.
type document struct {
	s       *scanner
	nodes   []node
	args    []ref
	heads   []entry
	attrs   []ir.NamedAttr // graph attributes: JSON texts, in their order
	missing map[string]bool
	entries []entry // the inputs of all nodes so far
}

// ref is a node's number and where it stands.
type ref struct {
	node int32
	off  int
}

// entry is a value of a node: [node, index, version].
type entry struct {
	ref
	index, version int32
}

// node is one node of the document.
type node struct {
	op, name string
	off      int
	dict     []pair
	inputs   []entry
	after    []ref
}

// pair is an entry of a node's dictionary.
type pair struct{ key, value string }

func (n *node) variable() bool { return n.op == "null" }

// read reads the whole text.
func read(src *diag.Source) (*document, error) {
	guess := bytes.Count(src.Text, []byte(`"op"`)) // of how many nodes there are
	d := &document{s: &scanner{src: src, text: src.Text}, nodes: make([]node, 0, guess), entries: make([]entry, 0, guess), missing: map[string]bool{"nodes": true, "arg_nodes": true, "heads": true}}
	err := d.s.object("a graph: '{'", d.field)
	if err != nil {
		return nil, err
	}
	d.s.space()
	if d.s.pos < len(d.s.text) {
		return nil, d.s.at(d.s.pos, "expected the end of the text, but %s", d.s.found())
	}
	for _, key := range []string{"nodes", "arg_nodes", "heads"} {
		if d.missing[key] {
			return nil, d.s.at(d.s.pos, "the graph has no %q", key)
		}
	}
	return d, d.check()
}

func (d *document) field(key string) error {
	delete(d.missing, key)
	switch key {
	case "nodes":
		return d.s.array("a list of nodes: '['", func(int) error {
			n, err := d.node()
			d.nodes = append(d.nodes, n)
			return err
		})
	case "arg_nodes":
		return d.s.array("a list of node ids: '['", func(int) error {
			r, err := d.ref()
			d.args = append(d.args, r)
			return err
		})
	case "heads":
		return d.s.array("a list of heads: '['", func(int) error {
			e, err := d.entry()
			d.heads = append(d.heads, e)
			return err
		})
	case "node_row_ptr":
		return d.s.array("a list of numbers: '['", func(int) error {
			_, err := d.s.number("a number")
			return err
		})
	case "attrs", "attr":
		return d.s.object("graph attributes: '{'", func(key string) error {
			text, err := d.s.raw()
			d.attrs = append(d.attrs, ir.NamedAttr{Name: key, Attr: ir.NewString(text)})
			return err
		})
	}
	return d.unknown(key)
}

func (d *document) unknown(key string) error {
	return d.s.at(d.s.pos, "unknown key %q", key)
}

func (d *document) ref() (ref, error) {
	d.s.space()
	off := d.s.pos
	n, err := d.s.number("a node's id")
	return ref{n, off}, err
}

// entry reads [node, index, version]; old graphs leave the version out.
func (d *document) entry() (entry, error) {
	var e entry
	count := 0
	err := d.s.array("[node, index, version]", func(i int) (err error) {
		count++
		switch i {
		case 0:
			e.ref, err = d.ref()
		case 1:
			e.index, err = d.s.number("a number of a value")
		case 2:
			e.version, err = d.s.number("a version")
		default:
			err = d.s.at(d.s.pos, "expected [node, index, version], but more than three numbers stand here")
		}
		return err
	})
	if err == nil && count < 2 {
		err = d.s.at(d.s.pos, "expected [node, index, version], but only %d of them stand here", count)
	}
	return e, err
}

// node reads a node, in the current form or an older one.
func (d *document) node() (node, error) {
	d.s.space()
	n := node{off: d.s.pos}
	var op, name, inputs bool
	err := d.s.object("a node: '{'", func(key string) (err error) {
		op, name, inputs = op || key == "op", name || key == "name", inputs || key == "inputs"
		switch key {
		case "op":
			n.op, err = d.s.str("an operator's name")
		case "name":
			n.name, err = d.s.str("a node's name")
		case "attrs", "attr", "param":
			err = d.dict(&n)
		case "inputs":
			from := len(d.entries)
			err = d.s.array("a list of inputs: '['", func(int) error {
				e, err := d.entry()
				d.entries = append(d.entries, e)
				return err
			})
			n.inputs = d.entries[from:len(d.entries):len(d.entries)]
		case "control_deps":
			err = d.s.array("a list of node ids: '['", func(int) error {
				r, err := d.ref()
				n.after = append(n.after, r)
				return err
			})
		case "backward_source_id":
			_, err = d.s.raw() // MXNet's, of no use without its registry
		default:
			err = d.unknown(key)
		}
		return err
	})
	switch {
	case err != nil:
	case !op:
		err = d.s.at(n.off, "the node has no \"op\"")
	case !name:
		err = d.s.at(n.off, "the node has no \"name\"")
	case !inputs:
		err = d.s.at(n.off, "the node has no \"inputs\"")
	}
	return n, err
}

// dict reads {key: string, …}. Of a key that stands in several dictionaries the first
// holds.
func (d *document) dict(n *node) error {
	have := len(n.dict)
	return d.s.object("a dictionary: '{'", func(key string) error {
		v, err := d.s.str("a string")
		for _, p := range n.dict[:have] {
			if p.key == key {
				return err
			}
		}
		n.dict = append(n.dict, pair{key, v})
		return err
	})
}

// check tests what numbers refer to.
func (d *document) check() error {
	exists := func(r ref, list string, i int, inner string, k int) error {
		if int(r.node) < len(d.nodes) {
			return nil
		}
		if d.s.path = []step{{key: list}, {i: i}}; inner != "" {
			d.s.path = append(d.s.path, step{key: inner}, step{i: k})
		}
		return d.s.at(r.off, "there is no node %d: the graph has %d", r.node, len(d.nodes))
	}
	for i := range d.nodes {
		n := &d.nodes[i]
		for k, e := range n.inputs {
			if err := exists(e.ref, "nodes", i, "inputs", k); err != nil {
				return err
			}
		}
		for k, r := range n.after {
			if err := exists(r, "nodes", i, "control_deps", k); err != nil {
				return err
			}
		}
		if n.variable() && len(n.inputs)+len(n.after) > 0 {
			d.s.path = []step{{key: "nodes"}, {i: i}}
			return d.s.at(n.off, "the variable %q has inputs", n.name)
		}
	}
	for i, e := range d.heads {
		if err := exists(e.ref, "heads", i, "", 0); err != nil {
			return err
		}
	}
	for i, r := range d.args {
		if err := exists(r, "arg_nodes", i, "", 0); err != nil {
			return err
		}
		if n := &d.nodes[r.node]; !n.variable() {
			d.s.path = []step{{key: "arg_nodes"}, {i: i}}
			return d.s.at(r.off, "node %d, %q, is no variable", r.node, n.name)
		}
	}
	return nil
}
