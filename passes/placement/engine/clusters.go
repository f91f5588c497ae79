package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/clusterinline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// clusters checks the clusters of the program, restores the undivided program, and returns
// the clusters as a strategy.
func (pl *Plan) clusters() (placement.Strategy, error) {
	if err := clusterverify.Given(pl.Module); err != nil {
		return nil, err
	}
	g := given{of: map[uint32]int32{}}
	symbols := ir.NewSymbols(pl.Module.Op)
	take := func(op *ir.Op, body *ir.Block, device string) {
		g.add(op, body, device)
		if pl.engine.TakenApart != nil {
			pl.engine.TakenApart(op, body)
		}
	}
	pl.Module.Op.Walk(func(op *ir.Op) bool {
		switch o := op.View().(type) {
		case cluster.Region:
			take(op, o.Body(), o.Device())
		case cluster.Launch:
			if f, ok := ir.As[fn.Func](symbols.Lookup(o.CalleeName())); ok {
				take(op, f.Entry(), o.Device())
			}
		}
		return true
	})
	if err := clusterinline.Module(pl.Module); err != nil {
		return nil, err
	}
	return g.renumbered(pl.Module), nil
}

// given is the strategy that returns the clusters of a divided program.
type given struct {
	of    map[uint32]int32 // the cluster of an operation, by its id
	parts []*cluster.Part  // the part of each cluster; nil for a cluster that is not a part
}

var _ placement.Ordered = given{}

// add assigns the operations of a body to the cluster op, and sets their device.
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

// renumbered sets the ids of the operations of m, whose clusters were inlined, to the ids that they
// would have if m were printed and parsed. It returns g with the new ids.
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

// Name implements placement.Strategy.
func (given) Name() string { return "given" }

// Idle implements placement.Ordered.
func (given) Idle(string) (why string, help []string) { return noCluster() }

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

// checkDivided fails if the clusters of m are invalid or are for unlisted devices. It also fails if
// a required device runs no cluster, or if o has options that do not apply to a divided program.
func (e *Engine) checkDivided(m ir.Module, devices []irplace.Device, o Options) error {
	if err := o.Check(placement.HasClusters); err != nil {
		return err
	}
	if err := clusterverify.Given(m); err != nil {
		return err
	}
	names, busy := irplace.DeviceNames(devices), map[string]bool{}
	var err error
	m.Op.Walk(func(op *ir.Op) bool {
		device, ok := cluster.RunsOn(op)
		busy[device] = busy[device] || ok
		if err == nil && ok && !slices.Contains(names, device) {
			err = ir.Errorf(op, "is a cluster for device '%s', but the devices are %s", device, strings.Join(names, ", ")).
				WithHelp("add this device to the list of devices, or run cluster-inline first to divide the program again")
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	runs := func(name string) bool { return busy[name] }
	return irplace.CheckRequired(o.Require, names, runs, func(string) (string, []string) { return noCluster() })
}

// noCluster explains why a device runs nothing if the program has clusters, but none for the
// device. The first result is the end of a sentence.
func noCluster() (why string, help []string) {
	return ": none of the program's clusters is for it", []string{"run lathe-opt --cluster-inline on the program first, to divide it again"}
}
