// Package rewrite changes programs by rules: patterns, the greedy driver that
// applies them to a fixed point together with folding, and a driver for
// conversions between dialects.
package rewrite

import (
	"path"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/ir"
)

// Pattern is one rewrite rule. The zero Pattern is not valid; On and its
// relatives make them.
type Pattern struct {
	name    string
	of      any          // the function that gives the name, if it has none of its own
	root    reflect.Type // view of the root; nil: any operation
	rootOp  string       // name of the root instead of root, for unregistered operations
	benefit int
	match   func(*ir.Op, *Rewriter) bool
}

// On returns the pattern f on the operation T. f returns false if it changed
// nothing; it looks first and changes last. The pattern's name in the decision
// log is f's: "arith.addChain".
func On[T ir.Typed](f func(op T, rw *Rewriter) bool) Pattern {
	return Pattern{
		of:      f,
		root:    reflect.TypeFor[T](),
		benefit: 1,
		match:   func(op *ir.Op, rw *Rewriter) bool { return f(T{ir.Ref{Op: op}}, rw) },
	}
}

// OnInterface returns the pattern f on every operation that is an I, by its
// view or by a model.
func OnInterface[I any](f func(op *ir.Op, as I, rw *Rewriter) bool) Pattern {
	return Pattern{
		of:      f,
		benefit: 1,
		match: func(op *ir.Op, rw *Rewriter) bool {
			as, ok := ir.Cast[I](op)
			return ok && f(op, as, rw)
		},
	}
}

// OnAny returns the pattern f on operations of every kind.
func OnAny(f func(op *ir.Op, rw *Rewriter) bool) Pattern {
	return Pattern{of: f, benefit: 1, match: f}
}

// OnName returns the pattern f on the operation called name, which need not be
// registered.
func OnName(name string, f func(op *ir.Op, rw *Rewriter) bool) Pattern {
	return Pattern{of: f, rootOp: name, benefit: 1, match: f}
}

// Benefit returns the pattern with another benefit: patterns of greater benefit
// are tried first; 1 is usual.
func (p Pattern) Benefit(n int) Pattern {
	p.benefit = n
	return p
}

// Named returns the pattern under another name, for patterns made in loops.
func (p Pattern) Named(name string) Pattern {
	p.name = name
	return p
}

// Name returns the name in the decision log, such as "arith.addChain".
func (p Pattern) Name() string {
	if p.name == "" {
		return funcName(p.of)
	}
	return p.name
}

// funcName is "package.function" of a function value. Closures keep the suffix
// that Go gives them.
func funcName(f any) string {
	fn := runtime.FuncForPC(reflect.ValueOf(f).Pointer())
	if fn == nil {
		return "unknown"
	}
	name := path.Base(fn.Name())
	return strings.TrimSuffix(name, "-fm")
}

// appliesTo reports whether operations of a kind can be the pattern's root.
// Interfaces are asked for per operation.
func (p *Pattern) appliesTo(def *ir.OpDef) bool {
	switch {
	case p.rootOp != "":
		return def.Name() == p.rootOp
	case p.root != nil:
		return reflect.TypeOf(def.Zero()) == p.root
	}
	return true
}

// Set is an immutable set of patterns, safe for concurrent use.
type Set struct {
	patterns []Pattern
	sort     sync.Once // at first use: tools make sets that most runs don't need
}

// NewSet returns a set. Patterns of greater benefit come first; ties go by the
// order of the list.
func NewSet(ps ...Pattern) *Set { return &Set{patterns: slices.Clone(ps)} }

// Only returns the set restricted as the options disable-patterns and
// enable-patterns say: the patterns whose names are in enable, or all where it
// is empty, without those in disable.
func (s *Set) Only(enable, disable []string) *Set {
	if len(enable) == 0 && len(disable) == 0 {
		return s
	}
	t := &Set{}
	for _, p := range s.Patterns() {
		if (len(enable) == 0 || slices.Contains(enable, p.name)) && !slices.Contains(disable, p.name) {
			t.patterns = append(t.patterns, p)
		}
	}
	return t
}

// Patterns returns the patterns in the order in which they are tried. The slice
// must not be changed. A nil set has none.
func (s *Set) Patterns() []Pattern {
	if s == nil {
		return nil
	}
	s.sort.Do(func() {
		for i := range s.patterns {
			s.patterns[i].name = s.patterns[i].Name()
		}
		slices.SortStableFunc(s.patterns, func(a, b Pattern) int { return b.benefit - a.benefit })
	})
	return s.patterns
}

// table finds the patterns for an operation, by its kind. It belongs to one
// goroutine.
type table struct {
	set   *Set
	byDef map[*ir.OpDef][]*Pattern
	last  *ir.OpDef
	found []*Pattern
}

func newTable(s *Set) *table { return &table{set: s, byDef: map[*ir.OpDef][]*Pattern{}} }

// of returns the patterns for operations like op, best first.
func (t *table) of(op *ir.Op) []*Pattern {
	def := op.Def()
	if def == t.last {
		return t.found
	}
	ps, ok := t.byDef[def]
	if !ok {
		all := t.set.Patterns()
		for i := range all {
			if all[i].appliesTo(def) {
				ps = append(ps, &all[i])
			}
		}
		t.byDef[def] = ps
	}
	t.last, t.found = def, ps
	return ps
}
