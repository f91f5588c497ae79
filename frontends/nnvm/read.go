package nnvm

import (
	"context"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/pages"
)

// document is a graph as parsed from the text. The slices entries, deps and pairs hold the inputs,
// control dependencies and dictionaries of all nodes.
type document struct {
	s       *scanner
	kinds   kinds
	nodes   []node
	entries []entry
	deps    []ref
	pairs   []pair
	args    []ref
	heads   []entry
	starts  []ref             // node_row_ptr; ref.node is here the index of a value
	keep    map[int32][]state // see history.results
	attrs   []graphAttr       // in the order of the text
	sources []source
	missing map[string]bool

	graphAttrs map[string]string // values by attribute name
}

// ref is a reference to a node, with its location in the text.
type ref struct {
	node int32
	off  int
}

// entry is a value of a node: [node, index, version]. A variable starts with version 0, and each
// change creates the next version. A version that the text omits is unsaid.
type entry struct {
	ref
	index, version int32
}

// unsaid marks a version that the text omits. It means 0. But for an operand that the operator
// changes, it means the version that the operator writes.
const unsaid = -1

// at returns the version of an entry, or 0 if the text omits it.
func (e entry) at() int32 { return max(0, e.version) }

// source is MXNet's reference from a gradient node (the owner) to the forward node.
type source struct {
	ref
	owner int32
}

type node struct {
	name                string
	off                 int
	dict, inputs, after span
	op                  int32 // index in kinds
}

// kinds lists the operators of a document, each once. Operator 0 represents variables.
type kinds struct {
	names  []string
	number map[string]int32
	last   int32
}

func newKinds() kinds {
	return kinds{names: []string{variableOp}, number: map[string]int32{variableOp: 0}}
}

// variableOp is the operator name that represents variables.
const variableOp = "null"

// of returns the index of the operator with this name, and adds a new operator. The operator of the
// previous node is checked first, because consecutive nodes often have the same one.
func (k *kinds) of(name string) int32 {
	if k.names[k.last] == name {
		return k.last
	}
	n, known := k.number[name]
	if !known {
		n = int32(len(k.names))
		k.names = append(k.names, name)
		k.number[name] = n
	}
	k.last = n
	return n
}

// span is a part of one of the document's lists.
type span struct{ from, to int32 }

// pair is an entry of a dictionary.
type pair struct {
	key, value string
	off        int // the offset of the value in the text
}

func (n *node) variable() bool { return n.op == 0 }

func (d *document) operator(n *node) string { return d.kinds.names[n.op] }

func (d *document) inputs(n *node) []entry { return d.entries[n.inputs.from:n.inputs.to] }

func (d *document) after(n *node) []ref { return d.deps[n.after.from:n.after.to] }

func (d *document) dict(n *node) []pair { return d.pairs[n.dict.from:n.dict.to] }

// MaxText is the largest size of a graph in bytes, for about ten million nodes. Each element of a
// list takes at least one byte of text, so indices fit into 32 bits.
const MaxText = 1 << 30

func read(ctx context.Context, src *diag.Source) (*document, error) {
	if err := src.CheckSize("a graph of NNVM", MaxText, "divide the graph among several files"); err != nil {
		return nil, err
	}
	text := unsafe.String(unsafe.SliceData(src.Text), len(src.Text)) // safe, because attributes copy the parts that they retain
	d := &document{
		s: &scanner{ctx: ctx, src: src, text: text}, kinds: newKinds(),
		missing: map[string]bool{"nodes": true, "arg_nodes": true, "heads": true}, graphAttrs: map[string]string{},
	}
	if i := notUTF8(text); i >= 0 {
		return nil, d.s.at(i, "the text must be UTF-8, but got byte %q", text[i:i+1])
	}
	guess := guessNodes(text)
	d.nodes, d.entries = pages.Make[node](0, guess), pages.Make[entry](0, guess)
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

// guessNodes estimates the number of nodes in a text from samples, to allocate the lists once.
func guessNodes(text string) int {
	const (
		parts, part = 4, 1 << 14
		shortest    = len(`{"op":"","name":"","inputs":[]}`)
	)
	if len(text) <= parts*part {
		return strings.Count(text, `"op"`)
	}
	n := 0
	for i := range parts {
		from := (len(text) - part) / (parts - 1) * i
		n += strings.Count(text[from:from+part], `"op"`)
	}
	return min(n*(len(text)/(parts*part)+1), len(text)/shortest)
}

// notUTF8 returns the offset of the first invalid UTF-8 byte, or -1.
func notUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return -1
}

func (d *document) field(key string) error {
	delete(d.missing, key)
	switch key {
	case "nodes":
		return d.s.array("a list of nodes: '['", func(int) error { return d.node() })
	case "arg_nodes":
		return d.refs("a list of node ids: '['", "a node's id", &d.args)
	case "heads":
		return d.list("a list of heads: '['", &d.heads)
	case "node_row_ptr":
		d.starts = []ref{} // empty, which differs from nil
		return d.refs("a list of numbers: '['", "a number", &d.starts)
	case "attrs", "attr":
		return d.s.object("graph attributes: '{'", func(key string) error {
			at := d.s.key
			a, err := d.s.graphAttr(key)
			if before, known := d.graphAttrs[key]; err == nil && known {
				return d.sameAttr(at, before, a)
			}
			d.attrs = append(d.attrs, a)
			d.graphAttrs[key] = a.value
			return err
		})
	}
	return d.unknown(key)
}

func (d *document) unknown(key string) error {
	return d.s.at(d.s.key, "unknown key %q", key)
}

// sameAttr returns an error if an attribute of the graph has different values in two dictionaries.
func (d *document) sameAttr(at int, before string, a graphAttr) error {
	if a.value == before {
		return nil
	}
	return d.s.at(at, "%q is %s here, but %s in another dictionary of the graph", a.key, a.value, before)
}

func (d *document) ref(what string) (ref, error) {
	d.s.space()
	off := d.s.pos
	n, err := d.s.number(what)
	return ref{n, off}, err
}

// refs reads a list of indices.
func (d *document) refs(what, each string, to *[]ref) error {
	return d.s.array(what, func(int) error {
		r, err := d.ref(each)
		*to = append(*to, r)
		return err
	})
}

// list reads a list of entries.
func (d *document) list(what string, to *[]entry) error {
	return d.s.array(what, func(int) error {
		e, err := d.entry()
		*to = append(*to, e)
		return err
	})
}

// entry reads [node, index, version]. Old graphs omit the version.
func (d *document) entry() (entry, error) {
	e := entry{version: unsaid}
	count := 0
	err := d.s.array("[node, index, version]", func(i int) (err error) {
		count++
		switch i {
		case 0:
			e.ref, err = d.ref("a node's id")
		case 1:
			e.index, err = d.s.number("the index of a value")
		case 2:
			e.version, err = d.s.number("a version")
		default:
			err = d.s.at(d.s.pos, "expected [node, index, version], but got more than three numbers")
		}
		return err
	})
	if err == nil && count < 2 {
		err = d.s.at(d.s.pos, "expected [node, index, version], but got %d of these numbers", count)
	}
	return e, err
}

// node reads a node, in the current or an older form.
func (d *document) node() error {
	d.s.space()
	n := node{off: d.s.pos}
	var op, name, inputs bool
	err := d.s.object("a node: '{'", func(key string) (err error) {
		switch key {
		case "op":
			var kind string
			kind, err = d.s.str("an operator's name")
			n.op, op = d.kinds.of(kind), true
		case "name":
			n.name, err = d.s.str("a node's name")
			name = true
		case "attrs", "attr", "param":
			err = d.readDict(&n.dict)
		case "inputs":
			n.inputs.from = int32(len(d.entries))
			err = d.list("a list of inputs: '['", &d.entries)
			n.inputs.to = int32(len(d.entries))
			inputs = true
		case "control_deps":
			n.after.from = int32(len(d.deps))
			err = d.refs("a list of node ids: '['", "a node's id", &d.deps)
			n.after.to = int32(len(d.deps))
		case "backward_source_id":
			// MXNet writes the index of the node whose gradient this node computes.
			d.s.space()
			if strings.HasPrefix(d.s.text[d.s.pos:], "-1") {
				d.s.pos += len("-1") // none
				break
			}
			src := source{owner: int32(len(d.nodes))}
			src.ref, err = d.ref("a node's id")
			d.sources = append(d.sources, src)
		default:
			err = d.unknown(key)
		}
		return err
	})
	d.nodes = append(d.nodes, n)
	for _, need := range []struct {
		key  string
		have bool
	}{{"op", op}, {"name", name}, {"inputs", inputs}} {
		if err == nil && !need.have {
			err = d.s.at(n.off, "the node has no %q", need.key)
		}
	}
	return err
}

// readDict reads {key: string, …}. Several dictionaries of a node may repeat a key if its value is
// the same.
func (d *document) readDict(to *span) error {
	if to.from == to.to {
		to.from, to.to = int32(len(d.pairs)), int32(len(d.pairs))
	}
	have := map[string]string{}
	for _, p := range d.pairs[to.from:to.to] {
		have[p.key] = p.value
	}
	err := d.s.object("a dictionary: '{'", func(key string) error {
		d.s.space()
		off := d.s.pos
		v, err := d.s.str("a string")
		before, known := have[key]
		switch {
		case err != nil:
			return err
		case key == "":
			// A step with an empty key would be printed as an index, so the path must end before
			// this key.
			d.s.path = d.s.path[:len(d.s.path)-1]
			return d.s.at(d.s.key, "a key of a dictionary must not be empty")
		case !known:
			d.pairs = append(d.pairs, pair{key, v, off})
		case before != v:
			return d.s.at(off, "%q is %q here, but %q in another dictionary of the node", key, v, before)
		}
		return nil
	})
	to.to = int32(len(d.pairs))
	return err
}
