package placement

// crowd is the number of readers from which prices stores how many readers of a value are on each
// device. The price of the value is then computed without visiting all readers.
const crowd = 2 * MaxDevices

// prices computes the time to run sets of nodes on their devices, without launches.
type prices struct {
	g       *Graph
	m       *Model
	device  []int32
	values  []int32
	readers map[int32][]int32 // for values with at least crowd readers: number of readers by device, None first
}

func newPrices(g *Graph, m *Model, device []int32) *prices {
	p := &prices{g: g, m: m, device: device, readers: map[int32][]int32{}}
	for x := range int32(g.NumValues()) {
		if users := g.Users(x); len(users) >= crowd && !g.IsConstant(g.maker[x]) {
			counts := make([]int32, MaxDevices+1)
			for _, u := range users {
				counts[device[u]+1]++
			}
			p.readers[x] = counts
		}
	}
	return p
}

// move moves a node to another device.
func (p *prices) move(v, d int32) {
	if len(p.readers) > 0 {
		for _, x := range p.g.Reads(v) {
			if counts := p.readers[x]; counts != nil {
				counts[p.device[v]+1]--
				counts[d+1]++
			}
		}
	}
	p.device[v] = d
}

// of(set) returns the seconds to run a set and to move the values that it produces or reads. It
// also returns the number of bytes that are moved.
func (p *prices) of(set []int32) (seconds float64, bytes int64) {
	p.values = p.values[:0]
	for _, v := range set {
		seconds += p.m.Run(p.g, v, p.device[v])
		p.values = append(p.values, p.g.Values(v)...)
		for _, x := range p.g.Reads(v) {
			if !p.g.IsConstant(p.g.maker[x]) {
				p.values = append(p.values, x)
			}
		}
	}
	p.values = sortedUnique(p.values)
	for _, x := range p.values {
		s, n := p.copies(x)
		seconds += s
		bytes += n
	}
	return seconds, bytes
}

// copies returns the seconds and bytes to move a value to the other devices that read it.
// Each reader without a device counts separately.
func (p *prices) copies(x int32) (seconds float64, bytes int64) {
	from, size := p.device[p.g.maker[x]], p.g.bytes[x]
	if counts := p.readers[x]; counts != nil {
		for i, n := range counts {
			d := int32(i) - 1
			if n == 0 || d == from {
				continue
			}
			if d != None {
				n = 1
			}
			seconds += float64(n) * p.m.Transfer(from, d, size)
			bytes += int64(n) * size
		}
		return seconds, bytes
	}
	gone := uint64(0)
	for _, u := range p.g.Users(x) {
		d := p.device[u]
		if d == from || d >= 0 && gone>>uint(d)&1 == 1 {
			continue
		}
		if d >= 0 {
			gone |= 1 << uint(d)
		}
		seconds += p.m.Transfer(from, d, size)
		bytes += size
	}
	return seconds, bytes
}
