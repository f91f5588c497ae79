package ir

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strconv"
	"sync"
	"unsafe"

	"github.com/lathe-ir/lathe/ir/diag"
)

// PrintOptions correspond to mlir-opt's printing flags. NewPrintOptions returns mlir-opt's
// defaults, which are not the zero PrintOptions.
type PrintOptions struct {
	Generic      bool // --mlir-print-op-generic
	LocalScope   bool // --mlir-print-local-scope: no aliases
	DebugInfo    bool // --mlir-print-debuginfo
	PrettyDebug  bool // --mlir-pretty-debuginfo
	SkipRegions  bool // --mlir-print-skip-regions
	UniqueIDs    bool // --mlir-print-unique-ssa-ids
	ValueUsers   bool // --mlir-print-value-users
	NameLocs     bool // --mlir-use-nameloc-as-prefix
	OpIDs        bool // --print-op-ids
	NoExternal   bool // omit the file's external resources, as dumps do
	ElideAbove   int  // number of elements above which constants are elided; -1: never
	ElideStrings int  // number of characters above which resources are elided; -1: never
	HexAbove     int  // number of elements above which constants are hexadecimal; -1: never; less than -1: always
	MaxParts     int  // limit of the number of parts of a printed type or attribute; 0: DefaultMaxParts
}

// DefaultMaxParts is the default of PrintOptions.MaxParts.
const DefaultMaxParts = 1 << 24

// NewPrintOptions returns mlir-opt's defaults.
func NewPrintOptions() PrintOptions {
	return PrintOptions{ElideAbove: -1, ElideStrings: -1, HexAbove: 100}
}

// Writer prints types, attributes and operations in MLIR's syntax. It numbers values, and stores
// each number in the Value, so two goroutines must not print the same operation concurrently.
type Writer struct {
	Opts PrintOptions
	// Custom prints an operation in its custom form, or returns false if the operation has no
	// custom form. If Custom is nil, the generic form is printed.
	Custom func(w *Writer, op *Op) bool
	// ArgNames calls set for each argument of r that has a suggested name; see asm.ArgNamer.
	ArgNames func(r *Region, set func(v *Value, name string))
	// Started, if set, is called with each operation when all text before the operation has been
	// written. During this call, Len returns the offset of the operation in the buffer.
	Started func(op *Op)
	// If Each and Fork are set, parts of large programs are printed concurrently. Fork returns a
	// new writer with the same settings, without an output.
	Each Each
	Fork func() *Writer

	buf    []byte
	out    io.Writer
	limit  int // length at which the buffer is flushed
	err    error
	indent int
	elide  bool // omit the types i64 and f64 after numbers

	key         bool // the text is the key of an interned type or attribute
	sawAlias    bool
	sawIdentity bool
	held        extent // combined extent of the types and attributes in the key

	aliases   *aliasTable
	names     []string // names of named values; see numNamed
	naming    naming
	aliasable bool // numbering found a type or attribute that can have an alias
	freeNames []*nameScope
	groups    map[*Op][]int
	resources []*Resource
	seenRes   map[*Resource]bool
	distinct  map[*DistinctAttr]int
	inLoc     int
	inFull    int      // nesting depth of the types and attributes being written
	written   int      // parts of the outermost type or attribute so far; estimated if cached
	unique    counters // the next numbers, if all numbers are unique
	userIDs   map[*Op]uint32

	partsOf     *Block // the block whose parts are printed concurrently
	parts       []blockPart
	partWriters []*Writer
}

var writers = sync.Pool{New: func() any { return &Writer{} }}

// plainWriter returns a writer for keys and short texts.
func plainWriter() *Writer {
	w := writers.Get().(*Writer)
	buf := w.buf[:0]
	*w = Writer{} // faster than assigning a Writer with fields
	w.buf, w.key, w.Opts = buf, true, NewPrintOptions()
	return w
}

func (w *Writer) release() { writers.Put(w) }

// NewWriter returns a writer to out. Flush must be called at the end.
func NewWriter(out io.Writer, opts PrintOptions) *Writer {
	return &Writer{Opts: opts, out: out, buf: make([]byte, 0, 64<<10), limit: flushAt}
}

// flushAt is the usual limit of the buffer.
const flushAt = 60 << 10

// Flush writes the buffer to the output, empties the buffer, and returns the first error of w.
func (w *Writer) Flush() error {
	if w.out != nil && w.err == nil && len(w.buf) > 0 {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

func (w *Writer) maybeFlush() {
	if w.out != nil && len(w.buf) >= w.limit {
		w.Flush()
	}
}

// Text returns the text in the buffer. It is for writers without an output.
func (w *Writer) Text() string { return string(w.buf) }

// Len returns the number of bytes in the buffer.
func (w *Writer) Len() int { return len(w.buf) }

// Str writes s unchanged.
//
//go:noinline
func (w *Writer) Str(s string) { w.buf = append(w.buf, s...) }

// Byte writes one byte.
func (w *Writer) Byte(c byte) { w.buf = append(w.buf, c) }

// Int writes a decimal integer.
func (w *Writer) Int(v int64) { w.buf = strconv.AppendInt(w.buf, v, 10) }

// Uint writes an unsigned decimal integer.
func (w *Writer) Uint(v uint64) { w.buf = strconv.AppendUint(w.buf, v, 10) }

// Quoted writes s in quotes with MLIR's escapes.
func (w *Writer) Quoted(s string) { w.buf = appendQuoted(w.buf, s) }

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b = append(b, '\\', '\\')
		case c >= 0x20 && c < 0x7f && c != '"':
			b = append(b, c)
		default:
			b = append(b, '\\', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(b, '"')
}

// IsBareID reports whether s can be written without quotes as a keyword or symbol.
func IsBareID(s string) bool {
	if s == "" || !(isLetter(s[0]) || s[0] == '_') {
		return false
	}
	for i := 1; i < len(s); i++ {
		c := s[i]
		if !isLetter(c) && !isDigit(c) && c != '_' && c != '$' && c != '.' {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// Keyword writes s, in quotes if it is not a bare identifier.
func (w *Writer) Keyword(s string) {
	if IsBareID(s) {
		w.Str(s)
		return
	}
	w.Quoted(s)
}

// Symbol writes @s, with quotes around s if necessary.
func (w *Writer) Symbol(s string) {
	w.Byte('@')
	w.Keyword(s)
}

// Type writes a type, or its alias if it has one.
func (w *Writer) Type(t Type) {
	if t.rep == nil {
		w.Str("<<NULL TYPE>>")
		return
	}
	held := w.held
	held.holds(t.rep.size)
	w.typeText(t)
	w.held = held // t.rep.size already includes the parts of t
}

func (w *Writer) typeText(t Type) {
	if w.key && !fitsKey(t.rep.text) {
		w.sawAlias = w.sawAlias || t.rep.alias
		w.identity(unsafe.Pointer(t.rep))
		return
	}
	if !t.rep.alias || w.aliases == nil {
		w.sawAlias = w.sawAlias || t.rep.alias
		w.typeData(t)
		return
	}
	w.aliased(aliasKey{typ: t}, func() { w.full(t.rep.data) })
}

func (w *Writer) typeData(t Type) {
	if t.rep.text != "" {
		w.buf = append(w.buf, t.rep.text...)
		w.written += len(t.rep.text) / 16
		return
	}
	w.full(t.rep.data)
}

// full writes a type or attribute in full. Its text can be exponentially long, as in tuple<T, T>
// where T is tuple<U, U>, and so on. So full writes nothing after the first MaxParts parts, and
// Flush fails.
func (w *Writer) full(d interface{ Print(w *Writer) }) {
	if w.inFull == 0 {
		w.written = 0
	}
	w.inFull++
	if w.written++; w.written <= w.maxParts() {
		d.Print(w)
	} else if w.err == nil {
		w.err = diag.Errorf(diag.Span{}, "cannot print a type or attribute of more than %d parts; --max-printed-parts=N of lathe-opt allows more", w.maxParts())
	}
	w.inFull--
}

func (w *Writer) maxParts() int { return cmp.Or(w.Opts.MaxParts, DefaultMaxParts) }

// keyText is the largest length of the text of a nested type or attribute in a key. If the text is
// longer, the key has the identity of the nested type or attribute, since the complete text could
// be exponentially long.
const keyText = 1024

func fitsKey(text string) bool { return text != "" && len(text) <= keyText }

// Types writes types separated by commas.
func (w *Writer) Types(ts []Type) {
	for i, t := range ts {
		if i > 0 {
			w.Str(", ")
		}
		w.Type(t)
	}
}

// ResultTypes writes the part of a function type after the arrow: one type, or several types in
// parentheses. A single function type is also written in parentheses.
func (w *Writer) ResultTypes(ts []Type) {
	if len(ts) == 1 && !IsType[*FunctionType](ts[0]) {
		w.Type(ts[0])
		return
	}
	w.Str("(")
	w.Types(ts)
	w.Str(")")
}

// Attr writes an attribute with its type, or its alias if it has one.
func (w *Writer) Attr(a Attr) { w.attr(a, false) }

// AttrElided writes an attribute as in an array, where i64 and f64 numbers have no type.
func (w *Writer) AttrElided(a Attr) { w.attr(a, true) }

// AttrNoType writes an attribute without its type, for custom forms in which the type is implied or
// written elsewhere.
func (w *Writer) AttrNoType(a Attr) {
	switch d := a.Data().(type) {
	case *IntAttr:
		if d.Type == i1 {
			d.Print(w)
			return
		}
		d.printValue(w)
	case *FloatAttr:
		d.printValue(w)
	case *StringAttr:
		w.Quoted(d.Value)
	case *DenseElements, *DenseNumbers, *DenseStrings, *SparseElements, *ResourceElements:
		held, start := w.held, len(w.buf)
		w.Str(" : ")
		w.Type(a.TypeOf())
		typ := slices.Clone(w.buf[start:])
		w.buf, w.held = w.buf[:start], held
		w.Attr(a)
		w.buf = bytes.TrimSuffix(w.buf, typ)
	default:
		w.Attr(a)
	}
}

func (w *Writer) attr(a Attr, elide bool) {
	if a.rep == nil {
		w.Str("<<NULL ATTRIBUTE>>")
		return
	}
	held := w.held
	held.holds(a.rep.size)
	w.attrText(a, elide)
	w.held = held // a.rep.size already includes the parts of a
}

func (w *Writer) attrText(a Attr, elide bool) {
	switch {
	case w.key && !fitsKey(a.rep.text):
		// In the key of a container, a large constant is represented by its identity.
		w.sawAlias = w.sawAlias || a.rep.alias
		w.identity(unsafe.Pointer(a.rep))
		return
	case a.rep.alias && w.aliases == nil:
		w.sawAlias = true
	case a.rep.alias:
		w.aliased(aliasKey{attr: a}, func() { w.attrData(a, elide) })
		return
	case a.rep.text != "" && !elide && w.defaultLimits():
		w.buf = append(w.buf, a.rep.text...)
		w.written += len(a.rep.text) / 16
		return
	}
	w.attrData(a, elide)
}

func (w *Writer) attrData(a Attr, elide bool) {
	if w.Opts.PrettyDebug && !w.Collecting() && (aliasKey{attr: a}).base() == "loc" {
		w.prettyLoc(a, false)
		return
	}
	old := w.elide
	w.elide = elide
	w.full(a.rep.data)
	w.elide = old
}

// defaultLimits reports whether the cached texts of attributes are valid for the options of w.
func (w *Writer) defaultLimits() bool { return w.Opts.ElideAbove < 0 && w.Opts.HexAbove >= internLimit }

func (w *Writer) elideElements(n int) bool { return w.Opts.ElideAbove >= 0 && n > w.Opts.ElideAbove }

func (w *Writer) asHex(n int) bool { return w.Opts.HexAbove != -1 && n > w.Opts.HexAbove }

// NamedAttrs writes the entries of a dictionary without braces.
func (w *Writer) NamedAttrs(es []NamedAttr) {
	for i, e := range es {
		if i > 0 {
			w.Str(", ")
		}
		w.namedAttr(e.Name, e.Attr)
	}
}

func (w *Writer) namedAttr(name string, a Attr) {
	w.Keyword(name)
	if a == unitAttr {
		return
	}
	w.Str(" = ")
	w.Attr(a)
}

func (w *Writer) distinctID(d *DistinctAttr) int {
	if w.distinct == nil {
		w.distinct = map[*DistinctAttr]int{}
	}
	id, ok := w.distinct[d]
	if !ok {
		id = len(w.distinct)
		w.distinct[d] = id
	}
	return id
}
