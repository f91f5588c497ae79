package stablehlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// operandWrapper is the target of a custom call that returns its first operand as a less precise
// type.
const operandWrapper = "stablehlo.shape_refinement_operand_wrapper"

// callKey describes how a function is called: the number of leading tokens, the constant numbers
// after them, and the types of the other arguments.
type callKey struct {
	tokens  int
	numbers []ir.Attr
	types   []ir.Type
}

func keyOf(o fn.Call) (k callKey) {
	args := o.Args()
	for len(args) > k.tokens && isToken(args[k.tokens].Type()) {
		k.tokens++
	}
	for _, v := range args[k.tokens:] {
		c, ok := rewrite.Const(v)
		if shape, ranked := v.Type().Shape(); !ok || !ranked || len(shape) > 0 || !v.Type().Kind().IsInt() {
			break
		}
		k.numbers = append(k.numbers, c)
	}
	for _, v := range args[k.tokens+len(k.numbers):] {
		k.types = append(k.types, v.Type())
	}
	return k
}

// kept returns the types of the arguments after refinement, which removes the constant numbers.
func (k callKey) kept() []ir.Type {
	return append(slices.Repeat([]ir.Type{stablehlo.Token()}, k.tokens), k.types...)
}

// agrees reports whether calls with another key can call a function that was refined for k. The
// other key may lack the constant numbers, because refining a call removes them.
func (k callKey) agrees(other callKey) bool {
	return (len(other.numbers) == 0 || slices.Equal(k.numbers, other.numbers)) && slices.Equal(k.kept(), other.kept())
}

func (k callKey) text(name string) string {
	var numbers, types []string
	for _, a := range k.numbers {
		n, _ := rewrite.IntOf(a)
		numbers = append(numbers, fmt.Sprint(n))
	}
	for _, t := range k.types {
		types = append(types, t.String())
	}
	return fmt.Sprintf("RefinementKey(%s, toks=%d, dim_args=[%s], fn_args=[%s])", name, k.tokens, strings.Join(numbers, ", "), strings.Join(types, ", "))
}

// call refines the function that o calls, and the result types of o. It replaces results of o that
// are integer constants by constants. It erases o if all results are such constants and the
// function has no effects.
func (s *refiner) call(o fn.Call) error {
	f, ok := ir.As[fn.Func](s.symbols.Lookup(o.CalleeName()))
	if !ok {
		return nil
	}
	if f.IsDeclaration() {
		s.convertArgs(o, f)
		return nil
	}
	key := keyOf(o)
	if ok, err := s.callee(f, key); !ok || err != nil {
		return err
	}
	s.dropNumbers(o, key)
	returned := f.Entry().Last().OperandList()
	if err := s.set(o.Op, f.FunctionType().Results); err != nil {
		return err
	}
	all := len(returned) > 0
	s.rw.After(o.Op)
	s.rw.Loc = o.Op.Loc()
	for i, v := range returned {
		c, ok := rewrite.Const(v)
		if !ok || !v.Type().Kind().IsInt() {
			all = false
			continue
		}
		if r := o.Op.ResultAt(i); r.HasUses() {
			s.rw.ReplaceUses(r, stablehlo.NewConstant(&s.rw.Builder, c).Op.Result())
		}
	}
	if all && s.effectFree(f, nil) {
		s.rw.Erase(o.Op)
	}
	return nil
}

// callee refines f for calls with the given key. It returns false if f was already refined for a
// key that does not agree with it, and an error if f calls itself.
func (s *refiner) callee(f fn.Func, key callKey) (bool, error) {
	if before, ok := s.seen[f.Op]; ok {
		if before.agrees(key) && slices.Contains(s.active, f.Op) {
			return false, ir.Errorf(f.Op, "Function %s is being refined recursively", f.SymName())
		}
		if !before.agrees(key) {
			s.wrong = append(s.wrong, ir.Errorf(f.Op, "refined with incompatible refinement keys:\n  curr=%s\n  prev=%s", key.text(f.SymName()), before.text(f.SymName())))
			return false, nil
		}
		return true, nil
	}
	if len(f.Body().Blocks) != 1 {
		return false, ir.Errorf(f.Op, "must have exactly one block")
	}
	s.saved = append(s.saved, savedFunc{f, ir.CloneModule(f.Op)})
	s.seen[f.Op] = key
	entry, dicts := f.Entry(), f.ArgDicts()
	s.rw.AtStart(entry)
	for i, c := range key.numbers {
		a := entry.Arg(key.tokens + i)
		s.rw.Loc = a.Loc()
		s.rw.ReplaceUses(a, stablehlo.NewConstant(&s.rw.Builder, c).Op.Result())
	}
	for range key.numbers {
		entry.EraseArg(key.tokens)
	}
	if len(dicts) > 0 {
		f.SetArgAttrs(slices.Delete(dicts, key.tokens, key.tokens+len(key.numbers)))
	}
	f.SetFunctionType(entryTypes(entry), f.FunctionType().Results)
	if err := refineArguments(f, key.kept()); err != nil {
		return false, err
	}
	return true, s.function(f)
}

// convertArgs converts refined arguments of a call to the types that its callee, the declaration f,
// accepts.
func (s *refiner) convertArgs(o fn.Call, f fn.Func) {
	s.rw.Before(o.Op)
	s.rw.Loc = o.Op.Loc()
	for i, t := range f.FunctionType().Inputs {
		if v := o.Op.OperandAt(i); v.Type() != t && refines(v.Type(), t) {
			o.Op.SetOperandAt(i, s.convert(v, t))
		}
	}
}

// separate redirects calls that do not match a refined function to a copy of the unrefined
// function. Such calls are in unchanged loops and in functions that the refined function does not
// call.
func (s *refiner) separate(m ir.Module) {
	unrefined := map[*ir.Op]*ir.Op{}
	for _, p := range s.saved {
		unrefined[p.f.Op] = p.old
	}
	copies := map[*ir.Op]string{}
	for pending := []*ir.Op{m.Op}; len(pending) > 0; pending = pending[1:] {
		var calls []fn.Call
		pending[0].Walk(func(op *ir.Op) bool {
			if o, ok := ir.As[fn.Call](op); ok {
				calls = append(calls, o)
			}
			return true
		})
		for _, o := range calls {
			f, ok := ir.As[fn.Func](s.symbols.Lookup(o.CalleeName()))
			if !ok || unrefined[f.Op] == nil || matches(o, f) {
				continue
			}
			if copies[f.Op] == "" {
				c, _ := ir.As[fn.Func](unrefined[f.Op])
				copies[f.Op] = s.symbols.Insert(c.Op)
				c.SetPrivate()
				pending = append(pending, c.Op)
			}
			o.SetCallee(copies[f.Op])
		}
	}
}

// matches reports whether the operands and results of o have the types of f.
func matches(o fn.Call, f fn.Func) bool {
	t := f.FunctionType()
	return slices.Equal(o.Op.OperandTypes(), t.Inputs) && slices.Equal(o.Op.ResultTypes(), t.Results)
}

func entryTypes(b *ir.Block) []ir.Type { return typesOf(b.Args()) }

// dropNumbers removes the constant numbers from the operands of a call.
func (s *refiner) dropNumbers(o fn.Call, key callKey) {
	if len(key.numbers) == 0 {
		return
	}
	lo, hi := key.tokens, key.tokens+len(key.numbers)
	s.rw.Update(o.Op, func() {
		o.Op.SetOperands(slices.Delete(o.Op.OperandList(), lo, hi))
		if list, ok := ir.AttrAs[*ir.ArrayAttr](o.Op.Attr("arg_attrs")); ok && len(list.Elems) >= hi {
			o.Op.SetAttr("arg_attrs", ir.NewArray(slices.Delete(slices.Clone(list.Elems), lo, hi)...))
		}
	})
}

// effectFree reports whether f and the functions that it calls have no effects. It returns false
// for declarations and recursive functions. path lists the callers of f.
func (s *refiner) effectFree(f fn.Func, path []*ir.Op) bool {
	if f.IsDeclaration() || slices.Contains(path, f.Op) {
		return false
	}
	free := true
	f.Op.Walk(func(op *ir.Op) bool {
		switch {
		case op == f.Op || op.Has(ir.Terminator) || op.Has(ir.RecursiveEffects):
		case ir.Is[fn.Call](op):
			o, _ := ir.As[fn.Call](op)
			g, ok := ir.As[fn.Func](s.symbols.Lookup(o.CalleeName()))
			free = free && ok && s.effectFree(g, append(path, f.Op))
		default:
			free = free && op.EffectFree()
		}
		return free
	})
	return free
}

// customCall refines custom calls that return operands, or that have operands for the shapes of
// their results.
func (s *refiner) customCall(o stablehlo.CustomCall) error {
	if o.CallTargetName() == "stablehlo.dynamic_reduce_window" {
		return s.window(o)
	}
	if err := s.set(o.Op, typesOf(placed(o))); err != nil {
		return err
	}
	operands, shapes, err := o.ShapeOperands()
	if err != nil || operands == nil {
		return err
	}
	types := o.Op.ResultTypes()
	for i, t := range types {
		types[i], shapes = withShapes(t, shapes)
	}
	if o.CallTargetName() == operandWrapper && o.Op.NumOperands() == 2 && len(types) == 1 {
		if v := o.Inputs()[0]; refines(v.Type(), types[0]) {
			if t := o.Op.Result().Type(); v.Type() != t && !s.refinable(o.Op.Result()) {
				s.rw.Before(o.Op)
				s.rw.Loc = o.Op.Loc()
				v = ir.Create[stablehlo.Convert](&s.rw.Builder, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}}).Op.Result()
			}
			s.rw.Replace(o.Op, v)
			return nil
		}
	}
	for i, t := range types {
		if v := o.Op.ResultAt(i); s.refinable(v) {
			v.SetType(t)
		}
	}
	return nil
}

// withShapes returns the type t with the first of the shapes, and the remaining shapes. A tuple
// uses one shape for each of its elements.
func withShapes(t ir.Type, shapes [][]int64) (ir.Type, [][]int64) {
	tuple, ok := ir.TypeAs[*ir.TupleType](t)
	if !ok {
		met, _ := meet(t, ir.Tensor(t.Elem(), shapes[0]...))
		return met, shapes[1:]
	}
	elems := slices.Clone(tuple.Elems)
	for i, e := range elems {
		elems[i], shapes = withShapes(e, shapes)
	}
	return ir.NewType(&ir.TupleType{Elems: elems}), shapes
}
