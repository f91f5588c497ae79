package asm

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// verifyRest is called for a text with syntax errors. It verifies operations without syntax errors
// that are isolated from above and at the top level or in the text's module. It does not check
// symbol references, because the definition of a symbol may have a syntax error.
func (p *Parser) verifyRest(body *ir.Block) {
	for m := body.First(); m != nil && m == body.Last() && ir.Is[ir.Module](m) && m.NumRegions() == 1; m = body.First() {
		if body = m.RegionAt(0).Entry(); body == nil {
			return // the module has no block, which is an error
		}
	}
	gaps := slices.Clone(p.dropped)
	for _, d := range p.errs {
		if d.Span.Src != p.src {
			return // an error without a position may be anywhere
		}
		gaps = append(gaps, d.Span.Start)
	}
	for op := range body.Ops() {
		start, end := op.Loc().Span(), len(p.text)
		if next := op.Next(); next != nil {
			end = next.Loc().Span().Start
		}
		broken := func(at int) bool { return start.Start <= at && at < end }
		if !start.IsValid() || end == 0 || !op.Has(ir.IsolatedFromAbove) || slices.ContainsFunc(gaps, broken) {
			continue
		}
		for _, d := range diag.All(ir.Verify(op)) {
			d.Further = true
			p.keep(d)
		}
	}
}
