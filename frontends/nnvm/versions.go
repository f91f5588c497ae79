package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
)

// state is the value of a variable between two changes.
type state struct{ variable, version int32 }

// access is a read or write of a state by an input of a node.
type access struct {
	ref
	input int // index among the node's inputs
}

// history records the readers and writers of the states of variables that change.
type history struct {
	*document
	reads  map[state][]access
	writes map[state]access
	keys   []state // the states that are read or written, in the order of the first access
}

// waits returns, for each node, the nodes after which it must run because variables change. A read
// runs after the write of its version. A write runs after the reads of the previous version or, if
// there are none, after the write of the previous version.
func (d *document) waits(reg *ir.Registry) (map[int32][]ref, error) {
	// A write has the version that it creates, so each variable that changes has a version above 0.
	changes := map[int32]bool{}
	for _, e := range d.entries {
		if e.version > 0 {
			changes[e.node] = true
		}
	}
	h := &history{document: d, reads: map[state][]access{}, writes: map[state]access{}}
	if len(changes) > 0 {
		if err := h.collect(reg, changes); err != nil {
			return nil, err
		}
	}
	if err := h.check(); err != nil || len(changes) == 0 {
		return nil, err
	}
	d.keep = h.results()
	after := map[int32][]ref{}
	for _, key := range h.keys {
		w, made := h.writes[key]
		if !made {
			continue
		}
		for _, r := range h.reads[key] {
			if r.node != w.node {
				after[r.node] = append(after[r.node], w.ref)
			}
		}
		before := state{key.variable, key.version - 1}
		for _, r := range h.reads[before] {
			if r.node != w.node {
				after[w.node] = append(after[w.node], r.ref)
			}
		}
		if last, ok := h.writes[before]; ok && last.node != w.node && len(h.reads[before]) == 0 {
			after[w.node] = append(after[w.node], last.ref)
		}
	}
	return after, nil
}

// collect records the reads and writes of variables that change, for the nodes that heads need.
func (h *history) collect(reg *ir.Registry, changes map[int32]bool) error {
	live := h.reached()
	for i := range h.nodes {
		n := &h.nodes[i]
		if !live[i] {
			continue
		}
		for k, e := range h.inputs(n) {
			if !changes[e.node] {
				continue
			}
			key, a := state{e.node, e.at()}, access{ref{int32(i), e.off}, k}
			if len(h.reads[key]) == 0 && h.writes[key] == (access{}) {
				h.keys = append(h.keys, key)
			}
			if !slices.Contains(mutated(reg.Op(prefix+h.operator(n))), k) {
				h.reads[key] = append(h.reads[key], a)
				continue
			}
			if key.version == 0 {
				return h.zero(e, a.node, k)
			}
			if _, twice := h.writes[key]; twice {
				return h.wrong(e.off, a.path(), "version %d of %q is written twice", e.version, h.nodes[e.node].name)
			}
			h.writes[key] = a
		}
	}
	return nil
}

func (a access) path() []step {
	return []step{{key: "nodes"}, {i: int(a.node)}, {key: "inputs"}, {i: a.input}}
}

// check returns an error if a node reads the version that it writes. It also returns an error if no
// node writes a version above 0 that is read or returned, or that a write replaces.
func (h *history) check() error {
	made := func(key state) bool {
		_, ok := h.writes[key]
		return ok || key.version == 0
	}
	for _, key := range h.keys {
		name := h.nodes[key.variable].name
		if w, ok := h.writes[key]; ok && key.version > 0 && !made(state{key.variable, key.version - 1}) {
			return h.wrong(w.off, w.path(), "version %d of %q is written, but no node writes version %d", key.version, name, key.version-1)
		}
		for _, r := range h.reads[key] {
			if !made(key) {
				return h.wrong(r.off, r.path(), "version %d of %q is read, but no node writes it", key.version, name)
			}
			if w, ok := h.writes[key]; ok && w.node == r.node {
				return h.wrong(r.off, r.path(), "version %d of %q is read by the node that writes it, %q, which can read only version %d", key.version, name, h.nodes[r.node].name, key.version-1)
			}
		}
	}
	for i, e := range h.heads {
		if !made(state{e.node, e.at()}) {
			return h.wrong(e.off, []step{{key: "heads"}, {i: i}}, "version %d of %q is a result, but no node writes it", e.version, h.nodes[e.node].name)
		}
	}
	return nil
}

// zero returns the error that node n changes a variable through input k, which has version 0. The
// input must have the version that the change creates.
func (d *document) zero(e entry, n int32, k int) error {
	return d.wrong(e.off, []step{{key: "nodes"}, {i: int(n)}, {key: "inputs"}, {i: k}},
		"node %q changes %q, so the version here must be the one that it writes, which is at least 1", d.nodes[n].name, d.nodes[e.node].name)
}

// noNode is used for version 0 of a variable, which no node writes.
const noNode = -1

// results lists the graph's results that are not the last version of their variable. The key is the
// node that writes the state, or noNode.
func (h *history) results() map[int32][]state {
	out := map[int32][]state{}
	seen := map[state]bool{}
	for _, e := range h.heads {
		key := state{e.node, e.at()}
		if _, changed := h.writes[state{key.variable, key.version + 1}]; !changed || seen[key] {
			continue
		}
		seen[key] = true
		maker := int32(noNode)
		if w, ok := h.writes[key]; ok {
			maker = w.node
		}
		out[maker] = append(out[maker], key)
	}
	return out
}

// reached marks the nodes that the graph's results need.
func (d *document) reached() []bool {
	live := make([]bool, len(d.nodes))
	var todo []int32
	mark := func(n int32) {
		if !live[n] {
			live[n] = true
			todo = append(todo, n)
		}
	}
	for _, h := range d.heads {
		mark(h.node)
	}
	for len(todo) > 0 {
		n := &d.nodes[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, e := range d.inputs(n) {
			mark(e.node)
		}
		for _, r := range d.after(n) {
			mark(r.node)
		}
	}
	return live
}

// mutated lists the operands through which an operator changes variables.
func mutated(def *ir.OpDef) []int {
	if def == nil {
		return nil
	}
	switch def.Zero().(type) {
	case nnvm.Assign:
		return []int{0}
	case nnvm.BatchNorm:
		return []int{3, 4}
	}
	return nil
}
