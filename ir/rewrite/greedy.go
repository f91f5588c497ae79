package rewrite

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
)

// Simplify says how far the greedy driver simplifies control flow after each
// round.
type Simplify uint8

// The levels, as the option region-simplify spells them.
const (
	// SimplifyNormal erases unreachable blocks, dead operations and dead block
	// arguments.
	SimplifyNormal Simplify = iota
	// SimplifyAggressive also merges identical blocks and drops redundant
	// arguments.
	SimplifyAggressive
	// SimplifyDisabled leaves regions alone.
	SimplifyDisabled
)

// Options steer the greedy driver. The zero Options are MLIR's defaults.
type Options struct {
	// BottomUp visits the last operations first in each round.
	BottomUp bool
	Regions  Simplify
	// MaxIterations bounds the rounds; 0 means 10, a negative number no bound.
	MaxIterations int
	// MaxRewrites bounds the pattern applications of a round; 0 means no bound.
	MaxRewrites int
	// KeepConstants leaves equal constants where they stand instead of merging
	// them at the start of the entry block.
	KeepConstants bool
	// SkipIsolated leaves alone what is inside operations that are isolated from
	// above.
	SkipIsolated bool
	// NoFold leaves folding out.
	NoFold bool
	// Ctx stops the driver early; may be nil.
	Ctx context.Context
	// Log takes the decisions; may be nil.
	Log *decision.Log
	// Count, where set, is called with the name of each pattern that applied, for
	// statistics.
	Count func(name string)
}

// NotConverged is the error of a set that still changed the program in the last
// round. The program is valid all the same.
type NotConverged struct {
	Rounds int
	// Last names the rules of the last round, most frequent first.
	Last []string
}

func (e *NotConverged) Error() string {
	return fmt.Sprintf("patterns did not converge in %d iterations; the last one still applied %s",
		e.Rounds, strings.Join(e.Last, ", "))
}

// Greedy folds and applies the patterns to everything inside root, again and
// again, until nothing changes: MLIR's greedy pattern driver. It reports whether
// anything changed; the error is a *NotConverged or that of Options.Ctx.
func Greedy(reg *ir.Registry, root *ir.Op, set *Set, o Options) (changed bool, err error) {
	if o.MaxIterations == 0 {
		o.MaxIterations = 10
	}
	g := &greedy{o: o, table: newTable(set)}
	g.rw = newRewriter(reg, g)
	g.rw.Log = o.Log
	for i := range root.NumRegions() {
		c, e := g.region(root.RegionAt(i))
		changed = changed || c
		if e != nil {
			return changed, e
		}
	}
	return changed, nil
}

// greedy is one run of the driver over the regions of an operation.
type greedy struct {
	o      Options
	rw     *Rewriter
	table  *table
	scope  *ir.Region
	work   worklist
	consts []ir.Attr
	known  knownConstants
	last   map[string]int // rules of this round, kept near the limit only
	count  int            // pattern applications of this round
}

// region runs rounds until nothing changes.
func (g *greedy) region(r *ir.Region) (changed bool, err error) {
	g.scope = r
	for round := 1; ; round++ {
		if g.o.MaxIterations > 0 && round > g.o.MaxIterations {
			return true, g.notConverged()
		}
		g.last = nil
		if round == g.o.MaxIterations {
			g.last = map[string]int{}
		}
		g.fill(r)
		again := g.process()
		if err := g.stopped(); err != nil {
			g.work.clear()
			return changed || again, err
		}
		if g.o.Regions != SimplifyDisabled && g.rw.Log.Allows() {
			again = g.simplify(r) || again
		}
		g.work.clear()
		if !again {
			return changed, nil
		}
		changed = true
	}
}

func (g *greedy) stopped() error {
	if g.o.Ctx == nil {
		return nil
	}
	return g.o.Ctx.Err()
}

func (g *greedy) notConverged() error {
	e := &NotConverged{Rounds: g.o.MaxIterations}
	for name := range g.last {
		e.Last = append(e.Last, name)
	}
	slices.SortFunc(e.Last, func(a, b string) int {
		if d := g.last[b] - g.last[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return e
}

// fill puts everything inside r on the worklist and merges constants.
func (g *greedy) fill(r *ir.Region) {
	g.work.clear()
	g.known.reset()
	if g.o.BottomUp {
		g.fillPost(r)
		return
	}
	g.fillPre(r)
	g.work.reverse()
}

func (g *greedy) fillPre(r *ir.Region) {
	for _, b := range r.Blocks {
		for op := range b.Ops() {
			if g.mergeConstant(op) {
				continue
			}
			g.work.push(op)
			if g.skips(op) {
				continue
			}
			for i := range op.NumRegions() {
				g.fillPre(op.RegionAt(i))
			}
		}
	}
}

func (g *greedy) fillPost(r *ir.Region) {
	for _, b := range r.Blocks {
		for op := range b.Ops() {
			for i := 0; i < op.NumRegions() && !g.skips(op); i++ {
				g.fillPost(op.RegionAt(i))
			}
			if !g.mergeConstant(op) {
				g.work.push(op)
			}
		}
	}
}

// skips reports whether the inside of op is left alone.
func (g *greedy) skips(op *ir.Op) bool { return g.o.SkipIsolated && op.Has(ir.IsolatedFromAbove) }

// mergeConstant reports whether op was a constant equal to a known one, by
// which it was replaced.
func (g *greedy) mergeConstant(op *ir.Op) bool {
	if g.o.KeepConstants || !op.Has(ir.ConstantLike) || op.NumResults() != 1 {
		return false
	}
	a, ok := Const(op.Result())
	if !ok || !g.rw.Log.Allows() {
		return false
	}
	first := g.known.insert(op, a)
	if first == nil {
		return false
	}
	g.note(decision.CSE, "constant", op)
	g.rw.ReplaceWith(op, first)
	first.Derive(op)
	first.SetLoc(ir.Loc{}) // it stands for several places now
	return true
}

// process empties the worklist and reports whether anything changed.
func (g *greedy) process() (changed bool) {
	g.count = 0
	for n := 0; g.o.MaxRewrites <= 0 || g.count < g.o.MaxRewrites; n++ {
		op := g.work.pop()
		if op == nil {
			return changed
		}
		if n&1023 == 1023 && g.stopped() != nil {
			return changed
		}
		changed = g.visit(op) || changed
	}
	return changed
}

// visit erases, folds or rewrites op, whichever comes first.
func (g *greedy) visit(op *ir.Op) bool {
	if op.Dead() {
		if !g.allow(decision.Erase, "dead", op) {
			return false
		}
		g.rw.Erase(op)
		return true
	}
	if !g.o.NoFold && !op.Has(ir.ConstantLike) && g.fold(op) {
		return true
	}
	for _, p := range g.table.of(op) {
		if g.rw.apply(p, op) {
			g.count++
			if g.o.Count != nil {
				g.o.Count(p.name)
			}
			if g.last != nil {
				g.last[p.name]++
			}
			return true
		}
	}
	return false
}

// allow records a step and reports whether it may be taken.
func (g *greedy) allow(k decision.Kind, rule string, op *ir.Op) bool {
	if g.last != nil {
		g.last[k.String()+" of "+op.Name()]++
	}
	if !g.rw.Log.Recording() {
		return true
	}
	return g.rw.Log.Add(decision.Entry{Kind: k, Rule: rule, Ops: []uint32{op.ID()}})
}

func (g *greedy) note(k decision.Kind, rule string, op *ir.Op) { g.allow(k, rule, op) }

// inserted implements listener.
func (g *greedy) inserted(op *ir.Op) { g.add(op) }

// modified implements listener.
func (g *greedy) modified(op *ir.Op) { g.add(op) }

// erasing implements listener: operands that op leaves with at most one use are
// looked at again, since they may be dead or match more.
func (g *greedy) erasing(op *ir.Op) {
	for v := range op.Operands() {
		if v == nil {
			continue // dropped together with others that are dead
		}
		if def := v.Def(); def != nil && fewUsers(v, op) {
			g.add(def)
		}
	}
	g.work.remove(op)
}

// fewUsers reports whether v has at most one user besides op.
func fewUsers(v *ir.Value, op *ir.Op) bool {
	var other *ir.Op
	for u := range v.Uses() {
		switch o := u.Owner(); {
		case o == op || o == other:
		case other == nil:
			other = o
		default:
			return false
		}
	}
	return true
}

// add puts op and what contains it, up to the scope, on the worklist. What lies
// outside is left alone.
func (g *greedy) add(op *ir.Op) {
	top := op
	for r := top.ParentRegion(); r != g.scope; r = top.ParentRegion() {
		if r == nil || r.Owner() == nil {
			return
		}
		top = r.Owner()
	}
	for {
		g.work.push(op)
		if op == top {
			return
		}
		op = op.Parent()
	}
}
