package linalg

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// memoized is the discardable attribute in which Named.VerifyRegions stores maps.
const memoized = "linalg.memoized_indexing_maps"

var tensorOrMemRef = ir.Constraint{
	Text: "memref of any type values or ranked tensor of any type values",
	Accept: func(t ir.Type) bool {
		return ir.IsType[*ir.MemRefType](t) || ir.IsType[*ir.TensorType](t)
	},
}

func structuredTraits() ir.Trait { return ir.SingleBlock | ir.RecursiveEffects }

// parts holds the operands of ins(…) and outs(…), their types, and their offsets in the text.
type parts struct {
	ins, outs     []asm.Operand
	inTs, outTs   []ir.Type
	inOff, outOff int
}

// parseParts reads ins(%a : T) outs(%b : T), each optional.
func parseParts(p *asm.Parser) (parts, error) {
	var c parts
	var err error
	if p.TryKeyword("ins") {
		if c.ins, c.inTs, c.inOff, err = parseTyped(p); err != nil {
			return c, err
		}
	}
	c.outOff = p.Offset()
	if p.TryKeyword("outs") {
		c.outs, c.outTs, c.outOff, err = parseTyped(p)
	}
	return c, err
}

// parseTyped reads (%a, %b : T, U). off is the offset of the first operand in the text.
func parseTyped(p *asm.Parser) (os []asm.Operand, ts []ir.Type, off int, err error) {
	if err := p.Expect(asm.LParen); err != nil {
		return nil, nil, 0, err
	}
	off = p.Offset()
	if os, err = p.Operands(); err != nil {
		return nil, nil, off, err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return nil, nil, off, err
	}
	if ts, err = p.Types(); err != nil {
		return nil, nil, off, err
	}
	return os, ts, off, p.Expect(asm.RParen)
}

func (c *parts) add(p *asm.Parser, st *asm.State) error {
	vs, err := p.ResolveAll(c.ins, c.inTs, c.inOff)
	if err != nil {
		return err
	}
	st.Add(vs...)
	vs, err = p.ResolveAll(c.outs, c.outTs, c.outOff)
	st.Add(vs...)
	return err
}

func (c *parts) segments(st *asm.State) { st.SetSegments(int32(len(c.ins)), int32(len(c.outs))) }

// tensorResults adds a result for each output that is a tensor.
func (c *parts) tensorResults(st *asm.State) {
	for _, t := range c.outTs {
		if constraint.IsTensor(t) {
			st.AddResults(t)
		}
	}
}

// printParts writes ins(…) outs(…).
func printParts(w *asm.Printer, ins, outs []*ir.Value) {
	printTyped(w, " ins(", ins)
	printTyped(w, " outs(", outs)
}

func printTyped(w *asm.Printer, open string, vs []*ir.Value) {
	if len(vs) == 0 {
		return
	}
	w.Str(open)
	w.Values(vs)
	w.Str(" : ")
	w.ValueTypes(vs)
	w.Byte(')')
}

// elements adds a block to r with an argument for each operand, of the operand's element type.
func elements(r *ir.Region, vs []*ir.Value, loc ir.Loc) *ir.Block {
	return elementsAt(r, vs, func(*ir.Value) ir.Loc { return loc })
}

func elementsAt(r *ir.Region, vs []*ir.Value, loc func(*ir.Value) ir.Loc) *ir.Block {
	blk := r.AddBlock()
	for _, v := range vs {
		blk.AddArg(element(v.Type()), loc(v))
	}
	return blk
}

// inBody calls f with the parser's builder at the end of blk. New operations have location loc.
func inBody(p *asm.Parser, loc ir.Loc, blk *ir.Block, f func(b *ir.Builder) error) error {
	b := p.Builder()
	old, before := b.Point()
	b.Loc = loc
	b.AtEnd(blk)
	err := f(b)
	b.SetPoint(old, before)
	return err
}

// nameArgs suggests names for the arguments of a body: "in" for inputs, and the name out for
// outputs.
func nameArgs(blk *ir.Block, inputs int, out string, set func(*ir.Value, string)) {
	for i, a := range blk.Args() {
		if i < inputs {
			set(a, "in")
		} else {
			set(a, out)
		}
	}
}

// effects returns the reads and writes of memref operands. Inputs are read and outputs are written.
// Output i is also read if readsOut(i) is true.
func effects(ins, outs []*ir.Value, readsOut func(i int) bool) []ir.Effect {
	var es []ir.Effect
	for _, v := range ins {
		if constraint.IsMemRef(v.Type()) {
			es = append(es, ir.Effect{Kind: ir.Read, Value: v})
		}
	}
	for i, v := range outs {
		if !constraint.IsMemRef(v.Type()) {
			continue
		}
		if readsOut(i) {
			es = append(es, ir.Effect{Kind: ir.Read, Value: v})
		}
		es = append(es, ir.Effect{Kind: ir.Write, Value: v})
	}
	return es
}

// structuredEffects returns the memory effects of a computation. It reads an output only if the
// body uses the argument for this output.
func structuredEffects(s Structured) []ir.Effect {
	n := len(s.Inputs())
	return effects(s.Inputs(), s.Outputs(), func(i int) bool { return s.Body().Arg(n + i).HasUses() })
}

func mapsOf(a ir.Attr) []affine.Map {
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return nil
	}
	ms := make([]affine.Map, len(d.Elems))
	for i, e := range d.Elems {
		if m, isMap := ir.AttrAs[*ir.AffineMapAttr](e); isMap {
			ms[i] = m.Map
		}
	}
	return ms
}

func mapArray(ms []affine.Map) ir.Attr {
	as := make([]ir.Attr, len(ms))
	for i, m := range ms {
		as[i] = ir.NewAffineMap(m)
	}
	return ir.NewArray(as...)
}

// exprs returns an expression for each of the given loops, such as d0 for loop 0.
func exprs(loops []int) []affine.Expr {
	es := make([]affine.Expr, len(loops))
	for i, d := range loops {
		es[i] = affine.Dim(d)
	}
	return es
}

// isShapedOperand reports whether t is a ranked tensor or a ranked memref. It returns false for a
// vector, which counts as one element.
func isShapedOperand(t ir.Type) bool {
	return ir.IsType[*ir.TensorType](t) || ir.IsType[*ir.MemRefType](t)
}

// element returns the element type of a tensor or memref, and t for any other type.
func element(t ir.Type) ir.Type {
	if isShapedOperand(t) {
		return t.Elem()
	}
	return t
}

// rank returns the rank of a tensor or memref, and 0 for any other type.
func rank(t ir.Type) int {
	if !isShapedOperand(t) {
		return 0
	}
	s, _ := t.Shape()
	return len(s)
}
