package fn

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// ParseOp implements asm.OpParser. It reads the text of a function after "func.func".
func (Func) ParseOp(p *asm.Parser, st *asm.State) error {
	if p.Peek() == asm.BareID {
		switch v := p.PeekText(); v {
		case "private", "public", "nested":
			p.TryKeyword(v)
			st.SetAttr("sym_visibility", ir.NewString(v))
		}
	}
	name, err := p.Symbol()
	if err != nil {
		return err
	}
	st.SetAttr("sym_name", ir.NewString(name))
	args, err := parseArgs(p)
	if err != nil {
		return err
	}
	outs, outAttrs, err := parseResults(p)
	if err != nil {
		return err
	}
	ins := make([]ir.Type, len(args))
	inAttrs := make([][]ir.NamedAttr, len(args))
	for i, a := range args {
		ins[i], inAttrs[i] = a.Type, a.Attrs
	}
	st.SetAttr("function_type", ir.NewTypeAttr(ir.Function(ins, outs)))
	setDicts(st, "arg_attrs", inAttrs)
	setDicts(st, "res_attrs", outAttrs)
	if err := parseFuncDict(p, st); err != nil {
		return err
	}
	r := st.AddRegion()
	if p.Peek() != asm.LBrace {
		return nil
	}
	open := p.Offset()
	named := args
	if len(args) > 0 && args[0].Name.Name() == "" {
		named = nil // the label of the entry block names the arguments
	}
	if err := p.Region(st, r, named...); err != nil {
		return err
	}
	if r.Empty() {
		return p.OpErrorAt(open, "expected non-empty function body")
	}
	return nil
}

// parseFuncDict reads attributes {…}. The dictionary must not contain attributes that the signature
// determines.
func parseFuncDict(p *asm.Parser, st *asm.State) error {
	off, first := p.Offset(), len(st.Attrs)
	if err := p.AttrDictWithKeyword(st); err != nil {
		return err
	}
	for _, name := range []string{"sym_visibility", "sym_name", "function_type"} {
		if slices.ContainsFunc(st.Attrs[first:], func(a ir.NamedAttr) bool { return a.Name == name }) {
			return st.ErrorAt(p, off, "'%s' is an inferred attribute and should not be specified in the explicit attribute dictionary", name)
		}
	}
	return nil
}

// parseArgs reads (%a: T {attrs}, …), or (T {attrs}, …) of a declaration.
func parseArgs(p *asm.Parser) ([]asm.Arg, error) {
	var args []asm.Arg
	err := p.List(asm.LParen, asm.RParen, func() error {
		named := p.Peek() == asm.PercentID
		if len(args) > 0 && named != (args[0].Name.Name() != "") {
			if named {
				return p.OpErrorf("expected type instead of SSA identifier")
			}
			return p.OpErrorf("expected SSA identifier")
		}
		if named {
			a, err := p.Arg(true, true)
			args = append(args, a)
			return err
		}
		a := asm.Arg{Loc: p.Loc()}
		var err error
		if a.Type, err = p.Type(); err != nil {
			return err
		}
		if a.Attrs, err = p.OptionalDict(); err != nil {
			return err
		}
		a.Loc, err = p.OptionalLoc(a.Loc)
		args = append(args, a)
		return err
	})
	return args, err
}

// parseResults reads an optional -> T or -> (T {attrs}, …).
func parseResults(p *asm.Parser) (ts []ir.Type, attrs [][]ir.NamedAttr, err error) {
	if !p.Try(asm.Arrow) {
		return nil, nil, nil
	}
	if p.Peek() != asm.LParen {
		t, err := p.Type()
		return []ir.Type{t}, [][]ir.NamedAttr{nil}, err
	}
	err = p.List(asm.LParen, asm.RParen, func() error {
		t, err := p.Type()
		if err != nil {
			return err
		}
		es, err := p.OptionalDict()
		ts, attrs = append(ts, t), append(attrs, es)
		return err
	})
	return ts, attrs, err
}

// setDicts sets the attribute called name. It does nothing if no argument or result has attributes.
func setDicts(st *asm.State, name string, all [][]ir.NamedAttr) {
	ds := make([]ir.Attr, len(all))
	for i, es := range all {
		ds[i] = ir.NewDict(es...)
	}
	if list := dictList(ds); !list.IsNil() {
		st.SetAttr(name, list)
	}
}

// PrintOp implements asm.OpPrinter. It writes the text of a function after "func.func".
func (o Func) PrintOp(w *asm.Printer) {
	w.Str(" ")
	if v, ok := o.Op.AttrAt(funcVisibility).Str(); ok {
		w.Str(v + " ")
	}
	w.Symbol(o.SymName())
	t := o.FunctionType()
	w.Str("(")
	for i, in := range t.Inputs {
		if i > 0 {
			w.Str(", ")
		}
		if !o.IsDeclaration() {
			w.Value(o.Entry().Arg(i))
			w.Str(": ")
		}
		w.Type(in)
		// MLIR creates no aliases for types and attributes that occur only in attributes of named
		// arguments.
		if o.IsDeclaration() || !w.Collecting() {
			printDict(w, o.ArgAttrs(i))
		}
		if !o.IsDeclaration() {
			w.ArgLoc(o.Entry().Arg(i))
		}
	}
	w.Str(")")
	o.printResults(w, t.Results)
	w.AttrDictWithKeyword(o.Op, "sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
	if !o.IsDeclaration() {
		w.Str(" ")
		w.Region(o.Body(), false, true)
	}
}

func (o Func) printResults(w *asm.Printer, ts []ir.Type) {
	if len(ts) == 0 {
		return
	}
	w.Str(" -> ")
	plain := len(ts) == 1 && !ir.IsType[*ir.FunctionType](ts[0]) && (o.ResultAttrs(0) == nil || len(o.ResultAttrs(0).Entries) == 0)
	if plain {
		w.Type(ts[0])
		return
	}
	w.Str("(")
	for i, t := range ts {
		if i > 0 {
			w.Str(", ")
		}
		w.Type(t)
		printDict(w, o.ResultAttrs(i))
	}
	w.Str(")")
}

func printDict(w *asm.Printer, d *ir.DictAttr) {
	if d == nil || len(d.Entries) == 0 {
		return
	}
	w.Str(" {")
	w.NamedAttrs(d.Entries)
	w.Str("}")
}

// ParseOp implements asm.OpParser. It reads %f(%a) : type.
func (CallIndirect) ParseOp(p *asm.Parser, st *asm.State) error {
	callee, err := p.Operand()
	if err != nil {
		return err
	}
	off := p.Offset()
	args, err := p.OperandList(asm.LParen, asm.RParen)
	if err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	ins, outs, err := p.FunctionParts()
	if err != nil {
		return err
	}
	f, err := p.Resolve(callee, ir.Function(ins, outs))
	if err != nil {
		return err
	}
	vs, err := p.ResolveAll(args, ins, off)
	if err != nil {
		return err
	}
	st.Add(f)
	st.Add(vs...)
	st.AddResults(outs...)
	return nil
}

// PrintOp implements asm.OpPrinter. It writes %f(%a) : type.
func (o CallIndirect) PrintOp(w *asm.Printer) {
	w.Str(" ")
	w.Value(o.FuncValue())
	w.Str("(")
	w.Values(o.CalleeOperands())
	w.Str(")")
	w.AttrDict(o.Op)
	w.Str(" : ")
	w.Type(o.FuncValue().Type())
}
