// Package stream marks results for which the stores of kernels bypass the caches.
package stream

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/lowering/tiles"
	"github.com/lathe-ir/lathe/passes"
)

// Attr is the attribute of a nest with the indices of the outputs whose stores bypass the caches.
const Attr = "lathe.stream"

const doc = `mark large results whose stores bypass the caches

A processor reads a cache line before it overwrites a part of it, unless the store bypasses the
caches. Bypassing pays if the stored data would leave the caches before it is read. This is so for
buffers that have at least the size of the last-level cache. For results of the function that nothing
reads later, half of this size is enough. The attribute 'lathe.stream' of a nest lists such outputs.
A kernel that also reads such an output stores it through the caches, with one exception: a kernel
that computes one row after the other and first stores intermediate values in the output, such as a
softmax. This kernel keeps the intermediate values in a single row of the output, and its results
bypass the caches.
If the attribute 'lathe.schedule' of a nest has 'stream', this field decides instead. Results don't
change.`

// Options are the options of stream-stores.
type Options struct {
	Target string `opt:"target" help:"the processor for which kernels are made; 'host' is this machine"`
}

// Name is the name of the pass.
const Name = "stream-stores"

// Pass returns stream-stores.
func Pass() passes.Pass {
	return passes.OnWith(Name, doc, Options{Target: "portable"}, func(r *passes.Run, f fn.Func, o Options) error {
		t, err := target.Named(o.Target)
		if err == nil && t.Streaming && t.L3 > 0 && !f.Op.Attr("kernel.host").IsNil() {
			err = run(f, t.L3, r.Log)
		}
		return err
	})
}

// run marks nests of f, a host function on buffers. last is the size of the last-level cache in
// bytes.
func run(f fn.Func, last int64, log *decision.Log) (err error) {
	m := marker{f: f, last: last, read: map[*ir.Value]bool{}}
	f.Op.Walk(func(op *ir.Op) bool {
		n, ok := structured.Of(op)
		if !ok || err != nil {
			return err == nil
		}
		var r schedule.Record
		if r, err = schedule.Of(op); err != nil || !op.Attr(Attr).IsNil() {
			return false
		}
		var list []int64
		for i := range n.Outs {
			if bytes := m.bytes(n, i, r.Stream); bytes > 0 && allowed(log, op, bytes) {
				list = append(list, int64(i))
			}
		}
		if list != nil {
			op.SetAttr(Attr, ir.NewDenseI64(list...))
		}
		return false
	})
	return err
}

// allowed records that a result of op with the given size bypasses the caches. It returns false if
// the log has reached its limit (see [decision.Log.Add]).
func allowed(log *decision.Log, op *ir.Op, bytes int64) bool {
	return !log.Recording() || log.Add(decision.Entry{
		Kind: decision.Kernel, Rule: Name, Ops: op.Sources(),
		Reason: fmt.Sprintf("its result of %d MiB bypasses the caches", bytes>>20),
	})
}

// marker finds the results of f to mark.
type marker struct {
	f    fn.Func
	last int64              // bytes of the last-level cache
	read map[*ir.Value]bool // results of the function isRead
}

// bytes returns the size of output i of n if its stores should bypass the caches, and 0 otherwise.
// given is the decision in the [schedule.Record] of n. If given is nil, the method streams decides.
func (m *marker) bytes(n structured.Nest, i int, given *bool) int64 {
	switch {
	case given == nil:
		return m.streams(n, i)
	case *given && n.Parallel() && n.Op.Attr(tiles.Attr).IsNil() && !isAlloca(rootOf(n.Outs[i]).memory):
		return rootOf(n.Outs[i]).bytes()
	}
	return 0
}

// streams returns the size of output i of n if its stores should bypass the caches, and 0
// otherwise. Tiles of sums never bypass the caches, because storing a tile takes little time
// compared with computing it.
func (m *marker) streams(n structured.Nest, i int) int64 {
	to := rootOf(n.Outs[i])
	bytes := to.bytes()
	if bytes < m.last/2 || !n.Parallel() || !n.Op.Attr(tiles.Attr).IsNil() || isAlloca(to.memory) {
		return 0
	}
	if slices.ContainsFunc(n.Ins, func(v *ir.Value) bool { return v != n.Outs[i] && rootOf(v).overlaps(to) }) || n.Body().Arg(len(n.Ins)+i).HasUses() {
		return 0 // the nest reads the output's memory, which is then in a cache
	}
	if slices.Contains(n.Ins, n.Outs[i]) && !isIntermediate(n.Outs[i], n.Op) {
		return 0
	}
	if bytes < m.last && (n.Op.Parent() != m.f.Op || m.isRead(to.memory) && isRead(to.memory, n.Op)) {
		return 0
	}
	return bytes
}

// isIntermediate reports whether a nest before op writes v.
func isIntermediate(v *ir.Value, op *ir.Op) bool {
	for u := range v.Uses() {
		if n, ok := structured.Of(u.Owner()); ok && u.Index() >= len(n.Ins) && precedes(n.Op, op) {
			return true
		}
	}
	return false
}

func precedes(op, other *ir.Op) bool {
	return other != nil && op != other && op.Block() == other.Block() && op.IsBefore(other)
}

// isRead reports whether an operation may read v. It caches the result for each buffer.
func (m *marker) isRead(v *ir.Value) bool {
	read, ok := m.read[v]
	if !ok {
		read = isRead(v, nil)
		m.read[v] = read
	}
	return read
}

// isAlloca reports whether an alloca defines v. Kernels do not keep allocas in memory.
func isAlloca(v *ir.Value) bool {
	_, ok := ir.Defining[memref.Alloca](v)
	return ok
}

// root is a buffer (whole) and the argument, constant, alloca or arena that contains it (memory).
type root struct{ memory, whole *ir.Value }

// rootOf returns the buffer that v is a part of.
func rootOf(v *ir.Value) root {
	for v.Def() != nil {
		switch o := v.Def().View().(type) {
		case memref.SubView:
			v = o.Source()
			continue
		case memref.ReinterpretCast:
			v = o.Source()
			continue
		case memref.View:
			return root{o.Source(), v}
		}
		break
	}
	return root{v, v}
}

func (r root) bytes() int64 {
	shape, _ := r.whole.Type().Shape()
	n := int64(r.whole.Type().Kind().Size())
	for _, e := range shape {
		n *= e
	}
	return n
}

func (r root) overlaps(other root) bool {
	if r.memory != other.memory {
		return false
	}
	a, ok1 := ir.Defining[memref.View](r.whole)
	b, ok2 := ir.Defining[memref.View](other.whole)
	if !ok1 || !ok2 {
		return true
	}
	x, y := offset(a.ByteShift()), offset(b.ByteShift())
	return x < y+other.bytes() && y < x+r.bytes()
}

// offset returns the value of the constant v.
func offset(v *ir.Value) int64 {
	c, ok := ir.Defining[arith.Constant](v)
	if !ok {
		return 0 // not reached: plan-buffers creates constant offsets only
	}
	n, _ := c.Value().Int()
	return n
}

// isRead reports whether an operation may read the buffer v or a part of it. If "after" is not nil,
// it is a nest; this nest and the nests before it in its block are ignored.
func isRead(v *ir.Value, after *ir.Op) bool {
	for u := range v.Uses() {
		op := u.Owner()
		switch op.View().(type) {
		case memref.SubView, memref.ReinterpretCast:
			if isRead(op.Result(), after) {
				return true
			}
			continue
		case linalg.Fill:
			continue
		}
		n, ok := structured.Of(op)
		if ok && (op == after || precedes(op, after)) {
			continue
		}
		if !ok || u.Index() < len(n.Ins) || n.Body().Arg(u.Index()).HasUses() {
			return true
		}
	}
	return false
}

// Of returns, for each output of n, whether the stores to this output bypass the caches.
func Of(n structured.Nest) []bool {
	all := make([]bool, len(n.Outs))
	list, _ := n.Op.Attr(Attr).Ints()
	for _, i := range list {
		if i >= 0 && i < int64(len(all)) {
			all[i] = true
		}
	}
	return all
}

// Verify checks the attribute Attr of all nests inside of op.
func Verify(op *ir.Op) (err error) {
	op.Walk(func(o *ir.Op) bool {
		n, ok := structured.Of(o)
		if !ok || o.Attr(Attr).IsNil() || err != nil {
			return err == nil
		}
		list, ok := o.Attr(Attr).Ints()
		if !ok || slices.ContainsFunc(list, func(i int64) bool { return i < 0 || i >= int64(len(n.Outs)) }) {
			err = ir.Errorf(o, "must have '%s' with a list of output indices less than %d, but has %s", Attr, len(n.Outs), o.Attr(Attr))
		}
		return false
	})
	return err
}
