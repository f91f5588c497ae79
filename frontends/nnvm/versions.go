package nnvm

import (
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
)

// state is what a variable holds between two changes.
type state struct{ variable, version int32 }

// access is a node that reads or writes a state, and where it says so.
type access struct {
	ref
	input int
}

// history is who reads and who makes the states of the variables that change.
type history struct {
	*document
	reads  map[state][]access
	writes map[state]access
	keys   []state // of all reads and writes, in order
}

// waits returns, by node, what it must run behind because variables change: a read behind
// the write of its version, a write behind the reads of the version before, or behind the
// write of it where nobody reads it.
func (d *document) waits(reg *ir.Registry) (map[int32][]ref, error) {
	// A write carries the version that it makes, so that what changes shows.
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
		if last, ok := h.writes[before]; ok && len(h.reads[before]) == 0 {
			after[w.node] = append(after[w.node], last.ref)
		}
	}
	return after, nil
}

// collect notes the accesses of the nodes that heads need to the variables that change.
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
			key, a := state{e.node, e.version}, access{ref{int32(i), e.off}, k}
			if len(h.reads[key]) == 0 && h.writes[key] == (access{}) {
				h.keys = append(h.keys, key)
			}
			if !mutates(reg, n.op, k) {
				h.reads[key] = append(h.reads[key], a)
				continue
			}
			if _, twice := h.writes[key]; twice {
				return h.wrong(e.off, a.path(), "version %d of %q is made twice", e.version, h.nodes[e.node].name)
			}
			h.writes[key] = a
		}
	}
	return nil
}

func (a access) path() []step {
	return []step{{key: "nodes"}, {i: int(a.node)}, {key: "inputs"}, {i: a.input}}
}

// check tests whether every version that is read, made or returned follows from one that
// is made.
func (h *history) check() error {
	made := func(key state) bool {
		_, ok := h.writes[key]
		return ok || key.version == 0
	}
	for _, key := range h.keys {
		name := h.nodes[key.variable].name
		if w, ok := h.writes[key]; ok && key.version > 0 && !made(state{key.variable, key.version - 1}) {
			return h.wrong(w.off, w.path(), "version %d of %q is made, but nothing makes version %d", key.version, name, key.version-1)
		}
		if r := h.reads[key]; len(r) > 0 && !made(key) {
			return h.wrong(r[0].off, r[0].path(), "version %d of %q is read, but nothing makes it", key.version, name)
		}
	}
	for i, e := range h.heads {
		if !made(state{e.node, e.version}) {
			return h.wrong(e.off, []step{{key: "heads"}, {i: i}}, "version %d of %q is a result, but nothing makes it", e.version, h.nodes[e.node].name)
		}
	}
	return nil
}

// reached marks the nodes that heads need.
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

// mutates reports whether an operator changes its operand k.
func mutates(reg *ir.Registry, op string, k int) bool {
	def := reg.Op("nnvm." + op)
	if def == nil {
		return false
	}
	switch def.Zero().(type) {
	case nnvm.Assign:
		return k == 0
	case nnvm.BatchNorm:
		return k == 3 || k == 4
	}
	return false
}
