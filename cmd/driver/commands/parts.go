package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/partinline"
	"github.com/lathe-ir/lathe/passes/placement"
)

// inlined is what stands for a value of the text whose function, cluster, or call is gone.
type inlined struct {
	in string // the function or cluster that the text has it in
	v  *ir.Value
}

// inlineParts makes a program that was divided beforehand one whose operations say so,
// where the strategy wants that. It fails if the program was, and nothing was said of how
// to divide it.
func (pl *plan) inlineParts(told bool) error {
	if a, ok := pl.strategy.(placement.Assigned); ok && a.Assigned() {
		return partinline.Module(pl.module, pl.follow)
	}
	if told || pl.divisionGiven() {
		return nil
	}
	return partinline.Check(pl.module)
}

// follow makes what stands for a value known by that one's name: as it is where the text
// has one value of that name, and with the function where it has several.
func (pl *plan) follow(from, to *ir.Value) {
	full := strings.TrimPrefix(pl.names.Value(from), "%")
	base, _, _ := strings.Cut(full, "#")
	in := functionOf(from)
	text := "%" + full
	if len(pl.sources[base]) != 1 {
		text = "@" + in + ":" + text
	}
	pl.names.Adopt(to, text)
	pl.stand(full, in, to)
}

// stand notes what stands for the value of a function or cluster that the text calls name.
func (pl *plan) stand(name, in string, v *ir.Value) {
	pl.inlined[name] = append(pl.inlined[name], inlined{in, v})
	if base, first := strings.CutSuffix(name, "#0"); first {
		pl.inlined[base] = append(pl.inlined[base], inlined{in, v})
	}
}

// functionOf is the name of the function that a value is in.
func functionOf(v *ir.Value) string {
	for op := v.Block().Parent(); op != nil; op = op.Parent() {
		if f, ok := ir.As[fn.Func](op); ok {
			return f.SymName()
		}
	}
	return ""
}

// explainInlined explains what stands for a value of the text whose function or call is
// gone; nil if there is none.
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
		return nil, diag.Errorf(diag.Span{}, "'@%s:%%%s' stands for %d operations, since @%s is called so often", in, name, len(found), in).WithHelp("ask for the id of one, as in #12; plan --json lists the ids")
	}
	return nil, diag.Errorf(diag.Span{}, "%d values are called '%%%s'", len(found), name).
		WithHelp("say which is meant: " + strings.Join(texts, ", "))
}

// explainStanding explains a value that stands for another.
func (pl *plan) explainStanding(ctx context.Context, what string, v *ir.Value) (*ExplainReport, error) {
	for _, f := range pl.bodies() {
		if f.Op.IsAncestor(v.Block().Parent()) {
			return pl.explainOf(ctx, what, f, v.Def(), v)
		}
	}
	return nil, nil
}
