package affine

import (
	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Prefetch is a hint that an element will be read or written soon.
//
//	affine.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<400x400xi32>
type Prefetch struct{ ir.Ref }

// The indices of Prefetch's inherent attributes.
const (
	prefetchWrite = iota
	prefetchHint
	prefetchData
	prefetchMap
)

// Memref returns the buffer, Map the map of the subscripts, and Indices the operands of this map.
func (o Prefetch) Memref() *ir.Value    { return o.Op.OperandAt(0) }
func (o Prefetch) Indices() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Prefetch) Map() aff.Map         { return mapOf(o.Op.AttrAt(prefetchMap)) }

// IsWrite reports whether the element will be written, not only read. IsDataCache reports whether
// it is loaded into the data cache, not into the instruction cache.
func (o Prefetch) IsWrite() bool     { return o.Op.AttrAt(prefetchWrite) == ir.BoolAttr(true) }
func (o Prefetch) IsDataCache() bool { return o.Op.AttrAt(prefetchData) == ir.BoolAttr(true) }

// LocalityHint returns the temporal locality, from 0 (none) to 3 (keep in the cache).
func (o Prefetch) LocalityHint() int64 {
	n, _ := o.Op.AttrAt(prefetchHint).Int()
	return n
}

// Spec implements ir.View.
func (Prefetch) Spec() ir.Spec {
	s := access("prefetch", "Hints that an element will be read or written soon.")
	s.Attrs = []ir.AttrField{
		{Name: "isWrite", Type: constraint.Bool, Doc: "The element will be written."},
		{Name: "localityHint", Type: hint, Doc: "How long the element should stay in the cache, 0 to 3."},
		{Name: "isDataCache", Type: constraint.Bool, Doc: "The element is cached as data."},
		mapField("map"),
	}
	return s
}

var hint = ir.AttrConstraint{
	Text:   "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
	Stores: ir.IsAttr[*ir.IntAttr],
	Accept: func(a ir.Attr) bool {
		n, ok := a.Int()
		return ok && a.TypeOf() == ir.I32() && n >= 0 && n <= 3
	},
}

// ParseOp implements asm.OpParser.
func (Prefetch) ParseOp(p *asm.Parser, st *asm.State) error {
	m, err := p.Operand()
	if err != nil {
		return err
	}
	subs, err := parseSubscripts(p, st, "map")
	if err != nil {
		return err
	}
	access, cache, err := parsePrefetch(p, st)
	if err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	v, err := p.Resolve(m, t)
	if err != nil {
		return err
	}
	st.Add(v)
	if err := p.ResolveIndices(st, subs); err != nil {
		return err
	}
	if access != "read" && access != "write" {
		return p.OpErrorAt(st.Start, "rw specifier has to be 'read' or 'write'")
	}
	if cache != "data" && cache != "instr" {
		return p.OpErrorAt(st.Start, "cache type has to be 'data' or 'instr'")
	}
	st.SetAttr("isWrite", ir.BoolAttr(access == "write"))
	st.SetAttr("isDataCache", ir.BoolAttr(cache == "data"))
	return nil
}

// parsePrefetch reads ", read, locality<3>, data".
func parsePrefetch(p *asm.Parser, st *asm.State) (access, cache string, err error) {
	if err = p.Expect(asm.Comma); err != nil {
		return
	}
	if access, err = p.Keyword(); err != nil {
		return
	}
	if err = p.Expect(asm.Comma); err != nil {
		return
	}
	if err = p.ExpectKeyword("locality"); err != nil {
		return
	}
	if err = p.Expect(asm.Less); err != nil {
		return
	}
	off := p.Offset()
	n, err := p.AttrOfType(ir.I32())
	if err != nil {
		return
	}
	if !ir.IsAttr[*ir.IntAttr](n) {
		return access, cache, p.OpErrorAt(off, "invalid kind of attribute specified")
	}
	st.SetAttr("localityHint", n)
	if err = p.Expect(asm.Greater); err != nil {
		return
	}
	if err = p.Expect(asm.Comma); err != nil {
		return
	}
	cache, err = p.Keyword()
	return
}

// PrintOp implements asm.OpPrinter.
func (o Prefetch) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.Memref())
	printSubscripts(w, o.Map(), o.Indices())
	if o.IsWrite() {
		w.Str(", write, locality<")
	} else {
		w.Str(", read, locality<")
	}
	w.Int(o.LocalityHint())
	if o.IsDataCache() {
		w.Str(">, data")
	} else {
		w.Str(">, instr")
	}
	w.AttrDict(o.Op, "map", "localityHint", "isDataCache", "isWrite")
	w.Str(" : ")
	w.Type(o.Memref().Type())
}

// Verify implements ir.Verifier.
func (o Prefetch) Verify() error {
	m := o.Map()
	shape, _ := o.Memref().Type().Shape()
	if len(m.Results) != len(shape) {
		return ir.Errorf(o.Op, "affine.prefetch affine map num results must equal memref rank")
	}
	if m.Dims+m.Syms+1 != o.Op.NumOperands() {
		return ir.Errorf(o.Op, "too few operands")
	}
	return verifyIndices(o.Op, o.Indices(), "index must be a valid dimension or symbol identifier")
}

func verifyIndices(op *ir.Op, vs []*ir.Value, message string) error {
	scope := scopeOf(op)
	for _, v := range vs {
		if !isDim(v, scope) && !isSymbol(v, scope) {
			return ir.Errorf(op, "%s", message)
		}
	}
	return nil
}
