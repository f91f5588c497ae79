package nnvm

import "fmt"

// check checks the properties of the document that do not depend on operators.
func (d *document) check() error {
	for _, test := range []func() error{d.checkNodes, d.checkSources, d.checkHeads, d.checkArgs, d.checkStarts} {
		if err := test(); err != nil {
			return err
		}
	}
	return nil
}

// wrong returns an error about the element at the given path, with the byte offset "off".
func (d *document) wrong(off int, path []step, format string, args ...any) error {
	d.s.path = path
	return d.s.at(off, format, args...)
}

// checkRef checks that the node of r exists. The path of r is list[i] or, if inner is not "",
// list[i].inner[k].
func (d *document) checkRef(r ref, list string, i int, inner string, k int) error {
	if int(r.node) < len(d.nodes) {
		return nil
	}
	path := []step{{key: list}, {i: i}}
	if inner != "" {
		path = append(path, step{key: inner}, step{i: k})
	}
	return d.wrong(r.off, path, "there is no node %d: the graph has %s", r.node, many(len(d.nodes), "node"))
}

// many formats a count with a noun, such as "1 node" or "2 nodes".
func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (d *document) checkNodes() error {
	for i := range d.nodes {
		n := &d.nodes[i]
		for k, e := range d.inputs(n) {
			if err := d.checkRef(e.ref, "nodes", i, "inputs", k); err != nil {
				return err
			}
			if e.version > 0 && !d.nodes[e.node].variable() {
				return d.wrong(e.off, []step{{key: "nodes"}, {i: i}, {key: "inputs"}, {i: k}},
					"node %d, %q, is not a variable and has no version %d", e.node, d.nodes[e.node].name, e.version)
			}
		}
		for k, r := range d.after(n) {
			if err := d.checkRef(r, "nodes", i, "control_deps", k); err != nil {
				return err
			}
		}
		if !n.variable() {
			continue
		}
		if n.inputs.from < n.inputs.to {
			return d.wrong(n.off, nodePath(int32(i)), "the variable %q has inputs", n.name)
		}
		if n.after.from < n.after.to {
			return d.wrong(n.off, nodePath(int32(i)), "the variable %q has control dependencies", n.name)
		}
	}
	return d.checkNames()
}

// checkNames checks that node names are unique. NNVM requires unique names but does not check them.
func (d *document) checkNames() error {
	first, second, twice := twins(len(d.nodes), func(i int) string { return d.nodes[i].name })
	if !twice {
		return nil
	}
	n, what := &d.nodes[second], "nodes"
	if n.variable() && d.nodes[first].variable() {
		what = "variables"
	}
	return d.wrong(n.off, nodePath(int32(second)), "the %s %d and %d have the same name, %q", what, first, second, n.name)
}

// checkSources checks that the node of each backward_source_id exists.
func (d *document) checkSources() error {
	for _, src := range d.sources {
		if int(src.node) >= len(d.nodes) {
			return d.wrong(src.off, append(nodePath(src.owner), step{key: "backward_source_id"}), "there is no node %d: the graph has %s", src.node, many(len(d.nodes), "node"))
		}
	}
	return nil
}

func (d *document) checkHeads() error {
	for i, e := range d.heads {
		if err := d.checkRef(e.ref, "heads", i, "", 0); err != nil {
			return err
		}
		if n := &d.nodes[e.node]; e.version > 0 && !n.variable() {
			return d.wrong(e.off, []step{{key: "heads"}, {i: i}}, "node %d, %q, is not a variable and has no version %d", e.node, n.name, e.version)
		}
	}
	if len(d.heads) == 0 && len(d.nodes) > 0 {
		return d.wrong(d.s.pos, []step{{key: "heads"}}, "the graph has %s, but no result", many(len(d.nodes), "node"))
	}
	return nil
}

// checkArgs checks that arg_nodes lists each variable once.
func (d *document) checkArgs() error {
	listed := make([]bool, len(d.nodes))
	for i, r := range d.args {
		if err := d.checkRef(r, "arg_nodes", i, "", 0); err != nil {
			return err
		}
		n, at := &d.nodes[r.node], []step{{key: "arg_nodes"}, {i: i}}
		if !n.variable() {
			return d.wrong(r.off, at, "node %d, %q, is not a variable", r.node, n.name)
		}
		if listed[r.node] {
			return d.wrong(r.off, at, "node %d, %q, appears twice", r.node, n.name)
		}
		listed[r.node] = true
	}
	for i := range d.nodes {
		if n := &d.nodes[i]; n.variable() && !listed[i] {
			return d.wrong(n.off, []step{{key: "nodes"}, {i: i}}, "the variable %q is not among the arg_nodes", n.name)
		}
	}
	return nil
}

// checkStarts checks node_row_ptr, which has the index of each node's first value and, at the end,
// the number of all values. The function checkCount checks the number of values of each node.
func (d *document) checkStarts() error {
	if d.starts == nil {
		return nil
	}
	at := func(i int) []step { return []step{{key: "node_row_ptr"}, {i: i}} }
	if len(d.starts) != len(d.nodes)+1 {
		off := d.s.pos
		if n := len(d.starts); n > 0 {
			off = d.starts[n-1].off
		}
		return d.wrong(off, at(len(d.starts))[:1], "%s here, but there must be %d for %s", many(len(d.starts), "number"), len(d.nodes)+1, many(len(d.nodes), "node"))
	}
	if first := d.starts[0]; first.node != 0 {
		return d.wrong(first.off, at(0), "the first number is %d, not 0", first.node)
	}
	for i, r := range d.starts[1:] {
		if r.node < d.starts[i].node {
			return d.wrong(r.off, at(i+1), "%d is less than the number before it, %d", r.node, d.starts[i].node)
		}
	}
	return nil
}

// checkCount checks node_row_ptr for a node with the given number of values.
func (d *document) checkCount(n int32, count int) error {
	if d.starts == nil {
		return nil
	}
	first, next := d.starts[n], d.starts[n+1]
	if int(next.node-first.node) == count {
		return nil
	}
	return d.wrong(next.off, []step{{key: "node_row_ptr"}, {i: int(n) + 1}},
		"node %d, %q, has %s, so expected %d here, but got %d", n, d.nodes[n].name, many(count, "value"), int(first.node)+count, next.node)
}
