// Package all has the Bundle of all parts of Lathe that can be linked statically. It lacks only the
// loader of shared objects, without which backend c cannot compile.
package all

import (
	"errors"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/lowering/batchnorm"
	"github.com/lathe-ir/lathe/lowering/buffers"
	lowerchlo "github.com/lathe-ir/lathe/lowering/chlo"
	lowercomplex "github.com/lathe-ir/lathe/lowering/complex"
	"github.com/lathe-ir/lathe/lowering/decompose"
	"github.com/lathe-ir/lathe/lowering/hoist"
	"github.com/lathe-ir/lathe/lowering/kernels"
	lowerlinalg "github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/lowering/mathx"
	"github.com/lathe-ir/lathe/lowering/pack"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/lowering/split"
	lowerstablehlo "github.com/lathe-ir/lathe/lowering/stablehlo"
	"github.com/lathe-ir/lathe/lowering/stream"
	"github.com/lathe-ir/lathe/lowering/tiles"
	"github.com/lathe-ir/lathe/lowering/tuning"
	"github.com/lathe-ir/lathe/lowering/winograd"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/canonicalize"
	"github.com/lathe-ir/lathe/passes/clusterdag"
	"github.com/lathe-ir/lathe/passes/clusterinline"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/compositefixedpoint"
	"github.com/lathe-ir/lathe/passes/controlflowsink"
	"github.com/lathe-ir/lathe/passes/correctlayout"
	"github.com/lathe-ir/lathe/passes/cse"
	"github.com/lathe-ir/lathe/passes/dce"
	"github.com/lathe-ir/lathe/passes/duplicatefuncs"
	"github.com/lathe-ir/lathe/passes/foldscale"
	"github.com/lathe-ir/lathe/passes/fortowhile"
	"github.com/lathe-ir/lathe/passes/fusion"
	"github.com/lathe-ir/lathe/passes/fusiongroups"
	"github.com/lathe-ir/lathe/passes/gradient"
	"github.com/lathe-ir/lathe/passes/infershapes"
	"github.com/lathe-ir/lathe/passes/inline"
	"github.com/lathe-ir/lathe/passes/keepentry"
	"github.com/lathe-ir/lathe/passes/kernelverify"
	"github.com/lathe-ir/lathe/passes/licm"
	"github.com/lathe-ir/lathe/passes/locationsnapshot"
	"github.com/lathe-ir/lathe/passes/norecursion"
	"github.com/lathe-ir/lathe/passes/ordermutation"
	"github.com/lathe-ir/lathe/passes/partinline"
	"github.com/lathe-ir/lathe/passes/partition/balance"
	"github.com/lathe-ir/lathe/passes/partition/collector"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/exact"
	"github.com/lathe-ir/lathe/passes/partition/grow"
	"github.com/lathe-ir/lathe/passes/partition/memory"
	"github.com/lathe-ir/lathe/passes/partition/mincut"
	"github.com/lathe-ir/lathe/passes/partition/place"
	"github.com/lathe-ir/lathe/passes/partition/prepartitioned"
	"github.com/lathe-ir/lathe/passes/partition/profiling"
	"github.com/lathe-ir/lathe/passes/partition/selects"
	"github.com/lathe-ir/lathe/passes/partition/sparsenn"
	"github.com/lathe-ir/lathe/passes/partition/user"
	"github.com/lathe-ir/lathe/passes/patternfusion"
	"github.com/lathe-ir/lathe/passes/placedevice"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/engine"
	"github.com/lathe-ir/lathe/passes/precision"
	"github.com/lathe-ir/lathe/passes/precompute"
	"github.com/lathe-ir/lathe/passes/printir"
	"github.com/lathe-ir/lathe/passes/printopstats"
	"github.com/lathe-ir/lathe/passes/reconcilecasts"
	"github.com/lathe-ir/lathe/passes/sccp"
	"github.com/lathe-ir/lathe/passes/simplifyinference"
	"github.com/lathe-ir/lathe/passes/stablehloopt"
	"github.com/lathe-ir/lathe/passes/statevalues"
	"github.com/lathe-ir/lathe/passes/stripdebuginfo"
	"github.com/lathe-ir/lathe/passes/symboldce"
	"github.com/lathe-ir/lathe/passes/symbolprivatize"
	"github.com/lathe-ir/lathe/passes/topologicalsort"
	"github.com/lathe-ir/lathe/passes/viewopgraph"
)

// Bundle returns all parts of Lathe that link statically.
func Bundle() driver.Bundle {
	return driver.Bundle{
		Dialects: dialects.All(),
		Patterns: dialects.Canonical(),
		Passes: []passes.Pass{
			canonicalize.Pass(), clusterdag.Pass(), clusterinline.Pass(), clusteroutline.Pass(), clusterverify.Pass(), cse.Pass(), dce.Pass(),
			batchnorm.Pass(), buffers.Pass(), lowercomplex.Pass(), decompose.Pass(), fusion.Pass(), hoist.Pass(), kernels.Pass(), kernels.SchedulePass(), kernelverify.Pass(), lowerlinalg.MarkPass(), lowerlinalg.Pass(), lowerstablehlo.Pass(), lowerstablehlo.QuantPass(), lowerstablehlo.PromotePass(), lowerchlo.ComplexMathPass(), lowerchlo.LegalizePass(), lowerchlo.SimplifyPass(), lowerstablehlo.CompositePass(), lowerstablehlo.TokenPass(), lowerstablehlo.TopKPass(), lowerstablehlo.ExportsPass(), lowerstablehlo.ResourcesPass(), lowerstablehlo.RngPass(), lowerstablehlo.TuplesPass(), lowerstablehlo.ArgumentsPass(), lowerstablehlo.RefinePass(), mathx.Pass(), pack.Pass(), split.Pass(), stream.Pass(), tiles.Pass(), tuning.Pass(),
			winograd.Pass(),
			stablehloopt.DynamismPass(), stablehloopt.FolderPass(), stablehloopt.Pass(), stablehloopt.SimplificationPass(),
			lowerstablehlo.AssertionsPass(), lowerstablehlo.DeprecatedPass(), lowerstablehlo.ShapePass(), lowerstablehlo.SignlessPass(), lowerstablehlo.WrapPass(),
			inline.Pass(), keepentry.Pass(), norecursion.Pass(), printir.Pass(), printopstats.Pass(), stripdebuginfo.Pass(), symboldce.Pass(), topologicalsort.Pass(), viewopgraph.Pass(),
			compositefixedpoint.Pass(), controlflowsink.Pass(), duplicatefuncs.Pass(), fortowhile.Pass(), licm.Pass(), locationsnapshot.Pass(), partinline.Pass(), precision.Pass(), reconcilecasts.Pass(), sccp.Pass(), symbolprivatize.Pass(),
			buffers.PoolsPass(), correctlayout.AlterPass(), correctlayout.Pass(), foldscale.Pass(), fusiongroups.Pass(), gradient.Pass(), infershapes.Pass(),
			ordermutation.Pass(), patternfusion.Pass(), precompute.Pass(), simplifyinference.Pass(), statevalues.Pass(),
		},
		// Without a loader of shared objects, backend c answers queries but cannot compile.
		Backends: append(compile.Backends(), c.Factory(nil)),
		Strategies: []placement.Strategy{
			contract.Strategy{}, grow.Strategy{}, collector.Strategy{}, selects.Strategy{}, mincut.Strategy{}, exact.Strategy{},
			memory.Strategy{}, balance.Strategy{}, sparsenn.Strategy{}, user.Strategy{}, prepartitioned.Strategy{}, profiling.Strategy{}, place.Strategy{},
		},
		PipelinesOf: func(b driver.Bundle) []passes.Named {
			return []passes.Named{pipeline.Named(backends.Targets(b.Backends)), nnvm.Build()}
		},
		PassesOf: func(b driver.Bundle) []passes.Pass {
			session := func() (affinity.Open, func() error) {
				r := backends.NewRegistry(b.Backends, backends.Config{})
				return r.Devices, r.Close
			}
			exists := func(device string) error {
				open, close := session()
				_, err := open([]string{device})
				return errors.Join(err, close())
			}
			rates := func(s placement.Spec) *placement.Rates {
				open, close := session()
				defer close()
				d, err := open([]string{s.Name}, s)
				if err != nil {
					return nil // costs are then estimated from the other fields of s
				}
				return d[0].Spec.Rates
			}
			return []passes.Pass{engine.AffinityPass(session), engine.PartitionPass(device.ReadPartition, exists, rates, b.Strategies...), placedevice.Pass(exists)}
		},
	}
}
