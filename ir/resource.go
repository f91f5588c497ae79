package ir

import "slices"

// ResourceGroup is a group of resources at the end of a file. The groups of external resources are
// kept and printed, although the program does not refer to them. The group of dialect resources has
// the blobs to which the program refers.
type ResourceGroup struct {
	Name    string
	Entries []ResourceEntry
}

// ResourceEntry is one resource. If Bool is set, Value is "true" or "false". Otherwise Value is a
// string, or a blob as 0x and hexadecimal digits.
type ResourceEntry struct {
	Name, Value string
	Bool        bool
	blob        bool // Value is hexadecimal text that this package created
}

// ExternalResources returns the external resources of the file from which the top-level operation
// op was parsed.
func (op *Op) ExternalResources() []ResourceGroup {
	if r := op.rare(); r != nil {
		return r.external
	}
	return nil
}

// SetExternalResources sets the external resources of a top-level operation.
func (op *Op) SetExternalResources(gs []ResourceGroup) { op.needRare().external = gs }

func (w *Writer) external(op *Op) []ResourceGroup {
	if w.Opts.NoExternal {
		return nil
	}
	return op.ExternalResources()
}

// resourceSections writes the blobs to which the text refers, and the external resources of op. It
// omits resources that the method short elides.
func (w *Writer) resourceSections(op *Op) {
	sections := 0
	begin := func(name string) {
		if sections == 0 {
			w.Str("\n{-#\n  ")
		} else {
			w.Str(",\n  ")
		}
		sections++
		w.Str(name)
		w.Str(": {\n")
	}
	gs, known := w.blobs()
	external := w.external(op)
	had := known || slices.ContainsFunc(external, func(g ResourceGroup) bool { return len(g.Entries) > 0 })
	if len(gs.Entries) > 0 {
		begin("dialect_resources")
		w.resourceGroup(gs)
		w.Str("\n  }")
	}
	first := true
	for _, g := range external {
		if g.Entries = w.short(g.Entries); len(g.Entries) == 0 {
			continue
		}
		if first {
			begin("external_resources")
		} else {
			w.Str(",\n")
		}
		first = false
		w.resourceGroup(g)
	}
	if !first {
		w.Str("\n  }")
	}
	switch {
	case sections > 0:
		w.Str("\n#-}\n")
	case had:
		w.Str("\n{-#\n\n#-}\n") // all resources were elided
	}
	w.resources = nil
}

// blobs returns the blobs to which the text refers, except elided blobs. known is true if there are
// any blobs, elided or not.
func (w *Writer) blobs() (g ResourceGroup, known bool) {
	g.Name = "builtin"
	for _, r := range w.resources {
		if r.Blob != nil || r.Text != nil {
			g.Entries = append(g.Entries, ResourceEntry{Name: r.Name, Value: r.HexText(), blob: true})
		}
	}
	known = len(g.Entries) > 0
	g.Entries = w.short(g.Entries)
	return g, known
}

// short returns the entries that are not elided. An entry is elided if its printed value, with
// quotes, is longer than Opts.ElideStrings. If ElideStrings is negative, no entry is elided.
func (w *Writer) short(es []ResourceEntry) []ResourceEntry {
	if w.Opts.ElideStrings < 0 {
		return es
	}
	var kept []ResourceEntry
	for _, e := range es {
		if e.printedLen() <= w.Opts.ElideStrings {
			kept = append(kept, e)
		}
	}
	return kept
}

// printedLen returns the length of the value as it is printed.
func (e *ResourceEntry) printedLen() int {
	switch {
	case e.Bool:
		return len(e.Value)
	case e.blob:
		return len(e.Value) + len(`""`)
	}
	w := plainWriter()
	defer w.release()
	w.Quoted(e.Value)
	return len(w.buf)
}

func (w *Writer) resourceGroup(g ResourceGroup) {
	w.Str("    ")
	w.Keyword(g.Name)
	w.Str(": {\n")
	for i, e := range g.Entries {
		if i > 0 {
			w.Str(",\n")
		}
		w.Str("      ")
		w.Keyword(e.Name)
		w.Str(": ")
		if e.Bool {
			w.Str(e.Value)
			continue
		}
		if e.blob {
			w.Byte('"')
			w.bulk(e.Value)
			w.Byte('"')
			continue
		}
		w.Quoted(e.Value)
		w.maybeFlush()
	}
	w.Str("\n    }")
}
