package affine

import (
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
)

// scopeOf returns the affine scope that contains op: the nearest enclosing region whose operation
// has the trait AffineScope, such as a function body. It returns nil if there is none.
func scopeOf(op *ir.Op) *ir.Region {
	for at := op; at.Parent() != nil; at = at.Parent() {
		if at.Parent().Has(ir.AffineScope) {
			return at.ParentRegion()
		}
	}
	return nil
}

func regionOf(v *ir.Value) *ir.Region {
	if d := v.Def(); d != nil {
		return d.ParentRegion()
	}
	return v.Block().Region()
}

// ownerOf returns the operation that contains the region r, or nil.
func ownerOf(r *ir.Region) *ir.Op {
	if r == nil {
		return nil
	}
	return r.Owner()
}

// isTop reports whether the region r is the top level of an affine scope.
func isTop(r *ir.Region) bool {
	o := ownerOf(r)
	return o != nil && o.Has(ir.AffineScope)
}

// isDim reports whether v may be a dimension of affine functions in the scope. This holds for
// symbols, induction variables, extents of shaped values that are defined at the top level, and
// affine functions of dimensions.
func isDim(v *ir.Value, scope *ir.Region) bool { return new(classes).dim(v, scope) }

// isSymbol reports whether v may be a symbol of affine functions in the scope. A symbol has the
// same value in the whole scope.
func isSymbol(v *ir.Value, scope *ir.Region) bool { return new(classes).symbol(v, scope) }

// classes caches which values may be dimensions and which may be symbols, since many values may
// depend on one value. It also ends the recursion if a value in unverified IR depends on itself.
type classes struct {
	dims, symbols map[valueIn]bool
	// inlining, if not nil, asks about values as if the call had already been replaced.
	inlining *ir.Inlining
}

// place returns v and the region that defines it. If the call of c.inlining has yet to be replaced,
// place returns the value that will replace v, and the region that will define it.
func (c *classes) place(v *ir.Value) (*ir.Value, *ir.Region) {
	r := regionOf(v)
	if c.inlining == nil || r != c.inlining.Body {
		return v, r
	}
	if v.Def() != nil {
		return v, c.inlining.Into
	}
	v = c.inlining.Args[v.Index()]
	return v, regionOf(v)
}

type valueIn struct {
	v     *ir.Value
	scope *ir.Region
}

func (c *classes) dim(v *ir.Value, scope *ir.Region) bool {
	if !v.Type().IsIndex() {
		return false
	}
	if c.symbol(v, scope) {
		return true
	}
	v, r := c.place(v)
	d := v.Def()
	if d == nil {
		o := ownerOf(r)
		return ir.Is[For](o) || ir.Is[Parallel](o)
	}
	switch d.View().(type) {
	case Apply, DelinearizeIndex, LinearizeIndex:
		return allOperands(d, scope, &c.dims, c.dim)
	}
	if shaped, _, ok := dimOf(d); ok {
		_, r := c.place(shaped)
		return isTop(r)
	}
	return false
}

func allOperands(op *ir.Op, scope *ir.Region, known *map[valueIn]bool, ask func(*ir.Value, *ir.Region) bool) bool {
	for v := range op.Operands() {
		if !once(v, scope, known, ask) {
			return false
		}
	}
	return true
}

// once(…) returns ask(v, scope), and caches the result in "known".
func once(v *ir.Value, scope *ir.Region, known *map[valueIn]bool, ask func(*ir.Value, *ir.Region) bool) bool {
	at := valueIn{v, scope}
	yes, asked := (*known)[at]
	if !asked {
		if *known == nil {
			*known = map[valueIn]bool{}
		}
		(*known)[at] = false // a value that depends on itself is neither a dimension nor a symbol
		yes = ask(v, scope)
		(*known)[at] = yes
	}
	return yes
}

func (c *classes) symbol(v *ir.Value, scope *ir.Region) bool {
	if !v.Type().IsIndex() {
		return false
	}
	v, r := c.place(v)
	if scope != nil && r == scope {
		return true
	}
	d := v.Def()
	if d != nil {
		if d.Has(ir.ConstantLike) {
			return true
		}
		if d.IsPure() && allOperands(d, scope, &c.symbols, c.symbol) {
			return true
		}
		if shaped, at, ok := dimOf(d); ok {
			return c.extent(shaped, at, scope)
		}
	}
	o := ownerOf(scope)
	if o == nil || o.Has(ir.IsolatedFromAbove) || o.ParentRegion() == nil {
		return false
	}
	return c.symbol(v, o.ParentRegion())
}

// dimOf returns the operands of a memref.dim or tensor.dim: the shaped value and the dimension.
func dimOf(op *ir.Op) (shaped, at *ir.Value, ok bool) {
	switch op.Name() {
	case "memref.dim", "tensor.dim":
		return op.OperandAt(0), op.OperandAt(1), true
	}
	return nil, nil, false
}

// extent reports whether dimension "at" of a shaped value is known to have the same extent in the
// whole scope: the value is defined at the top level, or a memref operation defines the extent as a
// static number or a symbol.
func (c *classes) extent(shaped, at *ir.Value, scope *ir.Region) bool {
	shaped, r := c.place(shaped)
	if isTop(r) {
		return true
	}
	at, _ = c.place(at)
	i, ok := constantOf(at)
	def := shaped.Def()
	if def == nil || !ok {
		return false
	}
	for seen := map[*ir.Op]bool{}; ; seen[def] = true {
		cast, isCast := ir.As[memref.Cast](def)
		if !isCast {
			break
		}
		from, _ := c.place(cast.Source())
		if def = from.Def(); def == nil || seen[def] {
			return false
		}
	}
	switch o := def.View().(type) {
	case memref.Alloc:
		return c.size(o.Op.Result().Type(), i, o.Op.OperandsOf(0), scope)
	case memref.View:
		return c.size(o.Op.Result().Type(), i, o.Op.OperandsOf(2), scope)
	case memref.SubView:
		return c.size(o.Op.Result().Type(), i, o.Op.OperandsOf(2), scope)
	}
	return false
}

// size reports whether extent i of type t is static or a symbol. sizes are the dynamic extents.
func (c *classes) size(t ir.Type, i int64, sizes []*ir.Value, scope *ir.Region) bool {
	shape, _ := t.Shape()
	if i < 0 || int(i) >= len(shape) {
		return false
	}
	if shape[i] != ir.Dynamic {
		return true
	}
	at := 0
	for _, n := range shape[:i] {
		if n == ir.Dynamic {
			at++
		}
	}
	return at < len(sizes) && once(sizes[at], scope, &c.symbols, c.symbol)
}

func constantOf(v *ir.Value) (int64, bool) {
	d := v.Def()
	if d == nil || !d.Has(ir.ConstantLike) {
		return 0, false
	}
	c, ok := d.View().(ir.Constant)
	if !ok {
		return 0, false
	}
	return c.Value().Int()
}

// verifyOperands checks that vs[:dims] are valid dimensions, and that vs[dims:] are valid symbols.
func verifyOperands(op *ir.Op, vs []*ir.Value, dims int) error {
	scope := scopeOf(op)
	for i, v := range vs {
		if i < dims && !isDim(v, scope) {
			return ir.Errorf(op, "operand cannot be used as a dimension id")
		}
		if i >= dims && !isSymbol(v, scope) {
			return ir.Errorf(op, "operand cannot be used as a symbol")
		}
	}
	return nil
}
