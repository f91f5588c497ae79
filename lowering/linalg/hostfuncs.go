package linalg

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

// HostFunction is an attribute of functions to which operations of the host refer, directly or
// through other functions. Lowering does not change these functions.
const HostFunction = "kernel.callee"

const markDoc = `mark the functions that operations of the host call

These functions get the attribute kernel.callee, which is removed from all other functions. Lowering
to kernels does not change functions with this attribute.`

// MarkPass returns mark-host-functions.
func MarkPass() passes.Pass {
	return passes.On("mark-host-functions", markDoc, func(_ *passes.Run, m ir.Module) error {
		for op := range m.Body().Ops() {
			if f, ok := ir.As[fn.Func](op); ok {
				f.Op.SetDiscardable(HostFunction, ir.Attr{})
			}
		}
		symbols := ir.NewSymbols(m.Op)
		m.Op.Walk(func(op *ir.Op) bool {
			if OnHost(op) {
				mark(symbols, op)
			}
			return true
		})
		return nil
	})
}

// mark marks the functions that op refers to, directly or through other functions.
func mark(symbols *ir.Symbols, op *ir.Op) {
	for _, a := range op.Attrs() {
		ir.SymbolRefsIn(a, func(r *ir.SymbolRefAttr) {
			f, ok := ir.As[fn.Func](symbols.Lookup(r.Root))
			if !ok || OnlyOnHost(f) {
				return
			}
			f.Op.SetAttr(HostFunction, ir.Unit())
			f.Op.Walk(func(inner *ir.Op) bool {
				if inner != f.Op {
					mark(symbols, inner)
				}
				return true
			})
		})
	}
}

// OnlyOnHost reports whether f is marked as a function that only the host runs.
func OnlyOnHost(f fn.Func) bool { return !f.Op.Attr(HostFunction).IsNil() }
