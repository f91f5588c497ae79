// Package clusteroutline moves each cluster into a new function, which a cluster.launch runs.
//
// The function is private, has the attribute cluster.device, and is named cluster_N_DEVICE, where N
// is the index of the cluster in the module.
package clusteroutline

import (
	"fmt"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Options control how clusters are outlined.
type Options struct {
	// Copies inserts a cluster.copy for each value that crosses devices.
	Copies bool `opt:"copies" help:"write a cluster.copy for each value that goes to another device"`
	// Replicas creates a function for each replica of a cluster. The launch runs the first function
	// and lists the others. The attribute cluster.part has the number of replicas.
	Replicas bool `opt:"replicas" help:"create a function for each replica of a cluster"`
}

// Module outlines every cluster of a module. It fails without changes if a cluster is nested.
func Module(m ir.Module, o Options) error {
	if d := irplace.Nested(m); d != nil {
		return d
	}
	var fs []fn.Func
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && !f.IsDeclaration() {
			fs = append(fs, f)
		}
	}
	out := &outliner{symbols: ir.NewSymbols(m.Op), b: ir.NewBuilder(m.Op.Registry()), replicas: o.Replicas}
	for _, f := range fs {
		for _, blk := range f.Body().Blocks {
			for op := range blk.Ops() {
				if r, ok := ir.As[cluster.Region](op); ok {
					out.outline(r)
				}
			}
		}
		if o.Copies {
			for _, blk := range f.Body().Blocks {
				out.copies(blk)
			}
		}
	}
	return nil
}

type outliner struct {
	symbols *ir.Symbols
	b       *ir.Builder
	count   int

	replicas bool
}

// outline replaces a region by a launch of a new function that has the body of the region.
func (o *outliner) outline(r cluster.Region) {
	o.b.Detach()
	o.b.Loc = r.Op.Loc()
	f := fn.New(o.b, cluster.FuncName(o.count, r.Device()), r.Op.OperandTypes(), r.Op.ResultTypes())
	o.count++
	f.SetPrivate()
	cluster.SetDevice(f.Op, r.Device())
	name := o.symbols.Insert(f.Op)
	o.move(r, f)

	o.b.Before(r.Op)
	launch := cluster.NewLaunch(o.b, name, r.Device(), r.Inputs(), r.Op.ResultTypes())
	for _, a := range r.Op.DiscardableAttrs() {
		launch.Op.SetDiscardable(a.Name, a.Attr)
	}
	if p, ok := cluster.PartOf(r.Op); ok && o.replicas && p.Replicas > 1 {
		launch.SetReplicas(o.replicate(f, p.Replicas))
	}
	for i := range r.Op.NumResults() {
		r.Op.ResultAt(i).ReplaceAllUses(launch.Op.ResultAt(i))
	}
	r.Op.Erase()
}

// replicate clones f replicas-1 times, and returns the names of the clones, such as
// "f_replicated1".
func (o *outliner) replicate(f fn.Func, replicas int64) (names []string) {
	name := f.SymName()
	for i := int64(1); i < replicas; i++ {
		o.b.Detach()
		c, _ := ir.As[fn.Func](o.b.Clone(f.Op, &ir.Mapping{}))
		c.SetSymName(fmt.Sprintf("%s_replicated%d", name, i))
		names = append(names, o.symbols.Insert(c.Op))
	}
	return names
}

func (o *outliner) move(r cluster.Region, f fn.Func) {
	yield := r.Yield()
	o.b.AtEnd(f.Entry())
	o.b.Loc = yield.Op.Loc()
	values := yield.Values()
	yield.Op.Erase()
	for i, a := range r.Body().Args() {
		f.Entry().SetArgLoc(i, a.Loc())
		a.ReplaceAllUses(f.Entry().Arg(i))
	}
	for i, v := range values {
		if v.ArgBlock() == r.Body() {
			values[i] = f.Entry().Arg(v.Index())
		}
	}
	for op := range r.Body().Ops() {
		op.MoveToEnd(f.Entry())
	}
	o.b.AtEnd(f.Entry())
	fn.NewReturn(o.b, values...)
}

// For each launch, copies inserts a cluster.copy of each operand that a launch on another device
// produced. Launches of blk on one device share the copies.
func (o *outliner) copies(blk *ir.Block) {
	type target struct {
		v  *ir.Value
		to string
	}
	made := map[target]*ir.Value{}
	for op := range blk.Ops() {
		l, ok := ir.As[cluster.Launch](op)
		if !ok {
			continue
		}
		for i, v := range l.Inputs() {
			from, ok := ir.Defining[cluster.Launch](v)
			if !ok || from.Device() == l.Device() {
				continue
			}
			key := target{v, l.Device()}
			if made[key] == nil {
				o.b.Before(l.Op)
				made[key] = cluster.NewCopy(o.b, v, from.Device(), l.Device()).Op.Result()
			}
			l.Op.SetOperandAt(i, made[key])
		}
	}
}
