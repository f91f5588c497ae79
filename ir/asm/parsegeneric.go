package asm

import (
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// genericOp reads "name"(operands)[successors]<{…}>({regions}){…} : type.
func (p *Parser) genericOp(st *State) error {
	name, err := p.stringText()
	if err != nil {
		return err
	}
	if name == "" {
		return p.ErrorAt(st.Start, "empty operation name is invalid")
	}
	if strings.IndexByte(name, 0) >= 0 {
		return p.ErrorAt(st.Start, "null character not allowed in operation name")
	}
	if st.Def, err = p.opDef(name, p.tok.start); err != nil {
		return err
	}
	var store [4]Operand
	os := store[:0]
	opsOff := p.tok.start
	if err := p.expectIn(LParen, " to start operand list"); err != nil {
		return err
	}
	if p.tok.kind == PercentID {
		err = p.CommaList(func() error {
			o, err := p.Operand()
			os = append(os, o)
			return err
		})
		if err != nil {
			return err
		}
	}
	if err := p.expectIn(RParen, " to end operand list"); err != nil {
		return err
	}
	if p.tok.kind == LSquare {
		if err := p.successors(st); err != nil {
			return err
		}
	}
	if p.tok.kind == Less {
		p.next()
		if st.props, err = p.Attr(); err != nil {
			return err
		}
		if err := p.expectIn(Greater, " to close properties"); err != nil {
			return err
		}
	}
	if p.tok.kind == LParen {
		if err := p.genericRegions(st); err != nil {
			return err
		}
	}
	if p.tok.kind == LBrace {
		if err := p.dict(&st.Attrs); err != nil {
			return err
		}
	}
	return p.genericType(st, os, opsOff)
}

func (p *Parser) successors(st *State) error {
	p.next()
	if p.tok.kind == RSquare {
		return p.wrong("expected list element")
	}
	return p.listUntil(RSquare, func() error {
		b, err := p.Successor()
		st.Successors = append(st.Successors, b)
		return err
	})
}

func (p *Parser) genericRegions(st *State) error {
	p.next()
	err := p.CommaList(func() error { return p.region(st.AddRegion(), nil, st.Def) })
	if err != nil {
		return err
	}
	return p.expectIn(RParen, " to end region list")
}

// genericType reads ": (types) -> types" and resolves the operands.
func (p *Parser) genericType(st *State, os []Operand, opsOff int) error {
	if p.tok.kind != Colon {
		return p.wrong("expected ':' followed by operation type")
	}
	p.next()
	typeOff := p.tok.start
	if p.tok.kind != LParen {
		if _, err := p.Type(); err != nil {
			return err
		}
		return p.ErrorAt(typeOff, "expected function type")
	}
	p.next()
	n := 0
	var wrong error // error of the first invalid operand; reported if the type is valid
	if !p.Try(RParen) {
		err := p.until(RParen, func() error {
			t, err := p.Type()
			if err != nil {
				return err
			}
			if n < len(os) && wrong == nil {
				var v *ir.Value
				v, wrong = p.Resolve(os[n], t)
				st.Operands = append(st.Operands, v)
			}
			n++
			return nil
		})
		if err != nil {
			return err
		}
	}
	if err := p.genericResults(st); err != nil {
		return err
	}
	if n != len(os) {
		s := "s"
		if len(os) == 1 {
			s = ""
		}
		return p.ErrorAt(typeOff, "expected %d operand type%s but had %d", len(os), s, n)
	}
	return wrong
}

// genericResults reads "-> types".
func (p *Parser) genericResults(st *State) error {
	if err := p.expectIn(Arrow, " in function type"); err != nil {
		return err
	}
	if p.tok.kind != LParen {
		t, err := p.nonFunctionType()
		st.Results = append(st.Results, t)
		return err
	}
	return p.List(LParen, RParen, func() error {
		t, err := p.Type()
		st.Results = append(st.Results, t)
		return err
	})
}
