// Package correctlayout infers the layouts of tensors and inserts transforms where an operator
// needs a different layout.
package correctlayout

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `find the layouts of tensors, and insert transforms

The attribute nnvm.layout has the layout of an argument. Each operator determines the layouts of
its results from those of its operands. An operand of unknown layout gets the layout that its
reader needs. The layouts are recorded in nnvm.layouts: a second run with other layouts of
the arguments keeps the recorded layouts and inserts transforms.`

// Pass returns correct-layout.
func Pass() passes.Pass {
	p := passes.On("correct-layout", doc, func(r *passes.Run, f fn.Func) error {
		if f.IsDeclaration() {
			return nil
		}
		n, err := Func(f)
		r.Count("transforms", n)
		return err
	})
	p.Provides = []string{layouts().Name}
	return p
}

// corrector has the layout of each value.
type corrector struct {
	f      fn.Func
	b      *ir.Builder
	now    map[*ir.Value]nnvm.Layout
	before map[*ir.Value]nnvm.Layout // layouts from the previous run of the pass
	types  map[*ir.Value]ir.Type     // types in the layouts of the previous run, if they were replaced
	made   map[need]*ir.Value        // transforms of this run
	writes map[*ir.Value]int         // number of assignments to each variable so far
	names  nnvm.Names
	count  int
	around nnvm.Layouts // the layouts of the current operation; the slices are reused
}

// need is a value and the layout in which an operation needs it. If the value is a variable,
// changes is the number of assignments to it before the operation. Transforms from before an
// assignment are not reused after it.
type need struct {
	v       *ir.Value
	changes int
	layout  nnvm.Layout
}

// Func corrects the layouts of f and returns the number of transforms that it inserted. It fails on
// invalid layouts, and if an operator does not accept the layouts of its operands. After an error,
// f may have some of the transforms.
func Func(f fn.Func) (int, error) { return correct(f, false, map[*ir.Value]ir.Type{}) }

// correct is like [Func]. If "results" is true, the results of the function also keep the layouts
// of the previous run. For values whose types were replaced, types has the types of the previous
// run.
func correct(f fn.Func, results bool, types map[*ir.Value]ir.Type) (int, error) {
	c := &corrector{f: f, b: ir.NewBuilder(f.Op.Registry()), now: map[*ir.Value]nnvm.Layout{}, before: map[*ir.Value]nnvm.Layout{},
		types: types, made: map[need]*ir.Value{}, writes: map[*ir.Value]int{}, names: nnvm.NamesIn(f)}
	if err := c.read(); err != nil {
		return 0, err
	}
	end := f.Entry().Last()
	for op := f.Entry().First(); op != nil && op != end; op = op.Next() {
		if err := c.operation(op); err != nil {
			return c.count, err
		}
	}
	if results || !ir.Is[fn.Return](end) {
		if err := c.restore(end, end); err != nil {
			return c.count, err
		}
	}
	for _, b := range f.Body().Blocks[1:] {
		if err := c.inside(end, b); err != nil {
			return c.count, err
		}
	}
	f.Retype()
	c.write()
	return c.count, nil
}

// inside restores the layouts of operands in b, which is not the entry block of the function.
func (c *corrector) inside(before *ir.Op, b *ir.Block) (err error) {
	for op := range b.Ops() {
		op.Walk(func(o *ir.Op) bool {
			if err == nil {
				err = c.restore(before, o)
			}
			return err == nil
		})
	}
	return err
}

// restore transforms the operands of op to the layouts of the previous run. It inserts the
// transforms before the operation "before".
func (c *corrector) restore(before, op *ir.Op) error {
	for i, v := range op.OperandList() {
		have, need := c.now[v], c.before[v]
		if have == "" || need == "" || have == need {
			continue
		}
		w, err := c.transform(before, v, have, need)
		if err != nil {
			return err
		}
		op.SetOperandAt(i, w)
	}
	return nil
}

// read reads the layouts that attributes contain: the current layouts of the arguments, and the
// layouts that the previous run of the pass found.
func (c *corrector) read() error {
	for i, a := range c.f.Entry().Args() {
		d := c.f.ArgAttrs(i)
		if d == nil {
			continue
		}
		l, err := layoutIn(c.f.Op, d.Get(nnvm.LayoutAttr))
		if err != nil {
			return err
		}
		was, err := layoutIn(c.f.Op, d.Get(nnvm.FoundAttr))
		if err != nil {
			return err
		}
		c.now[a], c.before[a] = l, was
	}
	for op := range c.f.Entry().Ops() {
		list, ok := ir.AttrAs[*ir.ArrayAttr](op.Discardable(nnvm.LayoutsAttr))
		if !ok {
			continue
		}
		for i, a := range list.Elems {
			l, err := layoutIn(op, a)
			if err != nil {
				return err
			}
			if i < op.NumResults() {
				c.before[op.ResultAt(i)] = l
			}
		}
	}
	return nil
}

func layoutIn(op *ir.Op, a ir.Attr) (nnvm.Layout, error) {
	text, _ := a.Str()
	l, err := nnvm.ParseLayout(text)
	if err != nil {
		return "", ir.Errorf(op, "%v", err)
	}
	return l, nil
}

// operation determines the layouts of op's operands and results.
func (c *corrector) operation(op *ir.Op) error {
	l := &c.around
	l.Op, l.In, l.Last, l.Out = op, l.In[:0], l.Last[:0], l.Out[:0]
	for v := range op.Operands() {
		l.In, l.Last = append(l.In, c.now[v]), append(l.Last, c.before[v])
	}
	for v := range op.Results() {
		l.Out = append(l.Out, c.before[v])
	}
	if rule, ok := ir.Cast[nnvm.LayoutCorrector](op); ok {
		if err := rule.CorrectLayouts(l); err != nil {
			return err
		}
	} else {
		c.keep(l)
	}
	if err := c.operands(l); err != nil {
		return err
	}
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			if err := c.inside(op, b); err != nil {
				return err
			}
		}
	}
	c.results(l)
	effects, _ := op.Effects()
	for _, e := range effects {
		if e.Kind == ir.Write && e.Value != nil {
			c.writes[e.Value]++
		}
	}
	return nil
}

// operands transforms the operands of an operation to the layouts that it needs.
func (c *corrector) operands(l *nnvm.Layouts) error {
	for i, v := range l.Op.OperandList() {
		switch have, need := c.now[v], l.In[i]; {
		case have == need || need == "":
		case have == "":
			c.now[v] = need
		default:
			w, err := c.transform(l.Op, v, have, need)
			if err != nil {
				return err
			}
			l.Op.SetOperandAt(i, w)
		}
	}
	return nil
}

// results records the layouts of an operation's results.
func (c *corrector) results(l *nnvm.Layouts) {
	for i, out := range l.Out {
		v := l.Op.ResultAt(i)
		if out == "" {
			out = c.before[v]
		}
		if was := c.before[v]; was != "" && was != out {
			if c.types[v].IsNil() {
				c.types[v] = v.Type()
			}
			v.SetType(nnvm.Unknown().WithElem(v.Type().Elem())) // its shape is for another layout
		}
		c.now[v] = out
	}
}

// keep is for operators without a rule for layouts. Their operands keep the layouts of the previous
// run.
func (c *corrector) keep(l *nnvm.Layouts) {
	for i, was := range l.Last {
		if was != "" {
			l.In[i] = was
		}
	}
}

// transform inserts a transform of v before op, or returns an earlier transform.
func (c *corrector) transform(op *ir.Op, v *ir.Value, from, to nnvm.Layout) (*ir.Value, error) {
	if !from.Convertible(to) {
		return nil, ir.Errorf(op, "needs layout '%s', but '%s' cannot be transformed to it", to, from)
	}
	key := need{v, c.writes[v], to}
	if w := c.made[key]; w != nil {
		return w, nil
	}
	c.b.Before(op)
	w := nnvm.Make[nnvm.LayoutTransform](c.b, []*ir.Value{v},
		ir.NamedAttr{Name: "src_layout", Attr: ir.NewString(string(from))}, ir.NamedAttr{Name: "dst_layout", Attr: ir.NewString(string(to))})
	nnvm.SetName(w.Def(), c.names.Unused(nnvm.NameOf(v)+"_"+string(to)))
	c.made[key] = w
	w.SetType(nnvm.Unknown().WithElem(v.Type().Elem()))
	if t := c.types[v]; !t.IsNil() && to == c.before[v] {
		w.SetType(t)
	} else if shape, ok := v.Type().Shape(); ok {
		if out, err := nnvm.ConvertShape(shape, from, to); err == nil {
			w.SetType(ir.Tensor(v.Type().Elem(), out...))
		}
	}
	c.now[w] = to
	c.count++
	return w, nil
}

func (c *corrector) write() {
	args := make([]ir.Attr, c.f.Entry().NumArgs())
	for i, a := range c.f.Entry().Args() {
		var es []ir.NamedAttr
		if d := c.f.ArgAttrs(i); d != nil {
			for _, e := range d.Entries {
				if e.Name != nnvm.LayoutAttr && e.Name != nnvm.FoundAttr {
					es = append(es, e)
				}
			}
		}
		if l := c.now[a]; l != "" {
			es = append(es, ir.NamedAttr{Name: nnvm.LayoutAttr, Attr: ir.NewString(string(l))},
				ir.NamedAttr{Name: nnvm.FoundAttr, Attr: ir.NewString(string(l))})
		}
		args[i] = ir.NewDict(es...)
	}
	c.f.SetArgAttrs(args)
	alone := map[nnvm.Layout]ir.Attr{} // attributes for lists of one layout, created once
	for op := range c.f.Entry().Ops() {
		switch op.NumResults() {
		case 0:
		case 1:
			l := c.now[op.ResultAt(0)]
			a, ok := alone[l]
			if !ok {
				a = ir.NewArray(ir.NewString(l.String()))
				alone[l] = a
			}
			op.SetDiscardable(nnvm.LayoutsAttr, a)
		default:
			var out []ir.Attr
			for v := range op.Results() {
				out = append(out, ir.NewString(c.now[v].String()))
			}
			op.SetDiscardable(nnvm.LayoutsAttr, ir.NewArray(out...))
		}
	}
}
