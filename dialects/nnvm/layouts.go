package nnvm

import (
	"github.com/lathe-ir/lathe/ir"
)

// Layouts holds the known layouts of an operation's operands and results. The pass correct-layout
// calls each operation's rule, from the function's arguments to its results. If the rule cannot use
// a layout in In, it replaces the layout, and the pass inserts a layout transform. The rule sets
// Out to the results' layouts.
type Layouts struct {
	Op *ir.Op
	// In are the current layouts of the operands. Last are their layouts in the previous run of the
	// pass. Before the rule runs, Out are the results' layouts in the previous run.
	In, Last, Out []Layout
}

// LayoutCorrector is an operation with a rule for layouts. Other operations keep the layouts of the
// previous run of the pass.
type LayoutCorrector interface{ CorrectLayouts(l *Layouts) error }

// stay requests the layout in Last for operand i, if it is known.
func (l *Layouts) stay(i int) {
	if l.Last[i] != "" {
		l.In[i] = l.Last[i]
	}
}

func (l *Layouts) stayAll() {
	for i := range l.In {
		l.stay(i)
	}
}

// out sets the layout of each result to "all", if that layout is known.
func (l *Layouts) out(all Layout) {
	for i := range l.Out {
		if all != "" {
			l.Out[i] = all
		}
	}
}

// keepLayout is the rule of operators that need one layout for all operands. This layout is the
// first known layout of an operand. If another operand cannot be converted to it, all operands get
// their layouts in Last.
func keepLayout(l *Layouts) error {
	var lead Layout
	for _, in := range l.In {
		if in != "" {
			lead = in
			break
		}
	}
	for i, in := range l.In {
		if in != "" && in != lead && !in.Convertible(lead) {
			return l.allLast(i, lead)
		}
	}
	for i := range l.In {
		if lead != "" {
			l.In[i] = lead
		}
	}
	l.out(lead)
	return nil
}

// allLast requests the layouts in Last for all operands. It fails if a layout in Last is unknown or
// differs from the others. The error names operand i, which cannot be converted to the layout lead.
func (l *Layouts) allLast(i int, lead Layout) error {
	last := l.Last[0]
	for _, m := range l.Last {
		if m == "" || m != last {
			return ir.Errorf(l.Op, "cannot combine layout '%s' with layout '%s' of operand #%d", lead, l.In[i], i)
		}
	}
	l.stayAll()
	l.out(last)
	return nil
}

// fixedLayout is the rule of operators whose operands and results keep the layouts of the previous
// run.
func fixedLayout(l *Layouts) error {
	l.stayAll()
	return nil
}

// denseLayout is the rule of operators whose operands keep the layouts in Last. The results get the
// layout of operand 0.
func denseLayout(l *Layouts) error {
	l.stayAll()
	l.out(l.In[0])
	return nil
}

func matmulLayout(l *Layouts) error {
	l.stayAll()
	a, b := l.In[0].axes(), l.In[1].axes()
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	if boolOf(l.Op, "transpose_a", false) {
		a = turned(a)
	}
	if boolOf(l.Op, "transpose_b", false) {
		b = turned(b)
	}
	l.Out[0] = layoutOf(append(a[:len(a)-1:len(a)-1], b[1:]...))
	return nil
}

func turned(as []axis) []axis {
	out := make([]axis, len(as))
	for i, a := range as {
		out[len(as)-1-i] = a
	}
	return out
}

func transposeLayout(l *Layouts) error {
	l.stayAll()
	as := l.In[0].axes()
	if len(as) == 0 {
		return nil
	}
	perm, err := permOf(l.Op, len(as))
	if err != nil {
		return err
	}
	out := make([]axis, len(as))
	for i, d := range perm {
		out[i] = as[d]
	}
	l.Out[0] = layoutOf(out)
	return nil
}

// batchNormLayout accepts blocks of channels as the last dimension, but no other blocks.
func batchNormLayout(l *Layouts) error {
	axis := intOf(l.Op, "axis", 1)
	data := l.In[0]
	if data != "" && !normal(data, axis) {
		if l.Last[0] == "" {
			return ir.Errorf(l.Op, "does not support layout '%s' along axis %d", data, axis)
		}
		data = l.Last[0]
		l.In[0] = data
	}
	channels := Layout("C")
	if f := data.factor('C'); f > 0 {
		channels = channels.split('C', 1, f)
	}
	for i := 1; i < len(l.In); i++ {
		l.In[i] = channels
	}
	l.Out[0], l.Out[1], l.Out[2] = data, channels, channels
	return nil
}

// normal reports whether batch_norm along axis supports the layout of its data.
func normal(data Layout, axis int64) bool {
	as := data.axes()
	for i, a := range as {
		if a.factor > 0 && (a.primal() != 'C' || i != len(as)-1) {
			return false
		}
	}
	if data.factor('C') > 0 {
		// A negative axis is invalid here: it counts from the end, where the blocks are.
		return data.index('C') == int(axis)
	}
	at, ok := axisOf(axis, len(as))
	return ok && data.index('C') == at
}

// convLayout requests the layouts that are given in the operator's attributes.
func convLayout(l *Layouts) error {
	c := convOf(l.Op)
	if err := c.check(l.Op); err != nil {
		return err
	}
	l.In[0], l.In[1], l.Out[0] = c.data, c.kernel, c.out
	if len(l.In) > 2 {
		l.In[2] = c.biasLayout()
	}
	return nil
}

// poolLayout accepts a layout with the dimensions of the parameter "layout" if H and W have the
// same indices and no blocks. It replaces any other layout by the parameter.
func poolLayout(l *Layouts) error {
	own, err := ParseLayout(textOf(l.Op, "layout", "NCHW"))
	if err != nil {
		return ir.Errorf(l.Op, "%v", err)
	}
	mine, _ := spatial(own)
	at, ok := spatial(l.In[0])
	if !ok || at != mine || !l.In[0].Convertible(own) {
		l.In[0] = own
	}
	l.Out[0] = l.In[0]
	return nil
}

// broadcastLayout aligns the operands' dimensions at their ends. An operand with fewer dimensions
// gets the last dimensions of the other operand's layout. If both have the same dimensions, the
// right operand gets the layout of the left operand. If a layout is unknown, both keep their
// layouts in Last.
func broadcastLayout(l *Layouts) error {
	lhs, rhs := l.In[0], l.In[1]
	switch {
	case lhs == "" || rhs == "":
		l.stayAll()
		return nil
	case lhs == rhs:
		l.Out[0] = lhs
		return nil
	}
	more, fewer := 0, 1
	if extra(rhs, lhs) {
		more, fewer = 1, 0
	}
	wide, narrow := l.In[more], l.In[fewer]
	tail := wide.sub(func(p byte) bool { return narrow.index(p) >= 0 })
	if !tail.Convertible(narrow) || string(wide[len(wide)-len(tail):]) != string(tail) {
		return ir.Errorf(l.Op, "cannot broadcast layouts '%s' and '%s'", lhs, rhs)
	}
	l.In[fewer] = tail
	l.Out[0] = wide
	return nil
}

// extra reports whether layout a has a dimension that layout b lacks. Blocks are ignored.
func extra(a, b Layout) bool {
	for _, x := range a.axes() {
		if b.index(x.primal()) < 0 {
			return true
		}
	}
	return false
}

func relayoutLayout(l *Layouts) error {
	o, _ := ir.As[LayoutTransform](l.Op)
	l.In[0], l.Out[0] = o.Layouts()
	return nil
}
