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

// Symbols is the table of symbols directly inside an operation. It is a plain
// value: it does not follow later changes except through its methods.
type Symbols struct {
	op    *Op
	names map[string]*Op
}

// NewSymbols reads the symbols inside op, which has one region of one block.
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

// Op returns the operation whose symbols these are.
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

// suggest adds to an error of op the symbol that it was probably meant to refer to.
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

// Resolve follows a reference, nested tables included; nil if it leads
// nowhere.
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

// Insert adds op to the table and appends it to the body, renaming it where its
// name is taken. It returns the name.
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

// NearestTable returns the innermost operation around op, or op itself, that is
// a symbol table.
func NearestTable(op *Op) *Op {
	for op != nil && op.def.traits&SymbolTable == 0 {
		op = op.Parent()
	}
	return op
}

// LookupNearest resolves a reference from the table around op.
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
	for _, a := range op.Attrs() {
		walkRefs(a, f)
	}
	if p := op.Properties(); op.def.unregistered && !p.IsNil() {
		walkRefs(p, f)
	}
}

func walkRefs(a Attr, f func(*SymbolRefAttr)) {
	switch d := a.Data().(type) {
	case *SymbolRefAttr:
		f(d)
	case *ArrayAttr:
		for _, e := range d.Elems {
			walkRefs(e, f)
		}
	case *DictAttr:
		for _, e := range d.Entries {
			walkRefs(e.Attr, f)
		}
	case interface{ Walk(func(Attr)) }:
		d.Walk(func(n Attr) { walkRefs(n, f) })
	}
}

// RenameSymbol replaces references to old by new in every operation inside
// root.
func RenameSymbol(root *Op, old, new string) {
	root.Walk(func(o *Op) bool {
		for i, a := range o.attrSlice() {
			if b := renameRef(a, old, new); b != a {
				o.attrSlice()[i] = b
			}
		}
		for _, e := range append([]NamedAttr(nil), o.DiscardableAttrs()...) {
			if b := renameRef(e.Attr, old, new); b != e.Attr {
				o.SetDiscardable(e.Name, b)
			}
		}
		return true
	})
}

func renameRef(a Attr, old, new string) Attr {
	switch d := a.Data().(type) {
	case *SymbolRefAttr:
		if d.Root == old {
			return NewSymbolRef(new, d.Nested...)
		}
	case *ArrayAttr:
		if !strings.Contains(a.String(), "@") {
			return a
		}
		es := make([]Attr, len(d.Elems))
		for i, e := range d.Elems {
			es[i] = renameRef(e, old, new)
		}
		return NewArray(es...)
	case *DictAttr:
		es := make([]NamedAttr, len(d.Entries))
		for i, e := range d.Entries {
			es[i] = NamedAttr{e.Name, renameRef(e.Attr, old, new)}
		}
		return NewDict(es...)
	}
	return a
}
