// Package fusiongroups forms fusion groups by the patterns of operators, as NNVM's
// GraphFusePartition does.
package fusiongroups

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

const doc = `form fusion groups by operators' patterns

Elementwise operations, broadcasts and data movement join the group of their only reader.
Elementwise operations join the group of a layer that they read if both have the same
shape. Reductions join the groups of their operands. A value that is read more than once,
or returned, ends a group. The attribute cluster.group names the group of an operation. All
operations of a group are placed on one device. Operations that have this attribute already keep
their group, and no other operation joins it.`

type options struct {
	Level int `opt:"level" help:"at level 0, every operation is a separate group; at higher levels, groups join operations"`
}

// Pass returns fusion-groups.
func Pass() passes.Pass {
	p := passes.OnWith("fusion-groups", doc, options{Level: 1}, func(r *passes.Run, f fn.Func, o options) error {
		if o.Level < 0 {
			return fmt.Errorf("level must be 0 or more, but is %d", o.Level)
		}
		if f.IsDeclaration() {
			return nil
		}
		n, err := Form(f, o.Level, r.Log)
		r.Count("groups", n)
		return err
	})
	p.Needs = []passes.Fact{passes.Shapes()}
	return p
}

// fate says whether an operation joins the group of its reader.
type fate uint8

const (
	undecided fate = iota
	joins
	stored
)

// member has the facts about an operation.
type member struct {
	pattern nnvm.Pattern
	fate    fate
	// layer is set if the group already has a layer, such as a convolution, whose result has the
	// shape of the group's result.
	layer bool
}

// Form forms groups of operations of f that have no group, sets their attribute cluster.group, and
// returns the number of groups. Groups of one operation count, but get no attribute. An operation
// joins the group of its reader only if it has no other reader, so each group is a tree.
// [irplace.Groups] prevents cycles between groups.
func Form(f fn.Func, level int, log *decision.Log) (int, error) {
	members := map[*ir.Op]*member{}
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() || op.NumResults() == 0 || !op.Discardable(cluster.GroupAttr).IsNil() {
			continue
		}
		m := &member{pattern: nnvm.PatternOf(op)}
		members[op] = m
		switch {
		case m.pattern <= nnvm.Broadcast:
			m.elementwise(op, members)
		case m.pattern == nnvm.Injective || m.pattern == nnvm.Reduction:
			for v := range op.Operands() {
				decide(members[v.Def()], nnvm.Injective)
			}
		default:
			for v := range op.Operands() {
				if d := members[v.Def()]; d != nil && d.fate == undecided {
					d.fate = stored
				}
			}
		}
		if level < 1 || !readOnce(op) {
			m.fate = stored
		}
	}
	return name(f, members, log)
}

// decide sets the fate of d if it is undecided. d joins the group of its reader if its pattern is
// at most the parameter most. Otherwise, the result of d is stored.
func decide(d *member, most nnvm.Pattern) {
	if d == nil || d.fate != undecided {
		return
	}
	d.fate = stored
	if d.pattern <= most {
		d.fate = joins
	}
}

// elementwise lets producers of op's operands join the group of op. At most one of them is a layer,
// and its result has the shape of op's result.
func (m *member) elementwise(op *ir.Op, members map[*ir.Op]*member) {
	same := op.NumResults() == 1
	shape := op.ResultAt(0).Type()
	for v := range op.Operands() {
		d := members[v.Def()]
		if d != nil && d.fate == undecided {
			same = same && d.pattern == nnvm.Elementwise
			if d.pattern == nnvm.OutFusable && !m.layer && shapesEqual(v.Type(), shape) {
				m.layer, d.fate = true, joins
			} else {
				decide(d, nnvm.Injective)
			}
		}
		same = same && shapesEqual(v.Type(), shape)
	}
	switch {
	case m.layer:
		m.pattern = nnvm.OutFusable
	case same:
		m.pattern = nnvm.Elementwise
	default:
		m.pattern = nnvm.Broadcast
	}
}

func shapesEqual(a, b ir.Type) bool { return a.WithElem(ir.F32()) == b.WithElem(ir.F32()) }

// readOnce reports whether there is exactly one use of op's results, and this use is not in the
// terminator.
func readOnce(op *ir.Op) bool {
	n := 0
	for v := range op.Results() {
		for u := range v.Uses() {
			if n++; u.Owner() == op.Block().Last() || n > 1 {
				return false
			}
		}
	}
	return n == 1
}

// name gives each operation the group of its reader if the operation joins that group, and
// otherwise a new group.
func name(f fn.Func, members map[*ir.Op]*member, log *decision.Log) (int, error) {
	groups, err := irplace.NewGroups(f.Entry())
	if err != nil {
		return 0, err
	}
	defer groups.Close()
	roots := map[*ir.Op]*ir.Op{}
	var order []*ir.Op
	size := map[*ir.Op]int{}
	for op := range f.Entry().Backward() {
		m := members[op]
		if m == nil {
			continue
		}
		root := op
		if m.fate == joins && join(groups, op, reader(op), roots[reader(op)], log) {
			root = roots[reader(op)]
		} else {
			order = append(order, op)
		}
		roots[op] = root
		size[root]++
	}
	names, next := map[*ir.Op]string{}, unused(f)
	for _, root := range slices.Backward(order) {
		if size[root] > 1 {
			names[root] = next()
		}
	}
	for op := range f.Entry().Ops() {
		if name := names[roots[op]]; name != "" {
			op.SetDiscardable(cluster.GroupAttr, ir.NewString(name))
		}
	}
	return len(order), nil
}

// unused returns a function that returns fuse0, fuse1, …, except the names of existing groups of f.
func unused(f fn.Func) (next func() string) {
	used := map[string]bool{}
	f.Op.Walk(func(op *ir.Op) bool {
		if name, ok := op.Discardable(cluster.GroupAttr).Str(); ok {
			used[name] = true
		}
		return true
	})
	n := 0
	return func() string {
		for {
			name := fmt.Sprintf("fuse%d", n)
			if n++; !used[name] {
				return name
			}
		}
	}
}

// join adds op to the group of its reader, whose last operation is root. It returns false if that
// would close a cycle, or if the log has reached its limit.
func join(groups *irplace.Groups, op, reader, root *ir.Op, log *decision.Log) bool {
	if !log.Allows() {
		return false
	}
	path := groups.Join(op, reader)
	if path == nil {
		return log.Add(decision.Entry{Kind: decision.Fuse, Rule: "fusion-groups", Ops: []uint32{root.ID(), op.ID()}})
	}
	log.Add(decision.Entry{Kind: decision.Fuse, Rule: "fusion-groups", Ops: []uint32{op.ID(), reader.ID()}, Refused: true,
		Reason: fmt.Sprintf("would close a cycle through '%s'", path[1].Name())})
	return false
}

// reader returns the operation that reads op's results.
func reader(op *ir.Op) *ir.Op {
	for v := range op.Results() {
		for u := range v.Uses() {
			return u.Owner()
		}
	}
	return nil
}
