package nnvm

import (
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
)

// order returns the nodes that the heads need, each behind what it needs: its inputs,
// its control dependencies, and, where variables change, what must have read or written
// one before. It fails on a cycle.
func (d *document) order(reg *ir.Registry) ([]int32, error) {
	versions, err := d.versions(reg)
	if err != nil {
		return nil, err
	}
	const unseen, open, done = 0, 1, 2
	state := make([]uint8, len(d.nodes))
	type frame struct{ node, next int32 }
	var stack []frame
	var out []int32
	for _, h := range d.heads {
		if state[h.node] == unseen {
			stack = append(stack, frame{h.node, 0})
			state[h.node] = open
		}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			need, ok := d.need(f.node, int(f.next), versions)
			if !ok {
				state[f.node] = done
				out = append(out, f.node)
				stack = stack[:len(stack)-1]
				continue
			}
			f.next++
			switch state[need.node] {
			case unseen:
				state[need.node] = open
				stack = append(stack, frame{need.node, 0})
			case open:
				var cycle []int32
				for i := len(stack) - 1; i >= 0; i-- {
					cycle = append(cycle, stack[i].node)
					if stack[i].node == need.node {
						break
					}
				}
				return nil, d.cycle(need.off, cycle)
			}
		}
	}
	return out, nil
}

// need returns what node n needs as number i.
func (d *document) need(n int32, i int, versions map[int32][]ref) (ref, bool) {
	at := &d.nodes[n]
	if i < len(at.inputs) {
		return at.inputs[i].ref, true
	}
	i -= len(at.inputs)
	if i < len(at.after) {
		return at.after[i], true
	}
	i -= len(at.after)
	if more := versions[n]; i < len(more) {
		return more[i], true
	}
	return ref{}, false
}

// cycle is the error about a cycle, listed from a node back to itself.
func (d *document) cycle(off int, nodes []int32) error {
	var names []string
	for i := len(nodes) - 1; i >= 0; i-- {
		if len(names) == 8 && i > 0 {
			names = append(names, "…")
			break
		}
		names = append(names, strconv.Quote(d.nodes[nodes[i]].name))
	}
	d.s.path = []step{{key: "nodes"}, {i: int(nodes[0])}}
	return d.s.at(off, "the graph has a cycle: %s needs itself", strings.Join(names, " needs "))
}

// access is a node that reads or writes a variable.
type access struct {
	node int32
	off  int
}

// versions returns, by node, what it must run behind because variables change: a read
// behind the write of its version, a write behind the reads of the version before, or
// behind the write of it where nobody reads it.
func (d *document) versions(reg *ir.Registry) (map[int32][]ref, error) {
	// A write carries the version that it makes, so that what changes shows.
	changes := map[int32]bool{}
	for i := range d.nodes {
		for _, e := range d.nodes[i].inputs {
			if e.version > 0 {
				changes[e.node] = true
			}
		}
	}
	if len(changes) == 0 {
		return nil, nil
	}
	live := d.reached()
	writes, reads := map[entry]access{}, map[entry][]access{}
	var keys []entry // of all reads, in order
	for i := range d.nodes {
		for k, e := range d.nodes[i].inputs {
			if !live[i] || !changes[e.node] {
				continue
			}
			key := entry{ref: ref{node: e.node}, version: e.version}
			if !mutates(reg, d.nodes[i].op, k) {
				reads[key] = append(reads[key], access{int32(i), e.off})
				keys = append(keys, key)
				continue
			}
			if !d.nodes[e.node].variable() {
				return nil, d.s.at(e.off, "node %q changes %q, which is no variable", d.nodes[i].name, d.nodes[e.node].name)
			}
			if _, twice := writes[key]; twice {
				return nil, d.s.at(e.off, "version %d of %q is made twice", e.version, d.nodes[e.node].name)
			}
			writes[key] = access{int32(i), e.off}
		}
	}
	return d.waits(keys, writes, reads)
}

func (d *document) waits(keys []entry, writes map[entry]access, reads map[entry][]access) (map[int32][]ref, error) {
	after := map[int32][]ref{}
	wait := func(n int32, on access) {
		if n != on.node {
			after[n] = append(after[n], ref{on.node, on.off})
		}
	}
	done := map[entry]bool{}
	for _, key := range keys {
		if done[key] {
			continue
		}
		done[key] = true
		w, made := writes[key]
		if !made && key.version > 0 {
			return nil, d.s.at(reads[key][0].off, "version %d of %q is read, but nothing makes it", key.version, d.nodes[key.node].name)
		}
		for _, r := range reads[key] {
			if made {
				wait(r.node, w)
			}
		}
	}
	for i := range d.nodes {
		for _, e := range d.nodes[i].inputs {
			key := entry{ref: ref{node: e.node}, version: e.version}
			if w, ok := writes[key]; !ok || w.node != int32(i) {
				continue
			}
			key.version--
			for _, r := range reads[key] {
				wait(int32(i), r)
			}
			if w, ok := writes[key]; ok && len(reads[key]) == 0 {
				wait(int32(i), w)
			}
		}
	}
	return after, nil
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
		for _, e := range n.inputs {
			mark(e.node)
		}
		for _, r := range n.after {
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
