// Package stablehloopt has StableHLO's own optimizations as patterns, and the passes that apply
// them: constant folding, simplification, both together, and removal of dynamism.
package stablehloopt

import (
	"errors"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const folderDoc = `fold StableHLO operations on constants

Operations on constants become constants. A case with a constant index becomes the selected branch,
a loop whose condition is false becomes its operands, and a reduction over no dimensions becomes its
inputs. A reduction whose body returns constants becomes these constants.`

const simplificationDoc = `simplify StableHLO operations

Constants become the right operands of commutative operations. Operations that change nothing, or
cancel each other, are erased. Dynamic operations whose shapes are constant become static. Unused
results of reductions and sorts, and values that a loop does not change, are dropped. The
discardable attributes of an operation move to its replacement. A sum with the float 0 becomes the
other operand, even though the sum of 0 and -0 is 0.`

const bothDoc = `fold and simplify StableHLO operations

The pass has the patterns of stablehlo-aggressive-folder and stablehlo-aggressive-simplification.
The patterns of the folder are tried first.`

// SimplificationOptions are the options of stablehlo-aggressive-simplification.
type SimplificationOptions struct {
	Limit int `opt:"fold-op-element-limit" help:"largest number of elements of a folded constant that is not a splat"`
}

// FolderOptions are the options of stablehlo-aggressive-folder.
type FolderOptions struct {
	AssumePure bool `opt:"assume-no-undeclared-side-effects" help:"erase unused loops that never run, even if these loops call functions"`
	Limit      int  `opt:"fold-op-element-limit" help:"largest number of elements of a folded constant that is not a splat"`
	Floats     bool `opt:"optimize-float" help:"fold arithmetic of floats too"`
}

// FolderDefaults returns the default options of the folder.
func FolderDefaults() FolderOptions { return FolderOptions{Limit: 65536, Floats: true} }

// FolderPass returns stablehlo-aggressive-folder.
func FolderPass() passes.Pass {
	return passes.OnWith("stablehlo-aggressive-folder", folderDoc, FolderDefaults(), func(r *passes.Run, f fn.Func, o FolderOptions) error {
		return apply(r, f, Folds(o)...)
	})
}

// SimplificationPass returns stablehlo-aggressive-simplification.
func SimplificationPass() passes.Pass {
	o := SimplificationOptions{Limit: FolderDefaults().Limit}
	return passes.OnWith("stablehlo-aggressive-simplification", simplificationDoc, o, func(r *passes.Run, f fn.Func, o SimplificationOptions) error {
		return apply(r, f, Simplifications(o)...)
	})
}

// Pass returns stablehlo-target-independent-optimization.
func Pass() passes.Pass {
	return passes.OnWith("stablehlo-target-independent-optimization", bothDoc, FolderDefaults(), func(r *passes.Run, f fn.Func, o FolderOptions) error {
		ps := Simplifications(SimplificationOptions{Limit: o.Limit})
		for _, p := range Folds(o) {
			ps = append(ps, p.Benefit(3)) // before every simplification
		}
		return apply(r, f, ps...)
	})
}

// apply runs the patterns until nothing changes, or for ten rounds. The driver's own folding is off
// for operations of StableHLO, so that only the patterns fold them.
func apply(r *passes.Run, f fn.Func, ps ...rewrite.Pattern) error {
	changed, err := rewrite.Greedy(r.Registry, f.Op, rewrite.NewSet(ps...), rewrite.Options{
		BottomUp: true,
		Regions:  rewrite.SimplifyAggressive,
		NoFold:   ofStableHLO,
		Ctx:      r.Ctx,
		Log:      r.Log,
		Count:    func(name string) { r.Count(name, 1) },
	})
	if !changed {
		r.Unchanged()
	}
	if late := (*rewrite.NotConverged)(nil); errors.As(err, &late) && late.Endless == 0 {
		return nil // the program is valid, although the last round still changed it
	}
	return err
}

func ofStableHLO(op *ir.Op) bool {
	d := op.Def().Dialect()
	return d != nil && (d.Name == "stablehlo" || d.Name == "chlo")
}
