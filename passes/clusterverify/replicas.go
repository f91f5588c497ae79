package clusterverify

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/same"
)

// replicated checks the functions that a launch of f lists as copies.
func (v *verifier) replicated(o cluster.Launch, f fn.Func) {
	names := o.Replicas()
	if len(names) == 0 {
		return
	}
	if p, ok := cluster.PartOf(o.Op); ok && max(1, p.Replicas) != int64(len(names))+1 {
		v.fail(ir.Errorf(o.Op, "is in a part with %d replicas, so attribute %s must list %d copies of @%s, but lists %d", max(1, p.Replicas), cluster.ReplicasAttr, max(1, p.Replicas)-1, f.SymName(), len(names)))
	}
	for _, name := range names {
		r, ok := ir.As[fn.Func](v.symbols.Lookup(name))
		if !ok {
			v.fail(ir.Errorf(o.Op, "'%s' does not reference a valid function", name))
			continue
		}
		v.replica(o, f, r)
	}
}

func (v *verifier) replica(o cluster.Launch, f, r fn.Func) {
	first, launched := v.launched[r.Op]
	switch {
	case launched:
		v.fail(ir.NoteAt(ir.Errorf(o.Op, "lists @%s as a copy, but this function is launched itself", r.SymName()), first.Op, "the launch"))
		return
	case v.replicas[r.Op] != nil:
		v.fail(ir.Errorf(o.Op, "lists @%s as a copy a second time", r.SymName()))
		return
	}
	v.replicas[r.Op] = o.Op
	if !r.Op.IsPrivate() {
		v.fail(ir.Errorf(r.Op, "@%s is a copy of a cluster, but is visible from outside", r.SymName()))
	}
	if d := same.Compare(f.Op, r.Op, same.Options{Ignore: named}); d != nil {
		v.fail(ir.Errorf(r.Op, "@%s is a copy of @%s, but differs from it: %s", r.SymName(), f.SymName(), d))
	}
}

func named(attr string) bool { return attr == "sym_name" }
