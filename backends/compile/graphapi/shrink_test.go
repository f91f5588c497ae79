package graphapi_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/onednn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// shrunk loads a graph and reduces its extents until size(f) is at most the given number. It halves
// one or several extents at a time, as long as the operations accept the shapes. ok is false if
// size(f) stays larger.
func shrunk(t *testing.T, path string, most float64) (f fn.Func, ok bool) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	f = load(t, path)
	for size(f) > most {
		next, smaller := f, text
		for _, change := range changes(text) {
			candidate := change.apply(t, text)
			m, err := onednn.Import(t.Context(), reg, diag.NewSource(path, candidate))
			if err != nil {
				continue
			}
			g, _ := ir.As[fn.Func](m.Body().First())
			if size(g) < size(f) && unevaluable(g) == "" {
				next, smaller = g, candidate
				break
			}
		}
		if next == f {
			return f, false
		}
		f, text = next, smaller
	}
	return f, true
}

// change maps extents to smaller extents. The key keepGroups means that the attribute "groups" does
// not change.
type change map[int64]int64

const keepGroups = 0

// changes returns the changes to try: of one extent, the largest first, then of two, of three, and
// of all extents, and then the same changes with keepGroups.
func changes(text []byte) (list []change) {
	seen := map[int64]bool{}
	tensors(decode(text), func(tensor map[string]any) {
		for _, e := range numbers(tensor["shape"]) {
			if e > 1 {
				seen[e] = true
			}
		}
	})
	extents := slices.Sorted(maps.Keys(seen))
	slices.Reverse(extents)
	all := change{}
	for _, e := range extents {
		list = append(list, change{e: (e + 1) / 2})
		all[e] = (e + 1) / 2
	}
	for i, e := range extents {
		for _, d := range extents[i+1:] {
			list = append(list, change{e: (e + 1) / 2, d: (d + 1) / 2})
		}
	}
	for i, e := range extents {
		for k, d := range extents[i+1:] {
			for _, c := range extents[i+1:][k+1:] {
				list = append(list, change{e: (e + 1) / 2, d: (d + 1) / 2, c: (c + 1) / 2})
			}
		}
	}
	list = append(list, all)
	for _, c := range list {
		same := maps.Clone(c)
		same[keepGroups] = 1
		list = append(list, same)
	}
	return list
}

// apply changes the extents of all tensors, the shapes in attributes, and the lengths of lists of
// scales and zero points.
func (c change) apply(t *testing.T, text []byte) []byte {
	t.Helper()
	doc := decode(text)
	tensors(doc, func(tensor map[string]any) {
		shape := c.list(tensor["shape"])
		tensor["shape"] = shape
		if strides, _ := tensor["stride"].([]any); len(strides) == len(shape) {
			next := int64(1)
			for i := len(shape) - 1; i >= 0; i-- {
				strides[i] = next
				next *= max(shape[i].(int64), 1)
			}
		}
	})
	for _, op := range doc["graph"].([]any) {
		attrs, _ := op.(map[string]any)["attrs"].(map[string]any)
		for name, a := range attrs {
			attr := a.(map[string]any)
			values, ok := attr["value"].([]any)
			to, listed := c[int64(len(values))]
			switch groups, scalar := attr["value"].(json.Number); {
			case name == "groups" && scalar:
				if c[keepGroups] > 0 {
					continue
				}
				attr["value"] = c.list([]any{groups})[0]
			case !ok:
			case listed && (name == "scales" || name == "zps"):
				attr["value"] = values[:to]
			case slices.Contains([]string{"shape", "dst_shape", "src_shape", "weights_shape", "output_shape", "sizes", "group_shape"}, name):
				attr["value"] = c.list(values)
			}
		}
	}
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// list returns the numbers in v, with changed extents.
func (c change) list(v any) []any {
	var out []any
	for _, n := range numbers(v) {
		if to, ok := c[n]; ok && n != keepGroups {
			n = to
		}
		out = append(out, n)
	}
	if out == nil {
		return []any{}
	}
	return out
}

// decode parses a JSON document; numbers become json.Number.
func decode(text []byte) map[string]any {
	var doc map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		panic(err)
	}
	return doc
}

func numbers(v any) (out []int64) {
	list, _ := v.([]any)
	for _, n := range list {
		switch n := n.(type) {
		case int64:
			out = append(out, n)
		case json.Number:
			if x, err := n.Int64(); err == nil {
				out = append(out, x)
			}
		}
	}
	return out
}

// tensors calls a function for each logical tensor of a document.
func tensors(v any, visit func(map[string]any)) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			tensors(e, visit)
		}
	case map[string]any:
		if _, ok := v["dtype"]; ok {
			visit(v)
			return
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			tensors(v[k], visit)
		}
	}
}
