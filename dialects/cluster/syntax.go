package cluster

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// ParseOp parses "vm" (%x = %a : T, …) -> (U, V) attributes {…} { … }.
func (Region) ParseOp(p *asm.Parser, st *asm.State) error {
	device, err := p.StringLit()
	if err != nil {
		return err
	}
	st.SetAttr("device", ir.NewString(device))
	args, err := parseInputs(p, st)
	if err != nil {
		return err
	}
	if p.Try(asm.Arrow) {
		ts, err := p.ResultTypes()
		if err != nil {
			return err
		}
		st.AddResults(ts...)
	}
	if err := p.AttrDictWithKeyword(st); err != nil {
		return err
	}
	return p.Region(st, st.AddRegion(), args...)
}

// parseInputs parses (%x = %a : T, …). It returns the block arguments, and adds the operands to st.
func parseInputs(p *asm.Parser, st *asm.State) (args []asm.Arg, err error) {
	err = p.List(asm.LParen, asm.RParen, func() error {
		a, err := p.Arg(false, false)
		if err != nil {
			return err
		}
		if err := p.Expect(asm.Equal); err != nil {
			return err
		}
		operand, err := p.Operand()
		if err != nil {
			return err
		}
		if a.Type, err = p.ColonType(); err != nil {
			return err
		}
		v, err := p.Resolve(operand, a.Type)
		if err != nil {
			return err
		}
		if a.Loc, err = p.OptionalLoc(a.Loc); err != nil {
			return err
		}
		st.Add(v)
		args = append(args, a)
		return nil
	})
	return args, err
}

// PrintOp prints the form that ParseOp parses.
func (o Region) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Quoted(o.Device())
	w.Str(" (")
	for i, a := range o.Body().Args() {
		if i > 0 {
			w.Str(", ")
		}
		w.Value(a)
		w.Str(" = ")
		w.Value(o.Op.OperandAt(i))
		w.Str(" : ")
		w.Type(a.Type())
		w.ArgLoc(a)
	}
	w.Byte(')')
	if o.Op.NumResults() > 0 {
		w.Str(" -> ")
		w.ResultTypes(o.Op.ResultTypes())
	}
	w.AttrDictWithKeyword(o.Op, "device")
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, true)
}
