package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/interpreter"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const tokenDoc = `erase tokens, because effects happen in the order of operations anyway

Operands, arguments and results that are tokens are removed from private functions, from the
programs that interpreter.run_parallel runs, and from control flow and barriers. An outfeed is
erased, since nothing receives its data. stablehlo.send, recv and infeed keep their tokens. So do
public functions, declarations, functions of several blocks, functions to which operations other
than calls and run_parallel refer, and the calls of all these functions.`

// TokenPass returns stablehlo-erase-tokens.
func TokenPass() passes.Pass {
	return passes.On("stablehlo-erase-tokens", tokenDoc, func(r *passes.Run, m ir.Module) error {
		if !HasTokens(m) {
			r.Unchanged()
			return nil
		}
		kept := keptSignatures(m)
		for op := range m.Body().Ops() {
			if f, ok := ir.As[fn.Func](op); ok && !f.IsDeclaration() {
				eraseTokens(f, kept)
			}
		}
		return nil
	})
}

// HasTokens reports whether an operation of m has a token as a result.
func HasTokens(m ir.Module) bool {
	return m.Op.Contains(func(op *ir.Op) bool { return slices.ContainsFunc(op.ResultList(), hasToken) })
}

func hasToken(v *ir.Value) bool { return isToken(v.Type()) }

func isToken(t ir.Type) bool { return ir.IsType[*stablehlo.TokenType](t) }

// keptSignatures returns the names of the functions whose signatures keep their tokens. If one
// program of an interpreter.run_parallel keeps its tokens, all its programs do.
func keptSignatures(m ir.Module) map[string]bool {
	kept := map[string]bool{}
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && !(op.IsPrivate() && len(f.Body().Blocks) == 1) {
			t := f.FunctionType()
			kept[f.SymName()] = slices.ContainsFunc(t.Inputs, isToken) || slices.ContainsFunc(t.Results, isToken)
		}
	}
	var groups [][]string
	m.Op.Walk(func(op *ir.Op) bool {
		if names := programs(op); names != nil {
			groups = append(groups, names)
		} else if !ir.Is[fn.Call](op) {
			ir.SymbolRefs(op, func(ref *ir.SymbolRefAttr) { kept[ref.Root] = true })
		}
		return true
	})
	isKept := func(name string) bool { return kept[name] }
	for changed := true; changed; {
		changed = false
		for i, names := range groups {
			if slices.ContainsFunc(names, isKept) {
				for _, name := range names {
					kept[name] = true
				}
				groups[i], changed = nil, true
			}
		}
	}
	return kept
}

// programs returns the names of the functions that op runs, if op is interpreter.run_parallel.
func programs(op *ir.Op) (names []string) {
	if ir.Is[interpreter.RunParallel](op) {
		ir.SymbolRefsIn(op.Attr("programs"), func(ref *ir.SymbolRefAttr) { names = append(names, ref.Root) })
	}
	return names
}

// eraseTokens erases the tokens in the body of f. It also erases the tokens in its signature, if
// the map kept does not contain f.
func eraseTokens(f fn.Func, kept map[string]bool) {
	if !kept[f.SymName()] {
		withoutTokens(f.Body())
		ins, outs := f.ArgDicts(), f.ResultDicts()
		t := f.FunctionType()
		f.SetFunctionType(slices.DeleteFunc(slices.Clone(t.Inputs), isToken), slices.DeleteFunc(slices.Clone(t.Results), isToken))
		f.SetArgAttrs(ofValues(ins, t.Inputs))
		f.SetResultAttrs(ofValues(outs, t.Results))
	}
	for _, op := range operations(f) {
		switch o := op.View().(type) {
		case fn.Call:
			if !kept[o.CalleeName()] {
				rebuilt(op)
			}
		case interpreter.RunParallel:
			if !kept[programs(op)[0]] {
				rebuilt(op)
			}
		case stablehlo.While, stablehlo.If, stablehlo.Case, stablehlo.OptimizationBarrier:
			rebuilt(op)
		case stablehlo.Outfeed:
			o.Op.Result().ReplaceAllUses(tokenBefore(op))
			op.Erase()
		}
	}
	// From last to first, because a token becomes dead when its users are erased.
	for _, op := range slices.Backward(operations(f)) {
		if (ir.Is[stablehlo.CreateToken](op) || ir.Is[stablehlo.AfterAll](op)) && op.Dead() {
			op.Erase()
		}
	}
}

func operations(f fn.Func) (ops []*ir.Op) {
	f.Op.Walk(func(op *ir.Op) bool {
		ops = append(ops, op)
		return true
	})
	return ops
}

// ofValues returns the attributes of the arguments or results that are not tokens.
func ofValues(dicts []ir.Attr, types []ir.Type) (kept []ir.Attr) {
	for i, d := range dicts {
		if !isToken(types[i]) {
			kept = append(kept, d)
		}
	}
	return kept
}

// attrsOfValues removes the elements for tokens from the attribute with the given name. Its
// elements belong to the values whose types are the parameter "types".
func attrsOfValues(op *ir.Op, name string, types []ir.Type) {
	if list, ok := ir.AttrAs[*ir.ArrayAttr](op.Attr(name)); ok && len(list.Elems) == len(types) {
		op.SetAttr(name, ir.NewArray(ofValues(list.Elems, types)...))
	}
}

// tokenBefore creates, before op, a token that depends on nothing.
func tokenBefore(op *ir.Op) *ir.Value {
	b := ir.NewBuilder(op.Registry())
	b.Before(op)
	b.Loc = op.Loc()
	return ir.Create[stablehlo.CreateToken](b, ir.Init{Results: []ir.Type{stablehlo.Token()}}).Op.Result()
}

// rebuilt replaces op by an operation without tokens as operands and results. It does nothing if
// there are none.
func rebuilt(op *ir.Op) {
	if !slices.ContainsFunc(op.OperandList(), hasToken) && !slices.ContainsFunc(op.ResultList(), hasToken) {
		return
	}
	for _, r := range op.Regions() {
		withoutTokens(r)
	}
	b := ir.NewBuilder(op.Registry())
	b.Before(op)
	b.Loc = op.Loc()
	o := b.Op(op.Name(), ir.Init{
		Operands: slices.DeleteFunc(op.OperandList(), hasToken), NumRegions: op.NumRegions(),
		Results: slices.DeleteFunc(slices.Clone(op.ResultTypes()), isToken),
	})
	o.Derive(op)
	for name, a := range op.Attrs() {
		o.SetAttr(name, a)
	}
	if ir.Is[fn.Call](op) {
		attrsOfValues(o, "arg_attrs", op.OperandTypes())
		attrsOfValues(o, "res_attrs", op.ResultTypes())
	}
	for i, r := range op.Regions() {
		for _, blk := range r.Blocks {
			to := o.RegionAt(i).AddBlock()
			for _, a := range blk.Args() {
				a.ReplaceAllUses(to.AddArg(a.Type(), op.Loc()))
			}
			to.TakeOps(blk)
		}
	}
	at := 0
	for _, v := range op.ResultList() {
		if hasToken(v) {
			v.ReplaceAllUses(tokenBefore(op))
			continue
		}
		v.ReplaceAllUses(o.ResultAt(at))
		at++
	}
	op.Erase()
}

// withoutTokens erases the tokens among the arguments of r's blocks and the operands of their
// terminators.
func withoutTokens(r *ir.Region) {
	for _, blk := range r.Blocks {
		for i := blk.NumArgs() - 1; i >= 0; i-- {
			if a := blk.Arg(i); hasToken(a) {
				a.ReplaceAllUses(tokenBefore(blk.First()))
				blk.EraseArg(i)
			}
		}
		blk.Last().SetOperands(slices.DeleteFunc(blk.Last().OperandList(), hasToken))
	}
}
