package nnvm

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// facts has the lists that a graph's attributes can contain: the type, the memory block and the
// device of each value.
type facts struct {
	values  []*ir.Value
	pools   []int64 // blocks in the program's plan; nil if there is no plan
	storage []int64 // blocks in a plan for the order of the graph; nil if there is no plan
	devices []int64 // nil if no device is named; outside of JSONAttr, also nil if there is no plan
}

// factsOf collects the facts of a function.
func factsOf(f fn.Func, x *index.Entries) facts {
	t := facts{values: x.Values, pools: poolsOf(f, x)}
	if t.pools != nil {
		t.storage, t.devices = storageOf(x, t.pools), devicesOf(f, x)
	}
	return t
}

// said returns the element for value i in the list of attribute a: its shape, element type, block
// or device type. An element type that is unknown or has no code is -1.
func (t facts) said(a *graphAttr, i int) element {
	shape, elem := nnvm.Parts(t.values[i].Type())
	switch a.key {
	case "shape":
		return element{numbers: openAsZero(shape)}
	case "dtype":
		return element{numbers: []int64{int64(nnvm.CodeOf(elem))}}
	case "dltype":
		return element{text: cmp.Or(nnvm.ElemName(elem), "-1")}
	case "storage_id":
		return element{numbers: t.storage[i : i+1]}
	}
	return element{numbers: t.devices[i : i+1]}
}

// has reports whether the program has the facts for the attribute with this key.
func (t facts) has(key string) bool {
	switch key {
	case "shape", "dtype", "dltype":
		return true
	case "storage_id":
		return t.storage != nil
	case "device_index":
		return t.devices != nil
	}
	return false
}

// poolsOf returns the block of each value in the function's memory plan. Variables have -1, and so
// do assignments, which use the block of their variable. If the plan does not cover all operations,
// the list is nil.
func poolsOf(f fn.Func, x *index.Entries) []int64 {
	if f.Op.Discardable(nnvm.PoolBytesAttr).IsNil() {
		return nil
	}
	ids := slices.Repeat([]int64{-1}, len(x.Values))
	for n, node := range x.Nodes {
		if node.Op == nil || ir.Is[nnvm.Assign](node.Op) {
			continue
		}
		pools, _ := node.Op.Discardable(nnvm.PoolAttr).Ints()
		if len(pools) != node.Op.NumResults() {
			return nil
		}
		copy(ids[x.Start[n]:], pools)
	}
	return ids
}

// storageOf adapts the program's memory plan to a graph, whose nodes run in the order of
// index.Entries. If a value's block still holds another live value in this order, the value gets a
// new block. Each variable has its own block, after all others. An assignment has the block of its
// variable.
func storageOf(x *index.Entries, pools []int64) []int64 {
	ids, last := slices.Clone(pools), make([]int32, len(pools)) // last: the last reader of each value
	for n := range x.Nodes {
		for _, e := range x.Reads(int32(n)) {
			last[x.Start[e.Node]+e.Index] = int32(n)
		}
	}
	for _, e := range x.Outputs {
		last[x.Start[e.Node]+e.Index] = int32(len(x.Nodes))
	}
	next := slices.Max(append([]int64{-1}, pools...)) + 1
	holds := make(map[int64]int32, next) // the value in a block
	for n, node := range x.Nodes {
		for v := x.Start[n]; v < x.Start[n+1] && node.Op != nil; v++ {
			held, used := holds[ids[v]]
			switch {
			case ids[v] < 0:
				continue
			case used && (last[held] > int32(n) || x.Start[n] <= held):
				ids[v] = next
				next++
			}
			holds[ids[v]] = v
		}
	}
	for _, n := range x.Args {
		ids[x.Start[n]] = next
		next++
	}
	for n, node := range x.Nodes {
		if node.Op != nil && ir.Is[nnvm.Assign](node.Op) {
			ids[x.Start[n]] = ids[x.Start[x.Reads(int32(n))[0].Node]]
		}
	}
	return ids
}

const (
	processor = 1
	cuda      = 2
)

// devicesOf returns the device type of each value, as a DLPack number. If no device is named, the
// list is nil.
func devicesOf(f fn.Func, x *index.Entries) []int64 {
	types, named := make([]int64, len(x.Values)), false
	for i, v := range x.Values {
		var name string
		if op := v.Def(); op != nil {
			name, _ = cluster.DeviceOf(op)
		} else if d := f.ArgAttrs(v.Index()); d != nil {
			name, _ = d.Get(nnvm.DeviceAttr).Str()
		}
		named = named || name != ""
		types[i] = processor
		if backend, _, _ := strings.Cut(name, "."); backend == "cuda" {
			types[i] = cuda
		}
	}
	if !named {
		return nil
	}
	return types
}

// withPlan appends the lists that TVM's graph runtime reads and attrs lacks, if the function has a
// memory plan.
func (t facts) withPlan(attrs []graphAttr) []graphAttr {
	if t.storage == nil {
		return attrs
	}
	have := map[string]bool{}
	for _, a := range attrs {
		have[a.key] = true
	}
	for _, key := range []string{"device_index", "dltype", "shape", "storage_id"} {
		if !have[key] && t.has(key) {
			attrs = append(attrs, graphAttr{pair: pair{key: key}, tag: listTags[key]})
		}
	}
	return attrs
}

// plan stores the blocks of results from a list of storage ids, and the sizes of the blocks. If a
// type is unknown or a result has no block, it stores nothing.
func (d *loader) plan(list []element) {
	sizes := []int64{}
	pools := make([][]int32, len(d.nodes))
	at := 0
	for n, op := range d.ops {
		if op == nil {
			at++
			continue
		}
		for v := range op.Results() {
			id := list[at].numbers[0]
			shape, known := v.Type().Shape()
			count, err := tensor.CheckShape(v.Type().Kind(), shape)
			if at++; id < 0 || id >= int64(len(list)) || !known || err != nil {
				return
			}
			bytes := int64(count) * int64(v.Type().Kind().Size())
			for int64(len(sizes)) <= id {
				sizes = append(sizes, 0)
			}
			sizes[id] = max(sizes[id], bytes)
			pools[n] = append(pools[n], int32(id))
		}
	}
	for n, op := range d.ops {
		if op != nil {
			op.SetDiscardable(nnvm.PoolAttr, ir.NewDenseI32(pools[n]...))
		}
	}
	d.f.Op.SetDiscardable(nnvm.PoolBytesAttr, ir.NewDenseI64(sizes...))
}

// JSONAttr returns the value of a graph's attribute as JSON, like NNVM's json_attr. The lists
// shape, dtype and dltype are computed, with an element for each value in the order of
// index.Entries. So is storage_id if the program has a memory plan, and device_index if the program
// names devices. Other attributes come from the imported graph.
func JSONAttr(f fn.Func, name string) (string, error) {
	x := index.EntriesOf(f.Entry())
	attrs, err := exporter{f: f, x: x}.attrs()
	if err != nil {
		return "", err
	}
	t := factsOf(f, x)
	t.devices = devicesOf(f, x)
	a := graphAttr{pair: pair{key: name}, tag: listTags[name]}
	if t.has(name) {
		list := make([]element, len(x.Values))
		for i := range list {
			list[i] = t.said(&a, i)
		}
		var text strings.Builder
		w := newLayout(&text)
		a.list(&w, list)
		w.out.Flush()
		return text.String(), nil
	}
	for _, have := range attrs {
		if have.key == name {
			return valueOf(have.value), nil
		}
	}
	err = ir.Errorf(f.Op, "has no graph attribute '%s'", name)
	switch name {
	case "storage_id":
		return "", ir.Errorf(f.Op, "has no memory plan that covers all operations").WithHelp("run plan-pools first")
	case "device_index":
		return "", ir.Errorf(f.Op, "has no operation with a device").WithHelp("run place-device first")
	}
	return "", err
}

// valueOf returns the value in ["type", value].
func valueOf(text string) string {
	_, value, _ := strings.Cut(text, ",")
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "]"))
}
