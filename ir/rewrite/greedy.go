package rewrite

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
)

// Simplify selects how the greedy driver simplifies regions after each round.
type Simplify uint8

// The levels of the option region-simplify.
const (
	// SimplifyNormal erases unreachable blocks, dead operations and dead block arguments.
	SimplifyNormal Simplify = iota
	// SimplifyAggressive also merges identical blocks and drops redundant arguments.
	SimplifyAggressive
	// SimplifyDisabled does not change regions.
	SimplifyDisabled
)

// Options control the greedy driver. The zero Options are MLIR's defaults.
type Options struct {
	// BottomUp visits the last operations first in each round.
	BottomUp bool
	Regions  Simplify
	// MaxIterations limits the number of rounds. A round visits all operations, revisits those that
	// a change may affect, and then simplifies the regions. 0 means 10. Negative means no limit.
	MaxIterations int
	// MaxRewrites, if positive, is the number of pattern applications after which the next round
	// starts. Otherwise Greedy fails after 1,000,000 applications in a round, plus 1,000 for each
	// operation, because a pattern probably matches its own result.
	MaxRewrites int
	// KeepConstants leaves constants where they are. Otherwise the driver moves each constant to
	// the start of the innermost isolated region around it, and merges equal constants there.
	KeepConstants bool
	// SkipIsolated disables the driver inside operations that are isolated from above.
	SkipIsolated bool
	// NoFold, if set, returns true for operations that must not be folded.
	NoFold func(op *ir.Op) bool
	// ExactNaN disables folds that may change the bits of a NaN. Such a fold replaces a result of
	// an operation with the trait ir.CanonicalNaN by a value whose NaNs may not be canonical. An
	// example is maximum(x, x) → x, where x is a function argument.
	ExactNaN bool
	// Ctx, if not nil, stops the driver when it is canceled.
	Ctx context.Context
	// Log records the decisions; may be nil.
	Log *decision.Log
	// Count, if set, is called for statistics with the name of each applied pattern.
	Count func(name string)
}

// NotConverged is the error of Greedy if the last allowed round still changed the program, or if a
// round did not end. The program is still valid.
type NotConverged struct {
	Rounds int
	// Endless is the number of pattern applications in a round that did not end, or else 0.
	Endless int
	// Last lists the patterns, folds, erasures and simplifications of the last round, such as "fold
	// of arith.addi", most frequent first. If the round did not end, Last lists only those shortly
	// before the limit.
	Last []string
}

func (e *NotConverged) Error() string {
	if e.Endless > 0 {
		return fmt.Sprintf("patterns did not converge: after %d applications in one iteration, these still match: %s",
			e.Endless, strings.Join(e.Last, ", "))
	}
	return fmt.Sprintf("patterns did not converge in %d iterations; the last one still applied %s",
		e.Rounds, strings.Join(e.Last, ", "))
}

// Greedy folds the operations inside root and applies the patterns to them until nothing changes,
// like MLIR's greedy pattern driver. It reports whether anything changed. The error is a
// *NotConverged or the error of Options.Ctx.
func Greedy(reg *ir.Registry, root *ir.Op, set *Set, o Options) (changed bool, err error) {
	if o.MaxIterations == 0 {
		o.MaxIterations = 10
	}
	g := &greedy{o: o, table: newTable(set)}
	g.rw = newRewriter(reg, g)
	g.rw.Log = o.Log
	if o.Ctx != nil {
		g.rw.Ctx = o.Ctx
	}
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
	last   map[string]int // counts for NotConverged.Last; nil until a limit is near
	count  int            // pattern applications of this round
	most   int            // limit of count
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
		changed = changed || g.known.changed
		again := g.process()
		if err := g.stopped(); err != nil {
			g.work.clear()
			return changed || again, err
		}
		if g.endless() {
			g.work.clear()
			return true, g.notConverged()
		}
		if g.o.Regions != SimplifyDisabled && g.rw.Log.Allows() && g.simplify(r) {
			again = true
			if g.last != nil {
				g.last["simplification of regions"]++
			}
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
	if g.endless() {
		e.Endless = g.count
	}
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

// fill pushes all operations inside r on the worklist and merges equal constants.
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
				g.add(op) // also adds the ancestors of op, as MLIR does
			}
		}
	}
}

// skips reports whether the driver ignores the operations inside op.
func (g *greedy) skips(op *ir.Op) bool { return g.o.SkipIsolated && op.Has(ir.IsolatedFromAbove) }

// mergeConstant replaces op by a known constant if op is an equal constant, and reports whether it
// replaced op. If op is another constant, it becomes a known constant.
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
	first.SetLoc(ir.Loc{}) // because first represents constants of several source locations
	return true
}

// process visits the operations of the worklist until it is empty or a limit is reached.
func (g *greedy) process() (changed bool) {
	g.count, g.most = 0, g.o.MaxRewrites
	if g.most <= 0 {
		g.most = 1_000_000 + 1000*len(g.work.ops)
	}
	for n := 0; g.count < g.most; n++ {
		op := g.work.pop()
		if op == nil {
			return changed
		}
		if g.last == nil && g.o.MaxRewrites <= 0 && g.count == g.most-100 {
			g.last = map[string]int{}
		}
		if n&1023 == 1023 && g.stopped() != nil {
			return changed
		}
		changed = g.visit(op) || changed
	}
	return changed
}

// endless reports whether the round reached the default limit of pattern applications.
func (g *greedy) endless() bool { return g.o.MaxRewrites <= 0 && g.count == g.most }

// readsItself reports whether a result of op is an operand of op, which is possible only in
// unreachable blocks and graph regions. Rewriting such an operation might never end.
func readsItself(op *ir.Op) bool {
	for v := range op.Operands() {
		if v.Def() == op {
			return true
		}
	}
	return false
}

// visit erases op if it is dead. Otherwise it folds op or, if op does not fold, applies a pattern.
func (g *greedy) visit(op *ir.Op) bool {
	if op.Dead() {
		if !g.allow(decision.Erase, "dead", op) {
			return false
		}
		g.rw.Erase(op)
		return true
	}
	if readsItself(op) {
		return false
	}
	if !op.Has(ir.ConstantLike) && (g.o.NoFold == nil || !g.o.NoFold(op)) && g.fold(op) {
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

// allow records a step in the decision log and reports whether the log's limit permits the step.
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

func (g *greedy) inserted(op *ir.Op) { g.add(op) }

func (g *greedy) modified(op *ir.Op) { g.add(op) }

// erasing visits the definition of an operand again if the operand has at most one other user. The
// definition may now be dead or match more patterns.
func (g *greedy) erasing(op *ir.Op) {
	for v := range op.Operands() {
		if v == nil {
			continue // DropOperands has already removed the operands of dead operations
		}
		if def := v.Def(); def != nil && fewUsers(v, op) {
			g.add(def)
		}
	}
	g.work.remove(op)
}

// fewUsers reports whether at most one operation other than op uses v.
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

// add pushes op, and its ancestors inside the region g.scope, on the worklist. It ignores
// operations outside g.scope.
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
