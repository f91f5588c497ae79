package asm

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

func (f *format) print(w *Printer, op *ir.Op, ns []node) {
	for i := range ns {
		f.printNode(w, op, &ns[i])
	}
}

func (f *format) printNode(w *Printer, op *ir.Op, n *node) {
	if n.space {
		w.Byte(' ')
	}
	switch n.kind {
	case nLiteral:
		w.Str(n.text)
	case nNewline:
		w.Newline()
	case nOperand:
		f.printOperand(w, op, n.index)
	case nOperandType:
		lo, hi := op.OperandGroup(n.index)
		for i := lo; i < hi; i++ {
			if i > lo {
				w.Str(", ")
			}
			w.Type(op.OperandAt(i).Type())
		}
	case nResultType:
		lo, hi := op.ResultGroup(n.index)
		for i := lo; i < hi; i++ {
			if i > lo {
				w.Str(", ")
			}
			w.Type(op.ResultAt(i).Type())
		}
	case nAttr:
		w.FormAttr(&f.def.Spec.Attrs[n.index], op.AttrAt(n.index))
	case nAttrDict:
		if f.dictFilled(op) {
			w.AttrDict(op, f.boundNames()...)
		}
	case nAttrDictKeyword:
		w.AttrDictWithKeyword(op, f.boundNames()...)
	case nPropDict:
		w.propDict(op, f.boundNames())
	case nRegion:
		end := n.index + 1
		if f.def.Spec.Regions[n.index].Arity == ir.Variadic {
			end = op.NumRegions()
		}
		f.printRegions(w, op, n.index, end)
	case nSuccessor:
		f.printSuccessors(w, op, n.index)
	case nFunctionalType:
		w.FunctionType(f.typesOf(op, &n.args[0]), f.typesOf(op, &n.args[1]))
	case nAllOperands:
		w.Values(op.OperandList())
	case nAllOperandTypes:
		w.Types(op.OperandTypes())
	case nAllResultTypes:
		w.Types(op.ResultTypes())
	case nAllRegions:
		f.printRegions(w, op, 0, op.NumRegions())
	case nAllSuccessors:
		for i, b := range op.Successors() {
			if i > 0 {
				w.Str(", ")
			}
			w.BlockName(b)
		}
	case nCustom:
		n.custom.Print(w, op, refs(n.args))
	case nGroup:
		f.printGroup(w, op, n)
	case nOilist:
		for _, cl := range n.clause {
			if f.clausePresent(op, cl) {
				w.Byte(' ')
				w.Str(cl[0].text)
				if len(cl) > 1 && !(cl[1].kind == nAttr && isUnit(&f.def.Spec.Attrs[cl[1].index])) {
					f.print(w, op, cl[1:])
				}
			}
		}
	}
}

func (f *format) clausePresent(op *ir.Op, cl []node) bool {
	for i := range cl[1:] {
		n := &cl[1+i]
		if n.kind == nCustom && len(n.args) > 0 {
			n = &n.args[0]
		}
		switch n.kind {
		case nAttr, nOperand, nRegion, nSuccessor:
			return f.present(op, n)
		}
	}
	return false
}

func (f *format) printOperand(w *Printer, op *ir.Op, i int) {
	lo, hi := op.OperandGroup(i)
	for j := lo; j < hi; j++ {
		if j > lo {
			w.Str(", ")
		}
		w.Value(op.OperandAt(j))
	}
}

// dictFilled reports whether the attribute dictionary is printed.
func (f *format) dictFilled(op *ir.Op) bool {
	if len(op.DiscardableAttrs()) > 0 {
		return true
	}
	for _, i := range f.loose {
		if a := op.AttrAt(i); !a.IsNil() && a != f.def.Spec.Attrs[i].Default {
			return true
		}
	}
	return false
}

// boundNames lists the attributes that the format has outside of the attribute dictionary.
func (f *format) boundNames() []string {
	var ns []string
	for i, b := range f.bound {
		if b {
			ns = append(ns, f.def.Spec.Attrs[i].Name)
		}
	}
	return ns
}

func (w *Printer) propDict(op *ir.Op, skip []string) {
	var es []ir.NamedAttr
	for n, a := range op.InherentAttrs() {
		if !slices.Contains(skip, n) {
			es = append(es, ir.NamedAttr{Name: n, Attr: a})
		}
	}
	if len(es) == 0 {
		return
	}
	slices.SortStableFunc(es, func(a, b ir.NamedAttr) int { return strings.Compare(a.Name, b.Name) })
	w.Str(" <{")
	w.NamedAttrs(es)
	w.Str("}>")
}

func (f *format) printRegions(w *Printer, op *ir.Op, begin, end int) {
	for i := begin; i < end; i++ {
		if i > begin {
			w.Str(", ")
		}
		w.Region(op.RegionAt(i), true, f.printsTerminator(op.RegionAt(i)))
	}
}

// printsTerminator reports whether the terminator is printed. It is omitted if the parser would add
// an equal terminator.
func (f *format) printsTerminator(r *ir.Region) bool {
	if f.def.Spec.Implicit == "" || len(r.Blocks) == 0 {
		return true
	}
	t := r.Blocks[0].Terminator()
	if t == nil {
		return true
	}
	return t.NumOperands() > 0 || t.NumResults() > 0 || len(t.DiscardableAttrs()) > 0 || !t.Properties().IsNil()
}

func (f *format) printSuccessors(w *Printer, op *ir.Op, i int) {
	if f.def.Spec.Successors[i].Arity == ir.One {
		w.BlockName(op.SuccessorAt(i))
		return
	}
	for j := i; j < op.NumSuccessors(); j++ {
		if j > i {
			w.Str(", ")
		}
		w.BlockName(op.SuccessorAt(j))
	}
}

func (f *format) typesOf(op *ir.Op, n *node) []ir.Type {
	switch n.kind {
	case nAllOperands, nAllOperandTypes:
		return op.OperandTypes()
	case nAllResultTypes:
		return op.ResultTypes()
	case nResultType:
		lo, hi := op.ResultGroup(n.index)
		return op.ResultTypes()[lo:hi]
	}
	lo, hi := op.OperandGroup(n.index)
	return op.OperandTypes()[lo:hi]
}

func (f *format) printGroup(w *Printer, op *ir.Op, n *node) {
	ns, inverted := n.then, false
	anchor := n.anchor
	if anchor < 0 {
		ns, anchor, inverted = n.els, -1-anchor, true
	}
	if f.present(op, &ns[anchor]) == inverted {
		f.print(w, op, n.els)
		return
	}
	for i := range n.then {
		if !inverted && i == anchor && n.then[i].kind == nAttr && isUnit(&f.def.Spec.Attrs[n.then[i].index]) {
			continue
		}
		f.printNode(w, op, &n.then[i])
	}
}

// present reports whether op has the part that a group's anchor names.
func (f *format) present(op *ir.Op, n *node) bool {
	switch n.kind {
	case nOperand, nOperandType:
		lo, hi := op.OperandGroup(n.index)
		return hi > lo
	case nResultType:
		lo, hi := op.ResultGroup(n.index)
		return hi > lo
	case nAttr:
		a := op.AttrAt(n.index)
		return !a.IsNil() && a != f.def.Spec.Attrs[n.index].Default
	case nRegion:
		if f.def.Spec.Regions[n.index].Arity == ir.Variadic {
			return op.NumRegions() > n.index
		}
		return !op.RegionAt(n.index).Empty()
	case nSuccessor, nAllSuccessors:
		return op.NumSuccessors() > n.index
	case nAllOperands, nAllOperandTypes:
		return op.NumOperands() > 0
	case nAllResultTypes:
		return op.NumResults() > 0
	case nFunctionalType:
		return op.NumOperands()+op.NumResults() > 0
	case nCustom:
		for i := range n.args {
			if n.args[i].kind != nRef && f.present(op, &n.args[i]) {
				return true
			}
		}
	}
	return false
}

// FormAttr writes an attribute of an assembly format, in the way that the field Form of the
// attribute's constraint requires. It writes the default if the attribute is absent.
func (w *Printer) FormAttr(f *ir.AttrField, a ir.Attr) {
	if a.IsNil() {
		a = f.Default
	}
	switch c := &f.Type; c.Form {
	case ir.FormNoType:
		w.AttrNoType(a)
	case ir.FormSymbolName:
		s, _ := a.Str()
		w.Symbol(s)
	case ir.FormEnum:
		i, _ := a.Int()
		if i >= 0 && int(i) < len(c.Enum) {
			w.Keyword(c.Enum[i])
		}
	case ir.FormDenseArray:
		w.Byte('[')
		if d, ok := ir.AttrAs[*ir.DenseArrayAttr](a); ok {
			d.PrintBare(w.Writer)
		}
		w.Byte(']')
	case ir.FormStripped:
		w.Str(stripped(a.String(), c.Mnemonic))
	default:
		w.Attr(a)
	}
}

// stripped removes the prefix "#dialect.mnemonic" from text. If text has the form
// "#dialect<mnemonic…>", stripped removes "#dialect<mnemonic" and ">".
func stripped(text, mnemonic string) string {
	dialect, name, _ := strings.Cut(mnemonic, ".")
	if s, ok := strings.CutPrefix(text, "#"+dialect+"<"+name); ok {
		return strings.TrimSuffix(s, ">")
	}
	return strings.TrimPrefix(text, "#"+mnemonic)
}
