package plan

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Inlined describes the replacement V of a value that inlining removed from the program.
type Inlined struct {
	In string // the function or cluster of the value in the text
	V  *ir.Value
}

// follow records that a value was replaced. The new value gets the name of the old value or, if
// several values in the text have this name, a name with the function, as in @f:%t.
func (pl *Plan) follow(from, to *ir.Value) {
	full := strings.TrimPrefix(pl.Names.Value(from), "%")
	base, _, _ := strings.Cut(full, "#")
	in := functionOf(from)
	text := "%" + full
	if len(pl.Sources[base]) != 1 {
		text = "@" + in + ":" + text
	}
	pl.Names.Adopt(to, text)
	pl.replace(full, in, to)
}

// handOut records that the results of op, a cluster, are replaced by the values that its body
// returns. For a returned block argument, the replacement is the operand of op. If this operand is
// a cluster.copy or a result of an earlier cluster, its own replacement is used, since it is
// removed too.
func (pl *Plan) handOut(op *ir.Op, body *ir.Block) {
	values := slices.Collect(body.Last().Operands())
	for result := range op.Results() {
		v := values[result.Index()]
		if v.ArgBlock() == body {
			v = op.OperandAt(v.Index())
			if c, ok := ir.Defining[cluster.Copy](v); ok {
				v = c.Input()
			}
			if earlier := pl.handed[v]; earlier != nil {
				v = earlier
			}
		}
		pl.handed[result] = v
		pl.replace(strings.TrimPrefix(pl.Names.Value(result), "%"), functionOf(result), v)
	}
}

// replace records v as the replacement of a value, which is given by its name and by the name of
// its function or cluster.
func (pl *Plan) replace(name, in string, v *ir.Value) {
	pl.Inlined[name] = append(pl.Inlined[name], Inlined{in, v})
	if base, first := strings.CutSuffix(name, "#0"); first {
		pl.Inlined[base] = append(pl.Inlined[base], Inlined{in, v})
	}
}

// functionOf returns the name of the function that contains a value.
func functionOf(v *ir.Value) string {
	for op := v.Block().Parent(); op != nil; op = op.Parent() {
		if f, ok := ir.As[fn.Func](op); ok {
			return f.SymName()
		}
	}
	return ""
}

// nameClusterValues adds the name of the cluster to the names of values that were in clusters,
// because values in different clusters can have the same name.
func (pl *Plan) nameClusterValues() {
	renamed := map[*ir.Op]bool{}
	for _, f := range pl.Funcs {
		for n, op := range f.Ops {
			in := f.Fn.SymName() // constants no longer belong to a cluster
			if !f.IsConstant(int32(n)) {
				in = strings.TrimPrefix(f.ClusterName(int(f.Of[n])), "@")
			}
			renamed[op] = true
			for v := range op.Results() {
				full := strings.TrimPrefix(pl.Names.Value(v), "%")
				pl.replace(full, in, v)
				if in != f.Fn.SymName() {
					pl.Names.Call(v, "@"+in+":%"+full)
				}
			}
		}
	}
	for name, values := range pl.Sources {
		pl.Sources[name] = slices.DeleteFunc(values, func(v *ir.Value) bool { return renamed[v.Def()] })
	}
}
