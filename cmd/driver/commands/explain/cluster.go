package explain

import (
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/ir/diag"
)

func (pl explainer) explainCluster(ctx context.Context, what string) (*Report, error) {
	for _, f := range pl.Funcs {
		for i := range f.Clusters {
			if f.ClusterName(i) == what {
				return pl.explainMembers(ctx, f, what, int32(i))
			}
		}
	}
	kernels, err := pl.kernels(ctx)
	if err != nil {
		return nil, err
	}
	for _, k := range kernels {
		if "@"+k.Name == what {
			return pl.explainKernel(what, k), nil
		}
	}
	d := diag.Errorf(diag.Span{}, "no cluster is called '%s'", what)
	if n := len(kernels); n > 0 {
		help := "name the only kernel, @" + kernels[0].Name
		if n > 1 {
			help = fmt.Sprintf("name one of the kernels @%s to @%s", kernels[0].Name, kernels[n-1].Name)
		}
		d = diag.Errorf(diag.Span{}, "no cluster or kernel is called '%s'", what).WithHelp(help)
	}
	for _, f := range pl.Funcs {
		switch n := len(f.Clusters); n {
		case 0:
		case 1:
			d.WithHelp(fmt.Sprintf("for the only cluster of @%s, name %s", f.Fn.SymName(), f.ClusterName(0)))
		default:
			d.WithHelp(fmt.Sprintf("for a cluster of @%s, name one of %s to %s", f.Fn.SymName(), f.ClusterName(0), f.ClusterName(n-1)))
		}
	}
	return nil, d
}

// explainMembers describes the operations of a cluster, and why the cluster has no other
// operations.
func (pl explainer) explainMembers(ctx context.Context, f *plan.FuncPlan, what string, i int32) (*Report, error) {
	r := pl.newReport(f, what, "cluster")
	r.Device = f.DeviceName(f.Clusters[i].Device)
	if err := pl.clusterCandidates(ctx, r, f, i); err != nil {
		return nil, err
	}
	c := pl.ReportFunc(f).Clusters[i]
	r.Cluster = &c
	met := map[int32]bool{i: true}
	for _, v := range f.Clusters[i].Nodes {
		add := func(others []int32, before bool) {
			for _, other := range others {
				if !met[f.Of[other]] && f.Clusters[f.Of[other]].Device == f.Clusters[i].Device {
					met[f.Of[other]] = true
					r.Neighbors = append(r.Neighbors, pl.neighbor(f, v, other, before))
				}
			}
		}
		add(f.Preds(v), true)
		add(f.Succs(v), false)
	}
	return r, nil
}

// clusterCandidates reports, for each device, whether it accepts the whole cluster. For each device
// other than the current one, it also reports the outcome with the cluster on this device.
func (pl explainer) clusterCandidates(ctx context.Context, r *Report, f *plan.FuncPlan, i int32) error {
	k := f.Clusters[i]
	for d := range int32(len(pl.Devices)) {
		c := Candidate{Device: f.DeviceName(d), Takes: true}
		seconds := pl.Model.Launch(d)
		for _, v := range k.Nodes {
			seconds += pl.Model.Run(f.Graph, v, d)
			if why := plan.RefusedBy(pl.Choice(f.Ops[v]), d); why != "" && c.Takes {
				c.Takes, c.Reason = false, f.Name(v)+": "+why
			}
		}
		c.Seconds = plan.Rounded(seconds)
		if d != k.Device {
			if err := pl.suppose(ctx, f, k.Nodes, d, &c); err != nil {
				return err
			}
		}
		r.Candidates = append(r.Candidates, c)
	}
	return nil
}
