package nnvm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/passes"
)

const buildDoc = `optimize a graph as NNVM's compiler does

The passes and their order are those of NNVM's opt_level. Level 0 includes
simplify-inference; level 1 adds fusion groups, level 2 precomputation from parameters, and
level 3 changes of layouts and scales. Memory planning is last.`

type buildOptions struct {
	Level  int      `opt:"opt-level" help:"the optimization level, 0 to 3"`
	Add    []string `opt:"add-pass" help:"NNVM's names of passes to run at every level, such as FoldScaleAxis"`
	Params []string `opt:"params" help:"names of the arguments that are parameters, which do not change from run to run"`
	Block  int      `opt:"block" help:"the number of channels in a block, if layouts are altered; 0 leaves convolutions unchanged"`
}

// buildLevels has the lowest opt_level at which NNVM's compiler runs each pass.
var buildLevels = map[string]int{"SimplifyInference": 0, "OpFusion": 1, "PrecomputePrune": 2, "FoldScaleAxis": 3, "AlterOpLayout": 3}

// Build returns nnvm-build, the list of passes of NNVM's compiler.
func Build() passes.Named {
	return passes.AliasWith("nnvm-build", buildDoc, buildOptions{Level: 2}, func(o buildOptions) (string, error) {
		if o.Level < 0 || o.Level > 3 {
			return "", fmt.Errorf("opt-level must be between 0 and 3, but is %d", o.Level)
		}
		for _, name := range o.Add {
			if _, known := buildLevels[name]; !known {
				return "", fmt.Errorf("add-pass has %q, which is not a pass of NNVM's compiler; have AlterOpLayout, FoldScaleAxis, OpFusion, PrecomputePrune, SimplifyInference", name)
			}
		}
		return strings.Join(o.steps(), ","), nil
	})
}

func (o buildOptions) steps() []string {
	runs := func(name string) bool { return o.Level >= buildLevels[name] || slices.Contains(o.Add, name) }
	steps := []string{"correct-layout", "infer-shapes"}
	if runs("AlterOpLayout") {
		steps = append(steps, fmt.Sprintf("alter-layout{block=%d}", o.Block), "infer-shapes")
	}
	if runs("SimplifyInference") {
		steps = append(steps, "simplify-inference", "infer-shapes")
	}
	if runs("FoldScaleAxis") {
		steps = append(steps, "fold-scale-axis", "infer-shapes")
	}
	if runs("PrecomputePrune") && len(o.Params) > 0 {
		steps = append(steps, "precompute-split{params="+strings.Join(o.Params, ",")+"}", "infer-shapes")
	}
	groups := "fusion-groups"
	if !runs("OpFusion") {
		groups = "fusion-groups{level=0}"
	}
	return append(steps, groups, "plan-pools")
}
