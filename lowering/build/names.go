package build

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

// Names makes symbol names that consist of a prefix and a number, such as "k0", and that the module
// does not have yet.
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

// Next returns the name with the given prefix and the next number.
func (n Names) Next(prefix string) string {
	for {
		name := fmt.Sprint(prefix, n.next[prefix])
		n.next[prefix]++
		if !n.taken[name] {
			return name
		}
	}
}
