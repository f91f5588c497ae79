// Package onednn reads and writes graphs of oneDNN Graph in the JSON format of oneDNN's dumps and
// of benchdnn's input files.
package onednn

import (
	"context"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Import reads a graph as a verified module with the function @main. The arguments of @main are the
// tensors that no operation produces: first those in "input_ports", then the others in the order of
// their first use. The results are the tensors in "output_ports" or, if the text has no
// "output_ports", the tensors that End or no operation reads. Errors in the text have a location.
//
// A tensor has the type that its producer specifies, and an argument the type that its last reader
// specifies.
func Import(ctx context.Context, reg *ir.Registry, src *diag.Source) (ir.Module, error) {
	if ctx == nil || reg == nil || src == nil {
		return ir.Module{}, diag.Errorf(diag.Span{}, "reading a graph needs a context, a registry and a source, but got nil")
	}
	d, err := read(ctx, src)
	if err != nil {
		return ir.Module{}, err
	}
	m := ir.NewModule(reg)
	b := ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	l := &loader{
		document: d, b: b, places: &ir.LocTable{Source: src}, values: map[int64]*ir.Value{}, producer: map[int64]int{},
	}
	if err := l.load(); err != nil {
		return ir.Module{}, err
	}
	id := uint32(0)
	m.Op.Walk(func(op *ir.Op) bool {
		op.SetID(id)
		id++
		return true
	})
	if err := ctx.Err(); err != nil {
		return ir.Module{}, err
	}
	return m, ir.Verify(m.Op)
}

// loader builds the function of a document.
type loader struct {
	*document
	b        *ir.Builder
	f        fn.Func
	places   *ir.LocTable
	values   map[int64]*ir.Value
	producer map[int64]int // by tensor: the index of the operation that produces it
	uses     map[int64]int
}

func (l *loader) load() error {
	if err := l.link(); err != nil {
		return err
	}
	order, err := l.order()
	if err != nil {
		return err
	}
	if err := l.signature(order); err != nil {
		return err
	}
	l.b.AtEnd(l.f.Entry())
	for _, i := range order {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		if err := l.build(&l.ops[i]); err != nil {
			return err
		}
	}
	results, err := l.results(order)
	if err != nil {
		return err
	}
	l.b.Loc = l.places.At(l.root.off)
	ret := fn.NewReturn(l.b, results...)
	l.f.SetFunctionType(l.f.FunctionType().Inputs, ret.Op.OperandTypes())
	return nil
}

// link finds the producer of each tensor and checks that ids are unique.
func (l *loader) link() error {
	first := map[int64]*node{}
	l.uses = map[int64]int{}
	for i := range l.ops {
		o := &l.ops[i]
		if at := first[o.id]; at != nil {
			d := o.at.errorf(l.src, "another operation also has the id %d", o.id)
			return d.Note(diag.Span{Src: l.src, Start: at.off, End: at.off + 1}, "the other operation is here")
		}
		first[o.id] = o.at
		for _, t := range o.outputs {
			if p, ok := l.producer[t.ID]; ok {
				return t.at.errorf(l.src, "operations %d and %d both produce tensor %d", l.ops[p].id, o.id, t.ID)
			}
			l.producer[t.ID] = i
		}
		for _, t := range o.inputs {
			l.uses[t.ID]++
		}
	}
	return l.agree()
}

// agree returns an error if the text gives a tensor two element types.
func (l *loader) agree() error {
	dtypes := map[int64]*tensorEntry{}
	for i := range l.ops {
		for _, list := range [][]tensorEntry{l.ops[i].inputs, l.ops[i].outputs} {
			for k := range list {
				t := &list[k]
				if have := dtypes[t.ID]; have != nil && have.dtype != t.dtype {
					d := t.at.errorf(l.src, "tensor %d is %s here, but %s elsewhere", t.ID, t.dtype, have.dtype)
					return d.Note(diag.Span{Src: l.src, Start: have.at.off, End: have.at.off + 1}, "the other mention is here")
				}
				dtypes[t.ID] = t
			}
		}
	}
	return nil
}

// order returns operations in the order of the text, except that producers come before readers.
func (l *loader) order() ([]int, error) {
	const (
		fresh = iota
		open
		done
	)
	state := make([]uint8, len(l.ops))
	next := make([]int, len(l.ops))
	var order, stack []int
	for root := range l.ops {
		if state[root] != fresh {
			continue
		}
		stack = append(stack[:0], root)
		state[root] = open
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			if next[i] == len(l.ops[i].inputs) {
				state[i] = done
				order = append(order, i)
				stack = stack[:len(stack)-1]
				continue
			}
			t := l.ops[i].inputs[next[i]]
			next[i]++
			p, made := l.producer[t.ID]
			switch {
			case !made || state[p] == done:
			case state[p] == open:
				return nil, l.cycle(stack, p, t)
			default:
				state[p] = open
				stack = append(stack, p)
			}
		}
	}
	return order, nil
}

// cycle returns the error about a cycle: the operations in stack from p on. Each reads a result of
// the next one. The last one reads t, a result of p.
func (l *loader) cycle(stack []int, p int, t tensorEntry) error {
	var names []string
	for _, i := range stack[slices.Index(stack, p):] {
		names = append(names, l.ops[i].label())
	}
	slices.Reverse(names)
	return t.at.errorf(l.src, "the graph has a cycle: %s; the first operation reads a result of the last one", strings.Join(names, " → "))
}

func (o *operation) label() string { return o.kind + " " + itoa(o.id) }

// signature creates the function with its arguments.
func (l *loader) signature(order []int) error {
	mentions, ids := map[int64]tensorEntry{}, []int64{}
	for _, i := range order {
		for _, t := range l.ops[i].inputs {
			if _, made := l.producer[t.ID]; made {
				continue
			}
			have, seen := mentions[t.ID]
			if !seen {
				ids = append(ids, t.ID)
			} else if t.Property == onednngraph.Undefined {
				t.Property = have.Property
			}
			mentions[t.ID] = t
		}
	}
	var args []int64
	listed := map[int64]bool{}
	list := func(id int64) { // in some graphs of oneDNN, "input_ports" has a tensor several times
		if !listed[id] {
			listed[id] = true
			args = append(args, id)
		}
	}
	for _, p := range l.inputs {
		if _, ok := mentions[p.id]; !ok {
			return p.at.errorf(l.src, "tensor %d is not an input: %s", p.id, l.whyNoInput(p.id))
		}
		list(p.id)
	}
	for _, id := range ids {
		list(id)
	}
	var types []ir.Type
	var dicts []ir.Attr
	for _, id := range args {
		t, err := l.typeOf(mentions[id])
		if err != nil {
			return err
		}
		types = append(types, t)
		tensor := mentions[id].Tensor
		tensor.Strides = given(tensor.Strides, mentions[id].shape)
		dicts = append(dicts, ir.NewDict(ir.NamedAttr{Name: onednngraph.TensorAttr, Attr: tensor.Attr()}))
	}
	l.b.Loc = l.places.At(l.root.off)
	l.f = fn.New(l.b, "main", types, nil)
	l.f.SetArgAttrs(dicts)
	l.f.Op.SetDiscardable(onednngraph.GraphAttr, l.graphAttr())
	for i, id := range args {
		l.values[id] = l.f.Entry().Arg(i)
	}
	return nil
}

func (l *loader) whyNoInput(id int64) string {
	if p, made := l.producer[id]; made {
		return "operation " + l.ops[p].label() + " produces it"
	}
	return "no operation reads it"
}

// graphAttr returns the header, and the ports in the order of the text.
func (l *loader) graphAttr() ir.Attr {
	var es []ir.NamedAttr
	for _, h := range l.header {
		es = append(es, ir.NamedAttr{Name: h.key, Attr: ir.NewString(h.value)})
	}
	add := func(name string, ports []port) {
		if ports == nil {
			return
		}
		ids := make([]int64, len(ports))
		for i, p := range ports {
			ids[i] = p.id
		}
		es = append(es, ir.NamedAttr{Name: name, Attr: ir.NewDenseI64(ids...)})
	}
	add("input_ports", l.document.inputs)
	add("output_ports", l.outputs)
	return ir.NewDict(es...)
}

// typeOf returns the type of a logical tensor.
func (l *loader) typeOf(t tensorEntry) (ir.Type, error) {
	elem, ok := onednngraph.ElemOf(t.dtype)
	if !ok {
		return ir.Type{}, t.at.errorf(l.src, "tensor %d has the element type %q, which is not known", t.ID, t.dtype)
	}
	if t.shape == nil {
		return ir.NewType(&ir.UnrankedTensorType{Elem: elem}), nil
	}
	shape := slices.Clone(t.shape)
	for _, n := range shape {
		if n < 0 && n != unknown {
			return ir.Type{}, t.at.errorf(l.src, "tensor %d has a negative extent: %d", t.ID, n)
		}
	}
	return ir.Tensor(elem, shape...), nil // oneDNN and ir use the same number for an unknown extent
}

// given returns strides, or nil if the layout is row-major.
func given(strides, shape []int64) []int64 {
	if slices.Equal(strides, rowMajor(shape)) {
		return nil
	}
	return strides
}

// rowMajor returns the row-major strides of a shape, or nil if an extent is unknown.
func rowMajor(shape []int64) []int64 {
	strides, n := make([]int64, len(shape)), int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = n
		if shape[i] == unknown {
			return nil
		}
		n *= max(shape[i], 1)
	}
	return strides
}

// results returns the values that the graph returns.
func (l *loader) results(order []int) ([]*ir.Value, error) {
	var out []*ir.Value
	if l.outputs != nil {
		for _, p := range l.outputs {
			v := l.values[p.id]
			if _, made := l.producer[p.id]; !made || v == nil {
				return nil, p.at.errorf(l.src, "tensor %d is not an output: no operation produces it", p.id)
			}
			out = append(out, v)
		}
		return out, nil
	}
	for _, i := range order {
		for _, t := range l.ops[i].outputs {
			if l.uses[t.ID] == 0 || l.ended(t.ID) {
				out = append(out, l.values[t.ID])
			}
		}
	}
	return out, nil
}

// ended reports whether an operation End reads the tensor.
func (l *loader) ended(id int64) bool {
	for u := range l.values[id].Uses() {
		if ir.Is[onednngraph.End](u.Owner()) {
			return true
		}
	}
	return false
}
