package asm

import (
	"context"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Names provides the names of values and operations, as in the printed program or as in its source
// text. The names are valid until the program is changed or printed with other options. For a zero
// Names, call Number before Value, Op and InText.
type Names struct {
	top   *ir.Op
	w     *ir.Writer
	given map[*ir.Value]string
}

// NewNames returns the names that a printer would use for the operations in the given top-level
// operation.
func NewNames(top *ir.Op) *Names { return &Names{top: top} }

// Give names v or, if count is not 1, the results from v on. If the name is "a", v becomes %a or
// the results become %a#0, %a#1, and so on.
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

// Adopt is like Call, but keeps a name that was already set.
func (n *Names) Adopt(v *ir.Value, text string) {
	if _, ok := n.given[v]; !ok {
		n.Call(v, text)
	}
}

// Call sets the name of a value. text is used unchanged, without a "%" before it.
func (n *Names) Call(v *ir.Value, text string) {
	if n.given == nil {
		n.given = map[*ir.Value]string{}
	}
	n.given[v] = text
}

// Number sets the top-level operation. A value without a name from Give, Adopt or Call has the name
// that a printer would use for it in top.
func (n *Names) Number(top *ir.Op) { n.top, n.w = top, nil }

// For returns the names of the operations in the given top-level operation. It keeps the names that
// were set in n, which may be nil.
func (n *Names) For(top *ir.Op) *Names {
	if n == nil {
		return NewNames(top)
	}
	return &Names{top: top, given: n.given}
}

// Cloned returns the names for top, a copy of the program. "to" maps each value to its copy.
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

type namesKey struct{}

// WithNames returns a context that contains n. Passes that run with this context use the names of n
// in their messages.
func WithNames(ctx context.Context, n *Names) context.Context {
	return context.WithValue(ctx, namesKey{}, n)
}

// NamesIn returns the names of a context, or nil if there are none.
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
		n.w = NewPrinter(nil, ir.NewPrintOptions()).Writer
		n.w.Number(n.top)
	}
	n.w.Value(v)
	s := n.w.Text()
	n.w.Flush()
	return s
}

// InText returns the name of an operation's results in the text of its function. ok is false if the
// operation has no results, or if Call or Adopt set a name that does not begin with "%".
func (n *Names) InText(op *ir.Op) (name string, ok bool) {
	name = n.Op(op)
	return name, op.NumResults() > 0 && strings.HasPrefix(name, "%")
}

// Op returns the name of an operation for messages: the name of its results or, without results,
// the operation's name and id.
func (n *Names) Op(op *ir.Op) string {
	if op.NumResults() == 0 {
		return fmt.Sprintf("%s #%d", op.Name(), op.ID())
	}
	s, _, _ := strings.Cut(n.Value(op.ResultAt(0)), "#")
	return s
}
