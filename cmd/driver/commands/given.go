package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/clusterinline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// adopt takes the existing clusters of a program. It checks them, restores the undivided program,
// and returns the clusters as a strategy. It returns nil if there are none.
func (pl *plan) adopt(o planOptions) (placement.Strategy, error) {
	if !compile.Divided(pl.module) {
		return nil, nil
	}
	if o.noRepair {
		return nil, idleBesideClusters("--no-repair")
	}
	if err := o.besideClusters(); err != nil {
		return nil, err
	}
	if err := clusterverify.Given(pl.module); err != nil {
		return nil, err
	}
	g := given{of: map[uint32]int32{}}
	symbols := ir.NewSymbols(pl.module.Op)
	pl.module.Op.Walk(func(op *ir.Op) bool {
		switch o := op.View().(type) {
		case cluster.Region:
			g.add(op, o.Body(), o.Device())
			pl.handOut(op, o.Body())
		case cluster.Launch:
			if f, ok := ir.As[fn.Func](symbols.Lookup(o.CalleeName())); ok {
				g.add(op, f.Entry(), o.Device())
				pl.handOut(op, f.Entry())
			}
		}
		return true
	})
	pl.given = "as the clusters of the program say"
	if err := clusterinline.Module(pl.module); err != nil {
		return nil, err
	}
	return g.renumbered(pl.module), nil
}

// renumbered gives the operations of m the ids that they have after m is printed and parsed.
// References by number are then valid for the program without its clusters.
func (g given) renumbered(m ir.Module) given {
	of, id := map[uint32]int32{}, uint32(0)
	m.Op.Walk(func(op *ir.Op) bool {
		id++
		if c, ok := g.of[op.ID()]; ok {
			of[id] = c
		}
		op.SetID(id)
		return true
	})
	return given{of, g.parts}
}

// handOut records that the values that a body returns replace the results of op, its cluster.
func (pl *plan) handOut(op *ir.Op, body *ir.Block) {
	values := slices.Collect(body.Last().Operands())
	for result := range op.Results() {
		if v := values[result.Index()]; v.Def() != nil {
			pl.stand(strings.TrimPrefix(pl.names.Value(result), "%"), functionOf(result), v)
		}
	}
}

// nameClusterValues adds the cluster to the names of values that were in clusters, because each
// cluster has its own names.
func (pl *plan) nameClusterValues() {
	renamed := map[*ir.Op]bool{}
	for _, f := range pl.funcs {
		for n, op := range f.Ops {
			in := f.Fn.SymName() // constants no longer belong to a cluster
			if !f.IsConstant(int32(n)) {
				in = strings.TrimPrefix(f.clusterName(int(f.Of[n])), "@")
			}
			renamed[op] = true
			for v := range op.Results() {
				full := strings.TrimPrefix(pl.names.Value(v), "%")
				pl.stand(full, in, v)
				if in != f.Fn.SymName() {
					pl.names.Call(v, "@"+in+":%"+full)
				}
			}
		}
	}
	for name, values := range pl.sources {
		pl.sources[name] = slices.DeleteFunc(values, func(v *ir.Value) bool { return renamed[v.Def()] })
	}
}

// given is the strategy that returns the clusters that the program had.
type given struct {
	of    map[uint32]int32 // the cluster of an operation, by its id
	parts []*cluster.Part  // of the clusters; nil for a cluster that is not a part
}

var _ placement.Ordered = given{}

// add assigns the operations of a body to the cluster op.
func (g *given) add(op *ir.Op, body *ir.Block, device string) {
	n := int32(len(g.parts))
	g.parts = append(g.parts, nil)
	if p, ok := cluster.PartOf(op); ok {
		g.parts[n] = &p
	}
	for op := range body.Ops() {
		if op != body.Last() && !irplace.IsConstant(op) {
			g.of[op.ID()] = n
			cluster.SetDevice(op, device)
		}
	}
}

// Name implements placement.Strategy.
func (given) Name() string { return "given" }

// Idle implements placement.Ordered.
func (given) Idle(string) (why string, help []string) { return compile.NoCluster() }

// Partition implements placement.Strategy.
func (g given) Partition(ctx context.Context, graph *placement.Graph, _ placement.Options, _ placement.Logger) (*placement.Partition, error) {
	of := make([]int32, graph.Len())
	for v := range of {
		c, ok := g.of[graph.Op[v]]
		if !ok && !graph.IsConstant(int32(v)) {
			return nil, fmt.Errorf("%s is in no cluster", graph.Name(int32(v)))
		}
		of[v] = c
	}
	p := placement.NewPartition(graph, of, "the program")
	if err := placement.Verify(graph, p); err != nil {
		return nil, err
	}
	for i := range p.Clusters {
		k := &p.Clusters[i]
		kept := g.parts[of[k.Nodes[0]]]
		if kept == nil {
			continue
		}
		part, err := irplace.KeptPart(graph, k.Nodes, *kept)
		if err != nil {
			return nil, err
		}
		k.Part = part
	}
	return p, ctx.Err()
}
