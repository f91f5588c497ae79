package ir

import (
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/ir/affine"
)

// How a value's num reads: a plain number, %argN, or an index into names.
const (
	numArg   = 1 << 30
	numNamed = 1 << 31
	numMask  = numArg - 1
)

// counters are the state of numbering; nested regions inherit a copy.
type counters struct {
	value, arg, conflict uint32
	used                 *nameScope
}

// nameScope holds names in use; inner scopes see the outer ones.
type nameScope struct {
	m     map[string]bool
	outer *nameScope
}

func (s *nameScope) has(n string) bool {
	for ; s != nil; s = s.outer {
		if s.m[n] {
			return true
		}
	}
	return false
}

// Op writes op with what is inside it, numbering values and defining aliases as
// MLIR does, and ends the line. In local scope it writes the operation alone.
func (w *Writer) Op(op *Op) {
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
	w.resourceSection()
	w.maybeFlush()
}

// OpNested writes op, whose values some enclosing operation's numbering covers.
func (w *Writer) OpNested(op *Op) { w.OpBody(op) }

// Number numbers the values of op and everything inside it without printing
// anything, so that [Writer.Value] writes their names.
func (w *Writer) Number(op *Op) { w.number(op) }

// number gives numbers to the values of op and everything inside it.
func (w *Writer) number(op *Op) {
	c := counters{used: &nameScope{}}
	w.numberOp(op, &c)
	w.unique = c
	for i := op.NumRegions() - 1; i >= 0; i-- {
		w.numberRegion(op.RegionAt(i), c)
	}
}

// uniqueIDs reports whether numbers are never used twice: MLIR does so in
// generic form too.
func (w *Writer) uniqueIDs() bool { return w.Opts.UniqueIDs || w.Opts.Generic }

func (w *Writer) numberRegion(r *Region, c counters) {
	if w.uniqueIDs() {
		used := c.used
		c = w.unique
		c.used = used
	}
	c.used = &nameScope{outer: c.used}
	var named map[*Value]bool
	if w.ArgNames != nil && !w.Opts.Generic {
		w.ArgNames(r, func(v *Value, name string) {
			w.setName(v, name, &c)
			if named == nil {
				named = map[*Value]bool{}
			}
			named[v] = true
		})
	}
	var nested []*Op
	for bi, b := range r.Blocks {
		b.num = uint32(bi)
		for _, a := range b.args {
			switch {
			case named[a]:
			case w.nameFromLoc(a, &c):
			case bi == 0:
				a.num = numArg | c.arg
				c.arg++
			default:
				a.num = c.value
				c.value++
			}
		}
		for o := b.first; o != nil; o = o.next {
			if o.nResults > 0 {
				w.numberOp(o, &c)
			}
			if o.ext != nil && len(o.ext.regions) > 0 {
				nested = append(nested, o)
			}
		}
	}
	w.unique = c
	// Last to first, as MLIR's work list goes: it shows where numbers are unique.
	for j := len(nested) - 1; j >= 0; j-- {
		for i := len(nested[j].ext.regions) - 1; i >= 0; i-- {
			w.numberRegion(&nested[j].ext.regions[i], c)
		}
	}
}

func (w *Writer) numberOp(op *Op, c *counters) {
	rs := op.resultSlice()
	if len(rs) == 0 {
		return
	}
	var starts []int
	if !w.Opts.Generic && op.def.namer() {
		first := false
		resultNames(op, func(v *Value, name string) {
			w.setName(v, name, c)
			if v.Index() == 0 {
				first = true
			} else {
				starts = append(starts, v.Index())
			}
		})
		if first {
			w.spread(op, starts, c)
			return
		}
	}
	if w.nameFromLoc(&rs[0], c) {
		w.spread(op, starts, c)
		return
	}
	rs[0].num = c.value
	c.value++
	w.spread(op, starts, c)
}

// resultNames calls set with the names that op suggests: its own, or, where it
// has several groups of results, those of the groups.
func resultNames(op *Op, set func(v *Value, name string)) {
	if n, ok := Cast[Namer](op); ok {
		n.ResultNames(set)
		return
	}
	for i, f := range op.def.Spec.Results {
		if lo, hi := op.ResultGroup(i); lo < hi && f.Name != "" {
			set(op.ResultAt(lo), f.Name)
		}
	}
}

// spread gives every result the number of its group's first one.
func (w *Writer) spread(op *Op, starts []int, c *counters) {
	rs := op.resultSlice()
	if len(rs) == 1 {
		return
	}
	if len(starts) > 0 {
		if w.groups == nil {
			w.groups = map[*Op][]int{}
		}
		w.groups[op] = append([]int{0}, starts...)
	}
	lead := rs[0].num
	for i := 1; i < len(rs); i++ {
		if len(starts) > 0 && starts[0] == i {
			lead = rs[i].num
			starts = starts[1:]
			continue
		}
		rs[i].num = lead
	}
}

// setName gives v a name that no value in scope has; an empty one a number.
func (w *Writer) setName(v *Value, name string, c *counters) {
	if name == "" {
		v.num = c.value
		c.value++
		return
	}
	name = sanitize(name)
	if c.used.has(name) {
		for {
			try := name + "_" + strconv.Itoa(int(c.conflict))
			c.conflict++
			if !c.used.has(try) {
				name = try
				break
			}
		}
	}
	if c.used.m == nil {
		c.used.m = map[string]bool{}
	}
	c.used.m[name] = true
	v.num = numNamed | uint32(len(w.names))
	w.names = append(w.names, name)
}

// sanitize makes a name fit for %name.
func sanitize(s string) string {
	out := make([]byte, 0, len(s)+1)
	if isDigit(s[0]) && !allDigits(s) {
		out = append(out, '_')
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case isLetter(c), isDigit(c), c == '_', c == '$', c == '.', c == '-':
			out = append(out, c)
		case c == ' ':
			out = append(out, '_')
		default:
			const digits = "0123456789ABCDEF"
			out = append(out, digits[c>>4], digits[c&15])
		}
	}
	return string(out)
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

func (w *Writer) nameFromLoc(v *Value, c *counters) bool {
	if !w.Opts.NameLocs {
		return false
	}
	n, ok := AttrAs[*NamedLoc](v.Loc().Attr())
	if !ok || n.Name == "" {
		return false
	}
	w.setName(v, n.Name, c)
	return true
}

// Value writes %name, with #i for a result that is not the first of several.
func (w *Writer) Value(v *Value) {
	if v == nil {
		w.Str("<<NULL VALUE>>")
		return
	}
	w.valueName(v)
	op := v.Def()
	if op == nil || op.nResults == 1 {
		return
	}
	lo, hi := w.group(op, v.Index())
	if hi-lo > 1 {
		w.Byte('#')
		w.Int(int64(v.Index() - lo))
	}
}

func (w *Writer) valueName(v *Value) {
	w.Byte('%')
	switch {
	case v.num&numNamed != 0:
		w.Str(w.names[v.num&^numNamed])
	case v.num&numArg != 0:
		w.Str("arg")
		w.Uint(uint64(v.num & numMask))
	default:
		w.Uint(uint64(v.num))
	}
}

// group returns the range of results that share a name with result i.
func (w *Writer) group(op *Op, i int) (lo, hi int) {
	gs := w.groups[op]
	if gs == nil {
		return 0, int(op.nResults)
	}
	hi = int(op.nResults)
	for _, g := range gs {
		if g > i {
			return lo, g
		}
		lo = g
	}
	return lo, hi
}

// AffineExpr writes an affine expression; name writes its dimensions and
// symbols.
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

// BlockName writes ^bbN.
func (w *Writer) BlockName(b *Block) {
	w.Str("^bb")
	w.Uint(uint64(b.num))
}

// OpWithoutResults writes op without the names of its results and its location.
func (w *Writer) OpWithoutResults(op *Op) {
	if w.Custom != nil && !w.Opts.Generic && w.Custom(w, op) {
		return
	}
	if w.aliases != nil && w.aliases.collecting {
		w.visitGeneric(op)
		return
	}
	w.GenericOp(op)
}

// OpBody writes op without ending the line.
func (w *Writer) OpBody(op *Op) {
	collecting := w.aliases != nil && w.aliases.collecting
	if collecting {
		w.trailingLoc(op.Loc(), op)
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
		w.valueUsers(op)
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

// GenericOp writes op from its name on in generic form.
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
		for i, s := range op.ext.succs {
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

// visitGeneric visits what GenericOp would print in MLIR's order, which numbers
// the aliases.
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

// properties writes <{…}>, sorted by name.
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
	for _, i := range op.def.sortedSlots() {
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

// Region writes { … }. args says whether the entry block's arguments are
// printed as a header, terms whether the terminator is.
func (w *Writer) Region(r *Region, args, terms bool) { w.region(r, args, terms, false) }

// region is Region; empty asks for the header of a block without operations, as
// the generic form has it.
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

// predecessors maps the blocks of a region of several blocks to the blocks that
// branch to them, once per successor.
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
			w.trailingLoc(b.argLoc(i), nil)
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

// Indent starts a line at the current depth.
func (w *Writer) Indent() {
	for range w.indent {
		w.Str("  ")
	}
}

// Newline ends the line and indents the next.
func (w *Writer) Newline() {
	w.Byte('\n')
	w.Indent()
}

// Nested runs f one level deeper.
func (w *Writer) Nested(f func()) {
	w.indent++
	f()
	w.indent--
}

// valueUsers writes the comment of --mlir-print-value-users.
func (w *Writer) valueUsers(op *Op) {
	if op.nResults == 0 {
		return
	}
	w.Str("  // ")
	if op.Unused() {
		w.Str("unused")
		return
	}
	w.Str("users: ")
	first := true
	for v := range op.Results() {
		var us []*Op
		for u := range v.Uses() {
			us = append(us, u.owner)
		}
		for i := len(us) - 1; i >= 0; i-- {
			if !first {
				w.Str(", ")
			}
			first = false
			if us[i].nResults > 0 {
				w.Value(us[i].ResultAt(0))
				continue
			}
			w.Str(us[i].Name())
		}
	}
}

// ArgLoc writes the location of a block argument where debug info is asked for.
func (w *Writer) ArgLoc(v *Value) { w.trailingLoc(v.Loc(), nil) }
