// Package rewrite transforms programs with patterns. Its greedy driver applies patterns and folding
// until nothing changes.
package rewrite

import (
	"path"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/ir"
)

// Pattern is a rewrite rule, created by a function such as On. The zero Pattern is not valid. A
// Pattern is a pointer, because lists of patterns then take less code.
type Pattern struct{ *pattern }

type pattern struct {
	name    string
	of      any          // the pattern's function; its name is used if name is ""
	root    reflect.Type // view of the root; nil: any operation
	benefit int
	match   func(*ir.Op, *Rewriter) bool
}

// On returns a pattern that calls f for each operation with view T. f must return false if it
// changed nothing, and must complete all checks before its first change. The pattern's name in the
// decision log is the name of f, such as "arith.addChain". On is not inlined, because it has
// hundreds of callers.
//
//go:noinline
func On[T ir.Typed](f func(op T, rw *Rewriter) bool) Pattern {
	return Pattern{&pattern{
		of:      f,
		root:    reflect.TypeFor[T](),
		benefit: 1,
		match: func(op *ir.Op, rw *Rewriter) bool {
			v, ok := ir.As[T](op)
			return ok && f(v, rw)
		},
	}}
}

// OnInterface returns a pattern that calls f for each operation for which [ir.Cast] finds an
// implementation of I.
//
//go:noinline
func OnInterface[I any](f func(op *ir.Op, as I, rw *Rewriter) bool) Pattern {
	return Pattern{&pattern{
		of:      f,
		benefit: 1,
		match: func(op *ir.Op, rw *Rewriter) bool {
			as, ok := ir.Cast[I](op)
			return ok && f(op, as, rw)
		},
	}}
}

// Benefit returns a copy of the pattern with benefit n. Patterns with greater benefit are tried
// first; the default is 1.
func (p Pattern) Benefit(n int) Pattern {
	c := *p.pattern
	c.benefit = n
	return Pattern{&c}
}

// Named returns a copy of the pattern with the given name. Without it, all patterns that a loop
// creates would have the same name.
func (p Pattern) Named(name string) Pattern {
	c := *p.pattern
	c.name = name
	return Pattern{&c}
}

// Name returns the name in the decision log, such as "arith.addChain".
func (p Pattern) Name() string {
	if p.name == "" {
		return funcName(p.of)
	}
	return p.name
}

// funcName returns "package.function" for a function value.
func funcName(f any) string {
	fn := runtime.FuncForPC(reflect.ValueOf(f).Pointer())
	if fn == nil {
		return "unknown"
	}
	name := path.Base(fn.Name())
	return strings.TrimSuffix(name, "-fm")
}

// appliesTo reports whether operations with this definition can be the pattern's root. It returns
// true for patterns of OnInterface, which check each operation.
func (p Pattern) appliesTo(def *ir.OpDef) bool {
	return p.root == nil || reflect.TypeOf(def.Zero()) == p.root
}

// Set is an immutable set of patterns, safe for concurrent use.
type Set struct {
	patterns []Pattern
	sort     sync.Once // sorts at first use, because most runs use only some of a tool's sets
}

// NewSet returns a set of patterns. Patterns with greater benefit come first. Patterns of equal
// benefit keep the order of ps.
func NewSet(ps ...Pattern) *Set { return &Set{patterns: slices.Clone(ps)} }

// Only returns the patterns that the options enable-patterns and disable-patterns select by name.
// If enable is empty, all names are enabled.
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

// Patterns returns the patterns in the order in which they are tried. The caller must not change
// the slice. A nil set has no patterns.
func (s *Set) Patterns() []Pattern {
	if s == nil {
		return nil
	}
	s.sort.Do(func() {
		for i := range s.patterns {
			s.patterns[i] = s.patterns[i].Named(s.patterns[i].Name())
		}
		sort.SliceStable(s.patterns, func(i, j int) bool { return s.patterns[i].benefit > s.patterns[j].benefit })
	})
	return s.patterns
}

// table caches the patterns for each operation definition. It is not safe for concurrent use.
type table struct {
	set   *Set
	byDef map[*ir.OpDef][]Pattern
	last  *ir.OpDef
	found []Pattern
}

func newTable(s *Set) *table { return &table{set: s, byDef: map[*ir.OpDef][]Pattern{}} }

// of returns the patterns whose root can be op, in the order of decreasing benefit.
func (t *table) of(op *ir.Op) []Pattern {
	def := op.Def()
	if def == t.last {
		return t.found
	}
	ps, ok := t.byDef[def]
	if !ok {
		for _, p := range t.set.Patterns() {
			if p.appliesTo(def) {
				ps = append(ps, p)
			}
		}
		t.byDef[def] = ps
	}
	t.last, t.found = def, ps
	return ps
}
