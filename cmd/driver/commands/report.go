package commands

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// report converts a plan to its report.
func (pl *plan) report(file string) *PlanReport {
	r := &PlanReport{Schema: PlanSchema, File: file, Strategy: pl.Strategy.Name(), Devices: pl.DeviceNames(), Added: pl.Added, Unpinned: pl.open, Functions: []PlanOfFunc{}}
	for _, f := range pl.funcs {
		r.Functions = append(r.Functions, pl.reportFunc(f))
	}
	return r
}

func (pl *plan) reportFunc(f *funcPlan) PlanOfFunc {
	out := PlanOfFunc{Name: f.Fn.SymName(), Clusters: []PlanCluster{}, Copies: []PlanCopy{}, Bound: f.Bound}
	for v := range f.Ops {
		if f.IsConstant(int32(v)) {
			out.Coverage.Constants++
		} else {
			out.Coverage.Ops++
		}
	}
	for i, part := range f.parts {
		out.Coverage.Placed += len(part.Ops)
		out.Coverage.Copies += len(part.Constants)
		c := PlanCluster{
			Name: f.clusterName(i), Device: f.DeviceName(f.Clusters[i].Device), Origin: f.Clusters[i].Origin, Ops: []PlanOp{},
		}
		for _, op := range part.Ops {
			c.Ops = append(c.Ops, pl.planOp(op))
		}
		c.Inputs, c.BytesIn = pl.values(part.Inputs)
		c.Outputs, c.BytesOut = pl.values(part.Outputs)
		pl.clusterFigures(f, i, &c)
		out.Clusters = append(out.Clusters, c)
	}
	out.Copies = pl.copies(f)
	out.Devices, out.Cost = pl.deviceFigures(f, out.Clusters)
	out.partFigures(f)
	for _, c := range out.Copies {
		out.CopiedBytes += max(0, c.Bytes)
	}
	return out
}

func (pl *plan) planOp(op *ir.Op) PlanOp {
	p := PlanOp{ID: op.ID(), Op: op.Name()}
	if op.NumResults() > 0 {
		p.Value = pl.names.Op(op)
	}
	return p
}

func (pl *plan) planValue(v *ir.Value) PlanValue {
	n, known := irplace.Bytes(v.Type())
	if !known {
		n = -1
	}
	return PlanValue{pl.names.Value(v), v.Type().String(), n}
}

func (pl *plan) values(vs []*ir.Value) ([]PlanValue, int64) {
	out := []PlanValue{}
	sum := int64(0)
	for _, v := range vs {
		p := pl.planValue(v)
		sum += max(0, p.Bytes)
		out = append(out, p)
	}
	return out, sum
}

// copies lists the values that pass from one device to another, in program order.
func (pl *plan) copies(f *funcPlan) []PlanCopy {
	type target struct {
		v  *ir.Value
		to int32
	}
	copies := []PlanCopy{}
	at := map[target]int{}
	for i, part := range f.parts {
		to := f.Clusters[i].Device
		for _, v := range part.Inputs {
			if v.IsArg() {
				continue
			}
			node, _ := f.Node(v.Def())
			maker := f.Of[node]
			from := f.Clusters[maker].Device
			if from == to {
				continue
			}
			n, ok := at[target{v, to}]
			if !ok {
				n = len(copies)
				at[target{v, to}] = n
				copies = append(copies, PlanCopy{
					PlanValue: pl.planValue(v), From: f.DeviceName(from), To: f.DeviceName(to), By: f.clusterName(int(maker)),
				})
				copies[n].Seconds = rounded(pl.Model.Transfer(from, to, max(0, copies[n].Bytes)))
			}
			copies[n].For = append(copies[n].For, f.clusterName(i))
		}
	}
	return copies
}
