package ir

import (
	"fmt"
	"maps"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// SymbolName returns the name that op defines as a symbol; ok is false if it defines none.
func (op *Op) SymbolName() (name string, ok bool) {
	if op.def.traits&Symbol == 0 && !op.def.unregistered {
		return "", false
	}
	return op.Attr("sym_name").Str()
}

// IsPrivate reports whether the symbol op is visible in its own table only.
func (op *Op) IsPrivate() bool {
	s, _ := op.Attr("sym_visibility").Str()
	return s == "private"
}

// Symbols is the table of symbols directly inside an operation. It does not reflect later changes of
// the program, except those that its methods make.
type Symbols struct {
	op    *Op
	names map[string]*Op
}

// NewSymbols reads the symbols directly inside op. Of several with the same name, it uses the
// first.
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

// Lookup returns the operation that defines name, or nil.
func (t *Symbols) Lookup(name string) *Op { return t.names[name] }

// Names returns the names, in no order.
func (t *Symbols) Names() []string {
	var ns []string
	for n := range t.names {
		ns = append(ns, n)
	}
	return ns
}

// suggest adds a help text to err, an error about op: the symbol that op probably means.
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

// Resolve returns the operation to which a refers, possibly inside nested tables; nil if there is
// none.
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

// Insert adds op to the table and, if op is detached, appends it to the body. It renames op if its
// name is taken, and returns the name.
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

// Erase removes op from the table and from the program.
func (t *Symbols) Erase(op *Op) {
	if n, ok := op.SymbolName(); ok && t.names[n] == op {
		delete(t.names, n)
	}
	op.Erase()
}

// NearestTable returns op if it is a symbol table, or else the innermost symbol table around op.
func NearestTable(op *Op) *Op {
	for op != nil && op.def.traits&SymbolTable == 0 {
		op = op.Parent()
	}
	return op
}

// LookupNearest resolves a reference in the nearest symbol table of op.
func LookupNearest(op *Op, ref Attr) *Op {
	t := NearestTable(op)
	if t == nil {
		return nil
	}
	return NewSymbols(t).Resolve(ref)
}

// SymbolRefs calls f for every symbol reference among the attributes of op,
// nested attributes included.
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

// refWalk visits the references in attributes. It visits each large attribute only once, because an
// attribute whose parts occur repeatedly can have exponentially many paths.
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
	case interface{ Walk(func(Attr)) }:
		if !w.again(a) {
			in := *w // so that w stays on the stack; the copy may create its own map seen
			d.Walk(in.attr)
		}
	}
}

// again reports whether a is large and was visited before.
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

// RenameSymbol replaces references to old by new in every operation inside
// root.
func RenameSymbol(root *Op, old, new string) {
	r := renamer{old, new, map[Attr]Attr{}}
	root.Walk(func(o *Op) bool {
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
		return true
	})
}

// renamer renames references in attributes. It caches the new form of each attribute, since large
// ones may have parts that occur many times.
type renamer struct {
	old, new string
	known    map[Attr]Attr
}

func (r *renamer) attr(a Attr) Attr {
	switch d := a.Data().(type) {
	case *SymbolRefAttr:
		if d.Root == r.old {
			return NewSymbolRef(r.new, d.Nested...)
		}
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
	}
	return a
}

// once returns the new form of a list or dictionary. It calls make only the first time.
func (r *renamer) once(a Attr, make func() Attr) Attr {
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
