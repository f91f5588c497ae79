package explain

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// explainValue explains the value with the given name in the function that the parameter "in"
// names. If this parameter is "", only one function may have such a value.
func (pl explainer) explainValue(ctx context.Context, what, in, value string) (*Report, error) {
	name, _, _ := strings.Cut(strings.TrimPrefix(value, "%"), "#")
	for i, values := range [][]*ir.Value{pl.Sources[name], pl.printed(name)} {
		if i == 1 {
			if r, err := pl.explainInlined(ctx, what, in, value); r != nil || err != nil {
				return r, err
			}
		}
		var found []fn.Func
		for _, f := range pl.bodies() {
			if (in == "" || f.SymName() == in) && ownFirst(f, values) != nil {
				found = append(found, f)
			}
		}
		switch len(found) {
		case 0:
			continue
		case 1:
			v := ownFirst(found[0], values)
			if err := resultThere(value, pl.sharing(v, name)); err != nil {
				return nil, err
			}
			return pl.explainOf(ctx, what, found[0], v.Def(), v)
		}
		var names []string
		for _, f := range found {
			names = append(names, "@"+f.SymName()+":%"+name)
		}
		return nil, diag.Errorf(diag.Span{}, "%d functions have a value that is called '%%%s'", len(found), name).
			WithHelp("name one of: " + strings.Join(names, ", "))
	}
	place := ""
	if in != "" {
		place = " in @" + in
	}
	return nil, diag.Errorf(diag.Span{}, "no value is called '%%%s'%s", name, place).
		WithHelp("use a name from the file or from the output of lathe-opt, or an operation's id, such as #12")
}

// sharing returns how many results of v's operation have the given name.
func (pl explainer) sharing(v *ir.Value, name string) (count int) {
	if v.Def() == nil {
		return 1
	}
	for r := range v.Def().Results() {
		if base, _, _ := strings.Cut(pl.Names.Value(r), "#"); base == "%"+name {
			count++
		}
	}
	if count == 0 { // in the printed program, all results share the name
		count = v.Def().NumResults()
	}
	return count
}

// resultThere checks the result number in a name like %a#3. It must be less than the parameter
// "have", the number of results that have the name %a.
func resultThere(value string, have int) error {
	name, number, asked := strings.Cut(strings.TrimPrefix(value, "%"), "#")
	if n, err := strconv.ParseUint(number, 10, 31); !asked || err == nil && int(n) < have {
		return nil
	}
	d := diag.Errorf(diag.Span{}, "'%%%s' has %s, and none is '#%s'", name, cli.Plural(have, "result"), number)
	if have == 1 {
		return d.WithHelp("use '%" + name + "'")
	}
	return d.WithHelp(fmt.Sprintf("use one of the results '%%%s#0' to '%%%s#%d'", name, name, have-1))
}

// bodies lists the functions of the program that have a body. Divided functions come first.
func (pl explainer) bodies() (list []fn.Func) {
	for _, f := range pl.Funcs {
		list = append(list, f.Fn)
	}
	for op := range pl.Module.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && !f.IsDeclaration() && pl.funcOf(f) == nil {
			list = append(list, f)
		}
	}
	return list
}

// funcOf returns the plan of a function, or nil if the function is not divided.
func (pl explainer) funcOf(f fn.Func) *plan.FuncPlan {
	for _, p := range pl.Funcs {
		if p.Fn.Op == f.Op {
			return p
		}
	}
	return nil
}

// ownFirst returns the first value that is defined directly in f. If there is none, it returns the
// first value that is defined in a nested region of f, or nil.
func ownFirst(f fn.Func, values []*ir.Value) *ir.Value {
	for _, own := range []bool{true, false} {
		for _, v := range values {
			if v.Block() == nil { // inlining removed the operation that defines v
				continue
			}
			if (v.Block() == f.Entry()) == own && f.Op.IsAncestor(v.Block().Parent()) {
				return v
			}
		}
	}
	return nil
}

// printed returns the values in entry blocks that have the given name in the printed program. For
// an operation with several results, it returns only the first result.
func (pl explainer) printed(name string) (vs []*ir.Value) {
	names := asm.NewNames(pl.Module.Op)
	for _, f := range pl.bodies() {
		for op := range f.Entry().Ops() {
			if op.NumResults() > 0 && names.Op(op) == "%"+name {
				vs = append(vs, op.ResultAt(0))
			}
		}
		for _, a := range f.Entry().Args() {
			if names.Value(a) == "%"+name {
				vs = append(vs, a)
			}
		}
	}
	return vs
}

// explainOf explains the operation op of a function. If op is nil, it explains v, a value without a
// defining operation.
func (pl explainer) explainOf(ctx context.Context, what string, in fn.Func, op *ir.Op, v *ir.Value) (*Report, error) {
	f := pl.funcOf(in)
	switch {
	case f == nil:
		return pl.explainCalled(ctx, what, in)
	case op != nil:
		return pl.explainOp(ctx, f, what, op)
	case v.Block() != f.Fn.Entry():
		around := v.Block().Parent()
		r, err := pl.explainOp(ctx, f, what, around)
		if err == nil {
			r.Inside = "an argument of a region of " + around.Name()
		}
		return r, err
	}
	r := pl.newReport(f, what, "argument")
	r.Reason = "an argument of the function has no device: it is copied to each cluster that reads it"
	for i, part := range f.Parts {
		if slices.Contains(part.Inputs, v) {
			r.Readers = append(r.Readers, f.ClusterName(i))
		}
	}
	return r, nil
}

// explainCalled explains a value or operation in a function that is not divided. The whole function
// runs on the device of the operation that calls it.
func (pl explainer) explainCalled(ctx context.Context, what string, in fn.Func) (*Report, error) {
	var callers []string
	var report func() (*Report, error)
	reaches := irplace.Reaches(in)
	for _, f := range pl.Funcs {
		for v, op := range f.Ops {
			if !reaches(op) {
				continue
			}
			callers = append(callers, fmt.Sprintf("#%d", op.ID()))
			report = func() (*Report, error) {
				r := pl.newReport(f, what, "operation")
				r.Inside = "@" + in.SymName()
				return pl.explainNode(ctx, r, f, int32(v))
			}
		}
	}
	switch len(callers) {
	case 0:
		return nil, diag.Errorf(diag.Span{}, "'%s' is in @%s, which no divided function calls", what, in.SymName())
	case 1:
		return report()
	}
	return nil, diag.Errorf(diag.Span{}, "'%s' is in @%s, which runs on the device of the operation that calls it, but %d operations call it", what, in.SymName(), len(callers)).
		WithHelp("explain one of these: " + strings.Join(callers[:min(len(callers), 10)], ", "))
}

// explainInlined explains the replacement of a value that is in the source text, but that inlining
// removed from the program. It returns nil if the value has no replacement.
func (pl explainer) explainInlined(ctx context.Context, what, in, value string) (*Report, error) {
	name := strings.TrimPrefix(value, "%")
	base, _, _ := strings.Cut(name, "#")
	list := pl.Inlined[name]
	if list == nil && pl.Inlined[base] != nil {
		have := 1
		for pl.Inlined[fmt.Sprintf("%s#%d", base, have)] != nil {
			have++
		}
		if err := resultThere(value, have); err != nil {
			return nil, err
		}
		list = pl.Inlined[base]
	}
	var found []plan.Inlined
	for _, i := range list {
		if i.V.Block() == nil { // a copy of a constant, of which another copy was kept
			continue
		}
		if (in == "" || i.In == in) && !slices.ContainsFunc(found, func(j plan.Inlined) bool { return j.V == i.V }) {
			found = append(found, i)
		}
	}
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return pl.explainReplacement(ctx, what, found[0].V)
	}
	var texts []string
	for _, i := range found {
		texts = append(texts, "@"+i.In+":%"+name)
	}
	if in != "" {
		return nil, diag.Errorf(diag.Span{}, "'@%s:%%%s' names %d operations, since @%s is called several times", in, name, len(found), in).WithHelp("use the id of one of them, such as #12, which lathe plan --json prints")
	}
	return nil, diag.Errorf(diag.Span{}, "%d values are called '%%%s'", len(found), name).
		WithHelp("name one of: " + strings.Join(texts, ", "))
}

// explainReplacement explains v, which replaces an inlined value.
func (pl explainer) explainReplacement(ctx context.Context, what string, v *ir.Value) (*Report, error) {
	for _, f := range pl.bodies() {
		if f.Op.IsAncestor(v.Block().Parent()) {
			return pl.explainOf(ctx, what, f, v.Def(), v)
		}
	}
	return nil, nil
}
