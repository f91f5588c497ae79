package onednn

import (
	"context"
	"encoding/json"
	"math"
	"strconv"

	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir/diag"
)

// document is a graph as parsed from the text.
type document struct {
	ctx  context.Context // the reader stops when the context is done
	src  *diag.Source
	root *node
	// header has the top-level entries that are strings.
	header []header
	ops    []operation
	inputs []port
	// outputs is nil if the text has no "output_ports".
	outputs []port
}

type header struct{ key, value string }

type port struct {
	at *node
	id int64
}

// operation is an entry of the list "graph".
type operation struct {
	at, kindAt      *node
	id              int64
	name, kind      string
	attrs           []attribute
	inputs, outputs []tensorEntry
}

// attribute has a string, bool, int64, float64, []int64 or []float64 as its value.
type attribute struct {
	at         *node
	name, kind string
	value      any
}

// tensorEntry is a logical tensor. A nil shape means that the rank is unknown.
type tensorEntry struct {
	at    *node
	dtype string
	shape []int64
	onednngraph.Tensor
}

// unknown is how benchdnn writes an unknown extent or stride.
const unknown = math.MinInt64

// want returns the error that n is not the expected kind of value.
func (d *document) want(n *node, what string) error {
	return n.errorf(d.src, "expected %s, but found %s", what, n.kind())
}

// fields calls f for each entry of an object. It returns an error if a required key is missing.
func (d *document) fields(n *node, what string, required []string, f func(key string, v *node) error) error {
	entries, ok := n.value.(object)
	if !ok {
		return d.want(n, what)
	}
	have := map[string]bool{}
	for _, e := range entries {
		have[e.key] = true
		if err := f(e.key, e); err != nil {
			return err
		}
	}
	for _, key := range required {
		if !have[key] {
			return n.errorf(d.src, "%s has no %q", what, key)
		}
	}
	return nil
}

// list calls f for each element of a list.
func (d *document) list(n *node, what string, f func(v *node) error) error {
	vs, ok := n.value.([]*node)
	if !ok {
		return d.want(n, what)
	}
	for _, v := range vs {
		if err := f(v); err != nil {
			return err
		}
	}
	return nil
}

func (d *document) text(n *node) (string, error) {
	s, ok := n.value.(string)
	if !ok {
		return "", d.want(n, "a string")
	}
	return s, nil
}

func (d *document) integer(n *node) (int64, error) {
	v, ok := n.integer()
	if !ok {
		return 0, d.want(n, "an integer of 64 bits")
	}
	return v, nil
}

// number returns the value of a number, rounded to f32.
func (d *document) number(n *node) (float64, error) {
	if num, ok := n.value.(json.Number); ok {
		if v, err := strconv.ParseFloat(num.String(), 32); err == nil {
			return v, nil
		}
	}
	return 0, d.want(n, "a number in the range of f32")
}

func (d *document) integers(n *node) ([]int64, error) {
	out := []int64{}
	err := d.list(n, "a list of integers", func(v *node) error {
		i, err := d.integer(v)
		out = append(out, i)
		return err
	})
	return out, err
}

func read(ctx context.Context, src *diag.Source) (*document, error) {
	d := &document{ctx: ctx, src: src}
	root, err := parseJSON(ctx, src)
	if err != nil {
		return nil, err
	}
	d.root = root
	return d, d.fields(root, "a graph", []string{"graph"}, d.top)
}

func (d *document) top(key string, v *node) error {
	switch key {
	case "graph":
		return d.list(v, "a list of operations", d.operation)
	case "input_ports":
		return d.ports(v, &d.inputs)
	case "output_ports":
		return d.ports(v, &d.outputs)
	case "version", "engine_kind", "fpmath_mode", "fpmath_mode_apply_to_int":
		s, err := d.text(v)
		d.header = append(d.header, header{key, s})
		return err
	}
	return v.errorf(d.src, "a graph has no key %q", key)
}

func (d *document) ports(n *node, to *[]port) error {
	*to = []port{}
	return d.list(n, "a list of ids", func(v *node) error {
		id, err := d.integer(v)
		*to = append(*to, port{v, id})
		return err
	})
}

func (d *document) operation(n *node) error {
	if err := d.ctx.Err(); err != nil {
		return err
	}
	o := operation{at: n}
	err := d.fields(n, "an operation", []string{"id", "kind", "inputs", "outputs"}, func(key string, v *node) (err error) {
		switch key {
		case "id":
			o.id, err = d.integer(v)
		case "name":
			o.name, err = d.text(v)
		case "kind":
			o.kindAt = v
			o.kind, err = d.text(v)
		case "attrs":
			err = d.fields(v, "an object of attributes", nil, func(key string, v *node) error { return d.attribute(&o, key, v) })
		case "inputs":
			err = d.list(v, "a list of tensors", func(v *node) error { return d.tensor(&o.inputs, v) })
		case "outputs":
			err = d.list(v, "a list of tensors", func(v *node) error { return d.tensor(&o.outputs, v) })
		default:
			err = v.errorf(d.src, "an operation has no key %q", key)
		}
		return err
	})
	d.ops = append(d.ops, o)
	return err
}

// attribute reads {"type": …, "value": …}.
func (d *document) attribute(o *operation, name string, n *node) error {
	a := attribute{at: n, name: name}
	var value *node
	err := d.fields(n, "an attribute", []string{"type", "value"}, func(key string, v *node) (err error) {
		switch key {
		case "type":
			a.kind, err = d.text(v)
		case "value":
			value = v
		default:
			err = v.errorf(d.src, "an attribute has no key %q", key)
		}
		return err
	})
	if err != nil {
		return err
	}
	switch a.kind {
	case "string":
		a.value, err = d.text(value)
	case "bool":
		a.value, err = d.boolean(value)
	case "s64":
		a.value, err = d.integer(value)
	case "f32":
		a.value, err = d.number(value)
	case "s64[]":
		a.value, err = d.integers(value)
	case "f32[]":
		a.value, err = d.numbers(value)
	default:
		err = n.errorf(d.src, "%q is not a type of attributes: the types are string, bool, s64, f32, s64[] and f32[]", a.kind)
	}
	o.attrs = append(o.attrs, a)
	return err
}

func (d *document) boolean(n *node) (bool, error) {
	if b, ok := n.value.(bool); ok {
		return b, nil
	}
	if i, ok := n.integer(); ok && (i == 0 || i == 1) {
		return i == 1, nil
	}
	return false, d.want(n, "0, 1, true or false")
}

func (d *document) numbers(n *node) ([]float64, error) {
	out := []float64{}
	err := d.list(n, "a list of numbers", func(v *node) error {
		f, err := d.number(v)
		out = append(out, f)
		return err
	})
	return out, err
}

func (d *document) tensor(to *[]tensorEntry, n *node) error {
	t := tensorEntry{at: n, Tensor: onednngraph.Tensor{Layout: onednngraph.Strided, Property: onednngraph.Undefined}}
	var stride *node
	err := d.fields(n, "a logical tensor", []string{"id", "dtype", "shape"}, func(key string, v *node) (err error) {
		switch key {
		case "id":
			t.ID, err = d.integer(v)
		case "dtype":
			t.dtype, err = d.text(v)
		case "shape":
			t.shape, err = d.integers(v)
		case "stride":
			stride = v
			t.Strides, err = d.integers(v)
		case "layout_type":
			t.Layout, err = d.text(v)
		case "property_type":
			t.Property, err = d.text(v)
		case "layout_id":
			t.Handle, err = d.integer(v)
		default:
			err = v.errorf(d.src, "a logical tensor has no key %q", key)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(t.shape) == 1 && t.shape[0] == unknown && t.Layout != onednngraph.Strided {
		t.shape = nil
	}
	// A tensor without a strided layout, or with the strides [unknown], has no known strides.
	if len(t.Strides) == 1 && t.Strides[0] == unknown || t.Layout != onednngraph.Strided {
		t.Strides = nil
	}
	if t.Strides != nil && t.shape != nil && len(t.Strides) != len(t.shape) {
		return stride.errorf(d.src, "the tensor has %d strides, but rank %d", len(t.Strides), len(t.shape))
	}
	*to = append(*to, t)
	return nil
}
