package kernels

import (
	"github.com/lathe-ir/lathe/lowering/pack"
)

// panels describes a packed operand. The operand has one panel for each tile of columns. A panel
// contains the first term of each column, followed by the second term of each column, and so on.
type panels struct {
	depth   []dimension // by loop
	terms   int64       // number of terms in a column
	columns int64
}

// dimension is the role of a loop in a packed operand.
type dimension uint8

const (
	outerDimension dimension = iota // a loop over whole packed operands, or a loop on which the operand does not depend
	termDimension
	columnDimension
)

// readPanels reads the panels of the packed operand from the attributes of n.
func (n *nest) readPanels() {
	info, ok := pack.Of(n.Nest)
	if !ok {
		return
	}
	n.strips = info.Strips
	p := &panels{depth: make([]dimension, len(n.extents)), terms: 1, columns: n.extents[info.Column]}
	for _, d := range info.Terms {
		p.depth[d] = termDimension
		p.terms *= n.extents[d]
	}
	p.depth[info.Column] = columnDimension
	if info.Operand < len(n.ins) {
		n.ins[info.Operand].panels = p
	} else {
		n.outs[info.Operand-len(n.ins)].panels = p
	}
	if info.Words {
		n.readWords(info)
	}
}

// packsTerm reports whether n packs an operand and d is a loop over its terms.
func (n *nest) packsTerm(d int) bool {
	p := n.outs[0].panels
	return p != nil && p.depth[d] == termDimension
}

// coef returns the coefficient of loop d in the address of access i, for tiles of w.width columns.
func (w *writer) coef(i, d int) int64 {
	a := w.access(i)
	switch {
	case a.panels == nil || a.panels.depth[d] == outerDimension:
		return a.coef[d]
	case a.panels.depth[d] == columnDimension:
		return a.coef[d] * a.panels.terms // a panel has this many elements for each column
	}
	return a.coef[d] / a.panels.columns * w.width
}
