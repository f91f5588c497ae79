package clusterverify

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// computes compares the fingerprint of f with the fingerprint that was recorded when f was divided.
func (v *verifier) computes(f fn.Func) {
	if v.any {
		return
	}
	want, ok := f.Op.Discardable(cluster.HashAttr).Str()
	if !ok {
		v.fail(ir.Errorf(f.Op, "@%s has clusters, but no attribute %s with the fingerprint that it had before it was divided", f.SymName(), cluster.HashAttr).
			WithHelp(v.unrecorded()))
		return
	}
	if got := v.hasher.Of(f); got != want {
		v.fail(ir.Errorf(f.Op, "@%s was changed after it was divided: its fingerprint was %s, but is %s", f.SymName(), want, got).
			WithHelp(v.changed()))
	}
}

// group is a fusion group of a function, with its visited members.
type group struct {
	name   string
	first  *ir.Op
	body   *ir.Block // the cluster of the first member
	device string
	other  *ir.Op // the first member found in a different cluster
	split  bool   // members are on several devices, so they need not be in one cluster
	bodies map[*ir.Block]bool
}

// group records the cluster of an operation in each of its fusion groups.
func (v *verifier) group(op *ir.Op, body *ir.Block, device string) {
	for _, name := range irplace.GroupsIn(op) {
		v.groupNamed(name, op, body, device)
	}
}

func (v *verifier) groupNamed(name string, op *ir.Op, body *ir.Block, device string) {
	i, ok := v.groupAt[name]
	if !ok {
		v.groupAt[name] = len(v.groups)
		v.groups = append(v.groups, group{name: name, first: op, body: body, device: device, bodies: map[*ir.Block]bool{body: true}})
		return
	}
	g := &v.groups[i]
	g.split = g.split || g.device != device
	g.bodies[body] = true
	if g.other == nil && g.body != body {
		g.other = op
	}
}

// grouped checks that each fusion group is in one cluster, except groups that may be split.
func (v *verifier) grouped(f fn.Func) {
	for i := range v.groups {
		if g := &v.groups[i]; g.other != nil && !g.split && !(v.options.AllowSplit && v.splitByPath(f, g)) {
			v.fail(ir.NoteAt(ir.Errorf(g.other, "is in group '%s', but not in the cluster of the group's first operation", g.name), g.first, "the first operation"))
		}
	}
}

// splitByPath reports whether a path between two clusters of g has an operation on another device.
// The two clusters cannot be merged, so the group may be split.
func (v *verifier) splitByPath(f fn.Func, g *group) bool {
	type place struct {
		op   *ir.Op
		away bool // the path to op has an operation on another device
	}
	own, on := map[*ir.Op]bool{}, map[*ir.Op]bool{}
	var open []place
	for _, s := range v.steps(f) {
		on[s.op] = s.device == g.device
		if g.bodies[s.body] {
			own[s.op] = true
			open = append(open, place{s.op, false})
		}
	}
	met := map[place]bool{}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at.away && own[at.op] {
			return true
		}
		for x := range at.op.Results() {
			for u := range x.Uses() {
				next := around(u.Owner(), f.Entry())
				p := place{next, at.away || !on[next]}
				if !met[p] && next != f.Entry().Last() {
					met[p] = true
					open = append(open, p)
				}
			}
		}
	}
	return false
}

// copiedFrom checks that copies of one constant are equal.
func (v *verifier) copiedFrom(op *ir.Op) {
	id, ok := cluster.Origin(op)
	if !ok {
		return
	}
	hash := v.hasher.Constant(op)
	first, met := v.origins[id]
	switch {
	case !met:
		v.origins[id] = original{op, hash}
	case first.hash != hash:
		v.fail(ir.NoteAt(ir.Errorf(op, "differs from another copy of the same constant, which has the id %d", id), first.copy, "the other copy"))
	}
}

// original is the first copy of a constant, and its hash.
type original struct {
	copy *ir.Op
	hash uint64
}

// passed checks, in functions with copies, that each value that a cluster reads from another device
// has a copy.
func (v *verifier) passed(f fn.Func) {
	type going struct {
		value *ir.Value
		to    string
	}
	copies := map[going]bool{}
	for op := range f.Entry().Ops() {
		if c, ok := ir.As[cluster.Copy](op); ok {
			copies[going{c.Input(), c.To()}] = true
		}
	}
	if len(copies) == 0 {
		return
	}
	for op := range f.Entry().Ops() {
		device, ok := cluster.RunsOn(op)
		if !ok {
			continue
		}
		for i, x := range op.OperandList() {
			def := x.Def()
			if def == nil || copies[going{x, device}] {
				continue // if there is a copy, the method copied checks the reader
			}
			if from, ok := cluster.RunsOn(def); ok && from != device {
				v.fail(ir.Errorf(op, "runs on '%s', but operand #%d is a value on '%s' that has no copy", device, i, from))
			}
		}
	}
}
