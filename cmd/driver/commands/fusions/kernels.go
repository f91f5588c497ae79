package fusions

import (
	"context"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/lowering/tiles"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/fusion"
)

// kernels compiles the program up to form-tiles, the last pass that decides which operations a
// kernel computes. It adds a partition for each kernel or, if there are clusters, for each kernel
// and cluster. An operation can be in several partitions, since several kernels can compute it.
func (r *Report) kernels(ctx context.Context, m ir.Module, a Args) error {
	f, err := fn.Entry(m, "")
	if err != nil {
		return err
	}
	byID := map[uint32]*ir.Op{}
	f.Op.Walk(func(op *ir.Op) bool {
		if op.NumResults() > 0 && op.Def().Name() != "stablehlo.constant" {
			byID[op.ID()] = op
			r.ops = append(r.ops, op)
		}
		return true
	})
	lowered, _ := ir.As[ir.Module](ir.CloneModule(m.Op))
	manager := pipeline.Manager()
	manager.Log = decision.New()
	if a.Policy == "debug" {
		manager.Veto = func(pass string, _ uint32) bool { return pass == fusion.Name || pass == tiles.Name }
	}
	if err := manager.Run(ctx, lowered.Op, untilTiles()); err != nil {
		return err
	}
	lowered.Op.Walk(func(op *ir.Op) bool {
		if _, ok := structured.Of(op); ok && !tiles.Continues(op) {
			r.kernel(tiles.Of(op), byID)
		}
		return true
	})
	r.decisions(manager.Log)
	for _, op := range r.ops {
		if len(r.why[op.ID()]) == 0 {
			r.note(op.ID(), "no kernel computes it: it was folded, moves no data, or runs on the host")
		}
	}
	return nil
}

func untilTiles() *passes.Pipeline {
	all := pipeline.Passes(pipeline.Target{Name: "vm"}, pipeline.Options{})
	last := slices.IndexFunc(all, func(p passes.Pass) bool { return p.Name == tiles.Name })
	p := &passes.Pipeline{Anchor: "builtin.module"}
	return p.Add(all[:last+1]...)
}

// kernel adds a partition for nests that become one kernel. If there are clusters, it adds one
// partition for each cluster.
func (r *Report) kernel(nests []*ir.Op, byID map[uint32]*ir.Op) {
	kind := "elementwise"
	byCluster := map[string][]*ir.Op{}
	var order []string
	for _, nest := range nests {
		if n, _ := structured.Of(nest); !n.Parallel() {
			kind = "reduction"
		}
		for _, id := range nest.Sources() {
			op, name := byID[id], r.clusters[id]
			if op == nil || slices.Contains(byCluster[name], op) {
				continue
			}
			if byCluster[name] == nil {
				order = append(order, name)
			}
			byCluster[name] = append(byCluster[name], op)
		}
	}
	for _, name := range order {
		r.members(Partition{Kind: kind, Supported: true}, byCluster[name])
	}
}

// members adds a partition of operations, and a note about each operation.
func (r *Report) members(p Partition, ops []*ir.Op) {
	slices.SortFunc(ops, func(a, b *ir.Op) int { return int(a.ID()) - int(b.ID()) })
	p.members = ops
	for _, op := range ops {
		p.Ops = append(p.Ops, int64(op.ID()))
		with := "alone"
		if others := without(ops, op); len(others) > 0 {
			with = "with " + list(others)
		}
		r.note(op.ID(), "kernel %d computes it %s", len(r.Partitions), with)
	}
	r.add(p)
}

// apart reports whether the operations with the given ids are in several clusters. If so, it
// returns two of these clusters.
func (r *Report) apart(ids []uint32) (first, other string, apart bool) {
	for _, id := range ids {
		switch name := r.clusters[id]; {
		case name == "" || name == first:
		case first == "":
			first = name
		default:
			return first, name, true
		}
	}
	return first, "", false
}

// decisions adds the entries of a log to the notes of the operations that they name.
func (r *Report) decisions(log *decision.Log) {
	for _, e := range log.Entries() {
		ops := ids(e.Ops)
		what := e.Rule + " of " + ops
		reason := ""
		if e.Reason != "" {
			reason = ": " + e.Reason
		}
		a, b, apart := r.apart(e.Ops)
		switch {
		case apart:
			r.say(fmt.Sprintf("refused: %s: they are in %s and %s", what, a, b), e.Ops...)
		case e.Refused:
			r.say("refused: "+what+reason, e.Ops...)
		case e.Kind == decision.Fuse:
			r.say(fmt.Sprintf("fused: %s, by %s", ops, e.Rule), e.Ops...)
		default:
			r.say(fmt.Sprintf("%s: %s%s", e.Kind, what, reason), e.Ops...)
		}
	}
}
