package collector

import "slices"

// model is a graph with further data of the reference file.
type model struct {
	Graph
	parameters []int32 // in the model's order, like results and sinks
	results    []int32
	sinks      []int32
}

// order returns a depth-first topological order. It visits parameters, then sinks, then results,
// each from last to first, and the inputs of a node from first to last. Part numbers follow this
// order.
func (g *model) order() []int32 {
	done := make([]bool, len(g.Nodes))
	order := make([]int32, 0, len(g.Nodes))
	type frame struct{ node, input int32 }
	var path []frame
	visit := func(v int32) {
		if !done[v] {
			done[v] = true
			path = append(path, frame{v, 0})
		}
	}
	for _, list := range [][]int32{g.parameters, g.sinks, g.results} {
		for i := len(list) - 1; i >= 0; i-- {
			visit(list[i])
			for len(path) > 0 {
				top := &path[len(path)-1]
				if inputs := g.Nodes[top.node].Inputs; int(top.input) < len(inputs) {
					top.input++
					visit(inputs[top.input-1])
					continue
				}
				order = append(order, top.node)
				path = path[:len(path)-1]
			}
		}
	}
	return order
}

// parts lists the parts of a division in an order in which they can run. Each round runs
// all parts whose inputs are available, in order of their ids. A part that has only constants is
// left out, since every part that reads a constant has a copy. ok is false if parts wait for each
// other.
func (g *model) parts(order, ids []int32) (parts [][]int32, ok bool) {
	members := map[int32][]int32{}
	var waiting []int32
	for _, v := range order {
		if members[ids[v]] == nil {
			waiting = append(waiting, ids[v])
		}
		members[ids[v]] = append(members[ids[v]], v)
	}
	slices.Sort(waiting)
	ready := map[int32]bool{}
	for len(waiting) > 0 {
		var left, now []int32
		for _, id := range waiting {
			if g.waits(members[id], ids, ready) {
				left = append(left, id)
				continue
			}
			now = append(now, id)
		}
		if len(now) == 0 {
			return parts, false
		}
		for _, id := range now {
			ready[id] = true
			if !g.constants(members[id]) {
				parts = append(parts, members[id])
			}
		}
		waiting = left
	}
	return parts, true
}

// waits reports whether a part needs another part that has not run.
func (g *model) waits(part, ids []int32, ready map[int32]bool) bool {
	for _, v := range part {
		for _, s := range g.Nodes[v].Inputs {
			if ids[s] != ids[v] && !ready[ids[s]] && g.Nodes[s].Kind != Constant {
				return true
			}
		}
	}
	return false
}

func (g *model) constants(part []int32) bool {
	for _, v := range part {
		if g.Nodes[v].Kind != Constant {
			return false
		}
	}
	return true
}

// port is an input or output of a part, by index.
type port struct{ Part, Index int }

// links describes how parts are connected. It has the ports of the model's inputs and outputs. For
// each other input port of a part, it has the output port that the input reads.
type links struct {
	Inputs, Outputs []port
	From            map[port]port
}

// link connects parts. The model's parameters and results come first among the ports of their
// parts, in the model's order. Then follow the ports for values that other parts read, in order of
// the first reader. Each such value has one output, and one input in each part that reads it.
// Constants are cloned, not linked.
func (g *model) link(order []int32, parts [][]int32) links {
	part := make([]int, len(g.Nodes))
	ins, outs := make([]int, len(parts)), make([]int, len(parts))
	for i, p := range parts {
		for _, v := range p {
			part[v] = i
		}
	}
	l := links{From: map[port]port{}}
	for _, v := range g.parameters {
		l.Inputs = append(l.Inputs, take(part[v], ins))
	}
	for _, v := range g.results {
		l.Outputs = append(l.Outputs, take(part[v], outs))
	}
	readers := make([][]int, len(g.Nodes))
	var made []int32 // values that other parts read, in the order of the first reader
	for _, v := range order {
		for _, s := range g.Nodes[v].Inputs {
			if part[s] == part[v] || g.Nodes[s].Kind == Constant {
				continue
			}
			if readers[s] == nil {
				made = append(made, s)
			}
			if !slices.Contains(readers[s], part[v]) {
				readers[s] = append(readers[s], part[v])
			}
		}
	}
	for _, s := range made {
		from := take(part[s], outs)
		for _, p := range readers[s] {
			l.From[take(p, ins)] = from
		}
	}
	return l
}

func take(part int, next []int) port {
	next[part]++
	return port{part, next[part] - 1}
}
