package placement

// The limits of [FitTransfer]: a device may get from windowLow to windowHigh times its share of
// constants.
const (
	windowLow  = 0.95
	windowHigh = 1.05
)

// shareReserve is the number of bytes that a device needs for each byte of constants, because a run
// also needs memory for values.
const shareReserve = 1.2

// FitTransfer divides nodes as [Fit] does, but ends the nodes of a device where few bytes cross to
// later devices. The devices get the nodes one after the other, in topological order. Nodes that a
// device does not accept go to other devices, as with Fit.
//
// Let C be the constants of the remaining nodes that the device accepts. If C fits in the device's
// memory, or if the device is the last, the device gets all remaining nodes. Otherwise it gets a
// share of C. The share is the device's free memory / 1.2 if the later devices can hold the rest of
// C. If they cannot, C is shared in proportion to the free memory of this device and of all later
// devices. The nodes may end where the device holds 0.95 to 1.05 times its share, and the remaining
// constants fit in the later devices. Of these positions, FitTransfer takes the first that the
// fewest bytes cross. If there is none, the device gets as many nodes as it can hold.
func FitTransfer(g *Graph, m *Model) ([]int32, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	s := newHoldings(g, m)
	device := append([]int32(nil), g.Device...)
	rest := make([]int32, 0, len(topo))
	for _, v := range topo {
		if !g.IsConstant(v) && g.Device[v] != None {
			rest = append(rest, v)
		}
	}
	for d := range int32(len(m.Specs)) {
		end := len(rest)
		if int(d) < len(m.Specs)-1 {
			end = s.end(rest, d)
		}
		for _, v := range rest[:end] {
			at := s.place(v, d)
			if at == None {
				return nil, s.full(v)
			}
			s.add(v, at, 1)
			device[v] = at
		}
		rest = rest[end:]
	}
	return device, nil
}

// end returns how many of the remaining nodes (parameter rest), from the first, device d gets.
func (s *holdings) end(rest []int32, d int32) int {
	var own []int32
	for _, v := range rest {
		if s.g.CanRun(v, d) {
			own = append(own, v)
		}
	}
	left := s.needs(d, own...)
	switch {
	case len(own) == 0:
		return 0
	case s.room(d) >= left:
		return len(rest)
	}
	others := 0.0
	for e := d + 1; int(e) < len(s.m.Specs); e++ {
		others += float64(s.room(e))
	}
	share := s.share(d, float64(left), others)
	crossing, after := s.g.crossing(rest), s.after(rest, d+1)
	before, best, fewest, at := s.used[d], -1, int64(0), 0
	for ; at < len(rest); at++ {
		v := rest[at]
		if s.g.CanRun(v, d) {
			if s.room(d) < s.needs(d, v) {
				break
			}
			s.add(v, d, 1)
		}
		has := float64(s.used[d] - before)
		if has >= windowLow*share && has <= windowHigh*share && float64(after[at]) <= others && (best < 0 || crossing[at] < fewest) {
			best, fewest = at+1, crossing[at]
		}
	}
	for _, v := range rest[:at] {
		if s.g.CanRun(v, d) {
			s.add(v, d, -1)
		}
	}
	if best >= 0 {
		return best
	}
	return at
}

// share returns how many bytes of constants device d should hold. The constants that remain
// (parameter left) do not all fit on d. The parameter named "others" is the free memory of the
// later devices.
func (s *holdings) share(d int32, left, others float64) float64 {
	own := float64(s.room(d))
	if left-own/shareReserve <= others {
		return own / shareReserve
	}
	return left * own / (own + others)
}

// after returns, for each node of a list, the bytes that the later nodes need on device d.
func (s *holdings) after(list []int32, d int32) []int64 {
	sums, sum, met := make([]int64, len(list)), int64(0), map[held]bool{}
	for i := len(list) - 1; i >= 0; i-- {
		sums[i] = sum
		s.each(list[i], d, func(what held, bytes int64) {
			if s.held[what] == 0 && !met[what] {
				met[what] = true
				sum += bytes
			}
		})
	}
	return sums
}

// crossing returns, for each node of a topological list, the bytes of the values that are produced
// up to this node and that later nodes of the list read.
func (g *Graph) crossing(list []int32) []int64 {
	pos := make(map[int32]int, len(list))
	for i, v := range list {
		pos[v] = i
	}
	change := make([]int64, len(list)+1)
	for i, v := range list {
		for _, value := range g.Values(v) {
			last := i
			for _, u := range g.Users(value) {
				if p, ok := pos[u]; ok {
					last = max(last, p)
				}
			}
			change[i] += g.bytes[value]
			change[last] -= g.bytes[value]
		}
	}
	sum := int64(0)
	for i, c := range change {
		sum += c
		change[i] = sum
	}
	return change[:len(list)]
}
