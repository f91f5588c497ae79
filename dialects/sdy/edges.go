package sdy

import (
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Edges records which axes each step of a sharding propagation moved between which values.
//
//	#sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}]>
type Edges struct{ Steps []Step }

// Step is one step of a propagation.
type Step struct {
	Number int64
	Moves  []Move
}

// Move records that an axis was propagated from one value to others. The values are named
// operand-0, result-1 and so on.
type Move struct {
	Axis   AxisRef
	Source string
	To     []string
}

// Print implements ir.AttrData.
func (d *Edges) Print(w *ir.Writer) {
	w.Str("#sdy.propagation_edges<[")
	for i, s := range d.Steps {
		comma(w, i)
		w.Str("{step-" + strconv.FormatInt(s.Number, 10) + " = [")
		for j, m := range s.Moves {
			comma(w, j)
			w.Byte('{')
			m.Axis.print(w)
			w.Str(" = " + m.Source + " -> [" + strings.Join(m.To, ", ") + "]}")
		}
		w.Str("]}")
	}
	w.Str("]>")
}

// parseEdges reads <[{step-1 = […]}, …]>.
func parseEdges(p *asm.Parser) (ir.Attr, error) {
	d := &Edges{}
	err := p.Expect(asm.Less)
	if err == nil {
		err = p.List(asm.LSquare, asm.RSquare, func() error {
			s, err := parseStep(p)
			d.Steps = append(d.Steps, s)
			return err
		})
	}
	if err == nil {
		err = p.Expect(asm.Greater)
	}
	return made(d, err)
}

// parseStep reads {step-1 = [{"x" = operand-0 -> [result-0]}]}.
func parseStep(p *asm.Parser) (s Step, err error) {
	if err = p.Expect(asm.LBrace); err != nil {
		return s, err
	}
	if err = p.ExpectKeyword("step"); err != nil {
		return s, err
	}
	if err = p.Expect(asm.Minus); err != nil {
		return s, err
	}
	if s.Number, err = p.Int(); err != nil {
		return s, err
	}
	if err = p.Expect(asm.Equal); err != nil {
		return s, err
	}
	err = p.List(asm.LSquare, asm.RSquare, func() error {
		m, err := parseMove(p)
		s.Moves = append(s.Moves, m)
		return err
	})
	if err != nil {
		return s, err
	}
	return s, p.Expect(asm.RBrace)
}

// parseMove reads {"x" = operand-0 -> [result-0]}.
func parseMove(p *asm.Parser) (m Move, err error) {
	if err = p.Expect(asm.LBrace); err != nil {
		return m, err
	}
	if m.Axis, err = parseAxis(p); err != nil {
		return m, err
	}
	if err = p.Expect(asm.Equal); err != nil {
		return m, err
	}
	if m.Source, err = parseEdgeValue(p); err != nil {
		return m, err
	}
	if err = p.Expect(asm.Arrow); err != nil {
		return m, err
	}
	err = p.List(asm.LSquare, asm.RSquare, func() error {
		v, err := parseEdgeValue(p)
		m.To = append(m.To, v)
		return err
	})
	if err != nil {
		return m, err
	}
	return m, p.Expect(asm.RBrace)
}

// parseEdgeValue reads operand-0 or result-0.
func parseEdgeValue(p *asm.Parser) (string, error) {
	off := p.Offset()
	kind, err := p.Keyword()
	if err != nil {
		return "", err
	}
	if kind != "operand" && kind != "result" {
		return "", p.ErrorAt(off, "expected ::mlir::sdy::EdgeNodeType to be one of: operand, result")
	}
	if err := p.Expect(asm.Minus); err != nil {
		return "", err
	}
	n, err := p.Int()
	return kind + "-" + strconv.FormatInt(n, 10), err
}
