package ir

import (
	"slices"
	"strconv"
	"strings"
)

// Value.num is the N of the name %N. If the bit numArg is set, the other bits are the N of %argN.
// If the bit numNamed is set, the other bits are an index into Writer.names.
const (
	numArg   = 1 << 30
	numNamed = 1 << 31
	numMask  = numArg - 1
)

// counters is the state of numbering. If numbers may be reused, a nested region starts with a copy
// of the counters of the region around it.
type counters struct {
	value, arg, conflict uint32
	used                 *nameScope
}

// nameScope holds the names in use in a scope. Names of outer scopes are in use too.
type nameScope struct {
	m     map[string]bool
	args  []uint32 // each N for which %argN is in use but not in m, in increasing order
	outer *nameScope
}

// openNames returns a new empty scope inside outer. closeNames releases it.
func (w *Writer) openNames(outer *nameScope) *nameScope {
	n := len(w.freeNames)
	if n == 0 {
		return &nameScope{outer: outer}
	}
	s := w.freeNames[n-1]
	w.freeNames = w.freeNames[:n-1]
	s.outer = outer
	return s
}

// keptNames limits the size of maps that are reused, because clearing a map takes time proportional
// to its largest size so far.
const keptNames = 1024

func (w *Writer) closeNames(s *nameScope) {
	if len(s.m) > keptNames {
		s.m = nil
	}
	clear(s.m)
	s.args = s.args[:0]
	w.freeNames = append(w.freeNames, s)
}

func (s *nameScope) has(n string) bool {
	number, arg := argNumber(n)
	for ; s != nil; s = s.outer {
		if s.m[n] {
			return true
		}
		if _, found := slices.BinarySearch(s.args, number); arg && found {
			return true
		}
	}
	return false
}

// argNumber returns the N of a name argN. ok is false for other names.
func argNumber(name string) (n uint32, ok bool) {
	digits, ok := strings.CutPrefix(name, "arg")
	if !ok || digits == "" || digits[0] == '0' && digits != "0" {
		return 0, false
	}
	v, err := strconv.ParseUint(digits, 10, 30)
	return uint32(v), err == nil
}

// Number numbers the values of op and its regions without printing them. After that, [Writer.Value]
// can write their names.
func (w *Writer) Number(op *Op) { w.number(op) }

func (w *Writer) number(op *Op) {
	c := counters{used: &nameScope{}}
	w.aliasable = mayAlias(op)
	w.numberOp(op, &c)
	w.unique = c
	if op.nResults == 0 {
		// Without results, the number of op is only for --mlir-print-value-users. If numbers may be
		// reused, the values in its regions also start at 0.
		c.value = 0
	}
	for i := op.NumRegions() - 1; i >= 0; i-- {
		w.numberRegion(op.RegionAt(i), c)
	}
}

// uniqueIDs reports whether all numbers are unique, as they are in MLIR's generic form.
func (w *Writer) uniqueIDs() bool { return w.Opts.UniqueIDs || w.Opts.Generic }

func (w *Writer) numberRegion(r *Region, c counters) {
	if w.uniqueIDs() {
		used := c.used
		c = w.unique
		c.used = used
	}
	c.used = w.openNames(c.used)
	var named map[*Value]bool
	if w.ArgNames != nil && !w.Opts.Generic {
		w.ArgNames(r, func(v *Value, name string) {
			w.setName(v, name, &c)
			if named == nil {
				named = map[*Value]bool{}
			}
			named[v] = true
		})
	}
	var nested []*Op
	for bi, b := range r.Blocks {
		b.num = uint32(bi)
		for _, a := range b.args {
			w.aliasable = w.aliasable || a.typ.rep.alias
			switch {
			case named[a]:
			case w.nameFromLoc(a, &c):
				if bi == 0 {
					c.arg++ // as in MLIR, an argument with a name still uses up a number
				}
			case bi == 0:
				w.numberArg(a, &c)
			default:
				a.num = c.value
				c.value++
			}
		}
		for o := b.first; o != nil; o = o.next {
			w.aliasable = w.aliasable || mayAlias(o)
			if o.nResults > 0 || w.Opts.ValueUsers {
				w.numberOp(o, &c)
			}
			if o.ext != nil && len(o.ext.regions) > 0 {
				nested = append(nested, o)
			}
		}
	}
	w.unique = c
	defer w.closeNames(c.used)
	// Unique numbers depend on the order of the regions. MLIR's worklist processes the last region
	// first.
	for j := len(nested) - 1; j >= 0; j-- {
		for i := len(nested[j].ext.regions) - 1; i >= 0; i-- {
			w.numberRegion(&nested[j].ext.regions[i], c)
		}
	}
}

// numberArg names an argument %argN, with a suffix if a value in scope already has this name.
func (w *Writer) numberArg(a *Value, c *counters) {
	if len(w.names) > 0 {
		if name := "arg" + strconv.Itoa(int(c.arg)); c.used.has(name) {
			w.setName(a, name, c)
			c.arg++
			return
		}
	}
	a.num = numArg | c.arg
	c.used.args = append(c.used.args, c.arg)
	c.arg++
}

func (w *Writer) numberOp(op *Op, c *counters) {
	switch {
	case op.nResults == 0:
		w.numberUser(op, c)
	case op.def.names && !w.Opts.Generic || w.Opts.NameLocs:
		w.numberNamed(op, c)
	default:
		op.ResultAt(0).num = c.value
		c.value++
		w.spread(op, nil)
	}
}

// numberNamed is numberOp for an operation whose results may have names.
func (w *Writer) numberNamed(op *Op, c *counters) {
	n := &w.naming
	if n.set == nil {
		n.set = func(v *Value, name string) {
			if w.Opts.NameLocs {
				if own := firstName(v.Loc().Attr()); own != "" {
					name = own
				}
			}
			w.setName(v, name, n.c)
			if v.Index() == 0 {
				n.first = true
			} else {
				n.starts = append(n.starts, v.Index())
			}
		}
	}
	n.c, n.starts, n.first = c, n.starts[:0], false
	if op.def.names && !w.Opts.Generic {
		resultNames(op, n.set)
	}
	if v := op.ResultAt(0); !n.first && !w.nameFromLoc(v, c) {
		v.num = c.value
		c.value++
	}
	w.spread(op, n.starts)
}

// naming is the state of numberNamed for one operation.
type naming struct {
	c      *counters
	starts []int // indices of the named results, except result 0
	first  bool  // result 0 has a name
	set    func(v *Value, name string)
}

// resultNames calls set(v, name) for each result v that op names. If op is not a Namer, the first
// result of each field gets the field's name.
func resultNames(op *Op, set func(v *Value, name string)) {
	if n, ok := Cast[Namer](op); ok {
		n.ResultNames(set)
		return
	}
	for i, f := range op.def.Spec.Results {
		if lo, hi := op.ResultGroup(i); lo < hi && f.Name != "" {
			set(op.ResultAt(lo), f.Name)
		}
	}
}

// spread gives every result the number or name of the first result in its group. starts are the
// indices at which the second and later groups begin.
func (w *Writer) spread(op *Op, starts []int) {
	if op.nResults == 1 {
		return
	}
	rs := op.resultSlice()
	if len(starts) > 0 {
		if w.groups == nil {
			w.groups = map[*Op][]int{}
		}
		w.groups[op] = append([]int{0}, starts...)
	}
	lead := rs[0].num
	for i := 1; i < len(rs); i++ {
		if len(starts) > 0 && starts[0] == i {
			lead = rs[i].num
			starts = starts[1:]
			continue
		}
		rs[i].num = lead
	}
}

// setName gives v a name that is unique in the scope. If name is empty, v gets a number.
func (w *Writer) setName(v *Value, name string, c *counters) {
	if name == "" {
		v.num = c.value
		c.value++
		return
	}
	name = sanitize(name)
	if c.used.has(name) {
		for {
			try := name + "_" + strconv.Itoa(int(c.conflict))
			c.conflict++
			if !c.used.has(try) {
				name = try
				break
			}
		}
	}
	if c.used.m == nil {
		c.used.m = map[string]bool{}
	}
	c.used.m[name] = true
	v.num = numNamed | uint32(len(w.names))
	w.names = append(w.names, name)
}

// sanitize converts s to a name that is valid after %.
func sanitize(s string) string {
	if !isDigit(s[0]) && !strings.ContainsFunc(s, func(c rune) bool { return c >= 0x80 || !inName(byte(c)) }) {
		return s
	}
	out := make([]byte, 0, len(s)+1)
	if isDigit(s[0]) { // otherwise the parser would read a number
		out = append(out, '_')
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case inName(c):
			out = append(out, c)
		case c == ' ':
			out = append(out, '_')
		default:
			out = append(out, hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return string(out)
}

// inName reports whether a name after % may contain c.
func inName(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '_' || c == '$' || c == '.' || c == '-'
}

func (w *Writer) nameFromLoc(v *Value, c *counters) bool {
	if !w.Opts.NameLocs {
		return false
	}
	name := firstName(v.Loc().Attr())
	if name == "" {
		return false
	}
	w.setName(v, name, c)
	return true
}

// firstName returns the first name in a location, or "".
func firstName(a Attr) string {
	switch d := a.Data().(type) {
	case *NamedLoc:
		return d.Name
	case *CallLoc:
		if n := firstName(d.Callee); n != "" {
			return n
		}
		return firstName(d.Caller)
	case *FusedLoc:
		for _, l := range d.Locs {
			if n := firstName(l); n != "" {
				return n
			}
		}
	}
	return ""
}

// Value writes %name, and then #i if v is result i of a group of several results with this name.
func (w *Writer) Value(v *Value) {
	if v == nil {
		w.Str("<<NULL VALUE>>")
		return
	}
	w.valueName(v)
	op := v.Def()
	if op == nil || op.nResults == 1 {
		return
	}
	lo, hi := w.group(op, v.Index())
	if hi-lo > 1 {
		w.Byte('#')
		w.Int(int64(v.Index() - lo))
	}
}

func (w *Writer) valueName(v *Value) {
	switch {
	case v.num&numNamed != 0:
		w.Byte('%')
		w.Str(w.names[v.num&^numNamed])
	case v.num&numArg != 0:
		w.Str("%arg")
		w.Uint(uint64(v.num & numMask))
	default:
		w.buf = appendNumber(w.buf, '%', v.num)
	}
}

// appendNumber appends a sigil and a decimal number. Most names have this form, so it must be fast.
func appendNumber(b []byte, sigil byte, n uint32) []byte {
	var text [11]byte
	at := len(text)
	for n >= 10 {
		at--
		text[at] = byte('0' + n%10)
		n /= 10
	}
	at -= 2
	text[at], text[at+1] = sigil, byte('0'+n)
	return append(b, text[at:]...)
}

// group returns the range of results that have the same name as result i.
func (w *Writer) group(op *Op, i int) (lo, hi int) {
	gs := w.groups[op]
	if gs == nil {
		return 0, int(op.nResults)
	}
	hi = int(op.nResults)
	for _, g := range gs {
		if g > i {
			return lo, g
		}
		lo = g
	}
	return lo, hi
}
