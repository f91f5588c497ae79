// Package chlo replaces operations of CHLO by operations of StableHLO. The pass
// chlo-legalize-to-stablehlo replaces all operations by the formulas of StableHLO's pass of the
// same name. The pass chlo-simplify, which is part of compilation, replaces only zeta, polygamma,
// and operations that StableHLO can express exactly. The pass stablehlo-complex-math-expander
// replaces functions of complex numbers in StableHLO.
package chlo

import (
	"context"
	"strings"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const legalizeDoc = `replace all operations of CHLO by operations of StableHLO

Elementary functions become the polynomials and identities of StableHLO's pass, which are less
accurate than what Lathe's engines compute for the same operations. Broadcasts of dynamic shapes
use the dialect shape.`

// LegalizePass returns chlo-legalize-to-stablehlo.
func LegalizePass() passes.Pass {
	return passes.On("chlo-legalize-to-stablehlo", legalizeDoc, func(r *passes.Run, m ir.Module) error {
		rw := rewrite.New(r.Registry)
		var failed diag.List
		for {
			ops := clientOps(m.Op, func(*ir.Op) bool { return true })
			if len(ops) == 0 {
				return nil
			}
			for _, op := range ops {
				if err := r.Ctx.Err(); err != nil {
					return err
				}
				if err := fewGroups(op); err != nil {
					failed = append(failed, diag.All(err)...)
					continue
				}
				vs := expand(rw, op, func(e emitter) []value { return rule(e, op, r) })
				if err := r.Ctx.Err(); err != nil {
					return err
				}
				if vs == nil {
					failed = append(failed, diag.All(ir.ErrorAt(op, "failed to legalize operation '%s' that was explicitly marked illegal", op.Name()))...)
				}
			}
			if len(failed) > 0 {
				return failed.Err()
			}
		}
	})
}

const simplifyDoc = `replace operations of CHLO that StableHLO can express exactly

Squares of real numbers, constants, tests for infinities and operations that broadcast are replaced;
so are zeta and polygamma, which are computed in f64. Operations of dynamic shape are kept, as are
elementary functions, which the engines compute more accurately than the formulas of
chlo-legalize-to-stablehlo.`

// SimplifyPass returns chlo-simplify.
func SimplifyPass() passes.Pass {
	return passes.On("chlo-simplify", simplifyDoc, func(r *passes.Run, m ir.Module) error {
		rw := rewrite.New(r.Registry)
		accept := func(op *ir.Op) bool {
			return op.NumResults() == 1 && op.Result().Type().HasStaticShape() && !ir.Is[chlo.Scan](op)
		}
		for changed, round := true, 0; changed; round++ {
			changed = false
			for _, op := range clientOps(m.Op, accept) {
				changed = expand(rw, op, func(e emitter) []value { return exact(e, op) }) != nil || changed
			}
			if !changed && round == 0 {
				r.Unchanged()
			}
		}
		return nil
	})
}

// clientOps returns the operations of CHLO inside root for which accept returns true.
func clientOps(root *ir.Op, accept func(*ir.Op) bool) []*ir.Op {
	var ops []*ir.Op
	root.Walk(func(op *ir.Op) bool {
		if strings.HasPrefix(op.Name(), "chlo.") && accept(op) {
			ops = append(ops, op)
			return !ir.Is[chlo.Scan](op) // the body of a scan moves to a new operation, so its operations are visited later
		}
		return true
	})
	return ops
}

// expand replaces op by the values that rule returns, and returns these values. If rule returns
// nil, op stays.
func expand(rw *rewrite.Rewriter, op *ir.Op, rule func(emitter) []value) []value {
	rw.Before(op)
	rw.Loc = op.Loc()
	rw.Created = func(made *ir.Op) { made.Derive(op) }
	vs := rule(emitter{emit.Emitter{B: &rw.Builder}})
	if vs != nil {
		rw.Replace(op, vs...)
	}
	return vs
}

// rule returns the values that replace the results of op, by the formulas of StableHLO's pass.
func rule(e emitter, op *ir.Op, r *passes.Run) []value {
	if strings.HasPrefix(op.Name(), "chlo.broadcast_") {
		return e.broadcast(op, r)
	}
	if vs := e.structured(r.Ctx, op); vs != nil {
		return vs
	}
	if v := e.function(op); v != nil {
		return []value{v}
	}
	return nil
}

// structured replaces top_k, ragged_dot and scan. It returns nil for other operations.
func (e emitter) structured(ctx context.Context, op *ir.Op) []value {
	switch o := op.View().(type) {
	case chlo.TopK:
		return e.topK(o)
	case chlo.RaggedDot:
		return e.raggedDot(ctx, o)
	case chlo.Scan:
		return e.scan(o)
	}
	return nil
}

// function replaces elementwise functions. It returns nil if there is no rule.
func (e emitter) function(op *ir.Op) value {
	var x value
	if ins := op.OperandList(); len(ins) > 0 {
		if x = ins[0]; x.Type().Kind().IsComplex() {
			return e.complexFunction(op, x)
		}
	}
	switch o := op.View().(type) {
	case chlo.Square:
		return e.Mul(x, x)
	case chlo.Constant, chlo.ConstantLike, chlo.IsInf, chlo.IsPosInf, chlo.IsNegInf:
		return e.plain(op)
	case chlo.Conj:
		return x
	case chlo.Tan:
		return to[tan](e, x, x.Type())
	case chlo.Acos:
		return e.acos(x)
	case chlo.Acosh:
		return e.acosh(x)
	case chlo.Asin:
		return e.asin(x)
	case chlo.Asinh:
		return e.asinh(x)
	case chlo.Atan:
		return e.atan2(x, e.like(1, x))
	case chlo.Atanh:
		return e.atanh(x)
	case chlo.Mulhi:
		return e.mulhi(o.LHS(), o.RHS())
	case chlo.NextAfter:
		return e.nextAfter(o.X(), o.Y())
	}
	if f := upcast(op); f != nil {
		return e.widened(op.OperandList(), f)
	}
	return nil
}

// upcast returns the formula of a function that is computed in f32 or a wider type. It returns nil
// for other operations.
func upcast(op *ir.Op) func(emitter, []value) value {
	one := func(f func(emitter, value) value) func(emitter, []value) value {
		return func(e emitter, xs []value) value { return f(e, xs[0]) }
	}
	switch op.View().(type) {
	case chlo.BesselI1e:
		return one(emitter.besselI1e)
	case chlo.Cosh:
		return one(emitter.cosh)
	case chlo.Sinh:
		return one(emitter.sinh)
	case chlo.Digamma:
		return one(emitter.digamma)
	case chlo.Erf:
		return one(emitter.erf)
	case chlo.Erfc:
		return one(emitter.erfc)
	case chlo.ErfInv:
		return one(emitter.erfInv)
	case chlo.Lgamma:
		return one(emitter.lgamma)
	case chlo.Zeta:
		return func(e emitter, xs []value) value { return e.zeta(xs[0], xs[1]) }
	case chlo.Polygamma:
		return func(e emitter, xs []value) value { return e.polygamma(xs[0], xs[1]) }
	}
	return nil
}

// widened computes f in f32 if the operands are narrower.
func (e emitter) widened(xs []value, f func(emitter, []value) value) value {
	elem := xs[0].Type().Elem()
	if !elem.IsFloat() || elem.Kind().Bits() >= 32 {
		return f(e, xs)
	}
	wide := make([]value, len(xs))
	for i, x := range xs {
		wide[i] = e.Convert(x, ir.F32())
	}
	return e.Convert(f(e, wide), elem)
}

func (e emitter) inF64(f func(e emitter, x, y value) value, x, y value) value {
	return e.Convert(f(e, e.Convert(x, ir.F64()), e.Convert(y, ir.F64())), x.Type().Elem())
}

// exact returns the values that replace the results of op in the pass chlo-simplify. It returns nil
// if op stays.
func exact(e emitter, op *ir.Op) []value {
	switch o := op.View().(type) {
	case chlo.Square:
		if o.Operand().Type().Kind().IsComplex() {
			return nil // the product may overflow where the square does not
		}
		return []value{e.Mul(o.Operand(), o.Operand())}
	case chlo.Constant, chlo.ConstantLike, chlo.IsInf, chlo.IsPosInf, chlo.IsNegInf:
		if v := e.plain(op); v != nil {
			return []value{v}
		}
		return nil
	case chlo.Zeta:
		return []value{e.inF64(emitter.zeta, o.X(), o.Q())}
	case chlo.Polygamma:
		return []value{e.inF64(emitter.polygammaExact, o.N(), o.X())}
	}
	if strings.HasPrefix(op.Name(), "chlo.broadcast_") {
		return e.staticBroadcast(op)
	}
	return nil
}
