package build

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

// Names makes symbol names that consist of a prefix and a number, such as "k0", and that the module
// does not have yet.
type Names struct {
	prefix string
	count  int
	taken  map[string]bool
}

// NewNames returns the names for new symbols of m.
func NewNames(m ir.Module, prefix string) Names {
	n := Names{prefix: prefix, taken: map[string]bool{}}
	for op := range m.Body().Ops() {
		if name, ok := op.SymbolName(); ok {
			n.taken[name] = true
		}
	}
	return n
}

// Next returns the name with the next number.
func (n *Names) Next() string {
	for {
		name := fmt.Sprint(n.prefix, n.count)
		n.count++
		if !n.taken[name] {
			return name
		}
	}
}
