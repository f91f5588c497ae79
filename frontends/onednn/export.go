package onednn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// These types define the JSON form of a graph. The keys are in the order of oneDNN's dumps.
type (
	graphJSON struct {
		Version string   `json:"version"`
		Engine  string   `json:"engine_kind"`
		Math    string   `json:"fpmath_mode"`
		MathInt string   `json:"fpmath_mode_apply_to_int,omitempty"`
		Inputs  []int64  `json:"input_ports"`
		Outputs []int64  `json:"output_ports"`
		Graph   []opJSON `json:"graph"`
	}
	opJSON struct {
		ID      int64        `json:"id"`
		Name    string       `json:"name"`
		Kind    string       `json:"kind"`
		Attrs   attrsJSON    `json:"attrs"`
		Inputs  []tensorJSON `json:"inputs"`
		Outputs []tensorJSON `json:"outputs"`
	}
	tensorJSON struct {
		ID       int64   `json:"id"`
		Dtype    string  `json:"dtype"`
		Shape    []int64 `json:"shape"`
		Stride   []int64 `json:"stride"`
		Layout   string  `json:"layout_type"`
		Property string  `json:"property_type"`
		Handle   int64   `json:"layout_id,omitempty"`
	}
	attrJSON struct {
		name  string
		Type  string `json:"type"`
		Value any    `json:"value"`
	}
	// attrsJSON is a JSON object whose keys keep their order.
	attrsJSON []attrJSON
)

// MarshalJSON implements json.Marshaler.
func (as attrsJSON) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, a := range as {
		if i > 0 {
			b.WriteByte(',')
		}
		text, err := json.Marshal(a)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%q:%s", a.name, text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Export writes a function as JSON. Operations of dialects other than onednn_graph are errors.
func Export(w io.Writer, f fn.Func) error {
	if f.Op == nil {
		return diag.Errorf(diag.Span{}, "there is no function to write: its operation is nil")
	}
	if f.IsDeclaration() || len(f.Body().Blocks) != 1 {
		return ir.Errorf(f.Op, "is not a oneDNN graph: it has %d blocks, not one", len(f.Body().Blocks))
	}
	return Dump(w, f, slices.Collect(f.Entry().Ops()))
}

// Dump writes the operations in ops as a graph. ops has all operations of f, or those of a
// partition.
//
// The inputs of a partition are the operands that no operation in ops defines, in the order of
// their first use. Its outputs are the results that End or an operation outside of ops uses, and
// the results without uses. If ops has all operations of f, the inputs are the arguments with uses
// other than the return, and the outputs are the results of f.
func Dump(w io.Writer, f fn.Func, ops []*ir.Op) error {
	e := newExporter(f)
	g, err := e.graph(ops)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(g)
}

// exporter numbers operations and values that have no id, with the next free id.
type exporter struct {
	f       fn.Func
	header  *ir.DictAttr
	ids     map[*ir.Value]int64
	opIDs   map[*ir.Op]int64
	members map[*ir.Op]bool
}

func newExporter(f fn.Func) *exporter {
	e := &exporter{f: f, ids: map[*ir.Value]int64{}, opIDs: map[*ir.Op]int64{}}
	e.header, _ = ir.AttrAs[*ir.DictAttr](f.Op.Discardable(onednngraph.GraphAttr))
	e.numberValues()
	e.numberOps()
	return e
}

// numberValues gives each value the id of its logical tensor, unless an earlier value has this id.
func (e *exporter) numberValues() {
	values := slices.Clone(e.f.Entry().Args())
	for op := range e.f.Entry().Ops() {
		values = append(values, op.ResultList()...)
	}
	taken := map[int64]bool{}
	for _, v := range values {
		if id := onednngraph.TensorOf(v).ID; id >= 0 && !taken[id] {
			taken[id] = true
			e.ids[v] = id
		}
	}
	next := int64(0)
	for _, v := range values {
		if _, ok := e.ids[v]; ok {
			continue
		}
		for taken[next] {
			next++
		}
		taken[next] = true
		e.ids[v] = next
	}
}

func (e *exporter) numberOps() {
	taken := map[int64]bool{}
	for op := range e.f.Entry().Ops() {
		if id, ok := onednngraph.IDOf(op); ok && !taken[id] {
			taken[id] = true
			e.opIDs[op] = id
		}
	}
	next := int64(0)
	for op := range e.f.Entry().Ops() {
		if _, ok := e.opIDs[op]; ok {
			continue
		}
		for taken[next] {
			next++
		}
		taken[next] = true
		e.opIDs[op] = next
	}
}

// text returns the header's string for key, or absent if there is none.
func (e *exporter) text(key, absent string) string {
	if s, ok := e.header.Get(key).Str(); ok {
		return s
	}
	return absent
}

func (e *exporter) graph(ops []*ir.Op) (*graphJSON, error) {
	g := &graphJSON{
		Version: e.text("version", "3.0.0"), Engine: e.text("engine_kind", "cpu"), Math: e.text("fpmath_mode", "strict"),
		MathInt: e.text("fpmath_mode_apply_to_int", ""), Inputs: []int64{}, Outputs: []int64{}, Graph: []opJSON{},
	}
	for _, text := range []string{g.Version, g.MathInt} {
		if err := checkText(e.f.Op, onednngraph.GraphAttr, text); err != nil {
			return nil, err
		}
	}
	last := e.f.Entry().Last()
	e.members = map[*ir.Op]bool{}
	for _, op := range ops {
		e.members[op] = op != last
	}
	whole := len(ops) == e.f.Entry().Len()
	for _, op := range ops {
		if op == last {
			continue
		}
		o, err := e.operation(op)
		if err != nil {
			return nil, err
		}
		g.Graph = append(g.Graph, o)
		for _, v := range op.OperandList() {
			if id := e.ids[v]; !e.members[v.Def()] && !slices.Contains(g.Inputs, id) && !whole {
				g.Inputs = append(g.Inputs, id)
			}
		}
		for _, v := range op.ResultList() {
			if e.leaves(v) && !whole {
				g.Outputs = append(g.Outputs, e.ids[v])
			}
		}
	}
	if whole {
		return g, e.ports(g)
	}
	return g, nil
}

// ports lists the inputs and outputs of the whole function, without unused arguments. An output
// that is an argument is an error, because a oneDNN graph cannot return an input.
func (e *exporter) ports(g *graphJSON) error {
	for _, v := range e.f.Entry().Args() {
		for u := range v.Uses() {
			if e.members[u.Owner()] {
				g.Inputs = append(g.Inputs, e.ids[v])
				break
			}
		}
	}
	last := e.f.Entry().Last()
	for v := range last.Operands() {
		if v.IsArg() {
			return ir.Errorf(last, "returns argument #%d, but the outputs of a oneDNN graph are results of operations", v.Index()).WithHelp("return only results of operations")
		}
		g.Outputs = append(g.Outputs, e.ids[v])
	}
	return nil
}

// leaves reports whether a value is an output of the written operations; see Dump.
func (e *exporter) leaves(v *ir.Value) bool {
	if !v.HasUses() {
		return true
	}
	for u := range v.Uses() {
		if !e.members[u.Owner()] || ir.Is[onednngraph.End](u.Owner()) {
			return true
		}
	}
	return false
}

func (e *exporter) operation(op *ir.Op) (opJSON, error) {
	kind, ok := strings.CutPrefix(op.Name(), onednngraph.Prefix)
	if !ok {
		return opJSON{}, ir.Errorf(op, "is not an operation of oneDNN Graph").WithHelp("use only operations of the dialect onednn_graph")
	}
	o := opJSON{ID: e.opIDs[op], Kind: kind, Attrs: attrsJSON{}, Inputs: []tensorJSON{}, Outputs: []tensorJSON{}}
	o.Name, _ = op.Discardable(onednngraph.NameAttr).Str()
	if err := checkText(op, onednngraph.NameAttr, o.Name); err != nil {
		return o, err
	}
	if o.Name == "" {
		o.Name = kind + "_" + itoa(o.ID)
	}
	for i, f := range op.Def().Spec.Attrs {
		a := op.AttrAt(i)
		if a.IsNil() {
			continue
		}
		v := attrFor(f.Name, a)
		if !finite(v.Value) {
			return o, ir.Errorf(op, "attribute '%s' has an infinity or NaN, which JSON cannot represent", f.Name)
		}
		if s, ok := v.Value.(string); ok {
			if err := checkText(op, f.Name, s); err != nil {
				return o, err
			}
		}
		o.Attrs = append(o.Attrs, v)
	}
	for _, v := range op.OperandList() {
		t, err := e.tensor(op, v)
		if err != nil {
			return o, err
		}
		o.Inputs = append(o.Inputs, t)
	}
	for _, v := range op.ResultList() {
		t, err := e.tensor(op, v)
		if err != nil {
			return o, err
		}
		o.Outputs = append(o.Outputs, t)
	}
	return o, nil
}

// checkText returns an error if the string s of an attribute is not valid UTF-8.
func checkText(op *ir.Op, attr, s string) error {
	if !utf8.ValidString(s) {
		return ir.Errorf(op, "has %s in attribute '%s', which is not UTF-8, as strings in JSON must be", ir.NewString(s), attr)
	}
	return nil
}

// float is written with the fewest digits that give the same f32, as in oneDNN.
type float float64

// MarshalJSON implements json.Marshaler.
func (f float) MarshalJSON() ([]byte, error) {
	return json.Marshal(json.Number(strconv.FormatFloat(float64(f), 'g', -1, 32)))
}

// finite reports whether the value of an attribute has no infinity and no NaN.
func finite(value any) bool {
	infinite := func(f float) bool { return math.IsInf(float64(f), 0) || math.IsNaN(float64(f)) }
	switch v := value.(type) {
	case float:
		return !infinite(v)
	case []float:
		return !slices.ContainsFunc(v, infinite)
	}
	return true
}

func attrFor(name string, a ir.Attr) attrJSON {
	switch d := a.Data().(type) {
	case *ir.StringAttr:
		return attrJSON{name, "string", d.Value}
	case *ir.FloatAttr:
		return attrJSON{name, "f32", float(d.Float())}
	case *ir.IntAttr:
		if d.Type == ir.I1() {
			return attrJSON{name, "bool", int(d.Value & 1)}
		}
		return attrJSON{name, "s64", d.Value}
	case *ir.DenseArrayAttr:
		if v, ok := a.Ints(); ok {
			return attrJSON{name, "s64[]", v}
		}
		v := make([]float, d.Values.NumElements())
		for i := range v {
			v[i] = float(d.Values.Float(i))
		}
		return attrJSON{name, "f32[]", v}
	}
	return attrJSON{name, "string", a.String()}
}

func (e *exporter) tensor(op *ir.Op, v *ir.Value) (tensorJSON, error) {
	dtype, ok := onednngraph.NameOf(v.Type().Elem())
	if !ok {
		return tensorJSON{}, ir.Errorf(op, "has a value of type '%s', whose element type oneDNN does not have", v.Type())
	}
	t := onednngraph.TensorOf(v)
	out := tensorJSON{ID: e.ids[v], Dtype: dtype, Shape: []int64{}, Layout: t.Layout, Property: t.Property, Handle: t.Handle}
	shape, ranked := v.Type().Shape()
	switch {
	case !ranked:
		out.Shape, out.Stride, out.Layout = []int64{unknown}, []int64{unknown}, onednngraph.Undefined
		return out, nil
	case t.Strides != nil:
		out.Stride = t.Strides
	default:
		out.Stride = rowMajor(shape)
	}
	out.Shape = append(out.Shape, shape...)
	if out.Stride == nil || t.Layout != onednngraph.Strided {
		out.Stride = []int64{unknown}
	}
	return out, nil
}
