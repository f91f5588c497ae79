package placement

import "slices"

// window finds the clusters on paths between the clusters of a set (members). A forward search
// finds the clusters that members reach and that are before the last member in c.order. A backward
// search finds the clusters that reach members and that are after the first member. Both results
// contain all clusters on paths from member to member, so the search that ends first is sufficient.
type window struct {
	c        *Contraction
	run      int32
	fwd, bwd []int32 // per cluster: the value of run when the search last visited it
}

func newWindow(c *Contraction) *window {
	n := len(c.device)
	return &window{c: c, fwd: make([]int32, n), bwd: make([]int32, n)}
}

// between returns the clusters outside the set that the faster search visited. forward reports
// whether this was the forward search.
func (w *window) between(set []int32) (met []int32, forward bool) {
	w.run++
	for _, v := range set {
		w.fwd[v], w.bwd[v] = w.run, w.run
	}
	first, last := slices.MinFunc(set, w.c.byOrder), slices.MaxFunc(set, w.c.byOrder)
	down, up := slices.Clone(set), slices.Clone(set)
	for i, j, costDown, costUp := 0, 0, 0, 0; ; {
		if costDown <= costUp {
			if i == len(down) {
				return down[len(set):], true
			}
			next := w.c.Succs(down[i])
			for _, s := range next {
				if w.fwd[s] != w.run && w.c.order.less(s, last) {
					w.fwd[s] = w.run
					down = append(down, s)
				}
			}
			i++
			costDown += len(next) + 1
			continue
		}
		if j == len(up) {
			return up[len(set):], false
		}
		next := w.c.Preds(up[j])
		for _, p := range next {
			if w.bwd[p] != w.run && w.c.order.less(first, p) {
				w.bwd[p] = w.run
				up = append(up, p)
			}
		}
		j++
		costUp += len(next) + 1
	}
}

// contract merges a convex set of clusters into one cluster. It first moves the clusters that the
// forward search found behind the last member, or the clusters that the backward search found
// before the first member.
func (w *window) contract(set []int32) {
	met, forward := w.between(set)
	var at int32
	if forward {
		at = slices.MaxFunc(set, w.c.byOrder)
		w.c.moveBehind(at, met)
	} else {
		at = slices.MinFunc(set, w.c.byOrder)
		w.c.moveAhead(at, met)
	}
	for _, v := range set {
		if v != at {
			w.c.join(v, at, at)
		}
	}
}
