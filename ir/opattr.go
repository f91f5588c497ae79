package ir

import (
	"iter"
	"slices"
	"strings"
)

// AttrAt returns the inherent attribute with index i in the Spec. If it is absent, AttrAt returns
// the zero Attr.
//
//go:noinline
func (op *Op) AttrAt(i int) Attr { return op.attrSlice()[i] }

// SetAttrAt sets the inherent attribute with index i in the Spec.
func (op *Op) SetAttrAt(i int, a Attr) { op.attrSlice()[i] = a }

// Attr returns the inherent or discardable attribute with the given name. If there is none, it
// returns the zero Attr.
func (op *Op) Attr(name string) Attr {
	if i := op.def.slot(name); i >= 0 {
		return op.attrSlice()[i]
	}
	return op.Discardable(name)
}

// SetAttr sets the inherent or discardable attribute with the given name, or removes it if a is the
// zero Attr.
func (op *Op) SetAttr(name string, a Attr) {
	if i := op.def.slot(name); i >= 0 {
		op.attrSlice()[i] = a
		return
	}
	op.SetDiscardable(name, a)
}

// SetAttrs calls SetAttr for each attribute, but is faster for many attributes. If a name occurs
// several times, the last value is used.
func (op *Op) SetAttrs(attrs []NamedAttr) {
	const few = 16
	if len(attrs) <= few {
		for _, a := range attrs {
			op.SetAttr(a.Name, a.Attr)
		}
		return
	}
	all := slices.Clone(op.DiscardableAttrs())
	for _, a := range attrs {
		if i := op.def.slot(a.Name); i >= 0 {
			op.attrSlice()[i] = a.Attr
			continue
		}
		all = append(all, a)
	}
	sortNamed(all)
	kept := all[:0]
	for i, a := range all {
		if i+1 < len(all) && all[i+1].Name == a.Name || a.Attr.IsNil() {
			continue // replaced by a later value (the sort is stable), or removed
		}
		kept = append(kept, a)
	}
	if len(kept) > 0 || op.ext != nil {
		op.needExt().discard = kept
	}
}

// Discardable returns the discardable attribute with the given name. If there is none, it returns
// the zero Attr.
//
//go:noinline
func (op *Op) Discardable(name string) Attr {
	if op.ext == nil {
		return Attr{}
	}
	for i := range op.ext.discard {
		if op.ext.discard[i].Name == name {
			return op.ext.discard[i].Attr
		}
	}
	return Attr{}
}

// SetDiscardable sets the discardable attribute with the given name, or removes it if a is the zero
// Attr.
func (op *Op) SetDiscardable(name string, a Attr) {
	if op.ext == nil && a.IsNil() {
		return
	}
	e := op.needExt()
	// Attributes are usually added in the order of their names.
	if n := len(e.discard); !a.IsNil() && (n == 0 || e.discard[n-1].Name < name) {
		e.discard = append(e.discard, NamedAttr{name, a})
		return
	}
	i, found := slices.BinarySearchFunc(e.discard, name, func(n NamedAttr, s string) int {
		return strings.Compare(n.Name, s)
	})
	switch {
	case a.IsNil() && found:
		e.discard = slices.Delete(e.discard, i, i+1)
	case a.IsNil():
	case found:
		e.discard[i].Attr = a
	default:
		e.discard = slices.Insert(e.discard, i, NamedAttr{name, a})
	}
}

// DiscardableAttrs returns the discardable attributes, sorted by name. The caller must not change
// the slice.
func (op *Op) DiscardableAttrs() []NamedAttr {
	if op.ext == nil {
		return nil
	}
	return op.ext.discard
}

// InherentAttrs yields the inherent attributes that are present, in the order of the Spec.
func (op *Op) InherentAttrs() iter.Seq2[string, Attr] {
	return func(yield func(string, Attr) bool) {
		for i, a := range op.attrSlice() {
			if !a.IsNil() && !yield(op.def.Spec.Attrs[i].Name, a) {
				return
			}
		}
	}
}

// Attrs yields all attributes that are present, inherent attributes first.
func (op *Op) Attrs() iter.Seq2[string, Attr] {
	return func(yield func(string, Attr) bool) {
		for n, a := range op.InherentAttrs() {
			if !yield(n, a) {
				return
			}
		}
		for _, e := range op.DiscardableAttrs() {
			if !yield(e.Name, e.Attr) {
				return
			}
		}
	}
}

// Properties returns the content of <{…}>. For a registered operation, this is a dictionary of the
// inherent attributes. For an unregistered operation, it is the attribute that SetProperties set.
// If there is none, Properties returns the zero Attr.
func (op *Op) Properties() Attr {
	if op.def.unregistered {
		if r := op.rare(); r != nil {
			return r.props
		}
		return Attr{}
	}
	var es []NamedAttr
	for n, a := range op.InherentAttrs() {
		es = append(es, NamedAttr{n, a})
	}
	if len(es) == 0 {
		return Attr{}
	}
	return NewDict(es...)
}

// SetProperties sets the <{…}> of an unregistered operation.
func (op *Op) SetProperties(a Attr) { op.needRare().props = a }
