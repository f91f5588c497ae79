package asm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

type compiler struct {
	def     *ir.OpDef
	bound   []bool
	typed   map[string]bool // fields whose types are in the text
	space   bool            // MLIR's shouldEmitSpace
	punct   bool            // MLIR's lastWasPunctuation
	allOps  bool            // the types of all operands are in the text
	allRes  bool            // the types of all results are in the text
	refOnly bool            // inside ref(…)
	dict    bool            // the format has attr-dict
}

func compileFormat(def *ir.OpDef) (*format, error) {
	_, hook := def.Zero().(OpPrinter)
	_, partial := def.Zero().(GenericPrinter)
	if def.Spec.Format == "" {
		return &format{def: def, hook: hook, none: !hook, partial: partial}, nil
	}
	elems, err := readFormat(def.Spec.Format)
	if err != nil {
		return nil, err
	}
	c := &compiler{def: def, bound: make([]bool, len(def.Spec.Attrs)), typed: map[string]bool{}, space: true}
	nodes, err := c.elems(elems)
	if err != nil {
		return nil, err
	}
	if !c.dict {
		return nil, errors.New("the format must have attr-dict, for the attributes that it does not name")
	}
	f := &format{def: def, nodes: nodes, bound: c.bound, hook: hook, partial: partial}
	for i, a := range def.Spec.Attrs {
		if !c.bound[i] && a.Name != ir.OperandSegments && a.Name != ir.ResultSegments {
			f.loose = append(f.loose, i)
		}
	}
	f.lists = c.typeLists(nodes)
	err = c.plan(f)
	f.equal = f.equalities()
	f.plain = f.makePlain()
	return f, err
}

// typeLists returns the variadic type lists outside of optional groups. They must not be empty,
// since a format has no text for an empty list.
func (c *compiler) typeLists(nodes []node) (lists []node) {
	for _, n := range nodes {
		if n.kind == nOperandType && c.def.Spec.Operands[n.index].Arity == ir.Variadic ||
			n.kind == nResultType && c.def.Spec.Results[n.index].Arity == ir.Variadic {
			lists = append(lists, n)
		}
	}
	return lists
}

func (c *compiler) elems(es []formatElem) ([]node, error) {
	var ns []node
	for i := range es {
		n, err := c.elem(&es[i])
		if err != nil {
			return nil, err
		}
		ns = append(ns, n)
	}
	return ns, nil
}

func (c *compiler) elem(e *formatElem) (node, error) {
	switch {
	case e.isLiteral:
		return c.literal(e.literal), nil
	case e.group != nil:
		return c.group(e.group)
	case strings.HasSuffix(e.word, "-dict"), e.word == "attr-dict-with-keyword":
		c.punct = false
		return c.word(e.word)
	case e.dir != nil && e.dir.name == "oilist":
		return c.oilist(e.dir)
	case e.sep != 0:
		return node{}, fmt.Errorf("stray %q", e.sep)
	}
	space := c.space || !c.punct
	c.space, c.punct = true, false
	var n node
	var err error
	switch {
	case e.field != "":
		n, err = c.variable(e.field)
	case e.word != "":
		n, err = c.word(e.word)
	default:
		n, err = c.directive(e.dir)
	}
	n.space = space
	return n, err
}

// literal compiles a literal. It follows MLIR's rules for spaces around punctuation.
func (c *compiler) literal(s string) node {
	switch s {
	case "":
		c.space, c.punct = false, true
		return node{kind: nSpace}
	case " ":
		c.space, c.punct = false, false
		return node{kind: nSpace, space: true}
	case `\n`:
		return node{kind: nNewline}
	}
	n := node{kind: nLiteral, text: s, space: c.space && spaceBefore(s, c.punct)}
	n.tok = lex([]byte(s), 0).kind
	c.space = len(s) != 1 || !strings.Contains("<({[", s)
	c.punct = s[0] != '_' && class[s[0]]&cIDStart == 0
	return n
}

func spaceBefore(s string, punct bool) bool {
	if len(s) != 1 && s != "->" {
		return true
	}
	if punct {
		return !strings.Contains(">)}],", s[:1])
	}
	return !strings.Contains("<>(){}[],", s[:1])
}

// variable compiles $name, a reference to a field of the Spec.
func (c *compiler) variable(name string) (node, error) {
	s := &c.def.Spec
	for i := range s.Operands {
		if s.Operands[i].Name == name {
			return node{kind: nOperand, index: i}, nil
		}
	}
	if i := c.def.Slot(name); i >= 0 {
		if err := checkNoType(&s.Attrs[i]); err != nil {
			return node{}, err
		}
		c.bound[i] = c.bound[i] || !c.refOnly
		return node{kind: nAttr, index: i, text: name}, nil
	}
	for i := range s.Regions {
		if s.Regions[i].Name == name {
			return node{kind: nRegion, index: i}, nil
		}
	}
	for i := range s.Successors {
		if s.Successors[i].Name == name {
			return node{kind: nSuccessor, index: i}, nil
		}
	}
	for i := range s.Results {
		if s.Results[i].Name == name {
			return node{kind: nResultType, index: i}, nil
		}
	}
	return node{}, fmt.Errorf("there is no field $%s", name)
}

// checkNoType returns an error if a numeric attribute is written without its type and the
// constraint has no type.
func checkNoType(a *ir.AttrField) error {
	if c := &a.Type; c.Form == ir.FormNoType && c.Type.IsNil() && c.Accept != nil {
		for _, number := range []ir.Attr{ir.NewInt(1, ir.I64()), ir.NewInt(1, ir.I32()), ir.NewFloat(1, ir.F32()), ir.NewFloat(1, ir.F64())} {
			if c.Accept(number) {
				return fmt.Errorf("attribute '%s' is a number, so its constraint must have a Type for ir.FormNoType", a.Name)
			}
		}
	}
	return nil
}

// word compiles a directive without arguments.
func (c *compiler) word(w string) (node, error) {
	switch w {
	case "attr-dict":
		c.dict = true
		return node{kind: nAttrDict}, nil
	case "attr-dict-with-keyword":
		c.dict = true
		return node{kind: nAttrDictKeyword}, nil
	case "prop-dict":
		return node{kind: nPropDict}, nil
	case "operands":
		return node{kind: nAllOperands}, nil
	case "results":
		return node{kind: nAllResultTypes}, nil
	case "regions":
		return node{kind: nAllRegions}, nil
	case "successors":
		return node{kind: nAllSuccessors}, nil
	}
	return node{}, fmt.Errorf("unknown directive %q", w)
}

func (c *compiler) directive(d *formatDir) (node, error) {
	switch d.name {
	case "type":
		return c.typeOf(d.args)
	case "qualified":
		if len(d.args) != 1 {
			return node{}, fmt.Errorf("qualified(…) takes one argument")
		}
		return c.argument(&d.args[0])
	case "ref":
		if len(d.args) != 1 {
			return node{}, fmt.Errorf("ref(…) takes one argument")
		}
		old := c.refOnly
		c.refOnly = true
		n, err := c.argument(&d.args[0])
		c.refOnly = old
		return node{kind: nRef, args: []node{n}}, err
	case "functional-type":
		args, err := c.arguments(d.args)
		if err != nil {
			return node{}, err
		}
		if len(args) != 2 {
			return node{}, fmt.Errorf("functional-type(…) takes two arguments")
		}
		c.markTyped(args[0])
		c.markTyped(args[1])
		return node{kind: nFunctionalType, args: args}, nil
	case "custom":
		return c.customDirective(d)
	}
	return node{}, fmt.Errorf("unknown directive %q", d.name)
}

// argument compiles an argument of a directive: a variable, a literal or a directive.
func (c *compiler) argument(e *formatElem) (node, error) {
	switch {
	case e.field != "":
		return c.variable(e.field)
	case e.isLiteral:
		return node{kind: nLiteral, text: e.literal}, nil
	case e.word != "":
		return c.word(e.word)
	case e.dir != nil:
		return c.directive(e.dir)
	}
	return node{}, fmt.Errorf("unsupported argument")
}

func (c *compiler) arguments(es []formatElem) ([]node, error) {
	var ns []node
	for i := range es {
		if es[i].sep != 0 {
			continue
		}
		n, err := c.argument(&es[i])
		if err != nil {
			return nil, err
		}
		ns = append(ns, n)
	}
	return ns, nil
}

func (c *compiler) typeOf(es []formatElem) (node, error) {
	args, err := c.arguments(es)
	if err != nil || len(args) != 1 {
		return node{}, errOr(err, "type(…) takes one argument")
	}
	if !c.refOnly {
		c.markTyped(args[0])
	}
	switch a := args[0]; a.kind {
	case nOperand:
		return node{kind: nOperandType, index: a.index}, nil
	case nResultType:
		return node{kind: nResultType, index: a.index}, nil
	case nAllOperands:
		return node{kind: nAllOperandTypes}, nil
	case nAllResultTypes:
		return a, nil
	}
	return node{}, fmt.Errorf("the argument of type(…) must be an operand, a result, 'operands' or 'results'")
}

func errOr(err error, msg string) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("%s", msg)
}

// markTyped records that the text contains the types of a field.
func (c *compiler) markTyped(n node) {
	switch n.kind {
	case nOperand, nOperandType:
		c.typed[c.def.Spec.Operands[n.index].Name] = true
	case nResultType:
		c.typed[c.def.Spec.Results[n.index].Name] = true
	case nAllOperands, nAllOperandTypes:
		c.allOps = true
	case nAllResultTypes:
		c.allRes = true
	}
}

func (c *compiler) customDirective(d *formatDir) (node, error) {
	args, err := c.arguments(d.args)
	if err != nil {
		return node{}, err
	}
	for _, a := range args {
		if a.kind == nOperandType || a.kind == nResultType {
			c.markTyped(a)
		}
	}
	dir, ok := builtinDirectives[d.of]
	if dl := c.def.Dialect(); !ok && dl != nil {
		if s, has := dl.Syntax.(DirectiveSyntax); has {
			dir, ok = s.Directive(d.of)
		}
	}
	if !ok {
		return node{}, fmt.Errorf("there is no directive custom<%s>", d.of)
	}
	return node{kind: nCustom, text: d.of, args: args, custom: dir}, nil
}

// group compiles ( … ^ … )? with its anchor.
func (c *compiler) group(g *formatCond) (node, error) {
	n := node{kind: nGroup}
	found := false
	for part, es := range [2][]formatElem{g.then, g.els} {
		ns, err := c.elems(es)
		if err != nil {
			return n, err
		}
		for i, e := range es {
			if !e.anchor {
				continue
			}
			found = true
			n.anchor = i
			if part == 1 {
				n.anchor = -1 - i
			}
		}
		if part == 0 {
			n.then = ns
		} else {
			n.els = ns
		}
	}
	if !found {
		return n, fmt.Errorf("an optional group must have an anchor")
	}
	return n, nil
}

func (c *compiler) oilist(d *formatDir) (node, error) {
	n := node{kind: nOilist}
	var part []formatElem
	flush := func() error {
		c.space, c.punct = true, false
		ns, err := c.elems(part)
		n.clause = append(n.clause, ns)
		part = nil
		return err
	}
	for _, e := range d.args {
		if e.sep == '|' {
			if err := flush(); err != nil {
				return n, err
			}
			continue
		}
		part = append(part, e)
	}
	return n, flush()
}
