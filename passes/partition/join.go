package partition

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// checkJoined fails if p has values to be joined. It is for a program whose fusion groups were
// folded into nodes: the values of a group's operations cannot be identified.
func checkJoined(g *irplace.Func, p *placement.Partition) error {
	for _, c := range p.Clusters {
		if c.Part != nil && len(c.Part.Joined) > 0 {
			return fmt.Errorf("outputs of @%s cannot be joined, since its operations are in fusion groups", g.Fn.SymName())
		}
	}
	return nil
}

// Join changes the clusters that list values in Part.Joined. Such a cluster concatenates these
// values along the last dimension, and each cluster that reads one of them slices the result. Join
// also sorts the function's operations: constants first, then clusters in the order in which they
// run. It returns the plan of the changed function, or p if no values are to be joined.
func (p *Plan) Join() *Plan {
	j := joiner{p: p, b: ir.NewBuilder(p.Fn.Op.Registry()), of: map[*ir.Op]int32{}}
	joined := map[int][]int32{}
	for i, c := range p.Clusters {
		if c.Part == nil {
			continue
		}
		if values := placement.Joinable(p.Graph, p.Of, c.Part.Joined); values != nil {
			joined[i] = values
		}
	}
	if len(joined) == 0 {
		return p
	}
	before := p.ids()
	j.sort()
	for i := range p.Clusters {
		if joined[i] != nil {
			j.join(int32(i), joined[i])
		}
	}
	new(newIDs).give(p.Fn)
	return j.plan(before)
}

type joiner struct {
	p  *Plan
	b  *ir.Builder
	of map[*ir.Op]int32 // cluster of each operation, including added operations
}

// sort moves operations into the order in which clusters run. Otherwise a cluster could read a
// value before another value of the same join is produced.
func (j *joiner) sort() {
	end := j.p.Fn.Entry().Last()
	for i, c := range j.p.Clusters {
		for _, v := range c.Nodes {
			j.of[j.p.Ops[v]] = int32(i)
			j.p.Ops[v].MoveBefore(end)
		}
	}
}

// read is an operand in a cluster. Another cluster produces its value.
type read struct {
	op      *ir.Op
	operand int
	by      int32 // the reading cluster
}

// join makes cluster i concatenate values, so that a single value leaves the cluster.
func (j *joiner) join(i int32, values []int32) {
	parts := make([]*ir.Value, len(values))
	reads := make([][]read, len(values))
	for k, value := range values {
		parts[k] = j.p.Result[value]
		reads[k] = j.reads(parts[k], i)
	}
	shape, _ := parts[0].Type().Shape()
	axis := int64(len(shape) - 1)
	nodes := j.p.Clusters[i].Nodes
	j.b.After(j.p.Ops[nodes[len(nodes)-1]])
	j.b.Loc = parts[0].Loc()
	whole := nn.NewConcat(j.b, axis, parts...).Op
	j.add(whole, i, j.name(parts))
	at := int64(0)
	for k, v := range parts {
		j.cut(v, whole, axis, at, reads[k])
		shape, _ := v.Type().Shape()
		at += shape[axis]
	}
}

// reads returns the uses of v outside cluster i.
func (j *joiner) reads(v *ir.Value, i int32) (list []read) {
	for u := range v.Uses() {
		if by := j.of[j.around(u.Owner())]; by != i {
			list = append(list, read{u.Owner(), u.Index(), by})
		}
	}
	return list
}

// around returns the operation of the function's block that is op or contains it.
func (j *joiner) around(op *ir.Op) *ir.Op {
	for op.Block() != j.p.Fn.Entry() {
		op = op.Parent()
	}
	return op
}

// cut slices v out of the joined value, once at the beginning of each cluster that reads v.
func (j *joiner) cut(v *ir.Value, whole *ir.Op, axis, at int64, reads []read) {
	shape, _ := v.Type().Shape()
	start := make([]int64, len(shape))
	start[axis] = at
	cuts := map[int32]*ir.Value{}
	for _, r := range reads {
		if cuts[r.by] == nil {
			j.b.Before(j.p.Ops[j.p.Clusters[r.by].Nodes[0]])
			made := nn.NewSlice(j.b, whole.Result(), start, shape).Op
			j.add(made, r.by, j.p.Names.Value(v)+" of "+j.p.Names.Value(whole.Result()))
			cuts[r.by] = made.Result()
		}
		r.op.SetOperandAt(r.operand, cuts[r.by])
	}
}

// add records an operation that was added to a cluster, and the name of its result.
func (j *joiner) add(op *ir.Op, to int32, name string) {
	j.of[op] = to
	cluster.SetDevice(op, j.p.DeviceName(j.p.Clusters[to].Device))
	j.p.Names.Call(op.Result(), name)
}

func (j *joiner) name(parts []*ir.Value) string {
	between := "+"
	if len(parts) > 2 {
		between = "+…+"
	}
	return j.p.Names.Value(parts[0]) + between + j.p.Names.Value(parts[len(parts)-1])
}

// plan returns the plan of the changed function. The parameter "before" has the ids in their old
// order.
func (j *joiner) plan(before []int64) *Plan {
	g, err := irplace.FromFunc(j.p.Fn, j.p.Devices, j.p.Symbols)
	if err != nil {
		panic("partition: BUG: a function that was divided before cannot be divided again: " + err.Error())
	}
	g.Names = j.p.Names
	p := *j.p.Partition
	p.Clusters, p.Of = slices.Clone(p.Clusters), make([]int32, g.Len())
	for i := range p.Clusters {
		p.Clusters[i].Nodes = nil
	}
	for v, op := range g.Ops {
		p.Of[v] = placement.None
		if i, ok := j.of[op]; ok {
			p.Of[v] = i
			p.Clusters[i].Nodes = append(p.Clusters[i].Nodes, int32(v))
			g.Device[v] = p.Clusters[i].Device
		}
	}
	for i := range p.Clusters {
		if c := &p.Clusters[i]; c.Part != nil {
			part, contexts := *c.Part, c.Part.Memory.Contexts
			part.Memory, part.Joined = placement.MemoryOf(g.Graph, c.Nodes), nil
			part.Memory.Contexts = contexts
			c.Part = &part
		}
	}
	return &Plan{Func: g, Partition: &p, Notes: j.p.Notes, before: before}
}
