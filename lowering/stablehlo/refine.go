package stablehlo

import (
	"errors"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const refineDoc = `refine dynamic shapes from the shapes of operands, in one function and the functions that it calls

The function is the only one of the module, or @main, unless an option names it. Computations of
shapes are folded. Operations whose shapes are operands, such as dynamic_reshape, get static types
if these operands are constant. A called function is refined by the types of the call, and its
leading arguments that are constant numbers are removed. All its calls must pass equal types and the
same numbers. A loop whose iterations change a shape is not refined, and calls copies of functions
that other calls refine. Operators of nnvm and onednn_graph are refined by their own rules. Shapes
that do not follow from the types of the arguments stay dynamic. It is an error if an operation
becomes invalid with the new types.`

// RefineOptions are the options of stablehlo-refine-shapes.
type RefineOptions struct {
	Entry string `opt:"entry" own:"true" help:"the function to refine; by default, the only function or @main"`
	// Dynamic restricts the pass to a function that computes dynamic shapes from static shapes.
	Dynamic bool `opt:"only-dynamic" own:"true" help:"refine only a function that computes dynamic shapes from arguments of static shapes"`
}

// RefinePass returns stablehlo-refine-shapes.
func RefinePass() passes.Pass {
	return passes.OnWith("stablehlo-refine-shapes", refineDoc, RefineOptions{}, func(r *passes.Run, m ir.Module, o RefineOptions) error {
		f, err := refinedFunction(m, o.Entry)
		if o.Dynamic {
			if f, err = fn.Entry(m, o.Entry); err != nil || !hasDynamic(f) {
				r.Unchanged()
				return nil
			}
		}
		if err != nil || f.Op == nil || f.IsDeclaration() {
			return err
		}
		s := refiner{rw: rewrite.New(r.Registry), symbols: ir.NewSymbols(m.Op), seen: map[*ir.Op]callKey{}, accepted: map[*ir.Value]bool{}}
		if err := s.function(f); err != nil {
			return err
		}
		if len(s.wrong) == 0 {
			s.separate(m)
		}
		return errors.Join(s.wrong.Err(), verify(m.Op))
	})
}

// hasDynamic reports whether f has arguments of static shapes only, but computes a tensor of
// dynamic shape.
func hasDynamic(f fn.Func) bool {
	if slices.ContainsFunc(f.FunctionType().Inputs, isDynamic) {
		return false
	}
	return f.Op.Contains(func(op *ir.Op) bool { return slices.ContainsFunc(op.ResultTypes(), isDynamic) })
}

// verify returns errors for operations that are invalid with the refined types.
func verify(op *ir.Op) error { return withInputHelp(ir.Verify(op)) }

func withInputHelp(err error) error {
	var found diag.List
	for _, d := range diag.All(err) {
		found = append(found, d.WithHelp("run the program on inputs whose dynamic dimensions agree: the shapes of the current inputs make the operation invalid"))
	}
	return found.Err()
}

type refiner struct {
	rw       *rewrite.Rewriter
	symbols  *ir.Symbols
	seen     map[*ir.Op]callKey // by refined function: how it is called
	accepted map[*ir.Value]bool // results of [refiner.refinable] for operations that forward their operands
	active   []*ir.Op           // the functions being refined, innermost last
	wrong    diag.List          // errors about calls that do not agree with earlier calls
	saved    []savedFunc        // the refined functions, in order
}

// savedFunc is a function with a copy of its unrefined state.
type savedFunc struct {
	f   fn.Func
	old *ir.Op
}

// function refines the body of f and the types that it returns.
func (s *refiner) function(f fn.Func) error {
	s.active = append(s.active, f.Op)
	defer func() { s.active = s.active[:len(s.active)-1] }()
	s.wrapLoops(f)
	for _, b := range f.Body().Blocks {
		if err := s.block(b); err != nil {
			return err
		}
		withoutCasts(b.Last())
	}
	f.Retype()
	// Constants are moved to the start, and operations without uses are erased.
	_, err := rewrite.Greedy(f.Op.Registry(), f.Op, rewrite.NewSet(), rewrite.Options{NoFold: func(*ir.Op) bool { return true }})
	return err
}

// withoutCasts replaces the operands of a function's terminator. If an operand is a cast of a value
// with a more precise type, this value replaces it.
func withoutCasts(last *ir.Op) {
	for i, v := range last.OperandList() {
		c, ok := ir.Defining[builtin.Cast](v)
		if ok && len(c.Inputs()) == 1 && len(c.Outputs()) == 1 && refines(c.Inputs()[0].Type(), v.Type()) {
			last.SetOperandAt(i, c.Inputs()[0])
		}
	}
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

// refine gives the results of op the most precise types that its operands allow, or replaces op by
// a constant.
func (s *refiner) refine(op *ir.Op) error {
	switch o := op.View().(type) {
	case fn.Call:
		return s.call(o)
	case stablehlo.While:
		return s.while(o)
	case stablehlo.If, stablehlo.Case:
		return s.branches(op)
	case stablehlo.CustomCall:
		return s.customCall(o)
	case stablehlo.SetDimensionSize:
		return s.shortened(o)
	}
	if forwards(op) {
		return s.set(op, op.OperandTypes())
	}
	// The bodies of reductions and similar operations compute scalars, but may call functions.
	if d := op.Def().Dialect(); d != nil && d.Name == "stablehlo" {
		for _, r := range op.Regions() {
			if err := s.block(r.Entry()); err != nil {
				return err
			}
		}
	}
	if r, ok := ir.Cast[nn.Refiner](op); ok {
		return s.refineOperator(op, r)
	}
	if op.NumResults() > 0 && slices.ContainsFunc(op.ResultTypes(), isDynamic) {
		if err := verify(op); err != nil {
			return err
		}
		if err := s.set(op, stablehlo.Infer(op)); err != nil {
			return err
		}
	}
	s.fold(op)
	return nil
}

// refineOperator refines the types of op's results by the rule r of op.
func (s *refiner) refineOperator(op *ir.Op, r nn.Refiner) error {
	types, err := r.RefinedTypes()
	if err != nil {
		return withInputHelp(err)
	}
	for i, t := range types {
		if v := op.ResultAt(i); refines(t, v.Type()) && s.refinable(v) {
			v.SetType(t)
		}
	}
	return nil
}

func isDynamic(t ir.Type) bool { return ir.IsType[*ir.TensorType](t) && !t.HasStaticShape() }

// set refines the types of op's results: a result of dynamic shape gets the static extents of its
// type in types. set returns an error if the two types contradict each other. It does not change
// results that are not refinable.
func (s *refiner) set(op *ir.Op, types []ir.Type) error {
	for i, t := range types {
		v := op.ResultAt(i)
		if _, ok := v.Type().Shape(); !ok || !isDynamic(v.Type()) {
			continue
		}
		met, ok := meet(v.Type(), t)
		if !ok {
			return ir.Errorf(op, "has the type '%s', but its operands require '%s'", v.Type(), t)
		}
		if s.refinable(v) {
			v.SetType(met)
		}
	}
	return nil
}

// refinable reports whether all users of v accept a more precise type of v. For operations that
// forward their operands, it stores the result, since they can form long chains.
func (s *refiner) refinable(v *ir.Value) bool {
	if v.Def() == nil || !forwards(v.Def()) {
		return s.accepts(v)
	}
	ok, known := s.accepted[v]
	if !known {
		ok = s.accepts(v)
		s.accepted[v] = ok
	}
	return ok
}

// accepts computes the result of refinable.
func (s *refiner) accepts(v *ir.Value) bool {
	for u := range v.Uses() {
		op := u.Owner()
		d := op.Def().Dialect()
		if d == nil || !slices.Contains([]string{"stablehlo", "chlo", "func", "sdy", "check", "cluster", "nn", "nnvm", "onednn_graph"}, d.Name) {
			return false
		}
		switch op.View().(type) {
		case stablehlo.Tuple, stablehlo.Composite, stablehlo.AsyncStart:
			return false // the verifier compares the type of v with a type that is not refined
		}
		if forwards(op) && !s.refinable(op.ResultAt(u.Index())) {
			return false
		}
	}
	return true
}

// forwards reports whether the results of op are its operands, and so must have the same types.
func forwards(op *ir.Op) bool {
	return ir.Is[stablehlo.OptimizationBarrier](op) || strings.HasPrefix(op.Name(), "sdy.") && op.NumRegions() == 0 && op.NumOperands() == op.NumResults()
}

// meet returns the type with all extents that are static in a or in b. It returns false if the
// types contradict each other.
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

// fold replaces op by a constant if op has an integer result and its operands are small constants,
// or if op is get_dimension_size of a static extent.
func (s *refiner) fold(op *ir.Op) {
	if op.NumRegions() > 0 || op.NumResults() != 1 || op.Has(ir.ConstantLike) || !op.Has(ir.Pure) || !op.Result().Type().Kind().IsInt() || takesShape(op) {
		return
	}
	value, ok := ir.Attr{}, false
	if o, is := ir.As[stablehlo.GetDimensionSize](op); is {
		var f ir.Folded
		if f, ok = o.Fold(nil); ok {
			value = f[0].Attr
		}
	} else {
		consts := make([]ir.Attr, op.NumOperands())
		for i, v := range op.OperandList() {
			if v.Type().HasStaticShape() && v.Type().NumElements() <= maxFolded {
				consts[i], _ = rewrite.Const(v)
			}
		}
		value, ok = stablehlo.Evaluate(op, consts, maxFolded)
	}
	if ok {
		s.rw.Before(op)
		s.rw.Loc = op.Loc()
		s.rw.Replace(op, stablehlo.NewConstant(&s.rw.Builder, value).Op.Result())
	}
}

// takesShape reports whether op has operands for a shape, positions or paddings. fold keeps such
// operations, because other passes make them static.
func takesShape(op *ir.Op) bool {
	switch op.View().(type) {
	case stablehlo.DynamicIota, stablehlo.DynamicReshape, stablehlo.DynamicBroadcastInDim, stablehlo.DynamicPad, stablehlo.RealDynamicSlice,
		stablehlo.DynamicGather, stablehlo.DynamicConv:
		return true
	}
	return false
}

// HasShapeOperands reports whether m has an operation with operands for a shape, an extent,
// positions or paddings.
func HasShapeOperands(m ir.Module) bool {
	return m.Op.Contains(func(op *ir.Op) bool { return takesShape(op) || ir.Is[stablehlo.SetDimensionSize](op) })
}

// HasDynamicCalls reports whether m has an operation that engines support only after refinement.
// These are custom calls whose operands include the shapes of their results, custom calls of
// targets such as @stablehlo.dynamic_reduce_window, and operations of chlo with a result of dynamic
// shape.
func HasDynamicCalls(m ir.Module) bool {
	return m.Op.Contains(func(op *ir.Op) bool {
		if o, ok := ir.As[stablehlo.CustomCall](op); ok {
			return !op.Discardable(stablehlo.ShapeOperandsAttr).IsNil() || strings.HasPrefix(o.CallTargetName(), "stablehlo.dynamic_")
		}
		return strings.HasPrefix(op.Name(), "chlo.") && slices.ContainsFunc(op.ResultTypes(), isDynamic)
	})
}

// shortened replaces o by a slice if o sets an extent to a constant.
func (s *refiner) shortened(o stablehlo.SetDimensionSize) error {
	t, dim := o.Operand().Type(), o.Dimension()
	c, ok := ir.Defining[stablehlo.Constant](o.Size())
	if !ok || !t.HasStaticShape() {
		return nil
	}
	size, _ := c.Value().Ints()
	limit := slices.Clone(emit.Shape(o.Operand()))
	if len(size) != 1 || size[0] < 0 || size[0] > limit[dim] {
		return ir.Errorf(o.Op, "has the size %v for dimension %d of '%s', but needs one number from 0 to %d", size, dim, t, limit[dim])
	}
	limit[dim] = size[0]
	s.rw.Before(o.Op)
	s.rw.Loc = o.Op.Loc()
	s.rw.Replace(o.Op, emit.Emitter{B: &s.rw.Builder}.Slice(o.Operand(), make([]int64, len(limit)), limit))
	return nil
}

// keepType is the target of custom calls that return their operand. Their results are not refined.
// The pass replaces these calls before it ends.
const keepType = "lathe.keep_type"

// wrapLoops inserts calls of keepType before each loop in f, for the values that the loop reads
// from outside.
func (s *refiner) wrapLoops(f fn.Func) {
	var loops []*ir.Op
	f.Op.Walk(func(op *ir.Op) bool {
		if ir.Is[stablehlo.While](op) {
			loops = append(loops, op)
		}
		return true
	})
	for _, loop := range loops {
		wrapped := map[*ir.Value]*ir.Value{}
		s.rw.Before(loop)
		s.rw.Loc = loop.Loc()
		loop.Walk(func(op *ir.Op) bool {
			for i, v := range op.OperandList() {
				if !isDynamic(v.Type()) || loop.IsAncestor(v.Block().Parent()) || wrapped[v] == nil && !s.refinable(v) {
					continue
				}
				if wrapped[v] == nil {
					call := ir.Create[stablehlo.CustomCall](&s.rw.Builder, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{v.Type()}, Attrs: []ir.Attr{ir.NewString(keepType), ir.BoolAttr(false)}})
					wrapped[v] = call.Op.Result()
				}
				op.SetOperandAt(i, wrapped[v])
			}
			return true
		})
	}
}

func kept(v *ir.Value) (*ir.Value, bool) {
	o, ok := ir.Defining[stablehlo.CustomCall](v)
	if !ok || o.CallTargetName() != keepType {
		return nil, false
	}
	return o.Inputs()[0], true
}

// while refines the carried types of a loop from its initial values. It refines a copy, because a
// loop must stay unchanged if an iteration changes a shape. In this case, it erases the copy, and
// restores the functions that were refined for calls in the copy.
func (s *refiner) while(o stablehlo.While) error {
	to := &ir.Mapping{}
	o.Op.Walk(func(op *ir.Op) bool {
		for _, v := range op.OperandList() {
			if in, ok := kept(v); ok {
				to.Map(v, in)
			}
		}
		return true
	})
	s.rw.Before(o.Op)
	c := s.rw.Clone(o.Op, to)
	saved, wrong := len(s.saved), len(s.wrong)
	ok, err := s.carried(c)
	if ok || err != nil {
		s.rw.Replace(o.Op, c.ResultList()...)
		return err
	}
	c.Erase()
	for _, p := range s.saved[saved:] {
		p.restore()
		delete(s.seen, p.f.Op)
	}
	s.saved, s.wrong = s.saved[:saved], s.wrong[:wrong]
	s.unwrap(o.Op)
	return nil
}

// unwrap replaces the calls of keepType that the loop reads by their operands. Operands that were
// refined are converted to their old types.
func (s *refiner) unwrap(loop *ir.Op) {
	loop.Walk(func(op *ir.Op) bool {
		for _, v := range op.OperandList() {
			in, ok := kept(v)
			if !ok {
				continue
			}
			if in.Type() != v.Type() {
				s.rw.Before(v.Def())
				in = s.convert(in, v.Type())
			}
			s.rw.ReplaceUses(v, in)
		}
		return true
	})
}

func (s *refiner) convert(v *ir.Value, t ir.Type) *ir.Value {
	return ir.Create[stablehlo.Convert](&s.rw.Builder, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{t}}).Op.Result()
}

func (p savedFunc) restore() {
	for i := range p.f.Spec().Attrs {
		p.f.Op.SetAttrAt(i, p.old.AttrAt(i))
	}
	p.f.Body().EraseBlock(p.f.Entry())
	p.f.Body().TakeBlocks(p.old.RegionAt(0))
}

// carried refines the types that a loop carries. It returns false if an iteration does not return
// values of these types. Returned values of more precise types are converted.
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
	last := loop.RegionAt(1).Entry().Last()
	for i, v := range last.OperandList() {
		if !refines(v.Type(), types[i]) {
			return false, nil
		}
	}
	s.rw.Before(last)
	for i, v := range last.OperandList() {
		if v.Type() != types[i] {
			last.SetOperandAt(i, s.convert(v, types[i]))
		}
		loop.ResultAt(i).SetType(types[i])
	}
	return true, nil
}

// branches refines the results of op from the types that all branches return. If these types
// contradict each other, the branches convert their values to the type of the result.
func (s *refiner) branches(op *ir.Op) error {
	types := make([]ir.Type, op.NumResults())
	all := make([]ir.Type, op.NumResults()) // by result: the type with the static extents of all branches
	agree := make([]bool, op.NumResults())
	for i, r := range op.Regions() {
		if err := s.block(r.Entry()); err != nil {
			return err
		}
		for j, t := range r.Entry().Last().OperandTypes() {
			if i == 0 {
				types[j], all[j], agree[j] = t, t, true
				continue
			}
			if types[j] != t {
				types[j] = op.ResultAt(j).Type()
			}
			if agree[j] {
				all[j], agree[j] = meet(all[j], t)
			}
		}
	}
	for _, r := range op.Regions() {
		last := r.Entry().Last()
		for j, v := range last.OperandList() {
			if t := op.ResultAt(j).Type(); !agree[j] && v.Type() != t {
				s.rw.Before(last)
				last.SetOperandAt(j, s.convert(v, t))
			}
		}
	}
	return s.set(op, types)
}

// window replaces JAX's dynamic_reduce_window by reduce_window if all operands except the input and
// the initial value are constant.
func (s *refiner) window(o stablehlo.CustomCall) error {
	called, _ := ir.AttrAs[*ir.ArrayAttr](o.CalledComputations())
	if o.Op.NumOperands() != 7 || o.Op.NumResults() != 1 || called == nil || len(called.Elems) != 1 {
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
	f, ok := ir.As[fn.Func](s.symbols.Lookup(ref.Root))
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
