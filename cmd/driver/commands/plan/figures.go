package plan

import (
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// clusterFigures sets the fields for work, time and memory in c, the report of cluster i.
func (pl *Plan) clusterFigures(f *FuncPlan, i int, c *Cluster) {
	k := f.Clusters[i]
	c.Seconds = pl.Model.Start(f.Partition, k.Device)
	for _, v := range k.Nodes {
		c.Flops += f.Work(v)
		c.Seconds += pl.Model.Run(f.Graph, v, k.Device)
	}
	c.Seconds = Rounded(c.Seconds)
	m := placement.MemoryOf(f.Graph, k.Nodes)
	c.ConstantBytes = m.Total() - m.Peak - c.BytesIn // c.BytesIn includes static arguments, which m counts as constants
	c.PeakBytes = m.Total()
	if k.Part != nil {
		c.Part = f.part(k.Part)
	}
}

func (f *FuncPlan) part(s *placement.Part) *Part {
	m := s.Memory
	p := &Part{
		Name: s.Name, Backend: s.Backend, Logical: s.Logical, Devices: []string{},
		ReservedBytes: m.Reserved(), BytesIn: m.In, BytesOut: m.Out, ConstantBytes: m.Constants, Contexts: max(1, m.Contexts), Peers: m.Peers, Replicas: max(1, s.Replicas),
	}
	for _, d := range s.Physical {
		p.Devices = append(p.Devices, f.DeviceName(d))
	}
	return p
}

// partFigures sets the fields Crossed and Balance if the field Part of a cluster is set.
func (r *Function) partFigures(f *FuncPlan) {
	x := Crossed{Bytes: placement.CutOf(f.Graph, f.Partition).Bytes}
	for _, c := range r.Clusters {
		if c.Part != nil {
			x.Partitions++
		}
	}
	if x.Partitions == 0 {
		return
	}
	if first := f.Crossed; first != nil {
		x.FirstPartitions, x.FirstBytes = first.FirstSets, first.First
	}
	r.Crossed = &x
	most, sum, busy := Device{}, 0.0, 0
	for _, d := range r.Devices {
		if d.Clusters > 0 {
			sum, busy = sum+d.Seconds, busy+1
		}
		if d.Seconds > most.Seconds {
			most = d
		}
	}
	if sum > 0 {
		r.Balance = &Balance{most.Device, Rounded(most.Seconds * float64(busy) / sum), busy}
	}
}

// holders returns the devices that hold cluster i. Each of them can run the cluster.
func (f *FuncPlan) holders(i int) []int32 {
	k := f.Clusters[i]
	if k.Part == nil || len(k.Part.Physical) == 0 {
		return []int32{k.Device}
	}
	return k.Part.Physical
}

// deviceFigures sums the work of each device, and estimates the cost of a run.
func (pl *Plan) deviceFigures(f *FuncPlan, clusters []Cluster) ([]Device, *Cost) {
	devices := make([]Device, len(pl.Devices))
	for i, d := range pl.Devices {
		devices[i].Device = d.Name
		devices[i].MemoryBytes = pl.Model.Specs[i].Memory
	}
	var all Device
	for i, k := range f.Clusters {
		if k.Device == placement.None {
			continue
		}
		d := &devices[k.Device]
		d.Clusters++
		d.Ops += len(k.Nodes)
		d.Seconds += clusters[i].Seconds
		d.Flops += clusters[i].Flops
		for _, v := range k.Nodes {
			d.Bytes += f.Traffic(v)
		}
		for _, other := range f.holders(i) {
			if other != k.Device {
				devices[other].Held++
			}
		}
	}
	constants := pl.constants(f)
	peaks := pl.peaks(f, clusters, constants)
	for i := range devices {
		devices[i].PeakBytes, devices[i].ConstantBytes = peaks[i], constants[i]
		all.Ops += devices[i].Ops
		all.Flops += devices[i].Flops
		all.Bytes += devices[i].Bytes
	}
	for i := range devices {
		d := &devices[i]
		d.Seconds = Rounded(d.Seconds)
		d.OpsShare = share(float64(d.Ops), float64(all.Ops))
		d.FlopsShare = share(d.Flops, all.Flops)
		d.BytesShare = share(float64(d.Bytes), float64(all.Bytes))
	}
	c := pl.Model.CostOf(f.Graph, f.Partition)
	return devices, &Cost{Rounded(c.Run), Rounded(c.Launch), Rounded(c.Transfer), Rounded(c.Total())}
}

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return Rounded(part / whole)
}

// Rounded rounds an estimate to six digits, so that reports do not depend on the rounding errors of
// a processor.
func Rounded(x float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return r
}

// peaks returns the peak memory of each device if clusters run one after the other. A device holds
// a value from the time it computes or first reads the value until the time it last reads the
// value. It holds results of the function to the end.
func (pl *Plan) peaks(f *FuncPlan, clusters []Cluster, constants []int64) []int64 {
	spans := pl.spans(f)
	begin, end := make([]int64, len(clusters)+1), make([]int64, len(clusters)+1)
	live, peaks := make([]int64, len(pl.Devices)), make([]int64, len(pl.Devices))
	byDevice := make([][]span, len(pl.Devices))
	for _, s := range spans {
		if s.device == placement.None {
			continue
		}
		byDevice[s.device] = append(byDevice[s.device], s)
	}
	for d, own := range byDevice {
		clear(begin)
		clear(end)
		for _, s := range own {
			begin[s.first] += s.bytes
			end[s.last+1] += s.bytes
		}
		peaks[d] = constants[d]
		for i, c := range clusters {
			live[d] += begin[i] - end[i]
			if !slices.Contains(f.holders(i), int32(d)) {
				continue
			}
			// The outputs of the cluster are counted in live[d] and in the peak of the cluster, so
			// subtract them once.
			inside := c.PeakBytes - c.BytesIn - c.ConstantBytes
			peaks[d] = max(peaks[d], constants[d]+live[d]-c.BytesOut+inside)
		}
	}
	return peaks
}

// constants returns, for each device, the size of the constants and static arguments that its
// clusters use. Each constant counts once.
func (pl *Plan) constants(f *FuncPlan) []int64 {
	type copied struct {
		v      *ir.Value
		device int32
	}
	insides := irplace.NewInsides(f.Symbols)
	sizes := make([]int64, len(pl.Devices))
	seen := map[copied]bool{}
	count := func(v *ir.Value, d int32, bytes int64) {
		if d != placement.None && !seen[copied{v, d}] {
			seen[copied{v, d}] = true
			sizes[d] += bytes
		}
	}
	for i, part := range f.Parts {
		for _, d := range f.holders(i) {
			for _, op := range part.Constants {
				count(op.Result(), d, irplace.ConstantBytes(op))
			}
			for _, op := range part.Ops {
				for _, c := range insides.Constants(op) {
					count(c.Result(), d, irplace.ConstantBytes(c))
				}
			}
			for _, v := range part.Inputs {
				if bytes, _ := irplace.Bytes(v.Type()); irplace.Static(v) {
					count(v, d, bytes)
				}
			}
		}
	}
	return sizes
}

// span is the interval during which a device holds a value: from the cluster with index first to
// the cluster with index last.
type span struct {
	device      int32
	first, last int
	bytes       int64
}

// spans lists the values that devices hold between clusters, ordered by the first cluster.
func (pl *Plan) spans(f *FuncPlan) []span {
	type place struct {
		v      *ir.Value
		device int32
	}
	at := map[place]int{}
	var spans []span
	hold := func(v *ir.Value, first, last int) {
		bytes, _ := irplace.Bytes(v.Type())
		for _, device := range f.holders(first) {
			key := place{v, device}
			i, ok := at[key]
			if !ok {
				i = len(spans)
				at[key] = i
				spans = append(spans, span{device, first, first, bytes})
			}
			spans[i].last = max(spans[i].last, last)
		}
	}
	for i, part := range f.Parts {
		for _, v := range part.Inputs {
			if !irplace.Static(v) {
				hold(v, i, i)
			}
		}
		for _, v := range part.Outputs {
			last := i
			for u := range v.Uses() {
				if u.Owner() == f.Fn.Entry().Last() {
					last = len(f.Parts) - 1 // the device holds results to the end
				}
			}
			hold(v, i, last)
		}
	}
	return spans
}
