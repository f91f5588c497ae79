package nnvm

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Export writes a function in the format of NNVM's SaveJSON. It fails if the function does not have
// exactly one block, if a graph cannot have one of its attributes or types, or if it has operations
// of other dialects, except copies between devices.
func Export(out io.Writer, f fn.Func) error {
	if f.Op == nil {
		return diag.Errorf(diag.Span{}, "there is no function to write: its operation is nil")
	}
	if f.IsDeclaration() || len(f.Body().Blocks) != 1 {
		return ir.Errorf(f.Op, "is not an NNVM graph: it has %d blocks, not one", len(f.Body().Blocks))
	}
	x := index.EntriesOf(f.Entry())
	g, err := exporter{f: f, x: x}.graph()
	if err != nil {
		return err
	}
	w := &writer{newLayout(out), x, g}
	w.open('{', true)
	w.key("nodes")
	w.nodes()
	w.key("arg_nodes")
	w.ints(x.Args)
	w.key("node_row_ptr")
	w.ints(x.Start)
	w.key("heads")
	w.entries(x.Outputs)
	w.graphAttrs()
	w.close('}')
	return w.out.Flush()
}

// checkChanges returns an error for an assignment that no result needs. The graph would not contain
// the assignment, and later readers of the variable would get the old value. batch_norm is
// accepted, because it does not change the values of the variables that it is declared to change.
func checkChanges(f fn.Func, x *index.Entries) error {
	var other *ir.OpDef // the definition of the last operation that is not an Assign
	for op := range f.Entry().Ops() {
		if op.Def() == other {
			continue
		}
		a, ok := ir.As[nnvm.Assign](op)
		if !ok {
			other = op.Def()
			continue
		}
		if _, needed := x.Node(op); !needed {
			what := fmt.Sprintf("'%s'", nnvm.NameOf(a.Variable()))
			if what == "''" {
				what = fmt.Sprintf("the argument #%d", a.Variable().Index())
			}
			return ir.Errorf(op, "changes %s, but no result needs this change, so it would not be in the graph", what).
				WithHelp("return the result of this operation too")
		}
	}
	return nil
}

// prefix is the dialect prefix of an operator's name.
const prefix = "nnvm."

// copyOperator is the operator for a copy between devices, and for a read of a variable.
const copyOperator = "copy"

type writer struct {
	layout
	x     *index.Entries
	graph graph
}

func (w *writer) nodes() {
	w.open('[', true)
	for i := range w.x.Nodes {
		w.element()
		w.open('{', true)
		w.key("op")
		w.quoted(w.graph.kinds.names[w.graph.ops[i]])
		w.key("name")
		w.quoted(w.graph.names[i])
		if dict := w.graph.dict(i); len(dict) > 0 {
			w.key("attrs")
			w.open('{', len(dict) > 1)
			for _, p := range dict {
				w.key(p.key)
				w.quoted(p.value)
			}
			w.close('}')
		}
		w.key("inputs")
		w.entries(w.x.Reads(int32(i)))
		if after := w.x.After.Row(int32(i)); len(after) > 0 {
			w.key("control_deps")
			w.ints(after)
		}
		w.close('}')
	}
	w.close(']')
}

// spelling returns the text of parameter a: the original text if its value is a, else the standard
// text.
func spelling(spelled *ir.DictAttr, f ir.AttrField, a ir.Attr) string {
	if spelled != nil {
		if text, ok := spelled.Get(f.Name).Str(); ok {
			if same, err := nnvm.ParseParam(f, text); err == nil && same == a {
				return text
			}
		}
	}
	return nnvm.FormatParam(f, a)
}

func (w *writer) graphAttrs() {
	if len(w.graph.attrs) == 0 {
		return
	}
	w.key("attrs")
	w.open('{', len(w.graph.attrs) > 1)
	for _, a := range w.graph.attrs {
		w.key(a.key)
		w.str(a.value)
	}
	w.close('}')
}

// operatorName returns NNVM's name for an operation, or "" if there is none. A copy between devices
// and a read of a variable become NNVM's copy operator.
func operatorName(op *ir.Op) string {
	if ir.Is[cluster.Copy](op) || ir.Is[nnvm.Read](op) {
		return copyOperator
	}
	name, ok := strings.CutPrefix(op.Name(), prefix)
	if !ok || !op.Def().Registered() {
		return ""
	}
	return name
}

// nameOthers names the unnamed nodes like NNVM's builder: by operator (or "arg" for a variable) and
// index.
func nameOthers(x *index.Entries, names []string) {
	if !slices.Contains(names, "") {
		return
	}
	taken, next := map[string]bool{"": true}, map[string]int{}
	for _, s := range names {
		taken[s] = true
	}
	for i := range names {
		if names[i] != "" {
			continue
		}
		hint := "arg"
		if op := x.Nodes[i].Op; op != nil {
			hint = strings.Trim(operatorName(op), "_")
		}
		for taken[names[i]] {
			names[i] = hint + strconv.Itoa(next[hint])
			next[hint]++
		}
		taken[names[i]] = true
	}
}
