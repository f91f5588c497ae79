// Package tuning reads and writes tuning files, and sets the schedules of nests from such a file. A
// schedule changes how fast a nest runs, but not its results.
package tuning

import (
	"bytes"
	"encoding/json"
	"slices"
	"sort"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/schedule"
)

// Schema identifies the format of tuning files and the version of lowering for which their
// schedules are valid.
const Schema = "lathe.tuning/1"

// mostBytes is the largest size of a tuning file.
const mostBytes = 16 << 20

const help = "write a tuning file with lathe tune PROGRAM -o FILE"

// File has the schedules of nests for one target.
type File struct {
	Schema string `json:"schema"`
	Target string `json:"target"` // the result of target.Target.String
	// Entries are sorted by key.
	Entries []Entry `json:"entries"`
}

// Entry is the schedule of a nest.
type Entry struct {
	Key      string          `json:"key"`
	Nest     string          `json:"nest,omitempty"` // a description of the nest for readers of the file
	Schedule schedule.Record `json:"schedule"`
	span     diag.Span
}

// Find returns the entry for a key, or nil if there is none.
func (f *File) Find(key string) *Entry {
	i, ok := slices.BinarySearchFunc(f.Entries, key, func(e Entry, key string) int { return strings.Compare(e.Key, key) })
	if !ok {
		return nil
	}
	return &f.Entries[i]
}

// Unproved returns an error if one of the nests of a kernel has a schedule in f. The caller failed
// to prove that the kernel accesses only elements of its buffers.
func (f *File) Unproved(nests []schedule.Nest) error {
	for _, n := range nests {
		if e := f.Find(n.Key); e != nil {
			return diag.Errorf(e.span, "has a schedule for which the accesses of a kernel cannot be proved to be inside of its buffers").
				WithHelp("remove the entry with key " + n.Key + " from the tuning file, or tune again")
		}
	}
	return nil
}

// Sort sorts the entries.
func (f *File) Sort() {
	sort.Slice(f.Entries, func(i, j int) bool { return f.Entries[i].Key < f.Entries[j].Key })
}

// Text returns the text of f, with one entry per line.
func (f *File) Text() string {
	var b strings.Builder
	quoted := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			panic("tuning: BUG: " + err.Error())
		}
		return string(text)
	}
	b.WriteString(`{"schema": ` + quoted(Schema) + `, "target": ` + quoted(f.Target) + `, "entries": [`)
	for i, e := range f.Entries {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n  " + quoted(e))
	}
	b.WriteString("\n]}\n")
	return b.String()
}

// Open reads a tuning file. name is the name of the file, or its text, which begins with a brace.
func Open(name string) (*File, error) {
	src, err := Source(name)
	if err != nil {
		return nil, err
	}
	return Parse(src)
}

// Source returns the text of a tuning file. name has the same meaning as for Open.
func Source(name string) (*diag.Source, error) {
	if strings.HasPrefix(name, "{") {
		return diag.NewSource("tuning", []byte(name)), nil
	}
	return diag.ReadSource("tuning file", name, mostBytes, help)
}

// Parse reads the text of a tuning file.
func Parse(src *diag.Source) (*File, error) {
	if err := src.CheckSize("a tuning file", mostBytes, help); err != nil {
		return nil, err
	}
	var raw struct {
		Schema  string            `json:"schema"`
		Target  string            `json:"target"`
		Entries []json.RawMessage `json:"entries"`
	}
	if d := diag.ReadJSON(diag.Span{Src: src, End: len(src.Text)}, &raw); d != nil {
		return nil, wrong(d.Span, d.Message)
	}
	if raw.Schema != Schema {
		return nil, wrong(diag.Span{Src: src}, "expected schema "+Schema+", but got '"+raw.Schema+"'")
	}
	f := &File{Schema: Schema, Target: raw.Target}
	at := 0
	for _, text := range raw.Entries {
		at += max(0, bytes.Index(src.Text[at:], text))
		e := Entry{span: diag.Span{Src: src, Start: at, End: at + len(text)}}
		at += len(text)
		if err := e.read(); err != nil {
			return nil, err
		}
		if n := len(f.Entries); n > 0 && f.Entries[n-1].Key >= e.Key {
			return nil, wrong(e.span, "its entries must be sorted by key, without equal keys")
		}
		f.Entries = append(f.Entries, e)
	}
	return f, nil
}

// read reads e from the text of its span.
func (e *Entry) read() error {
	if d := diag.ReadJSON(e.span, e); d != nil {
		return wrong(d.Span, d.Message)
	}
	if e.Key == "" {
		return wrong(e.span, "an entry must have a key")
	}
	if text := e.Schedule.Wrong(); text != "" {
		return wrong(e.span, text)
	}
	return nil
}

func wrong(at diag.Span, what string) error {
	return diag.Errorf(at, "is not a valid tuning file: %s", what).WithHelp(help)
}
