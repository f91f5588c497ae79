package placement

import (
	"context"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Names tells what values and operations are called: as the program is printed, or
// as the text that it was read from calls them. It must be asked before the program
// is changed or printed otherwise. The zero Names needs a call of Number.
type Names struct {
	top   *ir.Op
	w     *ir.Writer
	given map[*ir.Value]string
}

// NewNames names what is inside top as a printer would.
func NewNames(top *ir.Op) *Names { return &Names{top: top} }

// Give makes count values, of which v is the first, known by another name.
func (n *Names) Give(v *ir.Value, name string, count int) {
	if n.given == nil {
		n.given = map[*ir.Value]string{}
	}
	if count == 1 {
		n.given[v] = "%" + name
		return
	}
	for i := range count {
		n.given[v.Def().ResultAt(v.Index()+i)] = fmt.Sprintf("%%%s#%d", name, i)
	}
}

// Adopt makes a value that has no other name known by a text, which is told as it is.
func (n *Names) Adopt(v *ir.Value, text string) {
	if _, ok := n.given[v]; !ok {
		n.Call(v, text)
	}
}

// Call makes a value known by a text, which is told as it is.
func (n *Names) Call(v *ir.Value, text string) {
	if n.given == nil {
		n.given = map[*ir.Value]string{}
	}
	n.given[v] = text
}

// Number sets whose names are printed where none was given.
func (n *Names) Number(top *ir.Op) { n.top, n.w = top, nil }

// For returns the names of what is inside top, where those are given that n was given.
// It works for a nil n.
func (n *Names) For(top *ir.Op) *Names {
	if n == nil {
		return NewNames(top)
	}
	return &Names{top: top, given: n.given}
}

// Cloned returns the names of a copy of the program, which to maps.
func (n *Names) Cloned(to *ir.Mapping, top *ir.Op) *Names {
	c := NewNames(top)
	if n == nil {
		return c
	}
	c.given = make(map[*ir.Value]string, len(n.given))
	for v, name := range n.given {
		c.given[to.Value(v)] = name
	}
	return c
}

// namesKey is the key of names in a context.
type namesKey struct{}

// WithNames returns a context for passes that speak of values as the text of the program
// does.
func WithNames(ctx context.Context, n *Names) context.Context {
	return context.WithValue(ctx, namesKey{}, n)
}

// NamesIn returns the names of a context; nil if there are none.
func NamesIn(ctx context.Context) *Names {
	n, _ := ctx.Value(namesKey{}).(*Names)
	return n
}

// Value returns a value's name, such as "%3" or "%5#1".
func (n *Names) Value(v *ir.Value) string {
	if s, ok := n.given[v]; ok {
		return s
	}
	if n.w == nil {
		n.w = asm.NewPrinter(nil, ir.NewPrintOptions()).Writer
		n.w.Number(n.top)
	}
	n.w.Value(v)
	s := n.w.Text()
	n.w.Flush()
	return s
}

// InText returns what the text of its function calls an operation's results; ok is false
// where it has none, or where they are known by more: with a function or a cluster.
func (n *Names) InText(op *ir.Op) (name string, ok bool) {
	name = n.Op(op)
	return name, op.NumResults() > 0 && strings.HasPrefix(name, "%")
}

// Op returns what messages call an operation: the name of its results, or its own
// name and id.
func (n *Names) Op(op *ir.Op) string {
	if op.NumResults() == 0 {
		return fmt.Sprintf("%s #%d", op.Name(), op.ID())
	}
	s, _, _ := strings.Cut(n.Value(op.ResultAt(0)), "#")
	return s
}
