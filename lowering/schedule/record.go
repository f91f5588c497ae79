package schedule

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// Attr is the attribute with the record of a nest: a dictionary of the fields that are set. If
// several nests become one kernel (see package tiles), the first nest has the record.
//
//	lathe.schedule = {block = array<i64: 4, 2, 512>, height = 8 : i64, strips = array<i64: 48, 20, 40, 1>}
const Attr = "lathe.schedule"

// Record has decisions about the kernel of a nest. These decisions do not change results. If a
// field is not set, lowering decides.
type Record struct {
	// Key identifies the nest in a tuning file. It is set only if the program is compiled with a
	// tuning file.
	Key string `json:"-"`
	// Packed is true if the column operand of a contraction is copied into panels.
	Packed *bool `json:"packed,omitempty"`
	// Strips has two numbers for each strip, from left to right: the width of a tile in columns,
	// and the number of tiles.
	Strips []int64 `json:"strips,omitempty"`
	// Height is the number of rows of a tile.
	Height int64 `json:"height,omitempty"`
	// Block has three numbers: how many tiles from top to bottom and from left to right one
	// iteration of the grid computes, and the number of terms of each pass over these tiles. If
	// Block is empty, but not nil, an iteration computes one tile. If there are several loops over
	// terms, a pass runs whole iterations of the outermost of these loops.
	Block []int64 `json:"block,omitzero"`
	// Unroll is the number of vectors that an elementwise loop computes together. In a contraction,
	// it is the number of terms of a pass, if a pass is unrolled.
	Unroll int64 `json:"unroll,omitempty"`
	// Prefetch decides whether a contraction prefetches its columns: the columns of the next tile
	// or, in panels, of a later term. In other nests, false turns off all prefetching.
	Prefetch *bool `json:"prefetch,omitempty"`
	// Stream is true if the stores of an elementwise nest bypass the caches.
	Stream *bool `json:"stream,omitempty"`
}

func (r *Record) entries() []ir.NamedAttr {
	var list []ir.NamedAttr
	add := func(name string, a ir.Attr) { list = append(list, ir.NamedAttr{Name: name, Attr: a}) }
	if r.Key != "" {
		add("key", ir.NewString(r.Key))
	}
	for _, f := range r.lists() {
		if *f.at != nil {
			add(f.name, ir.NewDenseI64(*f.at...))
		}
	}
	for _, f := range r.numbers() {
		if *f.at != 0 {
			add(f.name, ir.NewI64(*f.at))
		}
	}
	for _, f := range r.choices() {
		if *f.at != nil {
			add(f.name, ir.BoolAttr(**f.at))
		}
	}
	return list
}

// field is a field of a record, with its name in attributes and in tuning files.
type field[T any] struct {
	name string
	at   *T
}

func (r *Record) lists() []field[[]int64] {
	return []field[[]int64]{{"strips", &r.Strips}, {"block", &r.Block}}
}

func (r *Record) numbers() []field[int64] {
	return []field[int64]{{"height", &r.Height}, {"unroll", &r.Unroll}}
}

func (r *Record) choices() []field[*bool] {
	return []field[*bool]{{"packed", &r.Packed}, {"prefetch", &r.Prefetch}, {"stream", &r.Stream}}
}

// Text returns r as JSON. Records with equal fields have equal texts.
func (r *Record) Text() string {
	text, err := json.Marshal(r)
	if err != nil {
		panic("schedule: BUG: " + err.Error())
	}
	return string(text)
}

// Set makes r the record of op. If no field of r is set, it changes nothing.
func (r *Record) Set(op *ir.Op) {
	if list := r.entries(); len(list) > 0 {
		op.SetAttr(Attr, ir.NewDict(list...))
	}
}

// Of returns the record of op, or the zero record if op has none. It fails if the attribute is not
// a valid record.
func Of(op *ir.Op) (Record, error) {
	a := op.Attr(Attr)
	if a.IsNil() {
		return Record{}, nil
	}
	d, ok := ir.AttrAs[*ir.DictAttr](a)
	if !ok {
		return Record{}, ir.Errorf(op, "must have '%s' with a dictionary, but has %s", Attr, a)
	}
	r := Record{}
	for _, e := range d.Entries {
		if !r.read(e) {
			return Record{}, ir.Errorf(op, "has '%s' with the invalid field '%s = %s'", Attr, e.Name, e.Attr)
		}
	}
	return r, nil
}

// read sets the field of r that the entry e names, and reports whether e is valid.
func (r *Record) read(e ir.NamedAttr) (ok bool) {
	if e.Name == "key" {
		r.Key, ok = e.Attr.Str()
		return ok
	}
	for _, f := range r.lists() {
		if f.name == e.Name {
			v, ok := e.Attr.Ints()
			*f.at = append([]int64{}, v...)
			return ok && !slices.ContainsFunc(v, func(n int64) bool { return n < 1 })
		}
	}
	for _, f := range r.numbers() {
		if f.name == e.Name {
			*f.at, ok = e.Attr.Int()
			return ok && *f.at > 0
		}
	}
	for _, f := range r.choices() {
		if f.name == e.Name {
			v, ok := e.Attr.Int()
			on := v != 0
			*f.at = &on
			return ok && e.Attr == ir.BoolAttr(on)
		}
	}
	return false
}

// Wrong returns the reason why r is invalid for every nest, or "".
func (r *Record) Wrong() string {
	for _, f := range r.lists() {
		if slices.ContainsFunc(*f.at, func(n int64) bool { return n < 1 }) {
			return f.name + " must have positive numbers"
		}
	}
	for _, f := range r.numbers() {
		if *f.at < 0 {
			return f.name + " must be positive"
		}
	}
	return ""
}

// Fill copies the decisions that are not set in r from another record.
func (r *Record) Fill(other Record) {
	lists, numbers, choices := other.lists(), other.numbers(), other.choices()
	for i, f := range r.lists() {
		if *f.at == nil {
			*f.at = *lists[i].at
		}
	}
	for i, f := range r.numbers() {
		if *f.at == 0 {
			*f.at = *numbers[i].at
		}
	}
	for i, f := range r.choices() {
		if *f.at == nil {
			*f.at = *choices[i].at
		}
	}
}

// Flat returns the widths and counts of strips in one list.
func Flat(strips []Strip) []int64 {
	var list []int64
	for _, s := range strips {
		list = append(list, s.Width, s.Count)
	}
	return list
}

// StripsOf returns the strips of a list that Flat returned. It returns false if the strips do not
// cover exactly n columns.
func StripsOf(list []int64, n int64) (strips []Strip, ok bool) {
	for i := 0; i+1 < len(list); i += 2 {
		s := Strip{list[i], list[i+1]}
		if s.Width < 1 || s.Count < 1 || s.Width > n || s.Count > n/s.Width {
			return nil, false
		}
		strips = append(strips, s)
		n -= s.Width * s.Count
	}
	return strips, n == 0 && len(list)%2 == 0
}

// StripsError returns an error about op, whose record r has strips that do not cover the columns.
func (r *Record) StripsError(op *ir.Op) error {
	return r.Errorf(op, "must have '%s' with the widths and counts of strips that cover its columns, but has %s", Attr, ir.NewDenseI64(r.Strips...))
}

// Errorf returns an error about op, whose record is r.
func (r *Record) Errorf(op *ir.Op, format string, args ...any) error {
	d := ir.Errorf(op, format, args...)
	if r.Key != "" {
		return d.WithHelp("remove the entry with key " + r.Key + " from the tuning file, or tune again")
	}
	return d
}

// mostUnrolled is the largest number of unrolled terms, and of vectors that are computed together.
const mostUnrolled = 32

// GivenBlock returns the block that r prescribes for the tiles of a contraction, or nil if an
// iteration computes one tile. If the block does not fit, GivenBlock returns the reason.
func (t *Tile) GivenBlock(r *Record, c Contraction) (b *Block, why string) {
	if len(r.Block) == 0 {
		return nil, ""
	}
	if len(r.Block) != 3 {
		return nil, "a block needs three numbers: tiles down, tiles across and terms"
	}
	down, across := t.Tiles(c.Rows)
	b = &Block{Down: r.Block[0], Across: r.Block[1], Terms: r.Block[2], Unroll: r.Unroll > 1}
	switch {
	case b.Down > down || b.Across > across || b.Terms > c.Terms:
		return nil, fmt.Sprintf("there are %d tiles down, %d across, and %d terms", down, across, c.Terms)
	case b.Terms%c.Inner > 0:
		return nil, fmt.Sprintf("the number of terms in a pass must be a multiple of %d", c.Inner)
	case b.Terms < c.Terms && !c.Split:
		return nil, "its sums cannot be in memory between passes over the terms"
	case b.Unroll && (c.Inner > 1 || r.Unroll != b.Terms || r.Unroll > mostUnrolled || c.Terms%b.Terms != 0):
		return nil, fmt.Sprintf("'unroll' needs one loop over terms, and must be the number of terms in a pass, at most %d and a divisor of %d", mostUnrolled, c.Terms)
	}
	return b, ""
}
