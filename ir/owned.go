package ir

import (
	"slices"
	"strings"
)

// textual is implemented by types and attributes whose strings may share memory with the text of a
// program. owned returns a copy with its own strings. Interned data needs its own strings, because
// it may be used after the text was freed or overwritten.
type textual[T any] interface{ owned() T }

// owned returns d, or a copy of d whose strings do not share memory with a text.
func owned[T any](d T) T {
	if t, ok := any(d).(textual[T]); ok {
		return t.owned()
	}
	return d
}

func (d *StringAttr) owned() AttrData { return &StringAttr{strings.Clone(d.Value), d.Type} }

func (d *DictAttr) owned() AttrData {
	entries := slices.Clone(d.Entries)
	for i, e := range entries {
		entries[i].Name = strings.Clone(e.Name)
	}
	return &DictAttr{entries}
}

func (d *SymbolRefAttr) owned() AttrData {
	return &SymbolRefAttr{strings.Clone(d.Root), cloneAll(d.Nested)}
}

func (d *OpaqueAttr) owned() AttrData {
	return &OpaqueAttr{strings.Clone(d.Dialect), strings.Clone(d.Body), d.Type}
}

func (d *OpaqueType) owned() TypeData {
	return &OpaqueType{strings.Clone(d.Dialect), strings.Clone(d.Body)}
}

func (d *FileLoc) owned() AttrData {
	own := *d
	own.File = strings.Clone(d.File)
	return &own
}

func (d *NamedLoc) owned() AttrData { return &NamedLoc{strings.Clone(d.Name), d.Child} }

func (d *DenseStrings) owned() AttrData {
	return &DenseStrings{d.Type, d.Splat, cloneAll(d.Values)}
}

func cloneAll(texts []string) []string {
	own := slices.Clone(texts)
	for i, s := range own {
		own[i] = strings.Clone(s)
	}
	return own
}
