package sparsenn

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// isTable reports whether an operation with this name is a table lookup.
func isTable(kind string) bool {
	switch kind {
	case "nn.sparse_lengths_sum", "nn.sparse_lengths_weighted_sum", "nn.rowwise_sparse_lengths_weighted_sum",
		"nn.fused_rowwise_sparse_lengths_sum", "nn.fused_rowwise_sparse_lengths_weighted_sum",
		"nn.embedding_bag", "nn.embedding_bag_byte_rowwise":
		return true
	}
	return false
}

func (d *divider) find() {
	d.of = make([]*unit, d.g.Len())
	for _, v := range d.f.Order {
		if isTable(d.g.Kind(v)) {
			d.add(v)
		}
	}
	for _, u := range d.units {
		d.takeProducers(u)
	}
	for _, u := range d.units {
		slices.Sort(u.nodes)
		u.frontier = d.frontier(u)
		for _, v := range u.nodes {
			if !isTable(d.g.Kind(v)) {
				continue
			}
			u.bytes += d.tableBytes(v)
			if d.o.ByTime {
				u.cost += d.f.Model.Run(d.g, v, d.g.Device[v])
			} else {
				u.cost++
			}
		}
	}
}

// tableBytes returns the size of the constants and static arguments ([placement.Input].Static)
// that v reads.
func (d *divider) tableBytes(v int32) (bytes int64) {
	t := placement.NewTally(d.g)
	t.Add(v)
	return t.Constants
}

// add builds a unit from a table and the operations after it. If one of these operations already
// belongs to another unit, the two units are merged.
func (d *divider) add(table int32) {
	u := &unit{}
	d.units = append(d.units, u)
	d.put(u, table)
	single := d.single(table)
	for i := 0; i < len(u.nodes); i++ {
		for _, next := range d.g.Succs(u.nodes[i]) {
			if d.of[next] == u || !d.absorbed(next, single) {
				continue
			}
			if other := d.of[next]; other != nil {
				d.merge(u, other)
				continue
			}
			d.put(u, next)
		}
	}
}

func (d *divider) put(u *unit, v int32) {
	d.of[v] = u
	u.nodes = append(u.nodes, v)
}

func (d *divider) merge(u, other *unit) {
	for _, v := range other.nodes {
		d.put(u, v)
	}
	d.units = slices.DeleteFunc(d.units, func(x *unit) bool { return x == other })
}

// single reports whether a table lookup returns the sum of a single bag. A bag is a list of rows
// that are added, such as the features of one user.
func (d *divider) single(table int32) bool {
	shape, ok := d.g.Type(d.g.Values(table)[0]).Shape()
	return ok && len(shape) > 0 && shape[0] == 1
}

// pairings lists the values that the option named "pair" accepts.
func pairings() []string { return []string{"Concat", "LayerNorm", "Tanh", "Tile"} }

// checkPairs fails if the option named "pair" lists an unknown value, or a value twice.
func checkPairs(names []string) error {
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			return diag.Errorf(diag.Span{}, "the option pair lists '%s' twice", n).WithHelp("list it once")
		}
		if slices.Contains(pairings(), n) {
			continue
		}
		err := diag.Errorf(diag.Span{}, "the option pair lists '%s', which is none of %s", n, strings.Join(pairings(), ", "))
		err.DidYouMean("", n, slices.Values(pairings()))
		return err
	}
	return nil
}

// absorbed reports whether v is placed with the tables before it.
func (d *divider) absorbed(v int32, single bool) bool {
	pairs := func(name string) bool { return slices.Contains(d.o.Pair, name) }
	switch d.g.Kind(v) {
	case "nn.clip":
		return true
	case "nn.layer_norm":
		return pairs("LayerNorm")
	case "nn.tile":
		return pairs("Tile") && single
	case "nn.tanh":
		return pairs("Tanh")
	case "nn.concat":
		return pairs("Concat") && d.tanhs(v)
	}
	return false
}

// tanhs reports whether a concat reads only results of tanh, or only tanh reads the concat.
func (d *divider) tanhs(v int32) bool {
	tanh := func(u int32) bool { return d.g.Kind(u) == "nn.tanh" }
	all := func(list []int32) bool {
		return len(list) > 0 && !slices.ContainsFunc(list, func(u int32) bool { return !tanh(u) })
	}
	return all(d.g.Preds(v)) || all(d.g.Succs(v))
}

// takeProducers adds to a unit the operations that only its nodes read.
func (d *divider) takeProducers(u *unit) {
	for i := 0; i < len(u.nodes); i++ {
		for _, p := range d.g.Preds(u.nodes[i]) {
			mine := d.of[p] == nil && d.g.NodeReturns(p) == 0 &&
				!slices.ContainsFunc(d.g.Succs(p), func(s int32) bool { return d.of[s] != u })
			if mine {
				d.put(u, p)
			}
		}
	}
}

// frontier returns the values of a unit that nodes outside the unit read.
func (d *divider) frontier(u *unit) (values []int32) {
	for _, v := range u.nodes {
		for _, value := range d.g.Values(v) {
			if slices.ContainsFunc(d.g.Users(value), func(r int32) bool { return d.of[r] != u }) {
				values = append(values, value)
			}
		}
	}
	return values
}
