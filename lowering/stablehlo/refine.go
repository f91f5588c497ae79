package stablehlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

const argumentsDoc = `refine the types of the arguments of the entry function

Each type must be that of the argument or a more precise one. What follows from them is left to
stablehlo-refine-shapes; until then operations can be invalid.`

// ArgumentsOptions name the types.
type ArgumentsOptions struct {
	Types []string `opt:"types" help:"the types of all arguments, in order"`
	Entry string   `opt:"entry" help:"the function; by default @main or the only public function"`
}

// ArgumentsPass returns stablehlo-refine-arguments.
func ArgumentsPass() passes.Pass {
	return passes.OnWith("stablehlo-refine-arguments", argumentsDoc, ArgumentsOptions{}, func(r *passes.Run, m ir.Module, o ArgumentsOptions) error {
		f, err := fn.Entry(m, o.Entry)
		if err != nil {
			return err
		}
		types, err := parseTypes(r.Registry, o.Types)
		if err != nil {
			return err
		}
		args := f.Entry().Args()
		if len(types) != len(args) {
			return ir.Errorf(f.Op, "has %d arguments, but there are types for %d", len(args), len(types))
		}
		for i, a := range args {
			if !refines(types[i], a.Type()) {
				return ir.Errorf(f.Op, "argument #%d cannot be '%s': its type is '%s'", i, types[i], a.Type())
			}
			a.SetType(types[i])
		}
		f.Retype()
		return nil
	})
}

// parseTypes reads the types as arguments of a declaration.
func parseTypes(reg *ir.Registry, texts []string) ([]ir.Type, error) {
	m, err := asm.Parse(reg, diag.NewSource("types", []byte("func.func private @types("+strings.Join(texts, ", ")+")")), asm.Options{})
	if err != nil {
		return nil, err
	}
	f, ok := ir.As[fn.Func](ir.NewSymbols(m).Lookup("types"))
	if !ok {
		return nil, fmt.Errorf("'%s' is not a list of types", strings.Join(texts, ","))
	}
	return f.FunctionType().Inputs, nil
}

// refines reports whether t is equal to from or more precise.
func refines(t, from ir.Type) bool {
	if t == from {
		return true
	}
	a, ok := t.Shape()
	if !ok || !ir.IsType[*ir.TensorType](t) || !ir.IsType[*ir.TensorType](from) || t.Elem() != from.Elem() {
		return false
	}
	b, ranked := from.Shape()
	return !ranked || slices.EqualFunc(a, b, func(x, y int64) bool { return x == y || y == ir.Dynamic })
}

const refineDoc = `refine dynamic shapes by those of operands, in the entry function

Calls must be inlined before. Computations of shapes are folded on the way; operations whose shapes
are operands, such as dynamic_reshape, get static types where these are constant. What does not
follow from the types of the arguments stays dynamic. Operations that the types make invalid are
errors.`

// RefinePass returns stablehlo-refine-shapes.
func RefinePass() passes.Pass {
	return passes.On("stablehlo-refine-shapes", refineDoc, func(r *passes.Run, f fn.Func) error {
		if f.IsDeclaration() {
			return nil
		}
		s := refiner{rw: rewrite.New(r.Registry)}
		for _, b := range f.Body().Blocks {
			if err := s.block(b); err != nil {
				return err
			}
		}
		f.Retype()
		return verify(f.Op)
	})
}

// verify reports operations that the refined types make invalid: dimensions that must be equal are
// not.
func verify(op *ir.Op) error {
	var found diag.List
	for _, d := range diag.All(ir.Verify(op)) {
		found = append(found, d.WithHelp("the shapes of the inputs make it invalid: their dynamic dimensions must agree"))
	}
	return found.Err()
}

type refiner struct {
	rw *rewrite.Rewriter
}

func (s *refiner) block(b *ir.Block) error {
	for op := b.First(); op != nil; {
		next := op.Next()
		if err := s.refine(op); err != nil {
			return err
		}
		op = next
	}
	return nil
}

// refine gives op the most precise types that its operands allow, or replaces it by a constant.
func (s *refiner) refine(op *ir.Op) error {
	if s.folded(op) {
		return nil
	}
	switch o := op.View().(type) {
	case stablehlo.While:
		return s.while(o)
	case stablehlo.If, stablehlo.Case:
		return s.branches(op)
	case stablehlo.OptimizationBarrier:
		return s.set(op, op.OperandTypes())
	case stablehlo.CustomCall:
		return s.window(o)
	}
	if op.NumResults() == 0 || !slices.ContainsFunc(op.ResultTypes(), isDynamic) {
		return nil
	}
	if err := verify(op); err != nil {
		return err
	}
	return s.set(op, stablehlo.Infer(op))
}

func isDynamic(t ir.Type) bool { return ir.IsType[*ir.TensorType](t) && !t.HasStaticShape() }

// set gives the results those types that are more precise. A contradiction is an error.
func (s *refiner) set(op *ir.Op, types []ir.Type) error {
	for i, t := range types {
		v := op.ResultAt(i)
		if _, ok := v.Type().Shape(); !ok || !isDynamic(v.Type()) {
			continue
		}
		met, ok := meet(v.Type(), t)
		if !ok {
			return ir.Errorf(op, "has the type '%s', but its operands make '%s'", v.Type(), t)
		}
		v.SetType(met)
	}
	return nil
}

// meet returns the type with the extents that are static in either type.
func meet(a, b ir.Type) (ir.Type, bool) {
	x, ok1 := a.Shape()
	y, ok2 := b.Shape()
	switch {
	case !ok2:
		return a, true
	case !ok1:
		return b, true
	case len(x) != len(y):
		return a, false
	}
	shape := slices.Clone(x)
	for i, n := range y {
		if shape[i] == ir.Dynamic {
			shape[i] = n
		} else if n != ir.Dynamic && n != shape[i] {
			return a, false
		}
	}
	return ir.Tensor(a.Elem(), shape...), true
}

// maxFolded is the maximum number of elements of a constant that is folded to compute shapes.
const maxFolded = 64

// folded replaces an operation on small integer constants by its value.
func (s *refiner) folded(op *ir.Op) bool {
	if op.NumRegions() > 0 || op.NumResults() != 1 || op.Has(ir.ConstantLike) {
		return false
	}
	t := op.Result().Type()
	if o, ok := ir.As[stablehlo.GetDimensionSize](op); ok {
		shape, _ := o.Operand().Type().Shape()
		if d := o.Dimension(); d < int64(len(shape)) && shape[d] >= 0 {
			s.rw.Before(op)
			s.rw.Loc = op.Loc()
			s.rw.Replace(op, emit.Emitter{B: &s.rw.Builder}.Scalar(t.Elem(), float64(shape[d])))
			return true
		}
		return false
	}
	if op.NumOperands() == 0 || !t.HasStaticShape() || t.NumElements() > maxFolded || !t.Kind().IsInt() {
		return false
	}
	in := make([]interp.Value, op.NumOperands())
	for i, v := range op.OperandList() {
		c, ok := ir.Defining[stablehlo.Constant](v)
		if !ok || v.Type().NumElements() > maxFolded {
			return false
		}
		d, ok := ir.AttrAs[*ir.DenseElements](c.Value())
		if !ok || d.Type.Kind() == tensor.Invalid {
			return false
		}
		in[i] = d.Tensor()
	}
	e, ok := ir.Cast[interp.Evaler](op)
	if !ok || !op.Has(ir.Pure) {
		return false
	}
	out, err := e.Eval(nil, in)
	if err != nil {
		return false
	}
	v, ok := out[0].(*tensor.Tensor)
	if shape, _ := t.Shape(); !ok || v.Kind != t.Kind() || !slices.Equal(v.Shape, shape) {
		return false
	}
	s.rw.Before(op)
	s.rw.Loc = op.Loc()
	s.rw.Replace(op, stablehlo.NewConstant(&s.rw.Builder, ir.NewDense(t, v)).Op.Result())
	return true
}

// while refines the carried types of a loop by its initial values. It works on a copy, since an
// iteration can change a shape; then the loop is left unchanged.
func (s *refiner) while(o stablehlo.While) error {
	s.rw.Before(o.Op)
	c := s.rw.Clone(o.Op, &ir.Mapping{})
	if ok, err := s.carried(c); ok || err != nil {
		s.rw.Replace(o.Op, c.ResultList()...)
		return err
	}
	c.Erase()
	return nil
}

// carried refines a loop, and reports whether an iteration returns what the next one takes.
func (s *refiner) carried(loop *ir.Op) (bool, error) {
	var types []ir.Type
	for i, v := range loop.OperandList() {
		t := v.Type()
		if isDynamic(loop.ResultAt(i).Type()) {
			met, ok := meet(loop.ResultAt(i).Type(), t)
			if !ok {
				return false, nil
			}
			t = met
		}
		types = append(types, t)
	}
	for _, r := range loop.Regions() {
		for i, a := range r.Entry().Args() {
			a.SetType(types[i])
		}
		if err := s.block(r.Entry()); err != nil {
			return false, err
		}
	}
	for i, v := range loop.RegionAt(1).Entry().Last().OperandList() {
		if !refines(v.Type(), types[i]) {
			return false, nil
		}
	}
	for i, t := range types {
		loop.ResultAt(i).SetType(t)
	}
	return true, nil
}

// branches refines the results by the types that all branches return.
func (s *refiner) branches(op *ir.Op) error {
	var types []ir.Type
	for i, r := range op.Regions() {
		if err := s.block(r.Entry()); err != nil {
			return err
		}
		returned := r.Entry().Last().OperandTypes()
		if i == 0 {
			types = returned
			continue
		}
		for j := range types {
			if types[j] != returned[j] {
				types[j] = op.ResultAt(j).Type()
			}
		}
	}
	return s.set(op, types)
}

// window replaces JAX's dynamic_reduce_window by reduce_window, where its operands are
// constant: sizes, strides, base and window dilations, padding.
func (s *refiner) window(o stablehlo.CustomCall) error {
	called, _ := ir.AttrAs[*ir.ArrayAttr](o.CalledComputations())
	if o.CallTargetName() != "stablehlo.dynamic_reduce_window" || o.Op.NumOperands() != 7 || o.Op.NumResults() != 1 || called == nil || len(called.Elems) != 1 {
		return nil
	}
	var numbers [5][]int64
	for i := range numbers {
		c, ok := ir.Defining[stablehlo.Constant](o.Op.OperandAt(i + 2))
		if !ok {
			return nil
		}
		if numbers[i], ok = c.Value().Ints(); !ok {
			return nil
		}
	}
	ref, ok := ir.AttrAs[*ir.SymbolRefAttr](called.Elems[0])
	if !ok {
		return nil
	}
	module := o.Op.Parent()
	for !ir.Is[ir.Module](module) {
		module = module.Parent()
	}
	f, ok := ir.As[fn.Func](ir.NewSymbols(module).Lookup(ref.Root))
	if !ok || len(f.Body().Blocks) != 1 || f.Entry().NumArgs() != 2 {
		return nil
	}
	w := stablehlo.Window{Strides: numbers[1], BaseDilation: numbers[2], Dilation: numbers[3]}
	if len(numbers[4]) != 2*len(numbers[0]) {
		return ir.Errorf(o.Op, "must have two numbers of padding for each dimension")
	}
	for pair := range slices.Chunk(numbers[4], 2) {
		w.Padding = append(w.Padding, [2]int64{pair[0], pair[1]})
	}
	s.rw.Before(o.Op)
	s.rw.Loc = o.Op.Loc()
	inputs := o.Inputs()
	made := stablehlo.NewReduceWindow(&s.rw.Builder, inputs[0], inputs[1], o.Op.Result().Type(), numbers[0], w, bodyOf(f))
	s.rw.Replace(o.Op, made.Op.Result())
	return s.set(made.Op, stablehlo.Infer(made.Op))
}
