package ir

import (
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// aliasKey is the type or attribute that an alias represents.
type aliasKey struct {
	attr Attr
	typ  Type
}

type aliasInfo struct {
	key    aliasKey
	base   string // "map"; "" if only types and attributes inside the key can have aliases
	depth  int    // nesting depth of the aliases inside; 0 without aliases
	late   bool   // only locations of operations refer to it, so it is defined at the end
	name   string // "#map1", once assigned
	active bool
}

// aliasTable maps types and attributes to their aliases. While collecting is true, the printer only
// finds aliases, and its output is discarded.
type aliasTable struct {
	collecting bool
	infos      map[aliasKey]*aliasInfo
	list       []*aliasInfo
	depth      int  // nesting depth of the aliases found in the current visit
	early      bool // aliases visited now must be defined before the operations
}

// Aliaser is a type or attribute for which the printer should define an alias. Alias returns the
// base of its name. Several aliases with the same base get numbers.
type Aliaser interface{ Alias() string }

func (k aliasKey) base() string {
	if !k.typ.IsNil() {
		switch d := k.typ.Data().(type) {
		case *TupleType:
			if len(d.Elems) > 16 {
				return "tuple"
			}
		case Aliaser:
			return d.Alias()
		}
		return ""
	}
	switch d := k.attr.Data().(type) {
	case *AffineMapAttr:
		return "map"
	case *IntegerSetAttr:
		return "set"
	case *DistinctAttr:
		if d.Of == Unit() {
			return "" // distinct[0]<> is short enough
		}
		return "distinct"
	case *FileLoc, *NamedLoc, *CallLoc, *FusedLoc, *UnknownLoc:
		return "loc"
	case Aliaser:
		return d.Alias()
	}
	return ""
}

// noteAlias records, if may is true, that a part of the text can be printed as an alias. NewType
// and NewAttr store this fact in the type or attribute.
func (w *Writer) noteAlias(may bool) { w.sawAlias = w.sawAlias || may }

// aliased writes k or its alias. print writes k in full.
func (w *Writer) aliased(k aliasKey, print func()) {
	t := w.aliases
	if !t.collecting {
		if info := t.infos[k]; info != nil && info.name != "" && !info.active {
			w.Str(info.name)
			return
		}
		print()
		return
	}
	w.visit(k, print)
}

// Collecting reports whether the printer only collects aliases. Then callers must not print parts
// in which MLIR collects no aliases, such as attributes of arguments.
func (w *Writer) Collecting() bool { return w.aliases != nil && w.aliases.collecting }

// visit records k and the aliases inside it, while aliases are collected.
func (w *Writer) visit(k aliasKey, print func()) {
	t := w.aliases
	info := t.infos[k]
	if info == nil {
		info = &aliasInfo{key: k, base: k.base(), late: true}
		t.infos[k] = info
		t.list = append(t.list, info)
		outer := t.depth
		t.depth = 0
		print()
		info.depth = t.depth
		t.depth = outer
	} else if t.early && info.late {
		print() // the aliases inside must be defined early too
	}
	if t.early {
		info.late = false
	}
	if info.base != "" {
		t.depth = max(t.depth, info.depth+1)
	} else {
		t.depth = max(t.depth, info.depth)
	}
}

// collectAliases finds the aliases in op by printing op without output. Most programs have no
// aliases. The code that numbers values detects this, and these programs are not printed twice.
func (w *Writer) collectAliases(op *Op) {
	w.aliases = nil
	if !w.Opts.DebugInfo && !w.aliasable {
		return
	}
	t := &aliasTable{collecting: true, infos: map[aliasKey]*aliasInfo{}, early: true}
	dry := &Writer{Opts: w.Opts, Custom: w.Custom, aliases: t, names: w.names, groups: w.groups}
	dry.Opts.ElideAbove, dry.Opts.ElideStrings = 0, 0
	dry.out, dry.limit = nowhere{}, flushAt
	dry.OpBody(op)
	w.err = dry.err
	t.collecting = false
	t.assign()
	w.aliases = t
}

type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }

// mayAlias reports whether a result type or an attribute of op can have an alias or contain one.
// It ignores the regions of op.
func mayAlias(op *Op) bool {
	for i := range op.resultSlice() {
		if op.resultSlice()[i].typ.rep.alias {
			return true
		}
	}
	for _, a := range op.attrSlice() {
		if a.rep != nil && a.rep.alias {
			return true
		}
	}
	if op.ext == nil {
		return false
	}
	if r := op.rare(); r != nil && r.props.rep != nil && r.props.rep.alias {
		return true
	}
	for _, e := range op.ext.discard {
		if e.Attr.rep.alias {
			return true
		}
	}
	return false
}

// assign gives names to the aliases, in order of depth. At equal depth, types precede attributes,
// and then the bases of names are in alphabetical order.
func (t *aliasTable) assign() {
	list := slices.DeleteFunc(slices.Clone(t.list), func(i *aliasInfo) bool { return i.base == "" })
	slices.SortStableFunc(list, func(a, b *aliasInfo) int {
		if a.depth != b.depth {
			return a.depth - b.depth
		}
		if at, bt := a.key.attr.IsNil(), b.key.attr.IsNil(); at != bt {
			if at {
				return -1
			}
			return 1
		}
		return strings.Compare(a.base, b.base)
	})
	count := map[string]int{}
	for _, i := range list {
		prefix := "#"
		if i.key.attr.IsNil() {
			prefix = "!"
		}
		base := i.base
		if isDigit(base[len(base)-1]) {
			base += "_"
		}
		i.name = prefix + base
		if n := count[prefix+base]; n > 0 {
			i.name += strconv.Itoa(n)
		}
		count[prefix+base]++
	}
	t.list = list
}

// defineAliases writes the definitions that follow the operations if late is true, and those that
// precede the operations otherwise.
func (w *Writer) defineAliases(late bool) {
	if w.aliases == nil {
		return
	}
	for _, i := range w.aliases.list {
		if i.late != late || i.name == "" {
			continue
		}
		w.Str(i.name)
		w.Str(" = ")
		i.active = true
		switch {
		case i.key.attr.IsNil():
			i.key.typ.Data().Print(w)
		case w.Opts.PrettyDebug && i.base == "loc":
			w.prettyLoc(i.key.attr, false)
		default:
			w.attrData(i.key.attr, false)
		}
		i.active = false
		w.Byte('\n')
	}
}

// wrapLoc writes a location with loc(…) around it, except inside another location.
func (w *Writer) wrapLoc(body func()) {
	w.noteAlias(true)
	if w.inLoc > 0 {
		body()
		return
	}
	w.inLoc++
	w.Str("loc(")
	body()
	w.Str(")")
	w.inLoc--
}

// LocAttr writes a location that is part of another location.
func (w *Writer) LocAttr(a Attr) {
	w.inLoc++
	w.Attr(a)
	w.inLoc--
}

// trailingLoc writes " loc(…)": with the option OpIDs, the id of op if it has one; otherwise l, if
// debug info is printed. For a block argument, op is nil. As in MLIR, its location is written in
// full, even if it has an alias.
func (w *Writer) trailingLoc(l Loc, op *Op) {
	if w.Opts.OpIDs && op != nil && op.id != 0 {
		w.Str(" loc(#lathe.id<")
		w.Uint(uint64(op.id))
		w.Str(">)")
		return
	}
	if !w.Opts.DebugInfo {
		return
	}
	a := l.Attr()
	w.Byte(' ')
	if w.Opts.PrettyDebug && !w.Collecting() {
		w.prettyLoc(a, false)
		return
	}
	if w.aliases == nil {
		w.attrData(a, false)
		return
	}
	if w.aliases.collecting {
		old := w.aliases.early
		w.aliases.early = op == nil
		w.visit(aliasKey{attr: a}, func() { w.attrData(a, false) })
		w.aliases.early = old
		return
	}
	name := w.aliases.nameOf(a)
	if op == nil || name == "" {
		w.attrData(a, false)
		return
	}
	w.Str("loc(")
	w.Str(name)
	w.Str(")")
}

// nameOf returns the alias of an attribute, or "".
func (t *aliasTable) nameOf(a Attr) string {
	if info := t.infos[aliasKey{attr: a}]; info != nil && !info.active {
		return info.name
	}
	return ""
}

// noteResource records that the text refers to r. But in the key of an interned type or attribute,
// it writes the address of r.
func (w *Writer) noteResource(r *Resource) {
	if w.key {
		w.sawIdentity = true
		w.Uint(uint64(uintptr(unsafe.Pointer(r))))
		return
	}
	if w.seenRes[r] {
		return
	}
	if w.seenRes == nil {
		w.seenRes = map[*Resource]bool{}
	}
	w.seenRes[r] = true
	w.resources = append(w.resources, r)
}

// identity writes a type or attribute by its address rep, for the key of an outer type or
// attribute. The outer one keeps the inner one alive, so the address cannot be reused.
func (w *Writer) identity(rep unsafe.Pointer) {
	w.sawIdentity = true
	w.Str("identity<")
	w.Uint(uint64(uintptr(rep)))
	w.Str(">")
}
