package ir

import (
	"fmt"
	"maps"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// SymbolName returns the name of the symbol that op defines, if any.
func (op *Op) SymbolName() (name string, ok bool) {
	if op.def.traits&Symbol == 0 && !op.def.unregistered {
		return "", false
	}
	return op.Attr("sym_name").Str()
}

// IsPrivate reports whether op defines a symbol with private visibility: only operations in the
// symbol table that contains op may refer to the symbol.
func (op *Op) IsPrivate() bool {
	s, _ := op.Attr("sym_visibility").Str()
	return s == "private"
}

// Symbols is a table of the symbols directly inside an operation. It does not reflect later changes
// of the program, except changes by its own methods.
type Symbols struct {
	op    *Op
	names map[string]*Op
}

// NewSymbols returns the table of the symbols directly inside op. If several symbols have the same
// name, the table has the first of them.
func NewSymbols(op *Op) *Symbols {
	t := &Symbols{op: op, names: map[string]*Op{}}
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				if n, ok := o.SymbolName(); ok {
					if _, taken := t.names[n]; !taken {
						t.names[n] = o
					}
				}
			}
		}
	}
	return t
}

// Op returns the operation that contains the symbols.
func (t *Symbols) Op() *Op { return t.op }

// Lookup returns the operation that defines the symbol with the given name, or nil.
func (t *Symbols) Lookup(name string) *Op { return t.names[name] }

// Names returns the names of the symbols, in an unspecified order.
func (t *Symbols) Names() []string {
	var ns []string
	for n := range t.names {
		ns = append(ns, n)
	}
	return ns
}

// suggest adds help to the error err of op if an inherent attribute of op refers to an unknown
// symbol. The help names a symbol with a similar name.
func (t *Symbols) suggest(op *Op, err error) {
	for _, a := range op.attrSlice() {
		ref, ok := AttrAs[*SymbolRefAttr](a)
		if !ok || t.names[ref.Root] != nil {
			continue
		}
		for _, d := range diag.All(err) {
			if len(d.Help) == 0 {
				d.DidYouMean("@", ref.Root, maps.Keys(t.names))
			}
		}
	}
}

// Resolve returns the operation to which the symbol reference a refers, or nil. The operation may
// be in a nested symbol table.
func (t *Symbols) Resolve(a Attr) *Op {
	ref, ok := AttrAs[*SymbolRefAttr](a)
	if !ok {
		return nil
	}
	op := t.names[ref.Root]
	for _, n := range ref.Nested {
		if op == nil || op.def.traits&SymbolTable == 0 {
			return nil
		}
		op = NewSymbols(op).Lookup(n)
	}
	return op
}

// Insert adds op to the table. If op is detached, Insert also appends op to the body of the
// operation that contains the symbols. If the name of op is already in use, Insert renames op.
// Insert returns the resulting name.
func (t *Symbols) Insert(op *Op) string {
	name, _ := op.SymbolName()
	try := name
	for i := 0; t.names[try] != nil; i++ {
		try = fmt.Sprintf("%s_%d", name, i)
	}
	if try != name {
		op.SetAttr("sym_name", NewString(try))
	}
	t.names[try] = op
	if op.block == nil {
		t.op.RegionAt(0).Blocks[0].Append(op)
	}
	return try
}

// Erase removes op from the table and erases it.
func (t *Symbols) Erase(op *Op) {
	if n, ok := op.SymbolName(); ok && t.names[n] == op {
		delete(t.names, n)
	}
	op.Erase()
}

// NearestTable returns op if op is a symbol table, and otherwise the innermost symbol table around
// op, or nil.
func NearestTable(op *Op) *Op {
	for op != nil && op.def.traits&SymbolTable == 0 {
		op = op.Parent()
	}
	return op
}

// LookupNearest returns the operation to which ref refers in NearestTable(op), or nil.
func LookupNearest(op *Op, ref Attr) *Op {
	t := NearestTable(op)
	if t == nil {
		return nil
	}
	return NewSymbols(t).Resolve(ref)
}

// AttrParts is implemented by the data of an attribute that a dialect defines, if the attribute
// contains other attributes.
type AttrParts interface {
	AttrData
	// Walk calls f with each contained attribute.
	Walk(f func(Attr))
	// Replace returns the attribute with each contained attribute replaced by the result of f.
	Replace(f func(Attr) Attr) Attr
}

// SymbolRefs calls f for every symbol reference in the attributes of op, including nested
// attributes.
func SymbolRefs(op *Op, f func(*SymbolRefAttr)) {
	w := refWalk{f: f}
	for _, a := range op.Attrs() {
		w.attr(a)
	}
	if op.def.unregistered {
		if p := op.Properties(); !p.IsNil() {
			w.attr(p)
		}
	}
}

// SymbolRefsIn calls f for every symbol reference in a.
func SymbolRefsIn(a Attr, f func(*SymbolRefAttr)) {
	w := refWalk{f: f}
	w.attr(a)
}

// SymbolUsers maps the name of each symbol to the operations in table that refer to the symbol by
// an inherent attribute, such as calls. It omits operations inside nested symbol tables.
func SymbolUsers(table *Op) map[string][]*Op {
	users := map[string][]*Op{}
	table.Walk(func(op *Op) bool {
		if op == table {
			return true
		}
		for _, a := range op.InherentAttrs() {
			SymbolRefsIn(a, func(ref *SymbolRefAttr) { users[ref.Root] = append(users[ref.Root], op) })
		}
		return op.def.traits&SymbolTable == 0
	})
	return users
}

// refWalk visits the symbol references in attributes. It visits each large attribute only once.
// Otherwise an attribute whose parts occur repeatedly could take exponential time.
type refWalk struct {
	f    func(*SymbolRefAttr)
	seen map[Attr]bool
}

func (w *refWalk) attr(a Attr) {
	switch d := a.Data().(type) {
	case *SymbolRefAttr:
		w.f(d)
	case *ArrayAttr:
		if w.again(a) {
			return
		}
		for _, e := range d.Elems {
			w.attr(e)
		}
	case *DictAttr:
		if w.again(a) {
			return
		}
		for _, e := range d.Entries {
			w.attr(e.Attr)
		}
	case AttrParts:
		if !w.again(a) {
			in := *w // in.attr makes this copy escape to the heap; w stays on the stack
			d.Walk(in.attr)
		}
	}
}

// again reports whether a is large and was visited before. It marks a large attribute as visited.
func (w *refWalk) again(a Attr) bool {
	if a.rep.size.parts < 64 {
		return false
	}
	if w.seen[a] {
		return true
	}
	if w.seen == nil {
		w.seen = map[Attr]bool{}
	}
	w.seen[a] = true
	return false
}

// ReplaceSymbolRefs replaces the symbol references in the attributes of root, and of all operations
// inside root, by the results of f. table is the symbol table in which ref is resolved, or nil. The
// result of f must depend only on its arguments.
func ReplaceSymbolRefs(root *Op, f func(table *Op, ref *SymbolRefAttr) Attr) {
	replacers := map[*Op]*replacer{}
	root.Walk(func(o *Op) bool {
		table := NearestTable(o)
		r := replacers[table]
		if r == nil {
			r = &replacer{func(ref *SymbolRefAttr) Attr { return f(table, ref) }, map[Attr]Attr{}}
			replacers[table] = r
		}
		for i, a := range o.attrSlice() {
			if b := r.attr(a); b != a {
				o.attrSlice()[i] = b
			}
		}
		for _, e := range append([]NamedAttr(nil), o.DiscardableAttrs()...) {
			if b := r.attr(e.Attr); b != e.Attr {
				o.SetDiscardable(e.Name, b)
			}
		}
		if p := o.Properties(); o.def.unregistered && !p.IsNil() {
			o.SetProperties(r.attr(p))
		}
		return true
	})
}

// replacer replaces symbol references in attributes. It caches new attributes, since parts of a
// large attribute may occur many times.
type replacer struct {
	replace func(*SymbolRefAttr) Attr
	known   map[Attr]Attr
}

func (r *replacer) attr(a Attr) Attr {
	switch d := a.Data().(type) {
	case *SymbolRefAttr:
		return r.replace(d)
	case *ArrayAttr:
		return r.once(a, func() Attr {
			es := make([]Attr, len(d.Elems))
			for i, e := range d.Elems {
				es[i] = r.attr(e)
			}
			return NewArray(es...)
		})
	case *DictAttr:
		return r.once(a, func() Attr {
			es := make([]NamedAttr, len(d.Entries))
			for i, e := range d.Entries {
				es[i] = NamedAttr{e.Name, r.attr(e.Attr)}
			}
			return NewDict(es...)
		})
	case AttrParts:
		return r.once(a, func() Attr { return d.Replace(r.attr) })
	}
	return a
}

// once returns and caches the new form of a, an attribute that contains other attributes. It is the
// result of make(), or a itself if a cannot contain a symbol reference.
func (r *replacer) once(a Attr, make func() Attr) Attr {
	b, ok := r.known[a]
	if !ok {
		b = a
		if text := a.rep.text; text == "" || strings.Contains(text, "@") {
			b = make()
		}
		r.known[a] = b
	}
	return b
}
