package asm

import "github.com/lathe-ir/lathe/ir"

func (f *format) parseFunctional(p *Parser, c *Fields, n *node) error {
	ins, outs, err := p.functionalType()
	if err != nil {
		return err
	}
	if n.args[0].kind == nAllOperands || n.args[0].kind == nAllOperandTypes {
		f.spreadTypes(c, ins)
	} else {
		c.operands[n.args[0].index].types = append(c.operands[n.args[0].index].types, ins...)
	}
	if n.args[1].kind == nAllResultTypes {
		f.spreadResults(c, outs)
	} else {
		c.results[n.args[1].index].types = append(c.results[n.args[1].index].types, outs...)
	}
	return nil
}

// functionalType reads (inputs) -> results, or an alias of a function type.
func (p *Parser) functionalType() (ins, outs []ir.Type, err error) {
	if p.tok.kind == LParen {
		return p.FunctionParts()
	}
	off := p.tok.start
	t, err := p.Type()
	if err != nil {
		return nil, nil, err
	}
	d, ok := ir.TypeAs[*ir.FunctionType](t) // an alias
	if !ok {
		return nil, nil, p.OpErrorAt(off, "invalid kind of type specified: expected builtin.function, but found '%s'", t)
	}
	return d.Inputs, d.Results, nil
}

func (f *format) parseAllTypes(p *Parser, c *Fields, n *node) error {
	ts, err := p.Types()
	if err != nil {
		return err
	}
	if n.kind == nAllOperandTypes {
		f.spreadTypes(c, ts)
	} else {
		f.spreadResults(c, ts)
	}
	return nil
}
