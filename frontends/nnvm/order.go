package nnvm

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/pages"
)

// walk is a traversal that orders nodes after their dependencies: inputs, control dependencies and,
// for variables that change, earlier reads and writes.
type walk struct {
	*document
	ctx      context.Context // the traversal stops when the context is done
	versions map[int32][]ref
	state    []visit
	stack    []frame
	out      []int32
}

type visit uint8

const (
	unseen visit = iota
	open
	done
)

// frame is a node whose dependencies are being visited, with the index of the next dependency.
type frame struct{ node, next int32 }

// order returns the nodes that the graph's results need, each after its dependencies. A cycle is an
// error, even if no result needs it.
func (d *document) order(reg *ir.Registry) ([]int32, error) {
	versions, err := d.waits(reg)
	if err != nil {
		return nil, err
	}
	w := &walk{document: d, ctx: d.s.ctx, versions: versions, state: make([]visit, len(d.nodes)), out: make([]int32, 0, len(d.nodes))}
	for _, h := range d.heads {
		if err := w.from(h.node); err != nil {
			return nil, err
		}
	}
	needed := w.out
	for n := range int32(len(d.nodes)) {
		if err := w.from(n); err != nil {
			return nil, err
		}
	}
	return needed, nil
}

// indexed reports whether the nodes that the graph's results need are in the order of NNVM's
// IndexedGraph. This order is depth first and ignores changes of variables.
func (d *document) indexed() bool {
	w := &walk{document: d, ctx: context.Background(), state: make([]visit, len(d.nodes))}
	for _, h := range d.heads {
		if w.from(h.node) != nil {
			return false
		}
	}
	return slices.IsSorted(w.out)
}

// from(n) visits node n and its dependencies.
func (w *walk) from(n int32) error {
	if w.state[n] != unseen {
		return nil
	}
	w.state[n] = open
	w.stack = pages.Push(w.stack, frame{n, 0})
	for len(w.stack) > 0 {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		f := &w.stack[len(w.stack)-1]
		need, ok := w.need(f.node, int(f.next))
		if !ok {
			w.state[f.node] = done
			w.out = append(w.out, f.node)
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		f.next++
		switch w.state[need.node] {
		case unseen:
			w.state[need.node] = open
			w.stack = pages.Push(w.stack, frame{need.node, 0})
		case open:
			return w.cycle(need)
		}
	}
	return nil
}

// need returns dependency i of node n, or false if n has no more dependencies.
func (w *walk) need(n int32, i int) (ref, bool) {
	at := &w.nodes[n]
	in, after, more := w.inputs(at), w.after(at), w.versions[n]
	switch {
	case i < len(in):
		return in[i].ref, true
	case i < len(in)+len(after):
		return after[i-len(in)], true
	case i < len(in)+len(after)+len(more):
		return more[i-len(in)-len(after)], true
	}
	return ref{}, false
}

// cycle returns an error that shows the cycle that the dependency "need" closes.
func (w *walk) cycle(need ref) error {
	first := len(w.stack) - 1
	for w.stack[first].node != need.node {
		first--
	}
	var names []string
	for i, f := range w.stack[first:] {
		if len(names) == 8 && first+i < len(w.stack)-1 {
			names = append(names, "…")
			break
		}
		names = append(names, strconv.Quote(w.nodes[f.node].name))
	}
	back := "itself"
	if len(names) > 1 {
		back = names[0]
	}
	last := w.stack[len(w.stack)-1].node
	return w.wrong(need.off, []step{{key: "nodes"}, {i: int(last)}},
		"the graph has a cycle: %s needs %s", strings.Join(names, " needs "), back)
}
