package build

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

// Names makes new symbol names for a module. A name is a prefix and a number, for example "k0".
type Names struct {
	taken map[string]bool
	next  map[string]int // by prefix
}

// NewNames returns the names for new symbols of m.
func NewNames(m ir.Module) Names {
	n := Names{taken: map[string]bool{}, next: map[string]int{}}
	for op := range m.Body().Ops() {
		if name, ok := op.SymbolName(); ok {
			n.taken[name] = true
		}
	}
	return n
}

// Next returns the next unused name with the given prefix.
func (n Names) Next(prefix string) string {
	for {
		name := fmt.Sprint(prefix, n.next[prefix])
		n.next[prefix]++
		if !n.taken[name] {
			return name
		}
	}
}
