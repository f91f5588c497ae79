package affine

import (
	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
)

// DmaStart starts a transfer between two buffers. A DmaWait with the same tag waits for the end of
// the transfer.
//
//	affine.dma_start %src[%i], %dst[%j + 2], %tag[%c], %n, %stride, %every : memref<10xf32>, memref<4xf32, 1>, memref<1xi32>
type DmaStart struct{ ir.Ref }

// Spec implements ir.View. As in MLIR, the maps of the subscripts are discardable attributes. Each
// buffer is followed by the operands of its map.
func (DmaStart) Spec() ir.Spec {
	return ir.Spec{
		Name:     "affine.dma_start",
		Doc:      "Starts a transfer between two buffers. A dma_wait with the same tag waits for its end.",
		Operands: []ir.Field{{Arity: ir.Variadic}},
	}
}

// place is an element of a buffer: the buffer, and the map and operands of the subscripts.
type place struct {
	buffer *ir.Value
	at     aff.Map
	subs   []*ir.Value
}

// places returns a place for each name of a map attribute, and the remaining operands of op.
func places(op *ir.Op, names ...string) (ps []place, rest []*ir.Value) {
	vs := op.OperandList()
	for _, n := range names {
		m := mapOf(op.Discardable(n))
		if len(vs) == 0 {
			return ps, nil
		}
		end := min(1+m.Dims+m.Syms, len(vs))
		ps = append(ps, place{vs[0], m, vs[1:end]})
		vs = vs[end:]
	}
	return ps, vs
}

func (o DmaStart) places() ([]place, []*ir.Value) {
	return places(o.Op, "src_map", "dst_map", "tag_map")
}

// Effects implements ir.Effecter. The operation reads the source and the tag, and writes the
// destination.
func (o DmaStart) Effects() []ir.Effect {
	ps, _ := o.places()
	var es []ir.Effect
	for i, p := range ps {
		k := ir.Read
		if i == 1 {
			k = ir.Write
		}
		es = append(es, ir.Effect{Kind: k, Value: p.buffer})
	}
	return es
}

// ParseOp implements asm.OpParser.
func (DmaStart) ParseOp(p *asm.Parser, st *asm.State) error {
	return parseDma(p, st, []string{"src_map", "dst_map", "tag_map"}, 3)
}

// parseDma reads "%m[…], …, %n : types", with a buffer %m for each name of a map attribute. If the
// parameter "most" exceeds 1, a stride and a number of elements per stride may follow %n.
func parseDma(p *asm.Parser, st *asm.State, names []string, most int) error {
	var buffers []asm.Operand
	var subs [][]asm.Operand
	for _, n := range names {
		m, err := p.Operand()
		if err != nil {
			return err
		}
		s, err := parseSubscripts(p, st, n)
		if err != nil {
			return err
		}
		if err := p.Expect(asm.Comma); err != nil {
			return err
		}
		buffers, subs = append(buffers, m), append(subs, s)
	}
	n, err := p.Operand()
	if err != nil {
		return err
	}
	rest := []asm.Operand{n}
	if most > 1 && p.Try(asm.Comma) { // as in MLIR, both operands may be missing after the comma
		stride, err := p.Operands()
		if err != nil {
			return err
		}
		if len(stride) != 0 && len(stride) != 2 {
			return p.OpErrorAt(st.Start, "expected two stride related operands")
		}
		rest = append(rest, stride...)
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	off := p.Offset()
	ts, err := p.Types()
	if err != nil {
		return err
	}
	if len(ts) != len(names) {
		if len(names) == 1 {
			return p.OpErrorAt(off, "expected one type")
		}
		return p.OpErrorAt(off, "expected three types")
	}
	for i, m := range buffers {
		v, err := p.Resolve(m, ts[i])
		if err != nil {
			return err
		}
		st.Add(v)
		if err := p.ResolveIndices(st, subs[i]); err != nil {
			return err
		}
	}
	return p.ResolveIndices(st, rest)
}

// PrintOp implements asm.OpPrinter.
func (o DmaStart) PrintOp(w *asm.Printer) {
	ps, rest := o.places()
	printDma(w, ps, rest)
}

func printDma(w *asm.Printer, ps []place, rest []*ir.Value) {
	w.Byte(' ')
	for _, p := range ps {
		w.Value(p.buffer)
		printSubscripts(w, p.at, p.subs)
		w.Str(", ")
	}
	w.Values(rest)
	w.Str(" : ")
	for i, p := range ps {
		if i > 0 {
			w.Str(", ")
		}
		w.Type(p.buffer.Type())
	}
}

// Verify implements ir.Verifier.
func (o DmaStart) Verify() error {
	ps, rest := o.places()
	for i, word := range []string{"source", "destination", "tag"} {
		if i >= len(ps) || !ir.IsType[*ir.MemRefType](ps[i].buffer.Type()) {
			return ir.Errorf(o.Op, "expected DMA %s to be of memref type", word)
		}
	}
	if len(rest) != 1 && len(rest) != 3 {
		return ir.Errorf(o.Op, "incorrect number of operands")
	}
	if err := verifyCounts(o.Op, rest); err != nil {
		return err
	}
	for i, word := range []string{"src", "dst", "tag"} {
		for _, v := range ps[i].subs {
			if !v.Type().IsIndex() {
				return ir.Errorf(o.Op, "%s index to dma_start must have 'index' type", word)
			}
		}
		if err := verifyIndices(o.Op, ps[i].subs, word+" index must be a valid dimension or symbol identifier"); err != nil {
			return err
		}
	}
	return nil
}

// verifyCounts checks the operands after the buffers. The custom assembly format omits their types.
func verifyCounts(op *ir.Op, vs []*ir.Value) error {
	for _, v := range vs {
		if !v.Type().IsIndex() {
			return ir.Errorf(op, "expected numbers of elements of 'index' type, but got '%s'", v.Type())
		}
	}
	return nil
}

// DmaWait waits for the end of the transfer that its tag identifies.
//
//	affine.dma_wait %tag[%c], %n : memref<1xi32>
type DmaWait struct{ ir.Ref }

// Spec implements ir.View.
func (DmaWait) Spec() ir.Spec {
	return ir.Spec{
		Name:     "affine.dma_wait",
		Doc:      "Waits for the end of a transfer.",
		Operands: []ir.Field{{Arity: ir.Variadic}},
	}
}

// ParseOp implements asm.OpParser.
func (DmaWait) ParseOp(p *asm.Parser, st *asm.State) error {
	return parseDma(p, st, []string{"tag_map"}, 1)
}

// PrintOp implements asm.OpPrinter.
func (o DmaWait) PrintOp(w *asm.Printer) {
	ps, rest := places(o.Op, "tag_map")
	printDma(w, ps, rest)
}

// Verify implements ir.Verifier.
func (o DmaWait) Verify() error {
	ps, rest := places(o.Op, "tag_map")
	if len(ps) == 0 || !ir.IsType[*ir.MemRefType](ps[0].buffer.Type()) {
		return ir.Errorf(o.Op, "expected DMA tag to be of memref type")
	}
	if len(rest) != 1 {
		return ir.Errorf(o.Op, "expected 1 operand after the tag, but got %d", len(rest))
	}
	if err := verifyCounts(o.Op, rest); err != nil {
		return err
	}
	for _, v := range ps[0].subs {
		if !v.Type().IsIndex() {
			return ir.Errorf(o.Op, "index to dma_wait must have 'index' type")
		}
	}
	return verifyIndices(o.Op, ps[0].subs, "index must be a valid dimension or symbol identifier")
}
