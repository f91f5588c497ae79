package placement

// neighbors has a row for each cluster: the list of its neighbors. An entry is a current or former
// name of a neighbor; names are numbers (see [Contraction]). Several entries of a row may be names
// of one cluster. The method clean compacts a row that was read often.
type neighbors struct {
	rows []row   // by the name of a cluster
	to   []int32 // all rows, and space that rows no longer use
	room int     // the length of "to", in entries, above which unused space is dropped
	mark []int32 // by name: the last compaction that kept the name
	run  int32   // the number of compactions
}

// row is to[start:start+len]. It is small and has no pointer, because on large graphs loading rows
// takes most of the time of a search.
type row struct {
	start, len, cap int32
	read            int32 // entries read since the row was last compacted
}

func newNeighbors(c csr) neighbors {
	n := len(c.Start) - 1
	l := neighbors{rows: make([]row, n), to: append([]int32(nil), c.To...), room: 4*len(c.To) + 64, mark: make([]int32, n)}
	for v := range l.rows {
		size := c.Start[v+1] - c.Start[v]
		l.rows[v] = row{start: c.Start[v], len: size, cap: size}
	}
	return l
}

// row returns the entries of v.
func (l *neighbors) row(v int32) []int32 {
	r := &l.rows[v]
	return l.to[r.start : r.start+r.len]
}

// append adds the row of the cluster "gone" to the row of the cluster "at". It copies the shorter
// row to the end of the longer row. So for n entries in all rows, all calls together copy
// O(n log n) entries, not counting the copies in the methods grow and pack.
func (l *neighbors) append(at, gone int32) {
	if l.rows[at].len < l.rows[gone].len {
		l.rows[at], l.rows[gone] = l.rows[gone], l.rows[at]
	}
	if need := l.rows[at].len + l.rows[gone].len; need > l.rows[at].cap {
		l.grow(at, 2*need)
	}
	a, b := &l.rows[at], &l.rows[gone]
	copy(l.to[a.start+a.len:], l.row(gone))
	a.len += b.len
	a.read += b.read
	*b = row{}
}

// grow moves the row of v to the end of l.to, with space for the given number of entries.
func (l *neighbors) grow(v, room int32) {
	if len(l.to)+int(room) > l.room {
		l.pack()
	}
	r := &l.rows[v]
	start := int32(len(l.to))
	l.to = append(l.to, l.row(v)...)
	l.to = append(l.to, make([]int32, room-r.len)...)
	r.start, r.cap = start, room
}

// pack drops the space that rows no longer use.
func (l *neighbors) pack() {
	packed := make([]int32, 0, l.room)
	for v := range l.rows {
		start := int32(len(packed))
		packed = append(packed, l.row(int32(v))...)
		l.rows[v].start, l.rows[v].cap = start, l.rows[v].len
	}
	l.to = packed
}

// clean compacts the row of v if the number of entries read since the last compaction exceeds twice
// the length of the row.
func (c *Contraction) clean(l *neighbors, v int32) {
	if l.rows[v].read > 2*l.rows[v].len {
		l.compact(v, c)
	}
}

// compact replaces the entries in the row of v by current names. It drops repeated entries and v
// itself, and returns the row.
func (l *neighbors) compact(v int32, c *Contraction) []int32 {
	l.run++
	l.mark[v] = l.run
	to := l.row(v)
	kept := to[:0]
	for _, w := range to {
		if w = c.Find(w); l.mark[w] != l.run {
			l.mark[w] = l.run
			kept = append(kept, w)
		}
	}
	l.rows[v].len, l.rows[v].read = int32(len(kept)), 0
	return kept
}
