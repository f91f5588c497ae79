package rewrite

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Legality defines which operations may remain after a conversion. In the zero Legality all
// operations have unknown legality.
type Legality struct {
	dialects map[string]bool
	ops      map[string]func(*ir.Op) bool
}

func always(*ir.Op) bool { return true }
func never(*ir.Op) bool  { return false }

// Legal makes operations ("arith.addi") and whole dialects ("arith") legal, and returns l.
// Entries for an operation take precedence over those for its dialect.
func (l *Legality) Legal(names ...string) *Legality { return l.set(true, names) }

// Illegal makes operations or whole dialects illegal, so that they must be converted, and returns
// l.
func (l *Legality) Illegal(names ...string) *Legality { return l.set(false, names) }

// When makes operations called name legal if f returns true, and illegal otherwise, and returns
// l.
func (l *Legality) When(name string, f func(*ir.Op) bool) *Legality {
	l.init()
	l.ops[name] = f
	return l
}

func (l *Legality) init() {
	if l.ops == nil {
		l.dialects, l.ops = map[string]bool{}, map[string]func(*ir.Op) bool{}
	}
}

func (l *Legality) set(legal bool, names []string) *Legality {
	l.init()
	for _, n := range names {
		switch {
		case dialectOf(n) == n:
			l.dialects[n] = legal
		case legal:
			l.ops[n] = always
		default:
			l.ops[n] = never
		}
	}
	return l
}

func dialectOf(name string) string {
	for i := range len(name) {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return name
}

// of returns whether op is legal, and whether that is known.
func (l *Legality) of(op *ir.Op) (legal, known bool) {
	if f := l.ops[op.Name()]; f != nil {
		return f(op), true
	}
	legal, known = l.dialects[dialectOf(op.Name())]
	return legal, known
}

// Conversion converts illegal operations to legal ones, each with the first pattern that applies.
// Patterns see converted operands, because definitions precede uses. The operations that they
// create are converted in turn.
//
// Unlike MLIR's driver it changes the program immediately and never rolls back: after an error
// the program can only be printed. The patterns are responsible for changes of types.
type Conversion struct {
	Set      *Set
	Legality *Legality
	// Full also converts operations of unknown legality.
	Full bool
	// Log records the decisions; may be nil.
	Log *decision.Log
	// Depth limits how often the results of a conversion are converted again, in case patterns
	// form a cycle; 0 means 16.
	Depth int
}

// Run converts everything inside root. It reports all operations that no pattern converts.
func (c *Conversion) Run(reg *ir.Registry, root *ir.Op) error {
	d := &converter{c: c, table: newTable(c.Set), gone: map[*ir.Op]bool{}}
	d.rw = newRewriter(reg, d)
	d.rw.Log = c.Log
	var work []*ir.Op
	for i := range root.NumRegions() {
		work = gather(root.RegionAt(i), work)
	}
	limit := c.Depth
	if limit == 0 {
		limit = 16
	}
	for _, op := range work {
		d.convert(op, limit)
	}
	return d.errs.Err()
}

// gather appends the operations inside r, outer operations and definitions first.
func gather(r *ir.Region, work []*ir.Op) []*ir.Op {
	for _, b := range r.Blocks {
		for op := b.First(); op != nil; op = op.Next() {
			work = append(work, op)
			for i := range op.NumRegions() {
				work = gather(op.RegionAt(i), work)
			}
		}
	}
	return work
}

type converter struct {
	c     *Conversion
	rw    *Rewriter
	table *table
	made  []*ir.Op // by the current pattern
	gone  map[*ir.Op]bool
	errs  diag.List
}

func (d *converter) inserted(op *ir.Op) { d.made = append(d.made, op) }
func (d *converter) modified(*ir.Op)    {}
func (d *converter) erasing(op *ir.Op)  { d.gone[op] = true }

// convert makes op legal; depth limits further conversions of the result.
func (d *converter) convert(op *ir.Op, depth int) {
	if d.gone[op] {
		return
	}
	legal, known := d.c.Legality.of(op)
	if legal || !known && !d.c.Full {
		return
	}
	if depth == 0 {
		d.fail(op, known, "; patterns that made it go in circles")
		return
	}
	d.made = nil
	for _, p := range d.table.of(op) {
		if !d.rw.apply(p, op) {
			continue
		}
		made := d.made
		if !d.gone[op] {
			// Changed in place: it must be legal now.
			d.convert(op, depth-1)
		}
		for _, m := range made {
			d.convert(m, depth-1)
		}
		return
	}
	d.fail(op, known, "")
}

func (d *converter) fail(op *ir.Op, explicit bool, why string) {
	msg := fmt.Sprintf("failed to legalize operation '%s'", op.Name())
	if explicit {
		msg += " that was explicitly marked illegal"
	}
	d.errs = append(d.errs, ir.ErrorAt(op, "%s%s", msg, why))
}
