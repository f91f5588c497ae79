package asm

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Printer writes operations in custom form. It is a Writer with methods for formats.
type Printer struct {
	*ir.Writer
	// implied is the result of impliedDialect for the operations of block.
	implied string
	block   *ir.Block
}

// ArgNamer suggests names for the arguments of an operation's regions.
type ArgNamer interface {
	ArgNames(r *ir.Region, set func(v *ir.Value, name string))
}

// Print writes op, a top-level operation, in the form that mlir-opt prints.
func Print(out io.Writer, op *ir.Op, o ir.PrintOptions) error {
	return PrintEach(out, op, o, nil)
}

// PrintEach is Print for large programs. It uses the given Each to print several functions
// concurrently. It writes the same text as Print.
func PrintEach(out io.Writer, op *ir.Op, o ir.PrintOptions, each ir.Each) error {
	w := NewPrinter(out, o)
	w.Each, w.Fork = each, func() *ir.Writer { return NewPrinter(nil, o).Writer }
	w.Op(op)
	return w.Flush()
}

// NewPrinter returns a printer of whole operations.
func NewPrinter(out io.Writer, o ir.PrintOptions) *Printer {
	w := ir.NewWriter(out, o)
	p := &Printer{Writer: w}
	w.Custom = func(to *ir.Writer, op *ir.Op) bool {
		if to != w {
			return (&Printer{Writer: to}).custom(op)
		}
		return p.custom(op)
	}
	w.ArgNames = func(r *ir.Region, set func(v *ir.Value, name string)) {
		if r.Owner() == nil {
			return
		}
		if n, ok := r.Owner().View().(ArgNamer); ok {
			n.ArgNames(r, set)
		}
	}
	return p
}

// String returns op in custom form.
func String(op *ir.Op) string {
	var b bytes.Buffer
	Print(&b, op, ir.NewPrintOptions())
	return b.String()
}

// custom writes op in custom form, starting with its name. It returns false, and writes nothing, if
// op has no custom form or the form cannot express op.
func (w *Printer) custom(op *ir.Op) bool {
	def := op.Def()
	if !def.Registered() {
		return false
	}
	f, err := formatOf(def)
	switch {
	case err != nil:
		return false
	case f.emptyList(op), f.unequal(op), f.partial && op.View().(GenericPrinter).NeedsGeneric():
		return false
	case f.hook:
		w.opName(op)
		op.View().(OpPrinter).PrintOp(w)
	case f.none:
		return false
	default:
		w.opName(op)
		if f.plain == nil || !f.plainly(op) {
			f.print(w, op, f.nodes)
			break
		}
		f.plain.print(w, op)
	}
	return true
}

// equalities returns the inference steps that copy a type from one field to another, if both fields
// have exactly one value.
func (f *format) equalities() (equal []step) {
	for _, s := range f.steps {
		to := f.def.Spec.Operands
		if s.toResult {
			to = f.def.Spec.Results
		}
		if from := s.field(f.def); s.fn == nil && from != nil && from.Arity == ir.One && to[s.to].Arity == ir.One {
			equal = append(equal, s)
		}
	}
	return equal
}

// unequal reports whether two values have different types although the text contains only one type
// for both values. Verifiers accept, for instance, a dynamic and a static extent.
func (f *format) unequal(op *ir.Op) bool {
	for i := range f.equal {
		s := &f.equal[i]
		if s.valueOf(op, s.from == fromResult, s.index).Type() != s.valueOf(op, s.toResult, s.to).Type() {
			return true
		}
	}
	return false
}

// valueOf returns the only value of a field.
func (s *step) valueOf(op *ir.Op, result bool, field int) *ir.Value {
	if result {
		lo, _ := op.ResultGroup(field)
		return op.ResultAt(lo)
	}
	lo, _ := op.OperandGroup(field)
	return op.OperandAt(lo)
}

// emptyList reports whether op has no values for one of f.lists, the lists of types that must not
// be empty in the text.
func (f *format) emptyList(op *ir.Op) bool {
	for i := range f.lists {
		if !f.present(op, &f.lists[i]) {
			return true
		}
	}
	return false
}

// opName writes the name of op, without the prefix of the default dialect.
func (w *Printer) opName(op *ir.Op) {
	name := op.Name()
	if dn := w.impliedDialect(op); len(name) > len(dn) && name[len(dn)] == '.' && name[:len(dn)] == dn {
		if rest := name[len(dn)+1:]; !strings.Contains(rest, ".") {
			name = rest
		}
	}
	w.Str(name)
}

// impliedDialect returns the dialect whose prefix is omitted in the name of op: the default dialect
// of the enclosing operation, if any. At the top level, this is builtin.
func (w *Printer) impliedDialect(op *ir.Op) string {
	if b := op.Block(); b == nil || b != w.block {
		w.block, w.implied = b, impliedIn(op.Parent())
	}
	return w.implied
}

// impliedIn returns the default dialect of operations directly inside p.
func impliedIn(p *ir.Op) string {
	if p == nil {
		return "builtin"
	}
	if _, ok := p.Def().Zero().(DefaultDialect); ok {
		dn, _, _ := strings.Cut(p.Name(), ".")
		return dn
	}
	return ""
}

// AttrDict writes " {…}" with the attributes that are not in skip, if any remain. It omits segment
// sizes, and inherent attributes equal to their default.
func (w *Printer) AttrDict(op *ir.Op, skip ...string) {
	if es := w.dictEntries(op, skip); len(es) > 0 {
		w.Str(" {")
		w.NamedAttrs(es)
		w.Byte('}')
	}
}

// AttrDictWithKeyword writes " attributes {…}" with the attributes that AttrDict would write, if
// any.
func (w *Printer) AttrDictWithKeyword(op *ir.Op, skip ...string) {
	if es := w.dictEntries(op, skip); len(es) > 0 {
		w.Str(" attributes {")
		w.NamedAttrs(es)
		w.Byte('}')
	}
}

func (w *Printer) dictEntries(op *ir.Op, skip []string) []ir.NamedAttr {
	var es []ir.NamedAttr
	for i, f := range op.Def().Spec.Attrs {
		a := op.AttrAt(i)
		if a.IsNil() || a == f.Default || f.Name == ir.OperandSegments || f.Name == ir.ResultSegments || slices.Contains(skip, f.Name) {
			continue
		}
		es = append(es, ir.NamedAttr{Name: f.Name, Attr: a})
	}
	for _, e := range op.DiscardableAttrs() {
		if !slices.Contains(skip, e.Name) {
			es = append(es, e)
		}
	}
	slices.SortStableFunc(es, func(a, b ir.NamedAttr) int { return strings.Compare(a.Name, b.Name) })
	return es
}

// FunctionType writes (ins) -> outs.
func (w *Printer) FunctionType(ins, outs []ir.Type) {
	w.Byte('(')
	w.Types(ins)
	w.Str(") -> ")
	w.ResultTypes(outs)
}

// OptionalArrowTypes writes " -> T" or " -> (T, …)", or nothing if there are no types.
func (w *Printer) OptionalArrowTypes(ts []ir.Type) {
	if len(ts) > 0 {
		w.Str(" -> ")
		w.ResultTypes(ts)
	}
}

// ValueTypes writes the types of values separated by commas.
func (w *Printer) ValueTypes(vs []*ir.Value) {
	for i, v := range vs {
		if i > 0 {
			w.Str(", ")
		}
		w.Type(v.Type())
	}
}
