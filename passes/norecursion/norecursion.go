// Package norecursion rejects programs with recursive functions.
package norecursion

import (
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Fail if a function calls itself

The error is at the call that closes the cycle and names all functions of it. In a program
without such a cycle, inline can replace every call.`

// Pass returns no-recursion.
func Pass() passes.Pass {
	return passes.On("no-recursion", doc, run)
}

func run(r *passes.Run, m ir.Module) error {
	r.Unchanged()
	c := &checker{symbols: ir.NewSymbols(m.Op), done: map[string]bool{}}
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok {
			c.visit(f)
		}
	}
	return c.err
}

// checker visits functions depth first.
type checker struct {
	symbols *ir.Symbols
	done    map[string]bool
	path    []string // the current chain of functions, each called by the one before
	err     error
}

func (c *checker) visit(f fn.Func) {
	name := f.SymName()
	if c.done[name] || c.err != nil {
		return
	}
	c.path = append(c.path, name)
	f.Op.Walk(func(op *ir.Op) bool {
		ir.SymbolRefs(op, func(ref *ir.SymbolRefAttr) {
			if g, ok := ir.As[fn.Func](c.symbols.Lookup(ref.Root)); ok && c.err == nil && len(ref.Nested) == 0 {
				c.follow(op, g)
			}
		})
		return c.err == nil
	})
	c.path = c.path[:len(c.path)-1]
	c.done[name] = true
}

// follow visits a function that op refers to.
func (c *checker) follow(op *ir.Op, g fn.Func) {
	for i, name := range c.path {
		if name == g.SymName() {
			cycle := append(c.path[i:len(c.path):len(c.path)], name)
			c.err = ir.Errorf(op, "is recursive: @%s calls itself (@%s)", name, strings.Join(cycle, " → @")).
				WithHelp("write the recursion as stablehlo.while")
			return
		}
	}
	c.visit(g)
}
