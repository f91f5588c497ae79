package plan

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

func (pl *Plan) report(file string) *Report {
	r := &Report{Schema: Schema, File: file, Strategy: pl.Strategy.Name(), Devices: pl.DeviceNames(), Added: pl.Added, Unpinned: pl.open, Functions: []Function{}}
	for _, f := range pl.Funcs {
		r.Functions = append(r.Functions, pl.ReportFunc(f))
	}
	return r
}

// ReportFunc returns the report of one function.
func (pl *Plan) ReportFunc(f *FuncPlan) Function {
	out := Function{Name: f.Fn.SymName(), Clusters: []Cluster{}, Copies: []Copy{}, Bound: f.Bound}
	for v := range f.Ops {
		if f.IsConstant(int32(v)) {
			out.Coverage.Constants++
		} else {
			out.Coverage.Ops++
		}
	}
	for i, part := range f.Parts {
		out.Coverage.Placed += len(part.Ops)
		out.Coverage.Copies += len(part.Constants)
		c := Cluster{
			Name: f.ClusterName(i), Device: f.DeviceName(f.Clusters[i].Device), Origin: f.Clusters[i].Origin, Ops: []Op{},
		}
		for _, op := range part.Ops {
			c.Ops = append(c.Ops, pl.ReportOp(op))
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

// ReportOp returns the report of one operation.
func (pl *Plan) ReportOp(op *ir.Op) Op {
	p := Op{ID: op.ID(), Op: op.Name()}
	if op.NumResults() > 0 {
		p.Value = pl.Names.Op(op)
	}
	return p
}

func (pl *Plan) planValue(v *ir.Value) ValueReport {
	n, known := irplace.Bytes(v.Type())
	if !known {
		n = -1
	}
	return ValueReport{pl.Names.Value(v), v.Type().String(), n}
}

func (pl *Plan) values(vs []*ir.Value) ([]ValueReport, int64) {
	out := []ValueReport{}
	sum := int64(0)
	for _, v := range vs {
		p := pl.planValue(v)
		sum += max(0, p.Bytes)
		out = append(out, p)
	}
	return out, sum
}

// copies lists the values that pass from one device to another. The list is in the order of the
// first clusters that read the values.
func (pl *Plan) copies(f *FuncPlan) []Copy {
	type target struct {
		v  *ir.Value
		to int32
	}
	copies := []Copy{}
	at := map[target]int{}
	for i, part := range f.Parts {
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
				copies = append(copies, Copy{
					ValueReport: pl.planValue(v), From: f.DeviceName(from), To: f.DeviceName(to), By: f.ClusterName(int(maker)),
				})
				copies[n].Seconds = Rounded(pl.Model.Transfer(from, to, max(0, copies[n].Bytes)))
			}
			copies[n].For = append(copies[n].For, f.ClusterName(i))
		}
	}
	return copies
}

// PlaceOf returns the position of op in the text.
func PlaceOf(op *ir.Op) string {
	if sp := op.Loc().Span(); sp.IsValid() {
		line, col := sp.Src.Position(sp.Start)
		return fmt.Sprintf("%s:%d:%d", sp.Src.Name, line, col)
	}
	return op.Loc().Place()
}

// OpText returns a text with the value, the name and the id of an operation.
func OpText(o Op) string {
	if o.Value == "" {
		return diag.OneLine(fmt.Sprintf("%s #%d", o.Op, o.ID))
	}
	return diag.OneLine(fmt.Sprintf("%s = %s #%d", o.Value, o.Op, o.ID))
}

// ReasonFor returns the reason that a node is on its device.
func (pl *Plan) ReasonFor(f *FuncPlan, v int32) string {
	c := pl.Choice(f.Ops[v])
	switch {
	case f.added(f.Ops[v]):
		return "it was added when outputs of a cluster were joined: it concatenates them, or slices one of them out of the joined value"
	case pl.DivisionGiven():
		return pl.Source
	}
	if at := f.Clusters[f.Of[v]].Device; int(at) != c.Device {
		return fmt.Sprintf("moved by %s from %s, which was the original choice: %s", f.Clusters[f.Of[v]].Origin, f.DeviceName(int32(c.Device)), c.Reason(pl.Devices))
	}
	return c.Reason(pl.Devices)
}
