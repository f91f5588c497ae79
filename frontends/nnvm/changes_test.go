package nnvm_test

import (
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	dialect "github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/gradient"
	"github.com/lathe-ir/lathe/passes/placedevice"
)

// changing returns a function that reads and then assigns a variable n times. Each assigned value
// depends on the value that was read. In the NNVM dictionaries, the entry "group" is "reads" for
// operations that read, and "state" for the variable and the assignments.
func changing(t *testing.T, n int) fn.Func {
	t.Helper()
	group := func(name string) ir.Attr {
		return ir.NewDict(ir.NamedAttr{Name: "group", Attr: ir.NewString(name)})
	}
	state, reads := group("state"), group("reads")
	b, typ := ir.NewBuilder(registry(t)), ir.Tensor(ir.F32(), 2)
	f := fn.New(b, "main", []ir.Type{typ}, []ir.Type{typ})
	f.SetArgAttrs([]ir.Attr{ir.NewDict(ir.NamedAttr{Name: dialect.DictAttr, Attr: state})})
	b.AtEnd(f.Entry())
	w := f.Entry().Arg(0)
	last := w
	for range n {
		v := dialect.Make[dialect.ElemAdd](b, []*ir.Value{w, last})
		v.SetType(typ)
		v.Def().SetDiscardable(dialect.DictAttr, reads)
		last = dialect.Make[dialect.Assign](b, []*ir.Value{w, v})
		last.SetType(typ)
		last.Def().SetDiscardable(dialect.DictAttr, state)
	}
	fn.NewReturn(b, last)
	return f
}

// TestChangesScale runs passes that insert operations into a function with 20,000 reads and changes
// of a variable. The time must not grow quadratically.
func TestChangesScale(t *testing.T) {
	const n, most = 20_000, time.Second
	devices := map[string]string{"state": "d0", "reads": "d1"}
	for _, c := range []struct {
		name string
		run  func(f fn.Func) error
		put  func(op *ir.Op) bool
		want int
	}{
		{"gradient", func(f fn.Func) error { return gradient.Func(f, gradient.Options{}) }, ir.Is[dialect.Read], n},
		{"place-device", func(f fn.Func) error { return placedevice.Func(f, "group", devices, "d0") }, ir.Is[cluster.Copy], 3*n - 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f fn.Func
			var err error
			irtest.Within(t, most, func() { f = changing(t, n) }, func() { err = c.run(f) })
			if err != nil {
				t.Fatal(err)
			}
			put := 0
			for op := range f.Entry().Ops() {
				if c.put(op) {
					put++
				}
			}
			if put != c.want {
				t.Errorf("%d operations were inserted, want %d", put, c.want)
			}
		})
	}
}
