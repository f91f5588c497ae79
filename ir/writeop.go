package ir

import (
	"slices"

	"github.com/lathe-ir/lathe/ir/affine"
)

// Op writes op with its regions and a line end. It numbers values and defines aliases as MLIR does.
// With the option LocalScope, it does not write alias definitions, resources or the line end.
func (w *Writer) Op(op *Op) {
	if w.opAtOnce(op) {
		return
	}
	w.number(op)
	if w.Opts.LocalScope {
		w.OpBody(op)
		w.maybeFlush()
		return
	}
	w.collectAliases(op)
	w.defineAliases(false)
	w.OpBody(op)
	w.Byte('\n')
	w.defineAliases(true)
	w.resourceSections(op)
	w.maybeFlush()
}

// AffineExpr writes an affine expression. It calls name(x) to write each dimension or symbol x.
func (w *Writer) AffineExpr(e affine.Expr, name func(x affine.Expr)) {
	w.buf = e.Append(w.buf, func(b []byte, x affine.Expr) []byte {
		w.buf = b
		name(x)
		return w.buf
	})
}

// Values writes values separated by commas.
func (w *Writer) Values(vs []*Value) {
	for i, v := range vs {
		if i > 0 {
			w.Str(", ")
		}
		w.Value(v)
	}
}

// BlockName writes the name of a block, ^bbN.
func (w *Writer) BlockName(b *Block) {
	w.Str("^bb")
	w.Uint(uint64(b.num))
}

// OpWithoutResults writes op without the names of its results and without its location.
func (w *Writer) OpWithoutResults(op *Op) {
	switch {
	case w.Custom != nil && !w.Opts.Generic && w.Custom(w, op):
	case w.Collecting():
		w.visitGeneric(op)
	default:
		w.GenericOp(op)
	}
}

// OpBody writes op like Op, but does not number values, write alias definitions or resources, or
// end the line.
func (w *Writer) OpBody(op *Op) {
	collecting := w.Collecting()
	if collecting {
		w.trailingLoc(op.Loc(), op)
	} else if w.Started != nil {
		w.Started(op)
	}
	if op.nResults > 0 {
		w.resultNames(op)
	}
	w.OpWithoutResults(op)
	if collecting {
		return
	}
	w.trailingLoc(op.Loc(), op)
	if w.Opts.ValueUsers {
		w.resultUsers(op)
	}
}

func (w *Writer) resultNames(op *Op) {
	n := int(op.nResults)
	for lo := 0; lo < n; {
		_, hi := w.group(op, lo)
		if lo > 0 {
			w.Str(", ")
		}
		w.valueName(op.ResultAt(lo))
		if hi-lo > 1 {
			w.Byte(':')
			w.Int(int64(hi - lo))
		}
		lo = hi
	}
	w.Str(" = ")
}

// GenericOp writes op in generic form, without the names of its results and without its location.
func (w *Writer) GenericOp(op *Op) {
	w.Quoted(op.def.name)
	w.Byte('(')
	for i, u := range op.operandSlice() {
		if i > 0 {
			w.Str(", ")
		}
		w.Value(u.val)
	}
	w.Byte(')')
	if op.NumSuccessors() > 0 {
		w.Byte('[')
		for i, s := range op.Successors() {
			if i > 0 {
				w.Str(", ")
			}
			w.BlockName(s)
		}
		w.Byte(']')
	}
	w.properties(op)
	if op.NumRegions() > 0 {
		w.Str(" (")
		for i := range op.ext.regions {
			if i > 0 {
				w.Str(", ")
			}
			w.region(&op.ext.regions[i], true, true, true)
		}
		w.Byte(')')
	}
	if ds := op.DiscardableAttrs(); len(ds) > 0 {
		w.Str(" {")
		w.NamedAttrs(ds)
		w.Byte('}')
	}
	w.Str(" : ")
	w.opTypes(op)
}

// visitGeneric visits the types and attributes that GenericOp prints, in MLIR's order. This order
// determines the numbers of aliases.
func (w *Writer) visitGeneric(op *Op) {
	if op.ext != nil {
		for i := range op.ext.regions {
			w.region(&op.ext.regions[i], true, true, true)
		}
	}
	for _, u := range op.operandSlice() {
		if u.val != nil {
			w.Type(u.val.typ)
		}
	}
	for i := range op.resultSlice() {
		w.Type(op.resultSlice()[i].typ)
	}
	es := slices.Clone(op.DiscardableAttrs())
	for n, a := range op.InherentAttrs() {
		es = append(es, NamedAttr{n, a})
	}
	sortNamed(es)
	for _, e := range es {
		w.Attr(e.Attr)
	}
}

// opTypes writes (operand types) -> result types.
func (w *Writer) opTypes(op *Op) {
	w.Byte('(')
	for i, u := range op.operandSlice() {
		if i > 0 {
			w.Str(", ")
		}
		if u.val == nil {
			w.Str("<<NULL TYPE>>")
			continue
		}
		w.Type(u.val.typ)
	}
	w.Str(") -> ")
	if op.nResults == 1 && !IsType[*FunctionType](op.ResultAt(0).typ) {
		w.Type(op.ResultAt(0).typ)
		return
	}
	w.Byte('(')
	for i := range op.resultSlice() {
		if i > 0 {
			w.Str(", ")
		}
		w.Type(op.resultSlice()[i].typ)
	}
	w.Byte(')')
}

// properties writes the inherent attributes as <{…}>, sorted by name.
func (w *Writer) properties(op *Op) {
	if op.def.unregistered {
		if p := op.Properties(); !p.IsNil() {
			w.Str(" <")
			w.Attr(p)
			w.Byte('>')
		}
		return
	}
	first := true
	for _, i := range op.def.sorted {
		a := op.attrSlice()[i]
		if a.IsNil() {
			continue
		}
		if first {
			w.Str(" <{")
		} else {
			w.Str(", ")
		}
		first = false
		w.namedAttr(op.def.Spec.Attrs[i].Name, a)
	}
	if !first {
		w.Str("}>")
	}
}

// Region writes a region as { … }. If args is set, it writes the arguments of the entry block. If
// terms is not set, it omits the terminator of a region with only one block.
func (w *Writer) Region(r *Region, args, terms bool) { w.region(r, args, terms, false) }

// region writes r as Region does. If empty is set, it also writes the header of an entry block that
// has no operations, as in generic form.
func (w *Writer) region(r *Region, args, terms, empty bool) {
	if w.Opts.SkipRegions {
		w.Str("{...}")
		return
	}
	w.Str("{\n")
	preds := predecessors(r)
	for i, b := range r.Blocks {
		header := i > 0 || args && len(b.args) > 0 || empty && b.first == nil
		if i == 0 && len(preds[b]) > 0 {
			header = true
		}
		w.block(b, header, terms || i > 0 || len(r.Blocks) > 1, preds)
	}
	w.Indent()
	w.Byte('}')
}

// predecessors maps each block of r to its predecessors, with one entry for each control-flow edge.
func predecessors(r *Region) map[*Block][]*Block {
	m := map[*Block][]*Block{}
	for _, b := range r.Blocks {
		if b.last == nil {
			continue
		}
		for _, s := range b.last.Successors() {
			m[s] = append(m[s], b)
		}
	}
	return m
}

func (w *Writer) block(b *Block, header, terms bool, preds map[*Block][]*Block) {
	if header {
		w.blockHeader(b, preds)
	}
	w.indent++
	if w.Opts.ValueUsers {
		for _, a := range b.args {
			w.argUsers(a)
		}
	}
	if b == w.partsOf {
		w.blockParts()
		w.indent--
		return
	}
	for o := b.first; o != nil; o = o.next {
		if !terms && o == b.last && o.def.traits&Terminator != 0 {
			break
		}
		w.Indent()
		w.OpBody(o)
		w.Byte('\n')
		w.maybeFlush()
	}
	w.indent--
}

func (w *Writer) blockHeader(b *Block, preds map[*Block][]*Block) {
	w.Indent()
	w.BlockName(b)
	if len(b.args) > 0 {
		w.Byte('(')
		for i, a := range b.args {
			if i > 0 {
				w.Str(", ")
			}
			w.Value(a)
			w.Str(": ")
			w.Type(a.typ)
			w.ArgLoc(a)
		}
		w.Byte(')')
	}
	w.Byte(':')
	switch ps := preds[b]; {
	case len(ps) == 0:
		if b.region.Blocks[0] != b {
			w.Str("  // no predecessors")
		}
	case len(ps) == 1:
		w.Str("  // pred: ")
		w.BlockName(ps[0])
	default:
		w.Str("  // ")
		w.Int(int64(len(ps)))
		w.Str(" preds: ")
		for i, p := range ps {
			if i > 0 {
				w.Str(", ")
			}
			w.BlockName(p)
		}
	}
	w.Byte('\n')
}

// Indent writes the spaces at the start of a line.
func (w *Writer) Indent() {
	for range w.indent {
		w.Str("  ")
	}
}

// Newline ends the line and indents the next line.
func (w *Writer) Newline() {
	w.Byte('\n')
	w.Indent()
}

// Nested calls f with one more level of indentation.
func (w *Writer) Nested(f func()) {
	w.indent++
	f()
	w.indent--
}

// ArgLoc writes the location of a block argument if debug info is printed. It does not use an
// alias.
func (w *Writer) ArgLoc(v *Value) {
	switch {
	case w.Opts.DebugInfo && !w.Opts.PrettyDebug && !w.Collecting():
		w.Byte(' ')
		w.attrData(v.Loc().Attr(), false)
	default:
		w.trailingLoc(v.Loc(), nil)
	}
}
