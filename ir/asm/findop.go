package asm

import (
	"iter"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// opDef returns the OpDef of an operation in generic form, whose name starts at off.
func (p *Parser) opDef(name string, off int) (*ir.OpDef, error) {
	if d := p.reg.Op(name); d != nil {
		return d, nil
	}
	dn, _, dotted := strings.Cut(name, ".")
	d := p.reg.Dialect(dn)
	switch {
	case d != nil && dotted:
		// The verifier reports that the dialect has no such operation.
	case !p.opts.AllowUnregistered:
		return nil, p.unregisteredOp(name, off)
	}
	return p.reg.Unregistered(strings.Clone(name)), nil
}

func (p *Parser) unregisteredOp(name string, off int) error {
	e := p.ErrorAt(off, "operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used")
	dn, rest, _ := strings.Cut(name, ".")
	if near, ok := diag.Suggest(dn, slices.Values(p.reg.DialectNames())); ok {
		e.WithHelp("did you mean '" + near + "." + rest + "'?")
	}
	return e
}

// genericWay returns help on how to parse an operation of an unregistered dialect.
func (p *Parser) genericWay(op string) string {
	way := "operations of other dialects must be written in generic form, \"" + op + "\"(…)"
	if p.opts.AllowUnregistered {
		return way
	}
	return way + ", with --allow-unregistered-dialect"
}

// customDef returns the OpDef of the operation that the current token names. It fails if there is
// no custom form.
func (p *Parser) customDef() (*ir.OpDef, error) {
	full := p.str()
	def := p.reg.Op(full)
	if def != nil && hasCustom(def) {
		return def, nil
	}
	dialect := p.dialects[len(p.dialects)-1]
	if !strings.Contains(full, ".") {
		if d := p.reg.Op(dialect + "." + full); d != nil && hasCustom(d) {
			return d, nil
		}
	}
	if def != nil {
		return nil, p.Errorf("custom op '%s' has no custom assembly form", full).
			WithHelp("write it in generic form: \"" + full + "\"(…) : (…) -> …")
	}
	e := p.Errorf("custom op '%s' is unknown", full)
	dn, _, dotted := strings.Cut(full, ".")
	switch {
	case !dotted && dialect == "":
		e = p.Errorf("Dialect `' not found for custom op '%s'  (tried '.%s' as well)", full, full)
	case !dotted:
		e = p.Errorf("custom op '%s' is unknown (tried '%s.%s' as well)", full, dialect, full)
	case p.reg.Dialect(dn) == nil:
		e = p.Errorf("Dialect `%s' not found for custom op '%s' ", dn, full)
		e.Note(e.Span, "Available dialects: %s ; %s", strings.Join(p.reg.DialectNames(), ", "), p.genericWay(full))
	}
	return nil, e.DidYouMean("", full, p.namesNear(full))
}

// namesNear yields candidates for a misspelled operation name: the operations of its dialect, or of
// a dialect with a similar name. A name without prefix may be in the default dialect, builtin or
// func. Other dialects are not loaded.
func (p *Parser) namesNear(name string) iter.Seq[string] {
	dn, _, dotted := strings.Cut(name, ".")
	if dotted {
		if p.reg.Dialect(dn) == nil {
			dn, _ = diag.Suggest(dn, slices.Values(p.reg.DialectNames()))
		}
		return p.reg.OpNames(dn)
	}
	return func(yield func(string) bool) {
		for _, dn := range []string{p.dialects[len(p.dialects)-1], "builtin", "func"} {
			for full := range p.reg.OpNames(dn) {
				if !yield(full) || dn == p.dialects[len(p.dialects)-1] && !yield(full[len(dn)+1:]) {
					return
				}
			}
		}
	}
}

// hasCustom reports whether the operation has a custom form.
func hasCustom(d *ir.OpDef) bool {
	if d.Spec.Format != "" {
		return true
	}
	_, ok := d.Zero().(OpParser)
	return ok
}
