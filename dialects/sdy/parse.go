package sdy

import (
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

type syntax struct{}

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	switch mnemonic {
	case "mesh":
		return parseMesh(p)
	case "sharding":
		return parseSharding(p)
	case "sharding_per_value":
		if err := p.Expect(asm.Less); err != nil {
			return ir.Attr{}, err
		}
		d, err := parseShardingList(p)
		if err != nil {
			return ir.Attr{}, err
		}
		return made(d, p.Expect(asm.Greater))
	case "manual_axes":
		return parseManualAxes(p)
	case "axis_ref_list":
		d := &AxisRefList{}
		return made(d, parseAxisList(p, &d.Axes))
	case "list_of_axis_ref_lists":
		return parseAxisLists(p)
	case "all_to_all_param_list":
		return parseExchanges(p)
	case "op_sharding_rule":
		return parseRule(p)
	case "propagation_edges":
		return parseEdges(p)
	}
	return ir.Attr{}, p.UnknownAttr("sdy", mnemonic, "mesh", "sharding", "sharding_per_value", "manual_axes", "axis_ref_list",
		"list_of_axis_ref_lists", "all_to_all_param_list", "op_sharding_rule", "propagation_edges")
}

func made(d ir.AttrData, err error) (ir.Attr, error) {
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(d), nil
}

// parseMesh reads <["x"=2], device_ids=[0, 1]>.
func parseMesh(p *asm.Parser) (ir.Attr, error) {
	d := &MeshAttr{}
	if err := p.Expect(asm.Less); err != nil {
		return ir.Attr{}, err
	}
	err := p.List(asm.LSquare, asm.RSquare, func() (err error) {
		var a Axis
		if a.Name, err = p.StringLit(); err != nil {
			return err
		}
		if err = p.Expect(asm.Equal); err != nil {
			return err
		}
		a.Size, err = p.Int()
		d.Axes = append(d.Axes, a)
		return err
	})
	if err != nil {
		return ir.Attr{}, err
	}
	if p.Try(asm.Comma) {
		if err := p.ExpectKeyword("device_ids"); err != nil {
			return ir.Attr{}, err
		}
		if err := p.Expect(asm.Equal); err != nil {
			return ir.Attr{}, err
		}
		err := p.List(asm.LSquare, asm.RSquare, func() error {
			n, err := p.Int()
			d.DeviceIDs = append(d.DeviceIDs, n)
			return err
		})
		if err != nil {
			return ir.Attr{}, err
		}
	}
	if d.inOrder() {
		d.DeviceIDs = nil
	}
	return made(d, p.Expect(asm.Greater))
}

// parseSharding reads <@mesh, [{"x"}, {?}], replicated={"y"}>.
func parseSharding(p *asm.Parser) (ir.Attr, error) {
	d := &Sharding{}
	if err := p.Expect(asm.Less); err != nil {
		return ir.Attr{}, err
	}
	var err error
	if p.TryKeyword("mesh") {
		d.Mesh, err = parseMesh(p)
	} else {
		d.Mesh, err = p.Attr()
	}
	if err != nil {
		return ir.Attr{}, err
	}
	if err := p.Expect(asm.Comma); err != nil {
		return ir.Attr{}, err
	}
	err = p.List(asm.LSquare, asm.RSquare, func() error {
		s, err := parseDim(p)
		d.Dims = append(d.Dims, s)
		return err
	})
	if err != nil {
		return ir.Attr{}, err
	}
	for p.Try(asm.Comma) {
		if err := d.parseAxes(p); err != nil {
			return ir.Attr{}, err
		}
	}
	return made(d, p.Expect(asm.Greater))
}

// parseAxes reads replicated={…}, unreduced={…} or, for example, unreduced=max{…}.
func (d *Sharding) parseAxes(p *asm.Parser) error {
	to := &d.Replicated
	if p.TryKeyword("unreduced") {
		to = &d.Unreduced
	} else if err := p.ExpectKeyword("replicated"); err != nil {
		return err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	if to == &d.Unreduced && !p.TryKeyword("sum") {
		for _, word := range []string{"max", "min"} {
			if p.TryKeyword(word) {
				d.Reduction = word
				break
			}
		}
	}
	return parseAxisList(p, to)
}

// parseDim reads {"x", ?}p1.
func parseDim(p *asm.Parser) (DimSharding, error) {
	s := DimSharding{Priority: -1}
	err := p.List(asm.LBrace, asm.RBrace, func() error {
		if s.Open {
			return p.Errorf("expected '}' behind '?'")
		}
		if p.Try(asm.Question) {
			s.Open = true
			return nil
		}
		a, err := parseAxis(p)
		s.Axes = append(s.Axes, a)
		return err
	})
	if err != nil || p.Peek() != asm.BareID {
		return s, err
	}
	off := p.Offset()
	word, err := p.Keyword()
	if err != nil {
		return s, err
	}
	n, ok := strings.CutPrefix(word, "p")
	v, bad := strconv.ParseInt(n, 10, 64)
	if !ok || bad != nil {
		return s, p.ErrorAt(off, "expecting priority in format 'p<number>', got: %s", word)
	}
	s.Priority = v
	return s, nil
}

// parseAxis reads "x" or "x":(1)2.
func parseAxis(p *asm.Parser) (a AxisRef, err error) {
	start := p.Offset()
	if a.Name, err = p.StringLit(); err != nil || !p.Try(asm.Colon) {
		return a, err
	}
	if err = p.Expect(asm.LParen); err != nil {
		return a, err
	}
	if a.PreSize, err = p.Int(); err != nil {
		return a, err
	}
	if err = p.Expect(asm.RParen); err != nil {
		return a, err
	}
	if a.Size, err = p.Int(); err == nil && a.Size == 0 { // In an AxisRef, 0 means the whole axis.
		err = p.ErrorAt(start, "sub-axis sizes must be greater than 1: %q:(%d)0", a.Name, a.PreSize)
	}
	return a, err
}

// parseAxisList reads {"x", "y":(1)2}.
func parseAxisList(p *asm.Parser, to *[]AxisRef) error {
	return p.List(asm.LBrace, asm.RBrace, func() error {
		a, err := parseAxis(p)
		*to = append(*to, a)
		return err
	})
}

// parseAxisLists reads [{"x"}, {}].
func parseAxisLists(p *asm.Parser) (ir.Attr, error) {
	d := &AxisRefLists{}
	return made(d, p.List(asm.LSquare, asm.RSquare, func() error {
		var axes []AxisRef
		err := parseAxisList(p, &axes)
		d.Dims = append(d.Dims, axes)
		return err
	}))
}

// parseExchanges reads [{"x"}: 0->1].
func parseExchanges(p *asm.Parser) (ir.Attr, error) {
	d := &Exchanges{}
	return made(d, p.List(asm.LSquare, asm.RSquare, func() (err error) {
		var e Exchange
		if err = parseAxisList(p, &e.Axes); err != nil {
			return err
		}
		if err = p.Expect(asm.Colon); err != nil {
			return err
		}
		if e.From, err = p.Int(); err != nil {
			return err
		}
		if err = p.Expect(asm.Arrow); err != nil {
			return err
		}
		e.To, err = p.Int()
		d.Params = append(d.Params, e)
		return err
	}))
}

// parseManualAxes reads {"x", "y"}.
func parseManualAxes(p *asm.Parser) (ir.Attr, error) {
	d := &ManualAxes{}
	return made(d, p.List(asm.LBrace, asm.RBrace, func() error {
		s, err := p.StringLit()
		d.Axes = append(d.Axes, s)
		return err
	}))
}

// parseShardingList reads [<…>, <…>].
func parseShardingList(p *asm.Parser) (*PerValue, error) {
	d := &PerValue{}
	err := p.List(asm.LSquare, asm.RSquare, func() error {
		a, err := parseSharding(p)
		d.Shardings = append(d.Shardings, a)
		return err
	})
	return d, err
}
