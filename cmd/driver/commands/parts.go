package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// inlined is the replacement of a value of the text whose function, cluster or call was removed.
type inlined struct {
	in string // the function or cluster of the value in the text
	v  *ir.Value
}

// follow gives the replacement of a value its name: unchanged if the text has one value of that
// name, and with the function if it has several.
func (pl *plan) follow(from, to *ir.Value) {
	full := strings.TrimPrefix(pl.names.Value(from), "%")
	base, _, _ := strings.Cut(full, "#")
	in := functionOf(from)
	text := "%" + full
	if len(pl.sources[base]) != 1 {
		text = "@" + in + ":" + text
	}
	pl.names.Adopt(to, text)
	pl.replace(full, in, to)
}

// handOut records that the values that a body returns replace the results of op, its cluster.
func (pl *plan) handOut(op *ir.Op, body *ir.Block) {
	values := slices.Collect(body.Last().Operands())
	for result := range op.Results() {
		if v := values[result.Index()]; v.Def() != nil {
			pl.replace(strings.TrimPrefix(pl.names.Value(result), "%"), functionOf(result), v)
		}
	}
}

// replace records v as the replacement of the value called name in the function or cluster in.
func (pl *plan) replace(name, in string, v *ir.Value) {
	pl.inlined[name] = append(pl.inlined[name], inlined{in, v})
	if base, first := strings.CutSuffix(name, "#0"); first {
		pl.inlined[base] = append(pl.inlined[base], inlined{in, v})
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

// explainInlined explains the replacement of a value of the text whose function or call was
// removed. It returns nil if there is none.
func (pl *plan) explainInlined(ctx context.Context, what, in, value string) (*ExplainReport, error) {
	name := strings.TrimPrefix(value, "%")
	base, _, _ := strings.Cut(name, "#")
	list := pl.inlined[name]
	if list == nil && pl.inlined[base] != nil {
		have := 1
		for pl.inlined[fmt.Sprintf("%s#%d", base, have)] != nil {
			have++
		}
		if err := resultThere(value, have); err != nil {
			return nil, err
		}
		list = pl.inlined[base]
	}
	var found []inlined
	for _, i := range list {
		if (in == "" || i.in == in) && !slices.ContainsFunc(found, func(j inlined) bool { return j.v == i.v }) {
			found = append(found, i)
		}
	}
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return pl.explainStanding(ctx, what, found[0].v)
	}
	var texts []string
	for _, i := range found {
		texts = append(texts, "@"+i.in+":%"+name)
	}
	if in != "" {
		return nil, diag.Errorf(diag.Span{}, "'@%s:%%%s' is %d operations, since @%s is called so often", in, name, len(found), in).WithHelp("ask for the id of one, as in #12; plan --json lists the ids")
	}
	return nil, diag.Errorf(diag.Span{}, "%d values are called '%%%s'", len(found), name).
		WithHelp("say which is meant: " + strings.Join(texts, ", "))
}

// explainStanding explains a replacement value.
func (pl *plan) explainStanding(ctx context.Context, what string, v *ir.Value) (*ExplainReport, error) {
	for _, f := range pl.bodies() {
		if f.Op.IsAncestor(v.Block().Parent()) {
			return pl.explainOf(ctx, what, f, v.Def(), v)
		}
	}
	return nil, nil
}

// nameClusterValues adds the cluster to the names of values that were in clusters, because each
// cluster has its own names.
func (pl *plan) nameClusterValues() {
	renamed := map[*ir.Op]bool{}
	for _, f := range pl.funcs {
		for n, op := range f.Ops {
			in := f.Fn.SymName() // constants no longer belong to a cluster
			if !f.IsConstant(int32(n)) {
				in = strings.TrimPrefix(f.clusterName(int(f.Of[n])), "@")
			}
			renamed[op] = true
			for v := range op.Results() {
				full := strings.TrimPrefix(pl.names.Value(v), "%")
				pl.replace(full, in, v)
				if in != f.Fn.SymName() {
					pl.names.Call(v, "@"+in+":%"+full)
				}
			}
		}
	}
	for name, values := range pl.sources {
		pl.sources[name] = slices.DeleteFunc(values, func(v *ir.Value) bool { return renamed[v.Def()] })
	}
}
