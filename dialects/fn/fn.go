// Package fn is MLIR's func dialect: functions, calls and returns.
package fn

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// StateAttr is the name of the attribute that makes a function argument a state variable. The value
// of the attribute is the index of a result. In the next run of the same request (see package
// backends/request), the argument has the value of this result.
const StateAttr = "lathe.state"

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "func",
		Doc:  "Functions, calls and returns.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Func](), ir.Decl[Return](), ir.Decl[Call](), ir.Decl[CallIndirect](), ir.Decl[Constant](),
			}
		},
		Constant: func(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
			if ref, ok := ir.AttrAs[*ir.SymbolRefAttr](a); ok && ir.IsType[*ir.FunctionType](t) && len(ref.Nested) == 0 {
				return ir.Create[Constant](b, ir.Init{Results: []ir.Type{t}, Attrs: []ir.Attr{a}}).Op
			}
			return nil
		},
	}
}

// Func is a function. A function without a body is a declaration.
//
//	func.func private @f(%a: i32) -> i32 { … }
type Func struct{ ir.Ref }

// The indices of Func's inherent attributes.
const (
	funcSymName = iota
	funcType
	funcVisibility
	funcArgAttrs
	funcResAttrs
	funcNoInline
)

// Spec implements ir.View.
func (Func) Spec() ir.Spec {
	return ir.Spec{
		Name:    "func.func",
		Doc:     "A function. A function without a body is a declaration.",
		Attrs:   append(Attrs(), ir.AttrField{Name: "no_inline", Type: constraint.Unit, Optional: true}),
		Regions: []ir.RegionField{{Name: "body"}},
		Traits:  ir.AffineScope | ir.AllocationScope | ir.IsolatedFromAbove | ir.Symbol,
	}
}

// Attrs returns the inherent attributes of Func. The Spec of a function operation in another
// dialect must begin with these attributes. Then [Of] can be used for this operation.
func Attrs() []ir.AttrField {
	return []ir.AttrField{
		{Name: "sym_name", Type: ir.StringConstraint},
		{Name: "function_type", Type: ir.AttrConstraint{Text: "type attribute of function type", Accept: isFunctionType}},
		{Name: "sym_visibility", Type: ir.StringConstraint, Optional: true},
		{Name: "arg_attrs", Type: dictArray(), Optional: true},
		{Name: "res_attrs", Type: dictArray(), Optional: true},
	}
}

// dictArray accepts arrays of dictionaries, one dictionary for each argument or result.
func dictArray() ir.AttrConstraint {
	return ir.AttrConstraint{Text: "Array of dictionary attributes", Accept: func(a ir.Attr) bool {
		d, ok := ir.AttrAs[*ir.ArrayAttr](a)
		return ok && !slices.ContainsFunc(d.Elems, func(e ir.Attr) bool { return !ir.IsAttr[*ir.DictAttr](e) })
	}}
}

func isFunctionType(a ir.Attr) bool {
	t, ok := ir.AttrAs[*ir.TypeAttr](a)
	return ok && ir.IsType[*ir.FunctionType](t.Type)
}

// New inserts a function with the given name. The entry block has arguments but no operations.
func New(b *ir.Builder, name string, ins, outs []ir.Type) Func {
	f := ir.Create[Func](b, ir.Init{
		Attrs:      []ir.Attr{ir.NewString(name), ir.NewTypeAttr(ir.Function(ins, outs))},
		NumRegions: 1,
	})
	f.Op.RegionAt(0).AddBlock(ins...)
	return f
}

// Of returns a Func for op, a function operation of another dialect. op must have one region, and
// its first attributes must be those of [Attrs].
func Of(op *ir.Op) Func { return Func{ir.Ref{Op: op}} }

// DefaultDialect implements asm.DefaultDialect: in a function, func.return is written as return.
func (Func) DefaultDialect() {}

// SymName returns the function's name.
func (o Func) SymName() string {
	s, _ := o.Op.AttrAt(funcSymName).Str()
	return s
}

// SetSymName changes the function's name. The caller must update references to the function.
func (o Func) SetSymName(name string) { o.Op.SetAttrAt(funcSymName, ir.NewString(name)) }

// FunctionType returns the function's type.
func (o Func) FunctionType() *ir.FunctionType {
	t, _ := ir.AttrAs[*ir.TypeAttr](o.Op.AttrAt(funcType))
	f, _ := ir.TypeAs[*ir.FunctionType](t.Type)
	return f
}

// SetFunctionType changes the function's type. The caller must update the entry block and the
// returns.
func (o Func) SetFunctionType(ins, outs []ir.Type) {
	o.Op.SetAttrAt(funcType, ir.NewTypeAttr(ir.Function(ins, outs)))
}

// Retype computes the function's type from the arguments of its entry block and the operands of its
// first return. If there is no return, the result types stay unchanged.
func (o Func) Retype() {
	ins := make([]ir.Type, o.Entry().NumArgs())
	for i, a := range o.Entry().Args() {
		ins[i] = a.Type()
	}
	outs := o.FunctionType().Results
	for _, b := range o.Body().Blocks {
		if ir.Is[Return](b.Last()) {
			outs = b.Last().OperandTypes()
			break
		}
	}
	o.SetFunctionType(ins, outs)
}

// Body returns the region. It is empty if the function is a declaration.
func (o Func) Body() *ir.Region { return o.Op.RegionAt(0) }

// Entry returns the entry block, or nil if the function is a declaration.
func (o Func) Entry() *ir.Block { return o.Op.RegionAt(0).Entry() }

// IsDeclaration reports whether the function has no body.
func (o Func) IsDeclaration() bool { return o.Op.RegionAt(0).Empty() }

// SetPrivate makes the function private: only its own module can refer to it.
func (o Func) SetPrivate() { o.Op.SetAttrAt(funcVisibility, ir.NewString("private")) }

// CallableRegion implements ir.Callable.
func (o Func) CallableRegion() *ir.Region {
	if o.IsDeclaration() {
		return nil
	}
	return o.Op.RegionAt(0)
}

// CallableType implements ir.Callable.
func (o Func) CallableType() *ir.FunctionType { return o.FunctionType() }

// ArgAttrs returns the attributes of argument i, or nil.
func (o Func) ArgAttrs(i int) *ir.DictAttr { return dictAt(o.Op.AttrAt(funcArgAttrs), i) }

// ResultAttrs returns the attributes of result i, or nil.
func (o Func) ResultAttrs(i int) *ir.DictAttr { return dictAt(o.Op.AttrAt(funcResAttrs), i) }

// ArgDicts returns a dictionary of attributes for each argument.
func (o Func) ArgDicts() []ir.Attr {
	return dicts(o.Op.AttrAt(funcArgAttrs), len(o.FunctionType().Inputs))
}

// ResultDicts returns a dictionary of attributes for each result.
func (o Func) ResultDicts() []ir.Attr {
	return dicts(o.Op.AttrAt(funcResAttrs), len(o.FunctionType().Results))
}

func dicts(a ir.Attr, n int) []ir.Attr {
	var list []ir.Attr
	if arr, ok := ir.AttrAs[*ir.ArrayAttr](a); ok {
		list = slices.Clone(arr.Elems)
	}
	for empty := ir.NewDict(); len(list) < n; {
		list = append(list, empty)
	}
	return list
}

// SetArgAttrs sets the attributes of all arguments. dicts[i] is for argument i, and may be nil.
func (o Func) SetArgAttrs(dicts []ir.Attr) { o.Op.SetAttrAt(funcArgAttrs, dictList(dicts)) }

// SetResultAttrs sets the attributes of all results. dicts[i] is for result i, and may be nil.
func (o Func) SetResultAttrs(dicts []ir.Attr) { o.Op.SetAttrAt(funcResAttrs, dictList(dicts)) }

// dictList returns an array attribute of dictionaries, or nil if all dictionaries are empty.
func dictList(dicts []ir.Attr) ir.Attr {
	empty, found := ir.NewDict(), false
	list := make([]ir.Attr, len(dicts))
	for i, a := range dicts {
		if list[i] = a; a.IsNil() {
			list[i] = empty
		}
		found = found || list[i] != empty
	}
	if !found {
		return ir.Attr{}
	}
	return ir.NewArray(list...)
}

func dictAt(a ir.Attr, i int) *ir.DictAttr {
	arr, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok || i >= len(arr.Elems) {
		return nil
	}
	d, _ := ir.AttrAs[*ir.DictAttr](arr.Elems[i])
	return d
}

// Verify implements ir.Verifier.
func (o Func) Verify() error {
	t := o.FunctionType()
	if a, ok := ir.AttrAs[*ir.ArrayAttr](o.Op.AttrAt(funcArgAttrs)); ok && len(a.Elems) != len(t.Inputs) {
		return ir.Errorf(o.Op, "expects argument attribute array to have the same number of elements as the number of function arguments, got %d, but expected %d", len(a.Elems), len(t.Inputs))
	}
	if a, ok := ir.AttrAs[*ir.ArrayAttr](o.Op.AttrAt(funcResAttrs)); ok && len(a.Elems) != len(t.Results) {
		return ir.Errorf(o.Op, "expects result attribute array to have the same number of elements as the number of function results, got %d, but expected %d", len(a.Elems), len(t.Results))
	}
	if err := o.verifyDicts(); err != nil {
		return err
	}
	if o.IsDeclaration() {
		if !o.Op.IsPrivate() {
			if s, ok := o.Op.AttrAt(funcVisibility).Str(); !ok || s == "public" {
				return ir.Errorf(o.Op, "symbol declaration cannot have public visibility").
					WithHelp("write 'func.func private @" + o.SymName() + "', or give the function a body")
			}
		}
		return nil
	}
	e := o.Entry()
	if e.NumArgs() != len(t.Inputs) {
		return ir.Errorf(o.Op, "entry block must have %d arguments to match function signature", len(t.Inputs))
	}
	for i, in := range t.Inputs {
		if got := e.Arg(i).Type(); got != in {
			return ir.Errorf(o.Op, "type of entry block argument #%d('%s') must match the type of the corresponding argument in function signature('%s')", i, got, in)
		}
	}
	return nil
}

// verifyDicts lets the dialects verify their attributes of arguments and results.
func (o Func) verifyDicts() error {
	t := o.FunctionType()
	for i := range t.Inputs {
		err := o.verifyDict(o.ArgAttrs(i), "arguments", func(d *ir.Dialect, e ir.NamedAttr) error {
			if d.VerifyArgAttr == nil {
				return nil
			}
			return d.VerifyArgAttr(o.Op, i, e.Name, e.Attr)
		})
		if err != nil {
			return err
		}
	}
	for i := range t.Results {
		err := o.verifyDict(o.ResultAttrs(i), "results", func(d *ir.Dialect, e ir.NamedAttr) error {
			if d.VerifyResultAttr == nil {
				return nil
			}
			return d.VerifyResultAttr(o.Op, i, e.Name, e.Attr)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (o Func) verifyDict(d *ir.DictAttr, of string, check func(*ir.Dialect, ir.NamedAttr) error) error {
	if d == nil {
		return nil
	}
	for _, e := range d.Entries {
		dn, _, ok := strings.Cut(e.Name, ".")
		if !ok {
			return ir.Errorf(o.Op, "%s may only have dialect attributes", of)
		}
		if dl := o.Op.Registry().Dialect(dn); dl != nil {
			if err := check(dl, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// Return ends a function. Its operands are the results of the function.
//
//	func.return %a, %b : i32, f32
type Return struct{ ir.Ref }

// Spec implements ir.View.
func (Return) Spec() ir.Spec {
	return ir.Spec{
		Name:     "func.return",
		Doc:      "Ends a function with its results.",
		Operands: []ir.Field{{Name: "operands", Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Parents:  []string{"func.func"},
		Format:   "attr-dict ($operands^ `:` type($operands))?",
	}
}

// NewReturn inserts a Return operation. vs are the results of the function.
func NewReturn(b *ir.Builder, vs ...*ir.Value) Return {
	return ir.Create[Return](b, ir.Init{Operands: vs})
}

// Verify implements ir.Verifier.
func (o Return) Verify() error {
	f, ok := ir.As[Func](o.Op.Parent())
	if !ok {
		return nil
	}
	want := f.FunctionType().Results
	if o.Op.NumOperands() != len(want) {
		return ir.Errorf(o.Op, "has %d operands, but enclosing function (@%s) returns %d", o.Op.NumOperands(), f.SymName(), len(want))
	}
	for i, t := range want {
		if got := o.Op.OperandAt(i).Type(); got != t {
			return ir.ErrorAt(o.Op, "type of return operand %d ('%s') doesn't match function result type ('%s') in function @%s", i, got, t, f.SymName())
		}
	}
	return nil
}
