package nnvm

import (
	"github.com/lathe-ir/lathe/ir"
)

// Layouts is what is known of the layouts around an operation, when they are corrected
// from the function's arguments on. A rule changes In to what the operation needs, where
// it cannot take what it gets: a layout transform is then put in between; and Out to
// what it makes.
type Layouts struct {
	Op *ir.Op
	// In are the layouts that come; Last those that came when layouts were last
	// corrected; Out those that were made then.
	In, Last, Out []Layout
}

// LayoutCorrector is an operation that cares for layouts, or hands them on. One that is
// none takes what it took when layouts were last corrected, and makes what it made then.
type LayoutCorrector interface{ CorrectLayouts(l *Layouts) error }

// stay asks for the layout of operand i that came last time.
func (l *Layouts) stay(i int) {
	if l.Last[i] != "" {
		l.In[i] = l.Last[i]
	}
}

// stayAll asks for all layouts that came last time.
func (l *Layouts) stayAll() {
	for i := range l.In {
		l.stay(i)
	}
}

// out says that all results have one layout, if it is known.
func (l *Layouts) out(all Layout) {
	for i := range l.Out {
		if all != "" {
			l.Out[i] = all
		}
	}
}

// keepLayout is the rule of operators that work on any layout, the same for all
// operands: the others follow the first that has one.
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

// allLast goes back to the layouts of last time, which were all the same.
func (l *Layouts) allLast(i int, lead Layout) error {
	last := l.Last[0]
	for _, m := range l.Last {
		if m == "" || m != last {
			return ir.Errorf(l.Op, "gets layouts '%s' and, at #%d, '%s'", lead, i, l.In[i])
		}
	}
	l.stayAll()
	l.out(last)
	return nil
}

// fixedLayout is the rule of operators that understand only the layouts that they were
// made for, and whose result has none.
func fixedLayout(l *Layouts) error {
	l.stayAll()
	return nil
}

// denseLayout keeps the data's layout, which stays what it was made for; weight and bias
// have none.
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

// batchNormLayout takes channels in blocks if they are the last dimension, and no other
// blocks.
func batchNormLayout(l *Layouts) error {
	axis := intOf(l.Op, "axis", 1)
	data := l.In[0]
	if data != "" && !normal(data, axis) {
		if l.Last[0] == "" {
			return ir.Errorf(l.Op, "cannot work on layout '%s' along axis %d", data, axis)
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

// normal reports whether batch_norm can work on a layout.
func normal(data Layout, axis int64) bool {
	as := data.axes()
	for i, a := range as {
		if a.factor > 0 && (a.primal() != 'C' || i != len(as)-1) {
			return false
		}
	}
	if data.factor('C') > 0 { // counted from the end, the axis would be another
		return data.index('C') == int(axis)
	}
	at, ok := axisOf(axis, len(as))
	return ok && data.index('C') == at
}

// convLayout asks for the layouts that the parameters name.
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

// poolLayout takes any layout that has height and width where its own has them.
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

// broadcastLayout aligns the operands' dimensions at their ends, as broadcasting does:
// the one with fewer follows the other, and otherwise the right one the left one.
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
		return ir.Errorf(l.Op, "gets layouts '%s' and '%s', of which neither broadcasts to the other", lhs, rhs)
	}
	l.In[fewer] = tail
	l.Out[0] = wide
	return nil
}

// extra reports whether a has a dimension that b lacks.
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
