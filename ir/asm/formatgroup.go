package asm

import "github.com/lathe-ir/lathe/ir"

// parseGroup reads an optional group or its else branch.
func (f *format) parseGroup(p *Parser, c *Fields, n *node) error {
	first := 0
	for first < len(n.then) && (n.then[first].kind == nSpace || n.then[first].kind == nNewline) {
		first++
	}
	lead := &n.then[first]
	present, consumed, err := f.tryFirst(p, c, lead)
	if err != nil {
		return err
	}
	if !present {
		return f.parseNodes(p, c, n.els)
	}
	if n.anchor >= 0 && n.then[n.anchor].kind == nAttr {
		a := &f.def.Spec.Attrs[n.then[n.anchor].index]
		if isUnit(a) {
			c.State.SetAttr(a.Name, ir.Unit())
		}
	}
	if consumed {
		first++
	}
	for i := first; i < len(n.then); i++ {
		if n.then[i].kind == nAttr && isUnit(&f.def.Spec.Attrs[n.then[i].index]) && i == n.anchor {
			continue
		}
		if err := f.parseNode(p, c, &n.then[i]); err != nil {
			return err
		}
	}
	return nil
}

// UnitText is the description of the constraint for unit attributes.
const UnitText = "unit attribute"

func isUnit(a *ir.AttrField) bool { return a.Type.Text == UnitText }

// tryFirst reports whether the text has the first element of a group, and whether it consumed this
// element.
func (f *format) tryFirst(p *Parser, c *Fields, n *node) (present, consumed bool, err error) {
	switch n.kind {
	case nLiteral:
		ok := p.tryLiteral(n)
		return ok, ok, nil
	case nOperand, nAllOperands:
		return p.tok.kind == PercentID, false, nil
	case nAttr:
		return p.attrNext(&f.def.Spec.Attrs[n.index]), false, nil
	case nRegion, nAllRegions:
		return p.tok.kind == LBrace, false, nil
	case nSuccessor, nAllSuccessors:
		return p.tok.kind == CaretID, false, nil
	case nOperandType, nResultType, nAllOperandTypes, nAllResultTypes, nFunctionalType:
		return p.typeNext(), false, nil
	case nCustom:
		return p.tok.kind == PercentID || p.tok.kind == LSquare || p.tok.kind == LParen, false, nil
	}
	return false, false, nil
}

// attrNext reports whether an attribute of the field can start at the current token.
func (p *Parser) attrNext(f *ir.AttrField) bool {
	switch f.Type.Form {
	case ir.FormSymbolName:
		return p.tok.kind == AtID
	case ir.FormEnum:
		if p.tok.kind != BareID {
			return p.tok.kind == StringLit
		}
		for _, w := range f.Type.Enum {
			if w != "" && p.is(w) {
				return true
			}
		}
		return false
	case ir.FormDenseArray:
		return p.tok.kind == LSquare
	case ir.FormStripped:
		return p.tok.kind == Less || p.tok.kind == HashID
	case ir.FormType:
		return p.typeNext()
	case ir.FormNoType:
		if f.Type.Type.IsNil() {
			return p.tok.kind == StringLit
		}
	}
	// A dictionary, a function type or a location may instead begin the next element, for example
	// the attribute dictionary.
	var sample ir.Attr
	switch {
	case p.tok.kind == LBrace:
		sample = ir.NewDict()
	case p.tok.kind == LParen:
		sample = ir.NewTypeAttr(ir.Function(nil, nil))
	case p.is("loc"):
		sample = ir.NewAttr(&ir.UnknownLoc{})
	default:
		return p.startsAttr()
	}
	return f.Type.Accept == nil || f.Type.Accept(sample)
}

// parseOilist reads clauses in any order, each at most once.
func (f *format) parseOilist(p *Parser, c *Fields, n *node) error {
	var seen uint64
	for {
		found := false
		for i, cl := range n.clause {
			if len(cl) == 0 || cl[0].kind != nLiteral || !p.tryLiteral(&cl[0]) {
				continue
			}
			if seen&(1<<i) != 0 {
				return p.Errorf("`%s` clause can appear at most once in the expansion of the oilist directive", cl[0].text)
			}
			seen |= 1 << i
			found = true
			if len(cl) > 1 && cl[1].kind == nAttr && isUnit(&f.def.Spec.Attrs[cl[1].index]) {
				c.State.SetAttr(f.def.Spec.Attrs[cl[1].index].Name, ir.Unit())
				break
			}
			if err := f.parseNodes(p, c, cl[1:]); err != nil {
				return err
			}
			break
		}
		if !found {
			return nil
		}
	}
}
