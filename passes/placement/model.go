package placement

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Spec describes a device. A field that is 0 is unknown. Unknown memory has no limit, and unknown
// Compute, Bandwidth and Launch have the values in [Defaults].
type Spec struct {
	Name      string
	Backend   string
	Threads   int     // processors that it may use; 0: the program decides
	Memory    int64   // bytes of memory
	Compute   float64 // peak operations per second
	Bandwidth float64 // bytes per second to its own memory
	Launch    float64 // seconds to start a cluster
	Links     []Link  // to other devices

	// SRAM is the size of fast memory in bytes. Values that fit move at SRAMBandwidth. If
	// SRAMBandwidth is 0, there is no fast memory.
	SRAM          int64
	SRAMBandwidth float64
	// Peers is the number of values that the device may receive from other devices; 0: unlimited.
	Peers int64

	// Rates are the rates of the device's engine; nil: unknown. They are not used if Compute,
	// Bandwidth or SRAMBandwidth is given.
	Rates *Rates

	Allow []string
	Deny  []string
	// Places has the source positions of operation names in Allow and Deny. A name in Places must
	// be the name of an existing operation.
	Places map[string]diag.Span
}

// MaxThreads is the largest valid number of threads of a device, and of streams of a program. Each
// thread needs memory before a run begins.
const MaxThreads = 4096

// ThreadsSensible reports whether n is a valid number of threads.
func ThreadsSensible(n int64) bool { return n > 0 && n <= MaxThreads }

// Link is a connection to another device.
type Link struct {
	To        string
	Bandwidth float64 // bytes per second
}

// Defaults returns the default speed, which is that of a small CPU core.
func Defaults() Spec {
	return Spec{Compute: 1e10, Bandwidth: 1e10, Launch: 5e-6}
}

// defaultLink is the bandwidth of an undescribed link.
const defaultLink = 4e9

// Or returns s with unknown properties taken from d, except Name, Backend and Places. Lists are
// not merged.
func (s Spec) Or(d Spec) Spec {
	fill(&s.Compute, d.Compute)
	fill(&s.Bandwidth, d.Bandwidth)
	fill(&s.Launch, d.Launch)
	fill(&s.SRAMBandwidth, d.SRAMBandwidth)
	fill(&s.Threads, d.Threads)
	fill(&s.Memory, d.Memory)
	fill(&s.SRAM, d.SRAM)
	fill(&s.Peers, d.Peers)
	if s.Rates == nil {
		s.Rates = d.Rates
	}
	if s.Links == nil {
		s.Links = d.Links
	}
	if s.Allow == nil {
		s.Allow = d.Allow
	}
	if s.Deny == nil {
		s.Deny = d.Deny
	}
	return s
}

// Check fails if a number, a rate or the bandwidth of a link is invalid.
func (s Spec) Check() error {
	for _, f := range []struct {
		name  string
		value float64
	}{{"compute", s.Compute}, {"bandwidth", s.Bandwidth}, {"launch", s.Launch}, {"sram_bandwidth", s.SRAMBandwidth}} {
		if f.value != 0 && !Sensible(f.value) {
			return fmt.Errorf("%s must be 0, or from 1e-15 to 1e+24, but is %g", f.name, f.value)
		}
	}
	for _, f := range []struct {
		name  string
		value int64
	}{{"memory", s.Memory}, {"sram", s.SRAM}, {"peers", s.Peers}, {"threads", int64(s.Threads)}} {
		if f.value < 0 {
			return fmt.Errorf("%s must not be negative, but is %d", f.name, f.value)
		}
	}
	if err := s.Rates.check(); err != nil {
		return err
	}
	if s.Threads > MaxThreads {
		return fmt.Errorf("threads must not be more than %d, but is %d", MaxThreads, s.Threads)
	}
	for _, l := range s.Links {
		if !Sensible(l.Bandwidth) {
			return fmt.Errorf("the bandwidth to '%s' must be from 1e-15 to 1e+24, but is %g", l.To, l.Bandwidth)
		}
	}
	return nil
}

// Kind returns the name of the backend that runs the device.
func (s *Spec) Kind() string {
	if s.Backend != "" {
		return s.Backend
	}
	return backendOf(s.Name)
}

// Refusal returns why the device's allow and deny lists refuse an operation name, or "". A pattern
// that ends in * matches all names that begin with the text before the *.
func (s *Spec) Refusal(op string) string {
	if why := s.Denial(op); why != "" {
		return why
	}
	if _, ok := match(s.Allow, op); !ok && len(s.Allow) > 0 {
		return "the device's allow list does not contain '" + op + "'"
	}
	return ""
}

// Denial returns why the device's deny list refuses an operation name, or "". It is for constants,
// which need not be in the allow list.
func (s *Spec) Denial(op string) string {
	if p, ok := match(s.Deny, op); ok {
		return "the device's deny list contains '" + p + "'"
	}
	return ""
}

// match returns the first pattern that matches a name.
func match(patterns []string, name string) (string, bool) {
	for _, p := range patterns {
		if prefix, open := strings.CutSuffix(p, "*"); p == name || open && strings.HasPrefix(name, prefix) {
			return p, true
		}
	}
	return "", false
}

// Model is the cost of running nodes and moving values on a list of devices. Times are in
// seconds.
type Model struct {
	Specs []Spec
	links [][]float64 // seconds per byte, by sending and receiving device

	alone   []float64 // seconds to start a program of one cluster; 0: Launch
	profile *Profile  // nil: nothing was measured
}

// NewModel returns the model of the devices, with defaults for unknown speeds. If only one of two
// devices describes the link between them, its description is used for both directions.
func NewModel(specs []Spec) *Model {
	m := &Model{Specs: make([]Spec, len(specs)), links: make([][]float64, len(specs)), alone: make([]float64, len(specs))}
	index := map[string]int{}
	for i, s := range specs {
		d := Defaults()
		if s.Compute != 0 || s.Bandwidth != 0 || s.SRAMBandwidth != 0 {
			s.Rates = nil
		}
		if r := s.Rates; r != nil {
			s.Compute, s.Bandwidth = r.compute(s.Threads), r.bandwidth(s.Threads)
		}
		m.alone[i] = s.Launch
		if s.Launch == 0 && s.Rates != nil {
			m.alone[i] = s.Rates.Run
		}
		m.Specs[i] = s
		fill(&m.Specs[i].Compute, d.Compute)
		fill(&m.Specs[i].Bandwidth, d.Bandwidth)
		fill(&m.Specs[i].Launch, d.Launch)
		index[s.Name] = i
	}
	for i := range specs {
		m.links[i] = make([]float64, len(specs))
	}
	for i, s := range specs {
		for _, l := range s.Links {
			if to, ok := index[l.To]; ok {
				m.links[i][to] = 1 / l.Bandwidth
			}
		}
	}
	for i := range specs {
		for k := range specs {
			if i != k && m.links[i][k] == 0 {
				m.links[i][k] = m.reverse(k, i)
			}
		}
	}
	return m
}

func fill[N int | int64 | float64](field *N, value N) {
	if *field == 0 {
		*field = value
	}
}

func (m *Model) reverse(from, to int) float64 {
	if w := m.links[from][to]; w != 0 {
		return w
	}
	return 1 / defaultLink
}

// spec returns the description of a device. For None, or a device that the model does not have, it
// returns the defaults.
func (m *Model) spec(d int32) *Spec {
	if d < 0 || int(d) >= len(m.Specs) {
		s := Defaults()
		return &s
	}
	return &m.Specs[d]
}

// Launch returns the time to start a cluster on device d.
func (m *Model) Launch(d int32) float64 { return m.spec(d).Launch }

// Start returns the time to start a cluster of p on device d. If p has only one cluster, the
// device's backend runs the program directly. The time is then m.alone[d], if known.
func (m *Model) Start(p *Partition, d int32) float64 {
	if len(p.Clusters) == 1 && d >= 0 && int(d) < len(m.alone) && m.alone[d] != 0 {
		return m.alone[d]
	}
	return m.Launch(d)
}

// Transfer returns the time to move bytes between devices; it is 0 within one device.
func (m *Model) Transfer(from, to int32, bytes int64) float64 {
	switch {
	case from == to:
		return 0
	case from < 0 || to < 0 || int(from) >= len(m.links) || int(to) >= len(m.links):
		return float64(bytes) / defaultLink
	}
	return float64(bytes) * m.links[from][to]
}

// Run returns the time of node v on device d. It is the measured time, if there is one. If not, it
// is computed from the rates of the device, or else by the roofline model: the maximum of the times
// to compute and to access each memory.
func (m *Model) Run(g *Graph, v, d int32) float64 {
	s := m.spec(d)
	if t, ok := m.measured(g, v, s); ok {
		return t
	}
	if l := g.Load(v); s.Rates != nil && l != nil {
		return s.Rates.Time(l, s.Threads)
	}
	if s.SRAMBandwidth == 0 {
		return max(g.Work(v)/s.Compute, float64(g.Traffic(v))/s.Bandwidth)
	}
	slow, fast := g.trafficAbove(v, s.SRAM)
	return max(g.Work(v)/s.Compute, float64(slow)/s.Bandwidth, float64(fast)/s.SRAMBandwidth)
}

// measured returns the measured time of v on a device. For a node that represents several
// operations, it is the sum of their times; ok is false if one of them was not measured.
func (m *Model) measured(g *Graph, v int32, s *Spec) (time float64, ok bool) {
	switch {
	case m.profile == nil:
		return 0, false
	case g.whole == nil:
		return m.profile.find(s, g.Op[v], g.Kind(v))
	}
	for _, u := range g.members[v] {
		t, ok := m.measured(g.whole, u, s)
		if !ok {
			return 0, false
		}
		time += t
	}
	return time, true
}

// Cost is the cost of a partition, in seconds.
type Cost struct {
	Run      float64 // time to run all nodes
	Launch   float64 // time to launch all clusters
	Transfer float64 // time of all copies between devices
}

// Total returns the sum of the three costs.
func (c Cost) Total() float64 { return c.Run + c.Launch + c.Transfer }

// CostOf returns the cost of a partition: the times of all nodes on the devices of their clusters,
// a launch for each cluster, and the copies in [CopiesOf].
func (m *Model) CostOf(g *Graph, p *Partition) Cost {
	var c Cost
	for _, k := range p.Clusters {
		c.Launch += m.Start(p, k.Device)
		for _, v := range k.Nodes {
			c.Run += m.Run(g, v, k.Device)
		}
	}
	for _, x := range CopiesOf(g, p) {
		c.Transfer += m.Transfer(x.From, x.To, x.Bytes)
	}
	return c
}

// Finish returns when the last cluster ends, in seconds. Devices run at the same time, and each
// runs its clusters one after the other. A cluster starts when the copies of the values that it
// reads have arrived. Clusters must be numbered in an order in which they can run.
func (m *Model) Finish(g *Graph, p *Partition) (last float64) {
	free, ends := map[int32]float64{}, make([]float64, len(p.Clusters))
	for i, k := range p.Clusters {
		start, run := free[k.Device], m.Start(p, k.Device)
		for _, v := range k.Nodes {
			run += m.Run(g, v, k.Device)
			for _, u := range g.Preds(v) {
				start = max(start, ends[p.Of[u]])
			}
			for _, x := range g.Reads(v) {
				if by := p.Of[g.maker[x]]; by != None {
					start = max(start, ends[by]+m.Transfer(p.Clusters[by].Device, k.Device, g.bytes[x]))
				}
			}
		}
		ends[i] = start + run
		free[k.Device] = ends[i]
		last = max(last, ends[i])
	}
	return last
}

// Copy is a transfer of a value to another device.
type Copy struct {
	Value    int32
	From, To int32 // devices
	Bytes    int64
	Readers  []int32 // clusters on the device To that read the value, ascending
}

// CopiesOf lists the copies of a partition: one for each value and each device that reads
// it, except the device that produces it. Constants are cloned, not copied.
func CopiesOf(g *Graph, p *Partition) []Copy {
	var copies []Copy
	at := map[int32]int{} // index in copies by device
	for value, maker := range g.maker {
		if g.IsConstant(maker) {
			continue
		}
		clear(at)
		from := p.Clusters[p.Of[maker]].Device
		for _, u := range g.Users(int32(value)) {
			if p.Of[u] == None {
				continue
			}
			to := p.Clusters[p.Of[u]].Device
			if to == from {
				continue
			}
			i, ok := at[to]
			if !ok {
				i = len(copies)
				at[to] = i
				copies = append(copies, Copy{Value: int32(value), From: from, To: to, Bytes: g.bytes[value]})
			}
			if n := len(copies[i].Readers); n == 0 || copies[i].Readers[n-1] != p.Of[u] {
				copies[i].Readers = append(copies[i].Readers, p.Of[u])
			}
		}
	}
	for i := range copies {
		copies[i].Readers = sortedUnique(copies[i].Readers)
	}
	return copies
}
