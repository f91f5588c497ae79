// Package norecursion rejects programs with recursive functions.
package norecursion

import (
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Fail if a function calls itself, directly or through other functions

Every reference to a function counts as a call, also that of a func.constant. The
error is at the reference that closes the cycle and names all functions of the
cycle. With a cycle of calls, inline cannot replace every call.`

// Pass returns no-recursion.
func Pass() passes.Pass {
	return passes.On("no-recursion", doc, run)
}

func run(r *passes.Run, m ir.Module) error {
	r.Unchanged()
	c := &checker{symbols: ir.NewSymbols(m.Op), at: map[string]int{}}
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok {
			if err := c.visit(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// checker searches calls depth first. It is not recursive, since call chains of generated programs
// are deep.
type checker struct {
	symbols *ir.Symbols
	at      map[string]int // by function: its index in path, or the constant done
	path    []frame        // the current chain of functions, each called by the previous function
}

const done = -1

// frame is a function on the current path, with its remaining references.
type frame struct {
	name string
	refs []reference // not followed yet
}

type reference struct {
	from *ir.Op
	to   fn.Func
}

// visit follows the references of f, and of all functions that f references directly or indirectly.
func (c *checker) visit(f fn.Func) error {
	if _, known := c.at[f.SymName()]; known {
		return nil
	}
	c.enter(f)
	for len(c.path) > 0 {
		top := &c.path[len(c.path)-1]
		if len(top.refs) == 0 {
			c.at[top.name] = done
			c.path = c.path[:len(c.path)-1]
			continue
		}
		ref := top.refs[0]
		top.refs = top.refs[1:]
		switch i, known := c.at[ref.to.SymName()]; {
		case !known:
			c.enter(ref.to)
		case i != done:
			return c.recursive(ref, i)
		}
	}
	return nil
}

func (c *checker) enter(f fn.Func) {
	c.at[f.SymName()] = len(c.path)
	c.path = append(c.path, frame{f.SymName(), c.references(f)})
}

// references lists the references of f to functions.
func (c *checker) references(f fn.Func) (refs []reference) {
	f.Op.Walk(func(op *ir.Op) bool {
		ir.SymbolRefs(op, func(ref *ir.SymbolRefAttr) {
			if g, ok := ir.As[fn.Func](c.symbols.Lookup(ref.Root)); ok && len(ref.Nested) == 0 {
				refs = append(refs, reference{op, g})
			}
		})
		return true
	})
	return refs
}

// recursive returns the error about a reference to the function at index i of the path.
func (c *checker) recursive(ref reference, i int) error {
	name := ref.to.SymName()
	var cycle strings.Builder
	for _, f := range c.path[i:] {
		cycle.WriteString("@" + f.name + " → ")
	}
	return ir.Errorf(ref.from, "is recursive: @%s calls itself (%s@%s)", name, cycle.String(), name).
		WithHelp("write the recursion as stablehlo.while")
}
